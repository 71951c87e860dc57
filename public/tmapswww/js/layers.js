// @ts-check
import { FONT_SIZE, MAX_WIDTH_EM } from './labels.js';
import { mix } from './theme.js';

/** The renderer's layers, bottom to top, and what theme, render mode and selection change in them. */

export const SHAPES = 'shapes';
export const LABELS = 'labels';
/** Storey height of rooms in 3D, in metres. Only one floor shows, so each stands on the ground, basements too. */
const ROOM_HEIGHT = 2.8;
const INK = '#33312d';
const HALO = '#ffffff';

const NONE = ['==', ['get', 'key'], -1];
const isKind = (/** @type {string[]} */ ...kinds) => ['in', ['get', 'kind'], ['literal', kinds]];
const byZoom = (/** @type {any[]} */ ...stops) => ['interpolate', ['linear'], ['zoom'], ...stops];
const highlighted = (/** @type {any} */ yes, /** @type {any} */ no) =>
  ['case', ['boolean', ['feature-state', 'highlighted'], false], yes, no];

const labelLayout = {
  'text-field': ['get', 'text'],
  // The renderer reads the weight out of the first name; the family is the first that the system has.
  'text-font': ['Noto Sans Medium', 'system-ui'],
  'text-size': byZoom(16, FONT_SIZE * 0.85, 19, FONT_SIZE, 22, FONT_SIZE * 1.2),
  'text-max-width': MAX_WIDTH_EM,
  'text-line-height': 1.15,
  'text-offset': ['case', ['==', ['get', 'shift'], 1], ['literal', [0, 1.6]], ['literal', [0, 0]]],
  'text-padding': 4,
  'icon-image': ['get', 'image'],
  'icon-size': byZoom(16, 0.85, 19, 1, 22, 1.2),
  'icon-offset': ['case', ['==', ['get', 'shift'], 1], ['literal', [0, 22]], ['literal', [0, 0]]],
  'icon-padding': 2,
  'symbol-sort-key': ['get', 'rank'],
};
const labelPaint = { 'text-color': INK, 'text-halo-color': HALO, 'text-halo-width': 1.4, 'text-halo-blur': 0.4 };

/** @param {import('./theme.js').Theme} theme @returns {any[]} */
export function layersFor(theme) {
  return [
    { id: 'fills', type: 'fill', source: SHAPES, filter: isKind('ground', 'level', 'corridor', 'area', 'room'),
      layout: { 'fill-sort-key': ['get', 'order'] },
      paint: { 'fill-color': highlighted(tint(theme), ['get', 'colour']) } },
    { id: 'edges', type: 'line', source: SHAPES, filter: isKind('level', 'area', 'room', 'wall'),
      layout: { 'line-join': 'round' },
      paint: { 'line-color': ['get', 'edge'], 'line-width': byZoom(15, 0.3, 18, 1, 22, 3) } },
    { id: 'doors', type: 'line', source: SHAPES, filter: isKind('door'), minzoom: 17,
      paint: { 'line-color': '#fffefc', 'line-width': byZoom(17, 1.4, 18, 2, 22, 5) } },
    { id: 'solids', type: 'fill-extrusion', source: SHAPES, filter: isKind('room', 'wall'),
      layout: { visibility: 'none' },
      paint: { 'fill-extrusion-color': highlighted(mix(theme.accent, '#ffffff', 0.25), ['get', 'colour']),
        'fill-extrusion-height': ROOM_HEIGHT, 'fill-extrusion-base': 0, 'fill-extrusion-opacity': 0.94 } },
    { id: 'tapped', type: 'line', source: SHAPES, filter: NONE, layout: { 'line-join': 'round' },
      paint: { 'line-color': theme.primary, 'line-width': 2.5 } },
    { id: 'outline', type: 'line', source: SHAPES, filter: NONE, layout: { 'line-join': 'round' },
      paint: { 'line-color': theme.accent, 'line-width': 3 } },
    { id: 'names', type: 'symbol', source: LABELS, filter: nameFilter(-1), layout: labelLayout, paint: labelPaint },
    { id: 'badges', type: 'symbol', source: LABELS, filter: ['!=', ['get', 'badge'], ''], minzoom: 16.5,
      layout: { 'icon-image': ['get', 'badge'], 'icon-size': byZoom(16.5, 0.7, 18, 0.85, 20, 1), 'icon-padding': 1,
        'symbol-sort-key': ['get', 'rank'] } },
    { id: 'highlighted-name', type: 'symbol', source: LABELS, filter: NONE,
      layout: { ...labelLayout, 'text-font': ['Noto Sans Bold', 'system-ui'], 'text-allow-overlap': true,
        'icon-allow-overlap': true, 'icon-image': ['case', ['==', ['get', 'image'], ''], '',
          ['concat', 'bold-', ['get', 'image']]] },
      paint: labelPaint },
  ];
}

/** @param {import('./theme.js').Theme} theme */
const tint = (theme) => mix(theme.accent, '#ffffff', 0.62);

/** @param {number} highlightedKey */
const nameFilter = (highlightedKey) =>
  ['all', ['<=', ['get', 'minzoom'], ['zoom']], ['!=', ['get', 'key'], highlightedKey],
    ['any', ['!=', ['get', 'text'], ''], ['!=', ['get', 'image'], '']]];

/** The filters that show one feature as highlighted, -1 for none. @param {number} key @returns {[string, any][]} */
export const highlightFilters = (key) => [
  ['outline', ['==', ['get', 'key'], key]],
  ['names', nameFilter(key)],
  ['highlighted-name', ['==', ['get', 'key'], key]],
];

/** @param {number} key @returns {[string, any][]} */
export const tappedFilters = (key) => [['tapped', ['==', ['get', 'key'], key]]];

/** @param {import('./theme.js').Theme} theme @returns {[string, string, any][]} layer, paint property, value */
export const themePaint = (theme) => [
  ['fills', 'fill-color', highlighted(tint(theme), ['get', 'colour'])],
  ['solids', 'fill-extrusion-color', highlighted(mix(theme.accent, '#ffffff', 0.25), ['get', 'colour'])],
  ['tapped', 'line-color', theme.primary],
  ['outline', 'line-color', theme.accent],
];

/** @param {'2D' | '3D'} mode @returns {[string, boolean][]} layer, visible */
export const modeVisibility = (mode) => [
  ['solids', mode === '3D'],
  ['doors', mode === '2D'],
  ['tapped', mode === '2D'],
  ['outline', mode === '2D'],
];

/** In 3D, labels float at roof height: pixels of it double with each zoom. @param {'2D' | '3D'} mode
 * @returns {[string, string, any][]} */
export function modePaint(mode) {
  const lift = (/** @type {number} */ pixels) => ['literal', [0, mode === '3D' ? -pixels : 0]];
  const translate = ['interpolate', ['exponential', 2], ['zoom'], 15, lift(1), 22, lift(128)];
  return ['names', 'highlighted-name', 'badges'].flatMap((layer) => [
    [layer, 'icon-translate', translate],
    ...(layer === 'badges' ? [] : [[layer, 'text-translate', translate]]),
  ]).map(([layer, property, value]) => [String(layer), String(property), value]);
}

export const LABEL_LOOK = { ink: INK, halo: HALO };
