import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { AttractionZoom, boxOfRegion, distance, frame } from '../../public/tmapswww/js/framing.js';

// The table that the Swift framing is tested against too (Tests/TMapsAdaptersTests/FramingTests.swift).
const table = JSON.parse(readFileSync(new URL('../Shared/framing-cases.json', import.meta.url), 'utf8'));

const place = ([latitude, longitude]) => ({ latitude, longitude });
const near = (a, b) => Math.abs(a - b) <= Math.abs(b) * 1e-9 + 1e-6;

function check(found, { camera, center, span, displayMode, fallback, ...box }) {
  assert.deepEqual([found.camera, found.displayMode, found.fallback], [camera, displayMode, fallback]);
  if (camera === 'place' || camera === 'region') assert.deepEqual(found.center, place(center));
  if (camera === 'region') assert.ok(near(found.spanMetres, span), `${found.spanMetres} is not ${span}`);
  if (camera !== 'bounds') return;
  for (const [side, value] of Object.entries(box)) assert.ok(Math.abs(found.box[side] - value) < 1e-9, side);
  assert.ok(Math.abs(found.center.latitude - center[0]) < 1e-9 && Math.abs(found.center.longitude - center[1]) < 1e-9);
}

describe('F19: distances are those of the great circle', () => {
  for (const { name, from, to, greatCircle, ellipsoid } of table.distances) {
    test(name, () => {
      const metres = distance(place(from), place(to));
      assert.ok(near(metres, greatCircle), String(metres));
      assert.ok(Math.abs(metres - ellipsoid) <= ellipsoid * 0.0056 + 1e-6);
      assert.equal(metres, distance(place(to), place(from)));
    });
  }
});

describe('F19, F20, F21: the camera goes where the shared table says', () => {
  for (const { name, attractions, user, expect, ...framing } of table.framing) {
    test(name, () => {
      check(frame(framing, attractions.map(place), Array.isArray(user) ? place(user) : user), expect);
    });
  }
});

describe('F21: the camera moves when the shared table says', () => {
  const places = (pairs) => pairs.map(place);
  const argument = { located: place, attractionsChanged: places, permissionChanged: (word) => word };
  for (const { name, displayMode, attractions, steps } of table.sequences) {
    test(name, () => {
      const zoom = new AttractionZoom({ displayMode }, attractions.map(place));
      for (const { event, value, expect } of steps) {
        const found = zoom[event](argument[event]?.(value));
        if (expect === null) assert.equal(found, null, event);
        else check(found, expect);
      }
    });
  }
});

describe('a region as a box', () => {
  test('is as wide as it is high, in metres', () => {
    const center = { latitude: 60, longitude: 25 };
    const box = boxOfRegion(center, 2000);
    const height = distance({ latitude: box.south, longitude: 25 }, { latitude: box.north, longitude: 25 });
    const width = distance({ latitude: 60, longitude: box.west }, { latitude: 60, longitude: box.east });
    assert.ok(Math.abs(height - 2000) < 0.01 && Math.abs(width - 2000) < 0.01, `${height} × ${width}`);
  });

  test('stays on the globe, at the poles and beyond half of it', () => {
    for (const [latitude, span] of [[90, 1000], [-90, 1000], [0, 1e8], [89.999, 1e6]]) {
      const box = boxOfRegion({ latitude, longitude: 0 }, span);
      assert.ok(Object.values(box).every(Number.isFinite));
      assert.ok(box.south >= -90 && box.north <= 90 && box.east - box.west <= 360, JSON.stringify(box));
    }
  });
});
