// The drawer beside the table: the last turns in words, your possible moves, the rules of this table, the settings, and
// the contents added by other parts.

import { make, makeButton } from "../../kernel/dom/make.js";
import { Drawer } from "../../kernel/drawer/drawer.js";
import { offers } from "../help/offer.js";
import { drawSettings } from "../../kernel/settings/preferences.js";
import { _ } from "../../texts.js";
import { nameOf } from "../words.js";

/** @import {Move} from "../types.js" */
/** @import {Stage} from "../stage.js" */

const TARGETS = ["centre", "payoff", "side"];
const LINES = 60;

/**
 * The order of the list of moves: plays, then loads, then discards; stack 2 before stack 10.
 * @param {Move} a
 * @param {Move} b
 */
function byUse(a, b) {
  const kind = (/** @type {Move} */ move) => (move.pass ? TARGETS.length : TARGETS.indexOf(move.target.split(":")[0]));
  return kind(a) - kind(b) || a.text.localeCompare(b.text, "en", { numeric: true });
}

export class Panel extends Drawer {
  #stage;

  /** @param {HTMLDialogElement} dialog @param {Stage} stage */
  constructor(dialog, stage) {
    super(dialog);
    this.#stage = stage;
    this.add("turns", _("History"), (body) => this.#turns(body));
    // Nobody plays in a replay.
    if (!stage.root.dataset.replay) this.add("moves", _("Possible moves"), (body) => this.#moves(body));
    this.add("rules", _("Rules"), (body) => this.#rules(body));
    this.add("settings", _("Settings"), (body) => {
      const settings = make("div", "");
      const report = makeButton("bare", _("Report a fault"), () => reportFault(stage));
      body.replaceChildren(settings, report);
      drawSettings(settings, stage, ["spite"], true);
    });
  }

  /** The table has changed: turns and moves follow it. */
  update() {
    for (const tab of ["turns", "moves"]) this.redraw(tab);
  }

  /** @override @param {string} tab */
  redraw(tab) {
    if (this.#stage.table) super.redraw(tab);
  }

  /** @param {HTMLElement} body */
  #turns(body) {
    const { table, lines } = this.#stage.state;
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
    const { state, moves } = this.#stage;
    if (moves.length === 0) {
      body.replaceChildren(make("p", "soft", _("Nothing for you to do just now.")));
      return;
    }
    const buttons = offers([...moves].sort(byUse), state.view, state.table).map(({ move, words }) =>
      makeButton("bare", words, () => this.#stage.play(move)),
    );
    body.replaceChildren(make("ul", "move-list", ...buttons.map((button) => make("li", "", button))));
  }

  /** @param {HTMLElement} body */
  #rules(body) {
    const { differences, rules_words: words } = this.#stage.table;
    /** @type {HTMLElement[]} */
    const parts = [make("h2", "", _("The rules of this table")), ...words.map((text) => make("p", "", text))];
    // The basic rules come first: the special rule may be that it is a single game rather than a match.
    if (differences.length > 0) {
      const list = differences.map((text) => make("li", "", text));
      parts.push(make("h2", "", _("What is special here")), make("ul", "", ...list));
    }
    body.replaceChildren(...parts);
  }
}

const ACTIONS = 12;

/** @param {Stage} stage */
function reportFault(stage) {
  const contact = document.documentElement.dataset.contact ?? "";
  const text = make("textarea", "fault-text");
  Object.assign(text, { value: faultText(stage), rows: 12, readOnly: true, ariaLabel: _("Report a fault") });
  const said = make("p", "hint");
  said.setAttribute("role", "status");
  const copy = makeButton("primary", _("Copy"), async () => {
    text.select();
    await navigator.clipboard?.writeText(text.value).then(() => (said.textContent = _("Copied"))).catch(() => {});
  });
  const acts = make("div", "actions", copy);
  if (/^\S+@\S+$/.test(contact)) {
    const mail = make("a", "button", _("Write a mail"));
    mail.href = `mailto:${contact}?subject=${encodeURIComponent("Spite & Malice")}&body=${encodeURIComponent(text.value)}`;
    acts.append(mail);
  }
  const dialog = make("dialog", "fault", make("h2", "", _("Report a fault")));
  acts.append(makeButton("bare", _("Close"), () => dialog.close()));
  const words = contact
    ? _("Say what went wrong, and send this with it to {contact}. It has your own cards, and nothing that you do not see.", { contact })
    : _("Say what went wrong, and send this with it to the operator of this server. It has your own cards, and nothing that you do not see.");
  dialog.append(make("p", "", words), text, acts, said);
  dialog.setAttribute("aria-label", _("Report a fault"));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Stage} stage */
function faultText({ state, view }) {
  const facts = {
    address: location.href,
    game: state.game,
    actions: state.ply,
    browser: navigator.userAgent,
    window: `${innerWidth} x ${innerHeight}`,
    log: state.log.slice(-ACTIONS),
    view,
  };
  return JSON.stringify(facts, null, 1);
}
