// @ts-check
import { nameIn } from './names.js';

/** @typedef {import('./venue/venue.js').Floor} Floor */

/**
 * The list of floors, the highest on top: a radio group that arrows, Home and End walk through. Hidden for a venue of
 * one floor; scrolls when it is higher than the screen allows.
 */
export class FloorSwitcher {
  /** @param {{strings: import('./strings.js').Strings, language: string, onPick: (level: string) => void}} options */
  constructor({ strings, language, onPick }) {
    this._strings = strings;
    this._language = language;
    this._onPick = onPick;
    this.element = document.createElement('div');
    this.element.className = 'floors card';
    this.element.setAttribute('role', 'radiogroup');
    this.element.setAttribute('aria-label', strings.floors);
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => this._walk(event));
    this.element.addEventListener('click', (event) => this._clicked(event));
    // Sizes are read when the browser has them; to ask earlier would hold up the first frame.
    new ResizeObserver(() => this._fit()).observe(this.element, { box: 'border-box' });
  }

  /** @param {Floor[]} floors lowest first @param {string} level the one that shows */
  show(floors, level) {
    this.element.hidden = floors.length < 2;
    this.element.replaceChildren(...[...floors].reverse().map((floor) => this._button(floor)));
    this.select(level);
  }

  /** @param {string} level */
  select(level) {
    for (const button of this._buttons()) {
      const isChosen = button.dataset.level === level;
      button.setAttribute('aria-checked', String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    }
    if (this._scrolls) this._showChosen();
  }

  get _scrolls() {
    return this.element.classList.contains('scrolls');
  }

  _fit() {
    this.element.classList.toggle('scrolls', this.element.scrollHeight > this.element.clientHeight);
    if (this._scrolls) this._showChosen();
  }

  /** @param {Floor} floor */
  _button(floor) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'control';
    button.dataset.level = floor.level;
    button.setAttribute('role', 'radio');
    button.textContent = floor.label;
    button.setAttribute('aria-label', floorName(floor, this._strings, this._language));
    return button;
  }

  /** @returns {HTMLButtonElement[]} */
  _buttons() {
    return [...this.element.querySelectorAll('button')];
  }

  /** Not scrollIntoView, which may scroll the page as well. */
  _showChosen() {
    const button = this._buttons().find((candidate) => candidate.tabIndex === 0);
    if (button) this.element.scrollTop = button.offsetTop - (this.element.clientHeight - button.offsetHeight) / 2;
  }

  /** @param {Event} event */
  _clicked(event) {
    const button = /** @type {HTMLElement} */ (event.target).closest('button');
    if (button?.dataset.level !== undefined) this._onPick(button.dataset.level);
  }

  /** @param {KeyboardEvent} event */
  _walk(event) {
    const buttons = this._buttons();
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const steps = new Map([['ArrowUp', at - 1], ['ArrowDown', at + 1], ['Home', 0], ['End', buttons.length - 1]]);
    const next = buttons[steps.get(event.key) ?? -1];
    if (!steps.has(event.key)) return;
    event.preventDefault();
    if (!next) return;
    next.focus({ preventScroll: true });
    this._onPick(/** @type {string} */ (next.dataset.level));
  }
}

/** The floor's full name, such as "Ground floor", or "Floor 3" where there is none.
 * @param {Floor} floor @param {import('./strings.js').Strings} strings @param {string} language */
export const floorName = (floor, strings, language) =>
  nameIn(floor.names, language) || `${strings.floor} ${floor.label}`;
