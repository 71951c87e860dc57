// @ts-check
/** How many actions wait for a host at most; older ones are dropped first. */
export const MAX_WAITING = 200;
/** How long actions wait for a host, in milliseconds; a page without any host then runs alone. */
export const MAX_WAIT = 10_000;
const RETRY = 50;

/**
 * Sends the map's actions to the app, through `window.__tb__.dispatch(action)`.
 *
 * The host may define `__tb__` late (iOS: at the document's end) and replace it at any time (Android), so it is
 * looked up at each call, and what is sent before it exists waits.
 */
export class Outbox {
  /**
   * @param {{__tb__?: {dispatch?: (action: object) => void}}} host the window
   * @param {{setTimeout: (callback: () => void, delay: number) => unknown}} [clock]
   */
  constructor(host, clock = { setTimeout: (callback, delay) => setTimeout(callback, delay) }) {
    this._host = host;
    this._clock = clock;
    /** @type {object[]} */
    this._waiting = [];
    this._waited = 0;
    this._timerRuns = false;
    this.send = this.send.bind(this);
  }

  /** @param {import('./dispatch.js').Action} action */
  send(action) {
    this._waiting.push(action);
    if (this._waiting.length > MAX_WAITING) this._waiting.shift();
    this._flush();
  }

  _flush() {
    while (this._waiting.length > 0 && typeof this._host.__tb__?.dispatch === 'function') {
      this._waited = 0;
      const action = this._waiting.shift();
      try {
        this._host.__tb__.dispatch(/** @type {object} */ (action));
      } catch (error) {
        console.error('the host threw at', action, error);
      }
    }
    if (this._waiting.length > 0) this._retryLater();
  }

  _retryLater() {
    if (this._timerRuns) return;
    if (this._waited >= MAX_WAIT) {
      this._waiting.length = 0;
      return;
    }
    this._timerRuns = true;
    this._clock.setTimeout(() => {
      this._timerRuns = false;
      this._waited += RETRY;
      this._flush();
    }, RETRY);
  }
}
