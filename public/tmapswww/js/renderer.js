// @ts-check
/**
 * MapLibre. Its script is `async`: READY and the venue's files do not wait for it.
 * @param {any} window @returns {Promise<any>}
 */
export async function whenRenderer(window) {
  await new Promise((resolve) => {
    if (window.maplibregl || window.document.readyState === 'complete') resolve(0);
    window.document.getElementById('renderer').addEventListener('load', resolve);
    // After all scripts, those too that failed before anybody listened.
    window.addEventListener('load', resolve);
  });
  const { maplibregl } = window;
  if (!maplibregl) throw new Error('MapLibre is missing: Scripts/vendor puts it into public/vendor/maplibre');
  // Its worker would start with the first data, and so after the venue.
  maplibregl.prewarm();
  return maplibregl;
}
