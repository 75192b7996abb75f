// Why a card cannot go where it was sent, with what would be right there. The view alone says what is legal; here it is
// explained.

import { cardShort } from "../kernel/cards/cards.js";
import { _ } from "../texts.js";
import { cardsAt } from "./moves.js";

/** @import {PlaceId, Suit, View} from "./types.js" */

const RANKS = "A23456789TJQK";
const RED = "hd";

/**
 * @param {View} view
 * @param {string} card that would lie lowest there
 * @param {number} count of the cards that were sent
 * @param {PlaceId} source @param {PlaceId} target
 */
export function whyNot(view, card, count, source, target) {
  if (target.startsWith("F")) return notHome(view, card, count, /** @type {Suit} */ (target[1]));
  if (source.startsWith("F") && !view.rules.worry_back) return _("With these rules a card on a foundation stays there.");
  return notOntoPile(cardsAt(view, target).at(-1) ?? null);
}

/** @param {View} view @param {string} card @param {number} count @param {Suit} suit of the foundation */
function notHome(view, card, count, suit) {
  if (count > 1) return _("Only the top card of a pile goes to a foundation.");
  if (card[1] !== suit) return _("{card} goes to the foundation of its own suit.", { card: cardShort(card) });
  const next = RANKS[view.foundations[suit]] + suit;
  return _("Foundations go up by suit from the ace: here {card} comes next.", { card: cardShort(next) });
}

/** @param {string | null} top */
function notOntoPile(top) {
  if (top === null) return _("An empty pile takes a king.");
  const rank = RANKS.indexOf(top[0]);
  if (rank === 0) return _("Nothing can be put on an ace.");
  const red = RED.includes(top[1]);
  const [first, second] = [...(red ? "sc" : RED)].map((suit) => cardShort(RANKS[rank - 1] + suit));
  const said = { top: cardShort(top), first, second };
  return red
    ? _("On {top} goes a black card that is one lower: {first} or {second}.", said)
    : _("On {top} goes a red card that is one lower: {first} or {second}.", said);
}
