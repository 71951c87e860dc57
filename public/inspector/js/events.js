/**
 * Reads server-sent events out of text that comes in pieces.
 * Source: html.spec.whatwg.org/multipage/server-sent-events.html, "Interpreting an event stream".
 *
 * EventSource would do so too, but it cannot send a token.
 */
export class EventParser {
  _rest = '';
  _event = fresh();

  /** @param {string} text @returns {{name: string, data: string, id?: string}[]} the events that end in it */
  push(text) {
    this._rest += text;
    const found = [];
    for (;;) {
      const end = /\r\n|\n|\r(?!$)/.exec(this._rest);
      if (!end) return found;
      const line = this._rest.slice(0, end.index);
      this._rest = this._rest.slice(end.index + end[0].length);
      if (line) this._field(line);
      else if (this._event.lines.length) found.push(this._take());
      else this._event = fresh();
    }
  }

  _take() {
    const { name, lines, id } = this._event;
    this._event = fresh();
    return { name: name || 'message', data: lines.join('\n'), id };
  }

  _field(line) {
    const colon = line.indexOf(':');
    if (colon === 0) return; // a comment
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') this._event.name = value;
    if (name === 'data') this._event.lines.push(value);
    if (name === 'id') this._event.id = value;
  }
}

const fresh = () => ({ name: '', lines: [], id: undefined });
