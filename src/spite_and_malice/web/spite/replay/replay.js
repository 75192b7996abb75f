// Starts the page that replays a finished game: the table without players, and the controls to step through the game.

import { fanOut, listenForLooks } from "../hands.js";
import { Stage } from "../stage.js";
import { styledState } from "../state.js";
import { TableView } from "../table.js";
import { _, N_ } from "../../texts.js";
import { request, sentenceOf } from "../../kernel/line/requests.js";
import { ReplayControls } from "../../kernel/replay-controls.js";
import { Film } from "./film.js";
import { SPEEDS } from "../../kernel/settings/settings.js";

/** @import {Course} from "../feed.js" */
/** @import {TableMessage} from "../types.js" */
/** @import {Change} from "../scene.js" */

/** The time between two moves, in milliseconds; without motion changes are harder to find. */
const REST = 350;
const REST_STILL = 1000;
/** The milliseconds after which a person reads that the game is on its way. */
const SLOW = 800;

/** The address follows after a pause: browsers limit how often it may change. */
const ADDRESS_AFTER = 300;

const PLAY = "M7 5v14l12-7z";
const PAUSE = "M9 5v14M15 5v14";

class Playback {
  /** The game, once it is fetched: nothing that needs it runs earlier. */
  #film = /** @type {Film} */ (/** @type {unknown} */ (null));
  #version = 0;
  #writing = 0;
  /** Has the end been seen? It is announced once. */
  #ended = false;
  #stage;
  #page;
  #receive;
  #track;
  #eyes;
  #replay;

  /**
   * @param {Stage} stage
   * @param {HTMLElement} page the controls
   * @param {(message: TableMessage, course?: Course) => void} receive passes messages to the table
   */
  constructor(stage, page, receive) {
    this.#stage = stage;
    this.#page = page;
    this.#receive = receive;
    this.#track = /** @type {HTMLInputElement} */ (page.querySelector(".track"));
    this.#eyes = /** @type {HTMLSelectElement} */ (page.querySelector("select"));
    const goals = { "turn-back": () => this.#film.turnBefore(this.#replay.at), "turn-on": () => this.#film.turnAfter(this.#replay.at) };
    this.#replay = new ReplayControls(
      {
        length: () => this.#film.length,
        ready: () => this.#film !== null && !page.classList.contains("failed"),
        show: (from, slid) => this.#show(from, slid),
        restart: () => this.#restart(),
        tell: () => this.#moved(),
        rest: () => SPEEDS[stage.state.settings.speed] * REST || REST_STILL,
      },
      page,
      this.#track,
      goals,
    );
    stage.on("shown", () => this.#shown());
  }

  /** @template {HTMLElement} T @param {string} selector */
  #part(selector) {
    return /** @type {T} */ (this.#page.querySelector(selector));
  }

  /** Fetches the game from a seat's view, and shows it at the place in the address. */
  async load() {
    this.#replay.pause();
    this.#page.inert = true;
    const waits = this.#part(".waits");
    const slow = setTimeout(() => (waits.textContent = _("One moment, please.")), SLOW);
    try {
      const url = `${this.#stage.root.dataset.replay}?seat=${this.#eyes.value}`;
      this.#film = new Film(await request("GET", url));
    } catch (error) {
      this.#fail(sentenceOf(error));
      return;
    } finally {
      clearTimeout(slow);
      waits.textContent = "";
    }
    this.#fail("");
    this.#track.max = String(this.#film.length);
    this.#jump(this.#addressed(location.hash), { instant: true });
  }

  /** Shows the error in place of the controls; nothing brings them back. @param {string} text */
  #fail(text) {
    this.#part(".error").hidden = text === "";
    this.#part(".error span").textContent = text;
    this.#page.classList.toggle("failed", text !== "");
    this.#page.inert = false;
  }

  /** The place in the game that the end of an address names. @param {string} hash */
  #addressed(hash) {
    return this.#replay.clamped(Number.parseInt(hash.slice(1), 10) || 0);
  }

  /** Shows a place in the game, a single step with its motion. @param {number} from @param {boolean} slid */
  #show(from, slid) {
    const film = this.#film;
    const { at } = this.#replay;
    this.#stage.catchUp();
    if (slid) this.#jump(at, { instant: true });
    else if (at === from + 1 && ["move", "undo"].includes(film.step(at).action)) this.#forward();
    else {
      const step = at === from - 1 ? film.step(from) : null;
      const move = step && film.move(from);
      this.#jump(at, move ? (step?.action === "move" ? { undone: move } : { move }) : { instant: true });
      this.#stage.announce(this.#told());
    }
  }

  #restart() {
    this.#stage.catchUp();
    this.#jump(0, { instant: true });
  }

  /** Plays the next action as at a running table. */
  #forward() {
    const film = this.#film;
    const { at } = this.#replay;
    this.#version += 1;
    const { seat, move } = film.step(at);
    const action = move === null ? "undo" : "move";
    this.#moved();
    const stand = { version: this.#version, game: film.game, ply: at, view: film.views[at], undo: false };
    this.#receive({ type: "event", ...stand, seat, action, move, id: null });
  }

  /** Restores the cards at a place. @param {number} to @param {Change} change how they get there */
  #jump(to, change) {
    const film = this.#film;
    this.#replay.at = to;
    this.#version += 1;
    this.#moved();
    const stand = { version: this.#version, game: film.game, ply: to, view: film.views[to], undo: false };
    const course = { ...change, lines: film.lines(to), sentence: film.sentence(to) };
    this.#receive({ type: "snapshot", ...stand, table: film.table, log: film.log(to), played: [], standing: null }, course);
  }

  /** Everything requested has been shown. */
  #shown() {
    if (this.#replay.at === this.#film.length) {
      if (this.#ended) this.#stage.announceHeadline();
      this.#ended = true;
    }
    this.#replay.shown();
  }

  /** "Move 12 of 85. Ada plays 7♥ on stack 2." */
  #told() {
    const film = this.#film;
    const place = _("Move {n} of {count}.", { n: this.#replay.at, count: film.length });
    return `${place} ${film.sentence(this.#replay.at)}`.trim();
  }

  /** The controls and the address show the current place. */
  #moved() {
    const { at, runs } = this.#replay;
    this.#track.value = String(at);
    this.#track.setAttribute("aria-valuetext", this.#told());
    this.#part(".at").textContent = `${at} / ${this.#film.length}`;
    const label = runs ? _("Pause") : _("Play the moves");
    const playing = this.#part("[data-go=play]");
    playing.title = label;
    playing.setAttribute("aria-label", label);
    playing.querySelector("path")?.setAttribute("d", runs ? PAUSE : PLAY);
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (this.#page.querySelectorAll("[data-go]"))) {
      const goal = this.#replay.goal(/** @type {string} */ (button.dataset.go));
      if (goal !== undefined) button.setAttribute("aria-disabled", String(goal === at));
    }
    clearTimeout(this.#writing);
    this.#writing = window.setTimeout(() => this.#write(), ADDRESS_AFTER);
  }

  #write() {
    const url = `?seat=${this.#film.seat}#${this.#replay.at}`;
    if (location.search + location.hash !== url) history.replaceState(null, "", url);
  }

  /** Listens to controls, address and keys. @param {Record<string, () => void>} more the actions of other keys */
  listen(more) {
    this.#replay.listen(more);
    this.#part("[data-again]").addEventListener("click", () => void this.load());
    this.#eyes.addEventListener("change", () => this.load());
    // By the time it arrives, the address may name the old place again.
    addEventListener("hashchange", ({ newURL }) => {
      if (!this.#film) return;
      this.#replay.pause();
      this.#replay.go(this.#addressed(new URL(newURL).hash));
    });
    addEventListener("pagehide", () => this.#film && this.#write());
  }
}

/** @type {[string, string][]} */
const KEYS = [
  ["← →", N_("a move back, a move on")],
  ["↑ ↓", N_("a turn back, a turn on; also ← → with Shift")],
  [N_("Home, End"), N_("to the start, to the end")],
  [N_("Space"), N_("play, pause")],
  ["T", N_("the last turns")],
  ["R", N_("the rules of this table")],
  ["F", N_("fan out the [stack]")],
  ["S", N_("sound on or off")],
];

/** @template {HTMLElement} T @param {string} id */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

/** Styles the page, and begins to play. */
async function start() {
  const table = new TableView(
    await styledState(),
    { connect() {}, send: () => "", forget() {}, restart() {} },
    { tellAll: (occasion, told) => stage.tellAll(occasion, told), undoTurn() {}, turn: false, end: false },
  );
  const stage = new Stage(table, []);
  const playback = new Playback(stage, byId("replay"), (message, course) => table.receive(message, course));

  // The cards on the table can be viewed closely.
  listenForLooks(table, async () => stage);
  table.root.addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-key]"));
    if (button) table.look(/** @type {string} */ (button.dataset.key));
  });
  playback.listen({
    t: () => stage.toggleTab("turns"),
    r: () => stage.toggleTab("rules"),
    s: () => table.toggleSound(),
    f: () => fanOut(table),
    "?": async () => (await import("../../kernel/gestures/keys.js")).showKeys(byId("reader"), KEYS),
  });
  playback.load();
}

void start();
