// Moves as something to do, for lists and hints.

import { cardsOn, placeParts } from "../moves.js";
import { _ } from "../../texts.js";
import { cargo, placeName } from "../words.js";

/** @import {Move, Table, View} from "../types.js" */

/**
 * What there is to do, each once: empty places are as good as each other, so that of the moves of a card to several of them
 * the first stands for all, as "Put 7♥ on an empty side stack".
 * @param {Move[]} moves
 * @param {View} view
 * @param {Table} table
 * @returns {{move: Move, words: string}[]}
 */
export function offers(moves, view, table) {
  /** @type {Map<string, Move[]>} */
  const same = new Map();
  for (const move of moves) {
    const { kind } = placeParts(move.target);
    const empty = !move.pass && kind !== "payoff" && cardsOn(view, move.target).length === 0;
    const key = empty ? `${move.source} ${move.cards} ${kind}` : move.text;
    same.set(key, [...(same.get(key) ?? []), move]);
  }
  return [...same.values()].map(([move, ...others]) => {
    if (others.length === 0) return { move, words: moveOffer(move, view, table) };
    const said = { card: cargo(move, view, table) };
    const toCentre = placeParts(move.target).kind === "centre";
    return { move, words: toCentre ? _("Play {card} on an empty [stack]", said) : _("Put {card} on an empty [side stack]", said) };
  });
}

/**
 * A move as something to do: "Play 7♥ on stack 2".
 * @param {Move} move
 * @param {View} view
 * @param {Table} table
 */
export function moveOffer(move, view, table) {
  if (move.pass) return _("Pass");
  const { kind, index } = placeParts(move.target);
  const said = { card: cargo(move, view, table), n: index + 1, place: placeName(move.target, view, table) };
  if (kind === "centre") return _("Play {card} on [stack] {n}", said);
  return kind === "side" ? _("Put {card} on [side stack] {n}", said) : _("Load {card} on {place}", said);
}
