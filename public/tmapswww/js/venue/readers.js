// @ts-check
import { readGeoJSON } from './geojson.js';

/**
 * `manifest` is the map's venue.json, checked; `loadJSON` fetches a file beside it and parses it.
 * @typedef {{manifest: any, loadJSON: (file: string) => Promise<any>}} ReaderInput
 */
/** @typedef {(input: ReaderInput) => Promise<import('./venue.js').VenueData>} Reader */

/** The venue formats, by the `format` of venue.json. A new format is one more file and one more row here. */
/** @type {Map<string, Reader>} */
export const READERS = new Map([
  ['geojson', readGeoJSON],
]);
