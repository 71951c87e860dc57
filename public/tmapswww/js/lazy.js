// @ts-check
/**
 * A part that is loaded when it is first asked for. After a failure the next call tries again.
 * @template T
 */
export class Lazy {
  /** @param {() => Promise<T>} load */
  constructor(load) {
    this._load = load;
    /** @type {Promise<T> | null} */
    this._coming = null;
    /** @type {T | undefined} the part, if it is there already */
    this.value = undefined;
  }

  /** @returns {Promise<T>} */
  get() {
    this._coming ??= this._load().then(
      (value) => {
        this.value = value;
        return value;
      },
      (error) => {
        this._coming = null;
        throw error;
      });
    return this._coming;
  }
}

/**
 * Adds a style sheet to the page, once; resolves when it counts.
 * @param {string} href @param {{first?: boolean}} [how] `first`: what the page says itself wins over it
 * @returns {Promise<void>}
 */
export function addStyle(href, { first = false } = {}) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${href} could not be loaded`));
    document.head.insertBefore(link, first ? document.querySelector('link[rel="stylesheet"]') : null);
  });
}
