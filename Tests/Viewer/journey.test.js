import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { planLeg, unwrapped } from '../../public/tmapswww/js/journey/plan.js';
import { passedStops } from '../../public/tmapswww/js/journey/progress.js';
import { readRoute } from '../../public/tmapswww/js/journey/read.js';
import { distanceText } from '../../public/tmapswww/js/pins/words.js';
import { RouteGraph } from '../../public/tmapswww/js/routing/graph.js';

const A = { latitude: 52.52, longitude: 13.405 };
const B = { latitude: 52.5163, longitude: 13.3777 };
const read = (fields) => readRoute({ type: 'SHOW_ROUTE', mode: 'vehicle', ...fields });

describe('SHOW_ROUTE is read', () => {
  test('as a link makes it', () => {
    const stops = [{ current: true }, { ...A, name: 'Pickup', callback: 'a://1' }, B];
    assert.deepEqual(read({ stops, navigate: true, preview: false, app_name: 'Trips', back_url: 'trips' }), {
      stops: [{ place: null, name: '', callback: '' }, { place: A, name: 'Pickup', callback: 'a://1' },
        { place: B, name: '', callback: '' }],
      mode: 'vehicle', navigates: true, previews: false, appName: 'Trips', backURL: 'trips',
    });
  });

  test('only what navigates and is not previewed starts by itself', () => {
    const previews = (fields) => read({ stops: [A, B], ...fields }).previews;
    assert.deepEqual([{}, { navigate: true }, { navigate: true, preview: true }, { preview: false },
      { navigate: true, preview: null }].map(previews), [true, true, true, true, true]);
    assert.equal(previews({ navigate: true, preview: false }), false);
  });

  test('and says what is wrong with it, and where', () => {
    const wrong = [
      [{ stops: [A, B], mode: 'spaceship' }, /SHOW_ROUTE: mode must be one of vehicle, .* got "spaceship"/],
      [{ stops: {} }, /stops must be an array/],
      [{ stops: [A] }, /stops must be two or more, from the origin on, got 1/],
      [{ stops: [A, { latitude: 1 }] }, /stops\[1\]\.longitude must be a number/],
      [{ stops: [A, { current: false }] }, /stops\[1\]\.latitude must be a number/],
      [{ stops: [A, null] }, /stops\[1\] must be an object/],
    ];
    for (const [fields, message] of wrong) assert.throws(() => read(fields), message);
  });
});

describe('a leg', () => {
  const spot = (longitude, latitude, level = null) => ({ at: [longitude, latitude], level });
  const path = (points, level = '0') => ({ id: 'p', kind: 'walk', points: points.map((at) => ({ at, level })),
    oneway: false, isClosed: false });

  test('without ways is straight and as long as the great circle', () => {
    const { pieces, metres } = planLeg(spot(0, 0), spot(1, 0), { graph: null, ground: '0' });
    assert.deepEqual(pieces, [{ points: [[0, 0], [1, 0]], level: null, isStraight: true }]);
    assert.ok(Math.abs(metres - 111_195) < 1);
  });

  test('along the ways of the venue where both stops are close to them, and on their floor', () => {
    const graph = new RouteGraph([path([[0, 0], [0.001, 0], [0.001, 0.001]])]);
    const leg = planLeg(spot(-0.0001, 0), spot(0.001, 0.0011), { graph, ground: '0' });
    assert.ok(leg.pieces.every(({ isStraight, level }) => !isStraight && level === '0'));
    assert.deepEqual(leg.pieces.flatMap(({ points }) => points).at(-1), [0.001, 0.0011]);
    assert.ok(leg.metres > 235 && leg.metres < 255, String(leg.metres));
    assert.ok(planLeg(spot(-0.01, 0), spot(0.001, 0.001), { graph, ground: '0' }).pieces[0].isStraight, 'too far');
    assert.ok(planLeg(spot(0, 0, '3'), spot(0.001, 0.001), { graph, ground: '0' }).pieces[0].isStraight, 'other floor');
  });
});

test('F19: points stay on one side of the antimeridian', () => {
  assert.deepEqual(unwrapped([[179, 0], [-179, 1], [-178, 2], [170, 3]]), [[179, 0], [181, 1], [182, 2], [170, 3]]);
  assert.deepEqual(unwrapped([]), []);
});

test('a stop is passed by who comes close, each once and in order', () => {
  const stops = [[0, 0], [0.001, 0], [0.0011, 0], [0.01, 0]];
  const at = (longitude, accuracy = null) => ({ at: [longitude, 0], accuracy });
  assert.equal(passedStops(stops, 1, at(0.0005)), 1);
  assert.equal(passedStops(stops, 1, at(0.00095)), 2);
  assert.equal(passedStops(stops, 1, at(0.00105)), 3, 'both at once');
  assert.equal(passedStops(stops, 1, at(0.01)), 1, 'not one before its turn');
  assert.equal(passedStops(stops, 1, at(0.0007, 40)), 2, 'as exact as the position');
  assert.equal(passedStops(stops, 1, at(0.0004, 4000)), 1, 'but never from afar');
});

test('distances are short to read', () => {
  assert.deepEqual([3.4, 123, 994, 1234, 16_094_522].map((metres) => distanceText(metres, 'en')),
    ['3 m', '125 m', '995 m', '1.2 km', '16,095 km']);
  assert.match(distanceText(123, 'ar'), /125/);
});
