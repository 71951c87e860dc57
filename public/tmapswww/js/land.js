// @ts-check
import { drawExtra } from './mapextras.js';

const SOURCE = 'land';
/** At the nearest zoom at which it shows the outlines are coarse already. */
const FADE = ['interpolate', ['linear'], ['zoom'], 6, 1, 9, 0];

/** @param {import('./theme.js').Theme} theme */
const layersFor = ({ isDark }) => [
  { id: 'land', type: 'fill', source: SOURCE, maxzoom: 9,
    paint: { 'fill-color': isDark ? '#2c3330' : '#dfe6d6', 'fill-opacity': FADE, 'fill-antialias': false } },
  { id: 'borders', type: 'line', source: SOURCE, maxzoom: 9,
    paint: { 'line-color': isDark ? '#46504b' : '#c3ccb8', 'line-opacity': FADE } },
];

/**
 * Land and borders, for who looks at the map from far away, as at pins in several cities: on a bare ground nobody could
 * tell where they are. From there a venue is smaller than a pixel, so nothing of it is covered.
 */
export class Land {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this._view = /** @type {import('./mapview.js').MapView} */ (app.view);
    app.quietly(this._fetch());
  }

  themeChanged() {
    this._view.repaint(layersFor(this._view.theme));
  }

  async _fetch() {
    const answer = await fetch(new URL('../data/land.json', import.meta.url));
    if (!answer.ok) throw new Error(`data/land.json answered ${answer.status}`);
    drawExtra(this._view.map, SOURCE, await answer.json(), layersFor(this._view.theme), 'tapped');
  }
}
