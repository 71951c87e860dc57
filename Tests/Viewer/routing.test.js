import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RouteGraph, distance } from '../../public/tmapswww/js/routing/graph.js';
import { findRoute } from '../../public/tmapswww/js/routing/router.js';
import { isPath } from '../../public/tmapswww/js/venue/geojson.js';
import { readPath } from '../../public/tmapswww/js/venue/paths.js';

const METRE = 1 / 111_320;
const at = (x, y) => [x * METRE, y * METRE];
const line = (properties, ...points) => ({ type: 'Feature', properties: { highway: 'corridor', ...properties },
  geometry: { type: 'LineString', coordinates: points.map(([x, y]) => at(x, y)) } });
const lift = (properties, point) => ({ type: 'Feature', properties: { highway: 'elevator', ...properties },
  geometry: { type: 'Point', coordinates: at(...point) } });
const graph = (...features) => new RouteGraph(features.map((feature) => readPath(feature).path));
const node = (net, level, x, y) => net.nodes.find((one) => one.level === level && distance(one.at, at(x, y)) < 0.05);
const route = (net, from, to, options) => findRoute([node(net, ...from)], [node(net, ...to)], options);
const kinds = (result) => result.route.legs.map((leg) => leg.kind);

// F36: two corridors that cross at (5, 5) on two levels, a closed lift, stairs, an escalator up.
const crossing = () => graph(
  line({ level: '0' }, [0, 5], [5, 5], [10, 5]), line({ level: '1' }, [5, 0], [5, 5], [5, 10]),
  line({ level: '1' }, [5, 10], [10, 10]), lift({ level: '0;1', access: 'no' }, [5, 5]),
  line({ highway: 'steps', level: '0;1' }, [10, 5], [10, 10]),
  line({ highway: 'steps', levels: ['0', '1'], conveying: 'forward' }, [0, 5], [5, 0]));

test('F36: ways that cross on different levels do not meet', () => {
  const bare = graph(line({ level: '0' }, [0, 5], [5, 5], [10, 5]), line({ level: '1' }, [5, 0], [5, 5], [5, 10]));
  assert.deepEqual(route(bare, ['0', 0, 5], ['1', 5, 10]), { problem: 'no-way' });
});

test('F36: a closed lift is not used, stairs are', () => {
  assert.deepEqual(kinds(route(crossing(), ['0', 10, 5], ['1', 5, 10])), ['stairs', 'walk']);
});

test('F36: step-free without an open lift is no route, with the reason', () => {
  assert.deepEqual(route(crossing(), ['0', 10, 5], ['1', 5, 10], { stepFree: true }), { problem: 'needs-steps' });
});

test('F36: an escalator is taken up, never down', () => {
  const net = crossing();
  assert.deepEqual(kinds(route(net, ['0', 0, 5], ['1', 5, 0])), ['escalator']);
  const down = route(net, ['1', 5, 0], ['0', 0, 5]);
  assert.deepEqual(kinds(down), ['walk', 'stairs', 'walk']);
});

test('a lift over several levels is one change, and step-free takes it', () => {
  const net = graph(line({ level: -1 }, [0, 0], [5, 0]), line({ level: '1' }, [5, 0], [9, 0]),
    lift({ level: '-1-1' }, [5, 0]));
  const { route: found } = route(net, ['-1', 0, 0], ['1', 9, 0], { stepFree: true });
  assert.deepEqual(found.legs.map(({ kind, from, to, level }) => [kind, level ?? `${from}>${to}`]),
    [['walk', '-1'], ['lift', '-1>1'], ['walk', '1']]);
  assert.ok(Math.abs(found.metres - 9) < 0.01);
});

test('the quickest way is found, not the one with the fewest corners', () => {
  const net = graph(line({ level: '0' }, [0, 0], [0, 50], [50, 50]), line({ level: '0' }, [0, 0], [20, 20], [50, 50]));
  assert.ok(Math.abs(route(net, ['0', 0, 0], ['0', 50, 50]).route.metres - 70.71) < 0.1);
});

test('the same place is a route of no length', () => {
  const { route: found } = route(crossing(), ['0', 0, 5], ['0', 0, 5]);
  assert.deepEqual([found.metres, found.legs.length], [0, 1]);
});

test('a random network: the router agrees with trying all ways', () => {
  let seed = 7;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 40; round++) {
    const spots = Array.from({ length: 7 }, (_, index) => [index * 3, random(20)]);
    const lines = Array.from({ length: 11 }, () => [random(7), random(7)]).filter(([a, b]) => a !== b);
    const net = graph(...lines.map(([a, b]) => line({ level: '0', oneway: a % 2 ? 'yes' : 'no' }, spots[a], spots[b])));
    const [start, end] = [node(net, '0', ...spots[lines[0][0]]), node(net, '0', ...spots[lines.at(-1)[1]])];
    const least = (from, seen) => (from === end ? 0 : Math.min(Infinity, ...from.edges
      .filter((edge) => !seen.includes(edge.to)).map((edge) => edge.seconds + least(edge.to, [...seen, edge.to]))));
    const wanted = least(start, [start]);
    const found = findRoute([start], [end]);
    if (wanted === Infinity) assert.equal(found.problem, 'no-way');
    else assert.ok(Math.abs(found.route.seconds - wanted) < 1e-9);
  }
});

const room = (x, y, size, level = '0') => ({ levels: [level], geometry: { type: 'Polygon',
  coordinates: [[at(x, y), at(x + size, y), at(x + size, y + size), at(x, y + size), at(x, y)]] } });

test('the entrances of a room are the ends of ways at its wall, on its level', () => {
  const net = graph(line({ level: '0' }, [0, 0], [10, 0], [20, 0]), line({ level: '1' }, [12, 3], [20, 3]));
  assert.deepEqual(net.entrancesOf(room(10, 0, 5)).map(({ at: [x] }) => Math.round(x / METRE)), [10]);
  assert.deepEqual(net.entrancesOf(room(10, 2, 5, '1')).map(({ level }) => level), ['1']);
  assert.deepEqual(net.entrancesOf(room(10, 5, 4)).length, 1, 'a room a few metres off has the nearest one');
  assert.deepEqual(net.entrancesOf(room(60, 60, 5)), [], 'a room far from all ways has none');
});

test('ways without a level, or with one point, are named', () => {
  assert.match(readPath(line({}, [0, 0], [1, 1])).problem, /way with no level/);
  assert.match(readPath(line({ level: 'G' }, [0, 0], [1, 1])).problem, /level "G"/);
  assert.match(readPath(line({ level: '0' }, [0, 0])).problem, /one point/);
  assert.equal(isPath({ properties: { highway: 'motorway' }, geometry: { type: 'LineString' } }), false);
  assert.equal(isPath(null), false);
});

test('stairs run up unless they say otherwise', () => {
  const ends = (properties) => readPath(line({ highway: 'steps', ...properties }, [0, 0], [1, 1])).path.points
    .map(({ level }) => level);
  assert.deepEqual(ends({ level: '0;1' }), ['0', '1']);
  assert.deepEqual(ends({ level: '0;1', incline: 'down' }), ['1', '0']);
  assert.deepEqual(ends({ levels: [2, 1] }), ['2', '1']);
});
