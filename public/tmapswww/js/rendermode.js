// @ts-check
/** The button that switches between 2D and 3D. */
export class RenderModeButton {
  /** @param {{strings: import('./strings.js').Strings, onPick: (mode: '2D' | '3D') => void}} options */
  constructor({ strings, onPick }) {
    this.element = document.createElement('div');
    this.element.className = 'render-mode card';
    this._button = document.createElement('button');
    this._button.type = 'button';
    this._button.className = 'control';
    this._button.textContent = '3D';
    this._button.setAttribute('role', 'switch');
    this._button.setAttribute('aria-label', strings.show3D);
    this._button.addEventListener('click', () =>
      onPick(this._button.getAttribute('aria-checked') === 'true' ? '2D' : '3D'));
    this.element.append(this._button);
    this.select('2D');
  }

  /** @param {'2D' | '3D'} mode */
  select(mode) {
    this._button.setAttribute('aria-checked', String(mode === '3D'));
  }
}
