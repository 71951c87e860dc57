// @ts-check
import { nameIn } from './names.js';
import { floorName } from './floorswitcher.js';
import { inkOn, inksOf, legibleOn } from './theme.js';

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The page around the map: what state it is in, the name of the place and of the floor, the theme's colours. */
export class Page {
  /** @param {{code: string, direction: string, strings: import('./strings.js').Strings}} language */
  constructor({ code, direction, strings }) {
    this._language = code;
    this._strings = strings;
    document.documentElement.lang = code;
    document.documentElement.dir = direction;
    this._notice('waiting', strings.waiting, strings.waitingDetail);
  }

  loading() {
    this._notice('loading', this._strings.loading, '');
  }

  /** @param {unknown} error */
  failed(error) {
    this._notice('error', this._strings.failed, error instanceof Error ? error.message : String(error));
  }

  /** @param {import('./venue/venue.js').Venue} venue */
  loaded(venue) {
    document.body.dataset.state = 'loaded';
    const name = nameIn(venue.names, this._language) || venue.id;
    document.title = name;
    element('place-name').textContent = name;
    element('place').hidden = false;
    element('attribution').textContent = venue.attribution;
    element('attribution').hidden = venue.attribution === '';
  }

  /**
   * Screen readers say it: the element is a live region.
   * @param {import('./venue/venue.js').Floor} floor @param {string} [building] its name, where there are several
   */
  floor(floor, building = '') {
    const name = floorName(floor, this._strings, this._language);
    element('place-floor').textContent = [building, name].filter(Boolean).join(' · ');
  }

  /**
   * For screen readers, and shown for a while.
   * @param {string} text
   */
  announce(text) {
    element('announcement').textContent = text;
  }

  /** @param {import('./theme.js').Theme} theme */
  theme(theme) {
    const { primary, accent, isDark } = theme;
    const { style, dataset } = document.documentElement;
    dataset.scheme = isDark ? 'dark' : 'light';
    style.setProperty('--primary-ink', legibleOn(primary, inksOf(theme).card, 4.5));
    style.setProperty('--primary', primary);
    style.setProperty('--on-primary', inkOn(primary));
    style.setProperty('--accent', accent);
    style.setProperty('--on-accent', inkOn(accent));
  }

  /** @param {string} state @param {string} title @param {string} detail */
  _notice(state, title, detail) {
    document.body.dataset.state = state;
    element('place').hidden = true;
    element('notice-title').textContent = title;
    element('notice-detail').textContent = detail;
  }
}
