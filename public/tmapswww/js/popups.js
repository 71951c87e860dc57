// @ts-check
import { floorName } from './floorswitcher.js';
import { addStyle } from './style.js';

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
    this._app = app;
    this._element = element;
    this._toMap = toMap;
    this._toApp = toApp;
    /** @type {string | null} */
    this._template = null;
    /** @type {Record<string, unknown>} */
    this._customData = {};
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
    this._template = template;
    this._customData = customData;
    await this.refresh();
  }

  /** @param {Feature} feature @param {{focus?: boolean}} [how] `focus` for those who came by the keyboard */
  async open(feature, { focus = false } = {}) {
    this._app.tellParts('closeCards');
    if (this.isOff) return;
    this.feature = feature;
    const [popup] = await Promise.all([this._load(), this._app.canRoute ? this._app.parts.routing.get() : null]);
    // Another one may have been opened, or all closed, while Angular was on its way.
    if (this.feature !== feature) return;
    popup.show(this._content(feature));
    document.body.dataset.popup = feature.id;
    this._measure();
    if (focus) this._element.focus({ preventScroll: true });
    await this._app.view?.keepClearOf(feature, this._element.getBoundingClientRect());
  }

  /** After a change of what it shows. */
  async refresh() {
    if (this.feature && this._popup) {
      const popup = await this._popup;
      if (this.feature) popup.show(this._content(this.feature));
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
    if (focusMap && this._element.contains(document.activeElement)) this._app.view?.focus();
    (await this._popup)?.hide();
    this._measure();
  }

  _load() {
    this._popup ??= Promise.all([import('./popup/popup.js'), addStyle('css/popup.css')])
      .then(([{ Popup }]) => Popup.create(this._element, (error) => this._app.report(error)))
      .catch((error) => {
        this._popup = null;
        throw error;
      });
    return this._popup;
  }

  /** @param {Feature} feature @returns {import('./popup/popup.js').Content} */
  _content(feature) {
    const { language, theme, tenants, view } = this._app;
    const floor = feature.kind === 'building' ? undefined : view?.venue?.floor(feature.levels[0] ?? '');
    const severalFloors = (view?.venue?.floors.length ?? 0) > 1;
    const routing = this._app.canRoute ? this._app.parts.routing.value : undefined;
    return {
      feature,
      tenant: tenants.of(feature.id),
      venue: /** @type {import('./venue/venue.js').Venue} */ (view?.venue),
      language: language.code,
      entrances: routing?.entrancesOf(feature) ?? [],
      name: this._app.nameOf(feature) || feature.id,
      floorName: floor && severalFloors ? floorName(floor, language.strings, language.code) : '',
      template: this._template,
      customData: this._customData,
      enableRouting: routing !== undefined,
      theme,
      words: language.strings,
      toMap: this._toMap,
      toApp: this._toApp,
      close: () => this.close({ focusMap: true }),
      route: (ends) => this._app.quietly(this._app.openRouting('showRoutingDialog', ends)),
    };
  }

  /** The page's other parts move up by what the popup takes. */
  _measure() {
    const height = this._element.hidden ? 0 : this._element.offsetHeight;
    document.documentElement.style.setProperty('--popup-height', `${height}px`);
  }
}
