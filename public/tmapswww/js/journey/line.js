// @ts-check
import { drawExtra } from '../mapextras.js';

/** @typedef {import('./plan.js').Piece} Piece */

const SOURCE = 'journey';
const WIDTH = ['interpolate', ['linear'], ['zoom'], 3, 3, 16, 4, 19, 6, 22, 10];
const CASE_WIDTH = ['interpolate', ['linear'], ['zoom'], 3, 5, 16, 7, 19, 10, 22, 14];
const here = ['all', ['get', 'here'], ['!', ['get', 'straight']]];

const line = (/** @type {string} */ id, /** @type {any} */ filter, /** @type {any} */ paint) =>
  ({ id: `journey-${id}`, type: 'line', source: SOURCE, filter, layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint });

/** @param {import('../theme.js').Theme} theme */
const layersFor = ({ primary }) => [
  line('elsewhere', ['!', ['get', 'here']],
    { 'line-color': primary, 'line-width': 2, 'line-opacity': 0.35, 'line-dasharray': [0.5, 2.5] }),
  line('case', here, { 'line-color': '#ffffff', 'line-width': CASE_WIDTH }),
  line('line', here, { 'line-color': primary, 'line-width': WIDTH }),
  line('straight', ['get', 'straight'], { 'line-color': primary, 'line-width': WIDTH, 'line-dasharray': [0.3, 2] }),
];

/**
 * Draws a journey: what is on this floor strong, the rest faint, and dotted where nothing is known of the way.
 * @param {import('../mapview.js').MapView} view @param {Piece[]} pieces
 */
export function drawJourney(view, pieces) {
  const features = pieces.map(({ points, level, isStraight }) => ({
    type: 'Feature',
    properties: { here: level === null || level === view.level, straight: isStraight },
    geometry: { type: 'LineString', coordinates: points },
  }));
  const layers = layersFor(view.theme);
  drawExtra(view.map, SOURCE, { type: 'FeatureCollection', features }, layers, 'names');
  view.repaint(layers);
}
