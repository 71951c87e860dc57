// @ts-check
import { levelOrder, parseLevels } from '../level.js';
import { namesFrom } from '../names.js';
import { Findings } from './findings.js';
import { geometryProblem } from './usable.js';

/** @typedef {import('./venue.js').FeatureData} FeatureData */
/** @typedef {import('./readers.js').ReaderInput} ReaderInput */

const INDOOR_KINDS = new Set(['level', 'corridor', 'area', 'room', 'wall', 'door', 'ground', 'building']);
/** Where files say the floor that write no `level`. */
const OTHER_LEVELS = ['level:ref', 'floor', 'storey', 'ordinal'];
/** The first of these that says more than "yes" is the category; `category` is ours, the rest OSM's. */
const CATEGORY_TAGS = ['category', 'shop', 'amenity', 'highway', 'room', 'tourism', 'leisure', 'office', 'healthcare',
  'railway', 'entrance'];

/**
 * Reads GeoJSON with `level` tags (OSM Simple Indoor Tagging): each file of the manifest is a FeatureCollection.
 * @param {ReaderInput} input
 * @returns {Promise<import('./venue.js').VenueData>}
 */
export async function readGeoJSON({ manifest, loadJSON }) {
  const { files: names, paths: later = [] } = manifest;
  const files = await Promise.all(names.map(loadJSON));
  const findings = new Findings();
  files.forEach((file, index) => checkCollection(file, names[index]));
  const ways = files.flatMap((file, index) => waysIn(file, names[index]));
  const features = files.flatMap((file, index) => readCollection(file, names[index], findings));
  putOnAFloor(features, findings);
  layUnderFloors(features);
  return {
    id: manifest.id,
    names: namesFrom(manifest.name),
    floors: floorsOf(manifest.floors ?? [], features),
    features,
    laterPaths: ways.length + later.length > 0 ? () => laterPaths(ways, later, loadJSON) : undefined,
    startLevel: manifest.start_level,
    attribution: manifest.attribution,
    categories: categoriesFrom(manifest.categories),
    findings: findings.sentences(),
  };
}

/**
 * A file without any floors is of a place that has one.
 * @param {FeatureData[]} features @param {Findings} findings
 */
function putOnAFloor(features, findings) {
  if (features.length === 0 || features.some(({ levels }) => levels.length > 0)) return;
  findings.add('no feature has a level; all are shown on one floor');
  for (const feature of features) feature.levels = ['0'];
}

/**
 * The one building of a file that draws no floors is what its rooms stand on.
 * @param {FeatureData[]} features
 */
function layUnderFloors(features) {
  const [building, ...others] = features.filter(({ kind }) => kind === 'building');
  if (!building || others.length > 0 || features.some(({ kind }) => kind === 'level')) return;
  building.kind = 'level';
  building.levels = [...new Set(features.flatMap(({ levels }) => levels))].sort(levelOrder);
}

/**
 * `{"cafe": {"en": "Cafés", "ar": "…"}}`; the order counts.
 * @param {unknown} listed
 */
export const categoriesFrom = (listed) =>
  new Map(Object.entries(listed ?? {}).map(([category, name]) => [category, namesFrom(name)]));

/** @param {any} file @param {string} name */
function checkCollection(file, name) {
  if (file?.type === 'FeatureCollection' && Array.isArray(file.features)) return;
  throw new TypeError(`${name} is no GeoJSON FeatureCollection`);
}

/** @param {any} file @param {string} name @param {Findings} findings @returns {FeatureData[]} */
function readCollection(file, name, findings) {
  return file.features.flatMap((/** @type {any} */ feature, /** @type {number} */ index) => {
    // Ways are walked, not drawn; a lift is both.
    if (isPath(feature) && feature.geometry.type === 'LineString') return [];
    const { data, problem } = readFeature(feature, `${name}#${index}`);
    if (problem) findings.add(problem, data?.id ?? `${name}#${index}`);
    return data ? [data] : [];
  });
}

/** @typedef {{feature: any, name: string}} Way a feature of a file, and what to call it in a finding */

/**
 * Ways are read when the first route or popup wants them.
 * @param {Way[]} ways of the files that are there @param {string[]} names of files with more
 * @param {ReaderInput['loadJSON']} loadJSON
 */
async function laterPaths(ways, names, loadJSON) {
  const [{ readWays }, ...files] = await Promise.all([import('./paths.js'), ...names.map(loadJSON)]);
  files.forEach((file, index) => checkCollection(file, names[index]));
  return readWays([...ways, ...files.flatMap((file, index) => waysIn(file, names[index]))]);
}

/** @param {any} file @param {string} name @returns {Way[]} */
const waysIn = (file, name) => file.features.flatMap((/** @type {any} */ feature, /** @type {number} */ index) =>
  (isPath(feature) ? [{ feature, name: String(feature.id ?? `${name}#${index}`) }] : []));

const WALKED = new Set(['corridor', 'footway', 'path', 'pedestrian', 'steps', 'elevator']);

/**
 * True for a feature that is a way: a line or a lift's point with OSM's `highway`.
 * @param {any} feature
 */
export const isPath = (feature) =>
  WALKED.has(feature?.properties?.highway) && ['LineString', 'Point'].includes(feature?.geometry?.type);

/** @param {any} feature @param {string} fallbackId @returns {{data?: FeatureData, problem?: string}} */
function readFeature(feature, fallbackId) {
  const geometry = feature?.geometry;
  const broken = geometryProblem(geometry);
  if (broken) return { problem: broken };
  const properties = feature.properties ?? {};
  const id = feature.id ?? properties.id ?? properties['@id'];
  const kind = kindOf(properties, geometry);
  // A whole building is on all of its floors.
  const { levels, problem } = kind === 'building' ? { levels: [] } : levelsOf(properties);
  const data = {
    id: id === undefined || id === null ? fallbackId : String(id),
    properties,
    geometry,
    levels,
    kind,
    category: categoryOf(properties),
    names: namesFrom(properties.name, properties),
    booth: String(properties.ref ?? ''),
    building: properties.building_id === undefined ? undefined : String(properties.building_id),
  };
  return { data, problem: problem ?? (data.id === fallbackId ? 'no id (a made-up one is used)' : undefined) };
}

/**
 * `repeat_on` of OSM adds levels to those of `level`.
 * @param {Record<string, any>} properties @returns {{levels: string[], problem?: string}}
 */
function levelsOf(properties) {
  const { level, repeat_on: repeated } = properties;
  const other = isAbsent(level) ? OTHER_LEVELS.find((key) => !isAbsent(properties[key])) : undefined;
  if (other !== undefined) {
    const { levels, problem } = parseLevels(properties[other]);
    return { levels, problem: problem ?? `no level; its "${other}" is taken for it` };
  }
  const { levels, problem } = parseLevels(level);
  if (isAbsent(repeated) || problem) return { levels, problem };
  const more = parseLevels(repeated);
  return { levels: [...new Set([...levels, ...more.levels])].sort(levelOrder), problem: more.problem };
}

/** @param {unknown} value */
const isAbsent = (value) => value === undefined || value === null || value === '';

/** @param {Record<string, any>} properties @param {any} geometry @returns {import('./venue.js').Kind} */
function kindOf(properties, geometry) {
  if (geometry.type === 'Point') return 'point';
  if (INDOOR_KINDS.has(properties.indoor)) return properties.indoor;
  // OSM's outline of a whole building, which has no level of its own. A room may say that it is a building, too.
  const isOutline = geometry.type.endsWith('Polygon') && isAbsent(properties.level) && !isAbsent(properties.building);
  if (isOutline && properties.building !== 'no') return 'building';
  if (geometry.type.endsWith('LineString')) return 'wall';
  return properties.room || properties.shop ? 'room' : 'area';
}

/** @param {Record<string, any>} properties */
function categoryOf(properties) {
  const tag = CATEGORY_TAGS.find((key) => typeof properties[key] === 'string' && properties[key] !== 'yes');
  if (tag === 'entrance' || tag === undefined) return properties.entrance ? 'entrance' : '';
  return properties[tag];
}

/**
 * The floors of the manifest, and one more for each level that only features name.
 * @param {any[]} listedFloors @param {FeatureData[]} features @returns {import('./venue.js').Floor[]}
 */
function floorsOf(listedFloors, features) {
  const floors = listedFloors.map((floor) => ({
    level: String(floor.level),
    ordinal: Number(floor.ordinal ?? floor.level),
    label: String(floor.label ?? floor.level),
    names: namesFrom(floor.name),
  }));
  const known = new Set(floors.map((floor) => floor.level));
  const found = new Set(features.flatMap((feature) => feature.levels));
  const unlisted = [...found].filter((level) => !known.has(level)).sort(levelOrder);
  return floors.concat(unlisted.map((level) => ({ level, ordinal: Number(level), label: level, names: new Map() })));
}
