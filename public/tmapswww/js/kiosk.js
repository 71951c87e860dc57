// @ts-check
const ACTIVITY = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchmove'];
const USUAL = 60;
const LEAST = 5;

/**
 * The `kiosk` of the page's address: seconds until an untouched page starts anew. Without a number, 60.
 * @param {string | null} text
 */
export function idleSeconds(text) {
  const seconds = Number(text);
  return text !== null && text.trim() !== '' && Number.isFinite(seconds) ? Math.max(LEAST, seconds) : USUAL;
}

/**
 * Calls back each time the page has been left alone for so long after somebody used it.
 * @param {{target: EventTarget, seconds: number, onIdle: () => void,
 *   clock?: {setTimeout: (run: () => void, delay: number) => any, clearTimeout: (timer: any) => void}}} options
 */
export function watchIdle({ target, seconds, onIdle, clock = globalThis }) {
  /** @type {any} */
  let timer = null;
  const restart = () => {
    clock.clearTimeout(timer);
    timer = clock.setTimeout(onIdle, seconds * 1000);
  };
  for (const type of ACTIVITY) target.addEventListener(type, restart, { capture: true, passive: true });
}

/**
 * As it was when the map had loaded, for the next one at a kiosk; what the app has highlighted stays.
 * @param {import('./app.js').App} app
 */
export function startAnew(app) {
  const { view } = app;
  if (!view?.venue || !app.isLoaded) return;
  app.quietly(app.popups.close());
  app.tellParts('startAnew');
  view.setTapped(null);
  app.floors.openStart();
  view.camera.release();
  app.quietly(view.goHome());
}
