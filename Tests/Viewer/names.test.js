import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayName, nameIn, namesFrom } from '../../public/tmapswww/js/names.js';
import { Tenants } from '../../public/tmapswww/js/tenants.js';
import { unknownIn } from '../../public/tmapswww/js/unknown.js';
import { pickLanguage } from '../../public/tmapswww/js/strings.js';

const feature = (parts) =>
  ({ id: 'w1', names: namesFrom(parts.name, parts), booth: parts.ref ?? '', category: 'cafe' });

test('a name may be text, an object by language or tags by language', () => {
  assert.equal(nameIn(namesFrom('Hall', { 'name:ar': 'قاعة' }), 'ar'), 'قاعة');
  assert.equal(nameIn(namesFrom('Hall', { 'name:ar': 'قاعة' }), 'en'), 'Hall');
  assert.equal(nameIn(namesFrom({ en: 'Hall', ar: 'قاعة' }), 'ar'), 'قاعة');
  assert.equal(nameIn(namesFrom({ en: 'Hall', ar: 'قاعة' }), 'fr'), 'Hall');
  assert.equal(nameIn(namesFrom({ ar: 'قاعة' }), 'en'), 'قاعة');
  assert.equal(nameIn(namesFrom(undefined), 'en'), '');
  assert.equal(nameIn(namesFrom('  '), 'en'), '');
});

test('a feature is called by its tenant, else its name, its booth, its category', () => {
  const named = feature({ name: 'Unit 9', ref: 'G9' });
  assert.equal(displayName(named, { id: 't', name: 'Lower\u2028Hall' }, 'en'), 'Lower\u2028Hall');
  assert.equal(displayName(named, { id: 't', name: { en: 'Shop', ar: 'متجر' } }, 'ar'), 'متجر');
  assert.equal(displayName(named, { id: 't', name: '' }, 'en'), 'Unit 9');
  assert.equal(displayName(feature({}), { id: 't', name: null, booth_id: 7 }, 'en'), '7');
  assert.equal(displayName(feature({ ref: 'G9' }), { id: 't', name: '', booth_id: null }, 'en'), 'G9');
  assert.equal(displayName(feature({}), undefined, 'en'), 'cafe');
});

test('F31: of two tenants with one id the last counts; null clears; unknown features are kept and listed', () => {
  const tenants = new Tenants();
  tenants.set([{ id: 't1', feature_id: 'w1', name: 'A' }, { id: 't1', feature_id: 'w1', name: 'B' },
    { id: 2, feature_id: 0, name: 'Zero' }, { id: 't3', feature_id: 'elsewhere', name: 'C' }, { id: 't4', name: 'D' }]);
  assert.equal(tenants.of('w1').name, 'B');
  assert.equal(tenants.of('0').name, 'Zero');
  const venue = { feature: (id) => (id === 'elsewhere' ? undefined : {}) };
  assert.deepEqual(unknownIn(tenants.featureIds, venue), ['elsewhere']);
  tenants.set(null);
  assert.equal(tenants.of('w1'), undefined);
});

test('tenant data of the wrong shape is refused by place, and the old data stays', () => {
  const tenants = new Tenants();
  tenants.set([{ id: 't1', feature_id: 'w1', name: 'A' }]);
  assert.throws(() => tenants.set({}), /payload must be an array of tenants or null, got \{\}/);
  assert.throws(() => tenants.set([{ id: 1 }, 'x']), /payload\[1\] must be an object, got "x"/);
  assert.equal(tenants.of('w1').name, 'A');
});

test('the language comes from the first usable wish', async () => {
  assert.equal((await pickLanguage(['ar-JO', 'en'])).direction, 'rtl');
  assert.equal((await pickLanguage(['en-US'])).code, 'en');
  assert.equal((await pickLanguage(['fr'])).strings.waiting, 'Waiting for LOAD_MAP');
  assert.equal((await pickLanguage(['../../x'])).code, 'en');
  assert.equal((await pickLanguage([])).code, 'en');
});
