// The views that this page has seen before and after the current one, so that undo and redo are immediate. A page that
// came later has seen fewer, and waits for the server.

/** @import {View} from "./types.js" */

/** The view at one end of a step, and the number of its moves. @typedef {{view: View, moves: number}} Step */

export class Timeline {
  /** Before the steps not taken back, the last one at the end. @type {Step[]} */
  #past = [];
  /** After the steps taken back, the next one at the end. @type {Step[]} */
  #coming = [];

  clear() {
    this.#past = [];
    this.#coming = [];
  }

  /**
   * Records an action that was carried out.
   * @param {string} action
   * @param {number} count of its moves
   * @param {View} before
   */
  note(action, count, before) {
    if (count === 0) return;
    const kind = action.split(":")[0];
    if (kind === "undo" || kind === "rescue") step(this.#past, this.#coming, count, before);
    else if (kind === "redo") step(this.#coming, this.#past, count, before);
    else if (kind === "auto" && this.#past.length > 0) {
      // It belongs to the move that it follows.
      this.#past[this.#past.length - 1].moves += 1;
      this.#coming = [];
    } else if (count === 1) {
      this.#past.push({ view: before, moves: 1 });
      this.#coming = [];
    } else this.clear();
  }

  /** The result of these steps, if it has been seen. @param {"undo" | "redo"} kind @param {number} count @returns {View | null} */
  ahead(kind, count) {
    const seen = (kind === "undo" ? this.#past : this.#coming).at(-count);
    return seen ? { ...seen.view, legal: [] } : null;
  }
}

/**
 * Moves from one side to the other; beyond the views seen, nothing is known.
 * @param {Step[]} from
 * @param {Step[]} to
 * @param {number} count of moves
 * @param {View} before
 */
function step(from, to, count, before) {
  let view = before;
  for (let left = count; left > 0; ) {
    const passed = from.pop();
    if (!passed) {
      to.length = 0;
      return;
    }
    to.push({ view, moves: passed.moves });
    view = passed.view;
    left -= passed.moves;
  }
}
