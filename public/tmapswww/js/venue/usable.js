// @ts-check
/** How deep positions are nested, and the fewest of them in a line or ring. @type {Map<string, [number, number]>} */
const SHAPES = new Map([
  ['Point', [0, 1]], ['LineString', [1, 2]], ['MultiLineString', [2, 2]], ['Polygon', [2, 3]], ['MultiPolygon', [3, 3]],
]);

/**
 * What is wrong with a geometry, for a finding; `''` where it can be drawn.
 * @param {any} geometry as it stands in a file
 */
export function geometryProblem(geometry) {
  if (geometry === null || geometry === undefined) return 'no geometry';
  const shape = SHAPES.get(geometry.type);
  if (!shape) return `geometry ${geometry.type} is not drawn`;
  if (!isNested(geometry.coordinates, ...shape)) return 'geometry with no or broken coordinates';
  return isOnEarth(geometry.coordinates) ? '' : 'coordinates that are no degrees, [longitude, latitude]';
}

/**
 * @param {any} coordinates @param {number} depth @param {number} least positions @returns {boolean}
 */
function isNested(coordinates, depth, least) {
  if (!Array.isArray(coordinates)) return false;
  if (depth === 0) return coordinates.length >= 2 && coordinates.every(Number.isFinite);
  const count = depth === 1 ? least : 1;
  return coordinates.length >= count && coordinates.every((part) => isNested(part, depth - 1, least));
}

/** @param {any} coordinates @returns {boolean} */
function isOnEarth(coordinates) {
  if (Array.isArray(coordinates[0])) return coordinates.every(isOnEarth);
  return Math.abs(coordinates[0]) <= 360 && Math.abs(coordinates[1]) <= 90;
}
