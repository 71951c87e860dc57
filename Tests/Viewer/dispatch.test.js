import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Dispatcher } from '../../public/tmapswww/js/dispatch.js';

function dispatcherWithErrors() {
  const errors = [];
  return { dispatcher: new Dispatcher((error) => errors.push(error)), errors };
}

test('an action reaches the handler of its type, whole', () => {
  const { dispatcher, errors } = dispatcherWithErrors();
  const seen = [];
  dispatcher.on('SET_ZOOM', (action) => seen.push(action));
  dispatcher.dispatch({ type: 'SET_ZOOM', zoom: 18 });
  assert.deepEqual(seen, [{ type: 'SET_ZOOM', zoom: 18 }]);
  assert.deepEqual(errors, []);
});

test('F08: unknown types are ignored, also those that name parts of every object', () => {
  const { dispatcher, errors } = dispatcherWithErrors();
  for (const type of ['PROFILE_BUTTON_CLICKED', 'constructor', '__proto__', 'toString', 'hasOwnProperty', '']) {
    dispatcher.dispatch({ type });
  }
  dispatcher.dispatch(JSON.parse('{"type":"X","__proto__":{"admin":true}}'));
  assert.deepEqual(errors, []);
  assert.equal({}.admin, undefined);
});

test('F08: what is no action is an error that quotes it', () => {
  for (const value of [{ zoom: 3 }, { type: null }, { type: 7 }, [], 'READY', null, undefined, 5, { type: ['a'] }]) {
    const { dispatcher, errors } = dispatcherWithErrors();
    dispatcher.dispatch(value);
    assert.equal(errors.length, 1, JSON.stringify(value));
    assert.match(errors[0].message, /object with a string "type"/);
  }
});

test('a handler that throws or rejects is reported and stops nothing', async () => {
  const { dispatcher, errors } = dispatcherWithErrors();
  dispatcher.on('THROWS', () => { throw new Error('now'); });
  dispatcher.on('REJECTS', async () => { throw new Error('later'); });
  dispatcher.dispatch({ type: 'THROWS' });
  dispatcher.dispatch({ type: 'REJECTS' });
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(errors.map((error) => error.message), ['now', 'later']);
});

test('a type has one handler', () => {
  const { dispatcher } = dispatcherWithErrors();
  dispatcher.on('SET_ZOOM', () => {});
  assert.throws(() => dispatcher.on('SET_ZOOM', () => {}), /two handlers for SET_ZOOM/);
});
