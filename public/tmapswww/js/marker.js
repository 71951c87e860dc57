// @ts-check
import { addStyle } from './lazy.js';

/** The pin points at the name, it does not cover it (pixels). */
const PIN_LIFT = 9;
const PIN = '<svg viewBox="0 0 30 40" width="30" height="40" aria-hidden="true">' +
  '<path d="M15 38.5C15 38.5 28 24 28 14.5A13 13 0 0 0 2 14.5C2 24 15 38.5 15 38.5Z"/>' +
  '<circle cx="15" cy="14.5" r="5"/></svg>';

/**
 * The pin of the marked feature, which the renderer moves with the map.
 * @param {any} maplibre
 */
export async function makeMarker(maplibre) {
  await addStyle('css/mark.css');
  const element = document.createElement('div');
  element.className = 'pin';
  element.setAttribute('role', 'img');
  element.innerHTML = PIN;
  return new maplibre.Marker({ element, anchor: 'bottom', offset: [0, -PIN_LIFT] });
}
