import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { WebKitHost } from '../../public/tmapswww/js/webkithost.js';
import { readScenario } from '../../public/tmapswww/js/webmap/read.js';

const ONE = { scenarioType: 'onePOI', poi: '150' };
const read = (scenario) => readScenario('app.scenarios.apply', scenario);

describe('a scenario of pcmap is read', () => {
  test('with all its switches', () => {
    const all = { showSearch: true, showLevelChoice: false, showCallout: true, showZoomControl: false, zoomLevel: 20 };
    assert.deepEqual(read({ ...ONE, ...all }), { poi: '150', ...all });
  });

  test('what it does not say is as the page has it', () => {
    const names = ['showSearch', 'showLevelChoice', 'showCallout', 'showZoomControl', 'zoomLevel'];
    const unsaid = Object.fromEntries(names.map((name) => [name, null]));
    assert.deepEqual(read(ONE), { poi: '150', ...unsaid });
    assert.deepEqual(read({ ...ONE, ...unsaid }), { poi: '150', ...unsaid });
  });

  test('and says what is wrong with it', () => {
    const wrong = [
      [null, /app\.scenarios\.apply: the scenario must be an object, got null/],
      [{ ...ONE, scenarioType: 'twoPOI' }, /there is no scenarioType "twoPOI"; there is "onePOI"/],
      [{ scenarioType: 'onePOI' }, /poi must be the id of a feature, got undefined/],
      [{ ...ONE, showSearch: 'yes' }, /showSearch must be true or false, got "yes"/],
      [{ ...ONE, zoomLevel: '20' }, /zoomLevel must be a number, got "20"/],
    ];
    for (const [scenario, message] of wrong) assert.throws(() => read(scenario), message);
  });
});

describe('an app written for pcmap hears', () => {
  const hostOf = (load) => {
    const posted = [];
    const postMessage = (message) => posted.push(message);
    const window = { webkit: { messageHandlers: { mainMessageHandler: { postMessage } } } };
    return { posted, host: new WebKitHost(window, load) };
  };

  test('mapReady once, as text, and only when the page has its app', async () => {
    let finish;
    const { posted, host } = hostOf(() => new Promise((resolve) => { finish = resolve; }));
    host.heard({ type: 'READY' });
    host.heard({ type: 'MAP_LOADED' });
    host.heard({ type: 'MAP_LOADED' });
    assert.deepEqual(posted, []);
    finish();
    await new Promise(setImmediate);
    assert.deepEqual(posted, ['{"messageType":"mapReady"}']);
  });

  test('errors, also before that', () => {
    const { posted, host } = hostOf(async () => {});
    host.heard({ type: 'ERROR', error: { message: 'no "map"', stack: 'long' } });
    assert.deepEqual(posted, ['{"messageType":"error","error":"no \\"map\\""}']);
  });

  test('nothing where there is no such handler, and the page loads nothing for it', () => {
    const host = new WebKitHost({ webkit: {} }, () => assert.fail());
    host.heard({ type: 'MAP_LOADED' });
    host.heard({ type: 'ERROR', error: { message: 'x' } });
  });
});
