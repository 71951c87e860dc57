// @ts-check
import { Lazy, addStyle } from './lazy.js';
import { needWords } from './strings.js';

/** @typedef {Record<string, number>} Asked which moves of the camera the app had asked for, see `Camera` */
/**
 * A part of the page that is loaded when it is first needed. It is told of what concerns it by the hooks that it has.
 * @typedef {{venueChanged?: () => void, mapLoaded?: () => void, levelChanged?: () => void, themeChanged?: () => void,
 *   positionChanged?: () => void, startAnew?: () => void, closeCards?: () => void,
 *   actions?: Record<string, (action: import('./dispatch.js').Action, asked?: Asked) => unknown>}} Part
 *   `venueChanged`: another map is about to show, what was of the old one goes; `mapLoaded`: it shows; `startAnew`: the
 *   next visitor of a kiosk; `closeCards`: something else is about to be looked at
 */

/**
 * The parts, and the actions that each takes by its `actions`; those need a map. A new part is one more entry.
 * @param {import('./app.js').App} app
 */
export function partsOf(app) {
  const words = () => needWords(app.language.strings);
  const search = new Lazy(async () => {
    const [{ Search }] = await Promise.all([import('./search/search.js'), addStyle('css/search.css'), words()]);
    return new Search(app);
  });
  const routing = new Lazy(async () => {
    const [{ Routing }, found] = await Promise.all(
      [import('./routing/routing.js'), search.get(), addStyle('css/route.css')]);
    return new Routing(app, found);
  });
  const location = new Lazy(async () => {
    const [{ Location }] = await Promise.all(
      [import('./location/location.js'), addStyle('css/location.css'), words()]);
    return new Location(app);
  });
  const heatMap = new Lazy(async () => new (await import('./heatmap.js')).HeatMap(app));
  const others = new Lazy(async () => {
    const [{ OtherSystems }] = await Promise.all([import('./othersystems.js'), words()]);
    return new OtherSystems(app);
  });
  return { search, routing, location, heatMap, others };
}

/** Which part takes which action. @type {[keyof ReturnType<typeof partsOf>, string[]][]} */
export const PART_ACTIONS = [
  ['search', ['SEARCH_ITEM']],
  ['routing', ['SHOW_NAVIGATION_DIALOG', 'NAVIGATION_END', 'NAVIGATION_CANCELED']],
  ['location', ['ENABLE_GPS_BUTTON', 'ENABLE_BEACON_LOCATION_BUTTON', 'START_UPDATING_LOCATION',
    'START_UPDATING_BEACON_LOCATION', 'SET_USER_BEACON_LOCATION', 'SET_USER_POSITION']],
  ['heatMap', ['UPDATE_HEAT_MAP_DATA']],
  ['others', ['SHOW_PINS', 'SHOW_ROUTE', 'SHOW_ATTRACTIONS', 'APPLY_SCENARIO']],
];
