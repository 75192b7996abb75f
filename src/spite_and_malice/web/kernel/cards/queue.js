// Shows what happened in order and at a pace the eye can follow. Whatever waits can be skipped at any moment; a skipped
// step is never half shown: the table jumps to how things stand.

/**
 * @typedef {(wait: (milliseconds: number) => Promise<void>) => Promise<void>} Step
 */

export class Queue {
  /** @type {Step[]} */
  #steps = [];
  #running = false;
  #generation = 0;
  /** @type {(() => void) | null} */
  #wake = null;
  #onIdle;

  /** @param {() => void} onIdle called when everything has been shown */
  constructor(onIdle) {
    this.#onIdle = onIdle;
  }

  get busy() {
    return this.#running;
  }

  /** @param {Step} step */
  push(step) {
    this.#steps.push(step);
    if (!this.#running) this.#run();
  }

  /** Drops the events not shown yet. The caller shows the present state. */
  clear() {
    this.#generation += 1;
    this.#steps = [];
    this.#running = false;
    this.#wake?.();
    this.#wake = null;
  }

  async #run() {
    const generation = this.#generation;
    this.#running = true;
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      try {
        await step((milliseconds) => this.#pause(milliseconds, generation));
      } catch (error) {
        if (!(error instanceof Skipped)) throw error;
      }
      if (generation !== this.#generation) return;
    }
    this.#running = false;
    this.#onIdle();
  }

  /** @param {number} milliseconds @param {number} generation */
  async #pause(milliseconds, generation) {
    if (milliseconds > 0) {
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#wake = () => {
          clearTimeout(timer);
          resolve(undefined);
        };
      });
    }
    if (generation !== this.#generation) throw new Skipped();
  }
}

/** Ends a step that the player did not want to watch. */
class Skipped extends Error {}
