// @ts-check
import { cameraFor } from '../clearview.js';
import { boxAround } from '../framing.js';
import { goTo } from '../mapextras.js';
import { callerBar } from '../pins/callerbar.js';
import { backPressed, pinSelected } from '../pins/events.js';
import { distanceText, fill, wordsIn } from '../pins/words.js';
import { startNavigation } from '../routing/events.js';
import { RouteGraph } from '../routing/graph.js';
import { drawJourney } from './line.js';
import { JourneyPanel } from './panel.js';
import { planLeg, unwrapped } from './plan.js';
import { passedStops } from './progress.js';
import { readRoute } from './read.js';
import { stopElement } from './stops.js';

/** @typedef {import('./read.js').Stop} Stop */
/** @typedef {import('./plan.js').Spot} Spot */
/** @typedef {'located' | 'waiting' | 'lost'} UserState whether it is known where the user is */

const PROFILES = { vehicle: 'mapbox/driving', pedestrian: 'mapbox/walking', bicycle: 'mapbox/cycling',
  transit: 'transit' };
/** What a stop and its name take around the point (pixels). */
const ROOM = { above: 20, beside: 44, below: 36 };

/** A route of another app, as Organic Maps shows it: its stops, the way, a preview first, and navigation. */
export class Journey {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this._app = app;
    this._view = /** @type {import('../mapview.js').MapView} */ (app.view);
    this._words = wordsIn(app.language.code);
    /** @type {import('./read.js').RouteRequest | null} what shows */
    this._request = null;
    /** @type {import('./plan.js').Leg[]} */
    this._legs = [];
    /** @type {any[]} */
    this._markers = [];
    this.isNavigating = false;
    /** How many stops are behind the user, the origin included. */
    this._passed = 1;
    /** @type {Spot | null} where the user was when the route was made */
    this._user = null;
    /** @type {UserState} */
    this._userState = 'located';
    this._panel = new JourneyPanel({
      onButton: () => (this.isNavigating ? this._stop() : this._start()), onStop: (index) => this._showStop(index),
    });
    this._back = () => this._backPressed();
  }

  /** SHOW_ROUTE; without stops what shows is taken away. @param {Record<string, any>} action
   * @param {import('../parts.js').Asked} asked */
  show(action, asked) {
    const request = readRoute(action);
    this.clear();
    if (request.stops.length === 0) return;
    this._app.quietly(this._app.popups.close());
    this._app.parts.routing.value?.close();
    this._request = request;
    this._asked = asked;
    this._setUser(this._app.position);
    const needsUser = request.stops.some(({ place }) => place === null);
    this._userState = needsUser && !this._user ? 'waiting' : 'located';
    callerBar(this._words.back).show(request.appName || this._words.route, this._back, this._panel.element);
    this._makeRoute();
    this._frame();
    if (needsUser) this._app.quietly(this._follow(request));
    if (!request.previews && this._userState === 'located') this._start();
  }

  /** @param {import('./read.js').RouteRequest} request */
  async _follow(request) {
    const location = await this._app.parts.location.get();
    if (this._request !== request) return;
    const lost = () => {
      if (this._userState !== 'waiting') return;
      this._userState = 'lost';
      this._say();
    };
    this._unfollow = location.follow({ located: (position) => this._located(position), denied: lost, failed: lost });
  }

  /** @param {import('../location/position.js').Position} position */
  _located(position) {
    if (!this._request) return;
    if (this._userState !== 'located') {
      this._userState = 'located';
      this._setUser(position);
      this._makeRoute();
      this._frame();
      if (!this._request.previews) this._start();
    }
    if (this.isNavigating) this._moved(position);
  }

  /** @param {import('../location/position.js').Position | null} position */
  _setUser(position) {
    this._user = position && { at: position.at, level: position.level };
  }

  /** @returns {Spot[]} the stops whose place is known, all on one side of the antimeridian */
  get _spots() {
    const spots = (this._request?.stops ?? []).flatMap(({ place }) =>
      (place ? [{ at: /** @type {[number, number]} */ ([place.longitude, place.latitude]), level: null }]
        : this._user ?? []));
    const points = unwrapped(spots.map(({ at }) => at));
    return spots.map(({ level }, index) => ({ at: points[index], level }));
  }

  /** The legs between the stops, their line, their marks, and what the panel says of them. */
  _makeRoute() {
    const { venue } = this._view;
    if (!venue) return;
    const graph = venue.paths.length > 0 ? new RouteGraph(venue.paths) : null;
    const spots = this._spots;
    this._legs = spots.slice(1).map((to, index) => planLeg(spots[index], to, { graph, ground: venue.startLevel }));
    this.draw();
    this._mark();
    this._say();
  }

  /** For the floor and the theme that show. */
  draw() {
    drawJourney(this._view, this._legs.flatMap(({ pieces }) => pieces));
  }

  _mark() {
    for (const marker of this._markers) marker.remove();
    const stops = this._known;
    this._markers = this._spots.map(({ at }, index) => {
      const stop = stops[index];
      const element = stopElement({
        mark: markOf(index, stops.length), name: stop.name, label: this._nameOf(stop, index),
        isEnd: index === stops.length - 1, onChoose: () => this._showStop(index),
      });
      return new this._app.maplibre.Marker({ element }).setLngLat(at).addTo(this._view.map);
    });
  }

  /** @returns {Stop[]} whose place is known */
  get _known() {
    return (this._request?.stops ?? []).filter(({ place }) => place !== null || this._user !== null);
  }

  /** @param {Stop} stop @param {number} index among the known ones */
  _nameOf({ name, place }, index) {
    if (name) return name;
    if (place === null) return this._words.myLocation;
    if (index === 0) return this._words.origin;
    if (index === this._known.length - 1) return this._words.destination;
    return fill(this._words.stop, { number: String(index) });
  }

  _say() {
    const { code } = this._app.language;
    const { mode, navigates } = /** @type {import('./read.js').RouteRequest} */ (this._request);
    const metres = this._legs.reduce((sum, leg) => sum + leg.metres, 0);
    const isStraight = this._legs.some(({ pieces }) => pieces.some((piece) => piece.isStraight));
    const notices = { located: isStraight ? this._words.straight : '', waiting: this._words.waiting,
      lost: this._words.lost };
    const canStart = this._legs.length > 0 && this._userState === 'located';
    this._panel.show({
      summary: `${this._words[mode]} · ${distanceText(metres, code)}`,
      notice: notices[this._userState],
      button: this.isNavigating ? this._words.end : canStart ? this._words.start : null,
      stops: this._known.map((stop, index) => ({
        mark: markOf(index, this._known.length),
        name: this._nameOf(stop, index),
        detail: index === 0 ? '' : distanceText(this._legs[index - 1]?.metres ?? 0, code),
        isPassed: this.isNavigating && index < this._passed,
      })),
    });
    this._panel.element.classList.toggle('navigates', navigates);
  }

  /** All stops in view. */
  _frame() {
    const places = this._spots.map(({ at: [longitude, latitude] }) => ({ longitude, latitude }));
    if (places.length === 0) return;
    const { south, west, north, east } = boxAround(places);
    const goal = cameraFor(this._view, [west, south, east, north], ROOM);
    if (goal) this._app.quietly(this._view.camera.moveUnlessAsked(goal, this._asked ?? {}));
  }

  /** @param {number} index */
  _showStop(index) {
    this._app.quietly(goTo(this._view, this._spots[index].at));
  }

  /** The app is told to lead the way; the page follows. */
  _start() {
    const spots = this._spots;
    if (!this._request || spots.length < 2) return;
    this.isNavigating = true;
    this._passed = 1;
    const [origin, destination] = [spots[0].at, spots[spots.length - 1].at];
    this._app.send(startNavigation(origin, destination, PROFILES[this._request.mode]));
    this._say();
    if (!this._unfollow) this._app.quietly(this._follow(this._request));
  }

  _stop() {
    this.isNavigating = false;
    this._say();
  }

  /** Stops on the way are passed by coming close to them: their addresses are what Organic Maps would open.
   * @param {import('../location/position.js').Position} position */
  _moved(position) {
    const stops = this._known;
    const before = this._passed;
    this._passed = passedStops(this._spots.map(({ at }) => at), before, position);
    for (const { callback, place, name } of stops.slice(before, this._passed)) {
      if (callback && place) this._app.send(pinSelected(callback, { ...place, name, id: '' }));
    }
    if (this._passed === stops.length) this.navigationEnded();
    else if (this._passed !== before) this._say();
  }

  /** The destination is reached, as the page or the app has noticed. */
  navigationEnded() {
    if (!this.isNavigating) return;
    const last = this._known.length - 1;
    this._app.page.announce(fill(this._words.arrived, { place: this._nameOf(this._known[last], last) }));
    this._stop();
  }

  /** The app leads no more; the way stays. */
  navigationCanceled() {
    if (this.isNavigating) this._stop();
  }

  _backPressed() {
    const url = this._request?.backURL ?? '';
    this.clear();
    this._view.focus();
    this._app.send(backPressed(url));
  }

  closeCard() {}

  clear() {
    this._unfollow?.();
    this._unfollow = undefined;
    for (const marker of this._markers) marker.remove();
    this._markers = [];
    this._legs = [];
    if (this._request) this.draw();
    this._request = null;
    this.isNavigating = false;
    callerBar(this._words.back).hide(this._back);
  }

  state() {
    if (!this._request) return null;
    return {
      stops: this._known.map((stop, index) => this._nameOf(stop, index)),
      mode: this._request.mode,
      metres: Math.round(this._legs.reduce((sum, leg) => sum + leg.metres, 0)),
      straight: this._legs.map(({ pieces }) => pieces.some((piece) => piece.isStraight)),
      user: this._userState,
      navigating: this.isNavigating,
      passed: this.isNavigating ? this._passed : 0,
    };
  }
}

/** @param {number} index @param {number} count */
const markOf = (index, count) => (index === 0 ? '' : index === count - 1 ? '⚑' : String(index));
