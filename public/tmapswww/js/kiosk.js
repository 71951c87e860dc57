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
