// @ts-check
import { drawnFeatures } from './drawn.js';

/**
 * What tests and the developer's console may ask: `Tagipedia.state()` and `Tagipedia.locate(featureId)`.
 * Plain values only; the renderer stays private.
 * @param {import('./app.js').App} app
 */
export function inspector(app) {
  return {
    /** What shows now, or null before the first map. */
    state() {
      const view = app.view;
      if (!app.isLoaded || !view?.venue) return null;
      const { lng, lat } = view.map.getCenter();
      return {
        mapId: view.venue.id,
        level: view.level,
        levels: view.venue.openFloors.map((floor) => floor.level),
        building: view.venue.buildings.open?.id ?? null,
        renderMode: view.mode,
        center: [lng, lat],
        zoom: view.map.getZoom(),
        pitch: view.map.getPitch(),
        highlighted: app.selection?.highlighted?.id ?? null,
        marked: app.selection?.marked?.id ?? null,
        popup: document.body.dataset.popup ?? null,
        category: app.parts.search.value?.category ?? null,
        position: app.position,
        heat: app.parts.heatMap.value?.heat.length ?? 0,
        route: app.parts.routing.value?.state() ?? null,
        theme: { ...app.theme },
        ...app.parts.others.value?.state(),
        names: drawnNames(app, view),
      };
    },
    /** Pixels from the page's top left to a feature's middle, or null if there is no such feature on this floor.
     * @param {string} featureId */
    locate(featureId) {
      const view = app.view;
      const feature = view?.venue?.feature(featureId);
      if (!view?.venue || !feature || !view.venue.buildings.shows(feature, view.level)) return null;
      const { x, y } = view.map.project(view.venue.anchor(feature));
      return { x: Math.round(x), y: Math.round(y) };
    },
  };
}

/**
 * The names that can be read on the screen.
 * @param {import('./app.js').App} app @param {import('./mapview.js').MapView} view
 */
function drawnNames(app, view) {
  const hits = drawnFeatures(view.map, { layers: ['names', 'highlighted-name'] });
  const keys = new Set(hits.map((/** @type {any} */ hit) => hit.properties.key));
  return [...keys].map((key) => app.nameOf(/** @type {any} */ (view.venue).features[key]));
}
