import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Venue } from '../../public/tmapswww/js/venue/venue.js';

const box = (x, y, size) => ({ type: 'Polygon',
  coordinates: [[[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]] });
const feature = (id, kind, levels, geometry, more = {}) =>
  ({ id, kind, levels, geometry, category: '', names: new Map(), booth: '', properties: {}, ...more });
const floors = ['-1', '0', '1'].map((level) => ({ level, ordinal: Number(level), label: level, names: new Map() }));
const venueOf = (...features) => new Venue({ id: 'm', names: new Map(), floors, features, findings: [] });
const A = feature('A', 'building', [], box(0, 0, 10));
const B = feature('B', 'building', [], box(20, 0, 10));
const ROOMS = [feature('a0', 'room', ['0'], box(1, 1, 2)), feature('a-1', 'room', ['-1'], box(1, 1, 2)),
  feature('b0', 'room', ['0'], box(21, 1, 2)), feature('b1', 'room', ['1'], box(21, 1, 2)),
  feature('tree', 'point', ['0'], { type: 'Point', coordinates: [15, 5] })];
const shown = (venue, level) => venue.featuresOn(level).map(({ id }) => id).sort();

test('of two buildings one is open; of the other the outline shows, and what is in none always does', () => {
  const venue = venueOf(A, B, ...ROOMS);
  assert.equal(venue.buildings.open.id, 'A');
  assert.deepEqual(shown(venue, '0'), ['B', 'a0', 'tree']);
  venue.openBuilding(venue.feature('B'));
  assert.deepEqual(shown(venue, '0'), ['A', 'b0', 'tree']);
});

test('the floors and the bounds are those of the open building', () => {
  const venue = venueOf(A, B, ...ROOMS);
  assert.deepEqual(venue.openFloors.map(({ level }) => level), ['-1', '0']);
  venue.openBuilding(venue.feature('B'));
  assert.deepEqual(venue.openFloors.map(({ level }) => level), ['0', '1']);
  assert.deepEqual(venue.bounds, [20, 0, 30, 10]);
});

test('a single building is always open, and no outline lies over it', () => {
  const venue = venueOf(A, ...ROOMS);
  assert.deepEqual(shown(venue, '0'), ['a0', 'b0', 'tree']);
  assert.equal(venue.openFloors.length, 3);
});

test('a feature may name its building', () => {
  const venue = venueOf(A, B, feature('x', 'room', ['0'], box(1, 1, 2), { building: 'B' }));
  assert.equal(venue.buildings.of(venue.feature('x')).id, 'B');
});
