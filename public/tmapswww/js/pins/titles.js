// @ts-check
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box pixels on the screen */
/** @typedef {{shape: Box, title: {width: number, height: number}, mustShow?: boolean}} Pin */
/** @typedef {'below' | 'right' | 'left'} Side */

/** Of more titles than this none could be read. */
const MOST = 400;
/** A title beside its pin stands so far from it and so far below its top (pixels); css/pins.css has them too. */
const GAP = 2;
const DROP = 6;

/** Where a title may stand, the best first. @type {Map<Side, (pin: Pin) => Box>} */
const PLACES = new Map([
  ['below', ({ shape, title }) => box((shape.left + shape.right - title.width) / 2, shape.bottom, title)],
  ['right', ({ shape, title }) => box(shape.right + GAP, shape.top + DROP, title)],
  ['left', ({ shape, title }) => box(shape.left - GAP - title.width, shape.top + DROP, title)],
]);

/**
 * The side of its pin on which each title lies neither over another title nor over a pin nor out of the view. Those
 * that come first choose first.
 * @param {(Pin | null)[]} pins null for those without a title
 * @param {Box[]} shapes of all pins @param {number} width of the view
 * @returns {(Side | null)[]} null where there is none
 */
export function placeTitles(pins, shapes, width) {
  /** @type {Box[]} */
  const kept = [];
  const isFree = (/** @type {Box} */ place, /** @type {Box} */ own) => place.left >= 0 && place.right <= width
    && !kept.some((other) => overlap(place, other)) && !shapes.some((other) => other !== own && overlap(place, other));
  return pins.map((pin) => {
    if (!pin || (kept.length >= MOST && !pin.mustShow)) return null;
    for (const [side, placeOf] of PLACES) {
      const place = placeOf(pin);
      if (!isFree(place, pin.shape)) continue;
      kept.push(place);
      return side;
    }
    return pin.mustShow ? 'below' : null;
  });
}

/** @param {number} left @param {number} top @param {{width: number, height: number}} size @returns {Box} */
const box = (left, top, { width, height }) => ({ left, top, right: left + width, bottom: top + height });

/** @param {Box} a @param {Box} b */
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
