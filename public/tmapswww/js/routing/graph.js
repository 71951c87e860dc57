// @ts-check
import { METRES_PER_DEGREE, boxOf, largestPolygon } from '../venue/geometry.js';

/** @typedef {import('../venue/venue.js').Feature} Feature */
/** @typedef {import('../venue/paths.js').Path} Path */
/** @typedef {import('../venue/paths.js').PathKind} PathKind */
/** @typedef {{id: number, at: [number, number], level: string, edges: Edge[]}} Node */
/** @typedef {{to: Node, kind: PathKind, metres: number, seconds: number, isClosed: boolean}} Edge */

/** Points of one level nearer than this are one node: files round their degrees (about 1 cm). */
const DIGITS = 7;
/** A node that is so near to a room's wall is its door (metres). */
const AT_THE_WALL = 0.6;
/** A place without a node of its own is walked to from the nearest one within this (metres). */
const NEAR = 12;
const WALK_SPEED = 1.3;
/** Seconds for one level, and those that one waits first. */
const VERTICAL = { stairs: [22, 0], escalator: [20, 2], lift: [6, 30], ramp: [0, 0], walk: [0, 0] };

/** The network of ways: nodes are places on a level, and ways on different levels meet only where a way joins them. */
export class RouteGraph {
  /** @param {Path[]} paths */
  constructor(paths) {
    /** @type {Map<string, Node>} */
    this._byKey = new Map();
    /** @type {Node[]} */
    this.nodes = [];
    for (const path of paths) this._add(path);
  }

  /** @param {Path} path */
  _add({ kind, points, oneway, isClosed }) {
    for (let index = 1; index < points.length; index++) {
      const [from, to] = [this._node(points[index - 1]), this._node(points[index])];
      if (from === to) continue;
      const metres = distance(from.at, to.at);
      const levels = from.level === to.level ? 0 : Math.max(1, Math.abs(Number(to.level) - Number(from.level)) || 1);
      const [each, first] = VERTICAL[kind];
      const edge = { kind, metres, isClosed, seconds: metres / WALK_SPEED + (levels > 0 ? first + each * levels : 0) };
      from.edges.push({ ...edge, to });
      if (!oneway) to.edges.push({ ...edge, to: from });
    }
  }

  /** @param {{at: [number, number], level: string}} point */
  _node({ at, level }) {
    const key = `${level}|${at[0].toFixed(DIGITS)},${at[1].toFixed(DIGITS)}`;
    const known = this._byKey.get(key);
    if (known) return known;
    const node = { id: this.nodes.length, at, level, edges: [] };
    this._byKey.set(key, node);
    this.nodes.push(node);
    return node;
  }

  /**
   * Where one comes into a feature: the nodes in it or at its wall, else the nearest one close by.
   * @param {Feature} feature
   * @returns {Node[]}
   */
  entrancesOf(feature) {
    const onLevel = this.nodes.filter((node) => feature.levels.includes(node.level));
    const rings = largestPolygon(feature.geometry);
    if (!rings) {
      const at = feature.geometry.type === 'Point' ? feature.geometry.coordinates : centre(feature.geometry);
      return nearestOf(onLevel, (node) => distance(node.at, at));
    }
    const outside = (/** @type {Node} */ node) => outsideBy(node.at, rings);
    const inside = onLevel.filter((node) => outside(node) <= AT_THE_WALL);
    return inside.length > 0 ? inside : nearestOf(onLevel, outside);
  }

  /**
   * The node from which somebody at a point walks on; null where there is none on that level.
   * @param {[number, number]} at @param {string} level
   */
  nearest(at, level) {
    const onLevel = this.nodes.filter((node) => node.level === level && node.edges.length > 0);
    return onLevel.reduce((/** @type {Node | null} */ best, node) =>
      (best && distance(best.at, at) <= distance(node.at, at) ? best : node), null);
  }
}

/** @param {Node[]} nodes @param {(node: Node) => number} metresOf */
function nearestOf(nodes, metresOf) {
  let [best, least] = [/** @type {Node | null} */ (null), NEAR];
  for (const node of nodes) {
    const metres = metresOf(node);
    if (metres <= least) [best, least] = [node, metres];
  }
  return best ? [best] : [];
}

/** @param {any} geometry @returns {[number, number]} */
function centre(geometry) {
  const [west, south, east, north] = boxOf(geometry.coordinates);
  return [(west + east) / 2, (south + north) / 2];
}

/**
 * In metres; venues are small enough for a flat earth.
 * @param {number[]} a @param {number[]} b
 */
export function distance(a, b) {
  const shrink = Math.cos(((a[1] + b[1]) / 2) * (Math.PI / 180));
  return Math.hypot((a[0] - b[0]) * shrink, a[1] - b[1]) * METRES_PER_DEGREE;
}

/**
 * How far a point lies outside a polygon, 0 inside (metres).
 * @param {[number, number]} point @param {[number, number][][]} rings
 */
function outsideBy([x, y], rings) {
  const shrink = Math.cos((y * Math.PI) / 180);
  let isInside = false;
  let least = Infinity;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [a, b] = [ring[i], ring[j]];
      if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) isInside = !isInside;
      const [dx, dy] = [(b[0] - a[0]) * shrink, b[1] - a[1]];
      const [px, py] = [(x - a[0]) * shrink, y - a[1]];
      const length = dx * dx + dy * dy;
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
      least = Math.min(least, Math.hypot(px - along * dx, py - along * dy));
    }
  }
  return isInside ? 0 : least * METRES_PER_DEGREE;
}
