// The drawer beside the table: the last turns in words, what you can do now, the rules of this table, the settings, and
// what other parts put into it.

import { make, makeButton } from "../pages/dom.js";
import { moveOffer } from "./offer.js";
import { drawSettings } from "./preferences.js";
import { _ } from "../texts.js";
import { nameOf } from "./words.js";

/** @import {Move} from "./types.js" */
/** @import {TableView} from "./table.js" */

/** @typedef {{label: string, draw: (body: HTMLElement) => void}} Tab */

const TARGETS = ["centre", "payoff", "side"];
const LINES = 60;
/** Where there is room, the drawer stands beside the table and does not take the keyboard away from it. */
const DOCKED = "(min-width: 1000px) and (min-height: 480px)";

/**
 * The order of the list of moves: plays, then loads, then discards; stack 2 before stack 10.
 * @param {Move} a
 * @param {Move} b
 */
function byUse(a, b) {
  const kind = (/** @type {Move} */ move) => (move.pass ? TARGETS.length : TARGETS.indexOf(move.target.split(":")[0]));
  return kind(a) - kind(b) || a.text.localeCompare(b.text, "en", { numeric: true });
}

export class Panel {
  #dialog;
  #table;
  #tab = "turns";
  #body;
  /** @type {Map<string, Tab>} */
  #tabs = new Map();

  /** @param {HTMLDialogElement} dialog @param {TableView} table */
  constructor(dialog, table) {
    this.#dialog = dialog;
    this.#table = table;
    dialog.setAttribute("aria-label", _("Drawer"));
    const list = make("div", "");
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", _("Drawer"));
    const close = makeButton("bare close", "✕", () => dialog.close());
    close.setAttribute("aria-label", _("Close"));
    this.#body = make("div", "panel-body");
    this.#body.setAttribute("role", "tabpanel");
    this.#body.tabIndex = 0;
    dialog.replaceChildren(make("div", "panel-head", list, close), this.#body);
    list.addEventListener("keydown", ({ key }) => {
      const ids = [...this.#tabs.keys()];
      const move = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (!move) return;
      this.open(ids[(ids.indexOf(this.#tab) + move + ids.length) % ids.length]);
      document.getElementById(`tab-${this.#tab}`)?.focus();
    });
    dialog.addEventListener("keydown", ({ key }) => key === "Escape" && dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    this.add("turns", _("History"), (body) => this.#turns(body));
    // Nobody plays in a replay.
    if (!table.root.dataset.replay) this.add("moves", _("Your moves"), (body) => this.#moves(body));
    this.add("rules", _("Rules"), (body) => this.#rules(body));
    this.add("settings", _("Settings"), (body) => drawSettings(body, this.#table));
  }

  /** @param {string} id @param {string} label @param {Tab["draw"]} draw @param {boolean} [first] before the others */
  add(id, label, draw, first = false) {
    if (!this.#tabs.has(id)) {
      const tab = make("button", "", label);
      Object.assign(tab, { type: "button", id: `tab-${id}`, onclick: () => this.open(id) });
      tab.setAttribute("role", "tab");
      const list = /** @type {HTMLElement} */ (this.#dialog.querySelector("[role=tablist]"));
      if (first) list.prepend(tab);
      else list.append(tab);
    }
    this.#tabs.set(id, { label, draw });
  }

  /** Is a tab before the player's eyes? @param {string} tab */
  shows(tab) {
    return this.#dialog.open && this.#tab === tab;
  }

  /** Opens a tab, or closes the drawer if that tab is open already. @param {string} tab */
  toggle(tab) {
    if (this.shows(tab)) this.#dialog.close();
    else this.open(tab);
  }

  /** @param {string} tab */
  open(tab) {
    this.#tab = tab;
    for (const button of this.#dialog.querySelectorAll("[role=tab]")) {
      const on = button.id === `tab-${tab}`;
      button.setAttribute("aria-selected", String(on));
      button.setAttribute("tabindex", on ? "0" : "-1");
      button.toggleAttribute("autofocus", on);
    }
    if (!this.#dialog.open) {
      if (matchMedia(DOCKED).matches) this.#dialog.show();
      else this.#dialog.showModal();
    }
    this.#body.setAttribute("aria-labelledby", `tab-${tab}`);
    this.redraw(tab);
  }

  /** The table has changed: turns and moves follow it. */
  update() {
    if (this.#tab === "turns" || this.#tab === "moves") this.redraw(this.#tab);
  }

  /** Draws a tab anew if it is open. @param {string} tab */
  redraw(tab) {
    if (!this.shows(tab) || !this.#table.table) return;
    this.#tabs.get(tab)?.draw(this.#body);
  }

  /** @param {HTMLElement} body */
  #turns(body) {
    const { table, lines } = this.#table;
    if (lines.length === 0) {
      body.replaceChildren(make("p", "soft", _("Nothing has been played yet.")));
      return;
    }
    const list = make("ol", "turns");
    let turn = null;
    let seat = -1;
    for (const { seat: mover, text } of lines.slice(-LINES)) {
      if (turn === null || mover !== seat) {
        turn = make("ul", "");
        list.append(make("li", mover === table.you ? "mine" : "", make("h2", "", nameOf(table, mover)), turn));
        seat = mover;
      }
      turn.append(make("li", "", text));
    }
    body.replaceChildren(list);
    body.scrollTop = body.scrollHeight;
  }

  /** @param {HTMLElement} body */
  #moves(body) {
    const { view, table, moves } = this.#table;
    if (moves.length === 0) {
      body.replaceChildren(make("p", "soft", _("Nothing for you to do just now.")));
      return;
    }
    const offers = [...moves]
      .sort(byUse)
      .map((move) => makeButton("bare", moveOffer(move, view, table), () => this.#table.play(move)));
    body.replaceChildren(make("ul", "move-list", ...offers.map((button) => make("li", "", button))));
  }

  /** @param {HTMLElement} body */
  #rules(body) {
    const { differences, rules_words: words } = this.#table.table;
    const parts = [];
    if (differences.length > 0) {
      const list = differences.map((text) => make("li", "", text));
      parts.push(make("h2", "", _("What is special here")), make("ul", "", ...list));
    }
    body.replaceChildren(
      ...parts,
      make("h2", "", _("The rules of this table")),
      ...words.map((text) => make("p", "", text)),
    );
  }
}
