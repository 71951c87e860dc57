// @ts-check
const MAX_NAMED = 5;

/** What a reader could not use, gathered by problem. */
export class Findings {
  constructor() {
    /** @type {Map<string, string[]>} */
    this._byProblem = new Map();
  }

  /** @param {string} problem @param {string} [id] of the feature that has it */
  add(problem, id) {
    const ids = this._byProblem.get(problem) ?? [];
    this._byProblem.set(problem, id === undefined ? ids : [...ids, id]);
  }

  /** A sentence for each problem, with the first few ids. */
  sentences() {
    return [...this._byProblem].map(([problem, ids]) => (ids.length === 0 ? problem : `${problem}: ${listed(ids)}`));
  }
}

/** @param {string[]} ids */
function listed(ids) {
  const named = ids.slice(0, MAX_NAMED).join(', ');
  return ids.length > MAX_NAMED ? `${ids.length} features (${named}, …)` : named;
}
