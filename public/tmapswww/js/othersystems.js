// @ts-check
import { Lazy } from './lazy.js';
import { addStyle } from './style.js';

/** @typedef {import('./dispatch.js').Action} Action */
/** @typedef {Record<string, number>} Asked which moves of the camera the app had asked for, see `Camera` */

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
    const part = await this._partFor(action.type).get();
    // A map that was loaded meanwhile begins without what was shown on the one before.
    if (this._app.view?.venue === venue) part.show(action, asked);
  }

  /** @param {string} type */
  _partFor(type) {
    if (type === 'SHOW_PINS') return this.pins;
    throw new Error(`no part shows ${type}`);
  }

  get _parts() {
    return [this.pins.value];
  }

  /** For a new map. */
  clear() {
    for (const part of this._parts) part?.clear();
  }

  /** One card shows at a time, here and of the features: whoever opens one calls this first. */
  closeCards() {
    for (const part of this._parts) part?.closeCard();
  }

  /** What tests may ask. */
  state() {
    return { pins: this.pins.value?.state() ?? null };
  }
}
