// The server in this browser: a worker (worker.js) that answers requests and carries the connections of tables, as a
// server over the network does. Requests made before it is ready wait.

import { Solver } from "./solver.js";

/**
 * @typedef {{method: string, path: string, headers: [string, string][], body: ArrayBuffer | null}} Question
 * @typedef {{status: number, headers: [string, string][], body: ArrayBuffer}} Answer
 * @typedef {{failed: (why: string) => void, stuck: () => void,
 *   going: () => void}} Watcher `stuck`: nothing can be stored, so nothing continues until `again` succeeds
 */

export class Engine {
  #worker;
  #watcher;
  /** @type {(version: string) => void} */
  #begin = () => {};
  /** @type {Promise<string>} settled once it answers */
  ready = new Promise((resolve) => (this.#begin = resolve));
  #count = 0;
  /** @type {Map<number, (answer: Answer) => void>} */
  #asked = new Map();
  /** @type {Map<number, Line>} */
  #lines = new Map();
  #solver;

  /**
   * @param {URL} script
   * @param {URL} kit the folder of the runtime
   * @param {string} memory the cache for its memory
   * @param {Watcher} watcher
   */
  constructor(script, kit, memory, watcher) {
    this.#watcher = watcher;
    this.#worker = new Worker(script, { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = () => watcher.failed("runtime");
    this.#solver = new Solver(new URL("solver-worker.js", script), kit, (id, answer) => this.#worker.postMessage({ kind: "solved", id, answer }));
    this.#worker.postMessage({ kind: "start", kit: kit.href, memory });
  }

  /** @param {Question} question @returns {Promise<Answer>} */
  async ask(question) {
    await this.ready;
    const id = ++this.#count;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      this.#worker.postMessage({ kind: "request", id, ...question }, question.body ? [question.body] : []);
    });
  }

  /** A connection to a table. @param {string} path @param {[string, string][]} headers */
  open(path, headers) {
    const socket = ++this.#count;
    const line = new Line(
      (text) => this.#worker.postMessage({ kind: "text", socket, text }),
      () => this.#worker.postMessage({ kind: "close", socket }),
    );
    this.#lines.set(socket, line);
    void this.ready.then(() => this.#worker.postMessage({ kind: "open", socket, path, headers }));
    return line;
  }

  /** Try again to store what could not be stored. */
  again() {
    this.#worker.postMessage({ kind: "again" });
  }

  /** Stop immediately; the last picture stays. */
  stop() {
    this.#worker.terminate();
    this.#solver.end();
    const lines = [...this.#lines.values()];
    // A page may open another connection when one ends.
    this.#lines.clear();
    for (const line of lines) line.end(1001);
  }

  /** @param {any} told */
  #hear(told) {
    const line = this.#lines.get(told.socket);
    switch (told.kind) {
      case "ready":
        return this.#begin(told.version);
      case "failed":
        return this.#watcher.failed(told.why);
      case "stuck":
        return this.#watcher.stuck();
      case "going":
        return this.#watcher.going();
      case "solve":
        return this.#solver.ask(told.id, told.question);
      case "end-solving":
        return this.#solver.end();
      case "response":
        this.#asked.get(told.id)?.(told);
        return this.#asked.delete(told.id);
      case "opened":
        return line?.begin();
      case "text":
        return line?.receive(told.text);
      case "closed":
        this.#lines.delete(told.socket);
        return line?.end(told.code);
    }
  }
}

/** A table page's connection: the part of WebSocket that the page uses. */
export class Line {
  /** @type {number} one of `WebSocket`'s */
  readyState = WebSocket.CONNECTING;
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {((event: {data: string}) => void) | null} */
  onmessage = null;
  /** @type {((event: {code: number}) => void) | null} */
  onclose = null;
  #send;
  #close;

  /** @param {(text: string) => void} send @param {() => void} close */
  constructor(send, close) {
    this.#send = send;
    this.#close = close;
  }

  /** @param {string} text */
  send(text) {
    this.#send(text);
  }

  close() {
    if (this.readyState < WebSocket.CLOSING) this.readyState = WebSocket.CLOSING;
    this.#close();
  }

  begin() {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  /** @param {string} text */
  receive(text) {
    this.onmessage?.({ data: text });
  }

  /** @param {number} code */
  end(code) {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }
}
