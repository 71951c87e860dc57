// @ts-check
import { logged } from '../events.js';

/**
 * A route that begins where the user is has no source feature: null.
 * @param {string} mapId @param {{id: string | null, name: string}} source
 * @param {{id: string | null, name: string}} target
 */
export const routesRoutedLog = (mapId, source, target) => logged('Routes', 'Routed', `${source.name} => ${target.name}`,
  { map_id: mapId, source_feature_id: source.id, target_feature_id: target.id });

/** @param {[number, number]} origin @param {[number, number]} destination @param {string} profile */
export const startNavigation = (origin, destination, profile) => ({
  type: 'START_NAVIGATION', origin: latLng(origin), destination: latLng(destination), profile,
});

/** @param {[number, number]} point */
const latLng = ([lng, lat]) => ({ lat, lng });
