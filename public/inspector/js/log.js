const MOST = 2000;
/** A hidden tab draws no frames (milliseconds). */
const HIDDEN_PAUSE = 500;

/** Whether an action is shown: each word is in it, and no word with a minus before it. */
export function matches(filter, { text }) {
  return filter.toLowerCase().split(/\s+/).filter((word) => word && word !== '-').every((word) => {
    const isOut = word.startsWith('-');
    return text.includes(isOut ? word.slice(1) : word) !== isOut;
  });
}

/**
 * The list of the last actions, which follows the newest one until it is scrolled up. It is one stop for the Tab key;
 * arrows, Home and End walk through it.
 */
export class Log {
  _filter = '';
  _count = 0;
  _isCut = false;
  _isDue = false;
  /** What the next frame shows: to lay the list out for each action would take seconds for a thousand. */
  _waiting = [];
  /** @type {HTMLElement | null} the row that Tab comes to */
  _current = null;

  /**
   * @param {{list: HTMLElement, shown: HTMLElement, found: HTMLElement, newest: HTMLElement,
   *   onAgain: (action: object) => void}} parts `shown` is for the eye, `found` is heard when the filter changes
   */
  constructor({ list, shown, found, newest, onAgain }) {
    Object.assign(this, { _list: list, _shown: shown, _found: found, _newest: newest, _onAgain: onAgain });
    list.addEventListener('keydown', (event) => this._walk(event));
    list.addEventListener('focusin', ({ target }) => this._makeCurrent(target.closest('li')));
    list.addEventListener('scroll', () => { newest.hidden = this._follows; });
    newest.addEventListener('click', () => this._toNewest());
  }

  /** @param {{seq: number, time: string, role: string, peer: string, action: {type: string}}} record */
  add(record) { this._later(record); }

  /** Something that is no action. */
  note(text) { this._later({ note: text }); }

  clear() {
    this._waiting = [];
    this._list.replaceChildren();
    this._count = 0;
    this._isCut = false;
    this._current = null;
    this._newest.hidden = true;
    this._tell();
  }

  filter(text) {
    this._filter = text;
    this._count = 0;
    for (const row of this._list.children) this._show(row);
    this._settle();
    this._found.textContent = `${this._count} of ${this._list.querySelectorAll('details').length} actions`;
  }

  _later(record) {
    this._waiting.push(record);
    if (this._waiting.length > 2 * MOST) this._cut(this._waiting.length - MOST);
    if (this._isDue) return;
    this._isDue = true;
    if (document.hidden) setTimeout(() => this._flush(), HIDDEN_PAUSE);
    else requestAnimationFrame(() => this._flush());
  }

  _cut(count) {
    if (count <= 0) return;
    this._isCut = true;
    this._waiting.splice(0, count);
  }

  _flush() {
    this._isDue = false;
    this._cut(this._waiting.length - MOST);
    const follows = this._follows;
    const rows = this._waiting.splice(0)
      .map((record) => (record.note ? part('li', 'note', record.note) : this._row(record)));
    for (const row of rows) this._show(row);
    this._list.append(...rows);
    while (this._list.children.length > MOST) this._remove(this._list.firstElementChild);
    this._settle();
    if (follows) this._list.scrollTop = this._list.scrollHeight;
  }

  get _follows() {
    const { scrollHeight, scrollTop, clientHeight } = this._list;
    return scrollHeight - scrollTop - clientHeight < 40;
  }

  _toNewest() {
    this._list.scrollTop = this._list.scrollHeight;
    this._makeCurrent(this._end());
    this._current?.querySelector('summary').focus();
  }

  _row({ seq, time, role, peer, action }) {
    const row = document.createElement('li');
    row.className = role;
    row.classList.toggle('fault', action.type === 'ERROR');
    row.text = `${seq} ${role} ${peer} ${JSON.stringify(action)}`.toLowerCase();
    const { type, ...fields } = action;
    const rest = Object.keys(fields).length ? JSON.stringify(fields) : '';
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.tabIndex = -1;
    const clock = part('time', 'clock', time.slice(11, 23));
    clock.dateTime = clock.title = time;
    const who = part('span', 'who', `${role} ${peer.slice(0, 8)}`);
    who.title = peer;
    summary.append(part('span', 'seq', seq), clock, who, part('span', 'type', type),
      part('span', 'rest', rest.slice(0, 400)));
    details.append(summary);
    details.addEventListener('toggle', () => this._open(details, action), { once: true });
    row.append(details);
    return row;
  }

  _show(row) {
    row.hidden = row.text !== undefined && !matches(this._filter, row);
    if (row.text !== undefined && !row.hidden) this._count += 1;
  }

  _remove(row) {
    if (row.text !== undefined && !row.hidden) this._count -= 1;
    this._isCut = true;
    row.remove();
  }

  /** After a change of what shows. Whoever walks through the list stays where they are. */
  _settle() {
    this._tell();
    const isThere = this._current?.isConnected && !this._current.hidden;
    if (!isThere || !this._list.contains(document.activeElement)) this._makeCurrent(this._end());
  }

  _tell() { this._shown.textContent = `${this._count} shown${this._isCut ? ` of the last ${MOST}` : ''}`; }

  // Walking

  /** The nearest row that can be opened. @param {Element | null} row @param {boolean} isUp */
  _openable(row, isUp) {
    const isOpenable = () => !row.hidden && row.text !== undefined;
    while (row && !isOpenable()) row = isUp ? row.previousElementSibling : row.nextElementSibling;
    return row;
  }

  _end() { return this._openable(this._list.lastElementChild, true); }

  _makeCurrent(row) {
    if (row === this._current || row?.text === undefined) return;
    this._current?.querySelector('summary').setAttribute('tabindex', '-1');
    this._current = row;
    row.querySelector('summary').tabIndex = 0;
  }

  _walk(event) {
    if (event.target.tagName !== 'SUMMARY') return;
    const row = event.target.closest('li');
    const next = {
      ArrowUp: () => this._openable(row.previousElementSibling, true),
      ArrowDown: () => this._openable(row.nextElementSibling, false),
      Home: () => this._openable(this._list.firstElementChild, false),
      End: () => this._end(),
    }[event.key]?.();
    if (next === undefined) return;
    event.preventDefault();
    next?.querySelector('summary').focus();
  }

  _open(details, action) {
    const again = part('button', 'again', 'Edit and dispatch');
    again.type = 'button';
    again.addEventListener('click', () => this._onAgain(action));
    details.append(part('pre', '', JSON.stringify(action, null, 2)), again);
  }
}

function part(name, className, text) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.textContent = text;
  return element;
}
