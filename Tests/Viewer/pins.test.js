import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { addressIn, callbackURL, callerURL } from '../../public/tmapswww/js/pins/callback.js';
import { readPins } from '../../public/tmapswww/js/pins/read.js';
import { placeTitles } from '../../public/tmapswww/js/pins/titles.js';

// The table that the Swift side is tested against too.
const { cases } = JSON.parse(readFileSync(new URL('../Shared/callback-cases.json', import.meta.url), 'utf8'));

describe('a chosen pin leads where the shared table says', () => {
  for (const { name, back_url: backURL, title = '', id = '', url, ...place } of cases) {
    test(name, () => assert.equal(callbackURL(backURL, { ...place, name: title, id }), url));
  }

  test('half a character does not stop the way back', () => {
    const url = callbackURL('a://', { latitude: 1, longitude: 2, name: 'x\ud83d', id: '' });
    assert.equal(url, 'a://pin?ll=1,2&n=x%EF%BF%BD');
  });
});

test('a bare scheme becomes an address, an address stays', () => {
  assert.deepEqual(['trips', 'trips://', 'https://h.example/a', ''].map(callerURL),
    ['trips://', 'trips://', 'https://h.example/a', '']);
});

test('only addresses that are good for everybody are opened', () => {
  const good = ['https://wikipedia.org/wiki/Minsk', 'http://h.example/?a=1&b=2', 'mailto:a@h.example', 'tel:+375'];
  for (const id of good) assert.equal(addressIn(id), id);
  for (const id of ['', '7', 'any string or URL', 'javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x',
    'file:///etc/passwd', 'blob:https://h.example/x', 'trips://pin', 'note:7', ' https://h.example', 'https://',
    'java\tscript:alert(1)', 'vbscript:x']) {
    assert.equal(addressIn(id), null, id);
  }
});

describe('SHOW_PINS is read', () => {
  const read = (fields) => readPins({ type: 'SHOW_PINS', ...fields });

  test('as a link makes it', () => {
    const red = { latitude: 1, longitude: 2, name: 'A', id: 'a', style: 'placemark-red' };
    const more = { app_name: 'Trips', back_url: 'trips', balloon_action: 'openUrlOnBalloonClick', zoom: 17 };
    assert.deepEqual(read({ points: [red, { latitude: -90, longitude: 180 }], ...more }), {
      pins: [red, { latitude: -90, longitude: 180, name: '', id: '', style: '' }],
      appName: 'Trips', backURL: 'trips://', opensAtOnce: true, zoom: 17,
    });
  });

  test('with nulls for what is absent', () => {
    const points = [{ latitude: 1, longitude: 2, name: null, id: null, style: null }];
    const nulls = { app_name: null, back_url: null, balloon_action: null, zoom: null };
    assert.deepEqual(read({ points, ...nulls }), {
      pins: [{ latitude: 1, longitude: 2, name: '', id: '', style: '' }],
      appName: '', backURL: '', opensAtOnce: false, zoom: null,
    });
  });

  test('any balloon action counts, but for "no"', () => {
    const balloon = (value) => read({ points: [], balloon_action: value }).opensAtOnce;
    assert.deepEqual(['', 'x', true, 1, false, 0].map(balloon), [true, true, true, true, false, false]);
  });

  test('a zoom under 1 is none', () => {
    assert.equal(read({ points: [], zoom: 0.5 }).zoom, null);
  });

  test('and says what is wrong with it, and where', () => {
    const good = { latitude: 1, longitude: 2 };
    const wrong = [
      [{ points: 'x' }, /SHOW_PINS: points must be an array, got "x"/],
      [{ points: [good, null] }, /points\[1\] must be an object with latitude and longitude, got null/],
      [{ points: [good, { ...good, latitude: 91 }] }, /points\[1\]\.latitude must be a number from -90 to 90, got 91/],
      [{ points: [{ latitude: 1, longitude: '2' }] }, /points\[0\]\.longitude must be .* got "2"/],
      [{ points: [{ latitude: NaN, longitude: 2 }] }, /points\[0\]\.latitude/],
    ];
    for (const [fields, message] of wrong) assert.throws(() => read(fields), message);
  });
});

describe('titles of pins', () => {
  const pin = (left, top, more) => ({ shape: { left, top, right: left + 30, bottom: top + 40 },
    title: { width: 60, height: 16 }, ...more });
  const place = (pins, width = 1000) => placeTitles(pins, pins.filter(Boolean).map(({ shape }) => shape), width);

  test('stand below, and beside it where another pin or title is', () => {
    assert.deepEqual(place([pin(500, 100), pin(500, 145)]), ['right', 'below'], 'Ottawa above Washington');
    assert.deepEqual(place([pin(500, 100), null, pin(540, 100)]), ['below', null, 'right']);
    assert.deepEqual(place([pin(500, 100), pin(460, 90), pin(515, 145), pin(535, 100)]).slice(0, 2), [null, 'left']);
  });

  test('stay in the view', () => {
    assert.deepEqual(place([pin(0, 100), pin(300, 100), pin(970, 100)]), ['right', 'below', 'left']);
  });

  test('are left out where there is no room, but for the chosen one', () => {
    const crowd = Array.from({ length: 9 }, (_, index) => pin(500, 100 + index));
    assert.equal(place(crowd).filter(Boolean).length, 3, 'one a side');
    const around = [440, 490, 530].map((left) => pin(left, 110));
    assert.equal(place([pin(500, 100), ...around])[0], null);
    assert.equal(place([pin(500, 100, { mustShow: true }), ...around])[0], 'below');
  });
});
