// @ts-check
/** The pictograms of facilities, painted as images for the renderer. */

const SIZE = 22;

/**
 * Strokes in a box of 22 by 22, or a short text.
 * @type {Map<string, {paths?: string, text?: string}>}
 */
const SIGNS = new Map(Object.entries({
  toilets: { text: 'WC' },
  info: { text: 'i' },
  parking: { text: 'P' },
  lift: { paths: 'M8 10 L11 6.5 L14 10 M8 12.5 L11 16 L14 12.5' },
  stairs: { paths: 'M5.5 16 H8.5 V13 H11.5 V10 H14.5 V7 H17' },
  escalator: { paths: 'M5 16 H8 L14 7 H17 M6 9.5 L8.5 6.5 L11 9.5' },
  entrance: { paths: 'M5.5 11 H13 M10 7.5 L13.5 11 L10 14.5 M16.5 6 V16' },
  atm: { paths: 'M5.5 7.5 H16.5 V14.5 H5.5 Z M5.5 10.2 H16.5' },
}));

/**
 * @param {string} name @param {{ink: string, paper: string, pixelRatio: number}} look
 * @returns {ImageData | null} null for a name that has no sign
 */
export function paintBadge(name, { ink, paper, pixelRatio }) {
  const sign = SIGNS.get(name);
  if (!sign) return null;
  const canvas = new OffscreenCanvas(SIZE * pixelRatio, SIZE * pixelRatio);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.scale(pixelRatio, pixelRatio);
  context.fillStyle = paper;
  context.beginPath();
  context.roundRect(1, 1, SIZE - 2, SIZE - 2, 6);
  context.fill();
  Object.assign(context, { strokeStyle: ink, fillStyle: ink, lineWidth: 1.8, lineCap: 'round', lineJoin: 'round' });
  if (sign.paths) context.stroke(new Path2D(sign.paths));
  if (sign.text) {
    const size = sign.text.length > 1 ? 9.5 : 13;
    context.font = `700 ${size}px sans-serif`;
    Object.assign(context, { textAlign: 'center', textBaseline: 'middle' });
    context.fillText(sign.text, SIZE / 2, SIZE / 2 + 0.8);
  }
  return context.getImageData(0, 0, SIZE * pixelRatio, SIZE * pixelRatio);
}
