const MOST = 2000;

/** Whether an action is shown: each word is in it, and no word with a minus before it. */
export function matches(filter, { text }) {
  return filter.toLowerCase().split(/\s+/).filter(Boolean).every((word) => {
    const isOut = word.startsWith('-') && word.length > 1;
    return text.includes(isOut ? word.slice(1) : word) !== isOut;
  });
}

/** The list of actions, which follows the newest one until it is scrolled up. */
export class Log {
  _filter = '';
  _count = 0;

  /** @param {{list: HTMLElement, shown: HTMLElement, onAgain: (action: object) => void}} parts */
  constructor({ list, shown, onAgain }) {
    Object.assign(this, { _list: list, _shown: shown, _onAgain: onAgain });
  }

  /** @param {{seq: number, time: string, role: string, peer: string, action: {type: string}}} record */
  add(record) {
    const { seq, time, role, peer, action } = record;
    const row = document.createElement('li');
    row.className = role;
    row.text = `${seq} ${role} ${peer} ${JSON.stringify(action)}`.toLowerCase();
    const { type, ...fields } = action;
    const rest = Object.keys(fields).length ? JSON.stringify(fields) : '';
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    const clock = part('time', 'clock', time.slice(11, 23));
    clock.dateTime = time;
    summary.append(part('span', 'seq', seq), clock, part('span', 'who', `${role} ${peer.slice(0, 12)}`),
      part('span', 'type', type), part('span', 'rest', rest.slice(0, 400)));
    details.append(summary);
    details.addEventListener('toggle', () => this._open(details, action), { once: true });
    row.append(details);
    this._append(row);
  }

  /** Something that is no action. */
  note(text) { this._append(part('li', 'note', text)); }

  clear() {
    this._list.replaceChildren();
    this._count = 0;
    this._tell();
  }

  filter(text) {
    this._filter = text;
    this._count = 0;
    for (const row of this._list.children) this._show(row);
    this._tell();
  }

  _append(row) {
    const list = this._list;
    const follows = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    this._show(row);
    list.append(row);
    if (list.children.length > MOST) this._remove(list.firstElementChild);
    if (follows) list.scrollTop = list.scrollHeight;
    this._tell();
  }

  _show(row) {
    row.hidden = row.text !== undefined && !matches(this._filter, row);
    if (row.text !== undefined && !row.hidden) this._count += 1;
  }

  _remove(row) {
    if (row.text !== undefined && !row.hidden) this._count -= 1;
    row.remove();
  }

  _tell() { this._shown.textContent = `${this._count} shown`; }

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
