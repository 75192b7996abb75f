// Shows events in order and at a pace that people can follow. Waiting steps can be skipped at any time; a skipped step is
// never half shown: the table jumps to the current state.

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

  /** Drops the events that have not been shown. The caller shows the current state. */
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
