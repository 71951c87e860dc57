import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCenter, checkZoom } from '../../public/tmapswww/js/coordinates.js';
import { kilometresFrom } from '../../public/tmapswww/js/farcenter.js';

test('F17: a latitude beyond 90 is refused with the order and the limit', () => {
  assert.throws(() => checkCenter('SET_CENTER', [31.9, 135.9]),
    /SET_CENTER: center \[31\.9,135\.9\] has latitude 135\.9, beyond 90 degrees; the order is \[longitude, latitude\]/);
});

test('F17: a centre that is no pair of finite numbers is refused', () => {
  const values = [undefined, null, 31.9, '31,35', [31.9], ['31', '35'], [NaN, 31], [31, Infinity], [null, 31], {}];
  for (const value of values) {
    assert.throws(() => checkCenter('SET_CENTER', value), /two numbers in degrees/, String(value));
  }
});

test('F19: 180 and -180 and what lies beyond are one meridian', () => {
  assert.deepEqual(checkCenter('SET_CENTER', [180, -16]), [180, -16]);
  assert.deepEqual(checkCenter('SET_CENTER', [190, -16]), [-170, -16]);
  assert.deepEqual(checkCenter('SET_CENTER', [-190, -16]), [170, -16]);
  assert.throws(() => checkCenter('SET_CENTER', [3590, 31]), /longitude 3590/);
});

test('zero is a coordinate and a zoom', () => {
  assert.deepEqual(checkCenter('SET_CENTER', [0, 0]), [0, 0]);
  assert.equal(checkZoom('SET_ZOOM', 0), 0);
});

test('a zoom beyond the renderer ends at its limit, text is refused', () => {
  assert.equal(checkZoom('SET_ZOOM', 99), 24);
  assert.equal(checkZoom('SET_ZOOM', -3), 0);
  assert.throws(() => checkZoom('SET_ZOOM', '18'), /SET_ZOOM: zoom must be a number from 0 to 24, got "18"/);
});

test('the distance to a venue is 0 inside and the great circle outside', () => {
  const box = [35.9, 31.9, 36.0, 32.0];
  assert.equal(kilometresFrom([35.95, 31.95], box), 0);
  // One degree of latitude is 111.2 km.
  assert.ok(Math.abs(kilometresFrom([35.95, 30.9], box) - 111.2) < 0.2);
  // Amman with its numbers swapped lies in the sea off Crete's latitude, hundreds of kilometres away.
  assert.ok(kilometresFrom([31.95, 35.91], box) > 500);
});
