'use strict';
// The parts of bridge.js that need no page. What it does in a page is tested in Tests/Browser.
const assert = require('node:assert/strict');
const { describe, test } = require('node:test');
const { Delivery, Outbox, Position, backoff, readAction } = require('../../public/bridge/bridge.js');

describe('back-off', () => {
  test('doubles its ceiling from 250 ms to 10 s and stays there', () => {
    const delays = Array.from({ length: 8 }, (_, failures) => backoff(failures, () => 1));
    assert.deepEqual(delays, [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  test('has full jitter: any delay down to none', () => {
    assert.equal(backoff(0, () => 0), 0);
    const delays = Array.from({ length: 1000 }, () => backoff(0));
    assert.ok(delays.every((delay) => delay >= 0 && delay < 250));
    assert.ok(Math.max(...delays) > 200 && Math.min(...delays) < 50, 'spread over the whole range');
  });

  test('never becomes infinite, however long the server is away', () => {
    for (let failures = 0; failures < 5000; failures += 1) assert.ok(backoff(failures, () => 1) <= 10_000);
  });
});

const types = (outbox) => [...outbox].map(({ type }) => type);
const read = (type) => ({ type, text: `{"type":"${type}"}` });

describe('outbox', () => {
  test('keeps what is not confirmed, in order, under ids of its own', () => {
    const outbox = new Outbox();
    const [a, b, c] = ['A', 'B', 'C'].map((type) => outbox.push(read(type)));
    outbox.settle(b.id);
    assert.deepEqual(types(outbox), ['A', 'C']);
    assert.equal(new Set([a.id, b.id, c.id]).size, 3);
    assert.match(a.id, /^.{1,64}$/);
  });

  test('an id is never used again, also after its action was settled', () => {
    const outbox = new Outbox();
    const first = outbox.push(read('A'));
    outbox.settle(first.id);
    assert.notEqual(outbox.push(read('A')).id, first.id);
  });

  test('what opens the gate goes before what waited', () => {
    const outbox = new Outbox();
    outbox.push(read('FEATURES_TAPPED'));
    outbox.unshift(read('READY'), read('MAP_LOADED'));
    outbox.push(read('LATER'));
    assert.deepEqual(types(outbox), ['READY', 'MAP_LOADED', 'FEATURES_TAPPED', 'LATER']);
    assert.equal(new Set([...outbox].map(({ id }) => id)).size, 4);
  });

  test('says no when it is full, by number and by size, and has room again after a confirmation', () => {
    const byNumber = new Outbox({ maxEntries: 2 });
    const first = byNumber.push(read('A'));
    byNumber.push(read('B'));
    assert.equal(byNumber.push(read('C')), null);
    byNumber.settle(first.id);
    assert.notEqual(byNumber.push(read('C')), null);
    assert.deepEqual(types(byNumber), ['B', 'C']);

    const bySize = new Outbox({ maxChars: 30 });
    const large = bySize.push(read('A'.repeat(10)));
    assert.equal(bySize.push(read('B')), null);
    bySize.settle(large.id);
    bySize.settle(large.id); // a second confirmation of the same id frees nothing
    assert.notEqual(bySize.push(read('B')), null);
    assert.equal(bySize.push(read('C'.repeat(10))), null);
  });

  test('may be changed while it is walked through, as a refused send does', () => {
    const outbox = new Outbox();
    for (const type of ['A', 'B', 'C']) outbox.push(read(type));
    const walked = [];
    for (const { id, type } of outbox) {
      walked.push(type);
      outbox.settle(id);
    }
    assert.deepEqual(walked, ['A', 'B', 'C']);
    assert.equal(outbox.size, 0);
  });
});

describe('position', () => {
  const ready = (epoch) => {
    const position = new Position();
    position.greet(epoch);
    position.begin();
    return position;
  };

  test('is nothing before the page has said READY', () => {
    const position = new Position();
    position.greet('E1');
    position.accept(5);
    assert.equal(position.value, null);
  });

  test('begins at 0, so that a page cut off in its replay comes back from before it', () => {
    assert.deepEqual(ready('E1').value, { epoch: 'E1', seq: 0 });
    const early = new Position();
    early.begin();
    assert.equal(early.value.epoch, '', 'said before the first hello: nothing to resume from yet');
    early.greet('E1');
    assert.deepEqual(early.value, { epoch: 'E1', seq: 0 });
  });

  test('is not moved past a replay by the confirmation of what the page said in the meantime', () => {
    const position = ready('E1');
    position.accept(5);
    position.confirmed(9);
    assert.deepEqual(position.value, { epoch: 'E1', seq: 5 });
    position.caughtUp(10);
    position.confirmed(11);
    assert.deepEqual(position.value, { epoch: 'E1', seq: 11 });
    position.begin();
    position.confirmed(12);
    assert.deepEqual(position.value, { epoch: 'E1', seq: 0 });
  });

  test('only grows within an epoch, and is set together with it', () => {
    const position = ready('E1');
    position.caughtUp(7);
    position.accept(9);
    position.accept(8);
    assert.deepEqual(position.value, { epoch: 'E1', seq: 9 });
    position.greet('E2');
    assert.deepEqual(position.value, { epoch: 'E1', seq: 9 }, 'still the old one: the server has to refuse it');
    position.begin();
    assert.deepEqual(position.value, { epoch: 'E2', seq: 0 });
  });

  test('the same action is accepted once; a late one that was held back is accepted too', () => {
    const position = new Position();
    position.greet('E1');
    position.caughtUp(4);
    assert.deepEqual([5, 7, 5, 6, 7].map((seq) => position.accept(seq)), [true, true, false, true, false]);
  });

  test('numbers of another epoch are other actions', () => {
    const position = new Position();
    position.greet('E1');
    position.accept(1);
    position.greet('E2');
    assert.equal(position.accept(1), true);
  });

  test('remembers the last 4,096 and no more', () => {
    const position = new Position();
    for (let seq = 1; seq <= 10_000; seq += 1) position.accept(seq);
    assert.equal(position.accept(10_000 - 4095), false);
    assert.ok(position._seen.size <= 4096);
  });
});

describe('delivery', () => {
  const setUp = () => {
    const seen = { page: undefined, reports: [] };
    const delivery = new Delivery({ find: () => seen.page, report: (error) => seen.reports.push(error) });
    return Object.assign(seen, { delivery, push: (...actions) => actions.forEach((action) => delivery.push(action)) });
  };

  /** Runs `body` on a clock that only `pass(ms)` moves. */
  const onManualClock = (body) => {
    const real = globalThis.setTimeout;
    let now = 0;
    let timers = [];
    globalThis.setTimeout = (run, ms) => timers.push({ run, at: now + ms });
    const pass = (ms) => {
      const end = now + ms;
      for (let next; (next = timers.sort((a, b) => a.at - b.at)[0]) && next.at <= end;) {
        timers = timers.slice(1);
        now = next.at;
        next.run();
      }
      now = end;
    };
    try {
      body(pass);
    } finally {
      globalThis.setTimeout = real;
    }
  };

  test('is at once and in order when the bundle is there', () => {
    const seen = setUp();
    const got = [];
    seen.page = { dispatch: (action) => got.push(action) };
    seen.push(1, 2, 3);
    assert.deepEqual(got, [1, 2, 3]);
  });

  test('keeps its order when the page is given something while it dispatches', () => {
    const seen = setUp();
    const got = [];
    seen.page = { dispatch: (action) => { got.push(action); if (action === 1) seen.push(2); } };
    seen.push(1, 3);
    assert.deepEqual(got, [1, 2, 3]);
  });

  test('a failure is reported, each once, and what follows is delivered', () => {
    const seen = setUp();
    const got = [];
    seen.page = { dispatch: (action) => { if (action === 2) throw new Error('two'); got.push(action); } };
    seen.push(1, 2, 3);
    assert.deepEqual(got, [1, 3]);
    assert.deepEqual(seen.reports.map(String), ['Error: two']);
  });

  test('waits for a bundle that is late, says so once after 10 s, and goes on waiting', () => onManualClock((pass) => {
    const seen = setUp();
    const got = [];
    seen.push(1, 2);
    pass(9_900);
    assert.deepEqual(seen.reports, []);
    pass(60_000);
    assert.deepEqual(seen.reports.map(String), ['Error: 10 s after READY there is no Tagipedia.dispatch']);
    seen.page = {};
    pass(5_000);
    seen.page.dispatch = (action) => got.push(action);
    seen.push(3);
    pass(1_000);
    assert.deepEqual(got, [1, 2, 3]);
    assert.equal(seen.reports.length, 1);
  }));

  test('does not wait without bound', () => onManualClock(() => {
    const seen = setUp();
    seen.push(...Array.from({ length: 10_001 }, (_, n) => n));
    assert.match(String(seen.reports[0]), /10,000 actions wait/);
  }));
});

describe('reading what a page dispatches', () => {
  test('an object is serialised once, a string stays as it is', () => {
    assert.deepEqual(readAction({ type: 'READY' }), { type: 'READY', text: '{"type":"READY"}' });
    const text = ' {"n":1.0, "type":"A\\u0042","big":9007199254740993}';
    assert.deepEqual(readAction(text), { type: 'AB', text });
  });

  test('names of Object.prototype are names like others', () => {
    assert.equal(readAction('{"type":"constructor","__proto__":{"type":"X"}}').type, 'constructor');
    assert.throws(() => readAction('{"__proto__":{"type":"X"}}'), /no string "type"/);
  });

  for (const [given, reason] of [
    [{}, /no string "type"/], [{ type: 7 }, /no string "type"/], [{ type: null }, /no string "type"/],
    [Object.create({ type: 'A' }), /no string "type"/], [[{ type: 'A' }], /an array/], [null, /null/],
    [undefined, /undefined/], [7, /7/], ['READY', SyntaxError], ['"READY"', /READY/], ['', SyntaxError],
    ['\uFEFF{"type":"A"}', SyntaxError], ['{"type":"A",}', SyntaxError], ['{type:"A"}', SyntaxError],
    [{ type: 'A', n: 1n }, /BigInt/],
  ]) {
    test(`refuses ${typeof given === 'object' ? require('node:util').inspect(given) : JSON.stringify(given)}`, () => {
      assert.throws(() => readAction(given), reason);
    });
  }
});
