import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_LEVELS, levelOrder, parseLevels } from '../../public/tmapswww/js/level.js';

const levelsOf = (value) => parseLevels(value).levels;

test('F32: numbers, lists, ranges and half levels are read', () => {
  assert.deepEqual(levelsOf(0), ['0']);
  assert.deepEqual(levelsOf('0'), ['0']);
  assert.deepEqual(levelsOf(' 1 '), ['1']);
  assert.deepEqual(levelsOf('1.5'), ['1.5']);
  assert.deepEqual(levelsOf('0;1;2'), ['0', '1', '2']);
  assert.deepEqual(levelsOf('-1-1'), ['-1', '0', '1']);
  assert.deepEqual(levelsOf('-3--1'), ['-3', '-2', '-1']);
  assert.deepEqual(levelsOf('-1-3;5'), ['-1', '0', '1', '2', '3', '5']);
});

test('F32: one level has one spelling', () => {
  assert.deepEqual(levelsOf('+1'), ['1']);
  assert.deepEqual(levelsOf('-0'), ['0']);
  assert.deepEqual(levelsOf('01;1.0'), ['1']);
});

test('F32: what is no level gives none and says why', () => {
  for (const value of ['G', 'HELLO', '1,2', '1;', '1-', '--1', '1.5-3', 'Infinity', '0x1', {}, [1, 'b'], true]) {
    assert.deepEqual(levelsOf(value), [], String(value));
    assert.match(parseLevels(value).problem ?? '', /not understood/, String(value));
  }
  for (const value of [undefined, null, '']) assert.equal(parseLevels(value).problem, 'no level');
});

test('F32: a huge range fills no memory', () => {
  assert.match(parseLevels('0-100000').problem ?? '', /more than 250 levels/);
  assert.match(parseLevels('0-99999999999999999999').problem ?? '', /more than 250 levels/);
  assert.equal(levelsOf(`1-${MAX_LEVELS}`).length, MAX_LEVELS);
  assert.deepEqual(levelsOf(`0-${MAX_LEVELS}`), []);
});

test('levels are ordered by height, not as text', () => {
  assert.deepEqual(['10', '9', '-1', '1.5', '-10', '1'].sort(levelOrder), ['-10', '-1', '1', '1.5', '9', '10']);
});
