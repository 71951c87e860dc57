import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_WAIT, MAX_WAITING, Outbox } from '../../public/tmapswww/js/outbox.js';

/** A clock whose timers run when the test says so. */
function manualClock() {
  const timers = [];
  return {
    setTimeout: (callback) => timers.push(callback),
    tick: () => timers.splice(0).forEach((callback) => callback()),
    get waiting() { return timers.length; },
  };
}

const hostThatKeeps = (received) => ({ dispatch: (action) => received.push(action) });

test('an object goes out at once, untouched', () => {
  const received = [];
  const action = { type: 'READY' };
  new Outbox({ __tb__: hostThatKeeps(received) }, manualClock()).send(action);
  assert.equal(received[0], action);
});

test('F06: what is sent before the host exists arrives when it does, once and in order', () => {
  const [host, clock, received] = [{}, manualClock(), []];
  const outbox = new Outbox(host, clock);
  outbox.send({ type: 'READY' });
  outbox.send({ type: 'MAP_LOADED' });
  clock.tick();
  host.__tb__ = hostThatKeeps(received);
  clock.tick();
  clock.tick();
  assert.deepEqual(received.map(({ type }) => type), ['READY', 'MAP_LOADED']);
});

test('a host that is replaced gets what comes after', () => {
  const [first, second] = [[], []];
  const host = { __tb__: hostThatKeeps(first) };
  const outbox = new Outbox(host, manualClock());
  outbox.send({ type: 'READY' });
  host.__tb__ = hostThatKeeps(second);
  outbox.send({ type: 'MAP_LOADED' });
  assert.deepEqual([first.length, second.length], [1, 1]);
});

test('a page without a host stops waiting and keeps nothing', () => {
  const [host, clock] = [{}, manualClock()];
  const outbox = new Outbox(host, clock);
  outbox.send({ type: 'READY' });
  let ticks = 0;
  while (clock.waiting > 0 && ticks < 100_000) {
    clock.tick();
    ticks++;
  }
  assert.ok(ticks * 50 >= MAX_WAIT && ticks * 50 <= MAX_WAIT + 100, `${ticks} retries`);
  const received = [];
  host.__tb__ = hostThatKeeps(received);
  outbox.send({ type: 'ZOOM_ENDED' });
  assert.deepEqual(received.map(({ type }) => type), ['ZOOM_ENDED']);
});

test('at most so many actions wait; the oldest are dropped', () => {
  const [host, clock, received] = [{}, manualClock(), []];
  const outbox = new Outbox(host, clock);
  for (let n = 0; n < MAX_WAITING + 5; n++) outbox.send({ type: 'X', n });
  host.__tb__ = hostThatKeeps(received);
  clock.tick();
  assert.equal(received.length, MAX_WAITING);
  assert.equal(received[0].n, 5);
});

test('a host that throws does not hold up the next action', (t) => {
  t.mock.method(console, 'error', () => {});
  const received = [];
  const host = { __tb__: { dispatch: () => { throw new Error('broken host'); } } };
  const outbox = new Outbox(host, manualClock());
  outbox.send({ type: 'READY' });
  host.__tb__ = hostThatKeeps(received);
  outbox.send({ type: 'MAP_LOADED' });
  assert.deepEqual(received.map(({ type }) => type), ['MAP_LOADED']);
  assert.equal(console.error.mock.callCount(), 1);
});
