// @ts-check
import { TAPPABLE } from './draw.js';
import { drawnFeatures } from './drawn.js';
import * as events from './events.js';

/** @typedef {import('./venue/venue.js').Feature} Feature */

const TAP_LAYERS = ['names', 'badges', 'walls', 'fills'];
const SMALL_LAYERS = ['badges', 'names'];
/** Points are small; a finger finds them within this many pixels. */
const FINGER = 10;

/**
 * What follows a tap on the map: its events, the popup, a building that opens.
 * @param {import('./app.js').App} app @param {{x: number, y: number}} point
 */
export function tapped(app, point) {
  const { view } = app;
  if (!app.isLoaded || !view) return;
  const features = featuresAt(view, point);
  const top = features[0] ?? null;
  view.setTapped(top);
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

/**
 * The features under a point of the screen, the top one first.
 * @param {import('./mapview.js').MapView} view @param {{x: number, y: number}} point @returns {Feature[]}
 */
function featuresAt({ map, venue }, { x, y }) {
  if (!venue) return [];
  const box = [[x - FINGER, y - FINGER], [x + FINGER, y + FINGER]];
  const drawn = drawnFeatures(map, [x, y], { layers: TAP_LAYERS });
  const small = drawnFeatures(map, box, { layers: SMALL_LAYERS });
  const keys = new Set([...drawn.slice(0, 1).filter(isNamed), ...small, ...drawn].map((hit) => hit.properties.key));
  const exact = new Set(drawn.map((/** @type {any} */ hit) => hit.properties.key));
  return [...keys]
    .map((key) => venue.features[key])
    .filter((feature) => TAPPABLE.has(feature.kind) && (exact.has(feature.index) || feature.kind === 'point'));
}

/**
 * A tap on a label means its feature, also where it overhangs a neighbour.
 * @param {any} hit
 */
const isNamed = (hit) => hit.layer.id === 'names' || hit.layer.id === 'badges';

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
