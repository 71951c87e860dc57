import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as events from '../../public/tmapswww/js/location/events.js';
import { beaconPosition, givenPosition, gpsPosition, levelFinder, ring }
  from '../../public/tmapswww/js/location/position.js';
import { distance } from '../../public/tmapswww/js/routing/graph.js';

const FLOORS = [{ level: '-1', ordinal: -1, label: 'B1' }, { level: '0', ordinal: 0, label: 'G' }];
const levelOf = levelFinder(FLOORS);
const beacon = (fields) => beaconPosition({ type: 'SET_USER_BEACON_LOCATION', x: 0, y: 0, origin_lat: 60,
  origin_lng: 25, ...fields }, levelOf);

test('F23: metres east are more degrees far from the equator', () => {
  const { at } = beacon({ x: 10 });
  assert.ok(Math.abs(at[0] - 25.00018) < 0.00001, String(at));
  assert.equal(at[1], 60);
  assert.ok(Math.abs(beacon({ y: 111.32 }).at[1] - 60.001) < 1e-9);
});

test('F22: 0, 0 is a place, an absent number is none', () => {
  assert.deepEqual(beacon({}).at, [25, 60]);
  for (const field of ['x', 'y', 'origin_lat', 'origin_lng']) {
    for (const value of [undefined, null, NaN, '3']) {
      assert.throws(() => beacon({ [field]: value }),
        new RegExp(`SET_USER_BEACON_LOCATION: ${field} must be a number`));
    }
  }
  assert.throws(() => beacon({ origin_lat: 90 }), /between -90 and 90/);
});

test('the floor may be given as an ordinal, a level or a label, or not at all', () => {
  assert.deepEqual([beacon({}).level, beacon({ ordinal: 0 }).level, beacon({ floor: 'B1' }).level,
    beacon({ floor: -1 }).level, beacon({ ordinal: null }).level], [null, '0', '-1', '-1', null]);
  assert.throws(() => beacon({ ordinal: 7 }), /no floor with ordinal 7; there are -1 \("B1"\), 0 \("G"\)/);
});

test('a fix of the browser without a heading has none', () => {
  assert.deepEqual(gpsPosition({ latitude: 1, longitude: 2, accuracy: 5, heading: NaN }),
    { at: [2, 1], level: null, accuracy: 5, heading: null });
  assert.equal(gpsPosition({ latitude: 1, longitude: 2, heading: 0 }).heading, 0);
});

test('a position that is given has latitude first by name, longitude first on the map', () => {
  const given = { type: 'SET_USER_POSITION', latitude: 31, longitude: 35, ordinal: -1, heading: 90, accuracy: 3 };
  assert.deepEqual(givenPosition(given, levelOf), { at: [35, 31], level: '-1', accuracy: 3, heading: 90 });
});

test('the ring is as wide as the accuracy in every direction', () => {
  for (const point of ring([25, 60], 12)) assert.ok(Math.abs(distance(point, [25, 60]) - 12) < 0.05);
});

test('the log of a fix has latitude/longitude as its label', () => {
  assert.deepEqual(events.locationUpdatedLog('Gps', 'demo', [35.9, 31.9]), { type: 'EVENT_LOGGED',
    event_category: 'LocationUpdated', event_action: 'Gps', event_label: '31.9/35.9',
    fields_object: { map_id: 'demo', lat: 31.9, lng: 35.9 } });
});
