// @ts-check
/** What pcmap calls the calls that these actions are. */
const CALLS = new Map([['SHOW_ORDINAL', 'app.map.showOrdinal'], ['SET_USER_POSITION', 'app.map.setUserPosition'],
  ['APPLY_SCENARIO', 'app.scenarios.apply']]);

/** @param {string} type of an action that is a call of pcmap @param {unknown} [value] what it gave */
export const callResult = (type, value) => ({ type: 'CALL_RESULT', call: CALLS.get(type), value });

/** @param {string} type @param {unknown} error @returns {import('../dispatch.js').Action[]} none for other actions */
export const callFailed = (type, error) =>
  (CALLS.has(type) ? [{ type: 'CALL_RESULT', call: CALLS.get(type), error: String(error) }] : []);
