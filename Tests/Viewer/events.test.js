import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as events from '../../public/tmapswww/js/events.js';
import * as taps from '../../public/tmapswww/js/taps.js';

test('EVENT_LOGGED has the labels and fields of the vendor', () => {
  assert.deepEqual(events.mapsLoadedLog('3', 'Mall'), {
    type: 'EVENT_LOGGED', event_category: 'Maps', event_action: 'Loaded', event_label: 'Mall',
    fields_object: { map_id: '3' },
  });
  assert.deepEqual(taps.featuresTappedLog('3', 'w1', 'Café'), {
    type: 'EVENT_LOGGED', event_category: 'Features', event_action: 'Tapped', event_label: 'Café',
    fields_object: { map_id: '3', feature_id: 'w1' },
  });
  assert.equal(events.featuresHighlightedLog('3', 'w1', 'Café').event_action, 'Highlighted');
  assert.deepEqual(events.floorsOpenedLog('3', '-1', 'B1'), {
    type: 'EVENT_LOGGED', event_category: 'Floors', event_action: 'Opened', event_label: 'B1',
    fields_object: { map_id: '3', layer_id: '-1' },
  });
  assert.deepEqual(events.renderModesChangedLog('3', '3D'), {
    type: 'EVENT_LOGGED', event_category: 'RenderModes', event_action: 'Changed', event_label: '3D',
    fields_object: { map_id: '3' },
  });
});

test('F15: a tapped feature carries its own nested properties and nothing of ours', () => {
  const properties = { name: { en: 'Hall', ar: 'قاعة' }, tenants: ['t1', 't2'] };
  const feature = { id: 'w1', properties, index: 4, kind: 'room' };
  assert.deepEqual(taps.featuresTapped([feature]), { type: 'FEATURES_TAPPED', features: [{ id: 'w1', properties }] });
  assert.deepEqual(taps.associatedFeatureTapped(feature),
    { type: 'ASSOCIATED_FEATURE_TAPPED', feature_id: 'w1', feature: { id: 'w1', properties } });
  assert.deepEqual(taps.featuresTapped([]), { type: 'FEATURES_TAPPED', features: [] });
});

test('ERROR names the error first, then where, then its causes', () => {
  const { type, error } = events.errorAction(new Error('map "3" is gone', { cause: new TypeError('no network') }));
  assert.equal(type, 'ERROR');
  assert.equal(error.message, 'map "3" is gone');
  assert.match(error.stack, /^Error: map "3" is gone\n\s+at .*events\.test\.js/);
  assert.match(error.stack, /Caused by: TypeError: no network/);
});

test('ERROR has a stack for what is no Error and for stacks without the message', () => {
  assert.deepEqual(events.errorAction('odd').error, { message: 'odd', stack: 'odd' });
  const foreign = new Error('as Firefox has it');
  foreign.stack = 'load@app.js:1:2';
  assert.equal(events.errorAction(foreign).error.stack, 'Error: as Firefox has it\nload@app.js:1:2');
});

test('an error that causes itself ends', () => {
  const error = new Error('snake');
  error.cause = error;
  assert.ok(events.errorAction(error).error.stack.length < 100_000);
});
