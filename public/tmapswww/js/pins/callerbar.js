// @ts-check
const ARROW = '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">' +
  '<path d="M14.5 5.5 8 12l6.5 6.5"/></svg>';

/** The bar on top of the map: the name of the app that shows something here, and the way back to it. */
export class CallerBar {
  /** @param {string} backWord */
  constructor(backWord) {
    /** @type {(() => void) | null} of the part whose bar it is now */
    this._onBack = null;
    this._element = document.createElement('nav');
    this._element.id = 'caller';
    this._element.className = 'card';
    this._element.hidden = true;
    const back = document.createElement('button');
    back.type = 'button';
    back.className = 'control';
    back.innerHTML = ARROW;
    back.append(backWord);
    back.addEventListener('click', () => this._onBack?.());
    const heading = document.createElement('h2');
    this._title = heading.appendChild(document.createElement('bdi'));
    this._head = [back, heading];
    document.getElementById('top')?.prepend(this._element);
  }

  /** @param {string} title @param {() => void} onBack @param {HTMLElement[]} more what stands below the title */
  show(title, onBack, ...more) {
    this._onBack = onBack;
    this._title.textContent = title;
    this._element.replaceChildren(...this._head, ...more);
    this._element.hidden = false;
  }

  /** @param {() => void} onBack whose bar it was; that of another part stays */
  hide(onBack) {
    if (this._onBack !== onBack) return;
    this._onBack = null;
    this._element.hidden = true;
    this._element.replaceChildren();
  }
}

/** @type {CallerBar | undefined} */
let bar;

/** The page has one. @param {string} backWord */
export const callerBar = (backWord) => (bar ??= new CallerBar(backWord));
