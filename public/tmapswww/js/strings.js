// @ts-check
/** The words that show until the map does; `words.js` has the rest. */
const ENGLISH = {
  waiting: 'Waiting for LOAD_MAP',
  waitingDetail: 'The app has not asked for a map yet.',
  loading: 'Loading the map',
  failed: 'The map could not be loaded',
  floors: 'Floors',
  floor: 'Floor',
  show3D: 'Show in 3D',
  map: 'Indoor map',
};

/** @typedef {typeof ENGLISH & typeof import('./words.js').WORDS} Strings */

const RIGHT_TO_LEFT = new Set(['ar', 'he', 'fa', 'ur']);

/**
 * The first wished language as two letters, for names; words of ours are English where we have none.
 * @param {readonly string[]} wished such as ['ar-JO', 'en']
 */
export async function pickLanguage(wished) {
  const code = (wished.find((tag) => /^[a-z]{2,3}(-|$)/i.test(tag)) ?? 'en').split('-')[0].toLowerCase();
  return {
    code,
    direction: RIGHT_TO_LEFT.has(code) ? 'rtl' : 'ltr',
    strings: /** @type {Strings} */ (code === 'ar' ? (await import('./strings.ar.js')).ARABIC : { ...ENGLISH }),
  };
}

/**
 * Afterwards all words are there.
 * @param {Strings} strings
 */
export async function needWords(strings) {
  if (!strings.search) Object.assign(strings, (await import('./words.js')).WORDS);
}
