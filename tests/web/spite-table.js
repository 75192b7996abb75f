// The table of Spite and Malice without a browser: a player's actions, its messages to the server, and its display.

import { fetched, page } from "/tests/stand-in-page.js";

const PAGE = `<main id="table" data-table="t"><header class="bar"><h1 id="title"></h1></header>
<div id="below"></div><div id="cards"></div><div id="above"></div><div id="status"></div></main>
<div id="live"></div><dialog id="reader"></dialog><dialog id="finish"></dialog>`;

/** The open table, its page, and its messages since the last query. */
let open;

/** Opens a table. @param {{settings?: object, size?: [number, number], about?: object, end?: boolean, turn?: boolean}} how */
export async function begin({ settings = {}, size = [1280, 800], about = {}, end: told = true, turn = true }) {
  end();
  const site = page(PAGE, { width: size[0], height: size[1], address: "http://table.test/table/t" });
  const { fetch } = globalThis;
  globalThis.fetch = async () => ({ ok: false, status: 404, json: async () => null, text: async () => "" });
  const resized = [];
  globalThis.ResizeObserver = class {
    constructor(act) {
      resized.push(act);
    }
    observe() {}
    disconnect() {}
  };
  const [{ TableView }, { State }, { DEFAULTS }] = await Promise.all(
    ["spite/table", "spite/state", "kernel/settings/settings"].map((name) => import(`/static/${name}.js`)),
  );
  // Parts that are fetched when they are needed.
  await Promise.all(["spite/help/why", "spite/help/dialogs", "spite/moments/effects", "spite/board/gap"].map((name) => import(`/static/${name}.js`)));
  Object.assign(site.document.getElementById("table").dataset, about);
  const said = [];
  const occasions = [];
  let count = 0;
  const wire = {
    send: (message) => (said.push({ ...message, id: `m${(count += 1)}` }), `m${count}`),
    forget: (id) => said.push({ type: "forget", id }),
    restart: () => said.push({ type: "restart" }),
  };
  const state = new State({ ...DEFAULTS, sound: false, ...settings }, null);
  const host = {
    tellAll: (occasion) => void occasions.push(occasion), undoTurn: () => void occasions.push("undo-turn"), turn, end: told,
  };
  const table = new TableView(state, wire, host);
  const sounds = [];
  const heard = table.sound.bind(table);
  table.sound = (name, step = 0) => (sounds.push([name, step]), heard(name, step));
  open = { site, table, state, said, occasions, sounds, resized, fetch };
}

/** Passes messages to the table, performs an action, and lets time pass; returns the messages sent and the display. */
export async function go({ messages, act, milliseconds }) {
  const { site, table, said, sounds, occasions } = open;
  for (const message of messages) table.receive(message);
  await fetched();
  const result = act ? await act(table, open) : null;
  if (milliseconds > 0) await site.pass(milliseconds);
  await fetched();
  return { said: said.splice(0), sounds: sounds.splice(0), occasions: occasions.splice(0), result: result ?? null, ...shown(site) };
}

/** The visible and audible state. */
function shown({ document }) {
  const the = (selector) => document.querySelector(selector);
  const [cards, above] = ["#cards", "#above"].map(the);
  const buttons = the("#status").querySelectorAll("[data-do]").filter(({ hidden }) => !hidden);
  return {
    title: the("#title").textContent,
    page: document.title,
    head: the("#status .head").textContent,
    note: the("#status .note").textContent,
    buttons: buttons.map(({ dataset }) => dataset.do),
    heard: the("#live").children.map(({ textContent }) => textContent),
    can: cards.querySelectorAll(".can").length,
    picked: cards.querySelectorAll(".picked").map(({ dataset }) => dataset.card),
    last: cards.querySelectorAll(".last").map(({ dataset }) => dataset.card),
    moving: cards.querySelectorAll(".flying, .waiting").length,
    keys: above.querySelectorAll("[data-key]").map(({ dataset }) => dataset.key),
    mode: the("#table").dataset.mode ?? null,
    finish: the("#finish").open,
    reader: the("#reader").open ? the("#reader").textContent : null,
  };
}

/** Closes it. */
export function end() {
  if (open) globalThis.fetch = open.fetch;
  open?.site.away();
  open = undefined;
}
