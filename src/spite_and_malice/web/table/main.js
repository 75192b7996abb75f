// Starts the table's page: puts the drawings into the document, opens the line, hands gestures to the table, and fetches
// the parts that this table needs.

import { storedHead } from "./heads.js";
import { listen } from "./input.js";
import { lazily } from "./lazily.js";
import { applySettings, loadSettings } from "./settings.js";
import { Socket } from "./socket.js";
import { elements, TableView } from "./table.js";
import { _ } from "../texts.js";

/** @import {People, TableMessage} from "./messages.js" */
/** @import {Table} from "./types.js" */
/** @import {Help} from "./help.js" */
/** @import {Stage} from "./stage.js" */
/** @import {Wire} from "./table.js" */

/** How many messages are kept for a part that is still to come. */
const KEPT = 60;

/** @template {HTMLElement} T @param {string} id */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

const settings = loadSettings();
const dressed = applySettings(settings);

const root = byId("table");
const connection = byId("connection");

/** @type {TableView} */
let table;
const line = {
  url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/table/${root.dataset.table}/ws`,
  position: () => ({ version: table.version, game: table.game }),
  receive: hear,
  status: showConnection,
};
const teacher = root.dataset.lesson === undefined ? null : await import("./lesson.js");
/** @type {Wire} */
const wire = teacher ? new teacher.LessonSocket(line) : new Socket(line);
table = new TableView(
  elements(),
  settings,
  wire,
  {
    begun: () => stage?.tellAll("begun", undefined),
    drawn: () => stage?.tellAll("drawn", undefined),
    shown: () => stage?.tellAll("shown", undefined),
    undoTurn: () => help((one) => one.undoTurn()),
  },
);
table.tellsEnd = teacher === null;

/** What other parts act on, once there is one. @type {Stage | null} */
let stage = null;
/** The latest messages, for parts that come later. @type {TableMessage[]} */
const heard = [];

const staged = lazily(async () => {
  const { Stage } = await import("./stage.js");
  stage = new Stage(table, heard);
  return stage;
});

// A part that could not be fetched is fetched when it is wanted again.
addEventListener("unhandledrejection", (event) => {
  if (!/module/.test(event.reason?.message)) return;
  event.preventDefault();
  table.tell(_("This could not be fetched: there is no line to the server. Try again in a moment."));
});

/** @param {string} tab */
async function toggleTab(tab) {
  (await staged()).toggleTab(tab);
}

const helping = lazily(async () => {
  const [{ Help }, on] = await Promise.all([import("./help.js"), staged()]);
  return new Help(on, settingsOf);
});

/** Hints and the like. @param {(help: Help) => void} act */
async function help(act) {
  act(await helping());
}

const { hands } = table;
listen(root, {
  begin: () => table.begin(),
  tap: (key, keyboard) => hands.tap(key, keyboard),
  double: (key) => hands.double(key),
  lift: (key, x, y) => hands.lift(key, x, y),
  drag: (x, y, atX, atY) => hands.drag(x, y, atX, atY),
  drop: (done, x, y) => hands.drop(done, x, y),
  nowhere: () => hands.nowhere(),
  look: (key) => table.look(key),
  waiting: () => table.busy,
  skip: () => table.skip(),
  keys: {
    u: () => table.undo(),
    p: () => table.pass(),
    d: () => hands.obvious(),
    f: () => fan(),
    t: () => toggleTab("turns"),
    m: () => toggleTab("moves"),
    r: () => toggleTab("rules"),
    s: () => table.toggleSound(),
    h: () => help((one) => one.hint()),
    w: () => help((one) => one.reach()),
    c: () => help((one) => one.seen()),
    "Shift u": () => help((one) => one.undoTurn()),
    "?": () => showKeys(),
    Escape: () => hands.nowhere(),
  },
});
root.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (
    /** @type {Element} */ (event.target).closest("[data-seat], [data-read], [data-panel], [data-menu]")
  );
  if (!button) return;
  const { seat, read, panel, menu } = button.dataset;
  if (seat) table.lookAtSeat(Number(seat));
  else if (read) table.look(read);
  else if (panel) toggleTab(panel);
  else if (menu) help((one) => one.toggle(button));
});

root.addEventListener("pointerover", watchMouse);

/** Stacks are fanned out under a mouse alone. @param {PointerEvent} event */
async function watchMouse(event) {
  if (event.pointerType !== "mouse" || !(/** @type {Element} */ (event.target).closest(".place.side"))) return;
  root.removeEventListener("pointerover", watchMouse);
  const { watch } = await import("./peek.js");
  watch(await staged());
}

/** Fans out the stack that has the focus. */
function fan() {
  const key = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key;
  if (key) table.look(key);
}

async function showKeys() {
  const keys = await import("./keys.js");
  keys.showKeys(byId("reader"));
}

/** What this table allows: the settings of its people, or all help to one who plays alone. */
function settingsOf() {
  const alone = table.table.seats.filter((seat) => seat.kind === "person").length <= 1;
  return { help: alone, undo_turns: alone, ...table.people?.settings };
}

/** The head that was put on last: one that is refused is not put on again. */
let worn = "";

/** Puts the head that this browser keeps on its seat. @param {People} people */
function wear({ seats, you }) {
  const head = storedHead();
  const seat = seats[/** @type {number} */ (you)];
  if (!head || seat.head || seat.kind !== "person" || head === worn) return;
  worn = head;
  wire.send({ type: "wear", head });
}

/** What is at tables of more than one person, or with clocks. */
const company = lazily(async () => {
  const [{ mount }, on] = await Promise.all([import("./live.js"), staged()]);
  await mount(on);
});
/** The promise of the server's that this page has answered last. */
let answered = "";
const AGAIN_MS = 2000;

/** @param {TableMessage} message */
function hear(message) {
  table.receive(message);
  if (message.type === "refused" && !table.table) {
    Promise.all([import("./live-closed.js"), staged()]).then(([{ showClosed }, on]) => showClosed(on, message.message));
  }
  if (heard.push(message) > KEPT) heard.shift();
  stage?.tellAll("message", message);
  const people = table.people;
  // What this page gave went with its seat, or could not be saved: it is given again.
  const lost = message.type === "refused" && message.code === "not_stored";
  if (people?.you === null || lost) answered = "";
  if (people && people.you !== null) {
    if (lost) setTimeout(contribute, AGAIN_MS, people);
    else contribute(people);
    wear(people);
  }
  if (!teacher && table.table && (people?.clocks || hasCompany(table.table))) company();
}

/** Is anybody at this table, or expected, but one person? @param {Table} at */
function hasCompany({ seats, you }) {
  const computers = seats.every((seat) => seat.kind === "computer");
  return seats.some((seat, index) => seat.kind !== "computer" && index !== you) && !computers;
}

/**
 * Gives this page's part to the shuffles of the next game (docs/fair-deals.md).
 * @param {People} people
 */
async function contribute({ seats, you, next_commitment: commitment }) {
  if (!commitment || seats[/** @type {number} */ (you)]?.contributed || commitment === answered) return;
  answered = commitment;
  const game = (table.game ?? 0) + 1;
  const { contribution } = await import("./live-fair.js");
  wire.send({ type: "contribute", game, contribution: contribution(root.dataset.table ?? "", game, commitment) });
}

let wasLost = false;
let hide = 0;

/**
 * A calm word about the line to the server, gone when all is well again.
 * @param {"open" | "lost" | "replaced" | "closed"} state
 */
async function showConnection(state) {
  clearTimeout(hide);
  if (state === "replaced") {
    connection.hidden = true;
    const { showReplaced } = await import("./dialogs.js");
    showReplaced(byId("replaced"), () => wire.connect());
    return;
  }
  if (state === "closed" || (state === "open" && !wasLost)) return;
  wasLost = state === "lost";
  connection.textContent = wasLost ? _("Connection lost. Trying again…") : _("Connected again.");
  connection.hidden = false;
  if (state === "open") hide = window.setTimeout(() => (connection.hidden = true), 2500);
}

await dressed;
wire.connect();
if (teacher) teacher.mount(await staged());
