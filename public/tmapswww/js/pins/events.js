// @ts-check
/** What the map tells apps of the other systems. */

/** @param {string} url @param {import('./callback.js').Pin} pin */
export const pinSelected = (url, { latitude, longitude, name, id }) => ({
  type: 'PIN_SELECTED', url, pin: { latitude, longitude, ...(name && { name }), ...(id && { id }) },
});

/** @param {string} url `''` where the app has named none */
export const backPressed = (url) => ({ type: 'BACK_PRESSED', ...(url && { url }) });
