// @ts-check
import { Combobox } from '../search/combobox.js';

/** @typedef {import('../search/panel.js').Found} Found */
/** @typedef {'from' | 'to'} End */
/**
 * What the dialog says about a route.
 * @typedef {{summary: string, steps: {kind: string, level: string, text: string}[], canStart: boolean} |
 *   {problem: string} | null} Answer
 */

/** Where from, where to, without steps or with; below it the way in words. Sits in the card of the place. */
export class RouteDialog {
  /**
   * @param {{card: HTMLElement, strings: import('../strings.js').Strings, find: (query: string, end: End) => Found[],
   *   onPick: (end: End, found: Found) => void, onEmpty: (end: End) => void, onSwap: () => void,
   *   onStepFree: (isOn: boolean) => void, onStart: () => void, onStep: (index: number) => void,
   *   onClose: () => void}} parts
   */
  constructor({ card, strings, onSwap, onStepFree, onStart, onStep, onClose, ...ends }) {
    this._card = card;
    this._strings = strings;
    this.element = document.createElement('section');
    this.element.className = 'route';
    this.element.setAttribute('role', 'dialog');
    this.element.setAttribute('aria-label', strings.route);
    this.element.hidden = true;
    this._from = this._end('from', ends);
    this._to = this._end('to', ends);
    this._stepFree = this._checkbox(onStepFree);
    this._answer = document.createElement('div');
    this._answer.className = 'route-answer';
    this._answer.setAttribute('role', 'status');
    const bar = document.createElement('div');
    bar.className = 'route-bar';
    bar.append(this._stepFree.parentElement ?? '', this._button('swap', strings.swap, onSwap),
      this._button('close', strings.close, onClose));
    this.element.append(bar, this._from.row, this._to.row, this._answer);
    this._onStart = onStart;
    this.element.addEventListener('click', (event) => {
      const step = /** @type {HTMLElement} */ (event.target).closest('[data-step]');
      if (step) onStep(Number(/** @type {HTMLElement} */ (step).dataset.step));
    });
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      onClose();
    });
    card.append(this.element);
  }

  /** @param {End} end @param {{find: any, onPick: any, onEmpty: any}} on */
  _end(end, { find, onPick, onEmpty }) {
    const row = document.createElement('div');
    row.className = 'route-end';
    const input = document.createElement('input');
    Object.assign(input, { id: `route-${end}`, type: 'text', autocomplete: 'off', spellcheck: false, dir: 'auto',
      placeholder: this._strings[end] });
    input.setAttribute('aria-label', this._strings[end]);
    const list = document.createElement('ul');
    list.id = `route-${end}-found`;
    list.className = 'found';
    list.setAttribute('aria-label', this._strings.results);
    const mark = document.createElement('i');
    mark.className = `route-mark ${end}`;
    row.append(mark, input, list);
    const box = new Combobox({ input, list, nothing: this._strings.nothingFound,
      find: (query) => find(query, end), onPick: (found) => onPick(end, found) });
    input.addEventListener('input', () => { if (input.value === '') onEmpty(end); });
    input.addEventListener('focus', () => input.select());
    return { row, input, box };
  }

  /** @param {(isOn: boolean) => void} onChange */
  _checkbox(onChange) {
    const label = document.createElement('label');
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.addEventListener('change', () => onChange(box.checked));
    label.append(box, this._strings.stepFree);
    return box;
  }

  /** @param {string} kind @param {string} name @param {() => void} onClick */
  _button(kind, name, onClick) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = `route-${kind}`;
    button.setAttribute('aria-label', name);
    button.innerHTML = PICTURES[/** @type {keyof PICTURES} */ (kind)];
    button.addEventListener('click', onClick);
    return button;
  }

  /** @param {{from: string, to: string, stepFree: boolean}} state */
  open({ from, to, stepFree }) {
    this.element.hidden = false;
    this._card.classList.add('routing');
    this.fill({ from, to });
    this._stepFree.checked = stepFree;
    // On a touch screen a field with the focus calls a keyboard over half of the map.
    const empty = [[from, this._from], [to, this._to]].find(([name]) => name === '');
    if (empty && matchMedia('(hover: hover)').matches) {
      /** @type {any} */ (empty[1]).input.focus({ preventScroll: true });
    }
  }

  close() {
    this.element.hidden = true;
    this._card.classList.remove('routing');
    this.answer(null);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** @param {{from: string, to: string}} names */
  fill({ from, to }) {
    this._from.input.value = from;
    this._to.input.value = to;
    this._from.box.close();
    this._to.box.close();
  }

  /** @param {Answer} answer */
  answer(answer) {
    this._answer.replaceChildren();
    if (answer === null) return;
    const summary = document.createElement('p');
    summary.className = 'route-summary';
    if ('problem' in answer) {
      summary.textContent = answer.problem;
      this._answer.append(summary);
      return;
    }
    summary.textContent = answer.summary;
    const start = document.createElement('button');
    start.type = 'button';
    start.className = 'route-start';
    start.textContent = this._strings.start;
    start.hidden = !answer.canStart;
    start.addEventListener('click', this._onStart);
    const list = document.createElement('ol');
    list.append(...answer.steps.map(stepRow));
    const head = document.createElement('div');
    head.className = 'route-head';
    head.append(summary, start);
    this._answer.append(head, list);
  }
}

/** @param {{kind: string, text: string}} step @param {number} index */
function stepRow({ kind, text }, index) {
  const row = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.step = String(index);
  button.dataset.kind = kind;
  button.dir = 'auto';
  button.textContent = text;
  row.append(button);
  return row;
}

const picture = (/** @type {string} */ path) =>
  `<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="${path}"/></svg>`;
const PICTURES = {
  swap: picture('M8 5V19M8 19 4 15M8 19 12 15M16 19V5M16 5 12 9M16 5 20 9'),
  close: picture('M6 6 18 18M18 6 6 18'),
};
