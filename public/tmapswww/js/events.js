// @ts-check
/**
 * The actions that the map sends to the app, with the fields and labels that the vendor's apps expect. Those of parts
 * that are loaded later stand in their folders.
 */

export const ready = () => ({ type: 'READY' });
export const mapLoaded = () => ({ type: 'MAP_LOADED' });
export const zoomEnded = () => ({ type: 'ZOOM_ENDED' });
export const centerEnded = () => ({ type: 'CENTER_ENDED' });

/** @param {string} featureId */
export const featureHighlighted = (featureId) => ({ type: 'FEATURE_HIGHLIGHTED', feature_id: featureId });

/** @param {string} featureId */
export const featureMarked = (featureId) => ({ type: 'FEATURE_MARKED', feature_id: featureId });

/**
 * @param {string} category
 * @param {string} action
 * @param {string} label
 * @param {Record<string, any>} fields
 */
export const logged = (category, action, label, fields) => ({
  type: 'EVENT_LOGGED',
  event_category: category,
  event_action: action,
  event_label: label,
  fields_object: fields,
});

/** @param {string} mapId @param {string} mapName */
export const mapsLoadedLog = (mapId, mapName) => logged('Maps', 'Loaded', mapName, { map_id: mapId });

/** @param {string} mapId @param {string} featureId @param {string} displayName */
export const featuresHighlightedLog = (mapId, featureId, displayName) =>
  logged('Features', 'Highlighted', displayName, { map_id: mapId, feature_id: featureId });

/** @param {'Tapped' | 'Opened'} action @param {string} mapId @param {string} buildingId @param {string} name */
export const buildingsLog = (action, mapId, buildingId, name) =>
  logged('Buildings', action, name, { map_id: mapId, building_id: buildingId });

/**
 * `layer_id` is the floor's level.
 * @param {string} mapId @param {string} level @param {string} label
 */
export const floorsOpenedLog = (mapId, level, label) =>
  logged('Floors', 'Opened', label, { map_id: mapId, layer_id: level });

/** @param {string} mapId @param {string} mode `2D` or `3D` */
export const renderModesChangedLog = (mapId, mode) => logged('RenderModes', 'Changed', mode, { map_id: mapId });

/**
 * `stack` starts with the message in every browser; the causes follow.
 * @param {unknown} error
 */
export const errorAction = (error) => ({
  type: 'ERROR',
  error: { message: messageOf(error), stack: stackOf(error) },
});

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {unknown} error @param {number} depth @returns {string} */
function stackOf(error, depth = 0) {
  if (!(error instanceof Error)) return String(error);
  const heading = `${error.name}: ${error.message}`;
  const stack = error.stack ?? '';
  const text = stack.includes(error.message) ? stack : `${heading}\n${stack}`;
  if (error.cause === undefined || depth >= 4) return text.trimEnd();
  return `${text.trimEnd()}\nCaused by: ${stackOf(error.cause, depth + 1)}`;
}
