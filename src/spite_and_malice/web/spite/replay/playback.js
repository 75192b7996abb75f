// The controls of a replay: go through a finished game, let it play, see it as another seat saw it. Where one is stands in
// the address, so that a moment can be kept and passed on.

import { request, sentenceOf } from "../../kernel/line/requests.js";
import { Film } from "./film.js";
import { SPEEDS } from "../../kernel/settings/settings.js";
import { _ } from "../../texts.js";

/** @import {Course} from "../feed.js" */
/** @import {TableMessage} from "../types.js" */
/** @import {Change} from "../scene.js" */
/** @import {Stage} from "../stage.js" */

/** Between two moves, in milliseconds; without motion there is more to look for. */
const REST = 350;
const REST_STILL = 1000;
/** The address follows when the eye has come to rest: browsers do not like it written more often. */
const ADDRESS_AFTER = 300;

const PLAY = "M7 5v14l12-7z";
const PAUSE = "M9 5v14M15 5v14";

export class Playback {
  /** The game, once it is fetched: nothing that needs it runs before. */
  #film = /** @type {Film} */ (/** @type {unknown} */ (null));
  #ply = 0;
  #version = 0;
  #runs = false;
  #next = 0;
  #writing = 0;
  /** Has the end been seen? It is announced once. */
  #ended = false;
  #stage;
  #page;
  #receive;
  #track;
  #eyes;

  /**
   * @param {Stage} stage
   * @param {HTMLElement} page the controls
   * @param {(message: TableMessage, course?: Course) => void} receive tells the table what happens
   */
  constructor(stage, page, receive) {
    this.#stage = stage;
    this.#page = page;
    this.#receive = receive;
    this.#track = /** @type {HTMLInputElement} */ (page.querySelector(".track"));
    this.#eyes = /** @type {HTMLSelectElement} */ (page.querySelector("select"));
    stage.on("shown", () => this.#shown());
  }

  /** @template {HTMLElement} T @param {string} selector */
  #part(selector) {
    return /** @type {T} */ (this.#page.querySelector(selector));
  }

  /** Has the game played again as a seat saw it, and shows it where the address says. */
  async load() {
    this.#pause();
    this.#page.inert = true;
    try {
      const url = `${this.#stage.root.dataset.replay}?seat=${this.#eyes.value}`;
      this.#film = new Film(await request("GET", url));
    } catch (error) {
      this.#fail(sentenceOf(error));
      return;
    }
    this.#fail("");
    this.#track.max = String(this.#film.length);
    this.#jump(this.#addressed(location.hash), { instant: true });
  }

  /** Shows what went wrong in place of the controls; nothing brings them back. @param {string} text */
  #fail(text) {
    this.#part(".error").hidden = text === "";
    this.#part(".error span").textContent = text;
    this.#page.classList.toggle("failed", text !== "");
    this.#page.inert = false;
  }

  /** The place in the game that the end of an address names. @param {string} hash */
  #addressed(hash) {
    return this.#clamped(Number.parseInt(hash.slice(1), 10) || 0);
  }

  /** @param {number} to */
  #clamped(to) {
    return Math.max(0, Math.min(this.#film.length, to));
  }

  /** Goes to a place in the game, a single step with the motion that belongs to it. @param {number} to */
  #go(to) {
    const film = this.#film;
    const from = this.#ply;
    const goal = this.#clamped(to);
    if (goal === from) return;
    this.#stage.catchUp();
    if (goal === from + 1 && film.step(goal).action !== "takeback") this.#forward();
    else {
      const step = goal === from - 1 ? film.step(from) : null;
      const move = step && film.move(from);
      this.#jump(goal, move ? (step?.action === "move" ? { undone: move } : { move }) : { instant: true });
      this.#stage.announce(this.#told());
    }
  }

  /** Lets the next action happen as it would at a running table. */
  #forward() {
    const film = this.#film;
    this.#ply += 1;
    this.#version += 1;
    const { seat, move } = film.step(this.#ply);
    const action = move === null ? "undo" : "move";
    this.#moved();
    const stand = { version: this.#version, game: film.game, ply: this.#ply, view: film.views[this.#ply], undo: false };
    this.#receive({ type: "event", ...stand, seat, action, move, id: null });
  }

  /** Puts the cards as they lay. @param {number} to @param {Change} change how they come there */
  #jump(to, change) {
    const film = this.#film;
    this.#ply = to;
    this.#version += 1;
    this.#moved();
    const stand = { version: this.#version, game: film.game, ply: to, view: film.views[to], undo: false };
    const course = { ...change, lines: film.lines(to), sentence: film.sentence(to) };
    this.#receive({ type: "snapshot", ...stand, table: film.table, log: film.log(to), played: [], standing: null }, course);
  }

  /** Everything has been shown that was to be. */
  #shown() {
    if (this.#ply === this.#film.length) {
      if (this.#ended) this.#stage.announceHeadline();
      this.#ended = true;
      this.#pause();
    }
    if (!this.#runs) return;
    const rest = SPEEDS[this.#stage.state.settings.speed] * REST || REST_STILL;
    this.#next = window.setTimeout(() => this.#go(this.#ply + 1), rest);
  }

  #play() {
    this.#stage.catchUp();
    this.#runs = true;
    if (this.#ply === this.#film.length) this.#jump(0, { instant: true });
    else this.#go(this.#ply + 1);
    this.#moved();
  }

  #pause() {
    this.#runs = false;
    clearTimeout(this.#next);
    if (this.#film) this.#moved();
  }

  /** "Move 12 of 85. Ada plays 7♥ on stack 2." */
  #told() {
    const film = this.#film;
    const place = _("Move {n} of {count}.", { n: this.#ply, count: film.length });
    return `${place} ${film.sentence(this.#ply)}`.trim();
  }

  /** The controls and the address say where one is. */
  #moved() {
    const ply = this.#ply;
    this.#track.value = String(ply);
    this.#track.setAttribute("aria-valuetext", this.#told());
    this.#part(".at").textContent = `${ply} / ${this.#film.length}`;
    const label = this.#runs ? _("Pause") : _("Play");
    const playing = this.#part("[data-go=play]");
    playing.title = label;
    playing.setAttribute("aria-label", label);
    playing.querySelector("path")?.setAttribute("d", this.#runs ? PAUSE : PLAY);
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (this.#page.querySelectorAll("[data-go]"))) {
      const goal = this.#goals[/** @type {string} */ (button.dataset.go)]?.();
      if (goal !== undefined) button.setAttribute("aria-disabled", String(goal === ply));
    }
    clearTimeout(this.#writing);
    this.#writing = window.setTimeout(() => this.#write(), ADDRESS_AFTER);
  }

  #write() {
    const url = `?seat=${this.#film.seat}#${this.#ply}`;
    if (location.search + location.hash !== url) history.replaceState(null, "", url);
  }

  /** Where the buttons lead. @type {Record<string, () => number>} */
  #goals = {
    start: () => 0,
    "turn-back": () => this.#film.turnBefore(this.#ply),
    back: () => Math.max(0, this.#ply - 1),
    on: () => Math.min(this.#film.length, this.#ply + 1),
    "turn-on": () => this.#film.turnAfter(this.#ply),
    end: () => this.#film.length,
  };

  /** @param {string} what */
  #press(what) {
    if (what === "play") {
      if (this.#runs) this.#pause();
      else this.#play();
      return;
    }
    this.#pause();
    this.#go(this.#goals[what]());
  }

  /** Hears buttons, slider, address and keys. @param {Record<string, () => void>} more what other keys do */
  listen(more) {
    this.#page.addEventListener("click", ({ target }) => {
      const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-go], [data-again]"));
      if (button?.dataset.go) this.#press(button.dataset.go);
      else if (button) this.load();
    });
    this.#track.addEventListener("input", () => {
      const to = this.#track.valueAsNumber;
      this.#pause();
      this.#stage.catchUp();
      this.#jump(to, { instant: true });
    });
    this.#eyes.addEventListener("change", () => this.load());
    // By the time it is heard, the address may say again where one was.
    addEventListener("hashchange", ({ newURL }) => {
      if (!this.#film) return;
      this.#pause();
      this.#go(this.#addressed(new URL(newURL).hash));
    });
    addEventListener("pagehide", () => this.#film && this.#write());
    document.addEventListener("keydown", (event) => this.#key(event, more));
  }

  /** @param {KeyboardEvent} event @param {Record<string, () => void>} more */
  #key(event, more) {
    if (!this.#film || this.#page.classList.contains("failed")) return;
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]:modal")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    // A list, a slider and the drawer have their own use for arrows, a button for the space bar.
    if (target.closest("select, dialog[open]") || (target === this.#track && key !== " " && key.length > 1)) return;
    if (key === " " && target.closest("button, a")) return;
    const name = event.shiftKey && key !== "?" ? `Shift+${key}` : key;
    const way = WAYS[name];
    const action = way ? () => this.#press(way) : more[name];
    if (!action) return;
    event.preventDefault();
    // What is held goes on from move to move; everything else happens once.
    if (!event.repeat || WALKS.test(key)) action();
  }
}

const WALKS = /^Arrow/;

/** What keys press. @type {Record<string, string>} */
const WAYS = {
  ArrowLeft: "back",
  ArrowRight: "on",
  "Shift+ArrowLeft": "turn-back",
  "Shift+ArrowRight": "turn-on",
  ArrowUp: "turn-back",
  ArrowDown: "turn-on",
  Home: "start",
  End: "end",
  " ": "play",
};
