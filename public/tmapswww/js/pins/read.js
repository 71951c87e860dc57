// @ts-check
import { short } from '../dispatch.js';
import { callerURL } from './callback.js';

/** @typedef {import('./callback.js').Pin & {style: string}} ShownPin */
/**
 * `zoom` null: the page's own choice.
 * @typedef {{pins: ShownPin[], appName: string, backURL: string, opensAtOnce: boolean,
 *   zoom: number | null}} PinsRequest
 */

/**
 * Reads SHOW_PINS.
 * @param {Record<string, any>} action @returns {PinsRequest}
 */
export function readPins({ type, points, app_name: appName, back_url: backURL, balloon_action: balloon, zoom }) {
  const pins = checkList(type, 'points', points).map((point, index) => {
    const where = `${type}: points[${index}]`;
    return { ...readPlace(where, point), name: text(point.name), id: text(point.id), style: text(point.style) };
  });
  return {
    pins,
    appName: text(appName).trim(),
    backURL: callerURL(text(backURL)),
    opensAtOnce: isOn(balloon),
    // As in the app: less than 1 is no zoom.
    zoom: typeof zoom === 'number' && zoom >= 1 ? zoom : null,
  };
}

/**
 * A link has the word `openUrlOnBalloonClick` there, a client maybe true.
 * @param {unknown} value
 */
const isOn = (value) => value !== undefined && value !== null && value !== false && value !== 0;

/**
 * @param {string} type @param {string} field @param {unknown} value
 * @returns {any[]}
 */
export function checkList(type, field, value) {
  if (Array.isArray(value)) return value;
  throw new TypeError(`${type}: ${field} must be an array, got ${short(value)}`);
}

/**
 * @param {string} where for the message @param {any} value
 * @returns {{latitude: number, longitude: number}}
 */
export function readPlace(where, value) {
  if (typeof value !== 'object' || value === null) {
    throw new TypeError(`${where} must be an object with latitude and longitude, got ${short(value)}`);
  }
  const { latitude, longitude } = value;
  for (const [field, degrees, limit] of [['latitude', latitude, 90], ['longitude', longitude, 180]]) {
    if (typeof degrees === 'number' && Math.abs(degrees) <= limit) continue;
    throw new RangeError(`${where}.${field} must be a number from -${limit} to ${limit}, got ${short(degrees)}`);
  }
  return { latitude, longitude };
}

/**
 * The address of a picture, or none: what begins like `javascript:` is not even tried.
 * @param {unknown} value
 */
export function pictureAddress(value) {
  const address = text(value).trim();
  const [scheme] = /^[a-z][a-z0-9+.-]*:/i.exec(address) ?? [''];
  return scheme === '' || /^(https?|data|blob):$/i.test(scheme) ? address : '';
}

/**
 * Text and numbers only: an object is no title.
 * @param {unknown} value
 */
export const text = (value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
