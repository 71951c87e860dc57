// @ts-check
import { edgeColour, fillColour } from '../categories.js';
import { chipsOf, categoriesOf } from '../categorylist.js';
import { short } from '../dispatch.js';
import * as events from './events.js';
import { floorName } from '../floorswitcher.js';
import { nameIn } from '../names.js';
import { nearestPlaces } from '../location/nearest.js';
import { distanceText } from '../routing/instructions.js';
import { markGroup, repaintGroup } from './group.js';
import { SearchIndex } from './searchindex.js';
import { SearchPanel } from './panel.js';

/** @typedef {import('../venue/venue.js').Feature} Feature */
/** @typedef {import('./panel.js').Found} Found */

/** Search and categories: what the panel finds, and what happens when something is picked. */
export class Search {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this._app = app;
    /** @type {string | null} */
    this.category = null;
    /** @type {SearchIndex | null} */
    this._index = null;
    this.actions = { SEARCH_ITEM: (/** @type {any} */ action) => this.item(action) };
    this._panel = new SearchPanel({
      card: /** @type {HTMLElement} */ (document.getElementById('place')),
      strings: app.language.strings,
      find: (query) => this.find(query),
      onPick: (found) => app.quietly(this._picked(found)),
      onChip: (category) => app.quietly(this._chipPressed(category)),
      onClear: () => this.clear(),
    });
  }

  /** After a new map or new tenants. */
  refresh() {
    this._index = null;
    const venue = this._venue;
    if (this.category && !this.index.byCategory.has(this.category)) this.clear();
    this._panel.show(nameIn(venue.names, this._code) || venue.id, chipsOf(this.index.byCategory).map((category) => ({
      category, label: this.index.label(category), colour: this._colour(category),
    })));
    this._panel.press(this.category);
  }

  get index() {
    const { tenants, language } = this._app;
    this._index ??= new SearchIndex({ venue: this._venue, tenants, language: language.code });
    return this._index;
  }

  get _venue() {
    return /** @type {import('../venue/venue.js').Venue} */ (this._app.view?.venue);
  }

  get _code() {
    return this._app.language.code;
  }

  /**
   * @param {string} query @param {{placesOnly?: boolean}} [options]
   * @returns {Found[]}
   */
  find(query, { placesOnly = false } = {}) {
    if (query.trim() === '') return placesOnly ? [] : this._nearest();
    const hits = this.index.find(query, { level: this._app.view?.level, placesOnly });
    return hits.map(({ feature, category }) => (feature ? this._place(feature) : this._group(String(category))));
  }

  /**
   * The places around the user; none where that is not known.
   * @returns {Found[]}
   */
  _nearest() {
    const { position, view, tenants, language } = this._app;
    if (!position || !view || !this._app.isLoaded) return [];
    const isNamed = (/** @type {Feature} */ feature) => feature.names.size > 0 || tenants.of(feature.id) !== undefined;
    return nearestPlaces(this._venue, position.at, position.level ?? view.level, { isNamed })
      .map(({ feature, metres }) => {
        const found = this._place(feature);
        // Within a place it has no distance.
        const distance = metres > 0 ? distanceText(metres, language.strings) : '';
        return { ...found, detail: [distance, found.detail].filter(Boolean).join(' · ') };
      });
  }

  /** What is around the user, in the list. */
  showNearest() {
    if (!this._panel.isEmpty) return;
    this._panel.fill('', this._nearest());
  }

  /** The list of what is near goes along with the user. */
  positionChanged() {
    if (this._panel.isEmpty && this._panel.isListOpen) this._panel.update(this._nearest());
  }

  /** @param {Feature} feature @returns {Found} */
  _place(feature) {
    const floor = feature.kind === 'building' ? undefined : this._venue.floor(feature.levels[0]);
    const [category] = categoriesOf(feature, this._app.tenants.of(feature.id));
    const building = this._venue.buildings.of(feature);
    const parts = [category && this.index.label(category),
      floor && this._venue.floors.length > 1 && floorName(floor, this._app.language.strings, this._code),
      building && building !== this._venue.buildings.open && this._app.nameOf(building)];
    return { key: `f${feature.index}`, title: this._app.nameOf(feature), detail: parts.filter(Boolean).join(' · '),
      colour: this._dot(feature), feature };
  }

  /** @param {string} category @returns {Found} */
  _group(category) {
    const { category: word } = this._app.language.strings;
    const count = this.index.byCategory.get(category)?.length ?? 0;
    return { key: `c${category}`, title: this.index.label(category), detail: `${word} · ${count}`,
      colour: this._colour(category), category };
  }

  /** @param {string} category */
  _colour(category) {
    return this._dot({ kind: 'room', category });
  }

  /**
   * SEARCH_ITEM: a feature's id, or a category's id or name.
   * @param {{type: string, featureIdOrCategoryName?: unknown}} action
   */
  async item({ type, featureIdOrCategoryName: wished }) {
    if (typeof wished !== 'string' && typeof wished !== 'number') {
      throw new TypeError(`${type}: featureIdOrCategoryName must be a string, got ${short(wished)}`);
    }
    const text = String(wished);
    const feature = this._venue.feature(text);
    if (feature) return this._placePicked(feature, false);
    const category = this.index.category(text);
    if (category !== undefined) return this._categorySearched(category);
    throw new RangeError(`${type}: map "${this._venue.id}" has no feature or category "${text}"`);
  }

  /** @param {Found} found */
  _picked({ feature, category }) {
    return feature ? this._placePicked(feature, this._panel.hasKeyboard) : this._categorySearched(String(category));
  }

  /** @param {Feature} feature @param {boolean} focus */
  async _placePicked(feature, focus) {
    const { send, view, popups } = this._app;
    const name = this._app.nameOf(feature);
    this._unmark();
    this._panel.fill(name);
    send(events.featuresSearchedLog(this._venue.id, feature.id, name));
    // A list is left at once: the map is what one wants to see now.
    view?.camera.release();
    await Promise.all([this._app.highlight(feature), popups.open(feature, { focus })]);
  }

  /** @param {string} category */
  async _categorySearched(category) {
    this._app.send(events.categoriesSearchedLog(this._venue.id, category));
    await this.mark(category);
  }

  /** @param {string} category */
  async _chipPressed(category) {
    if (this.category === category) this.clear();
    else await this.mark(category);
  }

  /**
   * Shows all places of a category on the map and in the list.
   * @param {string} category
   */
  async mark(category) {
    const features = this.index.byCategory.get(category) ?? [];
    this.category = category;
    this._panel.press(category);
    this._panel.fill(this.index.label(category), features.map((feature) => this._place(feature)));
    const view = /** @type {import('../mapview.js').MapView} */ (this._app.view);
    const { buildings } = this._venue;
    if (!features.some((feature) => buildings.shows(feature, view.level))) this._app.floors.reach(features[0]);
    markGroup(view, features);
    this._app.send(events.categoryMarked(category));
    this._app.send(events.categoriesHighlightedLog(this._venue.id, category));
  }

  clear() {
    this._unmark();
    this._panel.clear();
  }

  venueChanged() {
    this.clear();
  }

  startAnew() {
    this.clear();
  }

  /** A tap on the map closes the list; what was marked stays. */
  closeList() {
    this._panel.closeList();
  }

  _unmark() {
    this.category = null;
    this._panel.press(null);
    if (this._app.view) markGroup(this._app.view, []);
  }

  /**
   * The fills of the map are too pale for a dot.
   * @param {{kind: string, category: string}} feature
   */
  _dot(feature) {
    const { isDark } = this._app.theme;
    return edgeColour(feature.kind, fillColour(feature, isDark), isDark);
  }

  themeChanged() {
    this.refresh();
    if (this._app.view) repaintGroup(this._app.view);
  }
}
