// @ts-check
import { levelOrder, parseLevels } from '../level.js';

/**
 * A way that people walk: a line on one level, or one that joins levels. A lift is a list of the same place on each of
 * its levels. `oneway` ways are walked in the order of their points.
 * @typedef {'walk' | 'stairs' | 'escalator' | 'ramp' | 'lift'} PathKind
 * @typedef {{kind: PathKind, points: {at: [number, number], level: string}[], oneway: boolean, isClosed: boolean}} Path
 */

const WALKED = new Set(['corridor', 'footway', 'path', 'pedestrian', 'steps', 'elevator']);
const CLOSED = new Set(['no', 'private', 'closed']);

/**
 * True for a feature that is a way: a line or a lift's point with OSM's `highway`.
 * @param {any} feature
 */
export const isPath = (feature) =>
  WALKED.has(feature?.properties?.highway) && ['LineString', 'Point'].includes(feature?.geometry?.type);

/**
 * Reads one way. A line over two levels says which end is where by `levels: [first, last]`; without it, it runs up, or
 * down with `incline=down`, as OSM's stairs do.
 * @param {any} feature @returns {{path?: Path, problem?: string}}
 */
export function readPath({ properties, geometry }) {
  const isClosed = CLOSED.has(properties.access) || CLOSED.has(properties.foot);
  const kind = kindOf(properties);
  const listed = Array.isArray(properties.levels) ? properties.levels.map(String) : null;
  const { levels, problem } = listed ? { levels: listed, problem: undefined } : parseLevels(properties.level);
  if (problem || levels.length === 0) return { problem: `way with ${problem ?? 'no level'}` };
  if (geometry.type === 'Point') {
    const points = [...levels].sort(levelOrder).map((level) => ({ at: geometry.coordinates.slice(0, 2), level }));
    return { path: { kind: 'lift', points, oneway: false, isClosed } };
  }
  if (geometry.coordinates.length < 2) return { problem: 'way of one point' };
  const ends = listed ?? (properties.incline === 'down' ? [...levels].reverse() : levels);
  const points = geometry.coordinates.map((/** @type {any} */ at, /** @type {number} */ index) => ({
    at: at.slice(0, 2),
    // The change is at the last step: what lies between is drawn with the level it starts from.
    level: index === geometry.coordinates.length - 1 ? ends[ends.length - 1] : ends[0],
  }));
  const isBackward = properties.oneway === '-1' || properties.conveying === 'backward';
  const oneway = properties.oneway === 'yes' || properties.conveying === 'forward' || isBackward;
  return { path: { kind, points: isBackward ? points.reverse() : points, oneway, isClosed } };
}

/** @param {Record<string, any>} properties @returns {PathKind} */
function kindOf(properties) {
  if (properties.highway === 'elevator') return 'lift';
  if (properties.highway !== 'steps') return properties.ramp === 'yes' ? 'ramp' : 'walk';
  return properties.conveying && properties.conveying !== 'no' ? 'escalator' : 'stairs';
}
