// What this page has seen on both sides of where the game stands, so that a move is taken back, or made again, at once. A
// page that came later has seen less, and waits for the server.

/** @import {View} from "./types.js" */

export class Timeline {
  /** Before the moves that stand, the last one at the end. @type {View[]} */
  #past = [];
  /** After those that were taken back, the next one at the end. @type {View[]} */
  #coming = [];

  clear() {
    this.#past = [];
    this.#coming = [];
  }

  /**
   * Takes note of an action that was carried out.
   * @param {string} action @param {number} count of its moves @param {View} before
   */
  note(action, count, before) {
    if (count === 0) return;
    const kind = action.split(":")[0];
    if (kind === "undo" || kind === "rescue") step(this.#past, this.#coming, count, before);
    else if (kind === "redo") step(this.#coming, this.#past, count, before);
    else if (count === 1) {
      this.#past.push(before);
      this.#coming = [];
    } else this.clear();
  }

  /** What these moves lead to, if it has been seen. @param {"undo" | "redo"} kind @param {number} count @returns {View | null} */
  ahead(kind, count) {
    const seen = (kind === "undo" ? this.#past : this.#coming).at(-count);
    return seen ? { ...seen, legal: [] } : null;
  }
}

/** Goes from one side to the other; beyond what was seen nothing is known any more. @param {View[]} from @param {View[]} to @param {number} count @param {View} before */
function step(from, to, count, before) {
  const passed = from.splice(-count);
  if (passed.length < count) to.length = 0;
  else to.push(before, ...passed.slice(1).reverse());
}
