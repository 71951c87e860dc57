// @ts-check
import { short } from '../dispatch.js';
import { checkList, readPlace, text } from '../pins/read.js';

/**
 * `place` null: where the user is.
 * @typedef {{place: import('../framing.js').Place | null, name: string, callback: string}} Stop
 */
/** @typedef {'vehicle' | 'pedestrian' | 'bicycle' | 'transit'} Mode */
/**
 * `previews`: the user starts it.
 * @typedef {{stops: Stop[], mode: Mode, navigates: boolean, previews: boolean, appName: string,
 *   backURL: string}} RouteRequest
 */

const MODES = ['vehicle', 'pedestrian', 'bicycle', 'transit'];

/**
 * Reads SHOW_ROUTE.
 * @param {Record<string, any>} action @returns {RouteRequest}
 */
export function readRoute({ type, stops, mode, navigate, preview, app_name: appName, back_url: backURL }) {
  if (!MODES.includes(mode)) {
    throw new TypeError(`${type}: mode must be one of ${MODES.join(', ')}, got ${short(mode)}`);
  }
  const list = checkList(type, 'stops', stops);
  if (list.length === 1) throw new RangeError(`${type}: stops must be two or more, from the origin on, got 1`);
  return {
    stops: list.map((stop, index) => ({
      place: stop?.current === true ? null : readPlace(`${type}: stops[${index}]`, stop),
      name: text(stop.name),
      callback: text(stop.callback),
    })),
    mode,
    navigates: navigate === true,
    previews: preview !== false || navigate !== true,
    appName: text(appName).trim(),
    // Unlike a map link's, it is used as it is.
    backURL: text(backURL),
  };
}
