// @ts-check
/** Plane geometry on [lng, lat] pairs; venues are small enough for it. */

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
  return coordinates.reduce((/** @type {Box} */ box, /** @type {any} */ part) => joinBoxes(box, boxOf(part)), EMPTY_BOX);
}

/** Twice the signed area over two, in square degrees. @param {Point[]} ring */
export function ringArea(ring) {
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    sum += ring[j][0] * ring[i][1] - ring[i][0] * ring[j][1];
  }
  return Math.abs(sum) / 2;
}

/** The polygon of a geometry with the largest outer ring, as rings; null for other geometries. @param {any} geometry */
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

/** Positive inside, negative outside. @param {Point} point @param {Point[][]} rings @param {number} shrink */
function edgeDistance([x, y], rings, shrink) {
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
 * Width in degrees of the polygon at the height of a point inside it: the room that a label has.
 * @param {Point} point @param {Point[][]} rings
 */
export function widthAt([x, y], rings) {
  let [left, right] = [-Infinity, Infinity];
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [a, b] = [ring[i], ring[j]];
      if (a[1] > y === b[1] > y) continue;
      const crossing = ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0];
      if (crossing <= x) left = Math.max(left, crossing);
      else right = Math.min(right, crossing);
    }
  }
  return Number.isFinite(right - left) ? right - left : 0;
}

/** Any point on a line or the point itself, for labels. @param {any} geometry @returns {Point} */
export function anchorOf(geometry) {
  const rings = largestPolygon(geometry);
  if (rings) return labelPoint(rings);
  const flat = geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates.flat(Infinity);
  if (geometry.type === 'Point') return [flat[0][0], flat[0][1]];
  const [west, south, east, north] = boxOf(geometry.coordinates);
  return [(west + east) / 2, (south + north) / 2];
}
