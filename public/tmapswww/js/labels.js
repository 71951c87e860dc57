// @ts-check
/** Label text: what the renderer can draw itself, what must be painted by the browser, and what fits where. */

export const FONT_SIZE = 13;
export const FONT_FAMILY = 'system-ui, "Noto Sans", "Noto Sans Arabic", sans-serif';
/** Lines break beyond this many ems. */
export const MAX_WIDTH_EM = 8;
const LINE_HEIGHT = 1.2;
const METRES_PER_DEGREE = 111_320;
const METRES_AROUND_EARTH = 40_075_016.686;
/** A label may be this much wider than its room. */
const OVERHANG = 1.15;

/**
 * True for text that needs joined letters, reordering or colour glyphs (Arabic, Hebrew, Indic, Thai, emoji, joiners):
 * the renderer sets one code point after another, left to right.
 */
const COMPLEX = new RegExp('[\\u0300-\\u036f\\u0590-\\u08ff\\u0900-\\u0fff\\u1000-\\u109f\\u1780-\\u17ff\\u200c-\\u200f' +
  '\\u202a-\\u202e\\u2066-\\u2069\\ufb1d-\\ufdff\\ufe0f\\ufe70-\\ufeff\\ufff9-\\uffff]|[\\ud800-\\udfff]');

/** @param {string} text */
export const needsShaping = (text) => COMPLEX.test(text);

/**
 * Breaks text at spaces into lines of about even length, none wider than the limit unless one word is.
 * @param {string} text @param {(text: string) => number} widthOf @param {number} limit
 */
export function wrapLines(text, widthOf, limit) {
  const words = text.split(/\s+/);
  const even = widthOf(text) / Math.max(1, Math.ceil(widthOf(text) / limit));
  const lines = [words[0]];
  for (const word of words.slice(1)) {
    const last = lines[lines.length - 1];
    const longer = widthOf(`${last} ${word}`);
    if (longer <= limit && (widthOf(last) < even * 0.75 || longer <= even * 1.1)) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * The lowest whole zoom at which a label fits its room.
 * @param {number} textWidth in pixels @param {number} roomWidth in degrees of longitude @param {number} latitude
 */
export function fitZoom(textWidth, roomWidth, latitude) {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const metres = roomWidth * METRES_PER_DEGREE * shrink;
  if (!(metres > 0)) return 0;
  const metresPerPixelAtZero = (METRES_AROUND_EARTH * shrink) / 512;
  const zoom = Math.log2((textWidth / OVERHANG / metres) * metresPerPixelAtZero);
  // Filters see whole zooms only; half a level of it is taken back.
  return Math.ceil(zoom - 0.5);
}

/** @param {number} weight */
const fontOf = (weight) => `${weight} ${FONT_SIZE}px ${FONT_FAMILY}`;

/** @type {OffscreenCanvasRenderingContext2D | null} */
let ruler = null;

/** Width in pixels at FONT_SIZE. @param {string} text @param {number} [weight] */
export function textWidth(text, weight = 500) {
  ruler ??= new OffscreenCanvas(1, 1).getContext('2d');
  if (!ruler) return text.length * FONT_SIZE * 0.6;
  ruler.font = fontOf(weight);
  return ruler.measureText(text).width;
}

/**
 * A label painted by the browser's own text engine, with a halo, for the renderer to place as an icon.
 * @param {string} text @param {{weight: number, ink: string, halo: string, pixelRatio: number}} look
 * @returns {ImageData}
 */
export function paintLabel(text, { weight, ink, halo, pixelRatio }) {
  const lines = wrapLines(text, (part) => textWidth(part, weight), MAX_WIDTH_EM * FONT_SIZE);
  const margin = 4;
  const lineHeight = FONT_SIZE * LINE_HEIGHT * 1.15;
  const width = Math.ceil(Math.max(...lines.map((line) => textWidth(line, weight)))) + 2 * margin;
  const height = Math.ceil(lines.length * lineHeight) + 2 * margin;
  const context = new OffscreenCanvas(width * pixelRatio, height * pixelRatio).getContext('2d');
  if (!context) throw new Error('no canvas to paint a label on');
  context.scale(pixelRatio, pixelRatio);
  Object.assign(context, { font: fontOf(weight), textAlign: 'center', textBaseline: 'middle', lineJoin: 'round' });
  Object.assign(context, { strokeStyle: halo, lineWidth: 3, fillStyle: ink });
  lines.forEach((line, index) => {
    const y = margin + (index + 0.5) * lineHeight;
    context.strokeText(line, width / 2, y);
    context.fillText(line, width / 2, y);
  });
  return context.getImageData(0, 0, width * pixelRatio, height * pixelRatio);
}
