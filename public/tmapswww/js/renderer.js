// @ts-check
/**
 * MapLibre, whose script is `async`: READY and the venue do not wait for it.
 * @param {any} window @returns {Promise<any>}
 */
export async function whenRenderer(window) {
  await new Promise((resolve) => {
    if (window.maplibregl || window.document.readyState === 'complete') resolve(0);
    window.document.getElementById('renderer').addEventListener('load', resolve);
    // After all scripts, failed ones too.
    window.addEventListener('load', resolve);
  });
  const { maplibregl } = window;
  if (!maplibregl) throw new Error('MapLibre is missing: Scripts/vendor puts it into public/vendor/maplibre');
  // Its worker would start after the venue has come.
  maplibregl.prewarm();
  return maplibregl;
}
