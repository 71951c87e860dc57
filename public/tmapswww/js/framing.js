// @ts-check
// Where the camera of SRAttractionsMap goes: the twin of Sources/TMapsAdapters/Attractions, checked against the same
// table, Tests/Shared/framing-cases.json. Places are {latitude, longitude} in degrees.

/** @typedef {{latitude: number, longitude: number}} Place */
/** @typedef {{south: number, west: number, north: number, east: number}} Box `east` is over 180 across that meridian */
/** @typedef {'allAttractions' | 'firstTwoAttractions' | 'userAndFirstAttraction' | 'userAndTheClosestLocation'} Mode */
/** @typedef {Place | 'unknown' | 'denied' | 'failed'} User `unknown`: not asked, or no fix so far */
/** @typedef {'notDetermined' | 'denied' | 'restricted' | 'authorizedWhenInUse' | 'authorizedAlways'} Permission */
/** @typedef {'noAttractions' | 'tooFew' | 'tooFar' | 'denied' | 'failed' | 'unknown'} Fallback */
/**
 * @typedef {{camera: 'keep'} | {camera: 'place', center: Place} | {camera: 'region', center: Place, spanMetres: number}
 *   | {camera: 'bounds', box: Box, center: Place}} Camera
 */
/** @typedef {Camera & {displayMode: Mode, fallback: Fallback | null}} Frame `displayMode` is the mode from here on */
/** @typedef {{displayMode: Mode, zoomRadiusMultiplier?: number, closestDistanceThreshold?: number}} Framing metres */

/** The mean radius of the Earth in metres (IUGG R1). */
const EARTH_RADIUS = 6_371_008.8;
const RADIANS = Math.PI / 180;
/** Points nearer to each other than this many metres are one: a region of no size has no zoom. */
const SAME_PLACE_METRES = 0.01;
/** The zoom for one place alone; a map whose greatest zoom is less takes that. */
export const PLACE_ZOOM = 18;

/** @param {number} degrees @returns {number} the same angle in -180..180 */
const turn = (degrees) => degrees - 360 * Math.round(degrees / 360);

/** @param {number} longitude @returns {number} the same meridian in -180..<180 */
const normalised = (longitude) => (turn(longitude) === 180 ? -180 : turn(longitude));

/**
 * Metres along the great circle, by the haversine formula on a sphere: within 0.56 % of the ellipsoid WGS 84.
 * @param {Place} from @param {Place} to
 */
export function distance(from, to) {
  const halfLatitude = Math.sin(((to.latitude - from.latitude) * RADIANS) / 2);
  const halfLongitude = Math.sin((turn(to.longitude - from.longitude) * RADIANS) / 2);
  const cosines = Math.cos(from.latitude * RADIANS) * Math.cos(to.latitude * RADIANS);
  const a = Math.min(1, halfLatitude ** 2 + cosines * halfLongitude ** 2);
  return 2 * EARTH_RADIUS * Math.atan2(Math.sqrt(a), Math.sqrt(1 - a));
}

/**
 * The narrowest box round all places: it leaves out the widest gap between neighbours, and of gaps of equal width the
 * one across the antimeridian, so that a box crosses it only where it must.
 * @param {Place[]} places at least one
 * @returns {Box}
 */
export function boxAround(places) {
  const latitudes = places.map(({ latitude }) => latitude);
  const longitudes = places.map(({ longitude }) => normalised(longitude)).sort((a, b) => a - b);
  let [west, east] = [longitudes[0], longitudes[longitudes.length - 1]];
  let widest = west + 360 - east;
  for (let n = 1; n < longitudes.length; n += 1) {
    if (longitudes[n] - longitudes[n - 1] <= widest) continue;
    widest = longitudes[n] - longitudes[n - 1];
    [west, east] = [longitudes[n], longitudes[n - 1] + 360];
  }
  return { south: Math.min(...latitudes), west, north: Math.max(...latitudes), east };
}

/**
 * The box of a region, as MKCoordinateRegionMakeWithDistance: so many metres wide and high. Within the globe.
 * @param {Place} center @param {number} spanMetres
 * @returns {Box}
 */
export function boxOfRegion({ latitude, longitude }, spanMetres) {
  const half = spanMetres / 2 / (EARTH_RADIUS * RADIANS);
  const halfWidth = Math.min(180, half / Math.max(Math.cos(latitude * RADIANS), 1e-9));
  return {
    south: Math.max(-90, latitude - half), west: longitude - halfWidth,
    north: Math.min(90, latitude + half), east: longitude + halfWidth,
  };
}

/** @param {Mode} mode */
const needsUser = (mode) => mode === 'userAndFirstAttraction' || mode === 'userAndTheClosestLocation';

/**
 * @param {Framing} framing
 * @param {Place[]} attractions in the app's order; the first two count in two of the modes
 * @param {User} user
 * @returns {Frame}
 */
export function frame({ displayMode, zoomRadiusMultiplier = 2, closestDistanceThreshold = 10_000 }, attractions, user) {
  /** @param {Camera} camera @param {Fallback | null} fallback @returns {Frame} */
  const result = (camera, fallback = null, mode = displayMode) => ({ ...camera, displayMode: mode, fallback });
  /** @param {Place} center @param {number} metres @returns {Camera} */
  const around = (center, metres) => (metres < SAME_PLACE_METRES ? { camera: 'place', center }
    : { camera: 'region', center, spanMetres: metres * zoomRadiusMultiplier });
  if (attractions.length === 0) return result({ camera: 'keep' }, 'noAttractions');
  if (displayMode === 'allAttractions') return result(all(attractions));
  if (displayMode === 'firstTwoAttractions') {
    const [first, second] = attractions;
    if (!second) return result({ camera: 'place', center: first }, 'tooFew');
    return result(around(first, distance(first, second)));
  }
  if (user === 'denied') return result(all(attractions), 'denied', 'allAttractions');
  if (typeof user === 'string') return result(all(attractions), user);
  const distances = attractions.map((place) => distance(user, place));
  if (displayMode === 'userAndFirstAttraction') return result(around(user, distances[0]));
  const closest = Math.min(...distances);
  if (closest < closestDistanceThreshold) return result(around(user, closest));
  return result(all(attractions), 'tooFar', 'allAttractions');
}

/** @param {Place[]} attractions at least one @returns {Camera} */
function all(attractions) {
  const [center] = attractions;
  if (attractions.every((place) => distance(center, place) < SAME_PLACE_METRES)) return { camera: 'place', center };
  const box = boxAround(attractions);
  const middle = { latitude: (box.south + box.north) / 2, longitude: normalised((box.west + box.east) / 2) };
  return { camera: 'bounds', box, center: middle };
}

/**
 * When the camera moves: at first, when the attractions change, and once for the user's first fix. Every method answers
 * with where the camera goes, or null for "stay". Unlike in the original, the permission "always" is as good as "when
 * in use", and a failure shows all attractions (F21).
 */
export class AttractionZoom {
  /** @type {User} */
  _user = 'unknown';
  /** The user's first fix has moved the camera; later ones do not. */
  _hasZoomedToUser = false;

  /** @param {Framing} framing @param {Place[]} attractions */
  constructor(framing, attractions) {
    this._framing = { ...framing };
    this._attractions = attractions;
  }

  /** Becomes `allAttractions` where the user's mode was given up. */
  get displayMode() { return this._framing.displayMode; }

  /** @returns {Frame} */
  appeared() { return this._frame(); }

  /** @param {Place[]} attractions @returns {Frame | null} */
  attractionsChanged(attractions) {
    this._attractions = attractions;
    return this._hasZoomedToUser && needsUser(this.displayMode) ? null : this._frame();
  }

  /** @param {Permission} permission @returns {Frame | null} */
  permissionChanged(permission) {
    if (!needsUser(this.displayMode) || (permission !== 'denied' && permission !== 'restricted')) return null;
    this._user = 'denied';
    return this._frame();
  }

  /** Without attractions the fix is kept for when there are some. @param {Place} place @returns {Frame | null} */
  located(place) {
    this._user = place;
    const moves = needsUser(this.displayMode) && !this._hasZoomedToUser && this._attractions.length > 0;
    return moves ? this._frame() : null;
  }

  /** No fix is to be had; a later one still counts. @returns {Frame | null} */
  locationFailed() {
    if (!needsUser(this.displayMode) || this._hasZoomedToUser) return null;
    this._user = 'failed';
    return this._frame();
  }

  _frame() {
    const result = frame(this._framing, this._attractions, this._user);
    if (typeof this._user === 'object' && needsUser(this.displayMode) && this._attractions.length > 0) {
      this._hasZoomedToUser = true;
    }
    this._framing.displayMode = result.displayMode;
    return result;
  }
}
