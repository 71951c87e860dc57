import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edgeColour, fillColour } from '../../public/tmapswww/js/categories.js';
import { palette } from '../../public/tmapswww/js/popup/palette.js';
import {
  DEFAULT_THEME, contrast, inkOn, inksOf, legibleOn, linesOf, mix, withColours,
} from '../../public/tmapswww/js/theme.js';

const readColour = (text) => (/^#[0-9a-f]{6}$/.test(text) ? text : null);

test('a theme may name one colour; null and absent leave what was', () => {
  const theme = withColours(DEFAULT_THEME, 'SET_THEME', { primary: '#112233', accent: null }, readColour);
  assert.deepEqual(theme, { ...DEFAULT_THEME, primary: '#112233' });
  assert.equal(withColours(theme, 'LOAD_MAP', undefined, readColour), theme);
  assert.equal(withColours(theme, 'LOAD_MAP', null, readColour), theme);
});

test('what is no colour is refused by name', () => {
  assert.throws(() => withColours(DEFAULT_THEME, 'SET_THEME', { accent: 'blurple' }, readColour),
    /SET_THEME: theme\.accent is no CSS colour: "blurple"/);
  assert.throws(() => withColours(DEFAULT_THEME, 'SET_THEME', 'red', readColour), /theme must be an object/);
});

test('colours mix by channel', () => {
  assert.equal(mix('#000000', '#ffffff', 0.5), '#808080');
  assert.equal(mix('#102030', '#ffffff', 0), '#102030');
});

test('text on any theme colour is readable', () => {
  const steps = [0, 51, 102, 119, 153, 204, 255].map((step) => step.toString(16).padStart(2, '0'));
  for (const red of steps) {
    for (const green of steps) {
      for (const blue of steps) {
        const colour = `#${red}${green}${blue}`;
        assert.ok(contrast(colour, inkOn(colour)) >= 4.5, colour);
      }
    }
  }
});

test('names are readable on every category, and unknown categories have a colour', () => {
  for (const category of ['fashion', 'cafe', 'parking', 'staff', 'water', 'no-such-category', '', 'constructor']) {
    const fill = fillColour({ kind: 'room', category });
    assert.match(fill, /^#[0-9a-f]{6}$/, category);
    assert.ok(contrast(fill, '#33312d') >= 7, category);
    assert.match(edgeColour('room', fill), /^#[0-9a-f]{6}$/);
  }
});

const CATEGORIES = ['fashion', 'books', 'cafe', 'bank', 'clinic', 'cinema', 'prayer', 'toilets', 'parking', 'staff',
  'garden', 'water', 'no-such-category', ''];

test('in the dark, names are readable on every fill, and floors are darker than rooms', () => {
  const { ink } = inksOf({ ...DEFAULT_THEME, isDark: true });
  for (const category of CATEGORIES) {
    for (const kind of ['room', 'area', 'corridor', 'ground', 'building', 'level']) {
      const fill = fillColour({ kind, category }, true);
      assert.match(fill, /^#[0-9a-f]{6}$/, category);
      assert.ok(contrast(fill, ink) >= 4.5, `${kind} ${category} ${fill}`);
      assert.notEqual(edgeColour('room', fill, true), fill);
    }
  }
  assert.ok(contrast(fillColour({ kind: 'corridor', category: '' }, true), '#ffffff') >
    contrast(fillColour({ kind: 'room', category: '' }, true), '#ffffff'));
});

test('lines in the theme colours stand out from a dark map, and are the very colours on a light one', () => {
  for (const primary of ['#000000', '#1f6f6b', '#0000ff', '#fefefe']) {
    const theme = { ...DEFAULT_THEME, primary, isDark: true };
    const room = fillColour({ kind: 'room', category: '' }, true);
    assert.ok(contrast(linesOf(theme).primary, room) >= 3, primary);
    assert.equal(linesOf({ ...theme, isDark: false }).primary, primary);
  }
});

test('a colour that is legible already stays as it is', () => {
  assert.equal(legibleOn('#1f6f6b', '#ffffff', 4.5), '#1f6f6b');
  assert.ok(contrast(legibleOn('#ffff00', '#ffffff', 4.5), '#ffffff') >= 4.5);
});

test('a Material palette has its numbers, which palettes that come late are not given', () => {
  const { 500: base, 50: pale } = palette('#1f6f6b');
  assert.deepEqual(base, { hex: '#1f6f6b', value: [31, 111, 107], contrast: [255, 255, 255] });
  assert.deepEqual(pale.contrast, [0, 0, 0]);
});
