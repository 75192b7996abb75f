// Conditional moves for one's next turn in a game by correspondence: conditions on the visible cards, and the moves for
// when they hold.

import { make, makeButton } from "../../kernel/dom/make.js";
import { request, sentenceOf } from "../../kernel/line/requests.js";
import { _, ngettext } from "../../texts.js";

/** @import {Stage} from "../stage.js" */

/**
 * @typedef {{centre: (number | null)[], tops: ((string | null)[] | null)[], moves: string[]}} Line
 * @typedef {{value: number | string, words: string}} Choice
 * @typedef {{may: boolean, told: string, most: number, lines: {line: Line, condition: string, moves: string | null}[],
 *   places: {words: string, height: number, choices: Choice[]}[], tops: {seat: number, tops: (string | null)[], words: string}[]}} Laid
 */

const ANY = "any";

/** The address of a table's conditional moves. @param {Stage} stage */
const addressOf = (stage) => `/api/tables/${stage.root.dataset.table}/conditionals`;

/**
 * The label of the button that opens the dialog, and the outcome of the previous conditional moves.
 * @param {Stage} stage
 */
export async function laidDown(stage) {
  /** @type {Laid} */
  const laid = await request("GET", addressOf(stage));
  return { words: planWords(laid), told: laid.told };
}

/** @param {Laid} laid */
function planWords({ lines }) {
  return lines.length === 0 ? _("Plan your next turn") : ngettext("Your next turn: {n} plan", "Your next turn: {n} plans", lines.length);
}

/**
 * Shows the conditional moves for editing.
 * @param {Stage} stage
 * @param {(words: string) => void} changed receives the button's new label
 */
export async function planTurn(stage, changed) {
  const dialog = make("dialog", "live-dialog laid");
  const title = _("Plan your next turn");
  dialog.setAttribute("aria-label", title);
  dialog.addEventListener("close", () => dialog.remove());
  const body = make("div", "");
  const close = makeButton("", _("Close"), () => dialog.close());
  const how = _("If a condition holds when your turn comes, its moves are played at once. Nobody else sees it. A card that you draw and could play holds them back: then you play yourself.");
  dialog.append(make("h2", "", title), make("p", "hint", how), body, make("div", "actions", close));
  document.body.append(dialog);
  dialog.showModal();
  new Plans(stage, body, changed).show();
}

class Plans {
  #error = Object.assign(make("p", "error"), { role: "alert" });
  #stage;
  #body;
  #changed;

  /** @param {Stage} stage @param {HTMLElement} body @param {(words: string) => void} changed */
  constructor(stage, body, changed) {
    this.#stage = stage;
    this.#body = body;
    this.#changed = changed;
  }

  /** Shows the existing lines, or a new one if there are none. */
  async show() {
    await this.#try(async () => {
      /** @type {Laid} */
      const laid = await request("GET", addressOf(this.#stage));
      if (!laid.may) this.#body.replaceChildren(make("p", "", laid.told || _("Your turn has come: there is nothing to plan now.")));
      else if (laid.lines.length === 0) await this.#edit(laid, null);
      else this.#list(laid);
    });
  }

  /** @param {Laid} laid */
  #list(laid) {
    const rows = laid.lines.map(({ condition, moves }, at) => {
      const words = make("p", "", make("b", "", condition), " ", moves ?? _("This can no longer be played."));
      const change = makeButton("small", _("Change"), () => void this.#try(() => this.#edit(laid, at)));
      const back = makeButton("small", _("Take it back"), () => void this.#put(laid.lines.filter((_line, index) => index !== at).map(({ line }) => line)));
      for (const button of [change, back]) button.setAttribute("aria-label", `${button.textContent}: ${condition}`);
      return make("li", "", words, make("div", "actions", change, back));
    });
    const add = makeButton("primary", _("Add another condition"), () => void this.#try(() => this.#edit(laid, null)));
    add.hidden = laid.lines.length >= laid.most;
    const order = make("p", "hint", laid.lines.length > 1 ? _("The first condition that holds is played.") : "");
    this.#body.replaceChildren(make("ol", "laid-lines", ...rows), order, this.#error, make("div", "actions", add));
    /** @type {HTMLElement} */ (this.#body.querySelector("button")).focus();
  }

  /** Adds a line, or changes one. @param {Laid} laid @param {number | null} at */
  async #edit(laid, at) {
    const seats = this.#stage.table.seats.length;
    /** @type {Line} */
    const line = at === null ? { centre: laid.places.map(({ height }) => height), tops: Array(seats).fill(null), moves: [] } : structuredClone(laid.lines[at].line);
    const moves = make("p", "laid-moves");
    moves.setAttribute("aria-live", "polite");
    const next = make("select", "");
    const nextField = make("label", "field", _("Next move"), next);
    const add = makeButton("small", _("Add this move"), () => {
      line.moves.push(next.value);
      void look();
    });
    const undo = makeButton("small", _("Take the last move back"), () => {
      line.moves.pop();
      void look();
    });
    const save = makeButton("primary", _("Lay it down"), () => {
      const lines = laid.lines.map((each) => each.line);
      if (at === null) lines.push(line);
      else lines[at] = line;
      void this.#put(lines);
    });
    const look = () =>
      this.#try(async () => {
        const ahead = await request("POST", `${addressOf(this.#stage)}/ahead`, line).catch((problem) => {
          if (line.moves.length === 0) throw problem;
          // The chosen moves do not match the new condition.
          line.moves.length = 0;
          return request("POST", `${addressOf(this.#stage)}/ahead`, line);
        });
        const said = ahead.moves || _("Nothing is chosen yet.");
        moves.replaceChildren(make("b", "", ahead.condition), " ", said);
        next.replaceChildren(...ahead.choices.map((/** @type {Choice} */ { value, words }) => Object.assign(make("option", "", words), { value })));
        nextField.hidden = add.hidden = ahead.done || ahead.choices.length === 0;
        undo.hidden = save.disabled = line.moves.length === 0;
        ends.hidden = !ahead.done;
      });
    const ends = make("p", "hint", _("Here the turn ends, or a card comes to light: what follows is yours to play."));
    const places = laid.places.map(({ words, choices }, place) => {
      const select = make("select", "", Object.assign(make("option", "", _("whatever it needs")), { value: ANY }));
      select.append(...choices.map(({ value, words: said }) => Object.assign(make("option", "", said), { value: String(value) })));
      select.value = line.centre[place] === null ? ANY : String(line.centre[place]);
      select.onchange = () => {
        line.centre[place] = select.value === ANY ? null : Number(select.value);
        void look();
      };
      return make("label", "field", words, select);
    });
    const tops = laid.tops.map(({ seat, tops: cards, words }) => {
      const box = Object.assign(make("input", ""), { type: "checkbox", checked: line.tops[seat] !== null });
      box.onchange = () => {
        line.tops[seat] = box.checked ? cards : null;
        void look();
      };
      return make("label", "check", box, ` ${words}`);
    });
    const when = make("fieldset", "", make("legend", "", _("When my turn begins and")), make("div", "laid-places", ...places), ...tops);
    const then = make("fieldset", "", make("legend", "", _("then I play")), moves, nextField, make("div", "actions", add, undo), ends);
    const back = makeButton("bare", _("Back"), () => this.#list(laid));
    back.hidden = laid.lines.length === 0;
    this.#body.replaceChildren(when, then, this.#error, make("div", "actions", save, back));
    await look();
  }

  /** @param {Line[]} lines */
  async #put(lines) {
    await this.#try(async () => {
      const laid = await request("PUT", addressOf(this.#stage), { lines });
      this.#changed(planWords(laid));
      if (laid.lines.length === 0) await this.#edit(laid, null);
      else this.#list(laid);
    });
  }

  /** @param {() => Promise<void>} act */
  async #try(act) {
    this.#error.textContent = "";
    try {
      await act();
    } catch (problem) {
      this.#error.textContent = sentenceOf(problem);
      if (!this.#error.isConnected) this.#body.append(this.#error);
    }
  }
}
