// @ts-check
import { addStyle } from '../lazy.js';
import { palette } from './palette.js';

/** AngularJS and Angular Material, which templates of popups need. Fetched when the first popup opens. */

const VENDOR = '../vendor/';
// In this order: each builds on the one before.
const SCRIPTS = ['angular/angular.min.js', 'angular/angular-animate.min.js', 'angular/angular-aria.min.js',
  'angular/angular-material.js'];
const STYLES = ['angular/angular-material.css', 'font-awesome/css/font-awesome.min.css'];

/** A template compiler that lives in one element of the page. */
export class AngularHost {
  /** @param {any} angular @param {HTMLElement} element @param {(error: unknown) => void} report */
  constructor(angular, element, report) {
    this._angular = angular;
    this._element = element;
    const module = angular.module('tmaps', ['ngMaterial']);
    module.factory('$exceptionHandler', () => report);
    module.config(['$mdThemingProvider', '$mdGestureProvider', '$mdAriaProvider', '$compileProvider',
      (/** @type {any[]} */ ...[theming, gestures, aria, compile]) => {
        this._theming = theming;
        theming.generateThemesOnDemand(true);
        theming.alwaysWatchTheme(true);
        // It would swallow the map's own clicks on touch screens.
        gestures.skipClickHijack();
        aria.disableWarnings();
        compile.debugInfoEnabled(false);
      }]);
    this._injector = angular.bootstrap(element, ['tmaps']);
    this._root = this._injector.get('$rootScope');
  }

  /** @param {import('../theme.js').Theme} theme */
  setTheme({ primary, accent, isDark }) {
    // An identifier: md-theme reads it as an expression.
    const name = `tmaps${primary}${accent}${isDark ? '_dark' : ''}`.replaceAll('#', '_');
    const themes = this._injector.get('$mdTheming');
    if (!themes.THEMES[name]) {
      this._theming.definePalette(primary, palette(primary));
      this._theming.definePalette(accent, palette(accent));
      themes.defineTheme(name, { primary, accent, dark: isDark });
    }
    this._root.tmapsTheme = name;
  }

  /**
   * Compiles a template into the element, on a new scope with these members.
   * @param {string} template trusted: it comes from the app @param {(scope: any) => Record<string, unknown>} membersOf
   */
  render(template, membersOf) {
    this.clear();
    const scope = this._root.$new(true);
    Object.assign(scope, membersOf(scope));
    const frame = this._angular.element('<div md-theme="{{$root.tmapsTheme}}"></div>');
    frame[0].innerHTML = template;
    this._injector.get('$compile')(frame)(scope);
    this._angular.element(this._element).append(frame);
    this._scope = scope;
    scope.$digest();
    this._root.$digest();
  }

  clear() {
    this._scope?.$destroy();
    this._scope = null;
    this._angular.element(this._element).empty();
  }

  /**
   * A copy without what Angular has put into it.
   * @param {unknown} value
   */
  plain(value) {
    return value === undefined ? undefined : JSON.parse(this._angular.toJson(value));
  }
}

/**
 * @param {HTMLElement} element @param {(error: unknown) => void} report
 * @returns {Promise<AngularHost>}
 */
export async function startAngular(element, report) {
  await Promise.all([...SCRIPTS.map(script), ...STYLES.map((file) => addStyle(VENDOR + file, { first: true }))]);
  return new AngularHost(/** @type {any} */ (window).angular, element, report);
}

/** @param {string} file */
function script(file) {
  const element = document.createElement('script');
  element.src = VENDOR + file;
  // Fetched together, run in order.
  element.async = false;
  return added(element, file, (/** @type {HTMLElement} */ node) => document.head.append(node));
}

/** @param {HTMLElement} element @param {string} file @param {(element: HTMLElement) => void} add */
function added(element, file, add) {
  return new Promise((resolve, reject) => {
    element.onload = () => resolve(undefined);
    element.onerror = () => reject(new Error(`${VENDOR}${file} could not be loaded: Scripts/vendor puts it there`));
    add(element);
  });
}
