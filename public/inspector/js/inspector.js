import { Compose } from './compose.js';
import { Log } from './log.js';
import { SessionStream } from './stream.js';

const find = (id) => document.getElementById(id);
const session = new URLSearchParams(location.search).get('session') || 'default';
const api = new URL('../v1/', location.href.replace(/[?#].*/s, ''));

/** The token of `#token=…`, taken out of the address bar and kept for reloads. The map has one of its own. */
function takeToken() {
  const key = `tmaps.inspector.${session}`;
  const token = /^#token=([^&]*)$/.exec(location.hash)?.[1];
  if (token !== undefined) history.replaceState(null, '', location.pathname + location.search);
  try {
    if (token !== undefined) sessionStorage.setItem(key, token);
    return sessionStorage.getItem(key);
  } catch {
    return token ?? null; // the browser forbids storage: good until the next reload
  }
}

const token = takeToken();
const headers = token ? { Authorization: `Bearer ${token}` } : {};
const url = new URL(`sessions/${encodeURIComponent(session)}`, api);

const compose = new Compose({ form: find('dispatch'), url: new URL(`${url}/actions`), headers });
const log = new Log({ list: find('log'), shown: find('shown'), found: find('found'), newest: find('newest'),
  onAgain: (action) => compose.edit(action) });

function showPresence({ maps, clients, ready, loaded, hidden }) {
  const of = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
  const stage = loaded ? 'loaded' : ready ? 'ready' : 'not ready';
  find('presence').textContent = `${of(maps, 'map')}${maps ? `, ${stage}` : ''}${hidden ? `, ${hidden} hidden` : ''}; `
    + of(clients, 'client');
}

function heard(name, content) {
  if (name === 'message') log.add(content);
  if (name === 'hello' || name === 'peers') {
    showPresence(content[name]);
    offerMaps();
  }
  if (name === 'resumed' && !content.resumed) {
    log.note(`what lies before ${content.next} is gone (${content.reason})`);
  }
}

async function offerMaps() {
  const peers = await read(`sessions/${encodeURIComponent(session)}/peers`);
  if (peers) compose.offerMaps(peers.filter(({ role }) => role === 'map'));
}

function showState(text, isFault) {
  find('state').textContent = text;
  find('state').classList.toggle('fault', isFault);
  if (isFault) find('presence').textContent = '';
}

async function read(path) {
  const answer = await fetch(new URL(path, api), { headers }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

function prepare() {
  document.title = `${session} – TMaps inspector`;
  find('session').value = session;
  const map = new URL(`../tmapswww/?session=${encodeURIComponent(session)}`, api);
  find('open-map').href = map;
  find('show-map').addEventListener('change', ({ target }) => {
    find('map').hidden = !target.checked;
    find('map').src = target.checked ? map : 'about:blank';
  });
  // A token may be for all sessions; each keeps its own.
  find('sessions').addEventListener('submit', (event) => {
    if (!token) return;
    event.preventDefault();
    location.assign(`?session=${encodeURIComponent(find('session').value)}#token=${token}`);
  });
  // A link with another token, opened in the same tab.
  addEventListener('hashchange', () => { if (location.hash.startsWith('#token=')) location.reload(); });
  find('filter').addEventListener('input', ({ target }) => log.filter(target.value));
  find('clear').addEventListener('click', () => log.clear());
}

prepare();
new SessionStream({ url, headers, onEvent: heard, onState: showState }).run();
const [schema, sessions] = await Promise.all([read('actions'), read('sessions')]);
compose.offer(schema?.$defs ?? {});
for (const { id } of sessions ?? []) find('known-sessions').append(new Option(id));
