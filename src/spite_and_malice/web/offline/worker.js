// The worker in which the server runs. It speaks with its page by messages (docs/offline.md): what the page asks for it hands
// to Python, and what Python says goes to the page once all that was written before is kept.

import { Broken, boot } from "./boot.js";
import { Kept } from "./kept.js";

/** Where Python finds the file of games. */
const FILE = "/kept/tables.sqlite3";

// The first message says where the kit is, all others are for what then runs.
self.onmessage = ({ data }) => {
  const server = new Server();
  self.onmessage = ({ data }) => server.take(data);
  void server.start(new URL(data.kit));
};

/** Carries what a page and Python say to each other. */
class Server {
  /** @type {any} a `Worker` of spite_and_malice/offline/worker.py */
  #bridge = null;
  /** @type {Kept | null} */
  #kept = null;
  /** @type {[any, Transferable[]][]} what is to be told, in its order */
  #waiting = [];
  #isKeeping = false;
  #hasFailed = false;

  /** @param {URL} kit */
  async start(kit) {
    /** @type {"storage" | "games" | "runtime"} */
    let why = "runtime";
    try {
      why = "storage";
      const keeping = Kept.open(`spite-offline:${new URL("..", kit).pathname}`);
      why = "runtime";
      const { python, version } = await boot(kit, (done, all) => self.postMessage({ kind: "progress", done, all, what: "kit" }));
      why = "storage";
      this.#kept = await keeping;
      await this.#kept.restore(python.FS, FILE);
      why = "games";
      const { begin } = python.pyimport("spite_and_malice.offline.worker");
      this.#bridge = await begin(this.#page(), FILE, `/static/${version}`, this.#kept.extra, location.protocol === "https:");
      this.#tell({ kind: "ready", version });
    } catch (error) {
      this.#fail(error instanceof Broken ? "broken" : why, error);
    }
  }

  /** @param {any} asked */
  take(asked) {
    if (this.#hasFailed) return;
    const bridge = this.#bridge;
    switch (asked.kind) {
      case "request":
        return bridge.request(asked.id, asked.method, asked.path, JSON.stringify(asked.headers), asked.body ?? new ArrayBuffer(0));
      case "open":
        return bridge.open(asked.socket, asked.path, JSON.stringify(asked.headers));
      case "text":
        return bridge.text(asked.socket, asked.text);
      case "close":
        return bridge.close(asked.socket);
    }
  }

  /** What Python tells the page. */
  #page() {
    return {
      /** @param {number} id @param {number} status @param {string} headers @param {Uint8Array<ArrayBuffer>} body */
      response: (id, status, headers, body) => {
        const { buffer } = body;
        this.#tell({ kind: "response", id, status, headers: JSON.parse(headers), body: buffer }, [buffer]);
      },
      /** @param {number} socket */
      opened: (socket) => this.#tell({ kind: "opened", socket }),
      /** @param {number} socket @param {string} text */
      text: (socket, text) => this.#tell({ kind: "text", socket, text }),
      /** @param {number} socket @param {number} code @param {string} reason */
      closed: (socket, code, reason) => this.#tell({ kind: "closed", socket, code, reason }),
    };
  }

  /** @param {any} message @param {Transferable[]} moved */
  #tell(message, moved = []) {
    this.#waiting.push([message, moved]);
    if (!this.#isKeeping) void this.#keepAndTell();
  }

  async #keepAndTell() {
    this.#isKeeping = true;
    try {
      while (this.#waiting.length && !this.#hasFailed) {
        const due = this.#waiting;
        this.#waiting = [];
        const cookies = this.#bridge?.cookies ?? "";
        if (this.#kept?.isBehind(cookies)) await this.#kept.keep(cookies);
        for (const [message, moved] of due) self.postMessage(message, { transfer: moved });
      }
    } catch (error) {
      this.#fail("storage", error);
    } finally {
      this.#isKeeping = false;
    }
  }

  /** Say that nothing goes on, and show nothing more. @param {"broken" | "storage" | "games" | "runtime"} why @param {unknown} error */
  #fail(why, error) {
    this.#hasFailed = true;
    console.error(error);
    self.postMessage({ kind: "failed", why });
  }
}
