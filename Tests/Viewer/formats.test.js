import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { RouteGraph } from '../../public/tmapswww/js/routing/graph.js';
import { findRoute } from '../../public/tmapswww/js/routing/router.js';
import { loadVenue } from '../../public/tmapswww/js/venue/load.js';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const DATA = process.env.TMAPS_TEST_DATA ?? join(ROOT, '../shared/data');
const skip = existsSync(DATA) ? false : `${DATA} is not there`;

/** Answers from a table of files, and notes what was asked for. */
function host(files) {
  const asked = [];
  const fetch = async (url) => {
    const name = decodeURIComponent(String(url).replace('http://h/maps/', ''));
    asked.push(name);
    return name in files ? new Response(files[name]) : new Response('', { status: 404, statusText: 'Not Found' });
  };
  const load = (mapId) => loadVenue(mapId, { maps: 'http://h/maps/', signal: new AbortController().signal, fetch });
  return { asked, load };
}
const dataFile = (name) => readFileSync(join(DATA, name));
const westport = () => Object.fromEntries(['main.json', 'main-paths.json',
  ...['gf', '1', '2', '3', '4', '5', '6'].map((floor) => `westport-house-floor-${floor}.geojson`),
  ...['gf', '1', '2'].map((floor) => `westport-house-floor-${floor}-paths.geojson`)]
  .map((name) => [`westport-house/${name}`, dataFile(`westport-house/${name}`)]));

test('westport-house loads as it is, seven floors and ways on three', { skip }, async () => {
  const { asked, load } = host(westport());
  const venue = await load('westport-house');
  assert.deepEqual(venue.floors.map(({ label }) => label), ['G', '1', '2', '3', '4', '5', '6']);
  assert.equal(venue.startLevel, '0');
  assert.ok(venue.features.length > 800, `${venue.features.length} features`);
  assert.ok(!asked.includes('westport-house/westport-house-floor-6-paths.geojson'), 'no floor without ways is asked');
  assert.match(venue.findings.join('\n'), /type "no_geometry" is not known/);
});

test('westport-house: a way leads from the second floor to the ground floor', { skip }, async () => {
  const venue = await host(westport()).load('westport-house');
  const graph = new RouteGraph(venue.paths);
  const on = (level) => graph.nodes.filter((node) => node.level === level);
  const found = findRoute(on('2'), on('0'));
  assert.ok('route' in found, JSON.stringify(found));
});

test('a station mapped in OSM loads from its one file', { skip }, async () => {
  const { load } = host({ 'gare/gare.geojson': dataFile('osm/gare-de-l-est.geojson') });
  const venue = await load('gare');
  assert.deepEqual(venue.floors.map(({ level }) => level), ['-1', '0']);
  assert.match(venue.findings.join('\n'), /no level: \d+ features/);
});

const box = (x, tags) => ({ type: 'Feature', id: `${tags.id}`, properties: tags, geometry: { type: 'Polygon',
  coordinates: [[[x, 0], [x + 4, 0], [x + 4, 4], [x, 4], [x, 0]]] } });
const collection = (...features) => JSON.stringify({ type: 'FeatureCollection', features });

test('buildings as OSM draws them: one is open, of the other the outline shows', async () => {
  const site = collection(
    box(0, { id: 'way/1', building: 'retail', 'building:levels': '2' }), box(10, { id: 'way/2', building: 'yes' }),
    box(0, { id: 'way/3', indoor: 'room', building: 'yes', level: '0' }),
    box(10, { id: 'way/4', indoor: 'room', level: '1' }),
    box(20, { id: 'way/5', indoor: 'area', building: 'no', level: '0' }));
  const venue = await host({ 'site/site.geojson': site }).load('site');
  assert.deepEqual(venue.features.map(({ kind }) => kind), ['building', 'building', 'room', 'room', 'area']);
  assert.equal(venue.buildings.open.id, 'way/1');
  assert.equal(venue.buildings.of(venue.feature('way/4')).id, 'way/2');
  assert.deepEqual(venue.findings, []);
});

test('the one building that OSM draws lies under each of its floors', async () => {
  const house = collection(box(0, { id: 'way/1', building: 'yes' }),
    box(0, { id: 'way/2', indoor: 'room', level: '-1' }), box(0, { id: 'way/3', indoor: 'room', level: '0;1' }));
  const venue = await host({ 'house/house.geojson': house }).load('house');
  assert.deepEqual([venue.feature('way/1').kind, venue.feature('way/1').levels], ['level', ['-1', '0', '1']]);
  assert.deepEqual(venue.findings, []);
});

const level = JSON.stringify({ type: 'FeatureCollection', features: [{
  type: 'Feature', id: 'L', properties: { ordinal: 0 },
  geometry: { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] } }] });

test('an IMDF folder is known by its manifest.json', async () => {
  const venue = await host({ 'm/manifest.json': '{"version":"1.0.0"}', 'm/level.geojson': level }).load('m');
  assert.equal(venue.feature('L').kind, 'level');
});

test('a folder with a venue.json is asked for nothing else but its files', async () => {
  const manifest = '{"format":"imdf","files":["level.geojson"]}';
  const { asked, load } = host({ 'm/venue.json': manifest, 'm/level.geojson': level });
  await load('m');
  assert.deepEqual(asked, ['m/venue.json', 'm/level.geojson']);
});

test('a server that fails is not taken for an absent file', async () => {
  const fetch = async () => new Response('', { status: 500, statusText: 'Broken' });
  await assert.rejects(loadVenue('m', { maps: 'http://h/maps/', signal: new AbortController().signal, fetch }),
    /venue\.json answered 500 Broken/);
});

test('an IMDF folder whose files are called .json is read, and that is named', async () => {
  const venue = await host({ 'm/manifest.json': '{"version":"1.0.0"}', 'm/level.json': level }).load('m');
  assert.equal(venue.feature('L').kind, 'level');
  assert.deepEqual(venue.findings, ['file extension not .geojson: level.json']);
});

const files = (features) => ({ 'm/m.geojson': JSON.stringify({ type: 'FeatureCollection', features }) });
const feature = (id, properties, geometry) => ({ type: 'Feature', id, properties, geometry });
const square = { type: 'Polygon', coordinates: [[[1, 1], [1.001, 1], [1.001, 1.001], [1, 1.001], [1, 1]]] };

test('what cannot be drawn is named by what is wrong with it, and the rest is shown', async () => {
  const polygon = (coordinates) => ({ type: 'Polygon', coordinates });
  const venue = await host(files([
    feature('fine', { level: '0' }, square),
    feature('shallow', { level: '0' }, polygon([[1, 1], [1.001, 1], [1.001, 1.001]])),
    feature('short', { level: '0' }, polygon([[[1, 1], [1.001, 1]]])),
    feature('empty', { level: '0' }, polygon([])),
    feature('mercator', { level: '0' }, polygon([[[3.9e6, 3.7e6], [3.91e6, 3.7e6], [3.9e6, 3.71e6]]])),
    feature('group', { level: '0' }, { type: 'GeometryCollection', geometries: [] }),
    feature('none', { level: '0' }, null),
    null,
  ])).load('m');
  assert.deepEqual(venue.features.map(({ id }) => id), ['fine']);
  assert.deepEqual(venue.findings, [
    'geometry with no or broken coordinates: m.geojson#1, m.geojson#2, m.geojson#3',
    'coordinates that are no degrees, [longitude, latitude]: m.geojson#4',
    'geometry GeometryCollection is not drawn: m.geojson#5',
    'no geometry: m.geojson#6, m.geojson#7',
  ]);
});

test('a file that says no levels is of a place with one floor', async () => {
  const venue = await host(files([feature('a', { name: 'Hall' }, square)])).load('m');
  assert.deepEqual(venue.floors.map((floor) => floor.level), ['0']);
  assert.deepEqual(venue.findings, ['no level: a', 'no feature has a level; all are shown on one floor']);
});

test('the floor may stand in another tag, and repeat_on adds floors', async () => {
  const venue = await host(files([
    feature('a', { floor: 2 }, square), feature('b', { level: '0', repeat_on: '1-2' }, square),
  ])).load('m');
  assert.deepEqual(venue.feature('a').levels, ['2']);
  assert.deepEqual(venue.feature('b').levels, ['0', '1', '2']);
  assert.deepEqual(venue.findings, ['no level; its "floor" is taken for it: a']);
});
