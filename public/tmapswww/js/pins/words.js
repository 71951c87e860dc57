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
    route: 'Route',
    start: 'Start',
    end: 'End',
    origin: 'Start',
    destination: 'Destination',
    stop: 'Stop {number}',
    myLocation: 'My location',
    waiting: 'Waiting for your location…',
    lost: 'Your location is not known.',
    straight: 'Dotted lines are straight: this map knows no way there.',
    arrived: 'You have arrived: {place}',
    vehicle: 'By car',
    pedestrian: 'On foot',
    bicycle: 'By bicycle',
    transit: 'By public transport',
  },
  ar: {
    back: 'رجوع',
    pin: 'دبوس',
    moreInfo: 'مزيد من المعلومات',
    close: 'إغلاق',
    zoomIn: 'تكبير',
    zoomOut: 'تصغير',
    route: 'الطريق',
    start: 'ابدأ',
    end: 'إنهاء',
    origin: 'البداية',
    destination: 'الوجهة',
    stop: 'المحطة {number}',
    myLocation: 'موقعي',
    waiting: 'في انتظار موقعك…',
    lost: 'موقعك غير معروف.',
    straight: 'الخطوط المنقطة مستقيمة: لا تعرف هذه الخريطة طريقًا هناك.',
    arrived: 'لقد وصلت: {place}',
    vehicle: 'بالسيارة',
    pedestrian: 'سيرًا على الأقدام',
    bicycle: 'بالدراجة',
    transit: 'بالمواصلات العامة',
  },
};

/** @param {string} code of the page's language */
export const wordsIn = (code) => (code === 'ar' ? WORDS.ar : WORDS.en);

/** @param {string} text @param {Record<string, string>} values for what stands in braces */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);

/**
 * @param {number} metres @param {string} code of the language
 */
export function distanceText(metres, code) {
  const [value, unit] = metres < 995 ? [metres < 20 ? Math.round(metres) : Math.round(metres / 5) * 5, 'meter']
    : [metres / 1000, 'kilometer'];
  const maximumFractionDigits = value < 10 && unit === 'kilometer' ? 1 : 0;
  return new Intl.NumberFormat(`${code}-u-nu-latn`, { style: 'unit', unit, maximumFractionDigits }).format(value);
}
