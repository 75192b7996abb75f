// Only one tab has the server at a time: two would overwrite each other's games.

const NAME = "spite-offline";

export class TabLock {
  #name;
  /** @type {BroadcastChannel | null} */
  #channel = null;
  /** @type {() => void} */
  #release = () => {};
  #lost;

  /** @param {URL} scope @param {() => void} lost called when another tab takes over: the server here must then stop */
  constructor(scope, lost) {
    this.#name = `${NAME}:${scope.pathname}`;
    this.#lost = lost;
  }

  /** The channel between tabs. Throws if the browser allows the page no storage. */
  #listen() {
    if (this.#channel) return;
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.onmessage = () => {
      this.#lost();
      this.#release();
    };
  }

  /** Become the tab that owns it; false if another tab does. @returns {Promise<boolean>} */
  async take() {
    this.#listen();
    return new Promise((resolve) => {
      navigator.locks
        .request(this.#name, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock && this.#held();
        })
        .catch(() => this.#lost());
    });
  }

  /** Become it in any case: the other tab is asked to release it, and if it does not answer, it is taken over. */
  async takeOver() {
    this.#channel?.postMessage("over");
    for (let tries = 0; tries < 20; tries++) {
      if (await this.take()) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await new Promise((resolve) => {
      navigator.locks
        .request(this.#name, { steal: true }, () => {
          resolve(null);
          return this.#held();
        })
        .catch(() => this.#lost());
    });
  }

  #held() {
    return new Promise((resolve) => (this.#release = () => resolve(null)));
  }
}
