// @ts-check
import { metresBetween } from './plan.js';

/** A stop is passed by who comes so close to it, or closer than the position is exact (metres). */
const PASSED = 15;
const PASSED_AT_MOST = 50;

/**
 * How many stops are passed: the next one counts when the user has come close to it.
 * @param {[number, number][]} stops where they are, the origin first @param {number} passed so far, the origin included
 * @param {{at: [number, number], accuracy: number | null}} user
 */
export function passedStops(stops, passed, { at, accuracy }) {
  const reach = Math.min(PASSED_AT_MOST, Math.max(PASSED, accuracy ?? 0));
  let count = passed;
  while (count < stops.length && metresBetween(stops[count], at) <= reach) count += 1;
  return count;
}
