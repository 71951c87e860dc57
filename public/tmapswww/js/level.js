// @ts-check
/** A range such as `0-100000` would fill the switcher and memory; no building has that many floors. */
export const MAX_LEVELS = 250;

const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
const RANGE = /^([+-]?\d+)-([+-]?\d+)$/;

/**
 * Reads the `level` tag of OSM Simple Indoor Tagging: `1`, `-1`, `1.5`, lists `1;2`, ranges of whole numbers
 * `1-3`, `-3--1`, and both, `1-3;5`. A JSON number counts as its text.
 *
 * Levels stay text at the edges; compare them by `levelOrder`.
 * @param {unknown} value
 * @returns {{levels: string[], problem?: string}} no levels when there is a problem
 */
export function parseLevels(value) {
  if (value === undefined || value === null || value === '') return { levels: [], problem: 'no level' };
  const text = String(value).trim();
  const levels = new Set();
  for (const part of text.split(';')) {
    const found = parsePart(part.trim());
    if (found === null) return { levels: [], problem: `level "${text}" is not understood` };
    for (const level of found) levels.add(level);
    if (levels.size > MAX_LEVELS) {
      return { levels: [], problem: `level "${text}" names more than ${MAX_LEVELS} levels` };
    }
  }
  return { levels: [...levels].sort(levelOrder) };
}

/** @param {string} part @returns {string[] | null} at most one more than MAX_LEVELS */
function parsePart(part) {
  if (NUMBER.test(part)) return [canonical(Number(part))];
  const range = RANGE.exec(part);
  if (!range) return null;
  const [first, last] = [Number(range[1]), Number(range[2])].sort((a, b) => a - b);
  const count = Math.min(last - first, MAX_LEVELS) + 1;
  return Array.from({ length: count }, (_, step) => canonical(first + step));
}

/**
 * `-0` and `+1` and `1.0` have one spelling each.
 * @param {number} level
 */
const canonical = (level) => String(level === 0 ? 0 : level);

/**
 * Sorts the lowest level first.
 * @param {string} a @param {string} b
 */
export const levelOrder = (a, b) => Number(a) - Number(b);
