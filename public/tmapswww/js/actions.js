// @ts-check
import { checkCenter, checkZoom } from './coordinates.js';
import { short } from './dispatch.js';
import * as events from './events.js';
import { readColour, withColours } from './theme.js';

/** @typedef {import('./dispatch.js').Action} Action */

/**
 * Registers the actions that the app may send. Each checks its fields, then calls the application.
 * @param {import('./dispatch.js').Dispatcher} dispatcher
 * @param {import('./app.js').App} app
 * @param {(action: Action) => void} send
 */
export function registerActions(dispatcher, app, send) {
  dispatcher.on('SET_TENANT_DATA', ({ payload }) => {
    app.tenants.set(payload ?? null);
    app.tenantsChanged();
  });
  dispatcher.on('SET_DEFAULT_FEATURE_POPUP_TEMPLATE', (action) => setTemplate(app, action));
  dispatcher.on('SET_THEME', ({ theme }) => app.setTheme(withColours(app.theme, 'SET_THEME', theme, readColour)));
  dispatcher.on('LOAD_MAP', (action) => loadMap(app, action));

  /** @param {string} type @param {(action: Action) => void | Promise<void>} run */
  const onView = (type, run) => dispatcher.on(type, (action) => {
    app.whenLoaded(type, () => {
      // Also when it was held: each action fails by itself.
      Promise.resolve(action).then(run).catch((error) => app.report(error));
    });
  });
  onView('SET_ZOOM', (action) => setZoom(app, action, send));
  onView('SET_CENTER', ({ type, center }) => {
    const checked = checkCenter(type, center);
    app.noteFarCenter(checked);
    app.view?.camera.setCenter(checked, () => send(events.centerEnded()));
  });
  onView('CHANGE_RENDER_MODE', ({ type, modeToRender }) => {
    if (modeToRender === '2D' || modeToRender === '3D') return app.changeRenderMode(modeToRender);
    throw new TypeError(`${type}: modeToRender must be "2D" or "3D", got ${short(modeToRender)}`);
  });
  onView('SEARCH_ITEM', async ({ type, featureIdOrCategoryName: text }) => {
    if (typeof text !== 'string' && typeof text !== 'number') {
      throw new TypeError(`${type}: featureIdOrCategoryName must be a string, got ${short(text)}`);
    }
    return (await app.search.get()).item(String(text));
  });
  onView('SHOW_NAVIGATION_DIALOG', ({ type, navigation_params: params }) => {
    if (typeof params !== 'object' || params === null) {
      throw new TypeError(`${type}: navigation_params must be an object with route_to, got ${short(params)}`);
    }
    return app.openRouting(type, { from: params.route_from, to: params.route_to });
  });
  onView('NAVIGATION_END', () => app.routing.value?.navigationEnded());
  onView('NAVIGATION_CANCELED', () => app.routing.value?.navigationCanceled());
  onView('UPDATE_HEAT_MAP_DATA', async (action) => {
    const { readHeat } = await import('./heatmap.js');
    const heat = readHeat(/** @type {any} */ (action), /** @type {any} */ (app.view?.venue));
    (await app.heatMap.get()).show(heat);
  });
  registerLocation(app, onView, send);
  for (const type of ['SHOW_PINS']) {
    onView(type, async (action) => {
      const asked = app.view?.camera.asked ?? {};
      await (await app.others.get()).run(action, asked);
    });
  }
  onView('HIGHLIGHT_FEATURE', ({ type, feature_id: id }) => app.highlight(app.feature(type, id)));
  onView('MARK_FEATURE', ({ type, feature_id: id }) => app.mark(app.feature(type, id)));
}

/**
 * @param {import('./app.js').App} app
 * @param {(type: string, run: (action: Action) => void | Promise<void>) => void} onView
 * @param {(action: Action) => void} send
 */
function registerLocation(app, onView, send) {
  onView('ENABLE_GPS_BUTTON', async () => (await app.location.get()).showButton('gps'));
  onView('ENABLE_BEACON_LOCATION_BUTTON', async () => (await app.location.get()).showButton('beacon'));
  onView('START_UPDATING_LOCATION', async ({ type, is_gps_activated: isOn, isGpsActivated }) => {
    const wished = checkSwitch(type, 'is_gps_activated', isOn ?? isGpsActivated);
    (await app.location.get()).setGPS(wished);
  });
  onView('START_UPDATING_BEACON_LOCATION', async (action) => {
    const { type, is_beacon_location_activated: isOn, isBeaconLocationActivated } = action;
    const wished = checkSwitch(type, 'is_beacon_location_activated', isOn ?? isBeaconLocationActivated);
    (await app.location.get()).setBeacon(wished);
  });
  onView('SET_USER_BEACON_LOCATION', async (action) => (await app.location.get()).beaconFix(action));
  onView('SET_USER_POSITION', async (action) => {
    (await app.location.get()).givenFix(action);
    send(events.callResult(action.type, null));
  });
  onView('SHOW_ORDINAL', (action) => {
    app.floors.showOrdinal(action);
    send(events.callResult(action.type, action.ordinal));
  });
}

/**
 * Booleans, and the 0 and 1 that some hosts make of them.
 * @param {string} type @param {string} field @param {unknown} value
 */
function checkSwitch(type, field, value) {
  if (value === true || value === 1) return true;
  if (value === false || value === 0) return false;
  throw new TypeError(`${type}: ${field} must be true or false, got ${short(value)}`);
}

/** @param {import('./app.js').App} app @param {Action} action */
function setTemplate(app, { type, template, template_custom_data: customData }) {
  if (typeof template !== 'string') throw new TypeError(`${type}: template must be a string, got ${short(template)}`);
  const data = customData ?? {};
  if (typeof data !== 'object' || Array.isArray(data)) {
    throw new TypeError(`${type}: template_custom_data must be an object, got ${short(customData)}`);
  }
  return app.popups.setTemplate(template, data);
}

/** @param {import('./app.js').App} app @param {Action} action */
function loadMap(app, { type, map_id: mapId, theme, center, zoom }) {
  if (typeof mapId !== 'string' && typeof mapId !== 'number') {
    throw new TypeError(`${type}: map_id must be a string, got ${short(mapId)}`);
  }
  const view = {
    center: center === undefined || center === null ? undefined : checkCenter(type, center),
    zoom: zoom === undefined || zoom === null ? undefined : checkZoom(type, zoom),
  };
  app.setTheme(withColours(app.theme, type, theme, readColour));
  return app.load(String(mapId), view);
}

/** @param {import('./app.js').App} app @param {Action} action @param {(action: Action) => void} send */
function setZoom(app, { type, zoom, zoom_type: zoomType, centroid_feature_id: featureId }, send) {
  const checked = checkZoom(type, zoom);
  const hasFeature = featureId !== undefined && featureId !== null;
  const center = hasFeature ? app.view?.venue?.anchor(app.feature(type, featureId)) : undefined;
  app.view?.camera.setZoom(checked, { fly: zoomType === 'FLY_TO', center }, () => send(events.zoomEnded()));
}
