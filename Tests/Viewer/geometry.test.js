import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchorOf, boxOf, labelPoint, roomAt } from '../../public/tmapswww/js/venue/geometry.js';
import { floorWalls, solidParts } from '../../public/tmapswww/js/walls.js';

test('the label of an L stands in it, away from the inner corner', () => {
  const ring = [[0, 0], [10, 0], [10, 4], [4, 4], [4, 10], [0, 10], [0, 0]];
  const [x, y] = labelPoint([ring]);
  assert.ok(x > 1 && y > 1 && (x < 4 || y < 4), `${x} ${y}`);
});

test('the label of a ring stands beside its hole', () => {
  const outer = [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]];
  const hole = [[2, 2], [2, 8], [8, 8], [8, 2], [2, 2]];
  const [x, y] = labelPoint([outer, hole]);
  assert.ok(x < 2 || x > 8 || y < 2 || y > 8, `${x} ${y}`);
});

test('points and lines have an anchor too', () => {
  assert.deepEqual(anchorOf({ type: 'Point', coordinates: [3, 4, 5] }), [3, 4]);
  assert.deepEqual(anchorOf({ type: 'LineString', coordinates: [[0, 0], [2, 4]] }), [1, 2]);
});

test('a label has the room between the walls left and right, below and above', () => {
  const ring = [[0, 0], [0.001, 0], [0.001, 0.0005], [0, 0.0005], [0, 0]];
  const { width, height } = roomAt([0.0005, 0.0002], [ring]);
  assert.ok(Math.abs(width - 111.32) < 0.1 && Math.abs(height - 55.66) < 0.1, `${width} ${height}`);
});

test('a box holds all positions of nested coordinates', () => {
  assert.deepEqual(boxOf([[[[1, 2], [3, -4]]], [[[-5, 0]]]]), [-5, -4, 3, 2]);
});

test('doors open walls, also where they overlap or stand out', () => {
  assert.deepEqual(solidParts(10, []), [[0, 10]]);
  assert.deepEqual(solidParts(10, [[4, 6]]), [[0, 4], [6, 10]]);
  assert.deepEqual(solidParts(10, [[5, 7], [-1, 2], [6, 8]]), [[2, 5], [8, 10]]);
  assert.deepEqual(solidParts(10, [[-1, 11]]), []);
});

test('the walls of a room stand inside it, with a gap at its door', () => {
  const ring = [[0, 0], [0.001, 0], [0.001, 0.001], [0, 0.001], [0, 0]];
  const room = { index: 3, kind: 'room', geometry: { type: 'Polygon', coordinates: [[...ring].reverse()] } };
  const door = { index: 4, kind: 'door', geometry: { type: 'LineString', coordinates: [[0.0004, 0], [0.0006, 0]] } };
  const bounds = [0, 0, 0.001, 0.001];
  const walls = (...features) => floorWalls({ featuresOn: () => features, bounds }, '0').features[0];
  assert.equal(walls(room).geometry.coordinates.length, 4);
  assert.equal(walls(room, door).geometry.coordinates.length, 5);
  assert.equal(walls(room).properties.key, 3);
  const [west, south, east, north] = boxOf(walls(room).geometry.coordinates);
  assert.ok(west > -1e-9 && south > -1e-9 && east < 0.001 + 1e-9 && north < 0.001 + 1e-9);
});
