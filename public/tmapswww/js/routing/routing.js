// @ts-check
import { showBox } from '../clearview.js';
import { short } from '../dispatch.js';
import { floorName } from '../floorswitcher.js';
import { RouteDialog } from './dialog.js';
import * as events from './events.js';
import { RouteGraph } from './graph.js';
import { distanceText, instructions, timeText } from './instructions.js';
import { RouteLine } from './routeline.js';
import { openRouting } from './open.js';
import { findRoute } from './router.js';

/** @typedef {import('../venue/venue.js').Feature} Feature */
/** @typedef {import('./dialog.js').End} End */
/** @typedef {{feature: Feature} | {here: true}} Place a feature, or where the user is */

const PROFILE = 'mapbox/walking';

/** Ways through the venue: the dialog, the drawn route and navigation by the app. */
export class Routing {
  /** @param {import('../app.js').App} app @param {import('../search/search.js').Search} search */
  constructor(app, search) {
    this._app = app;
    this._search = search;
    /** @type {{from: Place | null, to: Place | null}} */
    this._ends = { from: null, to: null };
    this._stepFree = false;
    this.actions = {
      SHOW_NAVIGATION_DIALOG: (/** @type {any} */ action) => this._openFor(action),
      NAVIGATION_END: () => this._navigationOver(true),
      NAVIGATION_CANCELED: () => this._navigationOver(false),
    };
    /** @type {import('./router.js').Route | null} */
    this.route = null;
    this.isNavigating = false;
    const view = /** @type {import('../mapview.js').MapView} */ (app.view);
    this._line = new RouteLine(view, app.maplibre, (level, at) => this._showFloor(level, at));
    this._dialog = new RouteDialog({
      card: /** @type {HTMLElement} */ (document.getElementById('place')),
      strings: app.language.strings,
      find: (query, end) => this._find(query, end),
      onPick: (end, found) => this._picked(end, found.feature ? { feature: found.feature } : { here: true }),
      onEmpty: (end) => this._picked(end, null),
      onSwap: () => this._setEnds({ from: this._ends.to, to: this._ends.from }),
      onStepFree: (isOn) => this._setStepFree(isOn),
      onStart: () => this._start(),
      onStep: (index) => this._showStep(index),
      onClose: () => this.close(),
    });
  }

  /** The graph of the venue that shows; made once for its ways. */
  get graph() {
    const venue = /** @type {import('../venue/venue.js').Venue} */ (this._app.view?.venue);
    if (this._paths !== venue.paths || !this._graph) {
      this._venue = venue;
      this._paths = venue.paths;
      this._graph = new RouteGraph(venue.paths);
    }
    return this._graph;
  }

  /**
   * For the `entrances` of a poi.
   * @param {Feature} feature
   */
  entrancesOf(feature) {
    return this.graph.entrancesOf(feature).map(({ at, level }) => ({ center: at, level }));
  }

  /**
   * Opens the dialog. Where one is going but not from where, one goes from where one is, if that is known.
   * @param {{from?: Feature, to?: Feature}} ends
   */
  async open({ from, to }) {
    await this._app.popups.close();
    this._search.clear();
    const start = from ? { feature: from } : null;
    this._ends = { from: start ?? (this._app.position ? { here: true } : null), to: to ? { feature: to } : null };
    this._dialog.open({ ...this._names(), stepFree: this._stepFree });
    this._answer();
  }

  close() {
    this._dialog.close();
    this._setRoute(null);
    this._ends = { from: null, to: null };
    this.isNavigating = false;
  }

  get isOpen() {
    return this._dialog.isOpen;
  }

  /** For `Tagipedia.state()`: the route that is drawn, leg by leg. */
  state() {
    if (!this.route) return null;
    const legs = this.route.legs.map((leg) => (leg.kind === 'walk' ? `walk ${leg.level}` : `${leg.kind} ${leg.to}`));
    return { legs, metres: Math.round(this.route.metres), navigating: this.isNavigating };
  }

  levelChanged() {
    if (this.route) this._line.draw();
  }

  themeChanged() {
    this._line.themeChanged();
  }

  venueChanged() {
    this.close();
  }

  startAnew() {
    this.close();
  }

  /** @param {{type: string, navigation_params?: any}} action */
  async _openFor({ type, navigation_params: params }) {
    if (typeof params !== 'object' || params === null) {
      throw new TypeError(`${type}: navigation_params must be an object with route_to, got ${short(params)}`);
    }
    await openRouting(this._app, type, { from: params.route_from, to: params.route_to });
  }

  /** @param {string} query @param {End} end @returns {import('../search/panel.js').Found[]} */
  _find(query, end) {
    const places = this._search.find(query, { placesOnly: true });
    const { myLocation } = this._app.language.strings;
    const here = { key: 'here', title: myLocation, detail: '', colour: 'var(--primary)' };
    return end === 'from' && this._app.position ? [here, ...places] : places;
  }

  /** @param {End} end @param {Place | null} place */
  _picked(end, place) {
    this._ends[end] = place;
    if (place) this._dialog.fill(this._names());
    this._answer();
  }

  /** @param {{from: Place | null, to: Place | null}} ends */
  _setEnds(ends) {
    this._ends = ends;
    this._dialog.fill(this._names());
    this._answer();
  }

  /** @param {boolean} isOn */
  _setStepFree(isOn) {
    this._stepFree = isOn;
    this._answer();
  }

  _names() {
    return { from: this._nameOf(this._ends.from), to: this._nameOf(this._ends.to) };
  }

  /** @param {Place | null} place */
  _nameOf(place) {
    if (!place) return '';
    return 'feature' in place ? this._app.nameOf(place.feature) : this._app.language.strings.myLocation;
  }

  /** @param {Place} place */
  _nodesOf(place) {
    if ('feature' in place) return this.graph.entrancesOf(place.feature);
    const { position, view } = this._app;
    if (!position) return [];
    const node = this.graph.nearest(position.at, position.level ?? view?.level ?? '');
    return node ? [node] : [];
  }

  /** Finds the way between the ends and says it, or why there is none. */
  _answer() {
    const { strings } = this._app.language;
    const { from, to } = this._ends;
    this._setRoute(null);
    if (!from || !to) {
      this._dialog.answer(null);
      return;
    }
    const [starts, ends] = [this._nodesOf(from), this._nodesOf(to)];
    const found = findRoute(starts, ends, { stepFree: this._stepFree });
    if ('problem' in found) {
      const cut = [from, to].find((place, index) => [starts, ends][index].length === 0);
      this._dialog.answer({ problem: cut ? strings.noEntrance.replace('{place}', this._nameOf(cut))
        : strings[found.problem] });
      return;
    }
    const { route } = found;
    this._setRoute(route);
    this._dialog.answer({
      summary: `${timeText(route.seconds, strings)} · ${distanceText(route.metres, strings)}`,
      steps: instructions(route, { strings, floorName: (level) => this._floorName(level), target: this._nameOf(to) }),
      canStart: true,
    });
    const first = route.legs[0];
    if (first.kind === 'walk') this._showFloor(first.level, first.points[0]);
    else this._showFloor(first.from, first.at);
    this._app.send(events.routesRoutedLog(this._venue?.id ?? '', { id: idOf(from), name: this._nameOf(from) },
      { id: idOf(to), name: this._nameOf(to) }));
  }

  /** @param {import('./router.js').Route | null} route */
  _setRoute(route) {
    this.route = route;
    this._line.show(route, (level) => this._app.view?.venue?.floor(level)?.label ?? level);
  }

  /** @param {string} level */
  _floorName(level) {
    const floor = this._app.view?.venue?.floor(level);
    return floor ? floorName(floor, this._app.language.strings, this._app.language.code) : level;
  }

  /** @param {number} index of a leg; the one after the last is the arrival */
  _showStep(index) {
    const legs = this.route?.legs ?? [];
    const leg = legs[Math.min(index, legs.length - 1)];
    if (leg?.kind === 'walk') this._showFloor(leg.level, leg.points[0]);
    else if (leg) this._showFloor(leg.to, leg.end);
  }

  /**
   * Opens the floor at a place, and the building that stands there.
   * @param {string} level @param {[number, number]} at
   */
  _openPlace(level, at) {
    const { floors, view } = this._app;
    const buildings = view?.venue?.buildings;
    const building = buildings?.at(at);
    if (building && building !== buildings?.open && building.levels.includes(level)) {
      floors.openBuilding(building, level);
    } else {
      floors.open(level);
    }
  }

  /** @param {string} level @param {[number, number]} at */
  _showFloor(level, at) {
    this._openPlace(level, at);
    const box = this._line.boxAt(level, at);
    if (box) this._app.quietly(showBox(/** @type {any} */ (this._app.view), box));
  }

  /** The app is asked to lead the way. */
  _start() {
    const legs = this.route?.legs;
    if (!legs) return;
    const [first, last] = [legs[0], legs[legs.length - 1]];
    this.isNavigating = true;
    const origin = first.kind === 'walk' ? first.points[0] : first.at;
    const destination = last.kind === 'walk' ? /** @type {[number, number]} */ (last.points.at(-1)) : last.end;
    this._app.send(events.startNavigation(origin, destination, PROFILE));
  }

  /** @param {boolean} isThere */
  _navigationOver(isThere) {
    this._app.parts.others.value?.navigationOver(isThere);
    if (isThere) this.navigationEnded();
    else this.navigationCanceled();
  }

  /** The app has led there. */
  navigationEnded() {
    const { to } = this._ends;
    const name = this._nameOf(to);
    this.close();
    if (name) this._app.page.announce(this._app.language.strings.arrived.replace('{place}', name));
  }

  /** The app leads no more; the way stays. */
  navigationCanceled() {
    this.isNavigating = false;
  }
}

/** @param {Place} place */
const idOf = (place) => ('feature' in place ? place.feature.id : null);
