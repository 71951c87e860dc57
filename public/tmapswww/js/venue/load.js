// @ts-check
import { short } from '../dispatch.js';
import { READERS } from './readers.js';
import { Venue } from './venue.js';

/** @typedef {{mapId: string, signal: AbortSignal, fetch: typeof globalThis.fetch}} Context */

/**
 * Fetches and reads the venue of a map id.
 * @param {string} mapId
 * @param {{maps: string, signal: AbortSignal, fetch?: typeof fetch}} options `maps` is the URL of the maps folder
 * @returns {Promise<Venue>}
 */
export async function loadVenue(mapId, { maps, signal, fetch = globalThis.fetch }) {
  if (mapId === '' || mapId === '.' || mapId === '..') throw new RangeError(`"${mapId}" is no map id`);
  const folder = new URL(`${encodeURIComponent(mapId)}/`, maps);
  const context = { mapId, signal, fetch };
  const manifest = { id: mapId, ...(await manifestOf(folder, context)) };
  const reader = READERS.get(manifest.format);
  if (!reader) {
    throw new TypeError(`map "${mapId}": ${folder}venue.json has format ${short(manifest.format)}, ` +
      `known are ${[...READERS.keys()].join(', ')}`);
  }
  const isName = (/** @type {unknown} */ file) => typeof file === 'string';
  if (!Array.isArray(manifest.files) || !manifest.files.every(isName)) {
    throw new TypeError(`map "${mapId}": ${folder}venue.json must list its files, got ${short(manifest.files)}`);
  }
  const at = (/** @type {string} */ file) => new URL(file, folder);
  const venue = new Venue(await read(reader, mapId, {
    manifest,
    loadJSON: async (file) => parsed(await fetched(at(file), context), at(file), context),
    tryJSON: async (file) => {
      const response = await fetched(at(file), context, { mayMiss: true });
      return response.ok ? parsed(response, at(file), context) : null;
    },
    loadBytes: async (file) => (await fetched(at(file), context)).arrayBuffer(),
  }));
  if (venue.floors.length === 0) throw new RangeError(`map "${mapId}" has nothing to show: no feature is on a floor`);
  return venue;
}

/**
 * What a reader finds wrong with a file is said with the map's name.
 * @param {import('./readers.js').Reader} reader @param {string} mapId @param {import('./readers.js').ReaderInput} input
 */
async function read(reader, mapId, input) {
  try {
    return await reader(input);
  } catch (error) {
    const isNamed = !(error instanceof Error) || error.message.startsWith('map "') || error.name === 'AbortError';
    throw isNamed ? error : new Error(`map "${mapId}": ${error.message}`, { cause: error });
  }
}

/**
 * The folder's venue.json, or what its files tell.
 * @param {URL} folder @param {Context} context
 */
async function manifestOf(folder, context) {
  const url = new URL('venue.json', folder);
  const response = await fetched(url, context, { mayMiss: true });
  const manifest = response.ok ? await parsed(response, url, context) : null;
  // IMDF has a venue.json of its own, where its files are called .json.
  if (manifest && !['FeatureCollection', 'Feature'].includes(manifest.type)) return manifest;
  const { guessManifest } = await import('./guess.js');
  const guess = await guessManifest(context.mapId, async (file) =>
    (await fetched(new URL(file, folder), context, { mayMiss: true, method: 'HEAD' })).ok);
  if (guess) return guess;
  if (manifest) return manifest;
  return refuse(response, url, context);
}

/**
 * @param {URL} url @param {Context} context @param {{mayMiss?: boolean, method?: string}} [how]
 * @returns {Promise<Response>}
 */
async function fetched(url, context, { mayMiss = false, method = 'GET' } = {}) {
  const { mapId, signal, fetch } = context;
  let response;
  try {
    response = await fetch(url, { signal, method });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new Error(`map "${mapId}": ${url} could not be fetched`, { cause: error });
  }
  if (response.ok || (mayMiss && response.status === 404)) return response;
  return refuse(response, url, context);
}

/** @param {Response} response @param {URL} url @param {Context} context @returns {never} */
function refuse({ status, statusText }, url, { mapId }) {
  throw new Error(`map "${mapId}": ${url} answered ${status} ${statusText}`.trim());
}

/** @param {Response} response @param {URL} url @param {Context} context */
async function parsed(response, url, { mapId, signal }) {
  try {
    return await response.json();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new Error(`map "${mapId}": ${url} is no JSON`, { cause: error });
  }
}
