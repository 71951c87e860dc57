// @ts-check
const ARROW = '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">' +
  '<path d="M14.5 5.5 8 12l6.5 6.5"/></svg>';

/** The bar on top of the map: the name of the app that shows something here, and the way back to it. */
export class CallerBar {
  /** @param {string} backWord @param {() => void} onBack */
  constructor(backWord, onBack) {
    this._element = document.createElement('nav');
    this._element.id = 'caller';
    this._element.className = 'card';
    this._element.hidden = true;
    const back = document.createElement('button');
    back.type = 'button';
    back.className = 'control';
    back.innerHTML = ARROW;
    back.append(backWord);
    back.addEventListener('click', onBack);
    this._title = document.createElement('h2');
    this._title.dir = 'auto';
    this._element.append(back, this._title);
    document.getElementById('top')?.prepend(this._element);
  }

  /** @param {string} title */
  show(title) {
    this._title.textContent = title;
    this._element.hidden = false;
  }

  hide() {
    this._element.hidden = true;
  }
}
