// @ts-check
import { drawExtra } from '../mapextras.js';
import { inksOf, linesOf } from '../theme.js';
import { joinBoxes, boxOf } from '../venue/geometry.js';

/** @typedef {import('./router.js').Route} Route */

const SOURCE = 'route';
const byZoom = ['interpolate', ['linear'], ['zoom'], 16, 3, 19, 6, 22, 10];
const caseByZoom = ['interpolate', ['linear'], ['zoom'], 16, 6, 19, 10, 22, 15];
const line = (/** @type {string} */ id, /** @type {any} */ filter, /** @type {any} */ paint) =>
  ({ id, type: 'line', source: SOURCE, filter, layout: { 'line-cap': 'round', 'line-join': 'round' }, paint });

/** @param {import('../theme.js').Theme} theme */
const layersFor = (theme) => {
  const { primary } = linesOf(theme);
  const { halo } = inksOf(theme);
  return layersOf(primary, halo);
};

/** @param {string} primary @param {string} halo */
const layersOf = (primary, halo) => [
  line('route-elsewhere', ['!', ['get', 'here']],
    { 'line-color': primary, 'line-width': 2, 'line-opacity': 0.35, 'line-dasharray': [0.5, 2.5] }),
  line('route-case', ['get', 'here'], { 'line-color': halo, 'line-width': caseByZoom }),
  line('route-line', ['get', 'here'], { 'line-color': primary, 'line-width': byZoom }),
  { id: 'route-ends', type: 'circle', source: SOURCE, filter: ['==', ['geometry-type'], 'Point'],
    paint: { 'circle-radius': 7, 'circle-color': ['case', ['get', 'start'], halo, primary],
      'circle-stroke-color': ['case', ['get', 'start'], primary, halo], 'circle-stroke-width': 3 } },
];

/** The drawn route: what lies on this floor strong, the rest faint, and a button at each change of floor. */
export class RouteLine {
  /**
   * @param {import('../mapview.js').MapView} view @param {any} maplibre
   * @param {(level: string, at: [number, number]) => void} onFloor
   */
  constructor(view, maplibre, onFloor) {
    this._view = view;
    this._maplibre = maplibre;
    this._onFloor = onFloor;
    /** @type {Route | null} */
    this._route = null;
    /** @type {any[]} */
    this._markers = [];
  }

  /** @param {Route | null} route @param {(level: string) => string} [labelOf] text of a change of floor */
  show(route, labelOf = (level) => level) {
    this._route = route;
    this._labelOf = labelOf;
    this.draw();
  }

  /** For the floor that shows. */
  draw() {
    const { level, theme } = this._view;
    drawExtra(this._view.map, SOURCE, data(this._route, level), layersFor(theme), 'names');
    for (const marker of this._markers) marker.remove();
    this._markers = (this._route?.legs ?? []).flatMap((leg) => {
      if (leg.kind === 'walk') return [];
      if (leg.from === level) return [this._marker(leg.to, leg.at, leg.end)];
      return leg.to === level ? [this._marker(leg.from, leg.end, leg.at)] : [];
    });
  }

  themeChanged() {
    this._view.repaint(layersFor(this._view.theme));
  }

  /** @param {string} level @param {[number, number]} at @param {[number, number]} there */
  _marker(level, at, there) {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = 'floor-change';
    element.textContent = this._labelOf?.(level) ?? level;
    element.addEventListener('click', (event) => {
      event.stopPropagation();
      this._onFloor(level, there);
    });
    return new this._maplibre.Marker({ element, anchor: 'bottom', offset: [0, -10] }).setLngLat(at)
      .addTo(this._view.map);
  }

  /**
   * Around the walk that begins or ends at a place on a floor; null where there is none.
   * @param {string} level @param {[number, number]} at
   */
  boxAt(level, at) {
    const walks = (this._route?.legs ?? []).flatMap((leg) => (leg.kind === 'walk' && leg.level === level ? [leg] : []));
    const isHere = (/** @type {[number, number] | undefined} */ point) => point?.[0] === at[0] && point[1] === at[1];
    const walk = walks.find(({ points }) => points.some(isHere)) ?? walks[0];
    return walk ? walk.points.map(boxOf).reduce(joinBoxes) : null;
  }
}

/** @param {Route | null} route @param {string} level */
function data(route, level) {
  const features = (route?.legs ?? []).flatMap((leg) => (leg.kind === 'walk' && leg.points.length > 1
    ? [feature({ type: 'LineString', coordinates: leg.points }, { here: leg.level === level })] : []));
  for (const [end, isStart] of /** @type {const} */ ([[route?.legs[0], true], [route?.legs.at(-1), false]])) {
    if (!end) continue;
    const at = end.kind === 'walk' ? end.points.at(isStart ? 0 : -1) : isStart ? end.at : end.end;
    const floor = end.kind === 'walk' ? end.level : isStart ? end.from : end.to;
    if (floor === level) features.push(feature({ type: 'Point', coordinates: at }, { start: isStart, here: true }));
  }
  return { type: 'FeatureCollection', features };
}

/** @param {any} geometry @param {Record<string, any>} properties */
const feature = (geometry, properties) => ({ type: 'Feature', geometry, properties });
