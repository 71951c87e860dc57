// What status.mjs says. How it looks and when it shows is tested in Tests/Browser/test_status.py.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { explain, inSession, wordsIn } from '../../public/bridge/statuswords.mjs';

const CLOSES = readFileSync(new URL('../../Sources/TMapsProtocol/CloseCode.swift', import.meta.url), 'utf8');
const FINAL = [...CLOSES.matchAll(/rawValue: (4[5-9]\d\d)\)/g)].map(([, code]) => Number(code));

test('each code after which nobody comes back has a title and an advice of its own, in each language', () => {
  assert.ok(FINAL.length >= 4, `${FINAL}`);
  for (const language of ['en', 'ar']) {
    const words = wordsIn(language);
    const titles = [400, 401, 403, ...FINAL].map((stopCode) => {
      const { title, advice } = explain({ session: 'hall', stopCode }, words);
      assert.ok(title && advice && !advice.includes('{'), `${language} ${stopCode}: ${title} / ${advice}`);
      return title;
    });
    assert.equal(new Set(titles).size, titles.length);
    assert.equal(explain({ session: 'hall', stopCode: 4999 }, words).title, words.other[0]);
  }
});

test('who needs another token is told how to make one, others are not', () => {
  const commandOf = (stopCode) => explain({ session: 'hall', stopCode }, wordsIn('en')).command;
  for (const code of [401, 403, 4501]) assert.equal(commandOf(code), 'tmaps token --session hall --role map');
  for (const code of [400, 4500, 4502, 4503, 4999]) assert.equal(commandOf(code), '');
});

test('the languages say the same things', () => {
  assert.deepEqual(Object.keys(wordsIn('ar')).sort(), Object.keys(wordsIn('en')).sort());
  assert.equal(wordsIn('ar-JO'), wordsIn('ar'));
  assert.equal(wordsIn('fr'), wordsIn('en'));
  assert.equal(wordsIn('arc'), wordsIn('en'));
});

test('a session id is text, whatever it holds', () => assert.equal(inSession('“{session}”', '$&$1'), '“$&$1”'));
