// A finished game of patience on the table, move by move.

import { make, write } from "../kernel/dom/make.js";
import { spoken } from "../kernel/cards/cards.js";
import { Announcer } from "../kernel/dom/announce.js";
import { lay, sizeOf } from "../kernel/dom/elements.js";
import { applySettings, loadSettings, saveSettings, SPEEDS } from "../kernel/settings/settings.js";
import { ReplayControls } from "../kernel/replay-controls.js";
import { post, request } from "../kernel/line/requests.js";
import { go } from "../places.js";
import { _, N_ } from "../texts.js";
import { Board } from "./board.js";
import { fetchFigure } from "./layout/frame.js";
import { layoutPatience } from "./layout/layout.js";
import { PatienceScene } from "./scene.js";
import { clock } from "../kernel/dom/times.js";
import { pointsWords, scoringOf } from "./points.js";
import { actionSentence } from "./words.js";

/** @import {View} from "./types.js" */
/** @import {Faces} from "../kernel/cards/cards.js" */

/**
 * @typedef {{ply: number, action: string | null, moves: string[], at: number, view: View,
 *   points: Record<string, number>}} Frame
 */

/** The time between two moves of a game that plays automatically. */
const BEAT = 900;
/** The speeds in the order of repeated presses. @type {[keyof typeof SPEEDS, string][]} */
const PACES = [["slow", N_("Slow")], ["normal", N_("Normal")], ["fast", N_("Fast")], ["off", N_("No motion")]];
/** @type {Record<string, string>} */
const ICONS = { start: "M6 5v14M18 5l-8 7 8 7z", back: "M15 5l-8 7 8 7z", play: "M8 5l10 7-10 7z", stop: "M8 5v14M16 5v14", on: "M9 5l8 7-8 7z", end: "M18 5v14M6 5l8 7-8 7z" };

/** @template {HTMLElement} T @param {string} id */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

class Watching {
  #replay;
  #root = byId("table");
  #board = new Board(byId("below"), byId("above"));
  #announcer = new Announcer(byId("live"), spoken);
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
    for (const [id, label] of [
      ["start", _("First")],
      ["back", _("Back one move")],
      ["play", _("Play the moves")],
      ["on", _("On one move")],
      ["end", _("Last")],
    ]) {
      const button = make("button", "button bare");
      button.type = "button";
      button.dataset.go = id;
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
    this.#replay = new ReplayControls(
      {
        length: () => this.#frames.length - 1,
        ready: () => true,
        show: (_from, slid) => this.#shift(slid),
        restart: () => {
          this.#replay.at = this.#replay.clamped(1);
          this.#shift(false);
        },
        tell: () => this.#icon("play", this.#replay.runs ? ICONS.stop : ICONS.play),
        rest: () => BEAT * (SPEEDS[this.#settings.speed] || 0.6),
      },
      byId("tools"),
      this.#slider,
      {},
    );
    this.#replay.listen();
    new ResizeObserver(() => this.#show(true)).observe(this.#root);
    this.#replay.at = this.#replay.clamped(Number(location.hash.slice(1)) || 0);
    this.#show(this.#replay.at > 0, this.#replay.at === 0);
  }

  /** A button of the bar. @param {string} name */
  #part(name) {
    return /** @type {HTMLButtonElement} */ (this.#root.querySelector(`[data-do=${name}]`));
  }

  /** Leaves out the moves that were taken back, or shows all of them again. */
  async #straighten() {
    this.#replay.pause();
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
    this.#replay.at = this.#replay.clamped(this.#replay.at);
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
    const button = this.#part("speed");
    button.title = _("Speed: {name}", { name: _(Object.fromEntries(PACES)[this.#settings.speed]) });
    write(/** @type {HTMLElement} */ (button.querySelector("span")), button.title);
  }

  /** Continues from here with the same cards, as practice that does not count. */
  async #practise() {
    this.#replay.pause();
    const { ply } = this.#frames[this.#replay.at];
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

  /** Shows the new place. @param {boolean} slid */
  #shift(slid) {
    if (!this.#replay.runs) this.#scene.finish();
    this.#show(slid);
    this.#replay.shown();
  }

  /** @param {boolean} instant @param {boolean} [deal] */
  #show(instant, deal = false) {
    tell("");
    const { at: place, runs } = this.#replay;
    const { view, action, moves, at, points } = this.#frames[place];
    const size = sizeOf(this.#root);
    const layout = layoutPatience(view, size, this.#settings);
    this.#scene.pace = SPEEDS[this.#settings.speed];
    this.#scene.show(layout, { instant, deal });
    this.#root.dataset.mode = layout.mode;
    this.#board.draw(view, layout, [], this.#scene.arrivals("S"));
    lay(byId("tools"), layout.mode === "wide" ? { ...layout.tools, x: 16, w: size.width - 32 } : layout.tools);
    this.#slider.value = String(place);
    for (const id of ["start", "back"]) this.#buttons[id].disabled = place === 0;
    this.#part("practise").disabled = view.result === "won";
    for (const id of ["on", "end"]) this.#buttons[id].disabled = place === this.#frames.length - 1;
    const before = this.#frames[Math.max(0, place - 1)].view;
    const said = action === null ? _("The deal") : actionSentence(action, moves, before, view);
    this.#slider.ariaValueText = said;
    const shown = _("{at} of {n}", { at: place, n: this.#frames.length - 1 });
    const scoring = scoringOf(Object.keys(points), this.#settings);
    write(byId("meters"), [shown, clock(at), ...(scoring ? [pointsWords(points[scoring])] : []), said].join(" · "));
    if (!runs) this.#announcer.say(said);
    history.replaceState(null, "", `#${place}`);
  }
}

/** Shows an error, an empty text for none. @param {string} text */
function tell(text) {
  byId("words").hidden = text === "";
  byId("words").replaceChildren(make("p", "", text));
}

const { table, game } = byId("table").dataset;

/** The milliseconds after which a person reads that the game is on its way. */
const SLOW = 800;

/** @param {boolean} straight without the moves that were taken back */
const fetchGame = (straight) => request("GET", `/api/tables/${table}/games/${game}/replay?straight=${straight}`);

/** Styles the page, and shows the game from the place in the address. */
async function start() {
  const slow = setTimeout(() => tell(_("One moment, please.")), SLOW);
  const [faces, told] = await Promise.all([
    applySettings(loadSettings()),
    fetchGame(false).catch((problem) => problem),
    fetchFigure(byId("table").dataset),
  ]);
  clearTimeout(slow);
  tell("");
  if (told instanceof Error) {
    tell(told.message);
    byId("words").append(Object.assign(make("a", "button", _("Home")), { href: "/" }));
  } else {
    write(byId("title"), _("Patience"));
    new Watching(told.frames, faces ?? new Map());
  }
}

void start();
