// @ts-check
import { namesFrom } from '../names.js';
import { Findings } from './findings.js';
import { geometryProblem } from './usable.js';

/** @typedef {import('./venue.js').FeatureData} FeatureData */
/** @typedef {import('./paths.js').Path} Path */

/** @type {Map<string, {kind: import('./venue.js').Kind, category?: string}>} */
const TYPES = new Map(Object.entries({
  building_outline: { kind: 'level' },
  room: { kind: 'room' },
  bathroom: { kind: 'room', category: 'toilets' },
  stairs: { kind: 'room', category: 'stairs' },
  elevator: { kind: 'room', category: 'lift' },
  escalator: { kind: 'room', category: 'escalator' },
  inaccessible_space: { kind: 'room', category: 'staff' },
  hallway: { kind: 'corridor' },
  floor_opening: { kind: 'area' },
  desk: { kind: 'area' },
  wall: { kind: 'wall' },
  window: { kind: 'wall' },
  door: { kind: 'door' },
}));
/** @type {Map<string, import('./paths.js').PathKind>} */
const CHANGES = new Map([['stairs', 'stairs'], ['elevator', 'lift'], ['escalator', 'escalator']]);

/**
 * Reads the layout of wrld: main.json lists the levels, each in a file of its own; ways on a level stand in
 * `<file>-paths.geojson`, ways between levels in main-paths.json.
 * @param {import('./readers.js').ReaderInput} input
 * @returns {Promise<import('./venue.js').VenueData>}
 */
export async function readWRLD({ manifest, loadJSON, tryJSON }) {
  const findings = new Findings();
  const main = await loadJSON(manifest.files[0] ?? 'main.json');
  if (!Array.isArray(main.levels)) throw new TypeError('main.json has no list of levels');
  const levels = main.levels.filter((/** @type {any} */ level) => isLevel(level, findings));
  const files = await Promise.all(levels.map((/** @type {any} */ { filename }) => loadJSON(filename)));
  const paths = await pathsOf(levels, tryJSON, findings);
  return {
    id: manifest.id,
    names: namesFrom(manifest.name ?? main.name),
    floors: levels.map((/** @type {any} */ level) => ({ level: String(level.z_order), ordinal: level.z_order,
      label: String(level.name ?? level.z_order), names: namesFrom(level.readable_name) })),
    features: files.flatMap((file, index) => floorOf(file, levels[index], findings)),
    paths,
    attribution: manifest.attribution ?? (main.owner ? `© ${main.owner}` : undefined),
    findings: findings.sentences(),
  };
}

/** @param {any} level @param {Findings} findings */
function isLevel(level, findings) {
  if (Number.isFinite(level?.z_order) && typeof level.filename === 'string') return true;
  findings.add('level without a z_order or a filename; it is left out', String(level?.id ?? level?.name));
  return false;
}

/** @param {any} file @param {any} level @param {Findings} findings @returns {FeatureData[]} */
function floorOf(file, { z_order: order, filename }, findings) {
  if (!Array.isArray(file?.features)) {
    findings.add(`${filename} is no GeoJSON FeatureCollection; it is left out`);
    return [];
  }
  return file.features.flatMap((/** @type {any} */ feature, /** @type {number} */ index) => {
    const properties = feature?.properties ?? {};
    const id = String(properties.id ?? feature?.id ?? `${filename}#${index}`);
    const broken = geometryProblem(feature?.geometry);
    if (broken) {
      findings.add(broken, id);
      return [];
    }
    const type = TYPES.get(properties.type);
    if (!type) findings.add(`type "${properties.type}" is not known`, id);
    const name = properties.name ?? undefined;
    return [{ id, properties, geometry: feature.geometry, levels: [String(order)], kind: type?.kind ?? 'area',
      category: type?.category ?? '', names: namesFrom(name), booth: String(properties.roomnumber ?? '') }];
  });
}

/**
 * Only levels that main-paths.json names are asked for their ways: the others have none to walk to.
 * @param {any[]} levels @param {(file: string) => Promise<any>} tryJSON @param {Findings} findings
 * @returns {Promise<Path[]>}
 */
async function pathsOf(levels, tryJSON, findings) {
  const between = await tryJSON('main-paths.json');
  if (!Array.isArray(between?.features)) return [];
  const joined = new Set(between.features.flatMap((/** @type {any} */ feature) => levelsOf(feature)));
  const walked = levels.filter(({ z_order: order }) => joined.has(String(order)));
  const files = await Promise.all(walked.map(({ filename }) =>
    tryJSON(filename.replace(/\.geojson$/, '-paths.geojson'))));
  const onLevels = files.flatMap((file, index) => linesOf(file, findings).map((feature) =>
    path(feature, 'walk', [String(walked[index].z_order)])));
  return [...onLevels, ...linesOf(between, findings).flatMap((feature) => {
    const kind = CHANGES.get(feature.properties?.type);
    if (!kind) findings.add(`way of type "${feature.properties?.type}" is not known`, String(feature.properties?.id));
    return kind ? [path(feature, kind, levelsOf(feature))] : [];
  })];
}

/** @param {any} feature @returns {string[]} */
const levelsOf = (feature) => (feature?.levels ?? feature?.properties?.levels ?? []).map(String);

/** @param {any} file @param {Findings} findings @returns {any[]} */
function linesOf(file, findings) {
  return (file?.features ?? []).filter((/** @type {any} */ feature) => {
    const isLine = feature?.geometry?.type === 'LineString' && !geometryProblem(feature.geometry);
    if (!isLine) findings.add('way that is no line', String(feature?.properties?.id));
    return isLine;
  });
}

/** @param {any} feature @param {import('./paths.js').PathKind} kind @param {string[]} levels @returns {Path} */
function path({ geometry: { coordinates } }, kind, levels) {
  const points = coordinates.map((/** @type {number[]} */ at, /** @type {number} */ index) => ({
    at: at.slice(0, 2), level: index === coordinates.length - 1 ? levels[levels.length - 1] : levels[0] }));
  return { kind, points, oneway: kind === 'escalator', isClosed: false };
}
