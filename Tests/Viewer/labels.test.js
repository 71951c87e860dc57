import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balancedLines, directionOf, fitLabel, needsShaping } from '../../public/tmapswww/js/labels.js';

/** Every character is 7 pixels wide. */
const widthOf = (text) => text.length * 7;

test('F29, F28: text that the renderer cannot shape is told from text that it can', () => {
  const complex = ['صيدلية A1 (الطابق ٢)', 'שלום', 'हिन्दी', 'ไทย', '🍕 Pizza', 'Caf\ufffce', 'e\u0301'];
  for (const text of complex) {
    assert.equal(needsShaping(text), true, text);
  }
  for (const text of ['Café', 'Phở 24', 'Straße 7', 'İstanbul Döner', 'Кафе', '東京', '']) {
    assert.equal(needsShaping(text), false, text);
  }
});

test('F29: a text runs in the direction of its first letter', () => {
  assert.equal(directionOf('صيدلية A1'), 'rtl');
  assert.equal(directionOf('1 – صيدلية'), 'rtl');
  assert.equal(directionOf('A1 صيدلية'), 'ltr');
  assert.equal(directionOf('24'), 'ltr');
});

test('lines are broken so that the widest is narrow', () => {
  assert.deepEqual(balancedLines('one two three four', 2, widthOf), ['one two', 'three four']);
  assert.deepEqual(balancedLines('Pearl Dental Clinic', 3, widthOf), ['Pearl', 'Dental', 'Clinic']);
  assert.deepEqual(balancedLines('Word', 3, widthOf), ['Word']);
  assert.deepEqual(balancedLines('  two   words ', 1, widthOf), ['two words']);
});

test('a narrow room breaks a name that a wide room does not', () => {
  const wide = { width: 40, height: 8, latitude: 32 };
  const narrow = { width: 6, height: 20, latitude: 32 };
  assert.deepEqual(fitLabel('Inkwell Books', wide, widthOf).lines, ['Inkwell Books']);
  assert.deepEqual(fitLabel('Inkwell Books', narrow, widthOf).lines, ['Inkwell', 'Books']);
});

test('the smaller the room, the higher the zoom at which its name shows, one level for each half', () => {
  const zoomIn = (width) => fitLabel('Books', { width, height: 100, latitude: 32 }, widthOf).minzoom;
  assert.equal(zoomIn(4) - zoomIn(8), 1);
  assert.equal(zoomIn(8) - zoomIn(32), 2);
});

test('a name without a room, such as a point, still has a zoom', () => {
  assert.deepEqual(fitLabel('ATM', null, widthOf), { lines: ['ATM'], minzoom: 18 });
  assert.deepEqual(fitLabel('ATM', { width: 0, height: 0, latitude: 0 }, widthOf).minzoom, 18);
});
