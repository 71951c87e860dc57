import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIMDF } from '../../public/tmapswww/js/venue/imdf.js';
import { Venue } from '../../public/tmapswww/js/venue/venue.js';
import { MAX_TOTAL, unzip } from '../../public/tmapswww/js/venue/zip.js';
import { archive } from './archive.js';

const box = (x, y, size = 1) => ({ type: 'Polygon',
  coordinates: [[[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]] });
const feature = (id, type, geometry, properties, more = {}) =>
  ({ type: 'Feature', id, feature_type: type, geometry, properties, ...more });
const collection = (...features) => ({ type: 'FeatureCollection', features });
const LEVEL = feature('L0', 'level', box(0, 0, 10), { ordinal: 0, short_name: { en: 'G' }, name: { en: 'Ground' },
  building_ids: ['B1'] });

/** A venue as the standard has it. */
const GOOD = {
  'manifest.json': { version: '1.0.0', created: '2021-05-04T08:00:00.123+02:00', language: 'en-US' },
  'venue.geojson': collection(feature('V', 'venue', box(0, 0, 10), { name: { en: 'Mall', ar: 'سوق' } })),
  'building.geojson': collection(feature('B1', 'building', null, { name: { en: 'Main' }, display_point: null })),
  'footprint.geojson': collection(
    feature('F1', 'footprint', box(0, 0, 10), { category: 'ground', building_ids: ['B1'] })),
  'level.geojson': collection(LEVEL),
  'unit.geojson': collection(
    feature('U1', 'unit', box(1, 1), { category: 'room', level_id: 'L0', name: null, display_point: null }),
    feature('U2', 'unit', box(3, 1), { category: 'walkway', level_id: 'L0' }),
    feature('U3', 'unit', box(5, 1), { category: 'restroom.female', level_id: 'L0' })),
  'anchor.geojson': collection(feature('A1', 'anchor', { type: 'Point', coordinates: [1.5, 1.5] }, { unit_id: 'U1' })),
  'occupant.geojson': collection(feature('O1', 'occupant', null,
    { name: { en: 'Tea House' }, category: 'restaurant', anchor_id: 'A1' })),
  'opening.geojson': collection(feature('D1', 'opening', { type: 'LineString', coordinates: [[1, 1], [1.5, 1]] },
    { category: 'pedestrian', level_id: 'L0' })),
  'amenity.geojson': collection(feature('M1', 'amenity', { type: 'Point', coordinates: [3.5, 1.5] },
    { category: 'atm', unit_ids: ['U2'] })),
  'section.geojson': collection(), 'relationship.geojson': collection(),
};

const read = async (files, manifest = {}) => new Venue(await readIMDF({
  manifest: { id: 'm', files: Object.keys(files), ...manifest },
  loadJSON: async (name) => files[name],
  tryJSON: async (name) => files[name] ?? null,
  loadBytes: async (name) => files[name],
}));

test('a folder by the standard is read without a finding', async () => {
  const venue = await read(GOOD);
  assert.deepEqual(venue.findings, []);
  assert.equal(venue.names.get('ar'), 'سوق');
  assert.deepEqual(venue.floors.map(({ level, label }) => [level, label]), [['0', 'G']]);
  const kinds = Object.fromEntries(venue.features.map(({ id, kind, category }) => [id, `${kind} ${category}`.trim()]));
  assert.deepEqual(kinds, { B1: 'building building', L0: 'level', U1: 'room restaurant', U2: 'corridor walkway',
    U3: 'room toilets', D1: 'door', M1: 'point atm' });
  assert.equal(venue.feature('U1').names.get('en'), 'Tea House', 'a unit is called by its occupant');
  assert.deepEqual(venue.feature('M1').levels, ['0']);
});

test('a folder that does not list its files is asked for each of the standard', async () => {
  assert.equal((await read(GOOD, { files: [] })).feature('U1').kind, 'room');
});

test('the same as a ZIP archive, in a folder of its own or not', async () => {
  for (const prefix of ['', 'venue/']) {
    const files = Object.entries(GOOD).map(([name, file]) => [prefix + name, JSON.stringify(file)]);
    const bytes = archive(...files, ['__MACOSX/level.geojson', 'x'], ['readme.txt', 'hello', { stored: true }]);
    const venue = await read({ 'v.zip': bytes });
    assert.deepEqual(venue.findings, []);
    assert.equal(venue.feature('U1').names.get('en'), 'Tea House');
  }
});

test('F38: files that break the standard in the usual ways are read, and each way is named', async () => {
  const venue = await read({
    'manifest.json': { created: 1620108000 },
    'level.json': collection(
      { type: 'Feature', feature_type: 'level', geometry: box(0, 0, 9),
        properties: { id: 7, name: { en: 'B1' }, short_name: null, level: -1 }, building_id: 'B' },
      feature('L9', 'level', box(0, 0), { name: { en: '?' } })),
    'unit.geojson': collection(feature('U1', 'unit', box(1, 1), { category: 'room', level_id: 7 }),
      feature('U2', 'unit', null, { category: 'room', level_id: 7 }),
      feature('U3', 'unit', box(2, 2), { level_id: 'L9' })),
    'navigation.geojson': collection(), 'kiosk.geojson': { type: 'Thing' },
  });
  assert.deepEqual(venue.floors.map(({ level, label }) => [level, label]), [['-1', 'B1']]);
  assert.deepEqual(venue.feature('U1').levels, ['-1']);
  assert.deepEqual(venue.findings.sort(), [
    'file extension not .geojson: level.json',
    'kiosk.geojson is no GeoJSON FeatureCollection; it is left out',
    'level 7 has no ordinal; -1 is used',
    'level L9 has no ordinal; it is left out',
    'levels with their id in the properties',
    'navigation.geojson is no file of IMDF; it is left out',
    'unit on a level that is not there: U3',
    'unit with no geometry: U2',
  ]);
});

test('names in an archive that leave its folder refuse all of it', async () => {
  for (const name of ['../level.geojson', 'a/../../b', '/etc/passwd', '..\\x', 'C:\\x', 'a\0b']) {
    await assert.rejects(unzip(archive(['ok.json', '{}'], [name, '{}'])), /leaves its folder/, name);
  }
  assert.equal((await unzip(archive(['a..b/c...json', '{}']))).size, 1);
});

test('bombs do not go off', async () => {
  await assert.rejects(unzip(archive(['a.json', 'x', { size: MAX_TOTAL + 1 }])), /at most 67108864 are read/);
  const zeros = Buffer.alloc(8 * 2 ** 20);
  await assert.rejects(unzip(archive(['a.json', zeros, { size: 100 }])),
    (error) => /a\.json is broken/.test(error.message) && error.cause !== undefined);
  const many = Array.from({ length: 1001 }, (_, index) => [`${index}`, '']);
  await assert.rejects(unzip(archive(...many)), /1001 files, at most 1000/);
});

test('broken archives are errors that say what is broken', async () => {
  await assert.rejects(unzip(new ArrayBuffer(0)), /no ZIP archive/);
  await assert.rejects(unzip(new TextEncoder().encode('<html>not found</html>'.repeat(9)).buffer), /no ZIP archive/);
  const good = archive(['a.json', '{"a":1}']);
  await assert.rejects(unzip(good.slice(10)), /ZIP archive/);
  await assert.rejects(unzip(archive(['a.json', '{"a":1}', { crc: 1 }])), /a\.json is broken/);
  await assert.rejects(unzip(archive(['a.json', '{}', { flags: 1 }])), /encrypted/);
  await assert.rejects(read({ 'v.zip': archive(['a.txt', 'x']) }), /v\.zip has no GeoJSON/);
});
