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
  app.send(featuresTapped(features));
  if (!top) {
    app.quietly(app.popups.close());
    return;
  }
  app.send(associatedFeatureTapped(top));
  app.send(featuresTappedLog(app.mapId, top.id, app.nameOf(top)));
  if (top.kind === 'building') {
    app.send(events.buildingsLog('Tapped', app.mapId, top.id, app.nameOf(top)));
    app.quietly(app.floors.enter(top));
  }
  app.quietly(app.popups.open(top));
}

/** @param {string} id @param {Record<string, any>} properties */
const featureEntry = (id, properties) => ({ id, properties });

/** @param {{id: string, properties: Record<string, any>}[]} features the top one first; may be empty */
export const featuresTapped = (features) => ({
  type: 'FEATURES_TAPPED',
  features: features.map(({ id, properties }) => featureEntry(id, properties)),
});

/** @param {{id: string, properties: Record<string, any>}} feature the top one */
export const associatedFeatureTapped = ({ id, properties }) => ({
  type: 'ASSOCIATED_FEATURE_TAPPED',
  feature_id: id,
  feature: featureEntry(id, properties),
});

/** @param {string} mapId @param {string} featureId @param {string} displayName */
export const featuresTappedLog = (mapId, featureId, displayName) =>
  events.logged('Features', 'Tapped', displayName, { map_id: mapId, feature_id: featureId });
