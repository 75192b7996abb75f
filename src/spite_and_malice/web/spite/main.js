// Starts the table's page: opens the connection, passes gestures to the table, and fetches the parts that this table
// needs.

import { listen } from "../kernel/gestures/input.js";
import { later, lazily, whenUnfetched } from "../kernel/dom/lazily.js";
import { fanOut, listenForLooks } from "./hands.js";
import { Connection, Socket } from "../kernel/line/socket.js";
import { headBeside } from "../kernel/people/me.js";
import { loadSettings } from "../kernel/settings/settings.js";
import { go, tournamentOf } from "../places.js";
import { passEnds } from "./moves.js";
import { heardLines } from "./live/heard.js";
import { seatsHere } from "./one-device.js";
import { styledState } from "./state.js";
import { TableView } from "./table.js";

/** @import {Help} from "./help/help.js" */
/** @import {People} from "./messages.js" */
/** @import {Receiver, Table, TableMessage, Wire} from "./types.js" */
/** @import {Stage} from "./stage.js" */
/** @import {State} from "./state.js" */

/**
 * The module that stands in for a table's server, and shows its text beside the table.
 * @typedef {{open: (receiver: Receiver) => Wire, mount: (stage: Stage, exercise: any) => void}} Teacher
 */

/** The number of messages stored for a part that is still loading. */
const KEPT = 60;
const AGAIN_MS = 2000;

/** @template {HTMLElement} T @param {string} id */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

/** Refusals after which the table is closed to us, whatever was on it. */
const OVER = ["unknown_table", "blocked"];

class TablePage {
  /** The interface for other parts, once there is one. @type {Stage | null} */
  #stage = null;
  /** The latest messages, for parts loaded later. @type {TableMessage[]} */
  #heard = [];
  /** The head sent last: a refused one is not sent again. */
  #sentHead = "";
  /** The sign likewise. */
  #sentSign = "";
  /** The server's commitment that this page answered last. */
  #answered = "";
  #root = byId("table");
  #connection = new Connection(byId("connection"));
  #state;
  #wire;
  #table;
  #teacher;

  /** @param {State} state @param {Teacher | null} teacher of a lesson or a puzzle */
  constructor(state, teacher) {
    /** @type {Receiver} */
    const receiver = {
      table: this.#root.dataset.table ?? "",
      watches: this.#root.dataset.watch !== undefined,
      keeps: this.#root.dataset.watch === undefined,
      position: () => ({ version: state.version, game: state.game, remarks: true, heard: heardLines() }),
      receive: (message) => this.#hear(this.#turned(message)),
      status: (line) => this.#connection.show(line),
    };
    const exercise = teacher && teacher.open(receiver);
    this.#teacher = exercise && (async () => teacher.mount(await this.#staged(), exercise));
    this.#state = state;
    /** @type {Wire} */
    this.#wire = exercise ?? new Socket(receiver);
    this.#table = new TableView(state, this.#wire, {
      tellAll: (occasion, told) => {
        if (occasion === "drawn") this.#connection.keep(state.pending?.type === "move");
        this.#stage?.tellAll(occasion, told);
      },
      undoTurn: () => this.#help((one) => one.undoTurn()),
      turn: true,
      end: teacher === null,
      asks: (view) => {
        if (teacher !== null || !passEnds(view)) return false;
        void this.#stalemate().then((talk) => talk.offer());
        return true;
      },
    });
  }

  /** Listens to the player, and connects to the server. */
  async open() {
    // A page for a whole room is only for viewing.
    if (this.#root.dataset.watch === undefined) this.#listen();
    listenForLooks(this.#table, this.#staged);
    whenUnfetched((words) => {
      // Without a connection the page already says so, and a card counts as played: there is nothing to retry.
      if (!this.#connection.isLost && navigator.onLine) this.#table.tell(words);
    });
    addEventListener("spite-chosen", () => this.#changeSign());
    this.#wire.connect();
    await this.#teacher?.();
  }

  #staged = lazily(async () => {
    const { Stage } = await import("./stage.js");
    this.#stage = new Stage(this.#table, this.#heard);
    return this.#stage;
  });

  #helping = lazily(async () => {
    const [{ Help }, stage] = await Promise.all([import("./help/help.js"), this.#staged()]);
    return new Help(stage, () => this.#settings());
  });

  /** Parts for tables with more than one person, or with clocks. */
  #company = lazily(async () => {
    const [{ mount }, stage] = await Promise.all([import("./live/live.js"), this.#staged()]);
    return mount(stage);
  });

  /** Parts for tables where several people play on one device. */
  #handOver = lazily(async () => {
    const [{ mount }, stage] = await Promise.all([import("./live/hand-over.js"), this.#staged()]);
    await mount(stage);
  });

  /** The question before a pass that ends a game. */
  #stalemate = lazily(async () => {
    const [{ Stalemate }, stage] = await Promise.all([import("./live/stalemate.js"), this.#staged()]);
    return new Stalemate(stage);
  });

  /** Computer players' remarks and faces. */
  #remarks = lazily(async () => {
    const [{ mount }, stage] = await Promise.all([import("./live/remarks.js"), this.#staged()]);
    await mount(stage);
  });

  /** Parts for tables whose games change ratings. */
  #rating = lazily(async () => {
    const [{ mount }, stage] = await Promise.all([import("./live/ratings.js"), this.#staged()]);
    mount(stage);
  });

  /** Hints and the like. @param {(help: Help) => void} act */
  async #help(act) {
    act(await this.#helping());
  }

  #listen() {
    const table = this.#table;
    const { hands } = table;
    const tab = async (/** @type {string} */ id) => (await this.#staged()).toggleTab(id);
    const keys = {
      u: () => table.undo(),
      "Ctrl+z": () => table.undo(),
      "Ctrl+y": () => table.cannotRedo(),
      "Ctrl+Shift+z": () => table.cannotRedo(),
      p: () => table.pass(),
      d: () => hands.obvious(),
      f: () => fanOut(table),
      t: () => tab("turns"),
      m: () => tab("moves"),
      r: () => tab("rules"),
      s: () => table.toggleSound(),
      h: () => this.#help((one) => one.hint()),
      w: () => this.#help((one) => one.reach()),
      c: () => this.#help((one) => one.seen()),
      "Shift+u": () => this.#help((one) => one.undoTurn()),
      "?": async () => (await import("./help/signs.js")).showSigns(byId("reader"), true),
      Escape: () => (hands.selection ? hands.nowhere() : /** @type {HTMLDialogElement} */ (byId("panel")).close()),
    };
    listen(this.#root, table, keys, ["u", "Ctrl+z"]);
    this.#root.addEventListener("click", ({ target }) => {
      const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-menu]"));
      if (button) this.#help((one) => one.toggle(button));
    });
    const tournament = tournamentOf(this.#root);
    if (!tournament) return;
    const home = /** @type {HTMLElement | null} */ (document.querySelector("a.home"));
    home?.addEventListener("click", (event) => {
      // Opening a new tab does not leave the page.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      // Also while the module that asks before leaving is still loading.
      void this.#company().then((live) => live.leaveFor(tournament), () => go(tournament));
    });
  }

  /** The help that this table allows: by the settings of its people, or all help for a person who plays alone. */
  #settings() {
    const { table, people } = this.#state;
    const alone = table.seats.filter((seat) => seat.kind === "person").length <= 1;
    return { help: alone, undo_turns: alone, ...people?.settings };
  }

  /** The table as seen from a seat that the page names. @param {TableMessage} message */
  #turned(message) {
    const { below } = this.#root.dataset;
    if (below !== undefined && "view" in message && message.view) message.view.below = Number(below) % message.view.players.length;
    return message;
  }

  /** @param {TableMessage} message */
  #hear(message) {
    this.#table.receive(message);
    const state = this.#state;
    const { table, people } = state;
    if (message.type === "refused" && (!table || OVER.includes(message.code))) this.#tellClosed(message.message);
    if (this.#heard.push(message) > KEPT) this.#heard.shift();
    this.#stage?.tellAll("message", message);
    // This page's contribution was lost with its seat, or could not be saved: it is sent again.
    const lost = message.type === "refused" && message.code === "not_stored";
    if (people?.you === null || lost) this.#answered = "";
    if (people && people.you !== null) {
      if (lost) setTimeout(() => this.#contribute(people), AGAIN_MS);
      else this.#contribute(people);
      this.#showHead(people);
    }
    if (!this.#teacher && table && (people?.clocks || hasCompany(table, seatsHere(table, people)))) this.#company();
    if (table && seatsHere(table, people).length > 0) void this.#handOver();
    if (people?.settings.rated) this.#rating();
    if (message.type === "stalemate") void this.#stalemate();
    if (message.type === "remark" && state.settings.remarks) void this.#remarks();
  }

  /** @param {string} words the reason why this table is closed to us */
  async #tellClosed(words) {
    const [{ showClosed }, stage] = await Promise.all([import("./live/live.js"), this.#staged()]);
    showClosed(stage, words);
  }

  /** Sends the head and the sign that this browser keeps, for its seat. @param {People} people */
  #showHead({ seats, you }) {
    const seat = seats[/** @type {number} */ (you)];
    if (seat.kind !== "person") return;
    const head = headBeside(seats.map((each) => each.head));
    const { sign } = this.#state.settings;
    const newHead = !seat.head && head !== this.#sentHead ? head : "";
    // One chosen in another browser stays until another is chosen here.
    const newSign = sign && sign !== seat.sign && sign !== this.#sentSign ? sign : "";
    if (!newHead && !newSign) return;
    if (newHead) this.#sentHead = newHead;
    if (newSign) this.#sentSign = newSign;
    this.#wire.send({ type: "wear", head: seat.head || newHead || null, by_default: true, ...(newSign && { sign }) });
  }

  /** Another sign was chosen while the table is open. */
  #changeSign() {
    const { people } = this.#state;
    const { sign } = loadSettings();
    const seat = people && people.you !== null ? people.seats[people.you] : null;
    if (this.#teacher || seat?.kind !== "person" || sign === (seat.sign ?? "")) return;
    this.#sentSign = sign;
    this.#wire.send({ type: "wear", head: seat.head, by_default: true, sign: sign || null });
  }

  /**
   * Gives this page's part to the shuffles of the next game (docs/fair-deals.md).
   * @param {People} people
   */
  async #contribute({ seats, you, next_commitment: commitment }) {
    if (!commitment || seats[/** @type {number} */ (you)]?.contributed || commitment === this.#answered) return;
    this.#answered = commitment;
    const game = (this.#state.game ?? 0) + 1;
    // The first deal waits for it; that of the next game does not.
    if (this.#state.view) await later();
    const { contribution } = await import("./live/fair.js");
    const given = contribution(this.#root.dataset.table ?? "", game, commitment);
    this.#wire.send({ type: "contribute", game, contribution: given });
  }
}

/** Is anybody at this table, or expected, other than those at this device? @param {Table} at @param {number[]} here */
function hasCompany({ seats, you }, here) {
  const computers = seats.every((seat) => seat.kind === "computer");
  return seats.some(({ kind }, index) => kind !== "computer" && index !== you && !here.includes(index)) && !computers;
}

/**
 * The guide through an exercise played here; null at a table.
 * @param {DOMStringMap} page
 * @returns {Promise<Teacher | null>}
 */
async function teacherOf({ lesson, puzzle, discard, mistake }) {
  if (lesson !== undefined) return import("./exercises/lesson.js");
  if (puzzle !== undefined) return import("./exercises/puzzle.js");
  if (mistake !== undefined) return import("./exercises/mistake.js");
  return discard === undefined ? null : import("./exercises/discard.js");
}

/** Styles the page, and opens it. */
async function start() {
  const [state, teacher] = await Promise.all([styledState(), teacherOf(byId("table").dataset)]);
  await new TablePage(state, teacher).open();
}

void start();
