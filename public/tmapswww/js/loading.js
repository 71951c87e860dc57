// @ts-check
import { whenDrawn } from './drawn.js';
import * as events from './events.js';
import { nameIn } from './names.js';
import { loadVenue } from './venue/load.js';

/** LOAD_MAP ends with MAP_LOADED or ERROR within this many milliseconds, in a background tab too. */
export const LOAD_DEADLINE = 20_000;
const MAX_HELD = 1000;

/** @typedef {{center?: [number, number], zoom?: number}} View */

/** Loads maps, one at a time: a load under way is given up for the next one, and with it what waited for it. */
export class Loading {
  /**
   * @param {import('./app.js').App} app
   * @param {{maps: string, fetch: typeof globalThis.fetch}} source `maps` is the URL of the maps folder
   */
  constructor(app, source) {
    this._app = app;
    this._source = source;
    this.isLoaded = false;
    /** @type {AbortController | null} the load under way */
    this._load = null;
    /** @type {(() => void)[]} view actions that came during a load */
    this._held = [];
  }

  /** True while a map is shown or on its way. */
  get hasMap() {
    return this.isLoaded || this._load !== null;
  }

  /**
   * Runs a view action now, or after the load that is under way.
   * @param {string} type @param {() => void} run
   */
  whenLoaded(type, run) {
    if (this._load) {
      if (this._held.length >= MAX_HELD) throw new Error(`${type}: ${MAX_HELD} actions already wait for the map`);
      this._held.push(() => this.whenLoaded(type, run));
    } else if (this.isLoaded) {
      run();
    } else {
      throw new Error(`${type}: no map is loaded; dispatch LOAD_MAP first`);
    }
  }

  /** @param {string} mapId @param {View} view */
  async load(mapId, view) {
    this._load?.abort(new Error(`map "${mapId}" was asked for instead`));
    this._held = [];
    const load = new AbortController();
    this._load = load;
    const deadline = setTimeout(() => load.abort(new Error(
      `map "${mapId}" was not fetched and drawn within ${LOAD_DEADLINE / 1000} s`)), LOAD_DEADLINE);
    try {
      if (!this.isLoaded) this._app.page.loading();
      const { signal } = load;
      // While the files are on their way the map and its worker start.
      const coming = Promise.all([this._app.needView(), loadVenue(mapId, { ...this._source, signal })]);
      const [mapView, venue] = await Promise.race([coming, aborted(signal)]);
      if (this._load !== load) return;
      this._app.show(mapView, venue, view);
      await whenDrawn(mapView.map, { signal });
      if (this._load === load) this._ended(venue);
    } catch (error) {
      if (this._load === load) this._failed(error);
    } finally {
      clearTimeout(deadline);
    }
  }

  /** @param {import('./venue/venue.js').Venue} venue */
  _ended(venue) {
    const app = this._app;
    this._load = null;
    this.isLoaded = true;
    app.page.loaded(venue);
    app.floors.show(venue);
    performance.mark('MAP_LOADED');
    app.send(events.mapLoaded());
    app.send(events.mapsLoadedLog(venue.id, nameIn(venue.names, app.language.code) || venue.id));
    if (venue.findings.length > 0) {
      app.report(new Error(`map "${venue.id}" is shown without some of its data:\n${venue.findings.join('\n')}`));
    }
    app.tenantsChanged();
    app.tellParts('mapLoaded');
    this._runHeld();
    app.quietly(app.mapLoaded(venue));
  }

  /** @param {unknown} error */
  _failed(error) {
    this._load = null;
    if (!this.isLoaded) this._app.page.failed(error);
    this._app.report(error);
    this._runHeld();
  }

  _runHeld() {
    const held = this._held;
    this._held = [];
    for (const run of held) {
      try {
        run();
      } catch (error) {
        this._app.report(error);
      }
    }
  }
}

/** Rejects when a load is given up. @param {AbortSignal} signal @returns {Promise<never>} */
const aborted = (signal) => new Promise((_, reject) => {
  signal.addEventListener('abort', () => reject(signal.reason));
});
