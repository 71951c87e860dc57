import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestPlaces } from '../../public/tmapswww/js/location/nearest.js';
import { METRES_PER_DEGREE } from '../../public/tmapswww/js/venue/geometry.js';
import { Venue } from '../../public/tmapswww/js/venue/venue.js';

/** A square room of so many metres, its lower left corner at x, y metres from the origin at 60 degrees north. */
const AT = (x, y) => [25 + x / (METRES_PER_DEGREE * 0.5), 60 + y / METRES_PER_DEGREE];
const base = { properties: {}, booth: '', category: 'shop', kind: 'room', levels: ['0'] };
const room = (id, x, y, size, more = {}) => ({ ...base, id, names: new Map([['', id]]), ...more, geometry: {
  type: 'Polygon', coordinates: [[AT(x, y), AT(x + size, y), AT(x + size, y + size), AT(x, y + size), AT(x, y)]] } });
const point = (id, x, y) => ({ ...base, id, kind: 'point', names: new Map([['', id]]),
  geometry: { type: 'Point', coordinates: AT(x, y) } });

const venue = new Venue({
  id: 'v', names: new Map(), findings: [],
  floors: [0, 1].map((ordinal) => ({ level: String(ordinal), ordinal, label: String(ordinal), names: new Map() })),
  features: [
    room('around', -5, -5, 10), room('east', 20, -5, 10), point('north', 0, 30), room('far', 900, 0, 10),
    room('above', 0, 0, 10, { levels: ['1'] }), room('nameless', 6, 0, 2, { names: new Map() }),
    room('stairs', 6, 0, 2, { category: 'stairs' }), room('staff', 6, 0, 2, { category: 'staff' }),
  ],
});
const isNamed = ({ names }) => names.size > 0;

test('the places of the floor come by distance to their walls, the one around the user first', () => {
  const near = nearestPlaces(venue, AT(0, 0), '0', { isNamed });
  assert.deepEqual(near.map(({ feature, metres }) => [feature.id, Math.round(metres)]),
    [['around', 0], ['east', 20], ['north', 30]]);
});

test('there are no more than asked for, and none where nothing is near', () => {
  assert.equal(nearestPlaces(venue, AT(0, 0), '0', { isNamed, limit: 1 }).length, 1);
  assert.deepEqual(nearestPlaces(venue, AT(5000, 0), '0', { isNamed }), []);
  assert.deepEqual(nearestPlaces(venue, AT(0, 0), '1', { isNamed }).map(({ feature }) => feature.id), ['above']);
});
