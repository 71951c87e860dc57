// @ts-check
/** A manifest as venue.json would have it. @typedef {{format: string, files: string[]}} Manifest */

/** What tells the format of a folder without a venue.json. The file is the first of the manifest's where it is read. */
/** @type {{file: string, manifest: Manifest}[]} */
const SIGNS = [
  { file: 'main.json', manifest: { format: 'wrld', files: ['main.json'] } },
  { file: 'manifest.json', manifest: { format: 'imdf', files: [] } },
  { file: 'imdf.zip', manifest: { format: 'imdf', files: ['imdf.zip'] } },
];

/**
 * What a folder without a venue.json is, by the files that it has.
 * @param {string} mapId @param {(file: string) => Promise<boolean>} isThere
 * @returns {Promise<Manifest | null>}
 */
export async function guessManifest(mapId, isThere) {
  const named = [single('imdf', `${mapId}.zip`), single('geojson', `${mapId}.geojson`),
    single('geojson', `${mapId}.json`)];
  for (const { file, manifest } of [...SIGNS, ...named]) if (await isThere(file)) return manifest;
  return null;
}

/** @param {string} format @param {string} file */
const single = (format, file) => ({ file, manifest: { format, files: [file] } });
