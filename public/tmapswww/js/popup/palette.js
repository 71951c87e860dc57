// @ts-check
import { channels, inkOn, mix } from '../theme.js';

/** How much white (negative) or black each hue of a Material palette has over the base colour. */
const HUES = Object.entries({
  50: -0.9, 100: -0.75, 200: -0.55, 300: -0.35, 400: -0.15, 500: 0, 600: 0.08, 700: 0.16, 800: 0.26, 900: 0.4,
  A100: -0.5, A200: 0, A400: 0.08, A700: 0.16,
});

/**
 * An Angular Material palette made from one colour, with the text colour of each hue. In the form that Material itself
 * makes of palettes when it starts: those that come later it takes as they are.
 * @param {string} base `#rrggbb`
 * @returns {Record<string, {hex: string, value: number[], contrast: number[]}>}
 */
export function palette(base) {
  return Object.fromEntries(HUES.map(([hue, shade]) => {
    const hex = mix(base, shade < 0 ? '#ffffff' : '#000000', Math.abs(shade));
    return [hue, { hex, value: channels(hex), contrast: channels(inkOn(hex)) }];
  }));
}
