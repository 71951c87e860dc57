// @ts-check
import { whenDrawn } from './drawn.js';
import * as events from './events.js';
import { Floors } from './floors.js';
import { Loading } from './loading.js';
import { MapView } from './mapview.js';
import { displayName } from './names.js';
import { partsOf } from './parts.js';
import { Popups } from './popups.js';
import { RenderModeButton } from './rendermode.js';
import { Selection } from './selection.js';
import { Tenants } from './tenants.js';
import { DEFAULT_THEME } from './theme.js';

/** @typedef {import('./venue/venue.js').Feature} Feature */

/** FEATURE_HIGHLIGHTED and FEATURE_MARKED wait for the drawn floor at most this long (milliseconds). */
const DRAW_DEADLINE = 2000;
/** Below this zoom the land shows in which the venue is. */
const LAND_ZOOM = 8;

/** The map application: one venue at a time, its floor, selection and camera. Sends the events of what happens. */
export class App {
  /** @param {{send: (action: import('./dispatch.js').Action) => void, page: import('./page.js').Page,
   *   language: {code: string, strings: import('./strings.js').Strings}, renderer: Promise<any>, maps: string,
   *   fetch: typeof globalThis.fetch, toMap: (action: import('./dispatch.js').Action) => void,
   *   link: import('./link.js').Link | null, isDark: boolean}} options
   *   `toMap` dispatches to this very map */
  constructor({ send, page, language, renderer, maps, fetch, toMap, link, isDark }) {
    this._link = link;
    this.send = send;
    this.page = page;
    this.language = language;
    this._renderer = renderer;
    /** @type {any} */
    this.maplibre = null;
    /** @type {import('./location/position.js').Position | null} where the user is */
    this.position = null;
    this.tenants = new Tenants();
    this.theme = { ...DEFAULT_THEME, isDark };
    /** @type {MapView | null} */
    this.view = null;
    this.loading = new Loading(this, { maps, fetch });
    this.parts = partsOf(this);
    this.floors = new Floors(this);
    const { strings } = language;
    this._modeButton = new RenderModeButton({ strings, onPick: (mode) => this.changeRenderMode(mode) });
    document.getElementById('controls')?.append(this._modeButton.element, this.floors.element);
    const popup = /** @type {HTMLElement} */ (document.getElementById('popup'));
    this.popups = new Popups({ app: this, element: popup, toMap, toApp: send });
    page.theme(this.theme);
  }

  get isLoaded() {
    return this.loading.isLoaded;
  }

  /** @param {unknown} error */
  report(error) {
    console.error(error);
    this.send(events.errorAction(error));
  }

  /**
   * What nobody waits for: its errors are reported.
   * @param {Promise<unknown>} work
   */
  quietly(work) {
    work.catch((error) => this.report(error));
  }

  /**
   * Calls a hook of all parts that are there.
   * @param {Exclude<keyof import('./parts.js').Part, 'actions'>} hook
   */
  tellParts(hook) {
    for (const { value } of Object.values(this.parts)) /** @type {import('./parts.js').Part} */ (value)?.[hook]?.();
  }

  /** The map is made when it is first needed: READY does not wait for WebGL. */
  async needView() {
    this.maplibre = await this._renderer;
    this.view ??= this._makeView();
    return this.view;
  }

  _makeView() {
    const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
    const container = /** @type {HTMLElement} */ (document.getElementById('map'));
    const { code, strings } = this.language;
    const view = new MapView({ maplibre: this.maplibre, container, language: code, title: strings.map,
      theme: this.theme, tenants: this.tenants, reducedMotion });
    this.selection = new Selection(view, this.maplibre, strings);
    view.map.on('click', (/** @type {any} */ event) =>
      this.quietly(import('./taps.js').then(({ tapped }) => tapped(this, event.point))));
    view.map.on('moveend', (/** @type {any} */ event) => this.floors.cameClose(event));
    view.map.on('idle', () => {
      if (view.venue && view.map.getZoom() < LAND_ZOOM) this.quietly(this.parts.land.get());
    });
    view.map.on('error', (/** @type {any} */ event) => this.report(event.error));
    return view;
  }

  /**
   * A venue that has just been read, instead of the one before.
   * @param {MapView} view @param {import('./venue/venue.js').Venue} venue @param {import('./loading.js').View} look
   */
  show(view, venue, look) {
    this.selection?.clear();
    this.tellParts('venueChanged');
    this.quietly(this.popups.close());
    view.show(venue, look);
    if (look.center) this.noteFarCenter(look.center);
    const floor = venue.floor(view.level);
    if (floor) this.page.floor(floor);
  }

  /**
   * After MAP_LOADED: what a map needs beyond showing, and, once, what the page's address asks for.
   * @param {import('./venue/venue.js').Venue} venue
   */
  async mapLoaded(venue) {
    this.quietly(this.parts.search.get().then((search) => search.refresh()));
    this.quietly(import('./taps.js'));
    const link = this._link;
    if (!link || (link.map !== null && link.map !== venue.id)) return;
    this._link = null;
    if (link.feature !== null || link.level !== null) await (await import('./link.js')).followLink(this, link);
  }

  tenantsChanged() {
    const venue = this.view?.venue;
    if (!venue) return;
    this.view?.refreshLabels();
    if (this.isLoaded) this.parts.search.value?.refresh();
    this.quietly(this.popups.refresh());
    const ids = this.tenants.featureIds;
    if (ids.length > 0) this.quietly(import('./unknown.js').then(({ noteUnknown }) => noteUnknown(ids, venue)));
  }

  /** @param {import('./theme.js').Theme} theme */
  setTheme(theme) {
    this.theme = theme;
    this.page.theme(theme);
    this.view?.setTheme(theme);
    this.tellParts('themeChanged');
    this.quietly(this.popups.setTheme(theme));
  }

  /** @param {'2D' | '3D'} mode */
  async changeRenderMode(mode) {
    this._modeButton.select(mode);
    await this.view?.setMode(mode);
    this.send(events.renderModesChangedLog(this.mapId, mode));
  }

  /** @param {string} type @param {unknown} id */
  feature(type, id) {
    const venue = this.view?.venue;
    const feature = id === undefined || id === null ? undefined : venue?.feature(id);
    if (feature) return feature;
    throw new Error(`${type}: map "${venue?.id}" has no feature ${JSON.stringify(id) ?? 'without an id'}`);
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
    // Its floor opens at once: what comes next may open another.
    await Promise.all([this.selection?.mark(feature, this.nameOf(feature)), this._bringOut(feature)]);
    this.send(events.featureMarked(feature.id));
  }

  /**
   * Opens the feature's floor, moves it into view and waits until it is drawn.
   * @param {Feature} feature
   */
  async _bringOut(feature) {
    const view = /** @type {MapView} */ (this.view);
    this.floors.reach(feature);
    await view.bringIntoView(feature);
    await view.camera.settled();
    // Not to be drawn in time is no error: the highlight stands and shows with the next frame.
    await whenDrawn(view.map, { signal: AbortSignal.timeout(DRAW_DEADLINE) }).catch(() => {});
  }

  /** True where the venue has ways to walk. */
  get canRoute() {
    return this.view?.venue?.hasPaths ?? false;
  }

  /** @param {[number, number]} center asked for by the app */
  noteFarCenter(center) {
    const bounds = this.view?.venue?.bounds;
    if (!bounds) return;
    this.quietly(import('./farcenter.js').then(({ noteFarCenter }) => noteFarCenter(center, bounds, this.mapId)));
  }

  /** @param {Feature} feature */
  nameOf(feature) {
    return displayName(feature, this.tenants.of(feature.id), this.language.code);
  }

  get mapId() {
    return this.view?.venue?.id ?? '';
  }
}
