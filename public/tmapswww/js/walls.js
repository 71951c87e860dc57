// @ts-check
import { METRES_PER_DEGREE } from './venue/geometry.js';

/** @typedef {[number, number]} Point */
/** @typedef {import('./venue/venue.js').Feature} Feature */

/** Metres. Walls stand inside their room, so that neighbours' do not fall together and a highlighted room's show. */
const THICKNESS = 0.28;
/** A door this near to a wall is in it. */
const REACH = 0.4;
const PITCH = 50;
const MAX_PITCH = 70;
/** Softer shade on the walls than the renderer's own. */
const LIGHT = { anchor: 'map', position: [1.2, 200, 40], intensity: 0.22 };

/**
 * The walls of a floor's rooms as thin upright slabs with gaps for the doors, for 3D. Each has its room's `key`.
 * @param {import('./venue/venue.js').Venue} venue @param {string} level
 */
export function floorWalls(venue, level) {
  const features = venue.featuresOn(level);
  const plane = planeAt(venue.bounds[1]);
  const doors = features.filter(({ kind }) => kind === 'door').flatMap(({ geometry }) => linesOf(geometry))
    .map((line) => line.map(plane.toMetres));
  const walled = features.filter(({ kind }) => kind === 'room' || kind === 'wall');
  return { type: 'FeatureCollection', features: walled.map((feature) => wallsOf(feature, doors, plane)) };
}

/** @param {Feature} feature @param {Point[][]} doors in metres @param {ReturnType<typeof planeAt>} plane */
function wallsOf({ index, geometry, kind }, doors, plane) {
  const lines = kind === 'wall' && geometry.type.endsWith('LineString') ? linesOf(geometry) : ringsOf(geometry);
  const slabs = lines.flatMap((line) => {
    const points = line.map(plane.toMetres);
    return points.slice(1).flatMap((point, at) => edgeSlabs(points[at], point, doors));
  });
  const coordinates = slabs.map((slab) => [slab.map(plane.toDegrees)]);
  return { type: 'Feature', properties: { key: index }, geometry: { type: 'MultiPolygon', coordinates } };
}

/** @param {Point} a @param {Point} b @param {Point[][]} doors @returns {Point[][]} closed rings */
function edgeSlabs(a, b, doors) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (length < 0.01) return [];
  const along = /** @type {Point} */ ([(b[0] - a[0]) / length, (b[1] - a[1]) / length]);
  const gaps = doors.flatMap((door) => gapOf(door, a, along, length));
  return solidParts(length, gaps).map(([from, to]) => slab(a, along, from, to));
}

/** Where a door opens a wall, as distances from its start; none if it is not in it.
 * @param {Point[]} door @param {Point} start @param {Point} along @param {number} length
 * @returns {[number, number][]} */
function gapOf(door, start, along, length) {
  const ends = [door[0], door[door.length - 1]].map(([x, y]) => {
    const [dx, dy] = [x - start[0], y - start[1]];
    return { at: dx * along[0] + dy * along[1], off: Math.abs(dy * along[0] - dx * along[1]) };
  });
  const [from, to] = ends.map(({ at }) => at).sort((a, b) => a - b);
  const isInWall = ends.every(({ off }) => off < REACH) && to > 0 && from < length;
  return isInWall ? [[from, to]] : [];
}

/**
 * What is left of 0 to `length` without the gaps.
 * @param {number} length @param {[number, number][]} gaps
 */
export function solidParts(length, gaps) {
  /** @type {[number, number][]} */
  const parts = [];
  let from = 0;
  for (const [start, end] of [...gaps].sort((a, b) => a[0] - b[0])) {
    if (start > from) parts.push([from, start]);
    from = Math.max(from, end);
  }
  if (from < length) parts.push([from, length]);
  return parts;
}

/** Rings run counterclockwise around their room, so the room lies to the left.
 * @param {Point} start @param {Point} along @param {number} from @param {number} to @returns {Point[]} */
function slab(start, along, from, to) {
  const at = (/** @type {number} */ distance, /** @type {number} */ inside) => /** @type {Point} */ ([
    start[0] + along[0] * distance - along[1] * inside,
    start[1] + along[1] * distance + along[0] * inside,
  ]);
  return [at(from, 0), at(to, 0), at(to, THICKNESS), at(from, THICKNESS), at(from, 0)];
}

/** @param {any} geometry @returns {Point[][]} outer rings counterclockwise, holes clockwise */
function ringsOf(geometry) {
  const polygons = geometry.type === 'MultiPolygon' ? geometry.coordinates : [geometry.coordinates];
  return polygons.flatMap((/** @type {Point[][]} */ rings) =>
    rings.map((ring, index) => (isCounterclockwise(ring) === (index === 0) ? ring : [...ring].reverse())));
}

/** @param {any} geometry @returns {Point[][]} */
const linesOf = (geometry) => (geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates);

/** @param {Point[]} ring */
const isCounterclockwise = (ring) =>
  ring.slice(1).reduce((sum, [x, y], at) => sum + ring[at][0] * y - x * ring[at][1], 0) > 0;

/**
 * Metres east and north of the equator's zero, true to scale near a latitude.
 * @param {number} latitude
 */
function planeAt(latitude) {
  const east = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  return {
    toMetres: (/** @type {Point} */ [lng, lat]) => /** @type {Point} */ ([lng * east, lat * METRES_PER_DEGREE]),
    toDegrees: (/** @type {Point} */ [x, y]) => /** @type {Point} */ ([x / east, y / METRES_PER_DEGREE]),
  };
}

/**
 * Resolves when the camera has tilted.
 * @param {import('./mapview.js').MapView} view @param {'2D' | '3D'} mode
 */
export async function tilt(view, mode) {
  if (mode === '3D') {
    // Not sooner: its fading draws frame after frame.
    view.map.setLight(LIGHT);
    view.map.setMaxPitch(MAX_PITCH);
  }
  await view.camera.moveTo({ pitch: mode === '3D' ? PITCH : 0 });
  // Only now: lowering the limit cuts a tilted camera short. The mode may have changed again meanwhile.
  if (view.mode === '2D') view.map.setMaxPitch(0);
}
