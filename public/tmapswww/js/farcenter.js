// @ts-check
const EARTH_RADIUS_KM = 6371.0088;

/**
 * Swapped coordinates are legal more often than not: a centre far off the venue is worth a line in the console.
 * @param {[number, number]} center @param {[number, number, number, number]} bounds of the venue @param {string} mapId
 */
export function noteFarCenter(center, bounds, mapId) {
  const distance = kilometresFrom(center, bounds);
  if (distance > 1) {
    console.warn(`center [${center}] is ${distance.toFixed(0)} km away from the bounds of map "${mapId}"; ` +
      'the order is [longitude, latitude]');
  }
}

/**
 * Great-circle distance from a point to the nearest point of a box, 0 inside.
 * @param {[number, number]} point [lng, lat]
 * @param {[number, number, number, number]} box west, south, east, north
 */
export function kilometresFrom([longitude, latitude], [west, south, east, north]) {
  const nearest = [Math.min(east, Math.max(west, longitude)), Math.min(north, Math.max(south, latitude))];
  const radians = (/** @type {number} */ degrees) => (degrees * Math.PI) / 180;
  const dLat = radians(nearest[1] - latitude);
  const dLng = radians(nearest[0] - longitude);
  const a = Math.sin(dLat / 2) ** 2 +
    Math.cos(radians(latitude)) * Math.cos(radians(nearest[1])) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(a)));
}
