// @ts-check
import { kilometresFrom } from './coordinates.js';
import { whenDrawn } from './drawn.js';
import * as events from './events.js';
import { FloorSwitcher } from './floorswitcher.js';
import { MapView } from './mapview.js';
import { displayName, nameIn } from './names.js';
import { RenderModeButton } from './rendermode.js';
import { Selection } from './selection.js';
import { Tenants } from './tenants.js';
import { DEFAULT_THEME } from './theme.js';
import { loadVenue } from './venue/load.js';

/** @typedef {import('./venue/venue.js').Feature} Feature */

/** LOAD_MAP ends with MAP_LOADED or ERROR within this many milliseconds, in a background tab too. */
export const LOAD_DEADLINE = 20_000;
/** FEATURE_HIGHLIGHTED and FEATURE_MARKED wait for the drawn floor at most this long (milliseconds). */
const DRAW_DEADLINE = 2000;
const MAX_HELD = 1000;

/** The map application: one venue at a time, its floor, selection and camera. Sends the events of what happens. */
export class App {
  /** @param {{send: (action: import('./dispatch.js').Action) => void, page: import('./page.js').Page,
   *   language: {code: string, strings: import('./strings.js').Strings}, maplibre: any, maps: string}} parts */
  constructor({ send, page, language, maplibre, maps }) {
    this._send = send;
    this._page = page;
    this._language = language;
    this._maplibre = maplibre;
    this._maps = maps;
    this.tenants = new Tenants();
    this.theme = DEFAULT_THEME;
    this.isLoaded = false;
    /** @type {MapView | null} */
    this.view = null;
    /** @type {AbortController | null} the load under way */
    this._load = null;
    /** @type {(() => void)[]} view actions that came during a load */
    this._held = [];
    const { strings, code } = language;
    this._switcher = new FloorSwitcher({ strings, language: code, onPick: (level) => this.openFloor(level) });
    this._modeButton = new RenderModeButton({ strings, onPick: (mode) => this.changeRenderMode(mode) });
    document.getElementById('controls')?.append(this._modeButton.element, this._switcher.element);
    page.theme(this.theme);
  }

  /** True while a map is shown or on its way. */
  get hasMap() {
    return this.isLoaded || this._load !== null;
  }

  /** @param {unknown} error */
  report(error) {
    console.error(error);
    this._send(events.errorAction(error));
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

  /**
   * Loads and shows a map. A load under way is given up, and with it what waited for it.
   * @param {string} mapId @param {{center?: [number, number], zoom?: number}} view
   */
  async load(mapId, view) {
    this._load?.abort(new Error(`map "${mapId}" was asked for instead`));
    this._held = [];
    const load = new AbortController();
    this._load = load;
    const deadline = setTimeout(() => load.abort(new Error(
      `map "${mapId}" was not fetched and drawn within ${LOAD_DEADLINE / 1000} s`)), LOAD_DEADLINE);
    try {
      if (!this.isLoaded) this._page.loading();
      const coming = loadVenue(mapId, { maps: this._maps, signal: load.signal });
      // While the files are on their way the map and its worker start.
      coming.catch(() => {});
      this._view();
      const venue = await coming;
      if (this._load !== load) return;
      this._show(venue, view);
      await whenDrawn(this._view().map, { signal: load.signal });
      if (this._load === load) this._loadEnded(venue);
    } catch (error) {
      if (this._load === load) this._loadFailed(error);
    } finally {
      clearTimeout(deadline);
    }
  }

  /** @param {import('./venue/venue.js').Venue} venue @param {{center?: [number, number], zoom?: number}} view */
  _show(venue, view) {
    const mapView = this._view();
    this.selection?.clear();
    mapView.show(venue, view);
    const floor = venue.floor(mapView.level);
    if (floor) this._page.floor(floor);
  }

  /** @param {import('./venue/venue.js').Venue} venue */
  _loadEnded(venue) {
    this._load = null;
    this.isLoaded = true;
    this._page.loaded(venue);
    this._switcher.show(venue.floors, this._view().level);
    this._send(events.mapLoaded());
    this._send(events.mapsLoadedLog(venue.id, nameIn(venue.names, this._language.code) || venue.id));
    this._reportFindings(venue);
    this._runHeld();
  }

  /** @param {unknown} error */
  _loadFailed(error) {
    this._load = null;
    if (!this.isLoaded) this._page.failed(error);
    this.report(error);
    this._runHeld();
  }

  _runHeld() {
    const held = this._held;
    this._held = [];
    for (const run of held) {
      try {
        run();
      } catch (error) {
        this.report(error);
      }
    }
  }

  /** @param {import('./venue/venue.js').Venue} venue */
  _reportFindings(venue) {
    if (venue.findings.length > 0) {
      this.report(new Error(`map "${venue.id}" is shown without some of its data:\n${venue.findings.join('\n')}`));
    }
    this.tenantsChanged();
  }

  tenantsChanged() {
    const venue = this.view?.venue;
    if (!venue) return;
    this.view?.refreshLabels();
    const unknown = this.tenants.unknownIn(venue);
    if (unknown.length > 0) {
      const some = unknown.slice(0, 10).join(', ');
      console.info(`map "${venue.id}" lacks the features of ${unknown.length} tenants: ${some}`);
    }
  }

  /** The map is made when it is first needed: READY does not wait for WebGL. */
  _view() {
    if (this.view) return this.view;
    if (!this._maplibre) throw new Error('MapLibre is missing: Scripts/vendor puts it into public/vendor/maplibre');
    const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
    const container = /** @type {HTMLElement} */ (document.getElementById('map'));
    this.view = new MapView({ maplibre: this._maplibre, container, language: this._language.code,
      title: this._language.strings.map, theme: this.theme, tenants: this.tenants, reducedMotion });
    this.selection = new Selection(this.view, this._maplibre, this._language.strings.marked);
    this.view.map.on('click', (/** @type {any} */ event) => this._tapped(event.point));
    this.view.map.on('error', (/** @type {any} */ event) => this.report(event.error));
    return this.view;
  }

  /** @param {import('./theme.js').Theme} theme */
  setTheme(theme) {
    this.theme = theme;
    this._page.theme(theme);
    this.view?.setTheme(theme);
  }

  /** @param {string} type @param {unknown} id */
  feature(type, id) {
    const venue = this._view().venue;
    const feature = id === undefined || id === null ? undefined : venue?.feature(id);
    if (feature) return feature;
    throw new Error(`${type}: map "${venue?.id}" has no feature ${JSON.stringify(id) ?? 'without an id'}`);
  }

  /** @param {string} level */
  openFloor(level) {
    const view = this._view();
    const floor = view.venue?.floor(level);
    if (!view.venue || !floor || level === view.level) return;
    view.setLevel(level);
    this._switcher.select(level);
    this.selection?.levelChanged();
    this._page.floor(floor);
    this._send(events.floorsOpenedLog(view.venue.id, level, floor.label));
  }

  /** @param {'2D' | '3D'} mode */
  async changeRenderMode(mode) {
    this._modeButton.select(mode);
    const view = this._view();
    await view.setMode(mode);
    this._send(events.renderModesChangedLog(view.venue?.id ?? '', mode));
  }

  /** @param {Feature} feature */
  async highlight(feature) {
    this.selection?.highlight(feature);
    await this._bringOut(feature);
    this._send(events.featureHighlighted(feature.id));
    this._send(events.featuresHighlightedLog(this._mapId, feature.id, this.nameOf(feature)));
  }

  /** @param {Feature} feature */
  async mark(feature) {
    this.selection?.mark(feature, this.nameOf(feature));
    await this._bringOut(feature);
    this._send(events.featureMarked(feature.id));
  }

  /**
   * Opens the feature's floor, moves it into view and waits until it is drawn.
   * @param {Feature} feature
   */
  async _bringOut(feature) {
    const view = this._view();
    if (feature.levels.length > 0 && !feature.levels.includes(view.level)) this.openFloor(feature.levels[0]);
    await view.bringIntoView(feature);
    await view.camera.settled();
    // Not to be drawn in time is no error: the highlight stands and shows with the next frame.
    await whenDrawn(view.map, { signal: AbortSignal.timeout(DRAW_DEADLINE) }).catch(() => {});
  }

  /** @param {{x: number, y: number}} point */
  _tapped(point) {
    if (!this.isLoaded || !this.selection) return;
    const features = this.selection.at(point);
    const top = features[0] ?? null;
    this._view().setTapped(top);
    this._send(events.featuresTapped(features));
    if (!top) return;
    this._send(events.associatedFeatureTapped(top));
    this._send(events.featuresTappedLog(this._mapId, top.id, this.nameOf(top)));
  }

  /** Swapped coordinates are legal more often than not: a centre far off the venue is worth a line in the console.
   * @param {[number, number]} center */
  noteFarCenter(center) {
    const venue = this.view?.venue;
    const distance = venue ? kilometresFrom(center, venue.bounds) : 0;
    if (distance > 1) {
      console.warn(`center [${center}] is ${distance.toFixed(0)} km away from the bounds of map "${venue?.id}"; ` +
        'the order is [longitude, latitude]');
    }
  }

  /** @param {Feature} feature */
  nameOf(feature) {
    return displayName(feature, this.tenants.of(feature.id), this._language.code);
  }

  get _mapId() {
    return this.view?.venue?.id ?? '';
  }
}
