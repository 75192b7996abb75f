// The table of patience without a browser: a player's actions, its messages to the server, and its display.

import { fetched, page } from "/tests/stand-in-page.js";

const PAGE = `<main id="table" data-table="t"><header class="bar"><a class="home"><svg class="icon"></svg></a><h1 id="title"></h1><p id="meters"></p></header>
<div id="below"></div><div id="cards"></div><div id="above"></div><div id="words" hidden></div><div id="tools"></div></main>
<div id="live"></div><dialog id="reader"></dialog><dialog id="finish"></dialog>`;
const PARTS = ["below", "cards", "above", "tools", "words", "live", "title", "meters", "finish"];

/** The open table, its page, and its messages since the last query. */
let open;

/** Opens a table. @param {{settings?: object, size?: [number, number], about?: object, motion?: boolean}} how */
export async function begin({ settings = {}, size = [1280, 800], about = {} } = {}) {
  end();
  const [width, height] = size;
  const site = page(PAGE, { width, height });
  const [{ PatienceTable }, { DEFAULTS }] = await Promise.all([import("/static/patience/game.js"), import("/static/kernel/settings/settings.js")]);
  const later = ["patience/help", "patience/ending", "patience/menu", "kernel/people/passkeys"];
  await Promise.all(later.map((name) => import(`/static/${name}.js`)));
  const byId = (id) => site.document.getElementById(id);
  Object.assign(byId("table").dataset, about);
  const resized = [];
  globalThis.ResizeObserver = class {
    constructor(act) {
      resized.push(act);
    }
    observe() {}
    disconnect() {}
  };
  // The looks cannot be fetched.
  const { fetch } = globalThis;
  globalThis.fetch = async () => ({ ok: false, status: 404, json: async () => null, text: async () => "" });
  const said = [];
  let count = 0;
  const wire = {
    send: (message) => (said.push({ ...message, id: `m${(count += 1)}` }), `m${count}`),
    forget: (id) => said.push({ type: "forget", id }),
    restart: () => said.push({ type: "restart" }),
  };
  const ui = { root: byId("table"), ...Object.fromEntries(PARTS.map((id) => [id, byId(id)])) };
  const table = new PatienceTable(ui, { ...DEFAULTS, sound: false, ...settings }, wire);
  const sounds = [];
  const heard = table.sound.bind(table);
  table.sound = (name, step = 0) => (sounds.push([name, step]), heard(name, step));
  open = { site, table, said, ui, sounds, resized, fetch };
}

/** Passes messages to the table, performs an action, and lets time pass; returns the messages sent and the display. */
export async function go({ messages, act, milliseconds }) {
  const { site, table, said, ui, sounds } = open;
  for (const message of messages) table.receive(message);
  await fetched();
  const result = act ? await act(table, open) : null;
  if (milliseconds > 0) await site.pass(milliseconds);
  await fetched();
  return { said: said.splice(0), trembled: site.trembled.splice(0), sounds: sounds.splice(0), result: result ?? null, ...shown(table, ui, site) };
}

/** The visible and audible state. */
function shown(table, ui, { document }) {
  const lines = (element) => element.children.map(({ textContent }) => textContent);
  const dialog = ui.finish.open ? lines(ui.finish.firstElementChild) : null;
  return {
    title: ui.title.textContent,
    meters: ui.meters.textContent,
    words: ui.words.hidden ? null : lines(ui.words),
    heard: lines(ui.live),
    tools: ui.tools.children.filter(({ hidden, disabled }) => !hidden && !disabled).map(({ dataset }) => dataset.tool),
    finish: dialog,
    lit: ui.below.querySelectorAll(".light").length,
    hinted: ui.cards.querySelectorAll(".hinted").map(({ dataset }) => dataset.card),
    picked: ui.above.querySelectorAll(".picked").map(({ dataset }) => dataset.key),
    focused: document.activeElement?.dataset.key ?? null,
    paused: ui.root.classList.contains("paused"),
    cards: table.view ? [table.view.waste, ...table.view.tableau.map(({ up }) => up)] : [],
    drawn: ui.cards.children.length,
  };
}

/** Closes it. */
export function end() {
  if (open) globalThis.fetch = open.fetch;
  open?.site.away();
  open = undefined;
}
