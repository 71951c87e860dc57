// @ts-check
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box pixels on the screen */

/** Of more titles than this none could be read. */
const MOST = 400;

/**
 * Which titles may show so that none lies over another: those that come first win.
 * @param {(Box | null)[]} boxes null for what is not on the screen
 * @returns {boolean[]}
 */
export function keepApart(boxes) {
  /** @type {Box[]} */
  const kept = [];
  return boxes.map((box) => {
    if (!box || kept.length >= MOST || kept.some((other) => overlap(box, other))) return false;
    kept.push(box);
    return true;
  });
}

/** @param {Box} a @param {Box} b */
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
