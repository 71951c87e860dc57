// @ts-check
/** Label text: what the renderer can draw itself, what must be painted by the browser, and what fits where. */

export const FONT_SIZE = 13;
export const FONT_FAMILY = '"Noto Sans", "Noto Sans Arabic", sans-serif';
/** Without a room to fit, lines break beyond this many ems. */
const FREE_WIDTH_EM = 9;
const MAX_LINES = 3;
export const LINE_HEIGHT = 1.2;
const METRES_AROUND_EARTH = 40_075_016.686;
/** A label may be this much larger than its room. */
const OVERHANG = 1.04;
/** The lowest zoom at which names without a room show. */
const FREE_ZOOM = 18;

/** Below this zoom there is no need to break lines for a name to show. */
const OVERVIEW_ZOOM = 17;

/** @typedef {(text: string) => number} WidthOf pixels at FONT_SIZE */

/**
 * True for text that needs joined letters, reordering or colour glyphs (Arabic, Hebrew, Indic, Thai, emoji, joiners):
 * the renderer sets one code point after another, left to right.
 */
const COMPLEX = new RegExp([
  '[\\u0300-\\u036f\\u0590-\\u08ff\\u0900-\\u0fff\\u1000-\\u109f\\u1780-\\u17ff]',
  '[\\u200c-\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufe0f\\ufff9-\\uffff]',
  '[\\ufb1d-\\ufdff\\ufe70-\\ufeff]',
  '[\\ud800-\\udfff]',
].join('|'));

/** @param {string} text */
export const needsShaping = (text) => COMPLEX.test(text);

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * The direction of a text: that of its first letter, as `dir="auto"` has it.
 * @param {string} text
 */
export const directionOf = (text) => (RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr');

/**
 * Breaks text at spaces into lines so that the widest is as narrow as it can be.
 * @param {string} text @param {number} count of lines, if there are so many words @param {WidthOf} widthOf
 * @returns {string[]}
 */
export function balancedLines(text, count, widthOf) {
  const words = text.split(/\s+/).filter(Boolean);
  if (count <= 1 || words.length <= 1) return [words.join(' ')];
  let best = [words.join(' ')];
  for (let at = 1; at < words.length; at++) {
    const lines = [words.slice(0, at).join(' '), ...balancedLines(words.slice(at).join(' '), count - 1, widthOf)];
    if (widest(lines, widthOf) < widest(best, widthOf)) best = lines;
  }
  return best;
}

/** @param {string[]} lines @param {WidthOf} widthOf */
const widest = (lines, widthOf) => Math.max(...lines.map(widthOf));

/**
 * The lines of a label, and the lowest whole zoom at which it fits its room.
 * @param {string} text
 * @param {{width: number, height: number, latitude: number} | null} room metres and degrees; null for a point
 * @param {WidthOf} [widthOf]
 * @returns {{lines: string[], minzoom: number}}
 */
export function fitLabel(text, room, widthOf = textWidth) {
  const words = text.split(/\s+/).length;
  const counts = Array.from({ length: Math.min(words, MAX_LINES) }, (_, index) => index + 1);
  const choices = counts.map((count) => balancedLines(text, count, widthOf));
  if (!room || !(room.width > 0 && room.height > 0)) {
    const isShort = (/** @type {string[]} */ lines) => widest(lines, widthOf) <= FREE_WIDTH_EM * FONT_SIZE;
    return { lines: choices.find(isShort) ?? choices[choices.length - 1], minzoom: FREE_ZOOM };
  }
  const fits = choices.map((lines) => {
    const across = widest(lines, widthOf) / room.width;
    const up = (lines.length * LINE_HEIGHT * FONT_SIZE) / room.height;
    return { lines, minzoom: zoomOfScale(Math.max(across, up) / OVERHANG, room.latitude) };
  });
  // The first of equals: fewer lines read better.
  const shown = (/** @type {number} */ zoom) => Math.max(zoom, OVERVIEW_ZOOM);
  return fits.reduce((best, fit) => (shown(fit.minzoom) < shown(best.minzoom) ? fit : best));
}

/**
 * The lowest whole zoom at which a metre has so many pixels.
 * @param {number} pixels @param {number} latitude
 */
function zoomOfScale(pixels, latitude) {
  const metresPerPixelAtZero = (METRES_AROUND_EARTH * Math.cos((latitude * Math.PI) / 180)) / 512;
  // Filters see whole zooms only; half a level of it is taken back.
  return Math.ceil(Math.log2(pixels * metresPerPixelAtZero) - 0.5);
}

/** Arabic letters are smaller than Latin ones of the same font size. */
const PAINTED_SIZE = FONT_SIZE * 1.1;

/** @param {number} weight @param {number} size */
const fontOf = (weight, size) => `${weight} ${size}px ${FONT_FAMILY}`;

/** @type {OffscreenCanvasRenderingContext2D | null} */
let ruler = null;

/**
 * Width of a line in pixels where names have FONT_SIZE.
 * @param {string} text @param {number} [weight]
 */
export function textWidth(text, weight = 500) {
  const size = needsShaping(text) ? PAINTED_SIZE : FONT_SIZE;
  ruler ??= new OffscreenCanvas(1, 1).getContext('2d');
  if (!ruler) return text.length * size * 0.6;
  ruler.font = fontOf(weight, size);
  return ruler.measureText(text).width;
}

/**
 * A label painted by the browser's own text engine, with a halo, for the renderer to place as an icon.
 * @param {string} text lines apart by \n @param {{weight: number, ink: string, halo: string, pixelRatio: number}} look
 * @returns {ImageData}
 */
export function paintLabel(text, { weight, ink, halo, pixelRatio }) {
  const lines = text.split('\n');
  const margin = 4;
  const lineHeight = PAINTED_SIZE * LINE_HEIGHT * 1.1;
  const width = Math.ceil(Math.max(...lines.map((line) => textWidth(line, weight)))) + 2 * margin;
  const height = Math.ceil(lines.length * lineHeight) + 2 * margin;
  const canvas = new OffscreenCanvas(width * pixelRatio, height * pixelRatio);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas to paint a label on');
  context.scale(pixelRatio, pixelRatio);
  context.font = fontOf(weight, PAINTED_SIZE);
  Object.assign(context, { textAlign: 'center', textBaseline: 'middle', lineJoin: 'round' });
  // Of the whole text: a line of it may begin in another script.
  context.direction = directionOf(text);
  Object.assign(context, { strokeStyle: halo, lineWidth: 3, fillStyle: ink });
  lines.forEach((line, index) => {
    const y = margin + (index + 0.5) * lineHeight;
    context.strokeText(line, width / 2, y);
    context.fillText(line, width / 2, y);
  });
  return context.getImageData(0, 0, width * pixelRatio, height * pixelRatio);
}
