import { problem } from './problem.js';

/** The box that dispatches an action as a client. */
export class Compose {
  /** @param {{form: HTMLFormElement, url: URL, headers: Record<string, string>}} parts `url` takes the actions */
  constructor({ form, url, headers }) {
    Object.assign(this, { _url: url, _headers: headers });
    for (const id of ['type', 'about', 'action', 'send', 'result']) this[`_${id}`] = form.querySelector(`#${id}`);
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

  /** Puts an action into the box. */
  edit(action) {
    this._action.value = JSON.stringify(action, null, 2);
    this._say('');
    this._action.focus();
  }

  _choose() {
    const definition = this._definitions[this._type.value];
    this._about.textContent = definition?.description ?? '';
    if (definition?.examples?.length) this.edit(definition.examples[0]);
  }

  async _dispatch() {
    try {
      JSON.parse(this._action.value);
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
    const answer = await fetch(this._url, { method: 'POST', headers, body });
    return answer.ok ? [`accepted as ${(await answer.json()).seq.join(', ')}`] : [await problem(answer), true];
  }

  _say(text, isFault = false) {
    this._result.textContent = text;
    this._result.classList.toggle('fault', isFault);
  }
}
