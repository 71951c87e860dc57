// @ts-check
/**
 * An action of the dispatch protocol: a flat JSON object with a string `type`.
 * @typedef {{type: string, [field: string]: any}} Action
 */

/**
 * The table of actions that the map understands. A type nobody registered is ignored: apps send actions of
 * their own, and newer ones than this bundle knows.
 */
export class Dispatcher {
  /** @param {(error: unknown) => void} onError takes what a handler throws or rejects with */
  constructor(onError) {
    this._onError = onError;
    // A Map, not an object: `{"type":"constructor"}` must find nothing.
    /** @type {Map<string, (action: Action) => void | Promise<void>>} */
    this._handlers = new Map();
  }

  /**
   * @param {string} type
   * @param {(action: Action) => void | Promise<void>} handler
   */
  on(type, handler) {
    if (this._handlers.has(type)) throw new Error(`two handlers for ${type}`);
    this._handlers.set(type, handler);
  }

  /**
   * Runs the handler of one action. Never throws.
   * @param {unknown} action
   */
  dispatch(action) {
    try {
      const handler = this._handlers.get(typeOf(action));
      const done = handler?.(/** @type {Action} */ (action));
      if (done instanceof Promise) done.catch(this._onError);
    } catch (error) {
      this._onError(error);
    }
  }
}

/** @param {unknown} action */
function typeOf(action) {
  const isObject = typeof action === 'object' && action !== null && !Array.isArray(action);
  const type = isObject ? /** @type {any} */ (action).type : undefined;
  if (typeof type === 'string') return type;
  throw new TypeError(`Tagipedia.dispatch takes an object with a string "type", got ${short(action)}`);
}

/**
 * A value as short text for an error message.
 * @param {unknown} value
 */
export function short(value) {
  let text;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    text = String(value);
  }
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
