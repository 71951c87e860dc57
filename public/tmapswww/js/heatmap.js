// @ts-check
import { short } from './dispatch.js';
import { drawExtra } from './mapextras.js';

/** @typedef {import('./venue/venue.js').Venue} Venue */
/** @typedef {{at: [number, number], levels: string[] | null, value: number}} Heat `levels` null: on every floor */

const SOURCE = 'heat';
const LAYER = {
  id: 'heat', type: 'heatmap', source: SOURCE,
  paint: {
    'heatmap-weight': ['get', 'weight'],
    'heatmap-intensity': ['interpolate', ['linear'], ['zoom'], 15, 1, 20, 2.4],
    'heatmap-radius': ['interpolate', ['exponential', 2], ['zoom'], 15, 6, 18, 34, 21, 120],
    'heatmap-opacity': 0.65,
    'heatmap-color': ['interpolate', ['linear'], ['heatmap-density'], 0, 'rgba(60, 110, 170, 0)', 0.2, '#5b8fc7',
      0.45, '#69b58c', 0.7, '#f0c95a', 1, '#d8502e'],
  },
};

/**
 * Reads UPDATE_HEAT_MAP_DATA: values at places, or at features; the highest value is the hottest.
 * @param {{type: string, data?: unknown}} action @param {Venue} venue
 * @returns {Heat[]}
 */
export function readHeat({ type, data }, venue) {
  if (!Array.isArray(data)) throw new TypeError(`${type}: data must be an array, got ${short(data)}`);
  return data.map((entry, index) => {
    const fault = (/** @type {string} */ text) =>
      new TypeError(`${type}: data[${index}] ${text}, got ${short(entry)}`);
    const { location, feature_id: id, value } = entry ?? {};
    if (typeof value !== 'number' || !Number.isFinite(value)) throw fault('must have a number as its value');
    if (id !== undefined && id !== null) {
      const feature = venue.feature(id);
      if (!feature) throw fault('names a feature that the map does not have');
      return { at: venue.anchor(feature), levels: feature.levels, value };
    }
    const isPlace = Array.isArray(location) && location.length >= 2 && location.every(Number.isFinite);
    if (!isPlace) throw fault('must have a location [longitude, latitude] or a feature_id');
    return { at: [location[0], location[1]], levels: null, value };
  });
}

/** The heat on the floor that shows. */
export class HeatMap {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this._view = /** @type {import('./mapview.js').MapView} */ (app.view);
    this.actions = {
      UPDATE_HEAT_MAP_DATA: (/** @type {any} */ action) =>
        this.show(readHeat(action, /** @type {Venue} */ (this._view.venue))),
    };
    /** @type {Heat[]} */
    this.heat = [];
  }

  /** @param {Heat[]} heat none takes it away */
  show(heat) {
    this.heat = heat;
    this.draw();
  }

  venueChanged() {
    this.show([]);
  }

  levelChanged() {
    this.draw();
  }

  draw() {
    const { level } = this._view;
    const most = this.heat.reduce((best, { value }) => Math.max(best, value), 0);
    const here = this.heat.filter(({ levels, value }) => value > 0 && (levels === null || levels.includes(level)));
    const features = here.map(({ at, value }) => ({ type: 'Feature', properties: { weight: value / most },
      geometry: { type: 'Point', coordinates: at } }));
    drawExtra(this._view.map, SOURCE, { type: 'FeatureCollection', features }, [LAYER], 'walls');
  }
}
