// Moves as something to do, for lists and hints.

import { placeParts } from "../moves.js";
import { _ } from "../../texts.js";
import { cargo, placeName } from "../words.js";

/** @import {Move, Table, View} from "../types.js" */

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
