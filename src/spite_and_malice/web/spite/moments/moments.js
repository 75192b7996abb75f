// What a move was besides a card's journey: the moments worth a sound and an effect of their own.

import { cardsOn } from "../moves.js";

/** @import {Move, View} from "../types.js" */

/**
 * `paid`: a pay-off card was played, with its number in the row of that seat's turn, from 0; `finished`: the completed
 * centre stack; `turned`: the pay-off pile whose next card was revealed; `gift`: the seat whose emptied hand was
 * refilled in the middle of its turn.
 * @typedef {{paid: number | null, finished: string | null, turned: string | null, gift: number | null}} Moment
 */

/** The moments of one game, move by move. */
export class Moments {
  #row = { seat: -1, paid: 0 };

  /** A card is on its way: the moments known before the answer. @param {View} before @param {Move} move @returns {number | null} `paid` */
  begin(before, move) {
    if (this.#row.seat !== move.seat || !before.moved) this.#row = { seat: move.seat, paid: 0 };
    if (!isPayoff(move) || !move.target.startsWith("centre:")) return null;
    this.#row.paid += 1;
    return this.#row.paid - 1;
  }

  /**
   * The remaining moments of a move, once all of it is known.
   * @param {View} before
   * @param {Move} move
   * @param {View} after
   * @returns {Moment}
   */
  end(before, move, after) {
    const centre = move.target.startsWith("centre:");
    const held = (/** @type {View} */ view) => {
      const { hand } = view.players[move.seat];
      return typeof hand === "number" ? hand : hand.length;
    };
    const goesOn = after.turn === move.seat && !after.result;
    return {
      paid: isPayoff(move) && centre ? this.#row.paid - 1 : null,
      finished: centre && cardsOn(after, move.target).length === 0 ? move.target : null,
      turned: isPayoff(move) && cardsOn(after, move.source).length > 0 ? move.source : null,
      gift: goesOn && move.source.startsWith("hand:") && held(after) > held(before) ? move.seat : null,
    };
  }
}

/** @param {Move} move */
const isPayoff = (move) => move.source.startsWith(`payoff:${move.seat}:`);
