// @ts-check
/**
 * The `app` that pcmap pages have, for a WKWebView app that evaluates `app.map.showOrdinal(2)`. Its calls give plain
 * values at once and throw at once: `evaluateJavaScript` reads neither promises nor undefined functions.
 * @param {import('../app.js').App} app @param {import('./webmap.js').WebMap} webMap
 * @param {import('../location/location.js').Location} location
 */
export const pageApp = (app, webMap, location) => ({
  map: {
    /** @param {unknown} ordinal @returns {unknown} it */
    showOrdinal(ordinal) {
      app.floors.showOrdinal({ type: 'app.map.showOrdinal', ordinal });
      return ordinal;
    },
    /** @param {{latitude: number, longitude: number, ordinal?: number, heading?: number}} position */
    setUserPosition(position) {
      location.placed({ ...position, type: 'app.map.setUserPosition' });
    },
  },
  scenarios: {
    /** @param {{scenarioType: string, poi: string}} scenario @returns {string} the poi */
    apply(scenario) {
      app.quietly(webMap.apply('app.scenarios.apply', scenario));
      return String(scenario.poi);
    },
  },
});
