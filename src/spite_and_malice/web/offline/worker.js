// The worker that runs the server. It communicates with its page by messages (docs/offline.md): requests from the page
// go to Python, and Python's messages go to the page once all earlier writes are stored.

import { Broken, boot, bootFrom } from "./boot.js";
import { GameStorage } from "./storage.js";
import { Memory } from "./memory.js";

/** The path of the file of games in Python. */
const FILE = "/kept/tables.sqlite3";

/** Milliseconds without a request or a response before Python's memory is stored. */
const QUIET = 1000;

// The first message names the kit's address and the cache for a snapshot; all others are for the running server.
self.onmessage = ({ data }) => {
  const server = new Server(data.memory ? new Memory(data.memory) : null);
  self.onmessage = ({ data }) => server.take(data);
  void server.start(new URL(data.kit));
};

/** Carries messages between a page and Python. */
class Server {
  /** @type {any} a `Worker` of spite_and_malice/offline/worker.py */
  #bridge = null;
  /** @type {GameStorage | null} */
  #storage = null;
  /** @type {[any, Transferable[]][]} the messages to be sent, in order */
  #waiting = [];
  #isKeeping = false;
  /** Can nothing be stored? Then nothing is sent either, until there is space. */
  #isStuck = false;
  #hasFailed = false;
  /** @type {"storage" | "games" | "runtime"} the current step, as the keyword for its failure */
  #step = "runtime";
  #resting = 0;
  /** The second worker's open questions, by number. @type {Map<number, (answer: string | null) => void>} */
  #solving = new Map();
  #questions = 0;
  /** Called with every request and message: it restarts the wait for quiet. */
  #stir = () => {};
  #memory;

  /** @param {Memory | null} memory for storing Python's snapshot */
  constructor(memory) {
    this.#memory = memory;
  }

  /** @param {URL} kit */
  async start(kit) {
    const memory = this.#memory;
    const storage = GameStorage.open(`spite-offline:${new URL("..", kit).pathname}`);
    storage.catch(() => {});
    if (memory && (await this.#startFrom(memory, kit, storage))) return;
    try {
      this.#step = "runtime";
      const { keep, ...started } = await boot(kit, memory);
      await this.#begin(started, storage);
      this.#whenQuiet(keep);
    } catch (error) {
      this.#fail(error instanceof Broken ? "broken" : this.#step, error);
    }
  }

  /**
   * Start from the stored snapshot of Python's memory, if there is one.
   * @param {Memory} memory
   * @param {URL} kit
   * @param {Promise<GameStorage>} storage
   */
  async #startFrom(memory, kit, storage) {
    try {
      const recalled = await memory.recall();
      if (!recalled) return false;
      await this.#begin(await bootFrom(kit, recalled), storage);
      memory.keepNote().catch((error) => console.warn(error));
      return true;
    } catch (error) {
      // It is unusable: everything starts afresh.
      console.warn(error);
      this.#bridge = null;
      await memory.forget().catch(() => {});
      return false;
    }
  }

  /**
   * Open the stored games and begin to answer.
   * @param {{python: any, version: string}} started
   * @param {Promise<GameStorage>} storage
   */
  async #begin({ python, version }, storage) {
    this.#step = "storage";
    this.#storage = await storage;
    await this.#storage.restore(python.FS, FILE);
    this.#step = "games";
    const { begin } = python.pyimport("spite_and_malice.offline.worker");
    this.#bridge = await begin(this.#page(), FILE, `/static/${version}`, this.#storage.extra, location.protocol === "https:");
    this.#tell({ kind: "ready", version });
  }

  /**
   * Do something that may fail without harm once there are no requests or responses.
   * @param {() => Promise<void>} work
   */
  #whenQuiet(work) {
    this.#stir = () => {
      clearTimeout(this.#resting);
      this.#resting = setTimeout(() => {
        this.#stir = () => {};
        work().catch((error) => console.warn(error));
      }, QUIET);
    };
    this.#stir();
  }

  /** @param {any} asked */
  take(asked) {
    if (this.#hasFailed) return;
    this.#stir();
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
      case "solved":
        this.#solving.get(asked.id)?.(asked.answer);
        return this.#solving.delete(asked.id);
      case "again":
        if (!this.#isKeeping) void this.#keepAndTell();
    }
  }

  /** A message from Python to the page. */
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
      /** @param {string} question @returns {Promise<string | null>} in JSON, null if there is none */
      solve: (question) => {
        const id = ++this.#questions;
        self.postMessage({ kind: "solve", id, question });
        return new Promise((resolve) => this.#solving.set(id, resolve));
      },
      endSolving: () => {
        self.postMessage({ kind: "end-solving" });
        for (const answer of this.#solving.values()) answer(null);
        this.#solving.clear();
      },
    };
  }

  /** @param {any} message @param {Transferable[]} moved */
  #tell(message, moved = []) {
    this.#stir();
    this.#waiting.push([message, moved]);
    if (!this.#isKeeping && !this.#isStuck) void this.#keepAndTell();
  }

  async #keepAndTell() {
    this.#isKeeping = true;
    try {
      while (this.#waiting.length && !this.#hasFailed) {
        const due = this.#waiting.length;
        const cookies = this.#bridge?.cookies ?? "";
        if (this.#storage?.isBehind(cookies)) await this.#keep(this.#storage, cookies);
        if (this.#isStuck) self.postMessage({ kind: "going" });
        this.#isStuck = false;
        for (const [message, moved] of this.#waiting.splice(0, due)) self.postMessage(message, { transfer: moved });
      }
    } catch (error) {
      console.warn(error);
      this.#isStuck = true;
      self.postMessage({ kind: "stuck" });
    } finally {
      this.#isKeeping = false;
    }
  }

  /** @param {GameStorage} kept @param {string} cookies */
  async #keep(kept, cookies) {
    try {
      await kept.keep(cookies);
    } catch (error) {
      console.warn(error);
      // Games come before data that only speeds up the start. And a browser may have closed or cleared its storage.
      await this.#memory?.forget().catch(() => {});
      await kept.reopen();
      await kept.keep(cookies);
    }
  }

  /**
   * Report that nothing continues, and show nothing more.
   * @param {"broken" | "storage" | "games" | "runtime"} why
   * @param {unknown} error
   */
  #fail(why, error) {
    this.#hasFailed = true;
    console.error(error);
    self.postMessage({ kind: "failed", why });
  }
}
