// @ts-check
import { short } from '../dispatch.js';

/**
 * A scenario of pcmap. What it does not say of the page's parts is null: as the page has it.
 * @typedef {{poi: string, showSearch: boolean | null, showLevelChoice: boolean | null, showCallout: boolean | null,
 *   showZoomControl: boolean | null, zoomLevel: number | null}} OnePOI
 */

const SWITCHES = /** @type {const} */ (['showSearch', 'showLevelChoice', 'showCallout', 'showZoomControl']);

/**
 * Reads what pcmap's `app.scenarios.apply` takes.
 * @param {string} call for messages @param {any} scenario
 * @returns {OnePOI}
 */
export function readScenario(call, scenario) {
  if (typeof scenario !== 'object' || scenario === null || Array.isArray(scenario)) {
    throw new TypeError(`${call}: the scenario must be an object, got ${short(scenario)}`);
  }
  const { scenarioType, poi, zoomLevel } = scenario;
  if (scenarioType !== 'onePOI') {
    throw new RangeError(`${call}: there is no scenarioType ${short(scenarioType)}; there is "onePOI"`);
  }
  if (typeof poi !== 'string' && typeof poi !== 'number') {
    throw new TypeError(`${call}: poi must be the id of a feature, got ${short(poi)}`);
  }
  const [showSearch, showLevelChoice, showCallout, showZoomControl] =
    SWITCHES.map((name) => readSwitch(call, name, scenario[name]));
  return { poi: String(poi), showSearch, showLevelChoice, showCallout, showZoomControl,
    zoomLevel: readZoom(call, zoomLevel) };
}

/** @param {string} call @param {string} name @param {unknown} value */
function readSwitch(call, name, value) {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value;
  throw new TypeError(`${call}: ${name} must be true or false, got ${short(value)}`);
}

/** @param {string} call @param {unknown} value */
function readZoom(call, value) {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TypeError(`${call}: zoomLevel must be a number, got ${short(value)}`);
}
