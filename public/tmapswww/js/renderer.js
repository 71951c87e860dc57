// @ts-check
/**
 * MapLibre, whose script is large and runs when it has come (`async`): READY is said and the venue is fetched meanwhile.
 * Its worker starts at once; by itself it would wait for the first data, and so for the venue.
 * @param {any} window
 * @returns {Promise<any>}
 */
export async function whenRenderer(window) {
  await new Promise((resolve) => {
    if (window.maplibregl || window.document.readyState === 'complete') resolve(undefined);
    window.document.getElementById('renderer').addEventListener('load', resolve);
    // It follows all scripts, those too that failed before anybody listened.
    window.addEventListener('load', resolve);
  });
  const { maplibregl } = window;
  if (!maplibregl) throw new Error('MapLibre is missing: Scripts/vendor puts it into public/vendor/maplibre');
  maplibregl.prewarm();
  return maplibregl;
}
