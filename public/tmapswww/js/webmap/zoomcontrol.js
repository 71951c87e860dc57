// @ts-check
/** Two buttons that zoom in and out; only a scenario shows them. */
export class ZoomControl {
  /** @param {import('../mapview.js').MapView} view @param {{zoomIn: string, zoomOut: string}} words */
  constructor(view, words) {
    this._view = view;
    this.element = document.createElement('div');
    this.element.className = 'zoom-control card';
    this.element.hidden = true;
    this.element.append(this._button('+', words.zoomIn, 1), this._button('−', words.zoomOut, -1));
  }

  /** @param {string} sign @param {string} label @param {number} steps */
  _button(sign, label, steps) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'control';
    button.textContent = sign;
    button.setAttribute('aria-label', label);
    button.addEventListener('click', () => {
      const { camera, map } = this._view;
      camera.release();
      const zoom = Math.min(map.getMaxZoom(), Math.max(map.getMinZoom(), map.getZoom() + steps));
      camera.moveTo({ zoom });
    });
    return button;
  }
}
