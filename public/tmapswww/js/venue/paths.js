// @ts-check
import { levelOrder, parseLevels } from '../level.js';
import { Findings } from './findings.js';
import { geometryProblem } from './usable.js';

/**
 * A way that people walk: a line on one level, or one that joins levels. A lift is a list of the same place on each of
 * its levels. `oneway` ways are walked in the order of their points.
 * @typedef {'walk' | 'stairs' | 'escalator' | 'ramp' | 'lift'} PathKind
 * @typedef {{kind: PathKind, points: {at: [number, number], level: string}[], oneway: boolean, isClosed: boolean}} Path
 */

const CLOSED = new Set(['no', 'private', 'closed']);

/**
 * Reads ways; those that cannot be read are named.
 * @param {{feature: any, name: string}[]} ways
 * @returns {{paths: Path[], findings: string[]}}
 */
export function readWays(ways) {
  const findings = new Findings();
  const paths = ways.flatMap(({ feature, name }) => {
    if (geometryProblem(feature.geometry)) return [];
    const { path, problem } = readPath(feature);
    if (problem) findings.add(problem, name);
    return path ? [path] : [];
  });
  return { paths, findings: findings.sentences() };
}

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
