// @ts-check
// The part of the bridge for pages that speak pcmap (seed 4) and not TMaps: they post JSON text with a `messageType`,
// and are called through their own `app`. bridge.js loads this with such a page's first message.

/** @typedef {{type: string, [field: string]: unknown}} Action */

/**
 * The calls there are. No other path is ever called, and no source text is made.
 * @type {Record<string, {path: [string, string], argument: (action: any) => unknown}>}
 */
const CALLS = {
  SHOW_ORDINAL: { path: ['map', 'showOrdinal'], argument: ({ ordinal }) => ordinal },
  SET_USER_POSITION: { path: ['map', 'setUserPosition'], argument: ({ type, ...position }) => withoutNulls(position) },
  APPLY_SCENARIO: { path: ['scenarios', 'apply'], argument: ({ scenario }) => withoutNulls(scenario) },
};

export class PCMap {
  /**
   * @param {object} bridge
   * @param {(action: Action) => void} bridge.dispatch to the session
   * @param {(level: string, text: string, ...rest: unknown[]) => void} bridge.log
   * @param {() => any} [bridge.findApp] the page's `app`, or undefined
   */
  constructor({ dispatch, log, findApp = pageApp }) {
    this._dispatch = dispatch;
    this._log = log;
    this._findApp = findApp;
  }

  /** What the page posts. Never throws: a native app would not either. @param {unknown} message */
  receive(message) {
    let fields;
    try {
      fields = readMessage(message);
    } catch (error) {
      return this._log('error', `refused what the page posted: ${text(error)}`, message);
    }
    const { messageType, error } = fields;
    if (messageType === 'mapReady') {
      this._dispatch({ type: 'READY' });
      this._dispatch({ type: 'MAP_LOADED' });
    } else if (messageType === 'error') {
      const stack = typeof error === 'string' ? error : JSON.stringify(error ?? null);
      this._dispatch({ type: 'ERROR', error: { stack } });
    } else {
      this._dispatch({ ...fields, type: messageType });
    }
  }

  /** What the session dispatches to the page. @param {Action} action */
  dispatch(action) {
    if (Object.hasOwn(CALLS, action.type)) return this._call(CALLS[action.type], action);
    this._log('warn', `a pcmap page knows no ${action.type}`);
    // It has one map, which is there: whoever waits for the end of LOAD_MAP, and the actions held till then, go on.
    if (action.type === 'LOAD_MAP') this._dispatch({ type: 'MAP_LOADED' });
  }

  _call({ path: [object, method], argument }, action) {
    const call = `app.${object}.${method}`;
    const fail = (error) => this._dispatch({ type: 'CALL_RESULT', call, error: text(error) });
    const succeed = (value) => this._dispatch({ type: 'CALL_RESULT', call, ...plain(value) });
    try {
      const owner = this._findApp()?.[object];
      if (typeof owner?.[method] !== 'function') throw new TypeError(`the page has no ${call}`);
      const value = owner[method](argument(action));
      if (typeof value?.then === 'function') value.then(succeed, fail);
      else succeed(value);
    } catch (error) {
      fail(error);
    }
  }
}

/** @param {unknown} message @returns {{messageType: string, [field: string]: unknown}} */
function readMessage(message) {
  const fields = typeof message === 'string' ? JSON.parse(message) : message;
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields)) {
    throw new TypeError('a message is the JSON text of an object');
  }
  if (typeof fields.messageType !== 'string') throw new TypeError('the message has no string "messageType"');
  return fields;
}

/** By the bare name, as an app's evaluateJavaScript finds it: also a `const app` of a classic script. */
function pageApp() {
  try {
    // @ts-ignore
    return app; // eslint-disable-line no-undef
  } catch {
    return undefined;
  }
}

/** Absent means the page's default; null does not. @param {unknown} value an object, else it stays as it is */
function withoutNulls(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

/** What JSON can say of a result; its text where that is nothing: a function, a circle. @param {unknown} value */
function plain(value) {
  if (value === undefined) return {};
  try {
    const json = JSON.stringify(value);
    return { value: json === undefined ? String(value) : JSON.parse(json) };
  } catch {
    return { value: String(value) };
  }
}

/** @param {unknown} error */
const text = (error) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));
