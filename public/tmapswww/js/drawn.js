// @ts-check
const CHECK_EVERY = 100;

/**
 * Resolves when the map has drawn all that it was given, or rejects at the deadline.
 *
 * Frames of the browser cannot be waited for alone: a page in a background tab gets none. There the map is told to
 * draw at each check.
 * @param {any} map
 * @param {{signal: AbortSignal, document?: Document}} options
 * @returns {Promise<void>}
 */
export function whenDrawn(map, { signal, document = globalThis.document }) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearInterval(timer);
      map.off('render', check);
      signal.removeEventListener('abort', aborted);
    };
    const check = () => {
      if (!map.loaded() || !map.areTilesLoaded()) return;
      stop();
      resolve();
    };
    const aborted = () => {
      stop();
      reject(signal.reason);
    };
    const timer = setInterval(() => {
      if (document.hidden) map.redraw();
      check();
    }, CHECK_EVERY);
    map.on('render', check);
    signal.addEventListener('abort', aborted);
    if (signal.aborted) aborted();
  });
}

/**
 * What is drawn there. While a source changes its data MapLibre throws: then nothing is.
 * @param {any} map @param {any[]} query
 */
export function drawnFeatures(map, ...query) {
  try {
    return map.queryRenderedFeatures(...query);
  } catch {
    return [];
  }
}
