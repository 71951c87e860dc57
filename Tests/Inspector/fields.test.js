import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../public/inspector/js/fields.js';
import { matches } from '../../public/inspector/js/log.js';

const nullable = (...schemas) => ({ anyOf: [...schemas, { type: 'null' }] });

test('fields are told with their kinds, the required ones first, without the type', () => {
  const fields = fieldsOf({
    required: ['type', 'map_id', 'mode'],
    properties: {
      type: { const: 'X' },
      zoom: { ...nullable({ type: 'number' }), description: 'How near.' },
      center: nullable({ type: 'array', 'x-tmaps-kind': '[longitude, latitude]', prefixItems: [] }),
      map_id: { type: 'string', 'x-tmaps-kind': 'id', description: 'The map.' },
      mode: { enum: ['2D', '3D'] },
      points: { type: 'array', items: { type: 'object' } },
      either: { anyOf: [{ type: 'string' }, { type: 'string' }, { type: 'number' }] },
      anything: {},
    },
  });
  assert.deepEqual(fields.map(({ name, kind, isRequired }) => `${name} ${kind}${isRequired ? '!' : ''}`), [
    'map_id id!', 'mode "2D" or "3D"!', 'zoom number', 'center [longitude, latitude]', 'points array of object',
    'either string or number', 'anything any value',
  ]);
  assert.equal(fields[0].about, 'The map.');
  assert.deepEqual(fieldsOf({}), []);
});

test('a filter wants each word, in any case, and none with a minus', () => {
  const row = { text: '7 map p12 {"type":"set_zoom","zoom":17}' };
  for (const filter of ['', '  ', 'SET_zoom', 'map 17', '-client', 'zoom -18', '-']) {
    assert.equal(matches(filter, row), true, filter);
  }
  for (const filter of ['client', 'map 18', '-map', 'zoom -17']) assert.equal(matches(filter, row), false, filter);
});
