// @ts-check
const picture = (/** @type {string} */ parts) =>
  `<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">${parts}</svg>`;
const PICTURES = {
  gps: picture('<circle cx="12" cy="12" r="6"/><circle class="core" cx="12" cy="12" r="2.5"/>' +
    '<path d="M12 2V6M12 18V22M2 12H6M18 12H22"/>'),
  beacon: picture('<circle class="core" cx="12" cy="12" r="2.5"/>' +
    '<path d="M7.8 16.2a6 6 0 0 1 0-8.4M16.2 7.8a6 6 0 0 1 0 8.4"/>' +
    '<path d="M4.9 19.1a10 10 0 0 1 0-14.2M19.1 4.9a10 10 0 0 1 0 14.2"/>'),
};

/** A round control that asks for the user's location: off, waiting for the first fix, or on. */
export class LocationButton {
  /** @param {'gps' | 'beacon'} kind @param {string} name @param {() => void} onPress */
  constructor(kind, name, onPress) {
    this.element = document.createElement('div');
    this.element.className = 'card location';
    this._button = document.createElement('button');
    this._button.type = 'button';
    this._button.className = `control ${kind}`;
    this._button.innerHTML = PICTURES[kind];
    this._button.setAttribute('aria-label', name);
    this._button.addEventListener('click', onPress);
    this.element.append(this._button);
    this.set('off');
  }

  /** @param {'off' | 'waiting' | 'on'} state */
  set(state) {
    this._button.dataset.state = state;
    this._button.setAttribute('aria-pressed', String(state !== 'off'));
  }
}
