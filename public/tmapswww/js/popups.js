// @ts-check
import { addStyle } from './lazy.js';
import { needWords } from './strings.js';

/** @typedef {import('./venue/venue.js').Feature} Feature */

/**
 * The popup of a feature: one at most. Knows the app's template before there is a popup; the popup itself, and Angular
 * with it, is loaded when the first one opens.
 */
export class Popups {
  /**
   * @param {{app: import('./app.js').App, element: HTMLElement, toMap: (action: any) => void,
   *   toApp: (action: any) => void}} parts
   */
  constructor({ app, element, toMap, toApp }) {
    this.app = app;
    this._element = element;
    this.toMap = toMap;
    this.toApp = toApp;
    /** @type {string | null} */
    this.template = null;
    /** @type {Record<string, unknown>} */
    this.customData = {};
    /** @type {Feature | null} the feature that the popup is of, also while it is loading */
    this.feature = null;
    /** Nothing opens. */
    this.isOff = false;
    /** @type {Promise<import('./popup/popup.js').Popup> | null} */
    this._popup = null;
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.feature && !event.defaultPrevented) this.close({ focusMap: true });
    });
    new ResizeObserver(() => this._measure()).observe(element);
  }

  /** @param {string | null} template null for our own @param {Record<string, unknown>} customData */
  async setTemplate(template, customData) {
    this.template = template;
    this.customData = customData;
    await this.refresh();
  }

  /** @param {Feature} feature @param {{focus?: boolean}} [how] `focus` for those who came by the keyboard */
  async open(feature, { focus = false } = {}) {
    this.app.tellParts('closeCards');
    if (this.isOff) return;
    this.feature = feature;
    const [popup] = await Promise.all([this._load(), this.app.canRoute ? this._routing() : null]);
    // Another one may have been opened, or all closed, while Angular was on its way.
    if (this.feature !== feature) return;
    popup.show(this, feature);
    document.body.dataset.popup = feature.id;
    this._measure();
    if (focus) this._element.focus({ preventScroll: true });
    await popup.keepClearOf(this.app.view, feature);
  }

  async _routing() {
    const { needRouting } = await import('./routing/open.js');
    await needRouting(this.app);
  }

  /** After a change of what it shows. */
  async refresh() {
    if (this.feature && this._popup) {
      const popup = await this._popup;
      if (this.feature) popup.show(this, this.feature);
    }
  }

  /** @param {import('./theme.js').Theme} theme */
  async setTheme(theme) {
    (await this._popup)?.setTheme(theme);
  }

  /** @param {{focusMap?: boolean}} [how] */
  async close({ focusMap = false } = {}) {
    if (!this.feature) return;
    this.feature = null;
    delete document.body.dataset.popup;
    if (focusMap && this._element.contains(document.activeElement)) this.app.view?.focus();
    (await this._popup)?.hide();
    this._measure();
  }

  _load() {
    const words = needWords(this.app.language.strings);
    this._popup ??= Promise.all([import('./popup/popup.js'), addStyle('css/popup.css'), words])
      .then(([{ Popup }]) => Popup.create(this._element, (error) => this.app.report(error)))
      .catch((error) => {
        this._popup = null;
        throw error;
      });
    return this._popup;
  }

  /** The page's other parts move up by what the popup takes. */
  _measure() {
    const height = this._element.hidden ? 0 : this._element.offsetHeight;
    document.documentElement.style.setProperty('--popup-height', `${height}px`);
  }
}
