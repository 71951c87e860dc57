// @ts-check
import { namesFrom } from '../names.js';
import { Findings } from './findings.js';
import { geometryProblem } from './usable.js';
import { unzip } from './zip.js';

/** @typedef {import('./venue.js').FeatureData} FeatureData */
/** @typedef {import('./readers.js').ReaderInput} ReaderInput */

/** The feature types of IMDF 1.0 (OGC 20-094); what is not drawn is not missed. */
const TYPES = ['address', 'amenity', 'anchor', 'building', 'detail', 'fixture', 'footprint', 'geofence', 'kiosk',
  'level', 'occupant', 'opening', 'relationship', 'section', 'unit', 'venue'];
const CORRIDORS = new Set(['walkway', 'lobby', 'foyer', 'opentobelow', 'ramp', 'movingwalkway']);
const CATEGORIES = new Map(Object.entries({ nonpublic: 'staff', elevator: 'lift', steps: 'stairs', unspecified: '',
  room: '', other: '' }));
/** @type {Map<string, import('./venue.js').Kind>} */
const KINDS = new Map(Object.entries({ opening: 'door', detail: 'wall', fixture: 'area', kiosk: 'room' }));

/**
 * Reads IMDF: a folder, of which `files` lists what is there, or one ZIP archive. Deviations are named and lived with.
 * @param {ReaderInput} input
 * @returns {Promise<import('./venue.js').VenueData>}
 */
export async function readIMDF({ manifest, loadJSON, loadBytes, tryJSON }) {
  const findings = new Findings();
  const files = await filesOf({ manifest, loadJSON, loadBytes, tryJSON }, findings);
  const collections = new Map(TYPES.map((type) => [type, featuresOf(files, type, findings)]));
  for (const name of files.keys()) {
    const type = typeOf(name);
    if (type !== 'manifest' && !TYPES.includes(type)) findings.add(`${name} is no file of IMDF; it is left out`);
  }
  const of = (/** @type {string} */ type) => collections.get(type) ?? [];
  const levels = levelsOf(of('level'), findings);
  const venue = of('venue')[0];
  const outlines = of('footprint').filter(({ properties }) => properties.category !== 'aerial')
    .flatMap((footprint) => buildingsOf(footprint, of('building')));
  return {
    id: manifest.id,
    names: namesFrom(venue?.properties.name ?? manifest.name),
    floors: floorsOf(levels),
    features: [...outlines, ...levels.map(({ data }) => data), ...unitsOf(of, levels, findings),
      ...othersOf(of, levels, findings), ...amenitiesOf(of, levels, findings)],
    attribution: manifest.attribution,
    findings: findings.sentences(),
  };
}

/** @param {ReaderInput} input @param {Findings} findings @returns {Promise<Map<string, any>>} parsed, by name */
async function filesOf({ manifest, loadJSON, loadBytes, tryJSON }, findings) {
  const [first] = manifest.files;
  if (first?.endsWith('.zip')) return filesIn(await loadBytes(first), first, findings);
  if (manifest.files.length > 0) {
    return new Map(await Promise.all(manifest.files.map(async (/** @type {string} */ name) =>
      [name, await loadJSON(name)])));
  }
  // A folder that says nothing of what is in it.
  const standard = await filesNamed('.geojson', tryJSON);
  // Some writers give them the extension of their other JSON.
  return standard.has('level.geojson') ? standard : new Map([...await filesNamed('.json', tryJSON), ...standard]);
}

/** @param {string} extension @param {ReaderInput['tryJSON']} tryJSON @returns {Promise<Map<string, any>>} */
async function filesNamed(extension, tryJSON) {
  const found = await Promise.all(TYPES.map(async (type) =>
    /** @type {[string, any]} */ ([type + extension, await tryJSON(type + extension)])));
  return new Map(found.filter(([, file]) => file !== null));
}

/** @param {ArrayBuffer} bytes @param {string} archive @param {Findings} findings */
async function filesIn(bytes, archive, findings) {
  const files = new Map();
  const entries = await unzip(bytes).catch((error) => {
    throw new TypeError(`${archive}: ${error.message}`, { cause: error });
  });
  for (const [name, data] of entries) {
    if (!/\.(geo)?json$/i.test(name) || name.startsWith('__MACOSX/')) continue;
    try {
      files.set(name.slice(name.lastIndexOf('/') + 1), JSON.parse(new TextDecoder().decode(data)));
    } catch {
      findings.add(`${name} in ${archive} is no JSON; it is left out`);
    }
  }
  if (files.size === 0) throw new TypeError(`${archive} has no GeoJSON in it`);
  return files;
}

/** @param {string} name */
const typeOf = (name) => name.replace(/\.[^.]*$/, '').toLowerCase();

/** @param {Map<string, any>} files @param {string} type @param {Findings} findings */
function featuresOf(files, type, findings) {
  const name = [...files.keys()].find((key) => typeOf(key) === type);
  if (name === undefined) return [];
  if (!name.endsWith('.geojson')) findings.add(`file extension not .geojson: ${name}`);
  const file = files.get(name);
  const features = file?.type === 'FeatureCollection' && Array.isArray(file.features) ? file.features
    : file?.type === 'Feature' ? [file] : null;
  if (!features) {
    findings.add(`${name} is no GeoJSON FeatureCollection; it is left out`);
    return [];
  }
  return features.flatMap((/** @type {any} */ feature, /** @type {number} */ index) => {
    if (typeof feature !== 'object' || feature === null) {
      findings.add('no feature', `${name}#${index}`);
      return [];
    }
    const properties = feature.properties ?? {};
    const id = feature.id ?? properties.id;
    if (feature.id === undefined && id !== undefined) findings.add(`${type}s with their id in the properties`);
    if (id === undefined) findings.add(`${type} without an id (a made-up one is used)`, `${name}#${index}`);
    return [{ ...feature, id: String(id ?? `${name}#${index}`), properties }];
  });
}

/** @param {any[]} features @param {Findings} findings */
function levelsOf(features, findings) {
  return features.flatMap((feature) => {
    const { properties, id } = feature;
    let ordinal = Number.isFinite(properties.ordinal) ? properties.ordinal : undefined;
    if (ordinal === undefined) {
      const stated = Number(properties.level ?? properties['level:ref'] ?? NaN);
      ordinal = Number.isFinite(stated) ? stated : undefined;
      findings.add(`level ${id} has no ordinal; ${ordinal === undefined ? 'it is left out' : `${ordinal} is used`}`);
    }
    if (ordinal === undefined) return [];
    // Some write it beside the properties, or one instead of a list.
    const building = properties.building_ids?.[0] ?? properties.building_id ?? feature.building_id;
    const data = featureData(feature, { kind: 'level', level: String(ordinal), building });
    const label = nameOf(properties.short_name) || nameOf(properties.name) || String(ordinal);
    return [{ id, ordinal, label, names: namesFrom(properties.name), building, data }]
      .filter(() => isDrawn(feature, findings, 'level'));
  });
}

/** @typedef {ReturnType<typeof levelsOf>[number]} Level */

/** One floor for each ordinal: levels of several buildings share it. @param {Level[]} levels */
function floorsOf(levels) {
  /** @type {Map<number, import('./venue.js').Floor>} */
  const floors = new Map();
  for (const { ordinal, label, names } of levels) {
    if (!floors.has(ordinal)) floors.set(ordinal, { level: String(ordinal), ordinal, label, names });
  }
  return [...floors.values()];
}

/** @param {any} footprint @param {any[]} buildings @returns {FeatureData[]} */
function buildingsOf(footprint, buildings) {
  if (geometryProblem(footprint.geometry)) return [];
  const ids = footprint.properties.building_ids ?? [footprint.properties.building_id].filter(Boolean);
  return ids.map((/** @type {unknown} */ id) => {
    const building = buildings.find((one) => one.id === String(id));
    return { ...featureData(footprint, { kind: 'building' }), id: String(id), category: 'building',
      names: namesFrom(building?.properties.name), properties: building?.properties ?? footprint.properties };
  });
}

/** @param {(type: string) => any[]} of @param {Level[]} levels @param {Findings} findings @returns {FeatureData[]} */
function unitsOf(of, levels, findings) {
  const occupants = occupantsByUnit(of);
  return of('unit').flatMap((unit) => {
    const level = levelOf(unit, levels, findings, 'unit');
    if (!isDrawn(unit, findings, 'unit')) return [];
    const category = categoryOf(unit.properties.category);
    const kind = CORRIDORS.has(unit.properties.category) ? 'corridor' : 'room';
    const data = featureData(unit, { kind, level: level?.data.levels[0], building: level?.building, category });
    const [occupant] = occupants.get(data.id) ?? [];
    if (occupant) {
      data.names = namesFrom(occupant.properties.name);
      data.category = categoryOf(occupant.properties.category) || data.category;
      data.properties = { ...unit.properties, occupant: occupant.properties };
    }
    return [data];
  });
}

/** @param {(type: string) => any[]} of @returns {Map<string, any[]>} */
function occupantsByUnit(of) {
  const anchors = new Map(of('anchor').map((anchor) => [anchor.id, String(anchor.properties.unit_id)]));
  /** @type {Map<string, any[]>} */
  const found = new Map();
  for (const occupant of of('occupant')) {
    const unit = anchors.get(String(occupant.properties.anchor_id));
    if (unit !== undefined) found.set(unit, [...(found.get(unit) ?? []), occupant]);
  }
  return found;
}

/** @param {(type: string) => any[]} of @param {Level[]} levels @param {Findings} findings @returns {FeatureData[]} */
function othersOf(of, levels, findings) {
  return [...KINDS].flatMap(([type, kind]) => of(type).flatMap((feature) => {
    const level = levelOf(feature, levels, findings, type);
    if (!level || !isDrawn(feature, findings, type)) return [];
    const category = kind === 'door' || kind === 'wall' ? '' : categoryOf(feature.properties.category);
    return [featureData(feature, { kind, level: level.data.levels[0], building: level.building, category })];
  }));
}

/** @param {(type: string) => any[]} of @param {Level[]} levels @param {Findings} findings @returns {FeatureData[]} */
function amenitiesOf(of, levels, findings) {
  const units = new Map(of('unit').map((unit) => [unit.id, unit]));
  return of('amenity').flatMap((amenity) => {
    const unit = units.get(String(amenity.properties.unit_ids?.[0]));
    const level = levelOf(unit ?? amenity, levels, findings, 'amenity');
    if (!level || !isDrawn(amenity, findings, 'amenity')) return [];
    return [featureData(amenity, { kind: 'point', level: level.data.levels[0], building: level.building,
      category: categoryOf(amenity.properties.category) })];
  });
}

/** @param {any} feature @param {Level[]} levels @param {Findings} findings @param {string} type */
function levelOf(feature, levels, findings, type) {
  const id = feature.properties.level_id ?? feature.level_id;
  const level = levels.find((one) => one.id === String(id));
  if (!level) findings.add(`${type} on a level that is not there`, feature.id);
  return level;
}

/** @param {any} feature @param {Findings} findings @param {string} type */
function isDrawn({ geometry, id }, findings, type) {
  const broken = geometryProblem(geometry);
  if (broken) findings.add(`${type} with ${broken}`, id);
  return broken === '';
}

/** @param {unknown} category */
function categoryOf(category) {
  if (typeof category !== 'string') return '';
  if (category.startsWith('restroom')) return 'toilets';
  return CATEGORIES.get(category) ?? category;
}

/**
 * @param {any} feature
 * @param {{kind: import('./venue.js').Kind, level?: string, building?: unknown, category?: string}} how
 * @returns {FeatureData}
 */
function featureData({ id, properties, geometry }, { kind, level, building, category = '' }) {
  return { id, properties, geometry, kind, category, levels: level === undefined ? [] : [level], booth: '',
    names: namesFrom(properties.name), building: building === undefined ? undefined : String(building) };
}

/** @param {unknown} name */
const nameOf = (name) => namesFrom(name).values().next().value ?? '';
