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
