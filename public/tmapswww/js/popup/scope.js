// @ts-check
import { short } from '../dispatch.js';

/** @typedef {import('../dispatch.js').Action} Action */

/**
 * The members of PopupScope, as the vendor's documentation names them; `words` and `floorName` are ours.
 * @param {{scope: any, poi: import('./poi.js').Poi, customData: Record<string, unknown>, enableRouting: boolean,
 *   words: Record<string, string>, floorName: string, plain: (value: unknown) => any,
 *   toMap: (action: Action) => void, toApp: (action: Action) => void, close: () => void,
 *   route: (ends: {from?: string, to?: string}, event: Event | undefined) => void}} parts
 */
export function popupScope({ scope, plain, toMap, toApp, close, route, ...members }) {
  return {
    ...members,
    closeInfo: () => close(),
    applyIfneeded: (/** @type {() => unknown} */ callback) =>
      (scope.$root.$$phase ? scope.$eval(callback) : scope.$apply(callback)),
    dispatch: (/** @type {unknown} */ action) => toMap(checked('dispatch', plain(action))),
    dispatchToContainer: (/** @type {unknown} */ action) => toApp(checked('dispatchToContainer', plain(action))),
    showRoutingDialog: (/** @type {any} */ event, /** @type {any} */ data) =>
      route({ from: idOf(data?.from), to: idOf(data?.to) }, event),
  };
}

/** @param {string} method @param {any} action @returns {Action} */
function checked(method, action) {
  if (typeof action?.type === 'string' && !Array.isArray(action)) return action;
  throw new TypeError(`a popup called ${method} with ${short(action)}: an object with a string "type" is needed`);
}

/**
 * `from` and `to` are pois; an id is taken too.
 * @param {any} poi
 */
const idOf = (poi) => (poi === undefined || poi === null ? undefined : String(poi.id ?? poi));
