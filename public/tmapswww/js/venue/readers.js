// @ts-check
import { readGeoJSON } from './geojson.js';

/**
 * `manifest` is the map's venue.json, checked; `loadJSON` fetches a file beside it and parses it, `tryJSON` gives null
 * where there is none, `loadBytes` fetches it as it is.
 * @typedef {{manifest: any, loadJSON: (file: string) => Promise<any>, tryJSON: (file: string) => Promise<any>,
 *   loadBytes: (file: string) => Promise<ArrayBuffer>}} ReaderInput
 */
/** @typedef {(input: ReaderInput) => Promise<import('./venue.js').VenueData>} Reader */

/**
 * The venue formats, by the `format` of venue.json. A new format is one more file and one more row here; all but the
 * first are loaded when they are needed.
 * @type {Map<string, Reader>}
 */
export const READERS = new Map([
  ['geojson', readGeoJSON],
  ['imdf', async (input) => (await import('./imdf.js')).readIMDF(input)],
  ['wrld', async (input) => (await import('./wrld.js')).readWRLD(input)],
]);
