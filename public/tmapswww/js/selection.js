// @ts-check
/** @typedef {import('./venue/venue.js').Feature} Feature */

/** The pin points at the name, it does not cover it (pixels). */
const PIN_LIFT = 9;
const PIN = '<svg viewBox="0 0 30 40" width="30" height="40" aria-hidden="true">' +
  '<path d="M15 38.5C15 38.5 28 24 28 14.5A13 13 0 0 0 2 14.5C2 24 15 38.5 15 38.5Z"/>' +
  '<circle cx="15" cy="14.5" r="5"/></svg>';

/** The highlighted, the marked and the tapped feature: one of each at most. */
export class Selection {
  /** @param {import('./mapview.js').MapView} view @param {any} maplibre @param {string} markedWord */
  constructor(view, maplibre, markedWord) {
    this._view = view;
    this._markedWord = markedWord;
    /** @type {Feature | null} */
    this.highlighted = null;
    /** @type {Feature | null} */
    this.marked = null;
    const element = document.createElement('div');
    element.className = 'pin';
    element.setAttribute('role', 'img');
    element.innerHTML = PIN;
    this._pin = element;
    this._marker = new maplibre.Marker({ element, anchor: 'bottom', offset: [0, -PIN_LIFT] });
  }

  clear() {
    this.highlighted = null;
    this.marked = null;
    this._marker.remove();
  }

  /** @param {Feature} feature */
  highlight(feature) {
    this.highlighted = feature;
    this._view.setHighlighted(feature);
  }

  /** @param {Feature} feature @param {string} name */
  mark(feature, name) {
    this.marked = feature;
    this._pin.setAttribute('aria-label', `${this._markedWord}: ${name}`);
    this._pin.dataset.featureId = feature.id;
    this.levelChanged();
  }

  /** A pin never stands on another floor than its feature's. */
  levelChanged() {
    const { venue, level, map } = this._view;
    if (!this.marked || !venue || !this.marked.levels.includes(level)) this._marker.remove();
    else this._marker.setLngLat(venue.anchor(this.marked)).addTo(map);
  }
}
