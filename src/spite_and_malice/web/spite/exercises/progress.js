// The progress of this browser's learner through the lessons, and whether they are new to the game.

import { readValue, writeValue } from "../../kernel/storage.js";

const KEY = "spite.lessons";

/** The step to continue with, and the completed steps. */
export class Progress {
  at = 1;
  /** @type {Set<number>} */
  done = new Set();

  #count;

  /** @param {number} count of steps */
  constructor(count) {
    this.#count = count;
    const { at, done } = readValue(KEY) ?? {};
    if (Number.isInteger(at) && at > 0 && at <= count) this.at = at;
    if (Array.isArray(done)) this.done = new Set(done.filter(Number.isInteger));
  }

  /** Has the learner reached the end before? */
  get complete() {
    return this.done.has(this.#count);
  }

  keep() {
    writeValue(KEY, { at: this.at, done: [...this.done] });
  }
}

/** Is it the first game of somebody who has taken no lesson either? @param {HTMLElement} root of a table */
export function isNewcomer(root) {
  return root.dataset.newcomer !== undefined && new Progress(0).done.size === 0;
}
