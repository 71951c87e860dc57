import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventParser } from '../../public/inspector/js/events.js';
import { matches } from '../../public/inspector/js/log.js';

const STREAM = 'retry: 819\n\nevent: hello\ndata: {"a":1}\n\n:\n\nid: 1\r\ndata: one\r\ndata:two\r\n\r\nid: 2\rdata\r\r'
  + 'id: 3\nevent\ndata:  x\nunknown: y\n\ndata: never ended';
const EVENTS = [
  { name: 'hello', data: '{"a":1}', id: undefined }, { name: 'message', data: 'one\ntwo', id: '1' },
  { name: 'message', data: '', id: '2' }, { name: 'message', data: ' x', id: '3' },
];

test('events are read, however the stream is cut', () => {
  for (let size = 1; size <= STREAM.length; size++) {
    const parser = new EventParser();
    const found = [];
    for (let at = 0; at < STREAM.length; at += size) found.push(...parser.push(STREAM.slice(at, at + size)));
    assert.deepEqual(found, EVENTS, `in pieces of ${size}`);
  }
});

test('a filter wants every word, and none of those behind a minus', () => {
  const row = { text: '17 map p1 {"type":"set_zoom","zoom":-3}' };
  for (const filter of ['', ' ', 'ZOOM', 'map zoom', 'zoom -client', '-']) assert.ok(matches(filter, row), filter);
  for (const filter of ['client', 'zoom -map', 'zoom client']) assert.ok(!matches(filter, row), filter);
});
