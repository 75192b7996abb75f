// Several people at one device: the seats played here, and the cards hidden while it is handed over.

/** @import {People} from "./messages.js" */
/** @import {Table, View} from "./types.js" */

/** The seats played on this device, if there is more than one. @param {Table} table @param {People | null} people */
export function seatsHere({ seats, you }, people) {
  if (you === null || !people?.host || !seats.some(({ kind }) => kind === "guest")) return [];
  return people.seats.flatMap(({ kind, host }, seat) => (kind === "guest" || host ? [seat] : []));
}

/**
 * A view with one's own hand face down during the turn of somebody else at this device or a computer player.
 * @param {View} view
 * @param {Table} table
 * @param {People | null} people
 * @returns {View}
 */
export function covered(view, table, people) {
  const { you } = table;
  if (you === null || view.turn === you || view.result || seatsHere(table, people).length === 0) return view;
  const players = view.players.map((player, seat) => (seat === you ? { ...player, hand: cardsIn(player.hand) } : player));
  return { ...view, players };
}

/** @param {number | unknown[]} hand */
function cardsIn(hand) {
  return typeof hand === "number" ? hand : hand.length;
}
