// @ts-check
/** Lengths of moves in milliseconds. */
const EASE = 600;
const FLY_AT_MOST = 1600;
/** After this much more than its length, a move counts as stuck and is cut short. */
const STUCK_AFTER = 700;
/** For so long after SET_ZOOM or SET_CENTER the app's view is not moved by a highlight (milliseconds). */
const APP_HOLDS = 5000;
const TOUCH_KEYS = /^(Arrow|[+=\-_]$)/;

/** @typedef {{center?: [number, number], zoom?: number, pitch?: number, bearing?: number}} View */

/**
 * Moves the map's camera. Moves that come in one burst become one move to the goals of all of them, so none of them
 * cancels another; each caller's `ended` runs exactly once, when that move has ended or the user has taken over.
 */
export class Camera {
  /** @param {any} map @param {{reducedMotion: () => boolean, document?: Document}} options */
  constructor(map, { reducedMotion, document = globalThis.document }) {
    this._map = map;
    this._reducedMotion = reducedMotion;
    this._document = document;
    /** @type {View} where the current move goes */
    this._goal = {};
    /** @type {(() => void)[]} */
    this._ended = [];
    /** The current move; events of earlier ones are stale. */
    this._move = 0;
    this._isMoving = false;
    /** The last centre that the app asked for: at a low zoom the renderer holds another one. */
    this._askedCenter = undefined;
    this._appHoldsUntil = 0;
    /** @type {Record<string, number>} the number of the app's last move of each kind */
    this.asked = {};
    this._watch();
  }

  /** @param {[number, number]} center @param {() => void} ended */
  setCenter(center, ended) {
    this._askedCenter = center;
    this._byApp({ center }, false, ended);
  }

  /** @param {number} zoom @param {{fly: boolean, center?: [number, number]}} how @param {() => void} ended */
  setZoom(zoom, { fly, center }, ended) {
    if (center) this._askedCenter = center;
    this._byApp(this._askedCenter ? { zoom, center: this._askedCenter } : { zoom }, fly, ended);
  }

  /**
   * A move of the bundle's own, such as to a highlighted feature.
   * @param {View} view @returns {Promise<void>}
   */
  moveTo(view) {
    if (view.center) this._askedCenter = undefined;
    return new Promise((resolve) => this._start(view, false, resolve));
  }

  /**
   * The same for an action that came when the app had asked for `asked`: what it has asked for since then stands.
   * @param {View} view @param {Record<string, number>} asked
   */
  async moveUnlessAsked(view, asked) {
    const open = Object.entries(view).filter(([kind]) => asked[kind] === this.asked[kind]);
    if (open.length > 0) await this.moveTo(Object.fromEntries(open));
  }

  /**
   * At once, without a move.
   * @param {View} view
   */
  jumpTo(view) {
    this._finish();
    this._askedCenter = view.center;
    this._map.jumpTo(view);
  }

  /**
   * Resolves when no move is under way.
   * @returns {Promise<void>}
   */
  settled() {
    return new Promise((resolve) => {
      if (this._isMoving) this._ended.push(resolve);
      else resolve();
    });
  }

  /** The user wants something else now than what the app has asked for. */
  release() {
    this._appHoldsUntil = 0;
  }

  /** True while the view is one that the app has just asked for and nobody has changed. */
  get isHeldByApp() {
    return this._appHoldsUntil > performance.now();
  }

  /** @param {View} view @param {boolean} fly @param {() => void} ended */
  _byApp(view, fly, ended) {
    this._appHoldsUntil = Infinity;
    for (const kind of Object.keys(view)) this.asked = { ...this.asked, [kind]: (this.asked[kind] ?? 0) + 1 };
    this._start(view, fly, () => {
      if (this._appHoldsUntil === Infinity) this._appHoldsUntil = performance.now() + APP_HOLDS;
      ended();
    });
  }

  /** @param {View} view @param {boolean} fly @param {() => void} ended */
  _start(view, fly, ended) {
    this._goal = this._isMoving ? { ...this._goal, ...view } : { ...view };
    this._ended.push(ended);
    this._isMoving = true;
    const move = ++this._move;
    if (this._document.hidden || this._reducedMotion()) {
      this._arrive(move);
      return;
    }
    const data = { tmapsMove: move };
    if (fly) this._map.flyTo({ ...this._goal, maxDuration: FLY_AT_MOST }, data);
    else this._map.easeTo({ ...this._goal, duration: EASE }, data);
    setTimeout(() => this._arrive(move), (fly ? FLY_AT_MOST : EASE) + STUCK_AFTER);
  }

  /**
   * Ends a move at its goal, unless a later one has taken its place.
   * @param {number} move
   */
  _arrive(move) {
    if (move !== this._move || !this._isMoving) return;
    // Also exact: eases end within rounding of the goal, and clamped on the way at low zooms.
    this._map.jumpTo(this._goal);
    this._finish();
  }

  _finish() {
    const ended = this._ended;
    this._ended = [];
    this._goal = {};
    this._isMoving = false;
    this._move++;
    for (const callback of ended) callback();
  }

  _watch() {
    this._map.on('moveend', (/** @type {any} */ event) => {
      if (event.tmapsMove !== undefined) this._arrive(event.tmapsMove);
    });
    const container = this._map.getCanvasContainer();
    for (const type of ['pointerdown', 'wheel']) {
      container.addEventListener(type, () => this._userTookOver(), { capture: true, passive: true });
    }
    container.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      if (TOUCH_KEYS.test(event.key)) this._userTookOver();
    }, { capture: true });
    this._document.addEventListener('visibilitychange', () => {
      if (this._document.hidden) this._arrive(this._move);
    });
  }

  _userTookOver() {
    this._askedCenter = undefined;
    this._appHoldsUntil = 0;
    if (!this._isMoving) return;
    this._move++;
    this._map.stop();
    this._finish();
  }
}
