// @ts-check
import { Lazy, addStyle } from './lazy.js';
import { loadPaths } from './routing/open.js';

/** @typedef {import('./dispatch.js').Action} Action */
/** @typedef {import('./parts.js').Asked} Asked as it was when an action came */
/**
 * `show` takes the place of what it showed before, at once; it may end later. `closeCard` leaves what is on the map.
 * @typedef {{show: (action: Action, asked: Asked) => void | Promise<void>, clear: () => void, closeCard: () => void,
 *   state: () => object | null}} System
 */

const INSTEAD = new Map([['SHOW_PINS', 'SHOW_ROUTE'], ['SHOW_ROUTE', 'SHOW_PINS']]);

/**
 * What the map shows for apps of the other three systems: pins and routes of Organic Maps, attractions of
 * SRAttractionsMap, scenarios of pcmap. Each is loaded with its first action.
 */
export class OtherSystems {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this._app = app;
    const lazy = (/** @type {() => Promise<System>} */ load, /** @type {string[]} */ ...styles) => new Lazy(
      async () => (await Promise.all([load(), ...styles.map((name) => addStyle(`css/${name}.css`))]))[0]);
    /** @type {Map<string, Lazy<System>>} by the action that each takes */
    this._systems = new Map([
      ['SHOW_PINS', lazy(async () => new (await import('./pins/pins.js')).Pins(app), 'popup', 'pins')],
      ['SHOW_ATTRACTIONS', lazy(async () => new (await import('./attractions/attractions.js')).Attractions(app),
        'pins', 'attractions')],
      ['SHOW_ROUTE', lazy(async () => new (await import('./journey/journey.js')).Journey(app), 'pins', 'journey')],
      ['APPLY_SCENARIO', lazy(() => this._webMap(), 'webmap')],
    ]);
    this._turn = Promise.resolve();
  }

  async _webMap() {
    const [{ WebMap }, { pageApp }, location] = await Promise.all(
      [import('./webmap/webmap.js'), import('./webmap/global.js'), this._app.parts.location.get()]);
    const webMap = new WebMap(this._app);
    /** @type {any} */ (window).app ??= pageApp(this._app, webMap, location);
    return webMap;
  }

  /** For apps written for pcmap: afterwards the page has the `app` that they call. */
  async offerWebMap() {
    await this._systems.get('APPLY_SCENARIO')?.get();
  }

  /** @type {import('./parts.js').Part['actions']} */
  get actions() {
    const run = (/** @type {Action} */ action, /** @type {Asked} */ asked = {}) => this.run(action, asked);
    return Object.fromEntries([...this._systems.keys()].map((type) => [type, run]));
  }

  /**
   * Actions take effect in the order in which they came, also where one has to wait for its part to load.
   * @param {Action} action @param {Asked} asked
   */
  run(action, asked) {
    const venue = this._app.view?.venue;
    const coming = /** @type {Lazy<System>} */ (this._systems.get(action.type)).get();
    const ways = action.type === 'SHOW_ROUTE' ? loadPaths(this._app) : null;
    /** @type {void | Promise<void>} */
    let done;
    const turn = Promise.all([coming, this._turn, ways]).then(([system]) => {
      // A map that was loaded meanwhile begins without what was shown on the one before.
      if (this._app.view?.venue !== venue) return;
      // Organic Maps shows either pins or a route.
      this._systems.get(/** @type {string} */ (INSTEAD.get(action.type)))?.value?.clear();
      done = system.show(action, asked);
    });
    this._turn = turn.catch(() => {});
    return turn.then(() => done);
  }

  /** @returns {System[]} that are there already */
  get _loaded() {
    return [...this._systems.values()].flatMap(({ value }) => value ?? []);
  }

  venueChanged() {
    for (const system of this._loaded) system.clear();
  }

  /** One card shows at a time, here and of the features: whoever opens one has the others closed first. */
  closeCards() {
    for (const system of this._loaded) system.closeCard();
  }

  levelChanged() {
    this._journey?.draw();
  }

  themeChanged() {
    this._journey?.draw();
  }

  /** The app has led to the end, or gives up. @param {boolean} isThere */
  navigationOver(isThere) {
    if (isThere) this._journey?.navigationEnded();
    else this._journey?.navigationCanceled();
  }

  /** @returns {import('./journey/journey.js').Journey | undefined} */
  get _journey() {
    return /** @type {any} */ (this._systems.get('SHOW_ROUTE')?.value);
  }

  startAnew() {
    this.closeCards();
  }

  /** What tests may ask. */
  state() {
    const of = (/** @type {string} */ type) => this._systems.get(type)?.value?.state() ?? null;
    return { pins: of('SHOW_PINS'), journey: of('SHOW_ROUTE'), attractions: of('SHOW_ATTRACTIONS'),
      scenario: of('APPLY_SCENARIO') };
  }
}
