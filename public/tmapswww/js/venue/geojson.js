// @ts-check
import { levelOrder, parseLevels } from '../level.js';
import { namesFrom } from '../names.js';

/** @typedef {import('./venue.js').FeatureData} FeatureData */
/** @typedef {import('./readers.js').ReaderInput} ReaderInput */

const INDOOR_KINDS = new Set(['level', 'corridor', 'area', 'room', 'wall', 'door', 'ground']);
const GEOMETRIES = new Set(['Polygon', 'MultiPolygon', 'LineString', 'MultiLineString', 'Point']);
/** The first of these that says more than "yes" is the category; `category` is ours, the rest OSM's. */
const CATEGORY_TAGS = ['category', 'shop', 'amenity', 'highway', 'room', 'tourism', 'leisure', 'office', 'healthcare',
  'railway', 'entrance'];
const MAX_NAMED = 5;

/**
 * Reads GeoJSON with `level` tags (OSM Simple Indoor Tagging): each file of the manifest is a FeatureCollection.
 * @param {ReaderInput} input
 * @returns {Promise<import('./venue.js').VenueData>}
 */
export async function readGeoJSON({ manifest, loadJSON }) {
  const files = await Promise.all(manifest.files.map(loadJSON));
  /** @type {Map<string, string[]>} */
  const problems = new Map();
  const features = files.flatMap((file, index) => readCollection(file, manifest.files[index], problems));
  return {
    id: manifest.id,
    names: namesFrom(manifest.name),
    floors: floorsOf(manifest.floors ?? [], features),
    features,
    startLevel: manifest.start_level,
    attribution: manifest.attribution,
    findings: [...problems].map(([problem, ids]) => `${problem}: ${listed(ids)}`),
  };
}

/** @param {any} file @param {string} name @param {Map<string, string[]>} problems @returns {FeatureData[]} */
function readCollection(file, name, problems) {
  if (file?.type !== 'FeatureCollection' || !Array.isArray(file.features)) {
    throw new TypeError(`${name} is no GeoJSON FeatureCollection`);
  }
  return file.features.flatMap((/** @type {any} */ feature, /** @type {number} */ index) => {
    const { data, problem } = readFeature(feature, `${name}#${index}`);
    if (problem) problems.set(problem, [...(problems.get(problem) ?? []), data?.id ?? `${name}#${index}`]);
    return data ? [data] : [];
  });
}

/** @param {any} feature @param {string} fallbackId @returns {{data?: FeatureData, problem?: string}} */
function readFeature(feature, fallbackId) {
  const geometry = feature?.geometry;
  if (!geometry) return { problem: 'no geometry' };
  if (!GEOMETRIES.has(geometry.type)) return { problem: `geometry ${geometry.type} is not drawn` };
  if (!isUsable(geometry.coordinates)) return { problem: 'geometry with no or broken coordinates' };
  const properties = feature.properties ?? {};
  const id = feature.id ?? properties.id ?? properties['@id'];
  const { levels, problem } = parseLevels(properties.level);
  const data = {
    id: id === undefined || id === null ? fallbackId : String(id),
    properties,
    geometry,
    levels,
    kind: kindOf(properties, geometry),
    category: categoryOf(properties),
    names: namesFrom(properties.name, properties),
    booth: String(properties.ref ?? ''),
  };
  return { data, problem: problem ?? (data.id === fallbackId ? 'no id (a made-up one is used)' : undefined) };
}

/**
 * True if every position is finite.
 * @param {any} coordinates @returns {boolean}
 */
function isUsable(coordinates) {
  if (!Array.isArray(coordinates) || coordinates.length === 0) return false;
  if (Array.isArray(coordinates[0])) return coordinates.every(isUsable);
  return coordinates.length >= 2 && coordinates.every(Number.isFinite);
}

/** @param {Record<string, any>} properties @param {any} geometry @returns {import('./venue.js').Kind} */
function kindOf(properties, geometry) {
  if (geometry.type === 'Point') return 'point';
  if (INDOOR_KINDS.has(properties.indoor)) return properties.indoor;
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

/** @param {string[]} ids */
function listed(ids) {
  const named = ids.slice(0, MAX_NAMED).join(', ');
  return ids.length > MAX_NAMED ? `${ids.length} features (${named}, …)` : named;
}
