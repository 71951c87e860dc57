// @ts-check
import { paintBadge } from './badges.js';
import { Camera } from './camera.js';
import { floorLabels, floorShapes } from './draw.js';
import { paintLabel } from './labels.js';
import * as layers from './layers.js';
import { inksOf } from './theme.js';
import { boxOf } from './venue/geometry.js';

/** @typedef {import('./venue/venue.js').Venue} Venue */

/** Room around the venue at first, in pixels: the title and the controls cover none of it. */
const UPRIGHT_PADDING = { top: 136, bottom: 224, left: 20, right: 20 };
const WIDE_PADDING = { top: 136, bottom: 32, left: 84, right: 84 };
/** A highlighted feature nearer to the edge of the screen than this is moved into view (pixels). */
const COMFORT = 56;
export const CLOSE_ZOOM = 18.5;
const BADGE_LOOK = { ink: '#ffffff', paper: '#68717e' };
const EMPTY = { type: 'FeatureCollection', features: [] };
const PIXEL_RATIO = Math.min(3, Math.max(2, Math.ceil(globalThis.devicePixelRatio ?? 1)));

/** What is on the screen: one floor of one venue, drawn by MapLibre. Knows nothing of actions. */
export class MapView {
  /**
   * @param {{maplibre: any, container: HTMLElement, language: string, title: string,
   *   theme: import('./theme.js').Theme, tenants: import('./tenants.js').Tenants,
   *   reducedMotion: () => boolean}} options
   */
  constructor({ maplibre, container, language, title, theme, tenants, reducedMotion }) {
    this._language = language;
    this.theme = theme;
    this._tenants = tenants;
    /** @type {Venue | null} */
    this.venue = null;
    this.level = '';
    /** @type {typeof import('./walls.js') | undefined} */
    this._depth = undefined;
    /** @type {'2D' | '3D'} */
    this.mode = '2D';
    // MapLibre makes its style when it is first given a source, so an empty map has none to ask.
    this._hasLayers = false;
    this.map = newMap(maplibre, {
      container,
      attributionControl: false,
      maxPitch: 0,
      fadeDuration: reducedMotion() ? 0 : 150,
      locale: { 'Map.Title': title },
    });
    this.map.on('styleimagemissing', (/** @type {{id: string}} */ { id }) => this._paintImage(id));
    this.camera = new Camera(this.map, { reducedMotion });
  }

  /**
   * Draws a venue instead of the one before.
   * @param {Venue} venue @param {{center?: [number, number], zoom?: number}} view
   */
  show(venue, { center, zoom }) {
    this.venue = venue;
    this.setLevel(venue.startLevel);
    this._ensureLayers();
    this.setHighlighted(null);
    this.setTapped(null);
    const fitted = this.aroundVenue();
    /** The view that the app loaded the map with. */
    this.home = { center, zoom };
    this.camera.jumpTo({ center: center ?? fitted?.center, zoom: zoom ?? fitted?.zoom, bearing: 0 });
  }

  /** The camera that has all of the open building in view. */
  aroundVenue() {
    const { clientWidth, clientHeight } = this.map.getContainer();
    const padding = clientHeight > clientWidth * 1.2 ? UPRIGHT_PADDING : WIDE_PADDING;
    const { bounds } = /** @type {Venue} */ (this.venue);
    return this.map.cameraForBounds(bounds, { padding, maxZoom: 20, bearing: 0 });
  }

  async showVenue() {
    const fitted = this.aroundVenue();
    if (fitted) await this.camera.moveTo({ center: fitted.center, zoom: fitted.zoom });
  }

  /** @param {string} level */
  setLevel(level) {
    if (!this.venue) return;
    this.level = level;
    // First, so that their letters are painted here while the worker cuts the shapes.
    this.refreshLabels();
    this._draw(layers.SHAPES, floorShapes(this.venue, level, this.theme.isDark));
    this._drawWalls();
  }

  /** Walls, and what else 3D needs, come with it. */
  _drawWalls() {
    if (!this.venue) return;
    const walls = this.mode === '3D' ? this._depth?.floorWalls(this.venue, this.level) : null;
    this._draw(layers.WALLS, walls ?? EMPTY);
  }

  /** After a change of tenants. */
  refreshLabels() {
    if (!this.venue) return;
    this._draw(layers.LABELS, floorLabels(this.venue, this.level, this._tenants, this._language));
  }

  /** @param {import('./theme.js').Theme} theme */
  setTheme(theme) {
    const isOther = theme.isDark !== this.theme.isDark;
    this.theme = theme;
    if (!this._hasLayers) return;
    this.repaint(layers.layersFor(theme).filter(({ paint }) => paint));
    if (!isOther) return;
    for (const id of this.map.listImages()) this._paintImage(id);
    this.setLevel(this.level);
  }

  /**
   * Resolves when the camera has tilted.
   * @param {'2D' | '3D'} mode
   */
  async setMode(mode) {
    this.mode = mode;
    if (mode === '3D') this._depth ??= await import('./walls.js');
    this._drawWalls();
    await this._depth?.tilt(this, mode);
  }

  /** @param {import('./venue/venue.js').Feature | null} feature */
  setHighlighted(feature) {
    for (const source of [layers.SHAPES, layers.WALLS]) {
      this.map.removeFeatureState({ source });
      if (feature) this.map.setFeatureState({ source, id: feature.index }, { highlighted: true });
    }
    this.setFilters(layers.highlightFilters(feature?.index ?? -1));
  }

  /** @param {import('./venue/venue.js').Feature | null} feature */
  setTapped(feature) {
    this.setFilters(layers.tappedFilters(feature?.index ?? -1));
  }

  /**
   * Moves the camera so that a feature is well in view, and not at all if it is.
   * @param {import('./venue/venue.js').Feature} feature
   */
  async bringIntoView(feature) {
    const anchor = /** @type {Venue} */ (this.venue).anchor(feature);
    if (this.camera.isHeldByApp || this._isWellInView(feature, anchor)) return;
    const [west, south, east, north] = boxOf(feature.geometry.coordinates);
    const fitted = this.map.cameraForBounds([west, south, east, north], { padding: COMFORT, maxZoom: CLOSE_ZOOM });
    const zoom = Math.min(fitted?.zoom ?? CLOSE_ZOOM, Math.max(this.map.getZoom(), CLOSE_ZOOM));
    await this.camera.moveTo({ center: anchor, zoom });
  }

  /** @param {import('./venue/venue.js').Feature} feature @param {[number, number]} anchor */
  _isWellInView(feature, anchor) {
    const { x, y } = this.map.project(anchor);
    const { clientWidth, clientHeight } = this.map.getContainer();
    const isInside = x >= COMFORT && y >= COMFORT + 24 && x <= clientWidth - COMFORT && y <= clientHeight - COMFORT;
    const [west, south, east, north] = boxOf(feature.geometry.coordinates);
    const [a, b] = [this.map.project([west, south]), this.map.project([east, north])];
    return isInside && (feature.kind === 'point' ? this.map.getZoom() > 17 : Math.hypot(a.x - b.x, a.y - b.y) > 24);
  }

  /**
   * Gives layers that are there the paint of these.
   * @param {any[]} specs
   */
  repaint(specs) {
    for (const { id, paint } of specs) {
      if (!this.map.getLayer(id)) continue;
      for (const [property, value] of Object.entries(paint)) this.map.setPaintProperty(id, property, value);
    }
  }

  focus() {
    this.map.getCanvas().focus({ preventScroll: true });
  }

  /** @param {[string, any][]} filters */
  setFilters(filters) {
    for (const [layer, filter] of filters) this.map.setFilter(layer, filter);
  }

  /** A source begins with its first data: to begin empty would cost a round trip to the worker.
   * @param {string} source @param {object} data */
  _draw(source, data) {
    if (this._hasLayers) this.map.getSource(source).setData(data);
    else this.map.addSource(source, { type: 'geojson', data, promoteId: 'key', tolerance: 0.2, buffer: 128 });
  }

  _ensureLayers() {
    if (this._hasLayers) return;
    this._hasLayers = true;
    for (const layer of layers.layersFor(this.theme)) this.map.addLayer(layer);
  }

  /**
   * Images are painted when the renderer first asks for them.
   * @param {string} id `badge:…`, `label:…`, `bold-label:…`
   */
  _paintImage(id) {
    const [kind, ...rest] = id.split(':');
    const name = rest.join(':');
    const { ink, halo } = inksOf(this.theme);
    const look = { ink, halo, pixelRatio: PIXEL_RATIO };
    let image = null;
    if (kind === 'label') image = paintLabel(name, { ...look, weight: 500 });
    if (kind === 'bold-label') image = paintLabel(name, { ...look, weight: 700 });
    if (kind === 'badge') image = paintBadge(name, { ...BADGE_LOOK, pixelRatio: PIXEL_RATIO });
    if (image && this.map.hasImage(id)) this.map.updateImage(id, image);
    else if (image) this.map.addImage(id, image, { pixelRatio: PIXEL_RATIO });
  }
}

/** @param {any} maplibre @param {object} options */
function newMap(maplibre, options) {
  try {
    return new maplibre.Map(options);
  } catch (error) {
    throw new Error('the map cannot be drawn: this browser gives the page no WebGL 2', { cause: error });
  }
}

/**
 * MapLibre, whose script is `async`: READY and the venue do not wait for it.
 * @param {any} window @returns {Promise<any>}
 */
export async function whenRenderer(window) {
  await new Promise((resolve) => {
    if (window.maplibregl || window.document.readyState === 'complete') resolve(0);
    window.document.getElementById('renderer').addEventListener('load', resolve);
    // After all scripts, failed ones too.
    window.addEventListener('load', resolve);
  });
  const { maplibregl } = window;
  if (!maplibregl) throw new Error('MapLibre is missing: Scripts/vendor puts it into public/vendor/maplibre');
  // Its worker would start after the venue has come.
  maplibregl.prewarm();
  return maplibregl;
}
