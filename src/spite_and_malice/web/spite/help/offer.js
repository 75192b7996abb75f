// Moves phrased as actions, for lists and hints.

import { placeParts } from "../moves.js";
import { _ } from "../../texts.js";
import { cargo, coveredBy, placeName } from "../words.js";

/** @import {Move, Table, View} from "../types.js" */

/**
 * The possible actions, each once: of the moves of a card to several empty places, or to several centre stacks under
 * the same card, the first represents all. Side stacks under the same card differ in the cards beneath.
 * @param {Move[]} moves
 * @param {View} view
 * @param {Table} table
 * @returns {{move: Move, words: string}[]}
 */
export function offers(moves, view, table) {
  /** @type {Map<string, {move: Move, words: string}>} */
  const all = new Map();
  for (const move of moves) {
    const words = moveOffer(move, view, table);
    const covers = !move.pass && placeParts(move.target).kind === "side" && coveredBy(move, view);
    const key = covers ? move.text : words;
    if (!all.has(key)) all.set(key, { move, words });
  }
  return [...all.values()];
}

/**
 * A move phrased as an action: "Play 7♥ on 6♠".
 * @param {Move} move
 * @param {View} view
 * @param {Table} table
 */
export function moveOffer(move, view, table) {
  if (move.pass) return _("Pass");
  const { kind } = placeParts(move.target);
  const top = coveredBy(move, view);
  const said = { card: cargo(move, view, table), top, place: placeName(move.target, view, table) };
  if (kind === "centre") return top ? _("Play {card} on {top}", said) : _("Play {card} on an empty [stack]", said);
  if (kind === "side") return top ? _("Put {card} on the [side stack] with {top}", said) : _("Put {card} on an empty [side stack]", said);
  return _("Load {card} on {place}", said);
}
