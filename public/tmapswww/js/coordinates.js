// @ts-check
import { short } from './dispatch.js';

/** The zoom range of the renderer. */
export const MAX_ZOOM = 24;

/**
 * Checks a `center` field. Longitudes beyond 180 are wrapped, since 180 and -180 are one meridian.
 * @param {string} type the action, for the message
 * @param {unknown} value
 * @returns {[number, number]} [lng, lat] in degrees
 */
export function checkCenter(type, value) {
  const pair = Array.isArray(value) && value.length >= 2 ? value.slice(0, 2) : [];
  if (pair.length !== 2 || !pair.every((part) => Number.isFinite(part))) {
    throw new TypeError(`${type}: center must be [longitude, latitude], two numbers in degrees, got ${short(value)}`);
  }
  const [longitude, latitude] = pair;
  if (Math.abs(latitude) > 90) {
    throw new RangeError(`${type}: center ${short(value)} has latitude ${latitude}, beyond 90 degrees; ` +
      'the order is [longitude, latitude]');
  }
  if (Math.abs(longitude) > 360) {
    throw new RangeError(`${type}: center ${short(value)} has longitude ${longitude}, beyond 360 degrees`);
  }
  return [wrap(longitude), latitude];
}

/** @param {number} longitude */
function wrap(longitude) {
  return Math.abs(longitude) <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180;
}

/**
 * Checks a `zoom` field; beyond the range of the renderer the nearest end is taken.
 * @param {string} type @param {unknown} value
 */
export function checkZoom(type, value) {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new TypeError(`${type}: zoom must be a number from 0 to ${MAX_ZOOM}, got ${short(value)}`);
  }
  return Math.min(MAX_ZOOM, Math.max(0, value));
}
