// The connection to the server: greets, checks for silence, and reconnects automatically. Unanswered messages are sent again
// under the same id, which the server carries out only once. Also the status notice about the connection, which disappears
// once it is restored.

import { base } from "../../places.js";
import { readText, writeText } from "../storage.js";
import { write } from "../dom/elements.js";
import { _ } from "../../texts.js";

/** @typedef {"open" | "lost" | "closed"} LineState */

/**
 * Sends messages to the server, or to its substitute, and returns the id of each.
 * @template Asked the messages that the page may send
 * @typedef {{connect: () => void, send: (message: Asked) => string, forget: (id: string) => void, restart: () => void}} Wire
 */

/**
 * The page's end of it; `table` is the id of the table, which it `watches` without a seat, even if its person has one.
 * It may tell people that an unanswered move is kept, and then `keeps` it over a reload.
 * @template Message the messages that the page receives
 * @typedef {{table: string, watches?: boolean, keeps?: boolean, position: () => {version: number | null, game: number | null, remarks?: boolean, heard?: string[]},
 *   receive: (message: Message) => void, status: (state: LineState) => void}} Receiver
 */

/**
 * The transport of texts: a websocket, or offline the connection to the server in this browser (offline/engine.js).
 * @typedef {{readyState: number, onopen: (() => void) | null, onmessage: ((event: {data: string}) => void) | null,
 *   onclose: ((event: {code: number}) => void) | null, send: (text: string) => void, close: () => void}} Line
 */

/** After this much silence the connection is pinged, less often on a hidden page. */
const QUIET = { seen: 5_000, hidden: 20_000 };
/**
 * The time that an answer may take before the connection counts as lost: to a mere ping, to a message (a server
 * searching for a deal takes up to eight seconds), to opening the connection, and if there is reason to doubt it.
 */
const PATIENCE = { ping: 4_500, message: 9_500, opening: 9_500, doubt: 2_500 };
/** The interval of the check. If the clock has advanced much further, the device has slept. */
const TICK = 1_000;
const JUMP = 4_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
/** No access to the table, or it does not exist: reconnecting would not help. */
const CLOSED = [4003, 4004, 4005];
/** The browser was signed in or out: the page is reloaded for its current person, but not repeatedly. */
const ANOTHER = 4006;
const SOON = 700;
const LATER = 10_000;
const RELOADED = "spite.reloaded";
/** The key of a table's unanswered move, before its id. */
const UNSENT = "spite.unsent.";

/** @template Message what the page receives */
export class Socket {
  /** @type {Line | null} */
  #socket = null;
  #receiver;
  #wait = FIRST_WAIT;
  /** The time of the last message, by a monotonic clock. */
  #heard = 0;
  #pinged = 0;
  /** The time of the last sent message that expects an answer. */
  #sent = 0;
  /** The time at which the connection counts as lost unless something arrives; null while no answer is expected. @type {number | null} */
  #deadline = null;
  #watch = 0;
  #ticked = Date.now();
  #stopped = false;
  /** @type {Map<string, string>} messages without an answer, by id */
  #open = new Map();

  /** @param {Receiver<Message>} receiver */
  constructor(receiver) {
    this.#receiver = receiver;
    const kept = receiver.keeps ? readText(UNSENT + receiver.table, "tab") : null;
    if (kept) this.#open.set(JSON.parse(kept).id, kept);
    setInterval(() => this.#tick(), TICK);
    for (const type of ["online", "offline"]) addEventListener(type, () => this.#doubt());
    document.addEventListener("visibilitychange", () => document.hidden || this.#doubt());
  }

  connect() {
    this.#stopped = false;
    this.#drop();
    const { table, watches } = this.#receiver;
    const socket = openLine(table, watches === true);
    this.#socket = socket;
    this.#expect(PATIENCE.opening);
    socket.onopen = () => {
      this.#hear();
      this.#wait = FIRST_WAIT;
      socket.send(JSON.stringify({ type: "hello", ...this.#receiver.position() }));
      this.#expect(PATIENCE.message);
      for (const text of this.#open.values()) socket.send(text);
      // The server uses this connection to announce waiting letters (people/letters.js); earlier ones are polled.
      document.documentElement.dataset.line = "";
      dispatchEvent(new Event("spite-called"));
      this.#receiver.status("open");
    };
    socket.onmessage = ({ data }) => {
      this.#hear();
      const message = JSON.parse(data);
      if (message.type === "settings") {
        // Choices made on the other device are fetched by the module for them (pages/accounts/follow.js).
        dispatchEvent(new Event("spite-chosen-elsewhere"));
        return;
      }
      if (message.type === "called") {
        dispatchEvent(new Event("spite-called"));
        return;
      }
      if (message.id) this.forget(message.id);
      if (message.type !== "pong") this.#receiver.receive(message);
    };
    socket.onclose = ({ code }) => {
      if (CLOSED.includes(code)) this.#stop();
      if (code === ANOTHER) {
        this.#stopped = true;
        const since = Date.now() - Number(readText(RELOADED, "tab") ?? 0);
        writeText(RELOADED, String(Date.now()), "tab");
        setTimeout(() => location.reload(), since < LATER ? LATER : SOON);
      }
      this.#lose();
    };
  }

  /** The connection is lost; it is reopened after a while. */
  #lose() {
    this.#drop();
    if (this.#stopped) return;
    this.#receiver.status("lost");
    setTimeout(() => this.#retryNow(), this.#wait * (0.8 + 0.4 * Math.random()));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  /** Drops the connection without waiting for its close frame, which takes a minute on a dead one. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#expect(null);
    delete document.documentElement.dataset.line;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /**
   * Sends a message that expects an answer, with a unique id so that it is not carried out twice.
   * @param {{type: string}} message
   * @returns {string} the id
   */
  send(message) {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    const id = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const text = JSON.stringify({ ...message, id });
    this.#open.set(id, text);
    if (message.type === "move" && this.#receiver.keeps) writeText(UNSENT + this.#receiver.table, text, "tab");
    const socket = this.#socket;
    if (socket?.readyState === WebSocket.OPEN) {
      socket.send(text);
      this.#sent = performance.now();
      this.#expect(PATIENCE.message);
    }
    return id;
  }

  #hear() {
    this.#heard = performance.now();
    this.#expect(null);
  }

  /**
   * Gives the connection up if nothing arrives within this time, or within the current deadline. One within this
   * browser cannot be lost.
   * @param {number | null} patience in milliseconds; null if something arrived
   */
  #expect(patience) {
    if (isInside()) return;
    const deadline = patience === null ? null : performance.now() + patience;
    if (deadline !== null && this.#deadline !== null && this.#deadline <= deadline) return;
    clearTimeout(this.#watch);
    this.#deadline = deadline;
    if (patience !== null) this.#watch = window.setTimeout(() => this.#lose(), patience);
  }

  /** The connection may be lost: it has to answer soon, or is reopened. */
  #doubt() {
    if (this.#socket === null) this.#retryNow();
    else this.#ping(PATIENCE.doubt);
  }

  #tick() {
    const now = Date.now();
    const hasSlept = Math.abs(now - this.#ticked - TICK) > JUMP;
    this.#ticked = now;
    const { hidden } = document;
    const quiet = performance.now() - Math.max(this.#heard, this.#pinged);
    const thinks = this.#open.size > 0 ? this.#sent + PATIENCE.message - performance.now() : 0;
    // On a hidden page browsers throttle this timer.
    if (hasSlept && !hidden) this.#doubt();
    else if (quiet > (hidden ? QUIET.hidden : QUIET.seen)) this.#ping(hidden ? PATIENCE.message : Math.max(PATIENCE.ping, thinks));
  }

  /** Sends a ping. @param {number} patience in milliseconds */
  #ping(patience) {
    if (this.#socket === null) return;
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send('{"type":"ping"}');
    this.#pinged = performance.now();
    this.#expect(patience);
  }

  /** Stops waiting for an answer: a snapshot has brought the current state. @param {string} id */
  forget(id) {
    const text = this.#open.get(id);
    this.#open.delete(id);
    const key = UNSENT + this.#receiver.table;
    if (text && readText(key, "tab") === text) writeText(key, null, "tab");
  }

  /** Reconnects to get a new snapshot. */
  restart() {
    if (this.#socket) this.#lose();
  }

  /** Access to the table has ended. */
  #stop() {
    if (this.#stopped) return;
    this.#stopped = true;
    for (const id of this.#open.keys()) this.forget(id);
    this.#receiver.status("closed");
  }

  #retryNow() {
    if (!this.#stopped && this.#socket === null) this.connect();
  }
}

/** Does the server run in this browser, where it may be busy and silent for long? */
const isInside = () => document.documentElement.dataset.root !== undefined;

/** @param {string} table its id @param {boolean} watches @returns {Line} */
function openLine(table, watches) {
  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${base}/table/${table}/ws${watches ? "?watch" : ""}`;
  if (!isInside()) return /** @type {any} */ (new WebSocket(url));
  return /** @type {any} */ (window.parent).spiteShell.openLine(url);
}

const WELL_MS = 2500;

export class Connection {
  #element;
  /** @type {LineState | null} */
  #state = null;
  #hide = 0;
  /** Is a move waiting for the connection? */
  #waits = false;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  /** @param {LineState} state */
  show(state) {
    const before = this.#state;
    this.#state = state;
    clearTimeout(this.#hide);
    if (state !== "lost") document.querySelector("[data-offline-banner]")?.remove();
    else if (before !== "lost") void this.#showOfflineBanner();
    if (state !== "lost" && !(state === "open" && before === "lost")) return;
    this.#write();
    this.#element.hidden = false;
    if (state === "open") this.#hide = window.setTimeout(() => (this.#element.hidden = true), WELL_MS);
  }

  /** Is the browser known to be offline? */
  get isLost() {
    return this.#state === "lost";
  }

  /**
   * Tells people that moves played are not lost with the connection.
   * @param {boolean} waits does a move wait for an answer?
   */
  keep(waits) {
    this.#waits = waits;
    if (this.isLost) this.#write();
  }

  #write() {
    const lost = this.#waits ? _("No connection. Your move is kept and will be sent.") : _("Connection lost. Trying again…");
    write(this.#element, this.isLost ? lost : _("Connected again."));
  }

  /** Offers the offline game meanwhile, if the server has it. */
  async #showOfflineBanner() {
    if (!document.documentElement.dataset.offline) return;
    const banner = await import("./offline-banner.js").catch(() => null);
    await banner?.showOfflineBanner(() => this.isLost);
  }
}
