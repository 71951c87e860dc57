// @ts-check
/**
 * An entry of the list. `key` is unique in it.
 * @typedef {{key: string, title: string, detail: string, colour?: string}} Option
 */

/**
 * A text field with a list of what was found (WAI-ARIA combobox): arrows walk, Enter picks, Escape closes the list.
 * @template {Option} T
 */
export class Combobox {
  /**
   * @param {{input: HTMLInputElement, list: HTMLElement, find: (query: string) => T[], onPick: (option: T) => void,
   *   nothing: string, onShow?: () => void}} parts `nothing` is said where nothing was found
   */
  constructor({ input, list, find, onPick, nothing, onShow = () => {} }) {
    this._input = input;
    this._list = list;
    this._find = find;
    this._onPick = onPick;
    this._nothing = nothing;
    this._onShow = onShow;
    /** @type {T[]} */
    this._options = [];
    this._active = -1;
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', list.id);
    list.setAttribute('role', 'listbox');
    input.addEventListener('input', () => this.search());
    input.addEventListener('keydown', (event) => this._key(event));
    // The list keeps the focus in the field, so a tap on it is no leaving.
    list.addEventListener('pointerdown', (event) => { if (event.pointerType === 'mouse') event.preventDefault(); });
    list.addEventListener('click', (event) => this._clicked(event));
    this.close();
  }

  search() {
    const options = this._find(this._input.value);
    this.show(options, this._input.value.trim() !== '' && options.length === 0);
  }

  /** @param {T[]} options @param {boolean} [isMiss] nothing was found for a query */
  show(options, isMiss = false) {
    this._options = options;
    this._active = -1;
    const rows = options.map((option, index) => this._row(option, index));
    if (isMiss) rows.push(this._miss());
    this._list.replaceChildren(...rows);
    this._list.hidden = rows.length === 0;
    this._list.scrollTop = 0;
    this._input.setAttribute('aria-expanded', String(rows.length > 0));
    if (isMiss) this._input.setAttribute('aria-activedescendant', rows[0].id);
    else this._input.removeAttribute('aria-activedescendant');
    this._onShow();
  }

  close() {
    this.show([]);
  }

  /** True while one of the entries is chosen by the keyboard. */
  get isWalked() {
    return this._active >= 0;
  }

  get isOpen() {
    return !this._list.hidden;
  }

  /** @param {T} option @param {number} index */
  _row(option, index) {
    const row = document.createElement('li');
    row.id = `${this._list.id}-${index}`;
    row.dataset.key = option.key;
    row.setAttribute('role', 'option');
    row.setAttribute('aria-selected', 'false');
    const dot = document.createElement('i');
    if (option.colour) dot.style.background = option.colour;
    row.append(dot, line('b', option.title), line('small', option.detail));
    return row;
  }

  /** An entry that cannot be picked: page readers say it, as the field's active one. */
  _miss() {
    const row = document.createElement('li');
    row.id = `${this._list.id}-miss`;
    row.className = 'miss';
    row.setAttribute('role', 'option');
    row.setAttribute('aria-disabled', 'true');
    row.textContent = this._nothing;
    return row;
  }

  /** @param {number} index */
  _activate(index) {
    const rows = [...this._list.querySelectorAll('[role="option"]')];
    rows[this._active]?.setAttribute('aria-selected', 'false');
    this._active = index;
    const row = /** @type {HTMLElement | undefined} */ (rows[index]);
    if (!row) {
      this._input.removeAttribute('aria-activedescendant');
      return;
    }
    row.setAttribute('aria-selected', 'true');
    this._input.setAttribute('aria-activedescendant', row.id);
    const { offsetTop: top, offsetHeight: height } = row;
    const { scrollTop, clientHeight } = this._list;
    if (top < scrollTop) this._list.scrollTop = top;
    else if (top + height > scrollTop + clientHeight) this._list.scrollTop = top + height - clientHeight;
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    // Enter ends a composition of Arabic or Chinese letters first.
    if (event.isComposing) return;
    const count = this._options.length;
    if (event.key === 'Escape' && this.isOpen) this.close();
    else if (event.key === 'Enter' && count > 0) this._pick(this._options[Math.max(0, this._active)]);
    else if (event.key === 'ArrowDown' && count === 0) this.search();
    else if (event.key === 'ArrowDown') this._activate((this._active + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) this._activate((Math.max(this._active, 0) - 1 + count) % count);
    else return;
    event.preventDefault();
  }

  /** @param {Event} event */
  _clicked(event) {
    const row = /** @type {HTMLElement} */ (event.target).closest('[role="option"]');
    const option = this._options.find(({ key }) => key === /** @type {HTMLElement | null} */ (row)?.dataset.key);
    if (option) this._pick(option);
  }

  /** @param {T} option */
  _pick(option) {
    this.close();
    this._onPick(option);
  }
}

/** @param {string} tag @param {string} text */
function line(tag, text) {
  const element = document.createElement(tag);
  element.dir = 'auto';
  element.textContent = text;
  return element;
}
