// The line to the server: says hello, answers to silence, and comes back by itself after a break. What was sent and not
// yet answered is sent again under the same id, which the server answers only once.

/** @import {TableMessage} from "../table/messages.js" */

/**
 * What carries messages to the server, or to what stands in for it.
 * @typedef {{connect: () => void, send: (message: {type: string, [field: string]: unknown}) => string,
 *   forget: (id: string) => void, restart: () => void}} Wire
 *
 * The page's end of it.
 * @typedef {"open" | "lost" | "closed"} LineState
 * @typedef {{url: string, position: () => {version: number | null, game: number | null},
 *   receive: (message: TableMessage) => void, status: (state: LineState) => void}} Receiver
 */

/**
 * What carries texts: a websocket, or without a server the line to the one in this browser (offline/engine.js).
 * @typedef {{readyState: number, onopen: (() => void) | null, onmessage: ((event: {data: string}) => void) | null,
 *   onclose: ((event: {code: number}) => void) | null, send: (text: string) => void, close: () => void}} Line
 */

const PING_EVERY = 20_000;
const SILENCE = 45_000;
/** Where nothing is heard for so long after something was sent, the line is tried. */
const UNANSWERED = 3_000;
/**
 * A line that is tried and says nothing for so long is gone: a phone without a net notices it much later by itself. A server
 * that looks for a deal answers after up to eight seconds; where the browser says that it is offline it has to be quicker.
 */
const TRIED = { unanswered: 9_000, offline: 3_000 };
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
/** The table is not for us, or is none: coming back would not help. */
const CLOSED = [4003, 4004, 4005];
/** The browser has been signed in or out: the page is loaded again as who it is now, but not again and again. */
const ANOTHER = 4006;
const SOON = 700;
const LATER = 10_000;
const RELOADED = "spite.reloaded";

export class Socket {
  /** @type {Line | null} */
  #socket = null;
  #receiver;
  #wait = FIRST_WAIT;
  #heard = 0;
  #stopped = false;
  /** @type {Map<string, string>} messages without an answer, by id */
  #open = new Map();

  /** @param {Receiver} receiver */
  constructor(receiver) {
    this.#receiver = receiver;
    setInterval(() => this.#ping(), PING_EVERY);
    addEventListener("online", () => this.#retryNow());
    addEventListener("offline", () => this.#try(TRIED.offline));
    document.addEventListener("visibilitychange", () => document.hidden || this.#retryNow());
  }

  connect() {
    this.#stopped = false;
    const socket = openLine(this.#receiver.url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heard = Date.now();
      this.#wait = FIRST_WAIT;
      socket.send(JSON.stringify({ type: "hello", ...this.#receiver.position() }));
      for (const text of this.#open.values()) socket.send(text);
      this.#receiver.status("open");
    };
    socket.onmessage = ({ data }) => {
      this.#heard = Date.now();
      const message = JSON.parse(data);
      if (message.id) this.#open.delete(message.id);
      if (message.type !== "pong") this.#receiver.receive(message);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      if (CLOSED.includes(code)) this.#stop();
      if (code === ANOTHER) {
        this.#stopped = true;
        const since = Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0);
        sessionStorage.setItem(RELOADED, String(Date.now()));
        setTimeout(() => location.reload(), since < LATER ? LATER : SOON);
      }
      this.#lose();
    };
  }

  /** The line is gone; it is opened again by and by. */
  #lose() {
    this.#socket = null;
    if (this.#stopped) return;
    this.#receiver.status("lost");
    setTimeout(() => this.#retryNow(), this.#wait * (0.8 + 0.4 * Math.random()));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  /**
   * Sends a message that wants an answer, under an id of its own that keeps it from being carried out twice.
   * @param {{type: string, [field: string]: unknown}} message
   * @returns {string} the id
   */
  send(message) {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    const id = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const text = JSON.stringify({ ...message, id });
    this.#open.set(id, text);
    const socket = this.#socket;
    if (socket?.readyState === WebSocket.OPEN) {
      socket.send(text);
      const sent = Date.now();
      setTimeout(() => socket === this.#socket && this.#heard < sent && this.#try(TRIED.unanswered), UNANSWERED);
    }
    return id;
  }

  /** Asks for a sign of life, and gives the line up if there is none. One that stays in this browser has none to lose. @param {number} patience in milliseconds */
  #try(patience) {
    const socket = this.#socket;
    if (isInside() || socket?.readyState !== WebSocket.OPEN) return;
    const asked = Date.now();
    socket.send('{"type":"ping"}');
    setTimeout(() => {
      if (socket !== this.#socket || this.#heard >= asked) return;
      this.#lose();
      socket.close();
    }, patience);
  }

  /** Nothing waits for an answer any more: a snapshot has told how things stand. @param {string} id */
  forget(id) {
    this.#open.delete(id);
  }

  /** Hangs up to be told anew how things stand. */
  restart() {
    this.#socket?.close();
  }

  /** The table is not for us any more. */
  #stop() {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#open.clear();
    this.#receiver.status("closed");
  }

  #retryNow() {
    if (!this.#stopped && this.#socket === null) this.connect();
  }

  #ping() {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.#heard > SILENCE) socket.close();
    else socket.send('{"type":"ping"}');
  }
}

/** Is the server in this browser, where it may think for long and say nothing? */
const isInside = () => document.documentElement.dataset.root !== undefined;

/** @param {string} url of the table's websocket @returns {Line} */
function openLine(url) {
  if (!isInside()) return /** @type {any} */ (new WebSocket(url));
  return /** @type {any} */ (window.parent).spiteShell.openLine(url);
}
