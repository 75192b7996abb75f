// Starts the page on which a finished game is watched again: the table without anybody who plays, and the controls that
// go through the game. Where one is stands in the address, so that a moment can be kept and passed on.

import { Film } from "./film.js";
import { lazily } from "./lazily.js";
import { applySettings, loadSettings, SPEEDS } from "./settings.js";
import { elements, TableView } from "./table.js";
import { _, N_ } from "../texts.js";

/** @import {Stage} from "./stage.js" */
/** @import {Sound} from "./sound.js" */

/** Between two moves, in milliseconds; without motion there is more to look for. */
const REST = 350;
const REST_STILL = 1000;
/** The address follows when the eye has come to rest: browsers do not like it written more often. */
const ADDRESS_AFTER = 300;

const PLAY = "M7 5v14l12-7z";
const PAUSE = "M9 5v14M15 5v14";

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

/** A table at which it is never anybody's turn to act. */
class ReplayTable extends TableView {
  /** @param {Sound} name @param {number} [step] */
  async sound(name, step) {
    if (name !== "turn") await super.sound(name, step);
  }
}

/** @template {HTMLElement} T @param {string} id */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

const settings = loadSettings();
const dressed = applySettings(settings);

const root = byId("table");
const page = byId("replay");
/** @template {HTMLElement} T @param {string} selector */
const part = (selector) => /** @type {T} */ (page.querySelector(selector));
const problem = part(".error");
const track = /** @type {HTMLInputElement} */ (part(".track"));
const at = part(".at");
const eyes = /** @type {HTMLSelectElement} */ (part("select"));
const playing = part("[data-go=play]");

const table = new ReplayTable(
  elements(),
  settings,
  { connect() {}, send: () => "", forget() {}, restart() {} },
  { begun() {}, drawn: () => stage?.tellAll("drawn", undefined), shown, undoTurn() {} },
);
table.tellsEnd = false;

/** @type {Film} */
let film;
let ply = 0;
let version = 0;
let runs = false;
let next = 0;
let writing = 0;
/** Has the end been seen? The table tells it once. */
let ended = false;

/** @type {Stage | null} */
let stage = null;
const staged = lazily(async () => {
  const { Stage } = await import("./stage.js");
  stage = new Stage(table, []);
  return stage;
});

/** Has the game played again as a seat saw it, and shows it where the address says. @param {string} seat */
async function load(seat) {
  pause();
  page.inert = true;
  try {
    const response = await fetch(`${root.dataset.replay}?seat=${seat}`, { headers: { accept: "application/json" } });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error.message);
    film = new Film(answer);
  } catch (error) {
    const lost = error instanceof TypeError || error instanceof SyntaxError;
    show(lost ? _("The table server cannot be reached. Try again in a moment.") : /** @type {Error} */ (error).message);
    return;
  }
  show("");
  track.max = String(film.length);
  jump(addressed(), { instant: true });
}

/** Shows what went wrong in place of the controls; nothing brings them back. @param {string} text */
function show(text) {
  problem.hidden = text === "";
  part(".error span").textContent = text;
  page.classList.toggle("failed", text !== "");
  page.inert = false;
}

/** The place in the game that the address names. */
function addressed() {
  return clamped(Number.parseInt(location.hash.slice(1), 10) || 0);
}

/** @param {number} to */
function clamped(to) {
  return Math.max(0, Math.min(film.length, to));
}

/** Goes to a place in the game, a single step with the motion that belongs to it. @param {number} to */
function go(to) {
  const from = ply;
  const goal = clamped(to);
  if (goal === from) return;
  if (table.busy) table.skip();
  if (goal === from + 1 && film.step(goal).action !== "takeback") forward();
  else {
    const step = goal === from - 1 ? film.step(from) : null;
    const move = step && film.move(from);
    jump(goal, move ? (step?.action === "move" ? { undone: move } : { move }) : { instant: true });
    table.announcer.say(told());
  }
}

/** Lets the next action happen as it would at a running table. */
function forward() {
  ply += 1;
  version += 1;
  const { seat, move } = film.step(ply);
  const action = move === null ? "undo" : "move";
  moved();
  const view = film.views[ply];
  table.receive({ type: "event", version, game: film.game, ply, seat, action, move, id: null, view, undo: false });
}

/** Puts the cards as they lay. @param {number} to @param {import("./scene.js").Change} change how they come there */
function jump(to, change) {
  ply = to;
  version += 1;
  moved();
  const stand = { table: film.table, view: film.views[ply], log: film.log(ply), undo: false, standing: null };
  table.receive({ type: "snapshot", version, game: film.game, ply, ...stand }, change);
  table.lines = film.lines(ply);
  table.status.event(film.sentence(ply));
  table.refresh();
}

/** Everything has been shown that was to be. */
function shown() {
  if (ply === film.length) {
    if (ended) table.announcer.say(table.status.headline);
    ended = true;
    pause();
  }
  if (!runs) return;
  const { speed } = table.settings;
  next = window.setTimeout(() => go(ply + 1), SPEEDS[speed] * REST || REST_STILL);
}

function play() {
  if (table.busy) table.skip();
  runs = true;
  if (ply === film.length) jump(0, { instant: true });
  else go(ply + 1);
  moved();
}

function pause() {
  runs = false;
  clearTimeout(next);
  if (film) moved();
}

/** "Move 12 of 85. Ada plays 7♥ on stack 2." */
function told() {
  return `${_("Move {n} of {count}.", { n: ply, count: film.length })} ${film.sentence(ply)}`.trim();
}

/** The controls and the address say where one is. */
function moved() {
  track.value = String(ply);
  track.setAttribute("aria-valuetext", told());
  at.textContent = `${ply} / ${film.length}`;
  const label = runs ? _("Pause") : _("Play");
  playing.title = label;
  playing.setAttribute("aria-label", label);
  playing.querySelector("path")?.setAttribute("d", runs ? PAUSE : PLAY);
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (page.querySelectorAll("[data-go]"))) {
    const goal = goals[/** @type {string} */ (button.dataset.go)]?.();
    if (goal !== undefined) button.setAttribute("aria-disabled", String(goal === ply));
  }
  clearTimeout(writing);
  writing = window.setTimeout(write, ADDRESS_AFTER);
}

function write() {
  const url = `?seat=${film.seat}#${ply}`;
  if (location.search + location.hash !== url) history.replaceState(null, "", url);
}

/** Where the buttons lead. @type {Record<string, () => number>} */
const goals = {
  start: () => 0,
  "turn-back": () => film.turnBefore(ply),
  back: () => Math.max(0, ply - 1),
  on: () => Math.min(film.length, ply + 1),
  "turn-on": () => film.turnAfter(ply),
  end: () => film.length,
};

/** @param {string} what */
function press(what) {
  if (what === "play") {
    if (runs) pause();
    else play();
    return;
  }
  pause();
  go(goals[what]());
}

page.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-go], [data-again]"));
  if (button?.dataset.go) press(button.dataset.go);
  else if (button) load(eyes.value);
});
track.addEventListener("input", () => {
  const to = track.valueAsNumber;
  pause();
  if (table.busy) table.skip();
  jump(to, { instant: true });
});
eyes.addEventListener("change", () => load(eyes.value));
addEventListener("hashchange", () => {
  pause();
  go(addressed());
});
addEventListener("pagehide", () => film && write());

// The table itself: what lies on it can be looked at.

root.addEventListener("click", ({ target }) => {
  const button = /** @type {HTMLElement | null} */ (
    /** @type {Element} */ (target).closest("[data-seat], [data-read], [data-panel], [data-key]")
  );
  if (!button) return;
  const { seat, read, panel, key } = button.dataset;
  if (seat) table.lookAtSeat(Number(seat));
  else if (panel) tab(panel);
  else table.look(/** @type {string} */ (read ?? key));
});
root.addEventListener("pointerover", fanOut);

/** Stacks are fanned out under a mouse alone. @param {PointerEvent} event */
async function fanOut(event) {
  if (event.pointerType !== "mouse" || !(/** @type {Element} */ (event.target).closest(".place.side"))) return;
  root.removeEventListener("pointerover", fanOut);
  const { watch } = await import("./peek.js");
  watch(await staged());
}

/** @param {string} id */
async function tab(id) {
  (await staged()).toggleTab(id);
}

async function showKeys() {
  const keys = await import("./keys.js");
  keys.showKeys(byId("reader"), KEYS);
}

/** @type {Record<string, () => void>} */
const keys = {
  ArrowLeft: () => press("back"),
  ArrowRight: () => press("on"),
  "Shift+ArrowLeft": () => press("turn-back"),
  "Shift+ArrowRight": () => press("turn-on"),
  ArrowUp: () => press("turn-back"),
  ArrowDown: () => press("turn-on"),
  Home: () => press("start"),
  End: () => press("end"),
  " ": () => press("play"),
  t: () => tab("turns"),
  r: () => tab("rules"),
  s: () => table.toggleSound(),
  f: () => {
    const key = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key;
    if (key) table.look(key);
  },
  "?": showKeys,
};

document.addEventListener("keydown", (event) => {
  if (!film || page.classList.contains("failed")) return;
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]:modal")) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // A list, a slider and the drawer have their own use for arrows, a button for the space bar.
  if (target.closest("select, dialog[open]") || (target === track && key !== " " && key.length > 1)) return;
  if (key === " " && target.closest("button, a")) return;
  const action = keys[event.shiftKey && key !== "?" ? `Shift+${key}` : key];
  if (!action) return;
  event.preventDefault();
  action();
});

await dressed;
load(eyes.value);
