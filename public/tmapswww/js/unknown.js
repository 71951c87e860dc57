// @ts-check
/** @typedef {import('./venue/venue.js').Venue} Venue */

/**
 * The feature ids that a venue does not have.
 * @param {string[]} ids @param {Pick<Venue, 'feature'>} venue
 */
export const unknownIn = (ids, venue) => ids.filter((id) => !venue.feature(id));

/**
 * Says of which tenants the map has no feature.
 * @param {string[]} ids @param {Venue} venue
 */
export function noteUnknown(ids, venue) {
  const unknown = unknownIn(ids, venue);
  if (unknown.length === 0) return;
  const some = unknown.slice(0, 10).join(', ');
  console.info(`map "${venue.id}" lacks the features of ${unknown.length} tenants: ${some}`);
}
