// What a gesture refers to: the card under a button, and what is said about a picked card.

import { spotOf } from "../board/board.js";
import { cardShort } from "../../kernel/cards/cards.js";
import { cardsOn, movesFrom, partnerOf, placeParts } from "../moves.js";
import { _ } from "../../texts.js";

/** @import {Move, PlaceId, Table, View} from "../types.js" */
/** @import {Selection} from "../board/board.js" */
/** @import {Scene} from "../scene.js" */

/**
 * The card a gesture on a button would take, if it is one of the player's own or their partner's sources.
 * @param {View} view
 * @param {Table} table
 * @param {string} key
 * @returns {{place: PlaceId, index: number, card: string} | null}
 */
export function sourceAt(view, table, key) {
  const { place, index } = spotOf(key);
  const { kind, seat } = placeParts(place);
  const { you } = table;
  if (you === null || seat === null) return null;
  if (seat !== you && (seat !== partnerOf(view.rules, you) || kind === "hand")) return null;
  const cards = cardsOn(view, place);
  const card = kind === "hand" ? cards[index] : cards.at(-1);
  return card ? { place, index: kind === "hand" ? index : 0, card } : null;
}

/**
 * What can be done with the picked cards, where the lit targets do not say it.
 * @param {Move[]} moves
 * @param {Selection} selection
 */
export function selectionHint(moves, { source, cards }) {
  if (cards.length === 2) return _("Both go on one [side stack], and that ends your turn.");
  const pair = moves.find((move) => move.cards.length === 2 && move.cards.includes(cards[0]));
  if (pair) {
    const other = pair.cards[0] === cards[0] ? pair.cards[1] : pair.cards[0];
    return _("Pick {card} as well to discard both.", { card: cardShort(other) });
  }
  if (movesFrom(moves, source, cards).length > 0) return "";
  return _("Nothing takes {card} now.", { card: cardShort(cards[0]) });
}

/**
 * The cards that can go to the centre or load a pile; with nothing but filling to do, those that can fill.
 * @param {View} view
 * @param {Move[]} moves
 * @param {Scene} scene
 */
export function playablePieces(view, moves, scene) {
  const plays = view.stage === "fill" ? moves : moves.filter((move) => !move.pass && !move.target.startsWith("side:"));
  return plays.flatMap((move) => {
    if (move.cards.length === 0) return [scene.piece(move.source)];
    const hand = cardsOn(view, move.source);
    return hand.flatMap((card, index) =>
      card !== null && move.cards.includes(card) ? [scene.piece(move.source, index)] : [],
    );
  });
}
