// @ts-check
import { TAPPABLE } from './draw.js';
import { nameIn } from './names.js';

/** @typedef {import('./venue/venue.js').Feature} Feature */
/** @typedef {import('./tenants.js').Tenant} Tenant */

const MAX_CHIPS = 12;
/** Nobody looks for these. */
const PLAIN = new Set(['staff', 'building']);

/**
 * The categories of a feature, its tenant's first.
 * @param {Feature} feature @param {Tenant | undefined} tenant
 * @returns {string[]}
 */
export function categoriesOf(feature, tenant) {
  const { categories, category, type } = tenant ?? {};
  const all = [...(Array.isArray(categories) ? categories : []), category, type, feature.category];
  return [...new Set(all.filter((text) => typeof text === 'string' && text.trim() !== '').map((text) => text.trim()))];
}

/**
 * What a category is called: the venue's word for it, else its own id made readable.
 * @param {import('./venue/venue.js').Venue} venue @param {string} category @param {string} language
 */
export function categoryLabel(venue, category, language) {
  const names = venue.categories.get(category);
  if (names) return nameIn(names, language);
  const words = category.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The categories that have places, each with its features: those that the venue lists in its order, then by number.
 * @param {import('./venue/venue.js').Venue} venue @param {import('./tenants.js').Tenants} tenants
 * @returns {Map<string, Feature[]>}
 */
export function featuresByCategory(venue, tenants) {
  /** @type {Map<string, Feature[]>} */
  const found = new Map([...venue.categories.keys()].map((category) => [category, []]));
  for (const feature of venue.features) {
    if (!TAPPABLE.has(feature.kind) || feature.levels.length === 0) continue;
    for (const category of categoriesOf(feature, tenants.of(feature.id))) {
      const features = found.get(category);
      if (features) features.push(feature);
      else found.set(category, [feature]);
    }
  }
  const isListed = (/** @type {string} */ category) => venue.categories.has(category);
  return new Map([...found]
    .filter(([, features]) => features.length > 0)
    .sort(([a, inA], [b, inB]) => (isListed(a) || isListed(b)
      ? Number(isListed(b)) - Number(isListed(a)) : inB.length - inA.length)));
}

/**
 * The categories that get a chip.
 * @param {Map<string, Feature[]>} byCategory
 */
export const chipsOf = (byCategory) => [...byCategory.keys()].filter((id) => !PLAIN.has(id)).slice(0, MAX_CHIPS);
