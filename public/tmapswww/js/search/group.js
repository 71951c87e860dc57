// @ts-check
import { LABELS, NONE, SHAPES } from '../layers.js';
import { addLayers } from '../mapextras.js';

/**
 * The marks of a category's places: rooms are washed, points get a disc below their sign.
 * @param {import('../theme.js').Theme} theme @returns {any[]}
 */
const groupLayers = (theme) => [
  { id: 'group-fill', type: 'fill', source: SHAPES, filter: NONE,
    paint: { 'fill-color': theme.accent, 'fill-opacity': 0.3, 'fill-antialias': false } },
  { id: 'group-line', type: 'line', source: SHAPES, filter: NONE, layout: { 'line-join': 'round' },
    paint: { 'line-color': theme.accent, 'line-width': 2 } },
  { id: 'group-point', type: 'circle', source: LABELS, filter: NONE,
    paint: { 'circle-radius': 17, 'circle-color': theme.accent, 'circle-opacity': 0.45,
      'circle-pitch-alignment': 'map' } },
];

const GROUP_LAYERS = ['group-fill', 'group-line', 'group-point'];

/** @param {number[]} keys @returns {[string, any][]} */
const groupFilters = (keys) => GROUP_LAYERS.map((id) => {
  const isOne = ['in', ['get', 'key'], ['literal', keys]];
  return [id, id === 'group-point' ? ['all', isOne, ['!=', ['get', 'badge'], '']] : isOne];
});

/**
 * Marks the places of a category on every floor; none takes the marks away.
 * @param {import('../mapview.js').MapView} view @param {import('../venue/venue.js').Feature[]} features
 */
export function markGroup(view, features) {
  const keys = features.map((feature) => feature.index);
  if (keys.length > 0) addLayers(view.map, groupLayers(view.theme), 'walls');
  if (view.map.getLayer('group-fill')) view.setFilters(groupFilters(keys));
}

/** @param {import('../mapview.js').MapView} view with another theme */
export const repaintGroup = (view) => view.repaint(groupLayers(view.theme));
