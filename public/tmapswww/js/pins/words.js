// @ts-check
/** The words of the parts for other systems, by language; loaded with them. */
const WORDS = {
  en: {
    back: 'Back',
    pin: 'Pin',
    moreInfo: 'More info',
    close: 'Close',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
  },
  ar: {
    back: 'رجوع',
    pin: 'دبوس',
    moreInfo: 'مزيد من المعلومات',
    close: 'إغلاق',
    zoomIn: 'تكبير',
    zoomOut: 'تصغير',
  },
};

/** @param {string} code of the page's language */
export const wordsIn = (code) => (code === 'ar' ? WORDS.ar : WORDS.en);
