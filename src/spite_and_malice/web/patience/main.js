// Starts the page of a patience table: puts the drawings into the document, opens the connection, passes gestures to
// the table.

import { Connection, Socket } from "../kernel/line/socket.js";
import { focusedKey } from "../kernel/dom/drawn.js";
import { listen } from "../kernel/gestures/input.js";
import { lazily, whenUnfetched } from "../kernel/dom/lazily.js";
import { applySettings, loadSettings } from "../kernel/settings/settings.js";
import { make } from "../kernel/dom/make.js";
import { _ } from "../texts.js";
import { PatienceTable } from "./game.js";
import { fetchFigure } from "./layout/frame.js";
import { hasFigure } from "./piles.js";

/** @import {Elements} from "./game.js" */
/** @import {Message} from "./types.js" */

/** @template {HTMLElement} T @param {string} id */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

/** @param {PatienceTable} table */
async function showKeys(table) {
  const [keys, { keysOf }] = await Promise.all([import("../kernel/gestures/keys.js"), import("./help.js")]);
  if (table.view) keys.showKeys(byId("reader"), keysOf(table.view));
}

/** Dresses the page, and opens it. */
async function start() {
  const settings = loadSettings();
  const dressed = applySettings(settings);
  const root = byId("table");
  const connection = new Connection(byId("connection"));

  const wire = new Socket({
    table: root.dataset.table ?? "",
    position: () => ({ version: table.version, game: table.game }),
    receive: (/** @type {Message} */ message) => table.receive(message),
    status: (line) => connection.show(line),
  });
  const parts = ["below", "cards", "above", "tools", "words", "live", "title", "meters", "finish"];
  const ui = /** @type {Elements} */ (/** @type {unknown} */ (Object.fromEntries([["root", root], ...parts.map((id) => [id, byId(id)])])));
  /** @type {PatienceTable} */
  const table = new PatienceTable(ui, settings, wire);

  whenUnfetched((words) => table.tell(words));

  /** The drawer beside the table: its rules and the settings. */
  const panel = lazily(async () => {
    const [{ Drawer }, { drawSettings }] = await Promise.all([import("../kernel/drawer/drawer.js"), import("../kernel/settings/preferences.js")]);
    const drawer = new Drawer(byId("panel"));
    drawer.add("rules", _("Rules"), (body) => {
      body.replaceChildren(make("h2", "", table.table.name), ...table.table.rules_words.map((text) => make("p", "", text)));
    });
    drawer.add("settings", _("Settings"), (body) => drawSettings(body, table, ["patience"]));
    return drawer;
  });
  /** @param {string} tab */
  const toggleTab = async (tab) => (await panel()).toggle(tab);

  const { hands } = table;
  /** @param {string} place */
  const send = (place) => {
    const key = focusedKey();
    if (key) hands.send(key, place);
  };

  const keys = {
    ...Object.fromEntries([..."123456789"].map((n) => [n, () => send(`T${n}`)])),
    ...Object.fromEntries([..."0123456789"].map((n) => [`Shift+${n}`, () => send(`T1${n}`)])),
    c: () => send("C"),
    "0": () => focusedKey() && hands.double(focusedKey()),
    d: () => table.turn(),
    ...Object.fromEntries(["u", "Ctrl+z"].map((key) => [key, () => table.act("undo")])),
    ...Object.fromEntries(["r", "Ctrl+y", "Ctrl+Shift+z"].map((key) => [key, () => table.act("redo")])),
    h: () => table.act("hint"),
    f: () => table.act("finish"),
    w: () => table.act("solve"),
    p: () => table.pause(),
    m: () => table.tools.openMenu(),
    s: () => table.toggleSound(),
    l: () => focusedKey() && table.look(/** @type {string} */ (focusedKey())),
    "?": () => showKeys(table),
    Escape: () => {
      /** @type {HTMLDialogElement} */ (byId("panel")).close();
      // A question is answered with no.
      table.begin();
      hands.unpick();
    },
  };
  // A game without choices is played by a held key.
  const held = hasFigure({ aim: root.dataset.aim }) ? ["d"] : [];
  listen(root, table, keys, ["u", "Ctrl+z", "r", "Ctrl+y", "Ctrl+Shift+z", ...held]);
  /** @param {EventTarget | null} target */
  const keyOf = (target) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-key]"))?.dataset.key ?? "";
  root.addEventListener("pointerover", ({ pointerType, target }) => pointerType === "mouse" && table.point(keyOf(target)));
  root.addEventListener("pointerleave", () => table.point(""));
  root.addEventListener("focusin", ({ target }) => /** @type {Element} */ (target).matches(":focus-visible") && table.point(keyOf(target)));
  root.addEventListener("focusout", () => table.point(""));
  root.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-panel], [data-do=resume]"));
    if (button?.dataset.panel) void toggleTab(button.dataset.panel);
    else if (button) table.pause();
  });

  const [faces] = await Promise.all([dressed, fetchFigure(root.dataset)]);
  if (faces) table.wear(faces);
  // The deal is a flight of backs.
  const back = getComputedStyle(document.documentElement).getPropertyValue("--back");
  await Object.assign(new Image(), { src: back.slice(5, -2) }).decode().catch(() => {});
  wire.connect();
}

void start();
