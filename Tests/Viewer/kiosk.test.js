import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHeat } from '../../public/tmapswww/js/heatmap.js';
import { idleSeconds, watchIdle } from '../../public/tmapswww/js/kiosk.js';

test('the seconds of a kiosk come from the address', () => {
  assert.deepEqual(['30', '', 'yes', '1', '0', null].map(idleSeconds), [30, 60, 60, 5, 5, 60]);
});

test('a page starts anew once after it was used, and not before it was', () => {
  const timers = new Map();
  let next = 1;
  const clock = { setTimeout: (run, delay) => (timers.set(next, { run, delay }), next++),
    clearTimeout: (timer) => timers.delete(timer) };
  const target = new EventTarget();
  let resets = 0;
  watchIdle({ target, seconds: 30, onIdle: () => resets++, clock });
  assert.equal(timers.size, 0);
  target.dispatchEvent(new Event('pointerdown'));
  target.dispatchEvent(new Event('keydown'));
  assert.deepEqual([...timers.values()].map(({ delay }) => delay), [30_000]);
  [...timers.values()][0].run();
  assert.equal(resets, 1);
});

const venue = { feature: (id) => (id === 'w1' ? { levels: ['1'] } : undefined), anchor: () => [5, 6] };
const heat = (data) => readHeat({ type: 'UPDATE_HEAT_MAP_DATA', data }, venue);

test('heat stands at a place, or at a feature on its floors', () => {
  assert.deepEqual(heat([{ location: [1, 2], value: 3 }, { feature_id: 'w1', value: 0 }]),
    [{ at: [1, 2], levels: null, value: 3 }, { at: [5, 6], levels: ['1'], value: 0 }]);
  assert.deepEqual(heat([]), []);
});

test('heat that cannot be read says which entry and why', () => {
  assert.throws(() => heat(null), /UPDATE_HEAT_MAP_DATA: data must be an array, got null/);
  assert.throws(() => heat([{ location: [1, 2], value: 1 }, { location: [1], value: 1 }]),
    /data\[1\] must have a location/);
  assert.throws(() => heat([{ location: [1, 2] }]), /data\[0\] must have a number/);
  assert.throws(() => heat([null]), /data\[0\] must have a number/);
  assert.throws(() => heat([{ feature_id: 'w2', value: 1 }]), /data\[0\] names a feature that the map does not have/);
});
