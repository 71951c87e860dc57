// @ts-check
import { distance as greatCircle } from '../framing.js';
import { distance } from '../routing/graph.js';
import { findRoute } from '../routing/router.js';

/** @typedef {[number, number]} Point [lng, lat] */
/** @typedef {{at: Point, level: string | null}} Spot `level` null: no floor is known */
/**
 * A line to draw; `level` null: on every floor. Straight: nothing is known of the way.
 * @typedef {{points: Point[], level: string | null, isStraight: boolean}} Piece
 */
/** @typedef {{pieces: Piece[], metres: number}} Leg from one stop to the next */

/** The venue's ways are taken by those who are so close to them (metres). */
const NEAR = 60;

/**
 * The way from one stop to the next: along the venue's ways where both are close to them, else straight.
 * @param {Spot} from @param {Spot} to
 * @param {{graph: import('../routing/graph.js').RouteGraph | null, ground: string}} ways `ground`: the level that
 *   counts where none is known
 * @returns {Leg}
 */
export function planLeg(from, to, { graph, ground }) {
  const [start, end] = [from, to].map(({ at, level }) => {
    const node = graph?.nearest(at, level ?? ground);
    return node && distance(node.at, at) <= NEAR ? node : null;
  });
  if (start && end) {
    const found = findRoute([start], [end]);
    if ('route' in found) return alongWays(from, to, found.route, start, end);
  }
  const straight = { points: [from.at, to.at], level: null, isStraight: true };
  return { pieces: [straight], metres: metresBetween(from.at, to.at) };
}

/**
 * @param {Spot} from @param {Spot} to @param {import('../routing/router.js').Route} route
 * @param {import('../routing/graph.js').Node} start @param {import('../routing/graph.js').Node} end
 * @returns {Leg}
 */
function alongWays(from, to, route, start, end) {
  const pieces = route.legs.flatMap((leg) => (leg.kind === 'walk'
    ? [{ points: [...leg.points], level: /** @type {string | null} */ (leg.level), isStraight: false }] : []));
  // From the stop to the ways and from them to the next stop.
  pieces.unshift({ points: [from.at, start.at], level: start.level, isStraight: false });
  pieces.push({ points: [end.at, to.at], level: end.level, isStraight: false });
  return { pieces, metres: route.metres + distance(from.at, start.at) + distance(end.at, to.at) };
}

/** @param {Point} a @param {Point} b */
export const metresBetween = (a, b) => greatCircle({ longitude: a[0], latitude: a[1] },
  { longitude: b[0], latitude: b[1] });

/**
 * The same points, each on the side of the antimeridian on which it is nearer to the one before.
 * @param {Point[]} points @returns {Point[]}
 */
export function unwrapped(points) {
  let before = points[0]?.[0] ?? 0;
  return points.map(([longitude, latitude]) => {
    before = longitude + 360 * Math.round((before - longitude) / 360);
    return [before, latitude];
  });
}
