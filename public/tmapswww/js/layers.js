// @ts-check
import { FONT_SIZE, LINE_HEIGHT } from './labels.js';
import { inksOf, linesOf, mix } from './theme.js';

/** The renderer's layers, bottom to top, and what theme, render mode and selection change in them. */

export const SHAPES = 'shapes';
export const LABELS = 'labels';
export const WALLS = 'walls';
/** Height of walls in 3D, in metres: lower than real, to look into the rooms. Only one floor shows, so each stands on
 * the ground, basements too. */
const WALL_HEIGHT = 2.2;

export const NONE = ['==', ['get', 'key'], -1];
const isKind = (/** @type {string[]} */ ...kinds) => ['in', ['get', 'kind'], ['literal', kinds]];
const byZoom = (/** @type {any[]} */ ...stops) => ['interpolate', ['linear'], ['zoom'], ...stops];
const highlighted = (/** @type {any} */ yes, /** @type {any} */ no) =>
  ['case', ['boolean', ['feature-state', 'highlighted'], false], yes, no];

const width = (/** @type {number} */ wall, /** @type {number} */ door) =>
  ['case', ['==', ['get', 'kind'], 'door'], door, wall];
const lineWidth = byZoom(15, width(0.3, 0.4), 18, width(1, 2), 22, width(3, 5));

const labelLayout = {
  'text-field': ['get', 'text'],
  // The renderer reads the weight out of the name, and takes the system's sans-serif where the family is missing.
  'text-font': ['Noto Sans Medium'],
  'text-size': byZoom(16, FONT_SIZE * 0.85, 19, FONT_SIZE, 22, FONT_SIZE * 1.2),
  // Lines are broken already.
  'text-max-width': 100,
  'text-line-height': LINE_HEIGHT,
  'text-offset': ['case', ['==', ['get', 'shift'], 1], ['literal', [0, 2]], ['literal', [0, 0]]],
  'text-padding': 4,
  'icon-image': ['get', 'image'],
  'icon-size': byZoom(16, 0.85, 19, 1, 22, 1.2),
  'icon-offset': ['case', ['==', ['get', 'shift'], 1], ['literal', [0, 27]], ['literal', [0, 0]]],
  'icon-padding': 2,
  'symbol-sort-key': ['get', 'rank'],
};
/** @param {import('./theme.js').Theme} theme */
const labelPaint = (theme) => ({ 'text-color': inksOf(theme).ink, 'text-halo-color': inksOf(theme).halo,
  'text-halo-width': 1.4, 'text-halo-blur': 0.4 });

/** @param {import('./theme.js').Theme} theme @returns {any[]} */
export function layersFor(theme) {
  const { primary, accent } = linesOf(theme);
  return [
    { id: 'fills', type: 'fill', source: SHAPES, filter: ['all', ['==', ['geometry-type'], 'Polygon'],
      isKind('ground', 'building', 'level', 'corridor', 'area', 'room', 'wall', 'door')],
      layout: { 'fill-sort-key': ['get', 'order'] },
      // The lines above smooth the edges already.
      paint: { 'fill-color': highlighted(tint(theme), ['get', 'colour']), 'fill-antialias': false } },
    // Doors are lines in the colour of the floor that open the line of the wall: one layer, so one shader to compile.
    { id: 'edges', type: 'line', source: SHAPES,
      filter: isKind('ground', 'building', 'level', 'area', 'room', 'wall', 'door'),
      layout: { 'line-join': 'round', 'line-sort-key': ['get', 'order'] },
      paint: { 'line-color': ['get', 'edge'], 'line-width': lineWidth } },
    { id: 'tapped', type: 'line', source: SHAPES, filter: NONE, layout: { 'line-join': 'round' },
      paint: { 'line-color': primary, 'line-width': 2.5 } },
    { id: 'outline', type: 'line', source: SHAPES, filter: NONE, layout: { 'line-join': 'round' },
      paint: { 'line-color': accent, 'line-width': 3 } },
    { id: 'walls', type: 'fill-extrusion', source: WALLS,
      paint: { 'fill-extrusion-color': highlighted(theme.accent, inksOf(theme).wall),
        'fill-extrusion-height': WALL_HEIGHT, 'fill-extrusion-base': 0 } },
    { id: 'names', type: 'symbol', source: LABELS, filter: nameFilter(-1), layout: labelLayout,
      paint: labelPaint(theme) },
    { id: 'badges', type: 'symbol', source: LABELS, filter: ['!=', ['get', 'badge'], ''], minzoom: 16.5,
      layout: { 'icon-image': ['get', 'badge'], 'icon-size': byZoom(16.5, 0.7, 18, 0.85, 20, 1), 'icon-padding': 1,
        'symbol-sort-key': ['get', 'rank'] } },
    { id: 'highlighted-name', type: 'symbol', source: LABELS, filter: NONE,
      layout: { ...labelLayout, 'text-font': ['Noto Sans Bold'], 'text-allow-overlap': true,
        'icon-allow-overlap': true, 'icon-image': ['case', ['==', ['get', 'image'], ''], '',
          ['concat', 'bold-', ['get', 'image']]] },
      paint: labelPaint(theme) },
  ];
}

/** @param {import('./theme.js').Theme} theme */
const tint = ({ accent, isDark }) => (isDark ? mix(accent, '#1d1f20', 0.45) : mix(accent, '#ffffff', 0.62));

/** @param {number} highlightedKey */
const nameFilter = (highlightedKey) =>
  ['all', ['<=', ['get', 'minzoom'], ['zoom']], ['!=', ['get', 'key'], highlightedKey],
    ['any', ['!=', ['get', 'text'], ''], ['!=', ['get', 'image'], '']]];

/**
 * The filters that show one feature as highlighted, -1 for none.
 * @param {number} key @returns {[string, any][]}
 */
export const highlightFilters = (key) => [
  ['outline', ['==', ['get', 'key'], key]],
  ['names', nameFilter(key)],
  ['highlighted-name', ['==', ['get', 'key'], key]],
];

/** @param {number} key @returns {[string, any][]} */
export const tappedFilters = (key) => [['tapped', ['==', ['get', 'key'], key]]];
