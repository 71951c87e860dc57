// @ts-check
/** @typedef {{primary: string, accent: string, isDark: boolean}} Theme colours as `#rrggbb` */

/** @type {Theme} */
export const DEFAULT_THEME = { primary: '#1f6f6b', accent: '#d9641e', isDark: false };

/** Colours of the map's signs and of the card, as css/app.css has them. */
const LIGHT = { ink: '#33312d', halo: '#ffffff', wall: '#d8d1c6', card: '#ffffff' };
const DARK = { ink: '#eceae5', halo: '#1d1f20', wall: '#595c5f', card: '#26292b' };

/** @param {Theme} theme */
export const inksOf = ({ isDark }) => (isDark ? DARK : LIGHT);

/**
 * A colour of the app made lighter on dark paper, or darker on light, until it stands out.
 * @param {string} colour @param {string} paper @param {number} least contrast
 */
export function legibleOn(colour, paper, least) {
  const ink = inkOn(paper);
  const standsOut = (/** @type {string} */ one) =>
    contrast(one, paper) >= least && contrast(one, ink) <= contrast(paper, ink);
  let share = 0;
  while (share < 1 && !standsOut(mix(colour, ink, share))) share += 0.05;
  return mix(colour, ink, Math.min(1, share));
}

/**
 * Lines in a theme colour, on this map.
 * @param {Theme} theme @returns {{primary: string, accent: string}}
 */
export const linesOf = (theme) => (theme.isDark
  ? { primary: legibleOn(theme.primary, DARK.wall, 3), accent: legibleOn(theme.accent, DARK.wall, 3) } : theme);

/**
 * The theme after `{primary, accent}` of an action: what is absent or null stays.
 * @param {Theme} theme
 * @param {string} type the action, for the message
 * @param {unknown} change
 * @param {(text: unknown) => string | null} readColour
 * @returns {Theme}
 */
export function withColours(theme, type, change, readColour) {
  if (change === undefined || change === null) return theme;
  if (typeof change !== 'object') throw new TypeError(`${type}: theme must be an object, got ${change}`);
  const result = { ...theme };
  for (const key of /** @type {const} */ (['primary', 'accent'])) {
    const wished = /** @type {any} */ (change)[key];
    if (wished === undefined || wished === null) continue;
    const colour = readColour(wished);
    if (colour === null) throw new TypeError(`${type}: theme.${key} is no CSS colour: ${JSON.stringify(wished)}`);
    result[key] = colour;
  }
  return result;
}

/**
 * Any CSS colour as `#rrggbb`, by letting the browser paint it; null if it is none. Opacity is dropped.
 * @param {unknown} text
 */
export function readColour(text) {
  if (typeof text !== 'string' || !CSS.supports('color', text)) return null;
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return hex([red, green, blue]);
}

/** @param {number[]} channels 0 to 255 */
const hex = (channels) => `#${channels.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** @param {string} colour `#rrggbb` */
export const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** @param {string} a @param {string} b @param {number} share of b, 0 to 1 */
export function mix(a, b, share) {
  const other = channels(b);
  return hex(channels(a).map((part, index) => part + (other[index] - part) * share));
}

/**
 * A colour of the same hue around a grey of 0 to 255.
 * @param {string} colour @param {number} grey @param {number} strength of the hue
 */
export function hueAt(colour, grey, strength) {
  const parts = channels(colour);
  const mean = (parts[0] + parts[1] + parts[2]) / 3;
  return hex(parts.map((part) => Math.min(255, Math.max(0, grey + (part - mean) * strength))));
}

/**
 * Relative luminance of WCAG 2.
 * @param {string} colour
 */
function luminance(colour) {
  const [red, green, blue] = channels(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * WCAG 2 contrast ratio, 1 to 21.
 * @param {string} a @param {string} b
 */
export function contrast(a, b) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * White or black, whichever reads better on a colour: one of the two always has a contrast over 4.5.
 * @param {string} colour
 */
export const inkOn = (colour) => (contrast(colour, '#ffffff') >= contrast(colour, '#000000') ? '#ffffff' : '#000000');
