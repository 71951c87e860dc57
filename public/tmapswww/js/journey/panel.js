// @ts-check
/**
 * What the panel says. `name` and `detail` are the app's and ours, as text.
 * @typedef {{summary: string, notice: string, button: string | null,
 *   stops: {mark: string, name: string, detail: string, isPassed: boolean}[]}} Content
 */

/** The stops of a journey with what lies between them, below the name of the calling app. */
export class JourneyPanel {
  /** @param {{onButton: () => void, onStop: (index: number) => void}} parts */
  constructor({ onButton, onStop }) {
    this.element = document.createElement('div');
    this.element.className = 'journey';
    const head = document.createElement('div');
    head.className = 'journey-head';
    this._summary = document.createElement('p');
    this._summary.setAttribute('role', 'status');
    this._button = document.createElement('button');
    this._button.type = 'button';
    this._button.className = 'journey-start';
    this._button.addEventListener('click', onButton);
    head.append(this._summary, this._button);
    this._notice = document.createElement('p');
    this._notice.setAttribute('role', 'status');
    this._list = document.createElement('ol');
    this._list.addEventListener('click', (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest('button');
      if (button) onStop(Number(button.dataset.index));
    });
    this.element.append(head, this._notice, this._list);
  }

  /** @param {Content} content */
  show({ summary, notice, button, stops }) {
    // A live region is read aloud when it changes, and only then.
    if (this._summary.textContent !== summary) this._summary.textContent = summary;
    if (this._notice.textContent !== notice) this._notice.textContent = notice;
    this._notice.hidden = notice === '';
    this._button.hidden = button === null;
    this._button.textContent = button;
    this._list.replaceChildren(...stops.map((stop, index) => row(stop, index)));
  }
}

/** @param {Content['stops'][0]} stop @param {number} index */
function row({ mark, name, detail, isPassed }, index) {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.index = String(index);
  button.classList.toggle('passed', isPassed);
  const [sign, title, more] = [['i', mark], ['bdi', name], ['small', detail]].map(([tag, text]) => {
    const element = document.createElement(tag);
    element.textContent = text;
    return element;
  });
  sign.setAttribute('aria-hidden', 'true');
  button.append(sign, title, more);
  item.append(button);
  return item;
}
