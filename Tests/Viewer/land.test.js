import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const file = new URL('../../public/tmapswww/data/land.json', import.meta.url);
const [{ geometry: land }] = JSON.parse(readFileSync(file, 'utf8')).features;

/** Whether a ray from the point crosses the ring an odd number of times. */
const isIn = ([x, y], ring) => ring.reduce((inside, [bx, by], index) => {
  const [ax, ay] = ring[(index + ring.length - 1) % ring.length];
  return (ay > y) !== (by > y) && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !inside : inside;
}, false);
const isLand = (point) =>
  land.coordinates.some(([outer, ...holes]) => isIn(point, outer) && !holes.some((hole) => isIn(point, hole)));

test('land is where people live, and nowhere else', () => {
  for (const town of [[35.91, 31.95], [27.57, 53.9], [-47.88, -15.79], [139.5, 35.9], [28.04, -26.2], [27.5, -29.5]]) {
    assert.ok(isLand(town), String(town));
  }
  for (const sea of [[-30, 40], [60, -10], [-150, 0], [18, 35]]) assert.ok(!isLand(sea), String(sea));
});

test('its rings are closed and on the globe', () => {
  for (const ring of land.coordinates.flat()) {
    assert.ok(ring.length >= 4);
    assert.deepEqual(ring[0], ring.at(-1));
    assert.ok(ring.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90));
  }
});
