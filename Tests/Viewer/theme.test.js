import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edgeColour, fillColour } from '../../public/tmapswww/js/categories.js';
import { DEFAULT_THEME, contrast, inkOn, mix, withColours } from '../../public/tmapswww/js/theme.js';

const readColour = (text) => (/^#[0-9a-f]{6}$/.test(text) ? text : null);

test('a theme may name one colour; null and absent leave what was', () => {
  const theme = withColours(DEFAULT_THEME, 'SET_THEME', { primary: '#112233', accent: null }, readColour);
  assert.deepEqual(theme, { primary: '#112233', accent: DEFAULT_THEME.accent });
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
