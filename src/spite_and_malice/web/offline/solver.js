// The outer page's handle on the second worker, which exists only while there is something to solve, and for a while
// after.

/** How long it waits for another question before it ends, in milliseconds: it takes as much memory as the server. */
const IDLE = 60_000;

export class Solver {
  #script;
  #kit;
  #told;
  /** @type {Worker | null} */
  #worker = null;
  /** The questions without an answer so far. @type {Set<number>} */
  #waiting = new Set();
  #going = 0;

  /**
   * @param {URL} script
   * @param {URL} kit the folder of the runtime
   * @param {(id: number, answer: string | null) => void} told called with an answer; null if there is none
   */
  constructor(script, kit, told) {
    this.#script = script;
    this.#kit = kit;
    this.#told = told;
  }

  /** @param {number} id @param {string} question */
  ask(id, question) {
    clearTimeout(this.#going);
    this.#waiting.add(id);
    try {
      this.#begun().postMessage({ id, question });
    } catch (error) {
      console.warn(error);
      this.#fail();
    }
  }

  /** End it at once, whatever it does: then there is no answer. */
  end() {
    clearTimeout(this.#going);
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting.clear();
  }

  /** It cannot run here: whatever was asked has no answer. */
  #fail() {
    const asked = [...this.#waiting];
    this.end();
    for (const id of asked) this.#told(id, null);
  }

  /** @returns {Worker} */
  #begun() {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#script, { type: "module" });
    worker.onmessage = ({ data: { id, answer } }) => {
      // One without Python would not answer the next time either.
      if (answer === null) return this.#fail();
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#going = window.setTimeout(() => this.end(), IDLE);
      this.#told(id, answer);
    };
    worker.onerror = () => this.#fail();
    worker.postMessage({ kit: this.#kit.href });
    this.#worker = worker;
    return worker;
  }
}
