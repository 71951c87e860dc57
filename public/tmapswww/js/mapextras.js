// @ts-check
/** What only the parts that are loaded later do with the map. */
import { CLOSE_ZOOM } from './mapview.js';

/**
 * Layers that few sessions need are made when they are.
 * @param {any} map @param {any[]} specs @param {string} before
 */
export function addLayers(map, specs, before) {
  for (const layer of specs) if (!map.getLayer(layer.id)) map.addLayer(layer, before);
}

/**
 * Draws what a part of the page brings: its layers are made with its first data.
 * @param {any} map @param {string} source @param {any} data @param {any[]} specs @param {string} before
 */
export function drawExtra(map, source, data, specs, before) {
  const known = map.getSource(source);
  if (known) known.setData(data);
  else if (data.features.length > 0) map.addSource(source, { type: 'geojson', data });
  else return;
  addLayers(map, specs, before);
}

/**
 * Moves the camera to a point, close enough to see rooms.
 * @param {import('./mapview.js').MapView} view @param {[number, number]} center
 */
export async function goTo({ map, camera }, center) {
  await camera.moveTo({ center, zoom: Math.max(map.getZoom(), CLOSE_ZOOM) });
}
