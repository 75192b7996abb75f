// A finished game of patience, move by move.

import { make, makeButton, write } from "../pages/dom.js";
import { Announcer } from "../table/announce.js";
import { lay, style } from "../table/elements.js";
import { applySettings, loadSettings, SPEEDS } from "../table/settings.js";
import { request } from "../pages/requests.js";
import { _ } from "../texts.js";
import { Board } from "./board.js";
import { layoutPatience } from "./layout.js";
import { PatienceScene } from "./scene.js";
import { actionSentence, clock } from "./words.js";

/** @import {View} from "./types.js" */
/** @import {Faces} from "../table/deck.js" */

/** @typedef {{action: string | null, moves: string[], at: number, view: View}} Frame */

/** Between two moves of a game that plays by itself. */
const BEAT = 900;
/** @type {Record<string, string>} */
const ICONS = { first: "M6 5v14M18 5l-8 7 8 7z", back: "M15 5l-8 7 8 7z", play: "M8 5l10 7-10 7z", stop: "M8 5v14M16 5v14", on: "M9 5l8 7-8 7z", last: "M18 5v14M6 5l8 7-8 7z" };

/** @template {HTMLElement} T @param {string} id */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

class Replay {
  #at = 0;
  #timer = 0;
  #root = byId("table");
  #board = new Board(byId("below"), byId("above"));
  #announcer = new Announcer(byId("live"));
  #settings = loadSettings();
  #scene;
  #frames;
  #slider = Object.assign(make("input", ""), { type: "range", min: "0", step: "1", value: "0" });
  /** @type {Record<string, HTMLButtonElement>} */
  #buttons = {};

  /** @param {Frame[]} frames @param {Faces} faces */
  constructor(frames, faces) {
    this.#frames = frames;
    this.#scene = new PatienceScene(byId("cards"), () => {}, faces);
    this.#slider.max = String(frames.length - 1);
    this.#slider.setAttribute("aria-label", _("Where it stands"));
    this.#slider.oninput = () => this.#go(this.#slider.valueAsNumber, true);
    /** @type {[string, string, () => void][]} */
    const acts = [
      ["first", _("First"), () => this.#go(0)],
      ["back", _("Back one move"), () => this.#go(this.#at - 1)],
      ["play", _("Play"), () => this.#toggle()],
      ["on", _("On one move"), () => this.#go(this.#at + 1)],
      ["last", _("Last"), () => this.#go(this.#frames.length - 1)],
    ];
    for (const [id, label, act] of acts) {
      const button = makeButton("bare", "", act);
      button.setAttribute("aria-label", label);
      button.title = label;
      this.#buttons[id] = button;
      this.#icon(id, ICONS[id]);
    }
    byId("tools").classList.add("watching");
    byId("tools").append(...Object.values(this.#buttons), this.#slider);
    new ResizeObserver(() => this.#show(true)).observe(this.#root);
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#at = Math.min(frames.length - 1, Math.max(0, Number(location.hash.slice(1)) || 0));
    this.#show(this.#at > 0, this.#at === 0);
  }

  /** @param {string} id @param {string} path */
  #icon(id, path) {
    this.#buttons[id].innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.target === this.#slider || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -this.#frames.length, End: this.#frames.length }[event.key];
    if (step) this.#go(this.#at + step);
    else if (event.key === " " && event.target === document.body) this.#toggle();
    else return;
    event.preventDefault();
  }

  #toggle() {
    if (this.#timer) this.#stop();
    else {
      if (this.#at === this.#frames.length - 1) this.#at = 0;
      this.#icon("play", ICONS.stop);
      this.#beat();
    }
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#icon("play", ICONS.play);
  }

  #beat() {
    this.#at = Math.min(this.#frames.length - 1, this.#at + 1);
    this.#show(false);
    if (this.#at === this.#frames.length - 1) this.#stop();
    else this.#timer = window.setTimeout(() => this.#beat(), BEAT * (SPEEDS[this.#settings.speed] || 0.6));
  }

  /** @param {number} at @param {boolean} [slid] */
  #go(at, slid = false) {
    this.#stop();
    const to = Math.min(this.#frames.length - 1, Math.max(0, at));
    if (to === this.#at) return;
    this.#scene.finish();
    this.#at = to;
    this.#show(slid);
  }

  /** @param {boolean} instant @param {boolean} [deal] */
  #show(instant, deal = false) {
    const { view, action, moves, at } = this.#frames[this.#at];
    const { clientWidth: width, clientHeight: height } = this.#root;
    const layout = layoutPatience(view, { width, height }, this.#settings);
    this.#scene.pace = SPEEDS[this.#settings.speed];
    this.#scene.show(layout, { instant, deal });
    this.#root.dataset.mode = layout.mode;
    style(this.#root, "--top", `${layout.top}px`);
    this.#board.draw(view, layout, [], this.#scene.arrivals("S"));
    lay(byId("tools"), layout.mode === "wide" ? { ...layout.tools, x: 16, w: width - 32 } : layout.tools);
    this.#slider.value = String(this.#at);
    for (const id of ["first", "back"]) this.#buttons[id].disabled = this.#at === 0;
    for (const id of ["on", "last"]) this.#buttons[id].disabled = this.#at === this.#frames.length - 1;
    const before = this.#frames[Math.max(0, this.#at - 1)].view;
    const said = action === null ? _("The deal") : actionSentence(action, moves, before, view);
    this.#slider.ariaValueText = said;
    write(byId("meters"), `${_("{at} of {n}", { at: this.#at, n: this.#frames.length - 1 })} · ${clock(at)} · ${said}`);
    if (!this.#timer) this.#announcer.say(said);
    history.replaceState(null, "", `#${this.#at}`);
  }
}

const { table, game } = byId("table").dataset;
const [faces, told] = await Promise.all([
  applySettings(loadSettings()),
  request("GET", `/api/tables/${table}/games/${game}/replay`).catch((problem) => problem),
]);
if (told instanceof Error) {
  byId("words").hidden = false;
  byId("words").append(make("p", "", told.message), Object.assign(make("a", "button", _("Home")), { href: "/" }));
} else {
  write(byId("title"), _("Patience"));
  new Replay(told.frames, faces ?? new Map());
}
