// The question before a stalemate: before a pass that would end the game, the score is shown, and the others are asked
// whether to prevent it.

import { make, makeButton } from "../../kernel/dom/make.js";
import { styled } from "../../kernel/dom/lazily.js";
import { _, listed, ngettext } from "../../texts.js";
import { nameOf } from "../words.js";

/** @import {StalemateTalk} from "../messages.js" */
/** @import {Asked} from "../requests.js" */
/** @import {Table, TableMessage, View} from "../types.js" */
/** @import {Stage} from "../stage.js" */

export class Stalemate {
  /** @type {HTMLDialogElement | null} */
  #dialog = null;
  #status = make("p", "hint");
  #stage;

  /** @param {Stage} stage */
  constructor(stage) {
    this.#stage = stage;
    this.#status.setAttribute("role", "status");
    stage.on("message", (message) => this.#receive(message));
  }

  /** Asks the player whose pass would end the game. */
  async offer() {
    const { view, table } = this.#stage;
    if (!view) return;
    const others = listed(table.seats.flatMap((_seat, seat) => (seat === table.you ? [] : [nameOf(table, seat)])));
    const count = table.seats.length - 1;
    await this.#show(
      _("End the game?"),
      [
        ngettext("{names} has just passed.", "{names} have just passed.", count, { names: others }),
        _("If you pass as well, that is a stalemate and the game is over."),
        stalemateWords(view, table),
      ],
      [makeButton("primary", _("Play on"), () => this.#close()), makeButton("", _("Pass"), () => this.#say(true))],
    );
  }

  /** @param {TableMessage} message */
  #receive(message) {
    if (message.type === "stalemate") void this.#hear(message);
    // Any event at the table settles it.
    else if (message.type === "event" || message.type === "snapshot") this.#close();
    else if (message.type === "refused") this.#status.textContent = this.#dialog ? message.message : "";
  }

  /** @param {StalemateTalk} talk */
  async #hear({ ply, asks, agreed, broken_by: broken }) {
    const { view, table, you, state } = this.#stage;
    if (!view || ply !== state.ply) return;
    if (broken !== null) {
      this.#close();
      this.#stage.tell(
        broken === you ? _("You take your pass back: play on.") : _("{name} breaks the stalemate and plays on.", { name: nameOf(table, broken) }),
      );
      return;
    }
    if (you === null) return;
    if (agreed.length === 0) {
      this.#close();
      if (asks !== you) this.#stage.tell(_("{name} does not pass.", { name: nameOf(table, asks) }));
      return;
    }
    if (asks !== you && !agreed.includes(you)) {
      await this.#show(
        _("End the game?"),
        [
          _("{name} would pass as well: that is a stalemate, and the game would be over.", { name: nameOf(table, asks) }),
          stalemateWords(view, table),
          _("You can break it: take your pass back and play something."),
        ],
        [makeButton("primary", _("Play on"), () => this.#say(false)), makeButton("", _("End the game"), () => this.#say(true))],
      );
      return;
    }
    const missing = table.seats.flatMap((seat, index) => (seat.kind === "person" && !agreed.includes(index) ? [nameOf(table, index)] : []));
    this.#status.textContent = _("Waiting for {names}.", { names: listed(missing) });
    if (asks === you) this.#dialog?.addEventListener("close", () => this.#takeBack(ply), { once: true });
  }

  /** Playing on instead, or closing the dialog, withdraws the question. @param {number} ply */
  #takeBack(ply) {
    if (this.#stage.state.ply === ply && !this.#stage.view?.result) this.#say(false);
  }

  /** @param {boolean} end */
  #say(end) {
    const { game, ply } = this.#stage.state;
    this.#stage.send(/** @type {Asked} */ ({ type: "stalemate", game, ply, end }));
  }

  /** @param {string} title @param {string[]} sentences @param {HTMLElement[]} buttons */
  async #show(title, sentences, buttons) {
    await styled("spite/live/live.css");
    this.#close();
    this.#status.textContent = "";
    const dialog = make("dialog", "live-dialog", make("h2", "", title));
    dialog.append(...sentences.map((text) => make("p", "", text)), this.#status, make("div", "actions", ...buttons));
    dialog.setAttribute("aria-label", title);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    this.#dialog = dialog;
    dialog.showModal();
  }

  #close() {
    this.#dialog?.close();
    this.#dialog = null;
  }
}

/**
 * The cards that each side has left, and the scores if the game ends like this (RULES.md section 6).
 * @param {View} view
 * @param {Table} table
 */
export function stalemateWords(view, table) {
  const { stock_out: ends } = view.rules;
  const score = /** @type {{card: number, stalemate: string}} */ (view.rules.score);
  const sides = [...new Set(table.seats.map((seat) => seat.side))].map((side) => {
    const seats = table.seats.flatMap((seat, index) => (seat.side === side ? [index] : []));
    const left = seats.flatMap((seat) => view.players[seat].payoff).reduce((sum, pile) => sum + pile.count, 0);
    return { left, you: seats.includes(table.you ?? -1), names: listed(seats.map((seat) => nameOf(table, seat))) };
  });
  const counts = sides.map(({ left, names, you }) => `${you && !view.rules.partners ? _("you") : names} ${left}`);
  const told = [_("[Pay-off cards] left: {sides}.", { sides: listed(counts) })];
  const least = Math.min(...sides.map(({ left }) => left));
  const ahead = sides.filter(({ left }) => left === least);
  if (ahead.length > 1) return `${told} ${_("They are equal: nobody wins, and nobody scores.")}`;
  const points = score.stalemate === "difference" ? score.card * sides.reduce((sum, { left }) => sum + left - least, 0) : 0;
  const [{ names, you }] = ahead;
  if (ends === "fewest") told.push(you ? _("You would win.") : _("{names} would win.", { names }));
  if (points > 0) {
    told.push(
      you
        ? ngettext("You would score {n} point.", "You would score {n} points.", points)
        : ngettext("{names} would score {n} point.", "{names} would score {n} points.", points, { names }),
    );
  } else told.push(_("Nobody would score."));
  return told.join(" ");
}
