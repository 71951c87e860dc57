// The adapter for pcmap pages without a page. What it does in one is tested in Tests/Browser/test_pcmap.py.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PCMap } from '../../public/bridge/pcmap.mjs';

function setUp(app) {
  const seen = { said: [], logged: [] };
  const pcmap = new PCMap({
    dispatch: (action) => seen.said.push(action),
    log: (level, text) => seen.logged.push(`${level}: ${text}`),
    findApp: () => app,
  });
  return Object.assign(seen, { pcmap });
}

/** An `app` that notes how it is called. */
function spyApp(answer = () => undefined) {
  const calls = [];
  const spy = (name) => function note(...args) {
    calls.push([name, ...args]);
    return answer(this);
  };
  const map = { showOrdinal: spy('ordinal'), setUserPosition: spy('position') };
  return { calls, map, scenarios: { apply: spy('apply') } };
}

describe('what a pcmap page posts', () => {
  test('mapReady is READY and MAP_LOADED, every time', () => {
    const { pcmap, said } = setUp();
    pcmap.receive('{"messageType":"mapReady"}');
    pcmap.receive('{"messageType":"mapReady"}');
    assert.deepEqual(said.map(({ type }) => type), ['READY', 'MAP_LOADED', 'READY', 'MAP_LOADED']);
  });

  test('error is ERROR, whatever its details are', () => {
    const { pcmap, said } = setUp();
    pcmap.receive('{"messageType":"error","error":"Error details \\"here\\""}');
    pcmap.receive('{"messageType":"error","error":{"code":7}}');
    pcmap.receive('{"messageType":"error"}');
    assert.deepEqual(said.map(({ type, error }) => [type, error.stack]),
      [['ERROR', 'Error details "here"'], ['ERROR', '{"code":7}'], ['ERROR', 'null']]);
  });

  test('any other type is a custom action with all its fields; an object is taken like its text', () => {
    const { pcmap, said } = setUp();
    pcmap.receive('{"messageType":"poiSelected","poi":"150","n":[1.5,null]}');
    pcmap.receive({ messageType: 'constructor' });
    assert.deepEqual(said, [
      { type: 'poiSelected', messageType: 'poiSelected', poi: '150', n: [1.5, null] },
      { type: 'constructor', messageType: 'constructor' },
    ]);
  });

  for (const message of ['mapReady', '"mapReady"', '{"messageType":7}', '{}', '[]', 'null', null, undefined, 7, '']) {
    test(`${JSON.stringify(message)} is refused and does not throw`, () => {
      const { pcmap, said, logged } = setUp();
      pcmap.receive(message);
      assert.deepEqual(said, []);
      assert.match(logged.join(), /^error: refused what the page posted: \w+: ./);
    });
  }
});

describe('what a pcmap page is told', () => {
  test('three actions are calls with the arguments of the seed, absent and null alike left out', () => {
    const app = spyApp();
    const { pcmap } = setUp(app);
    pcmap.dispatch({ type: 'SHOW_ORDINAL', ordinal: -1 });
    const position = { latitude: 47.45232728284989, longitude: 8.5, ordinal: 2 };
    pcmap.dispatch({ type: 'SET_USER_POSITION', ...position, heading: null });
    const scenario = { scenarioType: 'onePOI', poi: '150', showSearch: false };
    pcmap.dispatch({ type: 'APPLY_SCENARIO', scenario: { ...scenario, zoomLevel: null } });
    assert.deepEqual(app.calls, [['ordinal', -1], ['position', position], ['apply', scenario]]);
  });

  test('a method is called on its own object', () => {
    const app = spyApp((self) => self === app.map);
    const { pcmap, said } = setUp(app);
    pcmap.dispatch({ type: 'SHOW_ORDINAL', ordinal: 0 });
    assert.deepEqual(said, [{ type: 'CALL_RESULT', call: 'app.map.showOrdinal', value: true }]);
  });

  const circle = {};
  circle.circle = circle;
  for (const [name, result, expected] of [
    ['nothing', undefined, {}], ['a number', 3, { value: 3 }], ['null', null, { value: null }],
    ['an object', { a: [1] }, { value: { a: [1] } }], ['a function', () => 1, { value: '() => 1' }],
    ['a circle', circle, { value: '[object Object]' }], ['a big integer', 7n, { value: '7' }],
  ]) {
    test(`a result that is ${name}`, () => {
      const { pcmap, said } = setUp(spyApp(() => result));
      pcmap.dispatch({ type: 'APPLY_SCENARIO', scenario: {} });
      assert.deepEqual(said, [{ type: 'CALL_RESULT', call: 'app.scenarios.apply', ...expected }]);
      assert.equal(Object.hasOwn(said[0], 'value'), Object.hasOwn(expected, 'value'));
    });
  }

  test('a promise is waited for, kept or broken', async () => {
    for (const [answer, expected] of [
      [() => Promise.resolve(5), { value: 5 }],
      [() => Promise.reject(new RangeError('no floor 9')), { error: 'RangeError: no floor 9' }],
    ]) {
      const { pcmap, said } = setUp(spyApp(answer));
      pcmap.dispatch({ type: 'SHOW_ORDINAL', ordinal: 9 });
      assert.deepEqual(said, []);
      await new Promise(setImmediate);
      assert.deepEqual(said, [{ type: 'CALL_RESULT', call: 'app.map.showOrdinal', ...expected }]);
    }
  });

  test('what fails says how: an exception, a page without app, without the object, without the method', () => {
    const broken = spyApp(() => { throw new Error('no such floor'); });
    const none = 'TypeError: the page has no app.map.showOrdinal';
    for (const [app, error] of [
      [broken, 'Error: no such floor'], [undefined, none], [{}, none], [{ map: { showOrdinal: 1 } }, none],
    ]) {
      const { pcmap, said } = setUp(app);
      pcmap.dispatch({ type: 'SHOW_ORDINAL', ordinal: 9 });
      assert.deepEqual(said, [{ type: 'CALL_RESULT', call: 'app.map.showOrdinal', error }]);
    }
  });

  test('no other action calls anything; LOAD_MAP ends, since the one map is there', () => {
    const app = { ...spyApp(), constructor: spyApp().map.showOrdinal, dispatch: spyApp().map.showOrdinal };
    const { pcmap, said, logged } = setUp(app);
    for (const type of ['SET_ZOOM', 'constructor', '__proto__', 'toString', 'app.map.showOrdinal', 'LOAD_MAP']) {
      pcmap.dispatch({ type });
    }
    assert.deepEqual(app.calls, []);
    assert.deepEqual(said, [{ type: 'MAP_LOADED' }]);
    assert.equal(logged.length, 6);
  });
});
