import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { RouteGraph, distance } from '../../public/tmapswww/js/routing/graph.js';
import { findRoute } from '../../public/tmapswww/js/routing/router.js';
import { readGeoJSON } from '../../public/tmapswww/js/venue/geojson.js';
import { Venue } from '../../public/tmapswww/js/venue/venue.js';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const BUNDLE = join(ROOT, 'public/tmapswww');
const DEMO = join(ROOT, 'public/maps/demo');
const page = readFileSync(join(BUNDLE, 'index.html'), 'utf8');

/** The modules that a module imports, itself and theirs included. */
function modulesFrom(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)[^;]*?from '(\.[^']+)'/gm)) {
    modulesFrom(resolve(dirname(file), name), found);
  }
  return found;
}

test('the page asks for all modules at once, so none waits for another', () => {
  const asked = [...page.matchAll(/(?:rel="modulepreload" href|type="module"(?: async)? src)="([^"]+)"/g)];
  const needed = [...modulesFrom(join(BUNDLE, 'js/main.js'))].map((file) => relative(BUNDLE, file));
  assert.deepEqual(asked.map(([, file]) => file).sort(), needed.sort());
});

test('what comes before the map shows is at most 60 KiB of gzip', () => {
  const styles = [...page.matchAll(/rel="stylesheet" href="(css[^"]+)"/g)].map(([, file]) => join(BUNDLE, file));
  const files = [join(BUNDLE, 'index.html'), join(ROOT, 'public/bridge/bridge.js'), ...styles,
    ...modulesFrom(join(BUNDLE, 'js/main.js'))];
  const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
  assert.ok(size < 60 * 1024 - 30, `${size} bytes, and the server adds bridge.js to the page`);
});

test('the page holds no inline script and loads nothing from elsewhere', () => {
  assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)/);
  assert.doesNotMatch(page, /\bon\w+=/);
  assert.doesNotMatch(page, /(?:src|href)="(?:https?:)?\/\//);
  assert.match(page, /<head>/);
  assert.match(page, /<body class="embed-class-placeholder"/);
});

test('no module makes code out of text', () => {
  for (const file of modulesFrom(join(BUNDLE, 'js/main.js'))) {
    assert.doesNotMatch(readFileSync(file, 'utf8'), /\beval\(|\bFunction\(|setTimeout\(["'`]/, file);
  }
});

const demo = async () => {
  const loadJSON = async (file) => JSON.parse(readFileSync(join(DEMO, file), 'utf8'));
  return new Venue(await readGeoJSON({ manifest: await loadJSON('venue.json'), loadJSON }));
};

test('the demo venue is what its plan makes of it', () => {
  execFileSync(join(ROOT, 'Scripts/make-demo-venue'), ['--check'], { stdio: 'pipe' });
});

test('the demo venue has nothing to complain about', async () => {
  const venue = await demo();
  assert.deepEqual(venue.findings, []);
  assert.deepEqual(venue.floors.map((floor) => [floor.level, floor.label]), [['-1', 'B1'], ['0', 'G'], ['1', '1']]);
  assert.equal(venue.startLevel, '0');
});

test('the demo venue has 60 places in more than 8 categories, each in English and Arabic', async () => {
  const venue = await demo();
  const places = venue.features.filter(({ kind, category }) => (kind === 'room' || kind === 'point') && category);
  assert.ok(places.length >= 60, `${places.length} places`);
  assert.ok(new Set(places.map(({ category }) => category)).size >= 8);
  for (const { id, names } of places) {
    assert.match(names.get('') ?? '', /\p{Script=Latin}/u, id);
    assert.match(names.get('ar') ?? '', /\p{Script=Arabic}/u, id);
  }
});

test('every floor of the demo venue has stairs and a lift at the same place', async () => {
  const venue = await demo();
  for (const category of ['stairs', 'lift', 'toilets']) {
    const places = venue.features.filter((feature) =>
      feature.category === category && venue.buildings.of(feature)?.id === 'b1');
    const at = (level) => places.filter((place) => place.levels.includes(level))
      .map((place) => JSON.stringify(venue.anchor(place))).sort();
    assert.ok(at('0').length > 0, category);
    assert.deepEqual(at('-1'), at('0'), category);
    assert.deepEqual(at('1'), at('0'), category);
  }
});

test('doors of the demo venue lie on the outline of their room', async () => {
  const venue = await demo();
  for (const door of venue.features.filter(({ kind }) => kind === 'door')) {
    const room = venue.feature(door.id.slice(1, door.id.lastIndexOf('-')));
    const outline = room.geometry.coordinates[0];
    const onOutline = door.geometry.coordinates.every((point) =>
      outline.some((corner, index) => index > 0 && isBetween(point, outline[index - 1], corner)));
    assert.ok(onOutline, `${door.id} of ${room.id}`);
  }
});

function isBetween([x, y], [ax, ay], [bx, by]) {
  const near = 2e-8;
  const cross = Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / Math.hypot(bx - ax, by - ay);
  return cross < near && x > Math.min(ax, bx) - near && x < Math.max(ax, bx) + near &&
    y > Math.min(ay, by) - near && y < Math.max(ay, by) + near;
}

const demoGraph = async () => {
  const venue = await demo();
  assert.deepEqual(await venue.loadPaths(), []);
  return { venue, graph: new RouteGraph(venue.paths) };
};

test('every place of the demo venue is reached from the south entrance, also without steps', async () => {
  const { venue, graph } = await demoGraph();
  const start = graph.entrancesOf(venue.feature('e101'));
  const places = venue.features.filter(({ kind }) => kind === 'room' || kind === 'area' || kind === 'point');
  for (const place of places) {
    const ends = graph.entrancesOf(place);
    assert.ok('route' in findRoute(start, ends) && 'route' in findRoute(start, ends, { stepFree: true }), place.id);
  }
});

test('ways of the demo venue go through walls at doors only', async () => {
  const { venue, graph } = await demoGraph();
  const doors = venue.features.filter(({ kind }) => kind === 'door');
  for (const room of venue.features.filter(({ kind }) => kind === 'room')) {
    const ring = room.geometry.coordinates[0];
    for (const node of graph.nodes.filter(({ level }) => room.levels.includes(level))) {
      for (const edge of node.edges.filter(({ to }) => to.level === node.level)) {
        for (let index = 1; index < ring.length; index++) {
          const cut = crossing(node.at, edge.to.at, ring[index - 1], ring[index]);
          const isDoor = !cut || doors.some((door) => door.levels.includes(node.level) &&
            door.geometry.coordinates.every((end) => distance(end, cut) < 1.4));
          assert.ok(isDoor, `${room.id} at ${cut}`);
        }
      }
    }
  }
});

/** Where two lines cross, apart from their ends. */
function crossing([ax, ay], [bx, by], [cx, cy], [dx, dy]) {
  const across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  if (Math.abs(across) < 1e-18) return null;
  const along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across;
  const other = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / across;
  const isInside = along > 0.001 && along < 0.999 && other > 0.001 && other < 0.999;
  return isInside ? [ax + along * (bx - ax), ay + along * (by - ay)] : null;
}
