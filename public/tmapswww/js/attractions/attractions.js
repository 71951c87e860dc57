// @ts-check
import { cameraFor } from '../clearview.js';
import { AttractionZoom, PLACE_ZOOM, boxOfRegion } from '../framing.js';
import { attractionDetailTapped, attractionTapped } from '../pins/events.js';
import { stickPin } from '../pins/pin.js';
import { wordsIn } from '../pins/words.js';
import { Callout } from './callout.js';
import { readAttractions } from './read.js';

/** @typedef {import('./read.js').Attraction} Attraction */
/** @typedef {import('../framing.js').Frame} Frame */

/** What a pin takes around its point (pixels). */
const ROOM = { above: 44, beside: 20, below: 4 };

/** Attractions on the map with a callout for the chosen one, as SRAttractionsMap shows them. */
export class Attractions {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this._app = app;
    this._view = /** @type {import('../mapview.js').MapView} */ (app.view);
    /** @type {import('./read.js').AttractionsRequest | null} what shows */
    this._request = null;
    /** @type {{attraction: Attraction, element: HTMLElement, marker: any}[]} */
    this._pins = [];
    /** @type {Attraction | null} whose callout is open */
    this._selected = null;
    /** @type {AttractionZoom | null} */
    this._zoom = null;
    /** @type {Frame | null} */
    this._frame = null;
    /** @type {import('../parts.js').Asked} */
    this._asked = {};
    /** @type {(() => void) | null} ends asking where the user is */
    this._unfollow = null;
    const words = wordsIn(app.language.code);
    this._pinWord = words.pin;
    this._callout = new Callout({
      map: this._view.map,
      closeWord: words.close,
      onDetail: ({ id }) => app.send(attractionDetailTapped(id)),
      onClose: () => this._calloutClosed(),
      report: (error) => app.report(error),
    });
  }

  /** SHOW_ATTRACTIONS; without attractions what shows is taken away. @param {Record<string, any>} action
   * @param {import('../parts.js').Asked} asked */
  show(action, asked) {
    const request = readAttractions(action);
    const before = this._request;
    this._unstick();
    this._app.quietly(this._app.popups.close());
    this._request = request;
    this._asked = asked;
    const { pinImage: image, attractions: { length: count } } = request;
    this._pins = request.attractions.map((attraction) => ({ attraction, ...stickPin(this._app, attraction, {
      word: this._pinWord, image, count, onChoose: () => this._select(attraction) }) }));
    const isSame = before !== null && JSON.stringify(before.framing) === JSON.stringify(request.framing);
    if (isSame && this._zoom) this._move(this._zoom.attractionsChanged(request.attractions));
    else this._begin(request);
  }

  /** The modes that start from the user ask where that is. @param {import('./read.js').AttractionsRequest} request */
  _begin({ framing, attractions }) {
    this._zoom = new AttractionZoom(framing, attractions);
    this._unfollow?.();
    this._unfollow = null;
    const needsUser = framing.displayMode.startsWith('user');
    const { position } = this._app;
    // What is known already counts from the start: the camera moves once.
    if (needsUser && position) this._move(this._zoom.located(placeOf(position)));
    else this._move(this._zoom.appeared());
    if (needsUser && !position) this._app.quietly(this._follow());
  }

  async _follow() {
    const location = await this._app.parts.location.get();
    const zoom = this._zoom;
    if (!zoom || this._unfollow) return;
    this._unfollow = location.follow({
      located: (position) => this._located(placeOf(position)),
      denied: () => this._move(this._zoom?.permissionChanged('denied') ?? null),
      failed: () => this._move(this._zoom?.locationFailed() ?? null),
    });
  }

  /** @param {import('../framing.js').Place} place */
  _located(place) {
    if (!this._request || !this._zoom) return;
    const { framing, attractions } = this._request;
    const { fallback } = this._frame ?? {};
    // Where the browser may not tell, the app may: it begins anew with what it said.
    if (fallback === 'denied') this._zoom = new AttractionZoom(framing, attractions);
    this._move(this._zoom.located(place));
  }

  /** @param {Frame | null} frame null: the camera stays */
  _move(frame) {
    if (!frame) return;
    this._frame = frame;
    const goal = this._goal(frame);
    if (goal) this._app.quietly(this._view.camera.moveUnlessAsked(goal, this._asked));
  }

  /** @param {Frame} frame @returns {{center: [number, number], zoom: number} | null} */
  _goal(frame) {
    const { map } = this._view;
    if (frame.camera === 'keep') return null;
    if (frame.camera === 'bounds') {
      const { south, west, north, east } = frame.box;
      return cameraFor(this._view, [west, south, east, north], ROOM);
    }
    const { latitude, longitude } = frame.center;
    const center = /** @type {[number, number]} */ ([longitude, latitude]);
    if (frame.camera === 'place') return { center, zoom: Math.min(PLACE_ZOOM, map.getMaxZoom()) };
    // The region itself fills the screen, as MKCoordinateRegion does: no room is left at the edges.
    const { south, west, north, east } = boxOfRegion(frame.center, frame.spanMetres);
    const fitted = map.cameraForBounds([west, south, east, north], { padding: 0, maxZoom: map.getMaxZoom() });
    return fitted ? { center, zoom: fitted.zoom } : null;
  }

  /** @param {Attraction} attraction */
  _select(attraction) {
    if (!this._request || this._selected === attraction) return;
    this._app.tellParts('closeCards');
    this._app.quietly(this._app.popups.close());
    this._selected = attraction;
    this._app.send(attractionTapped(attraction.id));
    const pin = this._pins.find((one) => one.attraction === attraction);
    if (pin) this._callout.show(attraction, this._request.callout, pin.element);
    this._markSelected();
    if (!this._request.scrollsToPin) return;
    this._app.quietly(this._view.camera.moveTo({ center: [attraction.longitude, attraction.latitude] }));
  }

  _calloutClosed() {
    this.closeCard();
    this._view.focus();
  }

  closeCard() {
    this._callout.hide();
    this._selected = null;
    this._markSelected();
  }

  _markSelected() {
    for (const { attraction, element } of this._pins) {
      element.classList.toggle('chosen', attraction === this._selected);
      element.setAttribute('aria-pressed', String(attraction === this._selected));
    }
  }

  _unstick() {
    for (const { marker } of this._pins) marker.remove();
    this._pins = [];
    this.closeCard();
  }

  clear() {
    this._unstick();
    this._request = null;
    this._zoom = null;
    this._frame = null;
    this._unfollow?.();
    this._unfollow = null;
  }

  state() {
    if (!this._request || !this._frame) return null;
    const { displayMode, fallback, camera } = this._frame;
    return { count: this._pins.length, displayMode, fallback, camera, selected: this._selected?.id ?? null };
  }
}

/** @param {import('../location/position.js').Position} position @returns {import('../framing.js').Place} */
const placeOf = ({ at: [longitude, latitude] }) => ({ latitude, longitude });
