// @ts-check
import { Lazy } from './lazy.js';
import { needWords } from './strings.js';

/** @typedef {import('./venue/venue.js').Feature} Feature */

/** The highlighted, the marked and the tapped feature: one of each at most. */
export class Selection {
  /**
   * @param {import('./mapview.js').MapView} view @param {any} maplibre
   * @param {import('./strings.js').Strings} strings
   */
  constructor(view, maplibre, strings) {
    this._view = view;
    this._strings = strings;
    /** @type {Feature | null} */
    this.highlighted = null;
    /** @type {Feature | null} */
    this.marked = null;
    this._marker = new Lazy(async () => {
      const [{ makeMarker }] = await Promise.all([import('./marker.js'), needWords(strings)]);
      return makeMarker(maplibre);
    });
  }

  clear() {
    this.highlighted = null;
    this.marked = null;
    this._marker.value?.remove();
  }

  /** @param {Feature} feature */
  highlight(feature) {
    this.highlighted = feature;
    this._view.setHighlighted(feature);
  }

  /** @param {Feature} feature @param {string} name */
  async mark(feature, name) {
    this.marked = feature;
    const pin = (await this._marker.get()).getElement();
    if (this.marked !== feature) return;
    pin.setAttribute('aria-label', `${this._strings.marked}: ${name}`);
    pin.dataset.featureId = feature.id;
    this.levelChanged();
  }

  /** A pin never stands on another floor than its feature's. */
  levelChanged() {
    const { venue, level, map } = this._view;
    const marker = this._marker.value;
    if (!this.marked || !venue || !this.marked.levels.includes(level)) marker?.remove();
    else marker?.setLngLat(venue.anchor(this.marked)).addTo(map);
  }
}
