// @ts-check
import { short } from '../dispatch.js';
import { checkList, pictureAddress, readPlace, text } from '../pins/read.js';

/** @typedef {import('../framing.js').Place & {id: string, name: string, subname: string, image: string}} Attraction */
/**
 * How a callout looks: CSS values by CSS property. `width` and `height` in pixels, null for the page's own size; `fade`
 * in seconds, 0 for none.
 * @typedef {{size: {width: number, height: number} | null, fade: number, title: Record<string, string>,
 *   subtitle: Record<string, string>, button: Record<string, string>, buttonTitle: string}} CalloutLook
 */
/**
 * @typedef {{attractions: Attraction[], framing: import('../framing.js').Framing, pinImage: string,
 *   scrollsToPin: boolean, callout: CalloutLook}} AttractionsRequest
 */
/** @typedef {(property: string, value: string) => boolean} Supports whether the browser knows a CSS value */

const MODES = ['allAttractions', 'firstTwoAttractions', 'userAndFirstAttraction', 'userAndTheClosestLocation'];
const FADE = 0.25;

/**
 * Reads SHOW_ATTRACTIONS. The names of the fields are those of SRAttractionsMap.
 * @param {Record<string, any>} action @param {Supports} [supports]
 * @returns {AttractionsRequest}
 */
export function readAttractions(action, supports = (property, value) => CSS.supports(property, value)) {
  const { type, attractions, customPinImage, shouldScrollToPin } = action;
  const displayMode = action.displayMode ?? 'allAttractions';
  if (!MODES.includes(displayMode)) {
    throw new TypeError(`${type}: displayMode must be one of ${MODES.join(', ')}, got ${short(displayMode)}`);
  }
  return {
    attractions: checkList(type, 'attractions', attractions).map((one, index) => ({
      ...readPlace(`${type}: attractions[${index}]`, one),
      id: text(one.id) || String(index),
      name: text(one.name),
      subname: text(one.subname),
      image: pictureAddress(one.image),
    })),
    framing: {
      displayMode,
      zoomRadiusMultiplier: positive(action, 'zoomRadiusMultiplier'),
      closestDistanceThreshold: positive(action, 'closestDistanceThreshold'),
    },
    pinImage: pictureAddress(customPinImage),
    scrollsToPin: shouldScrollToPin !== false,
    callout: readLook(action, supports),
  };
}

/** @param {Record<string, any>} action @param {Supports} supports @returns {CalloutLook} */
function readLook(action, supports) {
  const style = (/** @type {string} */ font, /** @type {string} */ colour) => ({
    ...css(action, font, 'font', fontText(action[font]), supports),
    ...css(action, colour, 'color', action[colour], supports),
  });
  return {
    size: readSize(action),
    // null is "no animation", absent the library's own length.
    fade: action.calloutFadeInAnimationDuration === undefined ? FADE
      : positive(action, 'calloutFadeInAnimationDuration') ?? 0,
    title: style('calloutTitleFont', 'calloutTitleColor'),
    subtitle: style('calloutSubtitleFont', 'calloutSubtitleColor'),
    button: style('calloutDetailButtonFont', 'calloutDetailButtonTextColor'),
    buttonTitle: text(action.calloutDetailButtonTitle),
  };
}

/**
 * One CSS declaration, or none for a field that is absent.
 * @param {Record<string, any>} action @param {string} field @param {string} property @param {unknown} value
 * @param {Supports} supports
 */
function css(action, field, property, value, supports) {
  const given = action[field];
  if (given === undefined || given === null) return {};
  if (typeof value === 'string' && supports(property, value)) return { [property]: value };
  throw new TypeError(`${action.type}: ${field} is no CSS ${property}: ${short(given)}`);
}

/**
 * A font as CSS writes it, such as `600 17px Georgia`, or as an object of `family` (or `name`), `size` in pixels and
 * `weight`.
 * @param {unknown} value
 */
function fontText(value) {
  if (typeof value !== 'object' || value === null) return value;
  const { family, name = family, size = 16, weight = 400 } = /** @type {Record<string, any>} */ (value);
  const families = typeof name === 'string' ? `${JSON.stringify(name)}, sans-serif` : 'sans-serif';
  return `${weight} ${size}px ${families}`;
}

/** @param {Record<string, any>} action */
function readSize({ type, calloutViewSize: given }) {
  if (given === undefined || given === null) return null;
  const [width, height] = Array.isArray(given) ? given : [given.width, given.height];
  if (width > 0 && height > 0 && Number.isFinite(width + height)) return { width, height };
  throw new TypeError(`${type}: calloutViewSize must be {"width": …, "height": …} in points, got ${short(given)}`);
}

/**
 * Undefined where it is absent.
 * @param {Record<string, any>} action @param {string} field
 * @returns {number | undefined}
 */
function positive(action, field) {
  const value = action[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && value >= 0) return value;
  throw new TypeError(`${action.type}: ${field} must be a number from 0, got ${short(value)}`);
}

/**
 * The library's own size of a callout: nearly the width of a phone and not half its height; on larger screens
 * 350 × 300.
 * @param {{width: number, height: number}} screen pixels
 */
export function defaultSize({ width, height }) {
  if (width >= 720) return { width: 350, height: Math.min(300, height / 2 - 40) };
  const spare = height <= 568 ? 40 : height <= 736 ? 80 : 120;
  return { width: width - 20, height: height / 2 - spare };
}
