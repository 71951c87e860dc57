import { fieldsOf } from './fields.js';
import { problem } from './problem.js';

/** The box that dispatches an action as a client. */
export class Compose {
  /** @param {{form: HTMLFormElement, url: URL, headers: Record<string, string>}} parts `url` takes the actions */
  constructor({ form, url, headers }) {
    Object.assign(this, { _url: url, _headers: headers });
    for (const id of ['type', 'about', 'fields', 'action', 'to', 'send', 'result']) {
      this[`_${id}`] = form.querySelector(`#${id}`);
    }
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this._dispatch();
    });
    form.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
    this._type.addEventListener('change', () => this._choose());
  }

  /** @param {Record<string, any>} definitions the table of actions: `$defs` of `GET /v1/actions` */
  offer(definitions) {
    this._definitions = definitions;
    const types = Object.keys(definitions).filter((type) => definitions[type]['x-tmaps']?.direction === 'app to map');
    for (const type of types.sort()) this._type.append(new Option(type));
  }

  /**
   * The maps that one action alone may go to. Whoever is chosen stays, connected or not: a reload takes a moment.
   * @param {{peer: string, name?: string}[]} maps
   */
  offerMaps(maps) {
    const chosen = this._to.value;
    const names = new Set(maps.map(({ peer, name }) => name ?? peer));
    const options = [...names].sort().map((name) => new Option(name));
    if (chosen && !names.has(chosen)) options.push(new Option(`${chosen} (not connected)`, chosen));
    this._to.replaceChildren(new Option('every map', ''), ...options);
    this._to.value = chosen;
  }

  /** Puts an action into the box. */
  edit(action) {
    this._action.value = JSON.stringify(action, null, 2);
    this._say('');
    this._action.focus();
  }

  _choose() {
    const definition = this._definitions[this._type.value];
    this._about.textContent = definition?.description ?? '';
    this._fields.replaceChildren(...fieldsOf(definition ?? {}).map(line));
    this._fields.hidden = this._fields.children.length === 0;
    if (definition?.examples?.length) this.edit(definition.examples[0]);
  }

  async _dispatch() {
    this._say('');
    try {
      if (JSON.parse(this._action.value)?.type === '') return this._say('the type is empty: choose an action', true);
    } catch (error) {
      return this._say(`not JSON: ${error.message}`, true);
    }
    this._send.disabled = true;
    try {
      this._say(...await this._post(this._action.value));
    } catch (error) {
      this._say(`not sent: ${error.message}`, true);
    } finally {
      this._send.disabled = false;
    }
  }

  async _post(body) {
    const headers = { ...this._headers, 'Content-Type': 'application/json' };
    const url = new URL(this._url);
    if (this._to.value) url.searchParams.set('to', this._to.value);
    const answer = await fetch(url, { method: 'POST', headers, body });
    if (!answer.ok) return [await problem(answer), true];
    const { seq } = await answer.json();
    return seq.length > 0 ? [`accepted as ${seq.join(', ')}`] : ['an empty list: nothing was dispatched', true];
  }

  _say(text, isFault = false) {
    this._result.textContent = text;
    this._result.classList.toggle('fault', isFault);
  }
}

function line({ name, kind, isRequired, about }) {
  const item = document.createElement('li');
  const code = document.createElement('code');
  code.textContent = name;
  item.append(code, ` ${kind}${isRequired ? ', required' : ''}. ${about}`);
  return item;
}
