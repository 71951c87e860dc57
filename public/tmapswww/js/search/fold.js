// @ts-check
/** Letters that Unicode does not take apart but people type without. */
const LETTERS = new Map(Object.entries({
  ß: 'ss', ı: 'i', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th',
  ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك', ٱ: 'ا', ـ: '',
}));
const SPECIAL = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu');
const ARABIC_DIGITS = /[٠-٩۰-۹]/gu;

/**
 * Text as it is compared in a search: without case, accents, Arabic vowel signs and hamza seats, the same in every
 * locale. What is neither letter nor digit parts words.
 * @param {string} text
 */
export function fold(text) {
  return text
    .normalize('NFKD')
    .toLowerCase()
    // After lower case: Turkish İ leaves a dot behind.
    .replace(/\p{M}/gu, '')
    .replace(SPECIAL, (letter) => LETTERS.get(letter) ?? letter)
    .replace(ARABIC_DIGITS, (digit) => String((/** @type {number} */ (digit.codePointAt(0)) & 0xf)))
    .replace(/['’‘`´]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
