import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchEarly } from '../../public/tmapswww/js/early.js';

const MAPS = new URL('http://h/maps/');

/** Answers with what `files` has under the end of the path. `asked`: what was asked for; `until(name)` waits for it. */
function host(files) {
  const asked = [];
  let told = () => {};
  const until = async (name) => {
    while (!asked.includes(name)) await new Promise((resolve) => { told = resolve; });
  };
  const fetch = async (url) => {
    const name = String(url).slice(MAPS.href.length);
    asked.push(name);
    told();
    if (!(name in files)) throw new TypeError('Failed to fetch');
    return new Response(files[name]);
  };
  return { asked, until, fetch };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('the venue that the address names is fetched before anybody asks, and handed on once', async () => {
  const { asked, until, fetch } = host({ 'm%20l/venue.json': '{"files":["a.geojson"]}', 'm%20l/a.geojson': '{}' });
  const early = fetchEarly('m l', MAPS, fetch);
  await until('m%20l/a.geojson');
  assert.deepEqual(asked, ['m%20l/venue.json', 'm%20l/a.geojson']);
  const ask = async (name, options) => (await early(new URL(`m%20l/${name}`, MAPS), options)).text();
  assert.equal(await ask('venue.json'), '{"files":["a.geojson"]}');
  assert.equal(await ask('a.geojson'), '{}');
  assert.equal(asked.length, 2);
  await ask('a.geojson');
  assert.equal(asked.length, 3, 'a reload of the map is a reload');
});

test('an address without a map fetches nothing', () => {
  const { asked, fetch } = host({});
  fetchEarly(null, MAPS, fetch);
  assert.deepEqual(asked, []);
});

test('what cannot be fetched or read is said to who asks, and to nobody else', async () => {
  const missing = fetchEarly('gone', MAPS, host({}).fetch);
  await settled();
  await assert.rejects(missing(new URL('gone/venue.json', MAPS)), /Failed to fetch/);
  const odd = fetchEarly('odd', MAPS, host({ 'odd/venue.json': 'no JSON' }).fetch);
  await settled();
  assert.equal(await (await odd(new URL('odd/venue.json', MAPS))).text(), 'no JSON');
});
