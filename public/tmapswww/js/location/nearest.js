// @ts-check
import { TAPPABLE } from '../draw.js';
import { METRES_PER_DEGREE, edgeDistance } from '../venue/geometry.js';

/** @typedef {import('../venue/venue.js').Feature} Feature */

/** Metres beyond which nothing is near. */
const FAR = 250;
/** What one only passes through. */
const WAYS_THROUGH = new Set(['lift', 'elevator', 'stairs', 'steps', 'escalator', 'entrance']);

/**
 * The named places of a floor by how far they are, in metres, the nearest first; 0 for the one around the point.
 * @param {import('../venue/venue.js').Venue} venue @param {[number, number]} at @param {string} level
 * @param {{isNamed: (feature: Feature) => boolean, limit?: number}} options
 * @returns {{feature: Feature, metres: number}[]}
 */
export function nearestPlaces(venue, at, level, { isNamed, limit = 6 }) {
  return venue.featuresOn(level)
    .filter((feature) => TAPPABLE.has(feature.kind) && feature.kind !== 'building' && feature.category !== 'staff' &&
      !WAYS_THROUGH.has(feature.category) && isNamed(feature))
    .map((feature) => ({ feature, metres: metresTo(feature.geometry, at, () => venue.anchor(feature)) }))
    .filter(({ metres }) => metres <= FAR)
    .sort((a, b) => a.metres - b.metres)
    .slice(0, limit);
}

/** @param {any} geometry @param {[number, number]} at @param {() => [number, number]} anchor */
function metresTo(geometry, at, anchor) {
  const shrink = Math.cos((at[1] * Math.PI) / 180);
  const polygons = { Polygon: [geometry.coordinates], MultiPolygon: geometry.coordinates }[
    /** @type {'Polygon' | 'MultiPolygon'} */ (geometry.type)];
  if (!polygons) {
    const [lng, lat] = anchor();
    return Math.hypot((lng - at[0]) * shrink, lat - at[1]) * METRES_PER_DEGREE;
  }
  const nearest = polygons.map((/** @type {any} */ rings) => -edgeDistance(at, rings, shrink));
  return Math.max(0, Math.min(...nearest)) * METRES_PER_DEGREE;
}
