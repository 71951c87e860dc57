// @ts-check
import { Lazy } from './lazy.js';
import { addStyle } from './style.js';

/** @typedef {import('./dispatch.js').Action} Action */
/** @typedef {Record<string, number>} Asked which moves of the camera the app had asked for, see `Camera` */

const PARTS = new Map([['SHOW_PINS', 'pins']]);

/**
 * What the map shows for apps of the other three systems: pins and routes of Organic Maps, attractions of
 * SRAttractionsMap, scenarios of pcmap. Each part is loaded with its first action.
 */
export class OtherSystems {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this._app = app;
    this.pins = new Lazy(async () => {
      const [{ Pins }] = await Promise.all(
        [import('./pins/pins.js'), addStyle('css/popup.css'), addStyle('css/pins.css')]);
      return new Pins(app);
    });
    this._turn = Promise.resolve();
  }

  /** @type {import('./parts.js').Part['actions']} */
  get actions() {
    const run = (/** @type {Action} */ action, /** @type {Asked} */ asked = {}) => this.run(action, asked);
    return Object.fromEntries([...PARTS.keys()].map((type) => [type, run]));
  }

  /**
   * Actions take effect in the order in which they came, also where one has to wait for its part to load.
   * @param {Action} action @param {Asked} asked as it was when the action came
   */
  run(action, asked) {
    const turn = this._turn.then(() => this._run(action, asked));
    this._turn = turn.catch(() => {});
    return turn;
  }

  /** @param {Action} action @param {Asked} asked */
  async _run(action, asked) {
    const venue = this._app.view?.venue;
    const part = await this[/** @type {'pins'} */ (PARTS.get(action.type))].get();
    // A map that was loaded meanwhile begins without what was shown on the one before.
    if (this._app.view?.venue === venue) part.show(action, asked);
  }

  get _parts() {
    return [this.pins.value];
  }

  venueChanged() {
    for (const part of this._parts) part?.clear();
  }

  /** One card shows at a time, here and of the features: whoever opens one has the others closed first. */
  closeCards() {
    for (const part of this._parts) part?.closeCard();
  }

  startAnew() {
    this.closeCards();
  }

  /** What tests may ask. */
  state() {
    return { pins: this.pins.value?.state() ?? null };
  }
}
