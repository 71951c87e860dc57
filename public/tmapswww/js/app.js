// @ts-check
import { kilometresFrom } from './coordinates.js';
import { whenDrawn } from './drawn.js';
import * as events from './events.js';
import { Floors } from './floors.js';
import { Lazy } from './lazy.js';
import { MapView } from './mapview.js';
import { displayName, nameIn } from './names.js';
import { Popups } from './popups.js';
import { RenderModeButton } from './rendermode.js';
import { Selection } from './selection.js';
import { addStyle } from './style.js';
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
   *   language: {code: string, strings: import('./strings.js').Strings}, maplibre: any, maps: string,
   *   toMap: (action: import('./dispatch.js').Action) => void,
   *   link: {map: string | null, feature: string | null, level: string | null} | null}} parts `toMap` dispatches to
   *   this very map, `link` is what the page's address asks for */
  constructor({ send, page, language, maplibre, maps, toMap, link }) {
    this._link = link;
    this.send = send;
    this.page = page;
    this.language = language;
    this.maplibre = maplibre;
    /** @type {import('./location/position.js').Position | null} where the user is */
    this.position = null;
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
    this.floors = new Floors(this);
    const { strings } = language;
    this._modeButton = new RenderModeButton({ strings, onPick: (mode) => this.changeRenderMode(mode) });
    document.getElementById('controls')?.append(this._modeButton.element, this.floors.element);
    const popup = /** @type {HTMLElement} */ (document.getElementById('popup'));
    this.popups = new Popups({ app: this, element: popup, toMap, toApp: send });
    /** Loaded when the first map shows. */
    this.search = new Lazy(async () => {
      const [{ Search }] = await Promise.all([import('./search/search.js'), addStyle('css/search.css')]);
      return new Search(this);
    });
    this.routing = new Lazy(async () => {
      const [{ Routing }, search] = await Promise.all(
        [import('./routing/routing.js'), this.search.get(), addStyle('css/route.css')]);
      return new Routing(this, search);
    });
    this.heatMap = new Lazy(async () => new (await import('./heatmap.js')).HeatMap(this._view()));
    /** What is shown for apps of other systems than TMaps. */
    this.others = new Lazy(async () => new (await import('./othersystems.js')).OtherSystems(this));
    this.location = new Lazy(async () => {
      const [{ Location }] = await Promise.all([import('./location/location.js'), addStyle('css/location.css')]);
      return new Location(this);
    });
    page.theme(this.theme);
  }

  /** True while a map is shown or on its way. */
  get hasMap() {
    return this.isLoaded || this._load !== null;
  }

  /** @param {unknown} error */
  report(error) {
    console.error(error);
    this.send(events.errorAction(error));
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
      if (!this.isLoaded) this.page.loading();
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
    this.search.value?.clear();
    this.routing.value?.close();
    this.heatMap.value?.show([]);
    this.others.value?.clear();
    this.quietly(this.popups.close());
    mapView.show(venue, view);
    const floor = venue.floor(mapView.level);
    if (floor) this.page.floor(floor);
  }

  /** @param {import('./venue/venue.js').Venue} venue */
  _loadEnded(venue) {
    this._load = null;
    this.isLoaded = true;
    this.page.loaded(venue);
    this.floors.show(venue);
    this.send(events.mapLoaded());
    this.send(events.mapsLoadedLog(venue.id, nameIn(venue.names, this.language.code) || venue.id));
    this._reportFindings(venue);
    this.location.value?.mapChanged();
    this._runHeld();
    this.quietly(this._refreshSearch());
    this._followLink(venue);
  }

  /** Once: the floor and the feature that the page's address names, on the map that it names.
   * @param {import('./venue/venue.js').Venue} venue */
  _followLink(venue) {
    const link = this._link;
    if (!link || (link.map !== null && link.map !== venue.id)) return;
    this._link = null;
    if (link.level !== null) {
      if (!venue.floor(link.level)) this.report(new RangeError(`link: there is no level "${link.level}"`));
      this.floors.open(link.level);
    }
    if (link.feature !== null) this.quietly(this._showLinked(link.feature));
  }

  /** @param {string} id */
  async _showLinked(id) {
    const feature = this.feature('link', id);
    await this.highlight(feature);
    await this.popups.open(feature);
  }

  /** As it was when the map had loaded, for the next one at a kiosk; what the app has highlighted stays. */
  startAnew() {
    const { view } = this;
    const venue = view?.venue;
    if (!view || !venue || !this.isLoaded) return;
    this.quietly(this.popups.close());
    this.others.value?.closeCards();
    this.search.value?.clear();
    this.routing.value?.close();
    view.setTapped(null);
    this.floors.openStart();
    view.camera.release();
    this.quietly(view.goHome());
  }

  async _refreshSearch() {
    (await this.search.get()).refresh();
  }

  /** @param {unknown} error */
  _loadFailed(error) {
    this._load = null;
    if (!this.isLoaded) this.page.failed(error);
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
    if (this.isLoaded) this.search.value?.refresh();
    this.quietly(this.popups.refresh());
    const unknown = this.tenants.unknownIn(venue);
    if (unknown.length > 0) {
      const some = unknown.slice(0, 10).join(', ');
      console.info(`map "${venue.id}" lacks the features of ${unknown.length} tenants: ${some}`);
    }
  }

  /** The map is made when it is first needed: READY does not wait for WebGL. */
  _view() {
    if (this.view) return this.view;
    if (!this.maplibre) throw new Error('MapLibre is missing: Scripts/vendor puts it into public/vendor/maplibre');
    const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
    const container = /** @type {HTMLElement} */ (document.getElementById('map'));
    this.view = new MapView({ maplibre: this.maplibre, container, language: this.language.code,
      title: this.language.strings.map, theme: this.theme, tenants: this.tenants, reducedMotion });
    this.selection = new Selection(this.view, this.maplibre, this.language.strings.marked);
    this.view.map.on('click', (/** @type {any} */ event) => this._tapped(event.point));
    this.view.map.on('moveend', (/** @type {any} */ event) => this.floors.cameClose(event));
    this.view.map.on('error', (/** @type {any} */ event) => this.report(event.error));
    return this.view;
  }

  /** @param {import('./theme.js').Theme} theme */
  setTheme(theme) {
    this.theme = theme;
    this.page.theme(theme);
    this.view?.setTheme(theme);
    this.quietly(this.popups.setTheme(theme));
  }

  /** @param {string} type @param {unknown} id */
  feature(type, id) {
    const venue = this._view().venue;
    const feature = id === undefined || id === null ? undefined : venue?.feature(id);
    if (feature) return feature;
    throw new Error(`${type}: map "${venue?.id}" has no feature ${JSON.stringify(id) ?? 'without an id'}`);
  }

  /** @param {'2D' | '3D'} mode */
  async changeRenderMode(mode) {
    this._modeButton.select(mode);
    const view = this._view();
    await view.setMode(mode);
    this.send(events.renderModesChangedLog(view.venue?.id ?? '', mode));
  }

  /** @param {Feature} feature */
  async highlight(feature) {
    this.selection?.highlight(feature);
    await this._bringOut(feature);
    this.send(events.featureHighlighted(feature.id));
    this.send(events.featuresHighlightedLog(this.mapId, feature.id, this.nameOf(feature)));
  }

  /** @param {Feature} feature */
  async mark(feature) {
    this.selection?.mark(feature, this.nameOf(feature));
    await this._bringOut(feature);
    this.send(events.featureMarked(feature.id));
  }

  /**
   * Opens the feature's floor, moves it into view and waits until it is drawn.
   * @param {Feature} feature
   */
  async _bringOut(feature) {
    const view = this._view();
    this.floors.reach(feature);
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
    this.others.value?.closeCards();
    this._view().setTapped(top);
    this.search.value?.closeList();
    this.send(events.featuresTapped(features));
    if (!top) {
      this.quietly(this.popups.close());
      return;
    }
    this.send(events.associatedFeatureTapped(top));
    this.send(events.featuresTappedLog(this.mapId, top.id, this.nameOf(top)));
    if (top.kind === 'building') {
      this.send(events.buildingsLog('Tapped', this.mapId, top.id, this.nameOf(top)));
      this.quietly(this.floors.enter(top));
    }
    this.quietly(this.popups.open(top));
  }

  /**
   * What nobody waits for: its errors are reported.
   * @param {Promise<void>} work
   */
  quietly(work) {
    work.catch((error) => this.report(error));
  }

  /** True where the venue has ways to walk. */
  get canRoute() {
    return (this.view?.venue?.paths.length ?? 0) > 0;
  }

  /**
   * Opens the routing dialog, with ends given by their ids.
   * @param {string} type the action, for messages @param {{from?: unknown, to?: unknown}} ends
   */
  async openRouting(type, { from, to }) {
    if (!this.canRoute) throw new Error(`${type}: map "${this.mapId}" has no ways to walk, so no routes`);
    const find = (/** @type {unknown} */ id) => (id === undefined || id === null ? undefined : this.feature(type, id));
    const ends = { from: find(from), to: find(to) };
    await (await this.routing.get()).open(ends);
  }

  /** Says something to those who hear the page.
   * @param {string} text */
  announce(text) {
    this.page.announce(text);
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
    return displayName(feature, this.tenants.of(feature.id), this.language.code);
  }

  get mapId() {
    return this.view?.venue?.id ?? '';
  }
}
