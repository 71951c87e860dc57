// @ts-check
// The bridge between a tmapswww page and the session it belongs to. The server puts this script first in <head>, so the
// page finds the two globals that a native app would have defined: `__tb__` and `__reload__`.
// Contract: wire.md §1, §3, §4. Reading order: install() at the end, then Link, then its parts from the top.
(() => {
  'use strict';

  const PROTOCOL = 'tmaps.session.v1';
  const SESSION_ID = /^[A-Za-z0-9_-]{1,64}$/;
  const HELLO_MS = 15_000; // the server gives a handshake 10 s
  const STABLE_MS = 5_000; // a connection that lived this long starts the back-off anew
  const TICK_MS = 15_000;
  // Chromium runs timers of hidden tabs once a minute, and the server drops a peer 35 s after its last byte. Nobody
  // ticked for longer than both: the page was asleep, its socket is dead at the far end even if it still says OPEN.
  const ASLEEP_MS = 100_000;

  const say = (/** @type {'warn'|'error'} */ level, /** @type {string} */ text, /** @type {any[]} */ ...rest) =>
    console[level](`[tmaps bridge] ${text}`, ...rest);

  /** Full jitter: any delay between none and a ceiling that doubles, so that pages do not come back in one wave. */
  class Backoff {
    constructor({ base = 250, cap = 10_000, random = Math.random } = {}) {
      Object.assign(this, { _base: base, _cap: cap, _random: random });
      this.attempt = 0;
    }

    /** @returns {number} milliseconds */
    next() {
      const ceiling = Math.min(this._cap, this._base * 2 ** this.attempt);
      this.attempt += 1;
      return this._random() * ceiling;
    }

    reset() { this.attempt = 0; }
  }

  /**
   * What the page has dispatched and the server has not confirmed yet, in order. All of it is sent again on every new
   * connection; the server knows each by (peer, id), so nothing is lost and nothing is relayed twice.
   */
  class Outbox {
    constructor({ maxEntries = 10_000, maxChars = 16 * 2 ** 20 } = {}) {
      Object.assign(this, { _maxEntries: maxEntries, _maxChars: maxChars, _chars: 0, _lastId: 0 });
      /** @type {Map<string, {id: string, type: string, text: string}>} */
      this._entries = new Map();
    }

    get size() { return this._entries.size; }

    /** @returns the new entry, or null when the box is full */
    push(/** @type {{type: string, text: string}} */ { type, text }) {
      if (this.size >= this._maxEntries || this._chars + text.length > this._maxChars) return null;
      const id = String(++this._lastId);
      const entry = { id, type, text };
      this._entries.set(id, entry);
      this._chars += text.length;
      return entry;
    }

    /** Puts actions before all others, under new ids and past the bounds: they open the gate for the rest. */
    unshift(/** @type {{type: string, text: string}[]} */ ...actions) {
      const waiting = [...this._entries.values()];
      const first = actions.map(({ type, text }) => ({ id: String(++this._lastId), type, text }));
      this._entries = new Map([...first, ...waiting].map((entry) => [entry.id, entry]));
      for (const { text } of first) this._chars += text.length;
    }

    /** Confirmed or refused: either way it is not sent again. */
    settle(/** @type {string} */ id) {
      const entry = this._entries.get(id);
      if (!entry) return;
      this._entries.delete(id);
      this._chars -= entry.text.length;
    }

    holds(/** @type {string} */ type) { return [...this._entries.values()].some((entry) => entry.type === type); }

    [Symbol.iterator]() { return [...this._entries.values()][Symbol.iterator](); }
  }

  /**
   * How far this page has read: (epoch, seq) is one value and is set as one. Null until the server said `caught_up`,
   * because a page cut off in the middle of a replay needs the whole of it again.
   */
  class Position {
    constructor() {
      /** @type {{epoch: string, seq: number} | null} */
      this.value = null;
      this._epoch = '';
      // Exact numbers and not only the highest: an action that waited for MAP_LOADED may follow a later one.
      this._seen = new Set();
    }

    greet(/** @type {string} */ epoch) {
      if (epoch !== this._epoch) this._seen.clear();
      this._epoch = epoch;
    }

    caughtUp(/** @type {number} */ seq) { this.value = { epoch: this._epoch, seq }; }

    advance(/** @type {number} */ seq) {
      if (this.value && seq > this.value.seq) this.value = { epoch: this._epoch, seq };
    }

    /** @returns false for an action that was here before */
    accept(/** @type {number} */ seq) {
      if (this._seen.has(seq)) return false;
      this._seen.add(seq);
      if (this._seen.size > 4096) this._seen.delete(this._seen.values().next().value);
      this.advance(seq);
      return true;
    }

    forget() { this.value = null; }
  }

  /** Hands actions to the bundle's `Tagipedia.dispatch`, in order, looking it up each time: bundles define it late. */
  class Delivery {
    /**
     * @param {{find: () => any, report: (error: unknown) => void, later?: (fn: () => void, ms: number) => void}} hooks
     */
    constructor({ find, report, later = setTimeout }) {
      Object.assign(this, { _find: find, _report: report, _later: (fn, ms) => later(fn, ms) });
      /** @type {object[]} */
      this._queue = [];
      this._waited = 0;
      this._polling = false;
    }

    push(/** @type {object} */ action) {
      if (this._queue.length < 10_000) this._queue.push(action);
      else this._report(new Error('10,000 actions wait for Tagipedia.dispatch: one more is dropped'));
      if (!this._polling) this._drain();
    }

    _drain() {
      this._polling = false;
      while (this._queue.length > 0) {
        const target = this._find();
        if (typeof target?.dispatch !== 'function') return this._poll();
        const action = this._queue.shift();
        try {
          target.dispatch(action);
        } catch (error) {
          this._report(error);
        }
      }
    }

    _poll() {
      const pause = this._waited < 10_000 ? 50 : 1_000;
      const before = this._waited;
      this._waited += pause;
      if (before < 10_000 && this._waited >= 10_000) {
        this._report(new Error('the page said READY but has defined no Tagipedia.dispatch for 10 s'));
      }
      this._polling = true;
      this._later(() => this._drain(), pause);
    }
  }

  /**
   * Reads what a page dispatches: an object as on iOS, or its JSON text as on Android, which stays untouched.
   * @param {unknown} action
   * @returns {{type: string, text: string}}
   * @throws {TypeError | SyntaxError} saying what is wrong with it
   */
  function readAction(action) {
    const given = typeof action;
    const value = given === 'string' ? JSON.parse(/** @type {string} */ (action)) : action;
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw new TypeError(`an action is an object, this is ${Array.isArray(value) ? 'an array' : String(value)}`);
    }
    if (!Object.hasOwn(value, 'type') || typeof value.type !== 'string') {
      throw new TypeError('the action has no string "type"');
    }
    return { type: value.type, text: given === 'string' ? /** @type {string} */ (action) : JSON.stringify(value) };
  }

  /** @returns {number} size on the wire in bytes (UTF-8) */
  function byteLength(/** @type {string} */ text) { return new TextEncoder().encode(text).length; }

  /** One page's membership in a session, over as many connections as that takes. */
  class Link {
    /** @param {{socketURL: URL, ticketURL: URL, peer: string, token: string | null}} options */
    constructor({ socketURL, ticketURL, peer, token }) {
      Object.assign(this, { _socketURL: socketURL, _ticketURL: ticketURL, _token: token });
      this._backoff = new Backoff();
      this._outbox = new Outbox();
      this._position = new Position();
      this._delivery = new Delivery({ find: findTagipedia, report: (error) => this._report(error) });
      this._socketURL.searchParams.set('peer', peer);
      /** @type {WebSocket | null} */
      this._socket = null;
      /** @type {'connecting' | 'open' | 'waiting' | 'stopped'} */
      this.state = 'connecting';
      this.connections = 0;
      this._attempt = 0;
      this.maxMessage = Infinity;
      this._openedAt = 0;
      this._lastTick = Date.now();
      /** @type {Map<string, {type: string, text: string}>} what the page has said and is still true */
      this._said = new Map();
    }

    get position() { return this._position.value; }
    get pending() { return this._outbox.size; }

    start() {
      setInterval(() => this.wake(), TICK_MS);
      this._connect();
    }

    /** Never throws: the page must not notice that the app behind `__tb__` is a server. */
    dispatch(/** @type {unknown} */ action) {
      let read;
      try {
        read = readAction(action);
      } catch (error) {
        return say('error', `refused what the page dispatched: ${error instanceof Error ? error.message : error}`, action);
      }
      if (this.state === 'stopped') return say('warn', `not connected any more, ${read.type} is dropped`);
      this._remember(read);
      const entry = this._outbox.push(read);
      if (!entry) return say('error', `${this.pending} actions wait for the server, ${read.type} is dropped`);
      if (this.state === 'open') this._send(entry);
    }

    /** READY and MAP_LOADED are kept to be said again when the server has forgotten them. */
    _remember(/** @type {{type: string, text: string}} */ read) {
      if (read.type === 'READY') {
        this._said.clear();
        this._position.forget(); // a whole replay follows; until it ended there is nothing to resume from
      }
      if (read.type === 'READY' || read.type === 'MAP_LOADED') this._said.set(read.type, read);
    }

    /** Called when the page may have been away, and by a slow clock. */
    wake({ now = false } = {}) {
      const asleep = Date.now() - this._lastTick > ASLEEP_MS;
      this._lastTick = Date.now();
      if (this.state === 'stopped') return;
      if (asleep || (now && this.state === 'waiting')) this._connect();
    }

    async _connect() {
      clearTimeout(this._timer);
      this._leave();
      const attempt = ++this._attempt;
      this.state = 'connecting';
      this._timer = setTimeout(() => this._retry(), HELLO_MS);
      const protocols = [PROTOCOL];
      if (this._token) {
        const ticket = await this._ticket(attempt);
        if (attempt !== this._attempt || !ticket) return;
        protocols.push(`ticket.${ticket}`);
      }
      this._open(protocols);
    }

    _open(/** @type {string[]} */ protocols) {
      const url = new URL(this._socketURL);
      this._resuming = this.position !== null;
      if (this.position) {
        url.searchParams.set('after', String(this.position.seq));
        url.searchParams.set('epoch', this.position.epoch);
      }
      const socket = new WebSocket(url, protocols);
      this._socket = socket;
      socket.onmessage = (event) => { if (socket === this._socket) this._receive(event.data); };
      socket.onclose = (event) => { if (socket === this._socket) this._closed(event); };
    }

    /** No zombies: a socket is let go of before the next one is made, and nothing it still says is heard. */
    _leave() {
      const socket = this._socket;
      this._socket = null;
      socket?.close();
    }

    /** A browser cannot put a token on a WebSocket, so it buys a ticket that is good for one connection. */
    async _ticket(/** @type {number} */ attempt) {
      const headers = { Authorization: `Bearer ${this._token}` };
      const answer = await fetch(this._ticketURL, { method: 'POST', headers }).catch(() => null);
      const ticket = answer?.ok ? (await answer.json().catch(() => null))?.ticket : null;
      if (attempt !== this._attempt || ticket) return ticket;
      if (answer?.status === 401 || answer?.status === 403) {
        return this._stop(`the server does not accept the token of this page (${answer.status})`);
      }
      this._retry(Number(answer?.headers.get('Retry-After')) * 1000 || 0);
    }

    _closed(/** @type {CloseEvent} */ { code, reason }) {
      if (code >= 4500 && code <= 4999) return this._stop(`the server ended the connection: ${code} ${reason}`);
      this._retry();
    }

    _retry(leastMs = 0) {
      clearTimeout(this._timer);
      this._attempt += 1; // a ticket that is still under way belongs to nobody now
      if (this.state === 'open' && Date.now() - this._openedAt > STABLE_MS) this._backoff.reset();
      this._leave();
      this.state = 'waiting';
      this._timer = setTimeout(() => this._connect(), Math.max(leastMs, this._backoff.next()));
    }

    /** For good: the server said that coming back would not help. */
    _stop(/** @type {string} */ why) {
      clearTimeout(this._timer);
      this._leave();
      this.state = 'stopped';
      this.stopped = why;
      say('error', why);
    }

    _receive(/** @type {string} */ text) {
      const message = JSON.parse(text);
      if (message.hello) this._hello(message.hello);
      else if (message.action) this._deliver(message);
      else if (message.ack) this._acked(message);
      else if (message.error) this._refused(message.error);
      else if ('resumed' in message) this._resumed(message);
      else if ('caught_up' in message) this._position.caughtUp(message.caught_up);
      else if (message.peers) this.peers = message.peers;
    }

    _hello(/** @type {{epoch: string, limits?: {max_message?: number}}} */ { epoch, limits }) {
      this.maxMessage = limits?.max_message ?? Infinity;
      this._position.greet(epoch);
      if (this._resuming) return; // the answer to that comes next
      // Cut off before its replay ended: the page says once more that it is ready, and gets all of it.
      if (this._said.size > 0 && this.connections > 0) this._sayAgain();
      this._flush();
    }

    _resumed(/** @type {{resumed: boolean, reason?: string}} */ { resumed, reason }) {
      if (!resumed) {
        say('warn', `the session cannot be resumed (${reason}), starting again at READY`);
        this._position.forget();
        this._sayAgain();
      }
      this._flush();
    }

    _sayAgain() {
      this._outbox.unshift(...[...this._said.values()].filter(({ type }) => !this._outbox.holds(type)));
    }

    /** What waited goes out before anything new can: dispatch() sends by itself only from here on. */
    _flush() {
      clearTimeout(this._timer);
      this.state = 'open';
      this.connections += 1;
      this._openedAt = Date.now();
      for (const entry of this._outbox) this._send(entry);
    }

    _send(/** @type {{id: string, type: string, text: string}} */ { id, type, text }) {
      const message = `{"id":"${id}","action":${text}}`;
      // Sending it would close the connection with 1009, and sending it again the next one.
      if (message.length * 3 > this.maxMessage && byteLength(message) > this.maxMessage) {
        this._outbox.settle(id);
        return say('error', `${type} has ${byteLength(message)} bytes, the server takes ${this.maxMessage}: dropped`);
      }
      this._socket?.send(message);
    }

    _deliver(/** @type {{seq?: number, action: any}} */ { seq, action }) {
      if (seq !== undefined && !this._position.accept(seq)) return;
      if (action.type === 'LOAD_MAP') this._said.delete('MAP_LOADED');
      this._delivery.push(action);
    }

    _acked(/** @type {{ack: string, seq: number, duplicate?: boolean}} */ { ack, seq, duplicate }) {
      this._outbox.settle(ack);
      if (!duplicate) this._position.advance(seq); // all that came before it in the session is here already
    }

    _refused(/** @type {{code: string, message: string, id?: string}} */ { code, message, id }) {
      if (id !== undefined) this._outbox.settle(id);
      say('warn', `the server refused an action: ${code}: ${message}`);
    }

    _report(/** @type {unknown} */ error) {
      const stack = error instanceof Error ? error.stack ?? String(error) : String(error);
      say('error', 'the page failed on an action:', error);
      this.dispatch({ type: 'ERROR', error: { stack } });
    }
  }

  /** As a native host does: the bare name, which also finds a `const Tagipedia` of a classic script. */
  function findTagipedia() {
    try {
      // @ts-ignore: defined by the bundle
      return Tagipedia;
    } catch {
      return undefined; // not declared yet, or not initialised yet
    }
  }

  /**
   * Takes `token=…` out of the address bar, so that it is not copied with the address, and keeps it for reloads.
   * @returns {string | null}
   */
  function takeToken(/** @type {string} */ session) {
    const key = `tmaps.token.${session}`;
    const fields = location.hash.slice(1).split('&');
    const found = fields.find((field) => field.startsWith('token='));
    if (found === undefined) return storage()?.getItem(key) ?? null;
    const token = decodeURIComponent(found.slice('token='.length));
    const rest = fields.filter((field) => field !== found).join('&');
    history.replaceState(history.state, '', location.pathname + location.search + (rest && `#${rest}`));
    storage()?.setItem(key, token);
    return token;
  }

  /** @returns {Storage | null} null where the browser forbids it */
  function storage() {
    try {
      return sessionStorage;
    } catch {
      return null;
    }
  }

  function install() {
    const script = /** @type {HTMLScriptElement} */ (document.currentScript).src;
    const session = new URLSearchParams(location.search).get('session') ?? 'default';
    const random = crypto.getRandomValues(new Uint8Array(16));
    const peer = `p${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`; // a reload is a new peer
    const socketURL = new URL(`../v1/sessions/${encodeURIComponent(session)}/map`, script);
    socketURL.protocol = socketURL.protocol.replace('http', 'ws');
    const ticketURL = new URL('../v1/tickets', script);
    const valid = SESSION_ID.test(session);
    const link = new Link({ socketURL, ticketURL, peer, token: valid ? takeToken(session) : null });

    Object.assign(window, {
      __tb__: { dispatch: (/** @type {unknown} */ action) => link.dispatch(action) },
      __reload__: () => location.reload(),
    });
    const facts = ['state', 'maxMessage', 'stopped', 'position', 'pending', 'connections', 'peers'];
    const bridge = Object.defineProperties({ session, peer }, Object.fromEntries(
      facts.map((name) => [name, { get: () => link[name], enumerable: true }])));
    Object.defineProperty(window, '__bridge__', { value: Object.freeze(bridge) });

    if (!valid) return link._stop(`"${session}" is no session id: 1 to 64 of A-Z a-z 0-9 _ and -`);
    for (const event of ['online', 'pageshow']) addEventListener(event, () => link.wake({ now: true }));
    document.addEventListener('visibilitychange', () => link.wake({ now: document.visibilityState === 'visible' }));
    link.start();
  }

  if (typeof document === 'object') install();
  else if (typeof module === 'object') module.exports = { Backoff, Outbox, Position, Delivery, readAction };
})();
