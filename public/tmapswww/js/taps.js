// @ts-check
import * as events from './events.js';

/**
 * What follows a tap on the map: its events, the popup, a building that opens.
 * @param {import('./app.js').App} app @param {{x: number, y: number}} point
 */
export function tapped(app, point) {
  if (!app.isLoaded || !app.selection) return;
  const features = app.selection.at(point);
  const top = features[0] ?? null;
  app.view?.setTapped(top);
  app.parts.search.value?.closeList();
  app.tellParts('closeCards');
  app.send(events.featuresTapped(features));
  if (!top) {
    app.quietly(app.popups.close());
    return;
  }
  app.send(events.associatedFeatureTapped(top));
  app.send(events.featuresTappedLog(app.mapId, top.id, app.nameOf(top)));
  if (top.kind === 'building') {
    app.send(events.buildingsLog('Tapped', app.mapId, top.id, app.nameOf(top)));
    app.quietly(app.floors.enter(top));
  }
  app.quietly(app.popups.open(top));
}
