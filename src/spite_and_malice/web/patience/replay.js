// A finished game of patience, move by move.

import { make, makeButton, write } from "../kernel/dom/make.js";
import { Announcer } from "../kernel/dom/announce.js";
import { lay } from "../kernel/dom/elements.js";
import { applySettings, loadSettings, saveSettings, SPEEDS } from "../kernel/settings/settings.js";
import { post, request } from "../kernel/line/requests.js";
import { go } from "../places.js";
import { _, N_ } from "../texts.js";
import { Board } from "./board.js";
import { layoutPatience } from "./layout/layout.js";
import { PatienceScene } from "./scene.js";
import { clock } from "../kernel/dom/times.js";
import { actionSentence } from "./words.js";

/** @import {View} from "./types.js" */
/** @import {Faces} from "../kernel/cards/cards.js" */

/** @typedef {{ply: number, action: string | null, moves: string[], at: number, view: View}} Frame */

/** Between two moves of a game that plays automatically. */
const BEAT = 900;
/** The speeds in the order in which a press goes through them. @type {[keyof typeof SPEEDS, string][]} */
const PACES = [["slow", N_("Slow")], ["normal", N_("Normal")], ["fast", N_("Fast")], ["off", N_("No motion")]];
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
  #straight = false;
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
    for (const [name, act] of /** @type {[string, () => void][]} */ ([
      ["straight", () => void this.#straighten()],
      ["speed", () => this.#hurry()],
      ["practise", () => void this.#practise()],
    ])) this.#part(name).addEventListener("click", act);
    this.#tellSpeed();
    byId("tools").classList.add("watching");
    byId("tools").append(...Object.values(this.#buttons), this.#slider);
    new ResizeObserver(() => this.#show(true)).observe(this.#root);
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#at = Math.min(frames.length - 1, Math.max(0, Number(location.hash.slice(1)) || 0));
    this.#show(this.#at > 0, this.#at === 0);
  }

  /** A button of the bar. @param {string} name */
  #part(name) {
    return /** @type {HTMLButtonElement} */ (this.#root.querySelector(`[data-do=${name}]`));
  }

  /** Leaves out the moves that were taken back, or tells all of them again. */
  async #straighten() {
    this.#stop();
    const wanted = !this.#straight;
    try {
      this.#frames = (await fetchGame(wanted)).frames;
    } catch (problem) {
      tell(/** @type {Error} */ (problem).message);
      return;
    }
    this.#straight = wanted;
    this.#part("straight").setAttribute("aria-pressed", String(wanted));
    this.#slider.max = String(this.#frames.length - 1);
    this.#at = Math.min(this.#at, this.#frames.length - 1);
    this.#show(true);
  }

  #hurry() {
    const at = PACES.findIndex(([speed]) => speed === this.#settings.speed);
    this.#settings.speed = PACES[(at + 1) % PACES.length][0];
    saveSettings(this.#settings);
    void applySettings(this.#settings);
    this.#tellSpeed();
    this.#announcer.say(this.#part("speed").title);
  }

  #tellSpeed() {
    const [, name] = PACES.find(([speed]) => speed === this.#settings.speed) ?? PACES[1];
    const button = this.#part("speed");
    button.title = _("Speed: {name}", { name: _(name) });
    write(/** @type {HTMLElement} */ (button.querySelector("span")), button.title);
  }

  /** Goes on from here with the same cards, which counts for nothing. */
  async #practise() {
    this.#stop();
    const { ply } = this.#frames[this.#at];
    try {
      const { url } = await post(`/api/tables/${table}/games/${game}/practice`, { ply, straight: this.#straight });
      go(url);
    } catch (problem) {
      tell(/** @type {Error} */ (problem).message);
    }
  }

  /** @param {string} id @param {string} path */
  #icon(id, path) {
    this.#buttons[id].innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (/** @type {Element} */ (event.target).closest("input, select") || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -this.#frames.length, End: this.#frames.length }[event.key];
    if (step) this.#go(this.#at + step);
    else if (event.key !== " " || event.target !== document.body) return;
    else if (!event.repeat) this.#toggle();
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
    tell("");
    const { view, action, moves, at } = this.#frames[this.#at];
    const { clientWidth: width, clientHeight: height } = this.#root;
    const layout = layoutPatience(view, { width, height }, this.#settings);
    this.#scene.pace = SPEEDS[this.#settings.speed];
    this.#scene.show(layout, { instant, deal });
    this.#root.dataset.mode = layout.mode;
    this.#board.draw(view, layout, [], this.#scene.arrivals("S"));
    lay(byId("tools"), layout.mode === "wide" ? { ...layout.tools, x: 16, w: width - 32 } : layout.tools);
    this.#slider.value = String(this.#at);
    for (const id of ["first", "back"]) this.#buttons[id].disabled = this.#at === 0;
    this.#part("practise").disabled = view.result === "won";
    for (const id of ["on", "last"]) this.#buttons[id].disabled = this.#at === this.#frames.length - 1;
    const before = this.#frames[Math.max(0, this.#at - 1)].view;
    const said = action === null ? _("The deal") : actionSentence(action, moves, before, view);
    this.#slider.ariaValueText = said;
    const place = _("{at} of {n}", { at: this.#at, n: this.#frames.length - 1 });
    write(byId("meters"), `${place} · ${clock(at)} · ${said}`);
    if (!this.#timer) this.#announcer.say(said);
    history.replaceState(null, "", `#${this.#at}`);
  }
}

/** Says what went wrong, an empty text for nothing. @param {string} text */
function tell(text) {
  byId("words").hidden = text === "";
  byId("words").replaceChildren(make("p", "", text));
}

const { table, game } = byId("table").dataset;

/** @param {boolean} straight without the moves that were taken back */
const fetchGame = (straight) => request("GET", `/api/tables/${table}/games/${game}/replay?straight=${straight}`);

const [faces, told] = await Promise.all([
  applySettings(loadSettings()),
  fetchGame(false).catch((problem) => problem),
]);
if (told instanceof Error) {
  tell(told.message);
  byId("words").append(Object.assign(make("a", "button", _("Home")), { href: "/" }));
} else {
  write(byId("title"), _("Patience"));
  new Replay(told.frames, faces ?? new Map());
}
