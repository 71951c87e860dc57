// @ts-check
/**
 * Fetches the venue that the page's address names while the other modules are still coming.
 * @param {string | null} mapId @param {URL} maps the maps folder @param {typeof fetch} fetch
 * @returns {typeof fetch} gives what was fetched early, once, and fetches anything else
 */
export function fetchEarly(mapId, maps, fetch) {
  /** @type {Map<string, Promise<Response>>} */
  const coming = new Map();
  const folder = new URL(`${encodeURIComponent(mapId ?? '')}/`, maps);
  const start = (/** @type {string} */ file) => {
    const { href } = new URL(file, folder);
    const response = fetch(href);
    coming.set(href, response);
    return response;
  };
  const startAll = async () => {
    const { files } = await (await start('venue.json')).clone().json();
    await Promise.all(files.map(start));
  };
  // What is wrong with it is said by whoever reads the venue.
  if (mapId) startAll().catch(() => {});
  return (url, options) => {
    const early = options?.method === 'HEAD' ? undefined : coming.get(`${url}`);
    coming.delete(`${url}`);
    return early ?? fetch(url, options);
  };
}

/** The maps folder, which lies beside the bundle. */
export const MAPS = new URL('../../maps/', import.meta.url);
export const venueFetch = fetchEarly(new URLSearchParams(globalThis.location?.search).get('map'), MAPS, fetch);
