// @ts-check
import { badgeOf, edgeColour, fillColour, isToldByBadge } from './categories.js';
import { fitLabel, needsShaping } from './labels.js';
import { displayName } from './names.js';
import { largestPolygon, ringArea, roomAt } from './venue/geometry.js';

/** @typedef {import('./venue/venue.js').Venue} Venue */
/** @typedef {import('./venue/venue.js').Feature} Feature */

/** What is drawn over what, lowest first. */
const ORDER = ['ground', 'building', 'level', 'corridor', 'area', 'room', 'wall', 'door', 'point'];
/** Kinds that a tap finds and that bear labels. */
export const TAPPABLE = new Set(['area', 'room', 'point', 'building']);
const LABELLED_TOO = new Set(['ground']);

/**
 * The shapes of a floor for the renderer. `key` is the feature's index: the renderer's own ids must be numbers to be
 * exact ("007" and "7" would be one to it), and the real feature is looked up by it.
 * @param {Venue} venue @param {string} level @param {boolean} [isDark]
 */
export function floorShapes(venue, level, isDark = false) {
  return collection(venue.featuresOn(level).map((feature) => {
    const colour = fillColour(feature, isDark);
    const { index: key, kind } = feature;
    const edge = edgeColour(kind, colour, isDark);
    return shape(feature.geometry, { key, kind, order: ORDER.indexOf(kind), colour, edge });
  }));
}

/**
 * The label points of a floor. Each has a `text` that the renderer draws, or an `image` that we paint, and maybe a
 * `badge`; `rank` is lower for what should win when labels collide.
 * @param {Venue} venue @param {string} level @param {import('./tenants.js').Tenants} tenants @param {string} language
 */
export function floorLabels(venue, level, tenants, language) {
  const bearers = venue.featuresOn(level).filter(({ kind }) => TAPPABLE.has(kind) || LABELLED_TOO.has(kind));
  return collection(bearers.flatMap((feature) => label(venue, feature, tenants.of(feature.id), language) ?? []));
}

/** @param {Venue} venue @param {Feature} feature @param {import('./tenants.js').Tenant | undefined} tenant
 * @param {string} language */
function label(venue, feature, tenant, language) {
  const badge = badgeOf(feature.category);
  const named = tenant !== undefined || feature.names.size > 0 || feature.booth !== '';
  const isTold = isToldByBadge(feature.category) && tenant === undefined;
  const text = named && !isTold ? displayName(feature, tenant, language) : '';
  if (text === '' && badge === '') return null;
  const anchor = venue.anchor(feature);
  const rings = largestPolygon(feature.geometry);
  const { lines, minzoom } = fitLabel(text, rings && roomAt(anchor, rings));
  const block = lines.join('\n');
  const shaped = needsShaping(text);
  return shape({ type: 'Point', coordinates: anchor }, {
    key: feature.index,
    text: shaped ? '' : block,
    image: shaped ? `label:${block}` : '',
    badge: badge && `badge:${badge}`,
    shift: badge === '' ? 0 : 1,
    minzoom,
    rank: rings ? -Math.round(Math.sqrt(ringArea(rings[0])) * 1e7) : 0,
  });
}

/** @param {any} geometry @param {Record<string, any>} properties */
const shape = (geometry, properties) => ({ type: 'Feature', geometry, properties });

/** @param {any[]} features */
const collection = (features) => ({ type: 'FeatureCollection', features });
