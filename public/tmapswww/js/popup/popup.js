// @ts-check
import { categoryLabel } from '../categorylist.js';
import { startAngular } from './angular.js';
import { Poi } from './poi.js';
import { popupScope } from './scope.js';
import { DEFAULT_TEMPLATE } from './template.js';

/**
 * What a popup shows and does.
 * @typedef {{feature: import('../venue/venue.js').Feature, tenant: import('../tenants.js').Tenant | undefined,
 *   venue: import('../venue/venue.js').Venue, language: string, entrances: object[], name: string,
 *   floorName: string, template: string | null,
 *   customData: Record<string, unknown>, enableRouting: boolean, theme: import('../theme.js').Theme,
 *   words: Record<string, string>, toMap: (action: any) => void, toApp: (action: any) => void, close: () => void,
 *   route: (ends: {from?: string, to?: string}, event: Event | undefined) => void}} Content
 */

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

  /** @param {Content} content */
  show({ template, theme, name, feature, tenant, venue, language, entrances, ...members }) {
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

  /** @param {import('../theme.js').Theme} theme */
  setTheme(theme) {
    this._host.setTheme(theme);
  }

  hide() {
    this._element.hidden = true;
    this._host.clear();
  }
}
