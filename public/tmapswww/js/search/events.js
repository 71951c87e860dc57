// @ts-check
import { logged } from '../events.js';

/** @param {string} category */
export const categoryMarked = (category) => ({ type: 'CATEGORY_MARKED', category });

/** @param {string} mapId @param {string} featureId @param {string} displayName */
export const featuresSearchedLog = (mapId, featureId, displayName) =>
  logged('Features', 'Searched', displayName, { map_id: mapId, feature_id: featureId });

/** @param {string} mapId @param {string} category */
export const categoriesHighlightedLog = (mapId, category) =>
  logged('Categories', 'Highlighted', category, { map_id: mapId });

/** @param {string} mapId @param {string} category */
export const categoriesSearchedLog = (mapId, category) => logged('Categories', 'Searched', category, { map_id: mapId });
