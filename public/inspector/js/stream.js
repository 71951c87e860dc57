import { EventParser } from './events.js';
import { problem } from './problem.js';

const HISTORY = 500;
const RETRY_MS = 1000;
/** The server sends something every 25 s. */
const SILENCE_MS = 60_000;

/**
 * A session's actions, live and without a hole: after a cut it goes on behind the last one seen.
 */
export class SessionStream {
  /** The position of the last action seen; null before the first. */
  position = null;

  /**
   * @param {{url: URL, headers: Record<string, string>, onEvent: (name: string, value: any) => void,
   *   onState: (text: string, isFault: boolean) => void}} options `url` is the session's
   */
  constructor({ url, headers, onEvent, onState }) {
    Object.assign(this, { _url: url, _headers: headers, _onEvent: onEvent, _onState: onState });
  }

  /** Ends when the server will not have us, or has no more. */
  async run() {
    for (;;) {
      const why = await this._once().catch((error) => ({ text: `no connection: ${error.message}` }));
      this._onState(why.text, true);
      if (why.isFinal) return;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  async _once() {
    if (this.position === null) {
      const answer = await fetch(this._url, { headers: this._headers });
      if (!answer.ok) return refusal(answer);
      this.position = Math.max(0, (await answer.json()).seq - HISTORY);
    }
    const giveUp = new AbortController();
    const answer = await fetch(`${this._url}/actions`, {
      headers: { ...this._headers, Accept: 'text/event-stream', 'Last-Event-ID': String(this.position) },
      signal: giveUp.signal,
    });
    if (!answer.ok) return refusal(answer);
    this._onState('live', false);
    return this._read(answer.body.pipeThrough(new TextDecoderStream()).getReader(), giveUp);
  }

  async _read(reader, giveUp) {
    const parser = new EventParser();
    for (;;) {
      const silence = setTimeout(() => giveUp.abort(), SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return { text: 'the server has gone' };
      for (const { name, data, id } of parser.push(value)) {
        const content = JSON.parse(data);
        if (id !== undefined) this.position = Number(id);
        if (name === 'close') return closing(content);
        this._onEvent(name, content);
      }
    }
  }
}

async function refusal(answer) {
  const isOfToken = answer.status === 401 || answer.status === 403;
  const hint = isOfToken ? '. Open this page with #token=…, the token of a client: tmaps token --role client' : '';
  return { text: `${await problem(answer)}${hint}`, isFinal: isOfToken || answer.status === 400 };
}

const closing = ({ code, reason }) => ({ text: `closed by the server: ${code} ${reason}`, isFinal: code >= 4500 });
