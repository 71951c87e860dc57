// @ts-check
/** @typedef {import('./read.js').ShownPin} ShownPin */

/** The card of one pin: its title, where it is, and "More info". At the bottom of a phone, in a corner elsewhere. */
export class PinCard {
  /**
   * @param {{words: ReturnType<typeof import('./words.js').wordsIn>, onMore: (pin: ShownPin) => void,
   *   onClose: () => void}} parts `onClose` when the user closes it
   */
  constructor({ words, onMore, onClose }) {
    this._words = words;
    this._onMore = onMore;
    this._onClose = onClose;
    this.element = document.createElement('section');
    this.element.id = 'pin-card';
    this.element.className = 'card tmaps-popup sheet';
    this.element.hidden = true;
    this.element.tabIndex = -1;
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') onClose();
    });
    document.body.append(this.element);
    new ResizeObserver(() => this._measure()).observe(this.element);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** @param {ShownPin} pin */
  show(pin) {
    const head = part('div', 'tmaps-popup-head');
    const place = `${pin.latitude.toFixed(5)}, ${pin.longitude.toFixed(5)}`;
    const title = part('h2', '', pin.name || place);
    const texts = part('div', 'tmaps-popup-text');
    texts.append(title);
    if (pin.name) {
      const facts = part('p', 'tmaps-popup-facts');
      facts.append(part('bdi', '', place));
      texts.append(facts);
    }
    head.append(texts, this._button('tmaps-popup-close', '×', this._onClose, this._words.close));
    const actions = part('div', 'tmaps-popup-actions');
    actions.append(this._button('tmaps-popup-main', this._words.moreInfo, () => this._onMore(pin)));
    this.element.replaceChildren(head, actions);
    this.element.setAttribute('aria-label', pin.name || place);
    this.element.hidden = false;
    this._measure();
  }

  hide() {
    this.element.hidden = true;
    this._measure();
  }

  /** @param {string} className @param {string} text @param {() => void} onClick @param {string} [label] */
  _button(className, text, onClick, label) {
    const button = /** @type {HTMLButtonElement} */ (part('button', className, text));
    button.type = 'button';
    if (label) button.setAttribute('aria-label', label);
    button.addEventListener('click', onClick);
    return button;
  }

  /** The page's other parts move up by what the card takes. */
  _measure() {
    document.documentElement.style.setProperty('--sheet-height', `${this.element.offsetHeight}px`);
  }
}

/** @param {string} tag @param {string} className @param {string} [text] */
function part(tag, className, text) {
  const element = document.createElement(tag);
  element.className = className;
  if (text !== undefined) {
    element.dir = 'auto';
    element.textContent = text;
  }
  return element;
}
