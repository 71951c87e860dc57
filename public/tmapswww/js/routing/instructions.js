// @ts-check
/** @typedef {import('./router.js').Route} Route */
/** @typedef {import('../strings.js').Strings} Strings */

/**
 * A route in sentences, one a leg.
 * @param {Route} route @param {{strings: Strings, floorName: (level: string) => string, target: string}} words
 * @returns {{kind: string, level: string, text: string}[]}
 */
export function instructions(route, { strings, floorName, target }) {
  const sentences = route.legs.map((leg) => (leg.kind === 'walk'
    ? { kind: 'walk', level: leg.level, text: fill(strings.walk, { distance: distanceText(leg.metres, strings) }) }
    : { kind: leg.kind, level: leg.to, text: fill(strings[leg.kind], { floor: floorName(leg.to) }) }));
  const last = route.legs[route.legs.length - 1];
  const level = last.kind === 'walk' ? last.level : last.to;
  return [...sentences, { kind: 'arrive', level, text: fill(strings.arrive, { place: target }) }];
}

/** @param {number} metres @param {Strings} strings */
export function distanceText(metres, strings) {
  const rounded = metres < 20 ? Math.max(1, Math.round(metres)) : Math.round(metres / 5) * 5;
  return fill(strings.metres, { count: String(rounded) });
}

/** @param {number} seconds @param {Strings} strings */
export const timeText = (seconds, strings) =>
  fill(strings.minutes, { count: String(Math.max(1, Math.round(seconds / 60))) });

/** @param {string} text @param {Record<string, string>} values */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
