// How far this browser's learner has come with the lessons.

const KEY = "spite.lessons";

/** The step to go on with, and the steps that are done. */
export class Progress {
  at = 1;
  /** @type {Set<number>} */
  done = new Set();

  #count;

  /** @param {number} count of steps */
  constructor(count) {
    this.#count = count;
    try {
      const { at, done } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
      if (Number.isInteger(at) && at > 0 && at <= count) this.at = at;
      if (Array.isArray(done)) this.done = new Set(done.filter(Number.isInteger));
    } catch {
      // What is stored cannot be read: begin at the beginning.
    }
  }

  /** Has the learner come to the end before? */
  get complete() {
    return this.done.has(this.#count);
  }

  keep() {
    try {
      localStorage.setItem(KEY, JSON.stringify({ at: this.at, done: [...this.done] }));
    } catch {
      // Storage is closed to us: it holds until the page is left.
    }
  }
}
