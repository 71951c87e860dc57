// @ts-check
import { cameraFor, keepPointClearOf } from '../clearview.js';
import { PLACE_ZOOM, boxAround } from '../framing.js';
import { addressIn, callbackURL } from './callback.js';
import { callerBar } from './callerbar.js';
import { PinCard } from './card.js';
import { backPressed, pinSelected } from './events.js';
import { stickPin } from './pin.js';
import { readPins } from './read.js';
import { placeTitles } from './titles.js';
import { wordsIn } from './words.js';

/** @typedef {import('./read.js').ShownPin} ShownPin */
/** @typedef {{pin: ShownPin, element: HTMLElement, marker: any}} Stuck a pin on the map */

/** What a pin and its title take around the point (pixels). */
const ROOM = { above: 44, beside: 36, below: 20 };

/** Pins of another app on the map, as Organic Maps shows them: under its name, with a way back. */
export class Pins {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this._app = app;
    this._view = /** @type {import('../mapview.js').MapView} */ (app.view);
    this._words = wordsIn(app.language.code);
    /** @type {import('./read.js').PinsRequest | null} what shows */
    this._request = null;
    /** @type {Stuck[]} */
    this._stuck = [];
    /** @type {ShownPin | null} whose card is open */
    this._selected = null;
    this._back = () => this._backPressed();
    this._bar = callerBar(this._words.back);
    this._card = new PinCard({
      words: this._words, onMore: (pin) => this._chosen(pin), onClose: () => this._cardClosed(),
    });
    this._view.map.on('moveend', () => this._placeTitles());
  }

  /** SHOW_PINS; without points what shows is taken away. @param {Record<string, any>} action
   * @param {import('../parts.js').Asked} asked */
  show(action, asked) {
    const request = readPins(action);
    this.clear();
    if (request.pins.length === 0) return;
    this._app.quietly(this._app.popups.close());
    this._request = request;
    this._bar.show(request.appName, this._back);
    const { length: count } = request.pins;
    this._stuck = request.pins.map((pin) => ({ pin, ...stickPin(this._app, pin, { word: this._words.pin,
      title: pin.name, style: pin.style, count, onChoose: () => this._tapped(pin) }) }));
    this._app.quietly(this._frame(request, asked).then(() => this._placeTitles()));
    if (request.pins.length === 1) this._open(request.pins[0]);
  }

  /** One pin close by, several all in view. @param {import('./read.js').PinsRequest} request
   * @param {import('../parts.js').Asked} asked */
  async _frame({ pins, zoom }, asked) {
    const { south, west, north, east } = boxAround(pins);
    const isOne = south === north && west === east;
    const goal = isOne ? { center: /** @type {[number, number]} */ ([west, south]),
      zoom: Math.min(zoom ?? PLACE_ZOOM, this._view.map.getMaxZoom()) }
      : cameraFor(this._view, [west, south, east, north], ROOM);
    if (goal) await this._view.camera.moveUnlessAsked(goal, asked);
  }

  /** @param {ShownPin} pin */
  _tapped(pin) {
    if (this._request?.opensAtOnce) this._chosen(pin);
    else this._open(pin);
  }

  /** @param {ShownPin} pin */
  _open(pin) {
    this._app.tellParts('closeCards');
    this._app.quietly(this._app.popups.close());
    this._selected = pin;
    this._card.show(pin);
    this._markSelected();
    const cover = this._card.element.getBoundingClientRect();
    if (this._stuck.length > 1) this._app.quietly(keepPointClearOf(this._view, [pin.longitude, pin.latitude], cover));
  }

  /** "More info": an address in the pin's id is opened, everything else goes back to the app. @param {ShownPin} pin */
  _chosen(pin) {
    const address = addressIn(pin.id);
    if (address) window.open(address, '_blank', 'noopener');
    this._app.send(pinSelected(address ?? callbackURL(this._request?.backURL ?? '', pin), pin));
  }

  _backPressed() {
    const url = this._request?.backURL ?? '';
    this.clear();
    this._app.view?.focus();
    this._app.send(backPressed(url));
  }

  _cardClosed() {
    this.closeCard();
    this._app.view?.focus();
  }

  closeCard() {
    this._card.hide();
    this._selected = null;
    this._markSelected();
  }

  clear() {
    for (const { marker } of this._stuck) marker.remove();
    this._stuck = [];
    this._request = null;
    this._bar.hide(this._back);
    this.closeCard();
  }

  _markSelected() {
    for (const { pin, element } of this._stuck) {
      element.classList.toggle('selected', pin === this._selected);
      element.setAttribute('aria-pressed', String(pin === this._selected));
    }
    this._placeTitles();
  }

  /** Titles that find no room are hidden, the chosen one's never. */
  _placeTitles() {
    const order = [...this._stuck].sort((a, b) => Number(b.pin === this._selected) - Number(a.pin === this._selected));
    const shapes = order.map(({ element }) => boxOf(element));
    const titled = order.map(({ element, pin }, index) => {
      const title = element.querySelector('span');
      return title && { shape: shapes[index], title: boxOf(title), mustShow: pin === this._selected };
    });
    const sides = placeTitles(titled, shapes, document.documentElement.clientWidth);
    order.forEach(({ element }, index) => { element.dataset.title = sides[index] ?? 'none'; });
  }

  state() {
    if (!this._request) return null;
    return {
      appName: this._request.appName,
      backURL: this._request.backURL,
      pins: this._request.pins.map(({ style, ...pin }) => pin),
      selected: this._selected && this._request.pins.indexOf(this._selected),
    };
  }
}

/** As plain numbers: those of a DOMRect are asked for anew at each look. @param {Element} element */
function boxOf(element) {
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  return { left, top, right, bottom, width, height };
}
