// @ts-check
import { short } from '../dispatch.js';
import { READERS } from './readers.js';
import { Venue } from './venue.js';

/**
 * Fetches and reads the venue of a map id.
 * @param {string} mapId
 * @param {{maps: string, signal: AbortSignal, fetch?: typeof fetch}} options `maps` is the URL of the maps folder
 * @returns {Promise<Venue>}
 */
export async function loadVenue(mapId, { maps, signal, fetch = globalThis.fetch }) {
  if (mapId === '' || mapId === '.' || mapId === '..') throw new RangeError(`"${mapId}" is no map id`);
  const folder = new URL(`${encodeURIComponent(mapId)}/`, maps);
  const loadJSON = (/** @type {string} */ file) => fetchJSON(new URL(file, folder), { mapId, signal, fetch });
  const manifest = { id: mapId, ...(await loadJSON('venue.json')) };
  const reader = READERS.get(manifest.format);
  if (!reader) {
    throw new TypeError(`map "${mapId}": ${folder}venue.json has format ${short(manifest.format)}, ` +
      `known are ${[...READERS.keys()].join(', ')}`);
  }
  const isName = (/** @type {unknown} */ file) => typeof file === 'string';
  if (!Array.isArray(manifest.files) || !manifest.files.every(isName)) {
    throw new TypeError(`map "${mapId}": ${folder}venue.json must list its files, got ${short(manifest.files)}`);
  }
  const venue = new Venue(await reader({ manifest, loadJSON }));
  if (venue.floors.length === 0) throw new RangeError(`map "${mapId}": no feature has a level, so there is no floor`);
  return venue;
}

/** @param {URL} url @param {{mapId: string, signal: AbortSignal, fetch: typeof globalThis.fetch}} options */
async function fetchJSON(url, { mapId, signal, fetch }) {
  let response;
  try {
    response = await fetch(url, { signal });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new Error(`map "${mapId}": ${url} could not be fetched`, { cause: error });
  }
  if (!response.ok) throw new Error(`map "${mapId}": ${url} answered ${response.status} ${response.statusText}`.trim());
  try {
    return await response.json();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new Error(`map "${mapId}": ${url} is no JSON`, { cause: error });
  }
}
