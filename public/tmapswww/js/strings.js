// @ts-check
/** The bundle's own words, by language. */
const STRINGS = {
  en: {
    waiting: 'Waiting for LOAD_MAP',
    waitingDetail: 'The app has not asked for a map yet.',
    loading: 'Loading the map',
    failed: 'The map could not be loaded',
    floors: 'Floors',
    floor: 'Floor',
    show3D: 'Show in 3D',
    map: 'Indoor map',
    marked: 'Marked',
    close: 'Close',
    search: 'Search {place}',
    clear: 'Clear',
    results: 'Results',
    category: 'Category',
    categories: 'Categories',
    nothingFound: 'Nothing found',
    route: 'Route',
    from: 'From',
    to: 'To',
    swap: 'Swap start and destination',
    stepFree: 'Without steps',
    start: 'Start',
    myLocation: 'My location',
    walk: 'Walk {distance}',
    stairs: 'Take the stairs to {floor}',
    escalator: 'Take the escalator to {floor}',
    lift: 'Take the lift to {floor}',
    ramp: 'Take the ramp to {floor}',
    arrive: 'Arrive at {place}',
    arrived: 'You have arrived at {place}',
    metres: '{count} m',
    minutes: '{count} min',
    'no-way': 'There is no way between these places.',
    'needs-steps': 'There is no way without steps.',
    noEntrance: 'No path leads to {place}.',
    routeTo: 'Route to',
    routeFrom: 'Route from',
  },
  ar: {
    waiting: 'في انتظار LOAD_MAP',
    waitingDetail: 'لم يطلب التطبيق خريطة بعد.',
    loading: 'جارٍ تحميل الخريطة',
    failed: 'تعذّر تحميل الخريطة',
    floors: 'الطوابق',
    floor: 'الطابق',
    show3D: 'عرض ثلاثي الأبعاد',
    map: 'خريطة داخلية',
    marked: 'محدَّد',
    close: 'إغلاق',
    search: 'ابحث في {place}',
    clear: 'مسح',
    results: 'النتائج',
    category: 'فئة',
    categories: 'الفئات',
    nothingFound: 'لا توجد نتائج',
    route: 'الطريق',
    from: 'من',
    to: 'إلى',
    swap: 'تبديل البداية والوجهة',
    stepFree: 'بدون درج',
    start: 'ابدأ',
    myLocation: 'موقعي',
    walk: 'امشِ {distance}',
    stairs: 'استخدم الدرج إلى {floor}',
    escalator: 'خذ السلم المتحرك إلى {floor}',
    lift: 'خذ المصعد إلى {floor}',
    ramp: 'خذ المنحدر إلى {floor}',
    arrive: 'الوصول إلى {place}',
    arrived: 'لقد وصلت إلى {place}',
    metres: '{count} م',
    minutes: '{count} د',
    'no-way': 'لا يوجد طريق بين هذين المكانين.',
    'needs-steps': 'لا يوجد طريق بدون درج.',
    noEntrance: 'لا يوجد مسار يؤدي إلى {place}.',
    routeTo: 'الطريق إلى',
    routeFrom: 'الطريق من',
  },
};

/** @typedef {typeof STRINGS.en} Strings */

const RIGHT_TO_LEFT = new Set(['ar', 'he', 'fa', 'ur']);

/**
 * The first wished language as two letters, for names; words of ours are English where we have none.
 * @param {readonly string[]} wished such as ['ar-JO', 'en']
 */
export function pickLanguage(wished) {
  const code = (wished.find((tag) => /^[a-z]{2,3}(-|$)/i.test(tag)) ?? 'en').split('-')[0].toLowerCase();
  return {
    code,
    direction: RIGHT_TO_LEFT.has(code) ? 'rtl' : 'ltr',
    strings: code === 'ar' ? STRINGS.ar : STRINGS.en,
  };
}
