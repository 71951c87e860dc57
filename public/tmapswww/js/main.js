// @ts-check
import { registerActions } from './actions.js';
import { App } from './app.js';
import { Dispatcher } from './dispatch.js';
import * as events from './events.js';
import { inspector } from './inspect.js';
import { Outbox } from './outbox.js';
import { Page } from './page.js';
import { pickLanguage } from './strings.js';

const query = new URLSearchParams(location.search);
const wishedLanguage = query.get('lang');
const language = await pickLanguage(wishedLanguage ? [wishedLanguage] : navigator.languages);
const darkWished = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => (query.has('theme') ? query.get('theme') === 'dark' : darkWished.matches);
const global = /** @type {any} */ (window);

const outbox = new Outbox(global);
const isWebKit = Boolean(global.webkit?.messageHandlers?.mainMessageHandler);
const webKit = isWebKit && import('./webkithost.js').then(({ WebKitHost }) =>
  new WebKitHost(global, async () => (await app.parts.others.get()).offerWebMap()));
/** @param {import('./dispatch.js').Action} action */
const send = (action) => {
  outbox.send(action);
  if (webKit) webKit.then((host) => host.heard(action), (error) => app.report(error));
};
const app = new App({
  send,
  page: new Page(language),
  language,
  maplibre: global.maplibregl,
  maps: new URL('../maps/', document.baseURI).href,
  toMap: (action) => dispatcher.dispatch(action),
  link: { map: query.get('map'), feature: query.get('feature'), level: query.get('level') },
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

const linkedMap = query.get('map');
// An app that answered READY at once has already said which map it wants.
if (linkedMap && !app.loading.hasMap) dispatcher.dispatch({ type: 'LOAD_MAP', map_id: linkedMap });

if (query.has('kiosk')) {
  import('./kiosk.js').then(({ idleSeconds, startAnew, watchIdle }) => watchIdle({
    target: window, seconds: idleSeconds(query.get('kiosk')), onIdle: () => startAnew(app),
  })).catch((error) => app.report(error));
}
