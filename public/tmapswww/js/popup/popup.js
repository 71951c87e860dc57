// @ts-check
import { categoryLabel } from '../categorylist.js';
import { keepClearOf } from '../clearview.js';
import { startAngular } from './angular.js';
import { contentOf } from './content.js';
import { Poi } from './poi.js';
import { popupScope } from './scope.js';
import { DEFAULT_TEMPLATE } from './template.js';

/** The popup's element on the page, with Angular behind it. */
export class Popup {
  /** @param {HTMLElement} element @param {import('./angular.js').AngularHost} host */
  constructor(element, host) {
    this._element = element;
    this._host = host;
    // A broken picture leaves no frame behind; error events of images do not bubble.
    element.addEventListener('error', (event) => {
      if (event.target instanceof HTMLImageElement) event.target.hidden = true;
    }, true);
  }

  /** @param {HTMLElement} element @param {(error: unknown) => void} report */
  static async create(element, report) {
    const frame = document.createElement('div');
    element.append(frame);
    return new Popup(element, await startAngular(frame, report));
  }

  /** @param {import('../popups.js').Popups} popups @param {import('../venue/venue.js').Feature} shown */
  show(popups, shown) {
    const { template, theme, name, feature, tenant, venue, language, entrances, ...members } = contentOf(popups, shown);
    const label = categoryLabel(venue, feature.category, language);
    const poi = new Poi({ feature, tenant, language, entrances, categoryLabel: label });
    this._host.setTheme(theme);
    const plain = (/** @type {unknown} */ value) => this._host.plain(value);
    this._host.render(template ?? DEFAULT_TEMPLATE, (scope) => popupScope({ ...members, poi, scope, plain }));
    // Templates begin hidden and are shown when they are filled.
    for (const part of this._element.querySelectorAll('.display-none')) part.classList.remove('display-none');
    this._element.setAttribute('aria-label', name);
    this._element.hidden = false;
  }

  /**
   * Moves the map so that the popup does not cover its feature.
   * @param {import('../mapview.js').MapView | null} view @param {import('../venue/venue.js').Feature} feature
   */
  async keepClearOf(view, feature) {
    if (view) await keepClearOf(view, feature, this._element.getBoundingClientRect());
  }

  /** @param {import('../theme.js').Theme} theme */
  setTheme(theme) {
    this._host.setTheme(theme);
  }

  hide() {
    this._element.hidden = true;
    this._host.clear();
  }
}
