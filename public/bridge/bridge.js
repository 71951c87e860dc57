// The bridge between a tmapswww page and its session. The server puts this script first in <head>, so the page finds
// the two globals that a native app would have defined: `__tb__` and `__reload__`. Addresses are relative to its own.
// Contract: wire.md §1, §3, §4. Reading order: install() at the end, then Link, then its parts from the top.
(() => {
  'use strict';

  const PROTOCOL = 'tmaps.session.v1';
  const ID = /^[A-Za-z0-9_-]{1,64}$/;
  const HELLO_MS = 15_000; // the server gives a handshake 10 s
  const AGAIN_MS = 1_000; // until what could not be kept is said again
  const STABLE_MS = 5_000; // a connection that lived this long starts the back-off anew
  const PATIENCE_MS = 10_000; // for a Tagipedia after READY, before it is called missing
  const TICK_MS = 15_000;
  // Browsers run timers of hidden tabs once a minute, and the server drops a peer 35 s after its last byte. Where no
  // tick came for longer than both, the page slept: its socket is dead at the far end even if it still says OPEN here.
  const ASLEEP_MS = 100_000;

  /** @typedef {{type: string, text: string}} Read an action as it was dispatched: its type and its JSON text */

  const log = (level, text, ...rest) => console[level](`[tmaps bridge] ${text}`, ...rest);

  /** Full jitter: any delay between none and a ceiling that doubles, so that pages do not come back in one wave. */
  class Backoff {
    _attempt = 0;

    constructor({ base = 250, cap = 10_000, random = Math.random } = {}) {
      Object.assign(this, { _base: base, _cap: cap, _random: random });
    }

    /** Milliseconds to wait before the next attempt. */
    next() { return this._random() * Math.min(this._cap, this._base * 2 ** this._attempt++); }

    reset() { this._attempt = 0; }
  }

  /**
   * What the page has dispatched and the server has not confirmed yet, in order. All of it is sent again on every new
   * connection; the server knows each by (peer, id), so nothing is lost and nothing is relayed twice.
   */
  class Outbox {
    /** @type {Map<string, Read & {id: string}>} */
    _entries = new Map();
    _chars = 0;
    _lastId = 0;

    constructor({ maxEntries = 10_000, maxChars = 16 * 2 ** 20 } = {}) {
      Object.assign(this, { _maxEntries: maxEntries, _maxChars: maxChars });
    }

    get size() { return this._entries.size; }
    [Symbol.iterator]() { return [...this._entries.values()].values(); }

    /** Returns the new entry, or null when the box is full. */
    push(read) {
      if (this.size >= this._maxEntries || this._chars + read.text.length > this._maxChars) return null;
      const entry = { ...read, id: String(++this._lastId) };
      this._entries.set(entry.id, entry);
      this._chars += entry.text.length;
      return entry;
    }

    /** Puts actions before all others, under new ids and past the bounds: they open the gate for the rest. */
    unshift(...reads) {
      const later = [...this];
      const sooner = reads.map((read) => ({ ...read, id: String(++this._lastId) }));
      this._entries = new Map([...sooner, ...later].map((entry) => [entry.id, entry]));
      for (const { text } of sooner) this._chars += text.length;
    }

    /** Confirmed or refused: either way it is not sent again. */
    settle(id) {
      this._chars -= this._entries.get(id)?.text.length ?? 0;
      this._entries.delete(id);
    }
  }

  /**
   * How far this page has read since it said READY: (epoch, seq) is one value and is set as one. From (epoch, 0) to the
   * server's `caught_up` the replay is under way; a page cut off in there resumes too, and is given its state again.
   */
  class Position {
    /** @type {{epoch: string, seq: number} | null} null: there is nothing to resume from */
    value = null;
    _epoch = '';
    _isCaughtUp = false;
    // Exact numbers and not only the highest: an action that waited for MAP_LOADED may follow a later one.
    _seen = new Set();

    greet(epoch) {
      if (epoch !== this._epoch) this._seen.clear();
      if (this._epoch === '' && this.value) this.value = { epoch, seq: 0 }; // READY was said before the first hello
      this._epoch = epoch;
    }

    /** The page says READY. */
    begin() {
      this.value = { epoch: this._epoch, seq: 0 };
      this._isCaughtUp = false;
    }

    caughtUp(seq) {
      this.value = { epoch: this._epoch, seq };
      this._isCaughtUp = true;
    }

    /** Says no to an action that was here before. */
    accept(seq) {
      if (this._seen.has(seq)) return false;
      this._seen.add(seq);
      for (const oldest of this._seen) if (this._seen.size > 4096) this._seen.delete(oldest); else break;
      this._advance(seq);
      return true;
    }

    /** The page's own action was given `seq`: all that came before it in the session is here already. */
    confirmed(seq) { if (this._isCaughtUp) this._advance(seq); }

    _advance(seq) { if (this.value && seq > this.value.seq) this.value = { epoch: this._epoch, seq }; }
  }

  /** Hands actions to the bundle's `Tagipedia.dispatch`, in order, looking it up each time: bundles define it late. */
  class Delivery {
    _queue = [];
    _waited = 0;
    _polling = false;

    /** `find` returns the bundle's Tagipedia or undefined, `report` is told of every failure. */
    constructor({ find, report }) { Object.assign(this, { _find: find, _report: report }); }

    push(action) {
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
      const pause = this._waited < PATIENCE_MS ? 50 : 1_000;
      this._waited += pause;
      this._polling = true;
      if (this._waited === PATIENCE_MS) this._report(new Error('10 s after READY there is no Tagipedia.dispatch'));
      setTimeout(() => this._drain(), pause);
    }
  }

  /**
   * Reads what a page dispatches: an object as on iOS, or its JSON text as on Android, which stays untouched.
   * @returns {Read}
   * @throws {TypeError | SyntaxError} saying what is wrong with it
   */
  function readAction(action) {
    const value = typeof action === 'string' ? JSON.parse(action) : action;
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw new TypeError(`an action is an object, this is ${Array.isArray(value) ? 'an array' : String(value)}`);
    }
    if (!Object.hasOwn(value, 'type') || typeof value.type !== 'string') {
      throw new TypeError('the action has no string "type"');
    }
    return { type: value.type, text: typeof action === 'string' ? action : JSON.stringify(value) };
  }

  /** One page's membership in a session, over as many connections as that takes. */
  class Link {
    /** @type {'connecting' | 'open' | 'waiting' | 'stopped'} */
    state = 'connecting';
    stopped = ''; // why
    connections = 0;
    maxMessage = Infinity;
    _attempt = 0;
    _openedAt = 0;
    _lastTick = Date.now();
    _resuming = false;
    _doubt = false; // about being let in
    _socket = null;
    _timer;
    _again; // a timer
    /** @type {Map<string, Read>} what the page has said of itself and is still true */
    _said = new Map();
    _backoff = new Backoff();
    _outbox = new Outbox();
    _position = new Position();
    /** @type {{dispatch: (action: object) => void} | undefined} stands in for a Tagipedia in a pcmap page */
    pcmap;
    _delivery = new Delivery({ find: () => findTagipedia() ?? this.pcmap, report: (error) => this._report(error) });

    constructor({ socketURL, tickets, token, isHidden }) {
      Object.assign(this, { _socketURL: socketURL, _tickets: tickets, _token: token, _isHidden: isHidden });
    }

    get position() { return this._position.value; }
    get pending() { return this._outbox.size; }

    hasSaid(type) { return this._said.has(type); }

    start() {
      setInterval(() => this.wake(), TICK_MS);
      this._connect();
    }

    /** Never throws: the page must not notice that the app behind `__tb__` is a server. */
    dispatch(action) {
      let read;
      try {
        read = readAction(action);
      } catch (error) {
        const reason = error instanceof Error ? error.message : error;
        return log('error', `refused what the page dispatched: ${reason}`, action);
      }
      if (this.state === 'stopped') return log('warn', `not connected any more, ${read.type} is dropped`);
      this._remember(read);
      const entry = this._outbox.push(read);
      if (!entry) return log('error', `${this.pending} actions wait for the server, ${read.type} is dropped`);
      if (this.state === 'open' && !this._again) this._send(entry);
    }

    /** READY and MAP_LOADED are kept, to be said again where the server has forgotten them. */
    _remember(read) {
      if (read.type === 'READY') {
        this._said.clear();
        this._position.begin();
      }
      if (read.type === 'READY' || read.type === 'MAP_LOADED') this._said.set(read.type, read);
    }

    /** The tab was hidden or is shown again: clients are told, for a hidden page draws nothing and its timers sleep. */
    visibilityChanged() {
      if (this.state === 'open') this._socket?.send(`{"hidden":${this._isHidden()}}`);
    }

    /** Called by a slow clock, and when the page may have been away. */
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
      if (this._token || this._doubt) {
        const ticket = await this._ticket(attempt);
        if (!ticket) return;
        protocols.push(`ticket.${ticket}`);
      }
      this._open(protocols);
    }

    /** For one connection. Few pages have a token, so the code comes with it. */
    async _ticket(attempt) {
      // Under a new name each time: some browsers let an import that failed fail for ever.
      this._ask ??= (await import(`${this._tickets}?${attempt}`).catch(() => null))?.askTicket;
      const { ticket, why, wait } = await this._ask?.(this._token) ?? {};
      if (attempt !== this._attempt) return;
      if (why) this._stop(why); else if (!ticket) this._retry(wait);
      return ticket;
    }

    _open(protocols) {
      const url = new URL(this._socketURL);
      this._resuming = Boolean(this.position?.epoch);
      if (this._resuming) {
        url.searchParams.set('after', String(this.position.seq));
        url.searchParams.set('epoch', this.position.epoch);
      }
      const socket = new WebSocket(url, protocols);
      this._socket = socket;
      socket.onmessage = ({ data }) => { if (socket === this._socket) this._receive(JSON.parse(data)); };
      socket.onclose = (event) => { if (socket === this._socket) this._closed(event); };
    }

    /** No zombies: a socket is let go of before the next one is made, and nothing it still says is heard. */
    _leave() {
      const socket = this._socket;
      this._socket = null;
      socket?.close();
    }

    _closed({ code, reason }) {
      this._doubt = this.connections === 0;
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
    _stop(why) {
      clearTimeout(this._timer);
      this._leave();
      this.state = 'stopped';
      this.stopped = why;
      log('error', why);
    }

    _receive(message) {
      if (message.hello) this._hello(message.hello);
      else if (message.action) this._deliver(message);
      else if (message.ack) this._acked(message);
      else if (message.error) this._refused(message.error);
      else if ('resumed' in message) this._resumed(message);
      else if ('caught_up' in message) this._position.caughtUp(message.caught_up);
    }

    _hello({ epoch, limits }) {
      this.maxMessage = limits?.max_message ?? Infinity;
      this._position.greet(epoch);
      if (!this._resuming) this._flush(); // otherwise the answer to that comes next
    }

    _resumed({ resumed, reason }) {
      if (!resumed) {
        log('warn', `the session cannot be resumed (${reason}), starting again at READY`);
        this._position.begin();
        const waiting = new Set([...this._outbox].map(({ type }) => type));
        this._outbox.unshift(...[...this._said.values()].filter(({ type }) => !waiting.has(type)));
      }
      this._flush();
    }

    /** What waited goes out before anything new can: dispatch() sends by itself only from here on. */
    _flush() {
      clearTimeout(this._timer);
      this.state = 'open';
      this.connections += 1;
      this._openedAt = Date.now();
      if (this._isHidden()) this.visibilityChanged();
      for (const entry of this._outbox) this._send(entry);
    }

    _send({ id, type, text }) {
      const message = `{"id":"${id}","action":${text}}`;
      const bytes = message.length * 3 > this.maxMessage ? new TextEncoder().encode(message).length : 0;
      if (bytes <= this.maxMessage) return this._socket?.send(message);
      this._outbox.settle(id); // sending it would close this connection with 1009, and then the next
      log('error', `${type} has ${bytes} bytes, the server takes ${this.maxMessage}: dropped`);
    }

    _deliver({ seq, action }) {
      if (seq !== undefined && !this._position.accept(seq)) return;
      if (action.type === 'LOAD_MAP') this._said.delete('MAP_LOADED');
      this._delivery.push(action);
    }

    /** What the server could not keep is said again, under the same ids and before anything new. */
    _sayAgain(message) {
      if (this._again) return;
      log('warn', `the server cannot keep actions now, they are said again: ${message}`);
      this._again = setTimeout(() => {
        this._again = undefined;
        if (this.state === 'open') for (const entry of this._outbox) this._send(entry);
      }, AGAIN_MS);
    }

    _acked({ ack, seq, duplicate }) {
      this._outbox.settle(ack);
      if (!duplicate) this._position.confirmed(seq);
    }

    _refused({ code, message, id }) {
      if (code === 'storage' && id !== undefined) return this._sayAgain(message);
      if (id !== undefined) this._outbox.settle(id);
      log('warn', `the server refused an action: ${code}: ${message}`);
    }

    _report(error) {
      log('error', 'the page failed on an action:', error);
      this.dispatch({ type: 'ERROR', error: { stack: String((error instanceof Error && error.stack) || error) } });
    }
  }

  /** As a native host does: by the bare name, which also finds a `const Tagipedia` of a classic script. */
  function findTagipedia() {
    try {
      return Tagipedia;
    } catch {
      return undefined; // not declared yet, or not initialised yet
    }
  }

  /**
   * Gives a page that speaks pcmap (seed 4) what it posts to. Only this end has to be there before the page's scripts;
   * few pages speak pcmap, so the adapter comes with the first message, and messages wait for it in order. Nothing is
   * heard from a page that speaks TMaps as well: it would say everything twice.
   */
  function offerPCMap(link, script) {
    let adapter;
    const postMessage = (message) => {
      if (findTagipedia() !== undefined || (!adapter && link.hasSaid('READY'))) return;
      adapter ??= import(new URL('pcmap.mjs', script)).then(({ PCMap }) => {
        link.pcmap = new PCMap({ dispatch: (action) => link.dispatch(action), log });
        return link.pcmap;
      });
      adapter.then((pcmap) => pcmap.receive(message)).catch((error) => log('error', 'pcmap does not work:', error));
    };
    window.webkit ??= {};
    window.webkit.messageHandlers ??= {};
    window.webkit.messageHandlers.mainMessageHandler ??= { postMessage };
  }

  /** Takes `token=…` out of the address bar, so that it is not copied with the address, and keeps it for reloads. */
  function takeToken(session) {
    const key = `tmaps.token.${session}`;
    const fields = location.hash.slice(1).split('&');
    const token = fields.find((field) => field.startsWith('token='))?.slice('token='.length) ?? null;
    if (token !== null) {
      const rest = fields.filter((field) => !field.startsWith('token=')).join('&');
      history.replaceState(history.state, '', location.pathname + location.search + (rest && `#${rest}`));
    }
    try {
      if (token !== null) sessionStorage.setItem(key, token);
      return sessionStorage.getItem(key);
    } catch {
      return token; // the browser forbids storage: good until the next reload
    }
  }

  function install() {
    const script = document.currentScript.src;
    const query = new URLSearchParams(location.search);
    const session = query.get('session') ?? 'default';
    const name = query.get('name'); // of the screen, which stays when the page is loaded again
    const odd = [session, name].find((id) => id !== null && !ID.test(id));
    const random = crypto.getRandomValues(new Uint8Array(16));
    const peer = `p${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`; // new at each load
    const socketURL = new URL(`../v1/sessions/${encodeURIComponent(session)}/map?peer=${peer}`, script);
    if (name !== null) socketURL.searchParams.set('name', name);
    socketURL.protocol = socketURL.protocol.replace('http', 'ws');
    const token = odd === undefined ? takeToken(session) : null;
    const isHidden = () => document.visibilityState === 'hidden';
    const link = new Link({ socketURL, tickets: new URL('tickets.mjs', script), token, isHidden });

    Object.assign(window, {
      __tb__: { dispatch: (action) => link.dispatch(action) },
      __reload__: () => location.reload(),
    });
    offerPCMap(link, script);
    const shown = ['state', 'stopped', 'position', 'pending', 'connections', 'maxMessage'];
    const state = Object.defineProperties({ session, peer }, Object.fromEntries(
      shown.map((name) => [name, { get: () => link[name], enumerable: true }])));
    Object.defineProperty(window, '__bridge__', { value: Object.freeze(state) }); // for tests and the curious

    if (odd !== undefined) return link._stop(`"${odd}" is no session id and no name: 1 to 64 of A-Z a-z 0-9 _ and -`);
    for (const event of ['online', 'pageshow']) addEventListener(event, () => link.wake({ now: true }));
    document.addEventListener('visibilitychange', () => {
      link.visibilityChanged();
      link.wake({ now: !isHidden() });
    });
    addEventListener('hashchange', () => { // a link with another token
      if ((takeToken(session) ?? token) !== token) location.reload();
    });
    link.start();
  }

  if (typeof document === 'object') install();
  else module.exports = { Backoff, Outbox, Position, Delivery, readAction };
})();
