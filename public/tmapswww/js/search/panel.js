// @ts-check
import { Combobox } from './combobox.js';

/** @typedef {import('../venue/venue.js').Feature} Feature */
/** @typedef {import('./combobox.js').Option & {feature?: Feature, category?: string}} Found */

const picture = (/** @type {string} */ parts) =>
  `<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">${parts}</svg>`;
const GLASS = picture('<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5 21 21"/>');
const CROSS = picture('<path d="M6 6 18 18M18 6 6 18"/>');

/** The search field in the card of the place, the list below it, and the chips of the categories. */
export class SearchPanel {
  /**
   * @param {{card: HTMLElement, strings: import('../strings.js').Strings, find: (query: string) => Found[],
   *   onPick: (found: Found) => void, onChip: (category: string) => void, onClear: () => void}} parts
   */
  constructor({ card, strings, find, onPick, onChip, onClear }) {
    this._strings = strings;
    this._row = document.createElement('div');
    this._row.className = 'search-row';
    this._row.setAttribute('role', 'search');
    this._row.innerHTML = `${GLASS}<input id="search" type="text" enterkeyhint="search" autocomplete="off"
      autocapitalize="off" spellcheck="false" dir="auto"><button type="button" hidden>${CROSS}</button>`;
    this._input = /** @type {HTMLInputElement} */ (this._row.querySelector('input'));
    this._clear = /** @type {HTMLButtonElement} */ (this._row.querySelector('button'));
    this._clear.setAttribute('aria-label', strings.clear);
    this._list = document.createElement('ul');
    this._list.id = 'found';
    this._list.className = 'found';
    this._list.setAttribute('aria-label', strings.results);
    this._chips = document.createElement('div');
    this._chips.className = 'chips';
    this._chips.setAttribute('role', 'group');
    this._chips.setAttribute('aria-label', strings.categories);
    this._title = document.createElement('p');
    this._title.className = 'found-title';
    this._title.id = 'found-title';
    this._title.hidden = true;
    card.prepend(this._row);
    card.append(this._title, this._list);
    card.after(this._chips);
    this._box = new Combobox({ input: this._input, list: this._list, find, onPick, nothing: strings.nothingFound,
      onShow: () => this._listShown() });
    this._listen(onChip, onClear);
  }

  /** @param {(category: string) => void} onChip @param {() => void} onClear */
  _listen(onChip, onClear) {
    this._input.addEventListener('input', () => this._showClear());
    this._input.addEventListener('focus', () => { if (this.isEmpty && !this.isListOpen) this._box.search(); });
    this._clear.addEventListener('click', () => {
      this.clear();
      onClear();
      this._input.focus({ preventScroll: true });
    });
    this._chips.addEventListener('click', (event) => {
      const chip = /** @type {HTMLElement} */ (event.target).closest('button');
      if (chip) onChip(/** @type {string} */ (chip.dataset.category));
    });
  }

  /** @param {string} placeName @param {{category: string, label: string, colour: string}[]} chips */
  show(placeName, chips) {
    const words = this._strings.search.replace('{place}', placeName);
    this._input.placeholder = words;
    this._input.setAttribute('aria-label', words);
    this._chips.replaceChildren(...chips.map(({ category, label, colour }) => {
      const chip = document.createElement('button');
      chip.type = 'button';
      chip.dataset.category = category;
      chip.setAttribute('aria-pressed', 'false');
      const dot = document.createElement('i');
      dot.style.background = colour;
      chip.append(dot, label);
      return chip;
    }));
  }

  /** @param {string | null} category */
  press(category) {
    for (const chip of this._chips.querySelectorAll('button')) {
      chip.setAttribute('aria-pressed', String(chip.dataset.category === category));
    }
  }

  /** @param {string} text @param {Found[]} [list] */
  fill(text, list = []) {
    this._input.value = text;
    this._box.show(list);
    this._showClear();
  }

  clear() {
    this.press(null);
    this.fill('');
  }

  closeList() {
    this._box.close();
  }

  get isEmpty() {
    return this._input.value.trim() === '';
  }

  get isListOpen() {
    return !this._list.hidden;
  }

  /**
   * New entries of the open list, unless somebody walks through it.
   * @param {Found[]} list
   */
  update(list) {
    if (!this._box.isWalked) this._box.show(list);
  }

  /** What is listed without a query is what is near. */
  _listShown() {
    const isNearest = this.isEmpty && this.isListOpen;
    this._title.hidden = !isNearest;
    this._title.textContent = isNearest ? this._strings.nearest : '';
    this._list.setAttribute('aria-label', isNearest ? this._strings.nearest : this._strings.results);
  }

  get hasKeyboard() {
    return document.activeElement === this._input;
  }

  _showClear() {
    this._clear.hidden = this._input.value === '';
  }
}
