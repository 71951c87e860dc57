// @ts-check
import { Buildings } from './buildings.js';
import { EMPTY_BOX, anchorOf, boxOf, joinBoxes } from './geometry.js';

/**
 * How a feature is drawn.
 * @typedef {'ground'|'building'|'level'|'corridor'|'area'|'room'|'wall'|'door'|'point'} Kind
 */
/**
 * Text by language code; `''` holds the text of no stated language.
 * @typedef {Map<string, string>} Names
 */

/**
 * What a reader makes of one feature of a file. `properties` is the file's own object, nested values and all.
 * @typedef {{id: string, properties: Record<string, any>, geometry: any, levels: string[], kind: Kind,
 *   category: string, names: Names, booth: string, building?: string}} FeatureData `building` is an id
 */
/**
 * `index` is the place in the venue's list.
 * @typedef {FeatureData & {index: number}} Feature
 */
/**
 * `level` is text such as `-1`; floors are listed lowest first.
 * @typedef {{level: string, ordinal: number, label: string, names: Names}} Floor
 */
/**
 * What a reader gives back. `findings` names what could not be used, each a sentence.
 * @typedef {{id: string, names: Names, floors: Floor[], features: FeatureData[], startLevel?: string,
 *   paths?: import('./paths.js').Path[], laterPaths?: () => Promise<LaterPaths>,
 *   attribution?: string, categories?: Map<string, Names>, findings: string[]}} VenueData
 */

/** @typedef {{paths: import('./paths.js').Path[], findings: string[]}} LaterPaths */

/** One venue in memory: its floors, lowest first, and its features, found by id. */
export class Venue {
  /** @param {VenueData} data */
  constructor(data) {
    this.id = data.id;
    this.names = data.names;
    this.attribution = data.attribution ?? '';
    this.findings = [...data.findings];
    /** @type {import('./paths.js').Path[]} the ways on which one walks, once `loadPaths` has brought them */
    this.paths = data.paths ?? [];
    this._laterPaths = data.laterPaths;
    this.hasPaths = this.paths.length > 0 || data.laterPaths !== undefined;
    /** @type {Map<string, Names>} what categories are called, in the order in which they are offered */
    this.categories = data.categories ?? new Map();
    this.floors = [...data.floors].sort((a, b) => a.ordinal - b.ordinal);
    /** @type {Feature[]} */
    this.features = [];
    /** @type {Map<string, Feature>} */
    this._byId = new Map();
    /** @type {Map<Feature, [number, number]>} */
    this._anchors = new Map();
    for (const feature of data.features) this._add(feature);
    this.startLevel = this._startLevel(data.startLevel);
    this.buildings = new Buildings(this.features);
    this.openBuilding(this._startBuilding() ?? null);
  }

  /** @param {FeatureData} data */
  _add(data) {
    if (this._byId.has(data.id)) this.findings.push(`id "${data.id}" stands twice; the first one is used`);
    const feature = { ...data, index: this.features.length };
    this.features.push(feature);
    if (!this._byId.has(data.id)) this._byId.set(data.id, feature);
  }

  /** @param {string | undefined} wished */
  _startLevel(wished) {
    if (wished !== undefined && this.floor(wished)) return wished;
    const ground = this.floors.find((floor) => floor.ordinal >= 0) ?? this.floors.at(-1);
    return ground?.level ?? '0';
  }

  /**
   * Afterwards `paths` is complete, or, after a failure, there is no routing.
   * @returns {Promise<string[]>} what could not be used, for the first who asks
   */
  async loadPaths() {
    const isFirst = !this._pathsComing;
    this._pathsComing ??= (this._laterPaths?.() ?? Promise.resolve({ paths: this.paths, findings: [] })).then(
      ({ paths, findings }) => {
        this.paths = paths;
        return findings;
      },
      (error) => {
        this.hasPaths = false;
        throw error;
      });
    const findings = await this._pathsComing.catch((error) => {
      if (isFirst) throw error;
      return [];
    });
    return isFirst ? findings : [];
  }

  /**
   * Ids are compared as text: "007" is not "7".
   * @param {unknown} id
   */
  feature(id) {
    return this._byId.get(String(id));
  }

  /**
   * Where the feature's label and pin stand, [lng, lat].
   * @param {Feature} feature
   */
  anchor(feature) {
    const known = this._anchors.get(feature);
    if (known) return known;
    const anchor = anchorOf(feature.geometry);
    this._anchors.set(feature, anchor);
    return anchor;
  }

  /** @param {string} level */
  floor(level) {
    return this.floors.find((floor) => floor.level === level);
  }

  /** @param {string} level */
  featuresOn(level) {
    return this.features.filter((feature) => this.buildings.shows(feature, level));
  }

  _startBuilding() {
    return this.buildings.all.find(({ levels }) => levels.includes(this.startLevel)) ?? this.buildings.all[0];
  }

  /** @param {Feature | null} building */
  openBuilding(building) {
    this.buildings.open = building;
    /** @type {Floor[]} the floors of the open building, lowest first */
    this.openFloors = building ? this.floors.filter(({ level }) => building.levels.includes(level)) : this.floors;
  }

  /** Around the open building, without the ground outside, unless there is nothing else. */
  get bounds() {
    const box = (/** @type {Feature[]} */ features) =>
      features.map((feature) => boxOf(feature.geometry.coordinates)).reduce(joinBoxes, EMPTY_BOX);
    if (this.buildings.open) return box([this.buildings.open]);
    const shown = this.features.filter((feature) => feature.levels.length > 0);
    const inside = shown.filter((feature) => feature.kind !== 'ground');
    return box(inside.length > 0 ? inside : shown);
  }
}
