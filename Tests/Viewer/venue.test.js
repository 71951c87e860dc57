import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readGeoJSON } from '../../public/tmapswww/js/venue/geojson.js';
import { loadVenue } from '../../public/tmapswww/js/venue/load.js';
import { Venue } from '../../public/tmapswww/js/venue/venue.js';

const square = (x, y, size = 1) => ({ type: 'Polygon',
  coordinates: [[[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]] });
const room = (id, properties, geometry = square(0, 0)) => ({ type: 'Feature', id, properties, geometry });
const collection = (...features) => ({ type: 'FeatureCollection', features });

async function read(file, manifest = {}) {
  return new Venue(await readGeoJSON({
    manifest: { id: 'm', files: ['f.geojson'], ...manifest },
    loadJSON: async () => file,
  }));
}

test('F13: ids are compared as text, 0 is an id', async () => {
  const ids = ['7', '007', 0, '9007199254740993', '9007199254740992', 'w22972'];
  const venue = await read(collection(...ids.map((id) => room(id, { level: '0', was: id }))));
  for (const id of ids) assert.equal(venue.feature(id).properties.was, id);
  assert.equal(venue.feature('0').properties.was, 0);
  assert.equal(venue.feature(22972), undefined);
  assert.equal(venue.feature('constructor'), undefined);
});

test('an id may stand in the properties; of one that stands twice the first counts and it is said', async () => {
  const venue = await read(collection(
    room(undefined, { id: 'p1', level: 0 }), room(undefined, { '@id': 'way/1', level: 0 }),
    room('x', { level: 0, n: 1 }), room('x', { level: 0, n: 2 }), room(undefined, { level: 0 })));
  assert.ok(venue.feature('p1') && venue.feature('way/1') && venue.feature('f.geojson#4'));
  assert.equal(venue.feature('x').properties.n, 1);
  assert.match(venue.findings.join('\n'), /id "x" stands twice/);
  assert.match(venue.findings.join('\n'), /no id .*: f\.geojson#4/);
});

test('F32: a feature without a usable level is on no floor, and is listed', async () => {
  const venue = await read(collection(room('a', { level: '0;1' }), room('b', { level: 'G' }), room('c', {})));
  assert.deepEqual(venue.floors.map((floor) => floor.level), ['0', '1']);
  assert.deepEqual(venue.featuresOn('1').map((feature) => feature.id), ['a']);
  assert.deepEqual(venue.findings, ['level "G" is not understood: b', 'no level: c']);
});

test('floors stand in the order of their ordinals, with the labels of the manifest', async () => {
  const floors = [{ level: '1', ordinal: 1, label: 'One' }, { level: '-1', ordinal: -1, label: 'B1' }];
  const venue = await read(collection(room('a', { level: '-1-2' })), { floors });
  assert.deepEqual(venue.floors.map((floor) => floor.label), ['B1', '0', 'One', '2']);
  assert.equal(venue.startLevel, '0');
  assert.equal((await read(collection(room('a', { level: '0-2' })), { start_level: '2' })).startLevel, '2');
  assert.equal((await read(collection(room('a', { level: '-2' })), { start_level: 'x' })).startLevel, '-2');
});

test('broken geometry is left out and named, the rest is shown', async () => {
  const venue = await read(collection(room('a', { level: 0 }), room('b', { level: 0 }, null),
    room('c', { level: 0 }, { type: 'Polygon', coordinates: [] }), null,
    room('d', { level: 0 }, { type: 'Point', coordinates: [1, null] }),
    room('e', { level: 0 }, { type: 'GeometryCollection', geometries: [] })));
  assert.deepEqual(venue.features.map((feature) => feature.id), ['a']);
  assert.equal(venue.findings.length, 3);
});

test('kinds and categories come from indoor tags and from OSM tags', async () => {
  const point = { type: 'Point', coordinates: [0, 0] };
  const line = { type: 'LineString', coordinates: [[0, 0], [1, 1]] };
  const venue = await read(collection(
    room('shop', { level: 0, shop: 'books' }), room('hall', { level: 0, indoor: 'corridor' }),
    room('wc', { level: 0, indoor: 'room', amenity: 'toilets' }),
    room('door', { level: 0, entrance: 'yes' }, point), room('line', { level: 0 }, line)));
  const kinds = Object.fromEntries(venue.features.map(({ id, kind, category }) => [id, [kind, category]]));
  assert.deepEqual(kinds, { shop: ['room', 'books'], hall: ['corridor', ''], wc: ['room', 'toilets'],
    door: ['point', 'entrance'], line: ['wall', ''] });
});

test('the bounds are those of the building, not of the ground around it', async () => {
  const venue = await read(collection(room('g', { level: 0, indoor: 'ground' }, square(-50, -50, 100)),
    room('a', { level: 0, indoor: 'room' }, square(2, 3))));
  assert.deepEqual(venue.bounds, [2, 3, 3, 4]);
});

const answering = (files) => async (url) => {
  const name = String(url).replace('http://h/maps/', '');
  return name in files ? new Response(files[name]) : new Response('', { status: 404, statusText: 'Not Found' });
};
const load = (mapId, files) =>
  loadVenue(mapId, { maps: 'http://h/maps/', signal: new AbortController().signal, fetch: answering(files) });

test('a map that is not there is an error that names the map, the URL and the status', async () => {
  await assert.rejects(load('nope', {}),
    { message: 'map "nope": http://h/maps/nope/venue.json answered 404 Not Found' });
  await assert.rejects(load('m', { 'm/venue.json': '{"format":"geojson","files":["a.geojson"]}' }),
    /map "m": http:\/\/h\/maps\/m\/a\.geojson answered 404/);
});

test('a map id cannot leave the folder of the maps', async () => {
  await assert.rejects(load('../secret', {}), /http:\/\/h\/maps\/\.\.%2Fsecret\/venue\.json/);
  await assert.rejects(load('..', {}), /"\.\." is no map id/);
  await assert.rejects(load('', {}), /"" is no map id/);
});

test('a manifest that cannot be used says what is wrong and where', async () => {
  await assert.rejects(load('m', { 'm/venue.json': '<html>' }), /m\/venue\.json is no JSON/);
  await assert.rejects(load('m', { 'm/venue.json': '{"format":"dwg","files":[]}' }), /format "dwg", known are geojson/);
  await assert.rejects(load('m', { 'm/venue.json': '{"format":"constructor","files":[]}' }), /known are/);
  await assert.rejects(load('m', { 'm/venue.json': '{"format":"geojson"}' }), /must list its files/);
  await assert.rejects(load('m', { 'm/venue.json': '{"format":"geojson","files":["a"]}', 'm/a': '{}' }),
    /a is no GeoJSON FeatureCollection/);
  await assert.rejects(load('m', { 'm/venue.json': '{"format":"geojson","files":[]}' }),
    /nothing to show: no feature is on a floor/);
});
