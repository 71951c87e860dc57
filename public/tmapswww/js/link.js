// @ts-check
/**
 * What the page's address asks for.
 * @typedef {{map: string | null, feature: string | null, level: string | null}} Link
 */

/**
 * Opens the floor and the feature that the page's address names, on the map that it names.
 * @param {import('./app.js').App} app @param {Link} link
 */
export async function followLink(app, { feature: id, level }) {
  if (level !== null) {
    if (!app.view?.venue?.floor(level)) app.report(new RangeError(`link: there is no level "${level}"`));
    app.floors.open(level);
  }
  if (id === null) return;
  const feature = app.feature('link', id);
  await app.highlight(feature);
  await app.popups.open(feature);
}
