// A finished game as replayed by the server: the view after each action, the moves not taken back by then, and a
// description.

import { parseMove } from "../moves.js";
import { _ } from "../../texts.js";
import { moveNote, moveSentence, nameOf } from "../words.js";

/** @import {Line, Table, View} from "../types.js" */

/**
 * The game in the server's response (docs/protocol.md).
 * @typedef {{seat: number, action: "move" | "undo" | "takeback" | "resign" | "forfeit", move: string | null, stands: number,
 *   view: Omit<View, "rules" | "legal">}} Step
 * @typedef {{game: number, seat: number, table: Table, start: View, steps: Step[]}} Answer
 */

/** A replay shows a single game, without its match. */
const MATCH = { scores: [], target: 0, over: false, winners: [], games_played: 0, games: [], stand_ins: [] };

export class Film {
  /** The view after each number of actions; nobody plays in them. @type {View[]} */
  views;
  /** @type {Table} */
  table;
  #steps;

  /** @param {Answer} answer */
  constructor({ game, seat, table, start, steps }) {
    this.game = game;
    this.seat = seat;
    this.table = { ...table, name: _("Game {n}, {table}", { n: game, table: table.name }), match: MATCH };
    this.#steps = steps;
    const { rules } = start;
    this.views = [start, ...steps.map(({ view }) => view)].map((view) => ({ ...view, rules, legal: [] }));
  }

  /** The number of actions. */
  get length() {
    return this.#steps.length;
  }

  /** The action that led to a place in the game, from 1. @param {number} ply */
  step(ply) {
    return this.#steps[ply - 1];
  }

  /** The move of an action; null if a whole turn was taken back. @param {number} ply */
  move(ply) {
    const { seat, action, move } = this.step(ply);
    if (move) return parseMove(move, seat, this.views[0].rules);
    const last = action === "undo" ? this.log(ply - 1).at(-1) : undefined;
    return last ? parseMove(last.split(" ")[1], seat, this.views[0].rules) : null;
  }

  /** The moves not taken back after a number of actions, such as "0 H7h-C1". @param {number} ply */
  log(ply) {
    return this.#standing(ply, ({ seat, move }) => `${seat} ${move}`);
  }

  /** The same in words. @param {number} ply @returns {Line[]} */
  lines(ply) {
    return this.#standing(ply, ({ seat, move }, at) => {
      const { rules } = this.views[0];
      return { seat, text: moveNote(parseMove(/** @type {string} */ (move), seat, rules), this.views[at], this.table) };
    });
  }

  /**
   * @template T
   * @param {number} ply
   * @param {(step: Step, at: number) => T} tell called for each move, with the number of actions before it
   * @returns {T[]}
   */
  #standing(ply, tell) {
    /** @type {T[]} */
    const told = [];
    this.#steps.slice(0, ply).forEach((step, at) => {
      if (step.move) told.push(tell(step, at));
      told.length = step.stands;
    });
    return told;
  }

  /** The description of the action that led to a ply; none for the deal. @param {number} ply */
  sentence(ply) {
    if (ply === 0) return "";
    const { seat, action, move } = this.step(ply);
    const { table } = this;
    if (move) return moveSentence(parseMove(move, seat, this.views[0].rules), this.views[ply - 1], table);
    const name = nameOf(table, seat);
    if (action === "undo") {
      return seat === table.you ? _("You take the last move back.") : _("{name} takes the last move back.", { name });
    }
    if (action === "resign") return seat === table.you ? _("You give up.") : _("{name} gives up.", { name });
    if (action === "forfeit") return seat === table.you ? _("You do not come back.") : _("{name} does not come back.", { name });
    return seat === table.you ? _("You take your turn back.") : _("{name} takes the turn back.", { name });
  }

  /**
   * The beginning of the turn that contains a place, or of the previous turn if it is at the beginning.
   * @param {number} ply
   */
  turnBefore(ply) {
    let at = Math.max(0, ply - 1);
    while (at > 0 && !this.#beginsTurn(at)) at -= 1;
    return at;
  }

  /** The beginning of the next turn, or the end of the game. @param {number} ply */
  turnAfter(ply) {
    let at = Math.min(this.length, ply + 1);
    while (at < this.length && !this.#beginsTurn(at)) at += 1;
    return at;
  }

  /** @param {number} ply from 1 */
  #beginsTurn(ply) {
    return this.views[ply].turn !== this.views[ply - 1].turn;
  }
}
