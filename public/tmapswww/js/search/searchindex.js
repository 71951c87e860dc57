// @ts-check
import { categoriesOf, categoryLabel, featuresByCategory } from '../categorylist.js';
import { TAPPABLE } from '../draw.js';
import { displayName, namesFrom } from '../names.js';
import { fold } from './fold.js';

/** @typedef {import('../venue/venue.js').Feature} Feature */

/**
 * A place or a category that was found. `rank` is lower for the better.
 * @typedef {{feature: Feature, category?: undefined, title: string, rank: number} |
 *   {category: string, feature?: undefined, title: string, rank: number}} Hit
 */
/** @typedef {{feature?: Feature, category?: string, title: string, names: string[], rest: string[]}} Entry */

const BY_NAME = 0;
const BY_WORD = 1;
const BY_OTHER_WORD = 2;
const INSIDE = 3;
const NOT = Infinity;

/** Finds the places and categories of a venue by what people type. */
export class SearchIndex {
  /**
   * @param {{venue: import('../venue/venue.js').Venue, tenants: import('../tenants.js').Tenants,
   *   language: string}} parts
   */
  constructor({ venue, tenants, language }) {
    this.byCategory = featuresByCategory(venue, tenants);
    this._venue = venue;
    this._language = language;
    /** @type {Entry[]} */
    this._entries = [...this.byCategory.keys()].map((category) => this._categoryEntry(category));
    for (const feature of venue.features) {
      const isPlace = TAPPABLE.has(feature.kind) && feature.levels.length > 0;
      const entry = isPlace ? this._featureEntry(feature, tenants.of(feature.id)) : null;
      if (entry) this._entries.push(entry);
    }
  }

  /** @param {string} category @returns {Entry} */
  _categoryEntry(category) {
    const names = [...(this._venue.categories.get(category)?.values() ?? []), category];
    return { category, title: this.label(category), names: folded(names), rest: [] };
  }

  /** @param {Feature} feature @param {import('../tenants.js').Tenant | undefined} tenant @returns {Entry | null} */
  _featureEntry(feature, tenant) {
    const title = displayName(feature, tenant, this._language);
    const names = [...namesFrom(tenant?.name).values(), ...feature.names.values()];
    if (names.length === 0 && !tenant && !feature.booth) return null;
    const categories = categoriesOf(feature, tenant);
    const rest = [tenant?.booth_id, feature.booth, ...categories, ...categories.map((category) => this.label(category)),
      ...categories.flatMap((category) => [...(this._venue.categories.get(category)?.values() ?? [])])];
    return { feature, title, names: folded(names), rest: folded(rest) };
  }

  /** @param {string} category */
  label(category) {
    return categoryLabel(this._venue, category, this._language);
  }

  /**
   * Every word of the query must be found; an empty query finds nothing.
   * @param {string} query @param {{level?: string, limit?: number, placesOnly?: boolean}} [options] places on `level`
   *   come first among equals
   * @returns {Hit[]}
   */
  find(query, { level, limit = 50, placesOnly = false } = {}) {
    const words = fold(query).split(' ').filter(Boolean);
    if (words.length === 0) return [];
    const whole = words.join(' ');
    const hits = this._entries
      .filter((entry) => !placesOnly || entry.feature)
      .map((entry) => ({ ...entry, rank: rankOf(entry, words, whole) }))
      .filter(({ rank }) => rank !== NOT);
    const near = ({ feature = undefined }) => (!feature || feature.levels.includes(level ?? '') ? 0 : 1);
    hits.sort((a, b) => a.rank - b.rank || near(a) - near(b) || a.title.localeCompare(b.title, this._language));
    return /** @type {Hit[]} */ (hits.slice(0, limit));
  }

  /**
   * The category of that id, or of that name in any language.
   * @param {string} text
   */
  category(text) {
    if (this.byCategory.has(text)) return text;
    const wanted = fold(text);
    return this._entries.find((entry) => entry.category && entry.names.includes(wanted))?.category;
  }
}

/** @param {unknown[]} texts */
const folded = (texts) => [...new Set(texts
  .filter((text) => typeof text === 'string' || typeof text === 'number')
  .map((text) => fold(String(text))))].filter(Boolean);

/** @param {Entry} entry @param {string[]} words @param {string} whole */
function rankOf({ names, rest }, words, whole) {
  if (names.some((name) => name.startsWith(whole))) return BY_NAME;
  return Math.max(...words.map((word) => rankOfWord(word, names, rest)));
}

/** @param {string} word @param {string[]} names @param {string[]} rest */
function rankOfWord(word, names, rest) {
  const begins = (/** @type {string} */ text) => ` ${text}`.includes(` ${word}`);
  if (names.some(begins)) return BY_WORD;
  if (rest.some(begins)) return BY_OTHER_WORD;
  // Inside a word one letter finds everything.
  return word.length > 1 && names.some((name) => name.includes(word)) ? INSIDE : NOT;
}
