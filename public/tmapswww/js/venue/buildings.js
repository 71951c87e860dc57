// @ts-check
import { boxOf, largestPolygon } from './geometry.js';

/** @typedef {import('./venue.js').Feature} Feature */

/**
 * The buildings of a venue. Where there are several, one is open: of the others only the outline shows. What stands in
 * none of them always shows.
 */
export class Buildings {
  /** @param {Feature[]} features of the venue, with the buildings among them */
  constructor(features) {
    const outlines = features.filter(({ kind }) => kind === 'building');
    /** @type {Feature[]} none where there is one only: it is always open */
    this.all = outlines.length > 1 ? outlines : [];
    /** @type {Map<Feature, Feature | undefined>} */
    this._of = new Map();
    for (const building of this.all) building.levels = this._levelsIn(building, features);
    /** @type {Feature | null} */
    this.open = null;
  }

  /** @param {Feature} building @param {Feature[]} features */
  _levelsIn(building, features) {
    const levels = features.filter((feature) => this.of(feature) === building).flatMap((feature) => feature.levels);
    return [...new Set(levels)];
  }

  /**
   * The building that a feature stands in: the one it names, else the one around its middle.
   * @param {Feature} feature
   * @returns {Feature | undefined}
   */
  of(feature) {
    if (this.all.length === 0 || feature.kind === 'building' || feature.kind === 'ground') return undefined;
    if (!this._of.has(feature)) {
      const named = this.all.find(({ id }) => id === feature.building);
      const [west, south, east, north] = boxOf(feature.geometry.coordinates);
      this._of.set(feature, named ?? this.at([(west + east) / 2, (south + north) / 2]));
    }
    return this._of.get(feature);
  }

  /**
   * The building at a point.
   * @param {[number, number]} point
   */
  at(point) {
    return this.all.find(({ geometry }) => isInside(point, largestPolygon(geometry)?.[0] ?? []));
  }

  /**
   * Whether a feature is drawn where a level shows.
   * @param {Feature} feature @param {string} level
   */
  shows(feature, level) {
    if (feature.kind === 'building') return this.all.length > 0 && feature !== this.open;
    if (!feature.levels.includes(level)) return false;
    const building = this.of(feature);
    return building === undefined || building === this.open;
  }
}

/** @param {[number, number]} point @param {[number, number][]} ring */
function isInside([x, y], ring) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[i], ring[j]];
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  }
  return inside;
}
