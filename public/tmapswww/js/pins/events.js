// @ts-check
/** What the map tells apps of the other systems. */

/** @param {string} url @param {import('./callback.js').Pin} pin */
export const pinSelected = (url, { latitude, longitude, name, id }) => ({
  type: 'PIN_SELECTED', url, pin: { latitude, longitude, ...(name && { name }), ...(id && { id }) },
});

/** @param {string} url `''` where the app has named none */
export const backPressed = (url) => ({ type: 'BACK_PRESSED', ...(url && { url }) });

/** @param {string} id */
export const attractionTapped = (id) => ({ type: 'ATTRACTION_TAPPED', id });

/** The button of an attraction's callout. @param {string} id */
export const attractionDetailTapped = (id) => ({ type: 'ATTRACTION_DETAIL_TAPPED', id });
