// @ts-check
import { checkCenter, checkZoom } from './coordinates.js';
import { short } from './dispatch.js';
import * as events from './events.js';
import { PART_ACTIONS } from './parts.js';
import { readColour, withColours } from './theme.js';

/** @typedef {import('./dispatch.js').Action} Action */

const calls = () => import('./webmap/calls.js');

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
    const failed = (/** @type {unknown} */ error) => {
      app.report(error);
      calls().then(({ callFailed }) => callFailed(type, error).forEach(send), console.error);
    };
    try {
      // Also when it was held: each action fails by itself.
      app.loading.whenLoaded(type, () => { Promise.resolve(action).then(run).catch(failed); });
    } catch (error) {
      failed(error);
    }
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
  onView('SHOW_ORDINAL', async (action) => {
    app.floors.showOrdinal(action);
    send((await calls()).callResult(action.type, action.ordinal));
  });
  onView('HIGHLIGHT_FEATURE', ({ type, feature_id: id }) => app.highlight(app.feature(type, id)));
  onView('MARK_FEATURE', ({ type, feature_id: id }) => app.mark(app.feature(type, id)));
  for (const [name, types] of PART_ACTIONS) {
    for (const type of types) {
      onView(type, async (action) => {
        // Part and action may come in another order than the app's moves of the camera that follow.
        const asked = app.view?.camera.asked;
        const part = /** @type {import('./parts.js').Part} */ (await app.parts[name].get());
        await part.actions?.[type](action, asked);
      });
    }
  }
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
  return app.loading.load(String(mapId), view);
}

/** @param {import('./app.js').App} app @param {Action} action @param {(action: Action) => void} send */
function setZoom(app, { type, zoom, zoom_type: zoomType, centroid_feature_id: featureId }, send) {
  const checked = checkZoom(type, zoom);
  const hasFeature = featureId !== undefined && featureId !== null;
  const center = hasFeature ? app.view?.venue?.anchor(app.feature(type, featureId)) : undefined;
  app.view?.camera.setZoom(checked, { fly: zoomType === 'FLY_TO', center }, () => send(events.zoomEnded()));
}
