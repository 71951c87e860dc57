// @ts-check
/** @typedef {import('../app.js').App} App */

/**
 * Brings the ways of the venue that shows; what is wrong with them is reported, and the map goes on without.
 * @param {App} app
 */
export async function loadPaths(app) {
  const venue = app.view?.venue;
  try {
    const findings = await venue?.loadPaths() ?? [];
    if (findings.length > 0) throw new Error(findings.join('\n'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    app.report(new Error(`map "${venue?.id}" has ways that cannot be used: ${reason}`, { cause: error }));
  }
}

/**
 * The routing part, with the ways of the venue that shows.
 * @param {App} app
 */
export async function needRouting(app) {
  const [routing] = await Promise.all([app.parts.routing.get(), loadPaths(app)]);
  return routing;
}

/**
 * Opens the routing dialog, with ends given by their ids.
 * @param {App} app @param {string} type the action, for messages @param {{from?: unknown, to?: unknown}} ends
 */
export async function openRouting(app, type, { from, to }) {
  if (!app.canRoute) throw new Error(`${type}: map "${app.mapId}" has no ways to walk, so no routes`);
  const find = (/** @type {unknown} */ id) => (id === undefined || id === null ? undefined : app.feature(type, id));
  const ends = { from: find(from), to: find(to) };
  await (await needRouting(app)).open(ends);
}
