// @ts-check
import { short } from '../dispatch.js';
import { METRES_PER_DEGREE } from '../venue/geometry.js';

/**
 * Where the user is. `level` null: the source knows no floors. `heading` is degrees clockwise from north, `accuracy`
 * the radius in metres.
 * @typedef {{at: [number, number], level: string | null, accuracy: number | null, heading: number | null}} Position
 */

/**
 * The position of SET_USER_BEACON_LOCATION: `x` metres east and `y` metres north of the origin. 0 is a place, absent is
 * not.
 * @param {Record<string, any>} action @param {(floor: unknown) => string | null} levelOf
 * @returns {Position}
 */
export function beaconPosition(action, levelOf) {
  for (const field of ['x', 'y', 'origin_lat', 'origin_lng']) checkNumber(action, field);
  const { x, y, origin_lat: latitude, origin_lng: longitude } = action;
  checkLatitude(action.type, 'origin_lat', latitude);
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const at = /** @type {[number, number]} */ ([
    longitude + x / (METRES_PER_DEGREE * shrink), latitude + y / METRES_PER_DEGREE]);
  return { at, level: levelOf(action), accuracy: finite(action.accuracy), heading: finite(action.heading) };
}

/**
 * The position of SET_USER_POSITION.
 * @param {Record<string, any>} action @param {(floor: unknown) => string | null} levelOf
 * @returns {Position}
 */
export function givenPosition(action, levelOf) {
  for (const field of ['latitude', 'longitude']) checkNumber(action, field);
  checkLatitude(action.type, 'latitude', action.latitude);
  return { at: [action.longitude, action.latitude], level: levelOf(action), accuracy: finite(action.accuracy),
    heading: finite(action.heading) };
}

/**
 * A fix of the browser's Geolocation API, which gives NaN as the heading of somebody who stands.
 * @param {{latitude: number, longitude: number, accuracy?: number | null, heading?: number | null}} coordinates
 * @returns {Position}
 */
export const gpsPosition = ({ latitude, longitude, accuracy, heading }) =>
  ({ at: [longitude, latitude], level: null, accuracy: finite(accuracy), heading: finite(heading) });

/**
 * The floor that an action names: `ordinal`, or `floor` as a level or a label. Absent: not known.
 * @param {import('../venue/venue.js').Floor[]} floors
 */
export const levelFinder = (floors) => (/** @type {any} */ { type, ordinal, floor }) => {
  if (isAbsent(ordinal) && isAbsent(floor)) return null;
  const found = isAbsent(ordinal)
    ? floors.find(({ level, label }) => level === String(floor) || label === String(floor))
    : floors.find((one) => one.ordinal === Number(ordinal));
  if (found) return found.level;
  const named = isAbsent(ordinal) ? `floor ${short(floor)}` : `ordinal ${short(ordinal)}`;
  throw new RangeError(`${type}: there is no floor with ${named}; there are ` +
    floors.map((one) => `${one.ordinal} ("${one.label}")`).join(', '));
};

/**
 * A circle on the ground.
 * @param {[number, number]} at @param {number} metres
 */
export function ring([longitude, latitude], metres) {
  const north = metres / METRES_PER_DEGREE;
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  const turns = Array.from({ length: 49 }, (_, step) => (step % 48) * ((2 * Math.PI) / 48));
  return turns.map((turn) => [longitude + Math.cos(turn) * east, latitude + Math.sin(turn) * north]);
}

/** @param {Record<string, any>} action @param {string} field */
function checkNumber(action, field) {
  if (typeof action[field] === 'number' && Number.isFinite(action[field])) return;
  throw new TypeError(`${action.type}: ${field} must be a number, got ${short(action[field])}`);
}

/** @param {string} type @param {string} field @param {number} value */
function checkLatitude(type, field, value) {
  if (Math.abs(value) < 90) return;
  throw new RangeError(`${type}: ${field} must be between -90 and 90 degrees, got ${value}`);
}

/** @param {unknown} value */
const finite = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : null);
/** @param {unknown} value */
const isAbsent = (value) => value === undefined || value === null;
