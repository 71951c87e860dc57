// What status.mjs says, by language. {session} is the page's session.
const ENGLISH = {
  connecting: 'Connecting…',
  again: 'Connecting again…',
  connected: 'Connected again',
  noSession: 'The server is there, but has no session “{session}”, or something between stops WebSockets.',
  noSocket: 'The server is there, but takes no more, or something between stops WebSockets.',
  stopped: 'Not connected',
  tryAgain: 'Try again',
  hide: 'Hide',
  newToken: 'Open its address with #token=… at the end. This makes a token:',
  400: ['The address of this page is wrong', 'Its ?session= and ?name= may have 1 to 64 letters a–z, digits, _ and -.'],
  401: ['This page needs a valid token'],
  403: ['The server does not let this page in', 'It needs a token of the role map for the session “{session}”:'],
  4500: ['This session has ended', 'Somebody has deleted “{session}”. “Try again” begins a new one of this name.'],
  4501: ['The token of this page does not hold any more'],
  4502: ['The server has closed the connection', 'It had to refuse too much of what this page sent; its log says why.'],
  4503: ['Another page has taken the place of this one', 'Only one can be connected under its name.'],
  other: ['The server has closed the connection', ''],
};

const ARABIC = {
  connecting: 'جارٍ الاتصال…',
  again: 'جارٍ إعادة الاتصال…',
  connected: 'عاد الاتصال',
  noSession: 'الخادم موجود، لكن ليس فيه جلسة باسم «{session}»، أو أن شيئًا بينهما يمنع WebSocket.',
  noSocket: 'الخادم موجود، لكنه لا يقبل المزيد، أو أن شيئًا بينهما يمنع WebSocket.',
  stopped: 'غير متصل',
  tryAgain: 'حاول مجددًا',
  hide: 'إخفاء',
  newToken: 'افتح عنوانها مع ‎#token=…‎ في آخره. هذا الأمر يُنشئ رمزًا:',
  400: ['عنوان هذه الصفحة غير صحيح', 'تتكوّن ‎?session=‎ و‎ ?name=‎ من 1 إلى 64 من الحروف a–z والأرقام و _ و -.'],
  401: ['تحتاج هذه الصفحة إلى رمز صالح'],
  403: ['لا يسمح الخادم لهذه الصفحة بالدخول', 'تحتاج إلى رمز بدور map للجلسة «{session}»:'],
  4500: ['انتهت هذه الجلسة', 'حُذفت الجلسة «{session}». «حاول مجددًا» يبدأ جلسة جديدة بهذا الاسم.'],
  4501: ['لم يعد رمز هذه الصفحة صالحًا'],
  4502: ['أغلق الخادم الاتصال', 'رفض الخادم الكثير مما أرسلته هذه الصفحة؛ السبب في سجلّه.'],
  4503: ['حلّت صفحة أخرى محل هذه الصفحة', 'لا تتصل بهذا الاسم إلا صفحة واحدة.'],
  other: ['أغلق الخادم الاتصال', ''],
};

/** @param {string} language as of `<html lang>` */
export const wordsIn = (language) => (/^ar\b/i.test(language) ? ARABIC : ENGLISH);

/** Whom a new token helps. */
const TOKEN_CODES = new Set([401, 403, 4501]);

/**
 * Why a page is not connected any more, and what to do.
 * @param {{session: string, stopCode: number}} bridge @param {typeof ENGLISH} words
 * @returns {{title: string, advice: string, command: string}} `command` for a terminal, or ''
 */
export function explain({ session, stopCode }, words) {
  const [title, advice = words.newToken] = words[stopCode] ?? words.other;
  const command = TOKEN_CODES.has(stopCode) ? `tmaps token --session ${session} --role map` : '';
  return { title, advice: inSession(advice, session), command };
}

/** @param {string} text @param {string} session */
export const inSession = (text, session) => text.replace('{session}', () => session);
