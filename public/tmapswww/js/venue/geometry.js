// @ts-check
/** Plane geometry on [lng, lat] pairs; venues are small enough for it. */

export const METRES_PER_DEGREE = 111_320;

/** @typedef {[number, number, number, number]} Box west, south, east, north */
/** @typedef {[number, number]} Point */

export const EMPTY_BOX = /** @type {Box} */ ([Infinity, Infinity, -Infinity, -Infinity]);

/** @param {Box} a @param {Box} b @returns {Box} */
export const joinBoxes = (a, b) =>
  [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];

/** @param {any} coordinates positions nested to any depth @returns {Box} */
export function boxOf(coordinates) {
  if (typeof coordinates[0] === 'number') {
    return [coordinates[0], coordinates[1], coordinates[0], coordinates[1]];
  }
  return coordinates.map(boxOf).reduce(joinBoxes, EMPTY_BOX);
}

/**
 * In square degrees.
 * @param {Point[]} ring
 */
export function ringArea(ring) {
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    sum += ring[j][0] * ring[i][1] - ring[i][0] * ring[j][1];
  }
  return Math.abs(sum) / 2;
}

/**
 * The polygon of a geometry with the largest outer ring, as rings; null for other geometries.
 * @param {any} geometry
 */
export function largestPolygon(geometry) {
  if (geometry.type === 'Polygon') return geometry.coordinates;
  if (geometry.type !== 'MultiPolygon') return null;
  return geometry.coordinates.reduce((/** @type {any} */ best, /** @type {any} */ polygon) =>
    ringArea(polygon[0]) > ringArea(best[0]) ? polygon : best);
}

/**
 * Where a label stands best: the point of the polygon farthest from its edges, found by a coarse grid which is
 * refined around the best cell. Distances are measured in metres-like units (longitude shrunk by cos latitude).
 * @param {Point[][]} rings @returns {Point}
 */
export function labelPoint(rings) {
  let [west, south, east, north] = boxOf(rings[0]);
  if (rings.length === 1 && rings[0].length === 5 && isBox(rings[0])) return [(west + east) / 2, (south + north) / 2];
  const shrink = Math.cos(((south + north) / 2) * (Math.PI / 180));
  /** @type {Point} */
  let best = [(west + east) / 2, (south + north) / 2];
  let bestDistance = edgeDistance(best, rings, shrink);
  for (let round = 0; round < 4; round++) {
    const [width, height] = [(east - west) / 8, (north - south) / 8];
    for (let column = 0.5; column < 8; column++) {
      for (let row = 0.5; row < 8; row++) {
        const point = /** @type {Point} */ ([west + column * width, south + row * height]);
        const distance = edgeDistance(point, rings, shrink);
        // A hair better is not worth leaving the middle for.
        if (distance > bestDistance * 1.02 + 1e-12) [best, bestDistance] = [point, distance];
      }
    }
    [west, south, east, north] = [best[0] - width, best[1] - height, best[0] + width, best[1] + height];
  }
  return best;
}

/** @param {Point[]} ring closed, of four corners */
const isBox = ([a, b, c, d]) =>
  Math.abs(a[0] + c[0] - b[0] - d[0]) < 1e-9 && Math.abs(a[1] + c[1] - b[1] - d[1]) < 1e-9;

/**
 * How far a polygon's edge is, in degrees of latitude: positive inside, negative outside.
 * @param {Point} point @param {Point[][]} rings @param {number} shrink
 */
export function edgeDistance([x, y], rings, shrink) {
  let inside = false;
  let nearest = Infinity;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [a, b] = [ring[i], ring[j]];
      if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
      nearest = Math.min(nearest, segmentDistance(x * shrink, y, a[0] * shrink, a[1], b[0] * shrink, b[1]));
    }
  }
  return inside ? nearest : -nearest;
}

/** @param {number} x @param {number} y @param {number} ax @param {number} ay @param {number} bx @param {number} by */
function segmentDistance(x, y, ax, ay, bx, by) {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/**
 * How far a polygon reaches across and up through a point inside it: the room that a label has there, in metres.
 * @param {Point} point @param {Point[][]} rings
 */
export function roomAt(point, rings) {
  const latitude = point[1];
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const width = chord(point, rings, 0) * METRES_PER_DEGREE * shrink;
  const height = chord(point, rings, 1) * METRES_PER_DEGREE;
  return { width, height, latitude };
}

/**
 * Length of the line through a point and inside the polygon, along axis 0 or 1.
 * @param {Point} point @param {Point[][]} rings @param {0 | 1} along
 */
function chord(point, rings, along) {
  const across = along === 0 ? 1 : 0;
  let [least, most] = [-Infinity, Infinity];
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [a, b] = [ring[i], ring[j]];
      if (a[across] > point[across] === b[across] > point[across]) continue;
      const share = (point[across] - a[across]) / (b[across] - a[across]);
      const crossing = a[along] + (b[along] - a[along]) * share;
      if (crossing <= point[along]) least = Math.max(least, crossing);
      else most = Math.min(most, crossing);
    }
  }
  return Number.isFinite(most - least) ? most - least : 0;
}

/**
 * Any point on a line or the point itself, for labels.
 * @param {any} geometry @returns {Point}
 */
export function anchorOf(geometry) {
  const rings = largestPolygon(geometry);
  if (rings) return labelPoint(rings);
  const flat = geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates.flat(Infinity);
  if (geometry.type === 'Point') return [flat[0][0], flat[0][1]];
  const [west, south, east, north] = boxOf(geometry.coordinates);
  return [(west + east) / 2, (south + north) / 2];
}
