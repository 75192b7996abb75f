// Starts the page on which a finished game is watched again: the table without anybody who plays, and the controls that
// go through the game.

import { lazily } from "../../kernel/dom/lazily.js";
import { fanOut, listenForLooks } from "../hands.js";
import { Playback } from "./playback.js";
import { Stage } from "../stage.js";
import { styledState } from "../state.js";
import { TableView } from "../table.js";
import { N_ } from "../../texts.js";

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

  // What lies on the table can be looked at.
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

await start();
