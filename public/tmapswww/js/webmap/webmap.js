// @ts-check
import { checkZoom } from '../coordinates.js';
import { wordsIn } from '../pins/words.js';
import { callResult } from './calls.js';
import { readScenario } from './read.js';
import { ZoomControl } from './zoomcontrol.js';

/** The classes that take a part of the page away. */
const HIDDEN = { showSearch: 'no-search', showLevelChoice: 'no-levels' };

/** What apps written for pcmap find in the page, and its one scenario. */
export class WebMap {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this._app = app;
    /** @type {import('./read.js').OnePOI | null} what has been applied */
    this._scenario = null;
    this._zoomControl = new ZoomControl(/** @type {any} */ (app.view), wordsIn(app.language.code));
    document.getElementById('controls')?.append(this._zoomControl.element);
  }

  /** APPLY_SCENARIO. @param {Record<string, any>} action */
  async show({ type, scenario }) {
    this._app.send(callResult(type, await this.apply(type, scenario)));
  }

  /**
   * What is wrong with a scenario is thrown at once, for an app that evaluates the call.
   * @param {string} call for messages @param {unknown} scenario
   * @returns {Promise<string>} the poi, when it is selected
   */
  apply(call, scenario) {
    const onePOI = readScenario(call, scenario);
    const feature = this._app.feature(call, onePOI.poi);
    this._scenario = onePOI;
    for (const [name, hides] of Object.entries(HIDDEN)) {
      document.body.classList.toggle(hides, onePOI[/** @type {'showSearch'} */ (name)] === false);
    }
    this._zoomControl.element.hidden = onePOI.showZoomControl !== true;
    this._app.popups.isOff = onePOI.showCallout === false;
    return this._select(feature, onePOI);
  }

  /** @param {import('../venue/venue.js').Feature} feature @param {import('./read.js').OnePOI} onePOI */
  async _select(feature, { poi, showCallout, zoomLevel }) {
    const { popups, floors } = this._app;
    const { venue, camera } = /** @type {import('../mapview.js').MapView} */ (this._app.view);
    this._app.tellParts('closeCards');
    await popups.close();
    floors.reach(feature);
    const center = /** @type {import('../venue/venue.js').Venue} */ (venue).anchor(feature);
    if (zoomLevel === null) await camera.moveTo({ center });
    else {
      const zoom = checkZoom('zoomLevel', zoomLevel);
      await new Promise((resolve) => camera.setZoom(zoom, { fly: false, center }, () => resolve(null)));
    }
    await this._app.highlight(feature);
    if (showCallout !== false) await popups.open(feature);
    return poi;
  }

  /** For another map all parts of the page are there again. */
  clear() {
    this._scenario = null;
    document.body.classList.remove(...Object.values(HIDDEN));
    this._zoomControl.element.hidden = true;
    this._app.popups.isOff = false;
  }

  closeCard() {}

  state() {
    return this._scenario;
  }
}
