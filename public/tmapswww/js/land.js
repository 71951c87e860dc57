// @ts-check
const SOURCE = 'land';
/** Below this zoom countries show; at 9 their coarse outlines are gone again. */
const SHOWN_BELOW = 8;
const FADE = ['interpolate', ['linear'], ['zoom'], 6, 1, 9, 0];

/** @param {import('./theme.js').Theme} theme */
const layersFor = ({ isDark }) => [
  { id: 'land', type: 'fill', source: SOURCE, maxzoom: 9,
    paint: { 'fill-color': isDark ? '#2c3330' : '#dfe6d6', 'fill-opacity': FADE, 'fill-antialias': false } },
  { id: 'borders', type: 'line', source: SOURCE, maxzoom: 9,
    paint: { 'line-color': isDark ? '#46504b' : '#c3ccb8', 'line-opacity': FADE } },
];

/**
 * Land and borders behind pins that are far away from any venue: on a bare ground nobody could tell where they are.
 * Fetched when the map is first seen from so far.
 */
export class Land {
  /** @param {import('./mapview.js').MapView} view @param {(error: unknown) => void} report */
  constructor(view, report) {
    this._view = view;
    this._report = report;
    this._wasAsked = false;
    view.map.on('moveend', () => this._look());
    this._look();
  }

  /** For another theme. */
  repaint() {
    this._view.repaint(layersFor(this._view.theme));
  }

  _look() {
    if (this._wasAsked || this._view.map.getZoom() >= SHOWN_BELOW) return;
    this._wasAsked = true;
    this._fetch().catch((error) => this._report(error));
  }

  async _fetch() {
    const answer = await fetch(new URL('../data/land.json', import.meta.url));
    if (!answer.ok) throw new Error(`data/land.json answered ${answer.status}`);
    const geometry = await answer.json();
    const features = [{ type: 'Feature', properties: {}, geometry }];
    this._view.drawExtra(SOURCE, { type: 'FeatureCollection', features }, layersFor(this._view.theme), 'fills');
  }
}
