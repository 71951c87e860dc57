// @ts-check
import { inkOn, mix } from '../theme.js';

/** How much white (negative) or black each hue of a Material palette has over the base colour. */
const HUES = Object.entries({
  50: -0.9, 100: -0.75, 200: -0.55, 300: -0.35, 400: -0.15, 500: 0, 600: 0.08, 700: 0.16, 800: 0.26, 900: 0.4,
  A100: -0.5, A200: 0, A400: 0.08, A700: 0.16,
});

/**
 * An Angular Material palette made from one colour.
 * @param {string} base `#rrggbb`
 * @returns {Record<string, any>}
 */
export function palette(base) {
  const hues = HUES.map(([hue, shade]) => [hue, mix(base, shade < 0 ? '#ffffff' : '#000000', Math.abs(shade))]);
  const light = hues.filter(([, colour]) => inkOn(colour) === '#ffffff').map(([hue]) => hue);
  return { ...Object.fromEntries(hues), contrastDefaultColor: 'dark', contrastStrongLightColors: light };
}
