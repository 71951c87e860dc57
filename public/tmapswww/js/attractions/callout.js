// @ts-check
import { picture } from '../pins/picture.js';
import { defaultSize } from './read.js';

/** @typedef {import('./read.js').Attraction} Attraction */

/** Between a pin and its callout, as in the library (pixels). */
const GAP = 4;
/** Between a callout and the edge of the screen (pixels). */
const EDGE = 10;

/** The card above a chosen attraction: picture, title, subtitle and maybe a button. It moves with the map. */
export class Callout {
  /**
   * @param {{map: any, closeWord: string, onDetail: (attraction: Attraction) => void, onClose: () => void,
   *   report: (error: Error) => void}} parts `onClose` when the user closes it
   */
  constructor({ map, closeWord, onDetail, onClose, report }) {
    this._report = report;
    this._map = map;
    this._closeWord = closeWord;
    this._onDetail = onDetail;
    this._onClose = onClose;
    this._element = document.createElement('section');
    this._element.id = 'callout';
    this._element.className = 'card';
    this._element.hidden = true;
    this._element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') onClose();
    });
    document.body.append(this._element);
    map.on('move', () => this._place());
    map.on('resize', () => this._place());
    new ResizeObserver(() => this._place()).observe(this._element);
  }

  /**
   * @param {Attraction} attraction @param {import('./read.js').CalloutLook} look
   * @param {HTMLElement} pin above which it stands
   */
  show(attraction, look, pin) {
    this._at = /** @type {[number, number]} */ ([attraction.longitude, attraction.latitude]);
    this._pin = pin;
    const { name, subname, image } = attraction;
    const parts = [this._close()];
    if (image) parts.push(this._picture(image));
    if (name) parts.push(line('h2', name, look.title));
    if (subname) parts.push(line('p', subname, look.subtitle));
    if (look.buttonTitle) {
      const button = /** @type {HTMLButtonElement} */ (line('button', look.buttonTitle, look.button));
      button.type = 'button';
      button.addEventListener('click', () => this._onDetail(attraction));
      parts.push(button);
    }
    this._element.replaceChildren(...parts);
    this._element.setAttribute('aria-label', name);
    this._resize(look.size);
    this._element.hidden = false;
    this._element.style.animation = look.fade > 0 ? `callout ${look.fade}s ease-out` : 'none';
    this._place();
  }

  hide() {
    this._element.hidden = true;
    this._element.style.animation = '';
  }

  _close() {
    const close = document.createElement('button');
    close.type = 'button';
    close.className = 'callout-close';
    close.textContent = '×';
    close.setAttribute('aria-label', this._closeWord);
    close.addEventListener('click', this._onClose);
    return close;
  }

  /** One that does not come leaves no frame behind. @param {string} address */
  _picture(address) {
    const image = picture(address, this._report);
    image.addEventListener('error', () => image.remove());
    return image;
  }

  /** Of the size that the app wishes; else as high as it needs. @param {{width: number, height: number} | null} wish */
  _resize(wish) {
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const own = defaultSize({ width, height });
    const { style } = this._element;
    style.width = `${wish?.width ?? own.width}px`;
    style.height = wish ? `${wish.height}px` : '';
    style.maxHeight = wish ? `${height - 2 * EDGE}px` : `${own.height}px`;
  }

  /** Above its pin, and never off the screen. */
  _place() {
    if (this._element.hidden || !this._at) return;
    const { clientWidth, clientHeight } = this._map.getContainer();
    const { offsetWidth, offsetHeight } = this._element;
    const { x, y } = this._map.project(this._at);
    const left = within(x - offsetWidth / 2, clientWidth - offsetWidth);
    const top = within(y - (this._pin?.offsetHeight ?? 0) - GAP - offsetHeight, clientHeight - offsetHeight);
    this._element.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
  }
}

/** @param {number} wished @param {number} room */
const within = (wished, room) => Math.max(EDGE, Math.min(wished, room - EDGE));

/** @param {string} tag @param {string} text @param {Record<string, string>} look */
function line(tag, text, look) {
  const element = document.createElement(tag);
  element.dir = 'auto';
  element.textContent = text;
  for (const [property, value] of Object.entries(look)) element.style.setProperty(property, value);
  return element;
}
