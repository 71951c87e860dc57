// @ts-check
/** @typedef {import('./graph.js').Node} Node */
/** @typedef {import('./graph.js').Edge} Edge */

/**
 * A part of a route: a walk on one level, or a change of level (`kind` says by what).
 * @typedef {{kind: 'walk', level: string, points: [number, number][], metres: number} |
 *   {kind: Exclude<import('../venue/paths.js').PathKind, 'walk'>, from: string, to: string, at: [number, number],
 *    end: [number, number]}} Leg
 * @typedef {{legs: Leg[], metres: number, seconds: number}} Route
 * @typedef {'no-way' | 'needs-steps'} Problem
 */

const STEPS = new Set(['stairs', 'escalator']);

/**
 * The quickest way from any of the starts to any of the ends.
 * @param {Node[]} starts @param {Node[]} ends @param {{stepFree?: boolean}} [options]
 * @returns {{route: Route} | {problem: Problem}}
 */
export function findRoute(starts, ends, { stepFree = false } = {}) {
  const path = shortest(starts, new Set(ends), (edge) => !edge.isClosed && !(stepFree && STEPS.has(edge.kind)));
  if (path) return { route: routeOf(path) };
  const needsSteps = stepFree && shortest(starts, new Set(ends), (edge) => !edge.isClosed) !== null;
  return { problem: needsSteps ? 'needs-steps' : 'no-way' };
}

/**
 * Dijkstra. The nodes on the way, each with the edge that leads to it.
 * @param {Node[]} starts @param {Set<Node>} ends @param {(edge: Edge) => boolean} isOpen
 * @returns {{node: Node, edge: Edge | null}[] | null}
 */
function shortest(starts, ends, isOpen) {
  /** @type {Map<Node, {seconds: number, edge: Edge | null, from: Node | null}>} */
  const reached = new Map(starts.map((node) => [node, { seconds: 0, edge: null, from: null }]));
  const queue = new Queue();
  for (const node of starts) queue.push(0, node);
  const done = new Set();
  for (let node = queue.pop(); node; node = queue.pop()) {
    if (done.has(node)) continue;
    done.add(node);
    if (ends.has(node)) return trace(node, reached);
    const { seconds } = /** @type {any} */ (reached.get(node));
    for (const edge of node.edges) {
      const total = seconds + edge.seconds;
      if (!isOpen(edge) || total >= (reached.get(edge.to)?.seconds ?? Infinity)) continue;
      reached.set(edge.to, { seconds: total, edge, from: node });
      queue.push(total, edge.to);
    }
  }
  return null;
}

/** @param {Node} end @param {Map<Node, {edge: Edge | null, from: Node | null}>} reached */
function trace(end, reached) {
  const path = [];
  for (let node = /** @type {Node | null} */ (end); node;) {
    const { edge, from } = /** @type {{edge: Edge | null, from: Node | null}} */ (reached.get(node));
    path.unshift({ node, edge });
    node = from;
  }
  return path;
}

/** @param {{node: Node, edge: Edge | null}[]} path @returns {Route} */
function routeOf(path) {
  /** @type {Leg[]} */
  const legs = [];
  let [metres, seconds] = [0, 0];
  path.forEach(({ node, edge }, index) => {
    if (edge) [metres, seconds] = [metres + edge.metres, seconds + edge.seconds];
    const before = path[index - 1]?.node;
    if (edge && before && before.level !== node.level) addChange(legs, before, node, edge);
    else addStep(legs, node, edge?.metres ?? 0);
  });
  // To begin or end at a lift is no walk.
  const isWay = (/** @type {Leg} */ leg) => leg.kind !== 'walk' || leg.points.length > 1 || legs.length === 1;
  return { legs: legs.filter(isWay), metres, seconds };
}

/** @param {Leg[]} legs @param {Node} node @param {number} metres */
function addStep(legs, node, metres) {
  const last = legs[legs.length - 1];
  if (last?.kind === 'walk' && last.level === node.level) {
    last.points.push(node.at);
    last.metres += metres;
  } else {
    legs.push({ kind: 'walk', level: node.level, points: [node.at], metres });
  }
}

/** Stairs and lifts that pass a level are one change. @param {Leg[]} legs @param {Node} before @param {Node} node
 * @param {Edge} edge */
function addChange(legs, before, node, edge) {
  const walk = legs[legs.length - 1];
  const last = walk?.kind === 'walk' && walk.points.length === 1 ? legs[legs.length - 2] : undefined;
  if (last && last.kind === edge.kind && (edge.kind === 'lift' || edge.kind === 'stairs')) {
    legs.pop();
    Object.assign(last, { to: node.level, end: node.at });
  } else {
    const kind = edge.kind === 'walk' ? 'ramp' : edge.kind;
    legs.push({ kind, from: before.level, to: node.level, at: before.at, end: node.at });
  }
  legs.push({ kind: 'walk', level: node.level, points: [node.at], metres: 0 });
}

/** A binary heap: the least first. */
class Queue {
  constructor() {
    /** @type {{rank: number, node: Node}[]} */
    this._heap = [];
  }

  /** @param {number} rank @param {Node} node */
  push(rank, node) {
    const heap = this._heap;
    let at = heap.push({ rank, node }) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent].rank <= heap[at].rank) return;
      [heap[parent], heap[at]] = [heap[at], heap[parent]];
      at = parent;
    }
  }

  /** @returns {Node | undefined} */
  pop() {
    const heap = this._heap;
    const top = heap[0];
    const last = heap.pop();
    if (heap.length > 0 && last) {
      heap[0] = last;
      this._sink();
    }
    return top?.node;
  }

  _sink() {
    const heap = this._heap;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < heap.length && heap[left].rank < heap[least].rank) least = left;
      if (right < heap.length && heap[right].rank < heap[least].rank) least = right;
      if (least === at) return;
      [heap[least], heap[at]] = [heap[at], heap[least]];
      at = least;
    }
  }
}
