// @ts-check
import { drawExtra } from '../mapextras.js';
import { linesOf } from '../theme.js';
import { ring } from './position.js';

const SOURCE = 'accuracy';
const ringLayer = (/** @type {string} */ colour) => ({ id: 'accuracy', type: 'fill', source: SOURCE,
  paint: { 'fill-color': colour, 'fill-opacity': 0.14, 'fill-outline-color': colour } });

/** The user's dot, with its accuracy ring and where it heads; pale and with its floor's label on another floor. */
export class Dot {
  /** @param {import('../mapview.js').MapView} view @param {any} maplibre @param {string} name */
  constructor(view, maplibre, name) {
    this._view = view;
    this._element = document.createElement('div');
    this._element.className = 'me';
    this._element.setAttribute('role', 'img');
    this._name = name;
    this._element.append(document.createElement('i'), document.createElement('b'));
    this._marker = new maplibre.Marker({ element: this._element, rotationAlignment: 'map', pitchAlignment: 'map' });
  }

  /**
   * @param {import('./position.js').Position | null} position null takes it away
   * @param {string} floorLabel of the floor that the position is on
   */
  show(position, floorLabel) {
    if (!position) {
      this._marker.remove();
      this._drawRing([]);
      return;
    }
    const { at, level, accuracy, heading } = position;
    const isElsewhere = level !== null && level !== this._view.level;
    this._element.classList.toggle('elsewhere', isElsewhere);
    this._element.classList.toggle('heads', heading !== null && !isElsewhere);
    const badge = /** @type {HTMLElement} */ (this._element.querySelector('b'));
    badge.textContent = isElsewhere ? floorLabel : '';
    badge.style.transform = `rotate(${-(heading ?? 0)}deg)`;
    this._element.setAttribute('aria-label', isElsewhere ? `${this._name} (${floorLabel})` : this._name);
    this._marker.setLngLat(at).setRotation(heading ?? 0).addTo(this._view.map);
    this._drawRing(accuracy !== null && accuracy > 0 && !isElsewhere ? [ring(at, accuracy)] : []);
  }

  /** @param {number[][][]} rings */
  _drawRing(rings) {
    const features = rings.map((points) => (
      { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [points] } }));
    const layers = [ringLayer(linesOf(this._view.theme).primary)];
    drawExtra(this._view.map, SOURCE, { type: 'FeatureCollection', features }, layers, 'names');
    this._view.repaint(layers);
  }
}
