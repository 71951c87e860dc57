import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chipsOf, featuresByCategory } from '../../public/tmapswww/js/categorylist.js';
import { fold } from '../../public/tmapswww/js/search/fold.js';
import { SearchIndex } from '../../public/tmapswww/js/search/searchindex.js';
import { Tenants } from '../../public/tmapswww/js/tenants.js';
import { Venue } from '../../public/tmapswww/js/venue/venue.js';

const feature = (id, category, names, more = {}) => ({ id, category, names: new Map(Object.entries(names)), booth: '',
  kind: 'room', levels: ['0'], properties: {}, geometry: { type: 'Point', coordinates: [0, 0] }, ...more });
const FEATURES = [
  feature('a', 'cafe', { '': 'Café Noir' }), feature('b', 'food', { '': 'İstanbul Döner' }),
  feature('c', 'books', { ar: 'مكتبة', en: 'Reading Room' }), feature('d', 'food', { '': 'Straße 7' }),
  feature('e', 'toilets', {}), feature('f', 'cafe', { '': 'Noir Shoes' }, { levels: ['1'] }),
  feature('g', 'food', { '': "O'Neil’s" }, { booth: 'B-12' }),
  feature('h', 'hall', { '': 'Hall' }, { kind: 'corridor' }),
  feature('i', 'food', { '': 'Lost' }, { levels: [] }),
];
const CATEGORIES = new Map([['toilets', new Map([['en', 'Toilets'], ['ar', 'دورات المياه']])]]);

function index(payload = null, language = 'en') {
  const tenants = new Tenants();
  tenants.set(payload);
  const venue = new Venue({ id: 'm', names: new Map(), floors: [], features: FEATURES, findings: [],
    categories: CATEGORIES });
  return new SearchIndex({ venue, tenants, language });
}
const found = (query, options, ...parts) =>
  index(...parts).find(query, options).map((hit) => hit.feature?.id ?? hit.category);

test('F30: what people type finds what is written with accents, dots and other letters', () => {
  for (const [query, id] of [['cafe noir', 'a'], ['istanbul', 'b'], ['ISTANBUL', 'b'], ['İSTANBUL', 'b'],
    ['doner', 'b'], ['مكتبه', 'c'], ['مكتبة', 'c'], ['strasse', 'd'], ['straße', 'd'], ['oneils', 'g'],
    ["o'neil", 'g'], ['b 12', 'g']]) {
    assert.equal(found(query)[0], id, query);
  }
});

test('F30: folding does not depend on the locale', () => {
  assert.equal(fold('  Ångström–ﬁn  Ⅷ'), 'angstrom fin viii');
  assert.equal(fold('أحمد إلى آخر'), fold('احمد الي اخر'));
  assert.equal(fold('مُحَمَّد'), 'محمد');
  assert.equal(fold('١٢٣'), '123');
  assert.equal(fold('ISPARTA'), 'isparta');
});

test('an empty query finds nothing, and is no error', () => {
  for (const query of ['', '   ', '…', '\u0301']) assert.deepEqual(found(query), []);
});

test('names come before the rest, and the shown floor before others', () => {
  assert.deepEqual(found('noir'), ['f', 'a'], 'the beginning of a name wins');
  assert.deepEqual(found('cafe'), ['cafe', 'a', 'f'], 'a category of that name, then names, then the rest');
  const pair = [{ id: '1', feature_id: 'f', name: 'Same' }, { id: '2', feature_id: 'a', name: 'Same' }];
  assert.deepEqual(found('same', { level: '0' }, pair), ['a', 'f']);
  assert.deepEqual(found('same', { level: '1' }, pair), ['f', 'a']);
});

test('every word must be found, in any order', () => {
  assert.deepEqual(found('noir cafe')[0], 'a');
  assert.deepEqual(found('noir döner'), []);
});

test('corridors and places on no floor are not found', () => {
  assert.deepEqual(found('hall'), []);
  assert.deepEqual(found('lost'), []);
});

test('a tenant is found by its name, booth and category, and so is the place it is in', () => {
  const payload = [{ id: 't', feature_id: 'e', name: 'Hammam', booth_id: 7, category: 'spa' }];
  for (const query of ['hammam', '7', 'spa']) assert.ok(found(query, {}, payload).includes('e'), query);
  assert.deepEqual(found('reading', {}, [{ id: 't', feature_id: 'c', name: 'Shop' }]), ['c']);
});

test('categories are found by id and by name in any language', () => {
  assert.deepEqual(found('دورات'), ['toilets']);
  assert.equal(index().category('toilets'), 'toilets');
  assert.equal(index().category('Toilets'), 'toilets');
  assert.equal(index().category('دورات المياه'), 'toilets');
  assert.equal(index().category('constructor'), undefined);
  assert.deepEqual(found('toilets', { placesOnly: true }), []);
});

test('chips: listed categories first, then by number of places', () => {
  const venue = new Venue({ id: 'm', names: new Map(), floors: [], features: FEATURES, findings: [],
    categories: CATEGORIES });
  assert.deepEqual(chipsOf(featuresByCategory(venue, new Tenants())), ['toilets', 'food', 'cafe', 'books']);
});

test('a query of hostile text is only text', () => {
  for (const query of ['(', '[', '\\', '.*', '<b>', '{{1}}', 'a'.repeat(10_000)]) {
    assert.ok(Array.isArray(found(query)));
  }
});
