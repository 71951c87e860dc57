// @ts-check
import { registerActions } from './actions.js';
import { App } from './app.js';
import { Dispatcher } from './dispatch.js';
import { MAPS, venueFetch } from './early.js';
import * as events from './events.js';
import { inspector } from './inspect.js';
import { Lazy } from './lazy.js';
import { whenRenderer } from './mapview.js';
import { Outbox } from './outbox.js';
import { Page } from './page.js';
import { pickLanguage } from './strings.js';

const global = /** @type {any} */ (window);
const renderer = whenRenderer(global);
renderer.catch(() => {});
const query = new URLSearchParams(location.search);
const linkedMap = query.get('map');
const wishedLanguage = query.get('lang');
const language = await pickLanguage(wishedLanguage ? [wishedLanguage] : navigator.languages);
const darkWished = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => (query.has('theme') ? query.get('theme') === 'dark' : darkWished.matches);

const outbox = new Outbox(global);
const webKit = new Lazy(async () => {
  const { WebKitHost } = await import('./webkithost.js');
  return new WebKitHost(global, async () => (await app.parts.others.get()).offerWebMap());
});
/** @param {import('./dispatch.js').Action} action */
const send = (action) => {
  outbox.send(action);
  const isForWebKit = action.type === 'MAP_LOADED' || action.type === 'ERROR';
  if (isForWebKit && global.webkit?.messageHandlers?.mainMessageHandler) {
    webKit.get().then((host) => host.heard(action), console.error);
  }
};
const app = new App({
  send,
  page: new Page(language),
  language,
  renderer,
  maps: MAPS.href,
  fetch: venueFetch,
  toMap: (action) => dispatcher.dispatch(action),
  link: { map: linkedMap, feature: query.get('feature'), level: query.get('level') },
  isDark: isDark(),
});
darkWished.addEventListener('change', () => app.setTheme({ ...app.theme, isDark: isDark() }));
const dispatcher = new Dispatcher((error) => app.report(error));
registerActions(dispatcher, app, send);

window.addEventListener('error', (event) => send(events.errorAction(event.error ?? event.message)));
window.addEventListener('unhandledrejection', (event) => send(events.errorAction(event.reason)));

// The app's way in: complete before READY, since READY may be answered at once.
global.Tagipedia = { dispatch: (/** @type {unknown} */ action) => dispatcher.dispatch(action), ...inspector(app) };
send(events.ready());

// An app that answered READY at once has already said which map it wants.
if (linkedMap && !app.loading.hasMap) dispatcher.dispatch({ type: 'LOAD_MAP', map_id: linkedMap });

if (query.has('kiosk')) {
  import('./kiosk.js').then(({ idleSeconds, startAnew, watchIdle }) => watchIdle({
    target: window, seconds: idleSeconds(query.get('kiosk')), onIdle: () => startAnew(app),
  })).catch((error) => app.report(error));
}
