// Moves as the view writes them, and what lies where after one. Nothing here knows which moves there are: the view says.

/** @import {Move, PlaceId, Suit, View} from "./types.js" */

/** In the order of the foundations. */
export const SUITS = /** @type {Suit[]} */ (["s", "h", "d", "c"]);
const RANKS = "A23456789TJQK";

/** The places of the table: stock, waste, foundations, piles. @type {PlaceId[]} */
export const PLACES = ["S", "W", ...SUITS.map((suit) => `F${suit}`), ..."1234567".split("").map((n) => `T${n}`)];

/**
 * The face-up cards that lie at a place, the lowest first; none for the stock.
 * @param {View} view @param {PlaceId} place @returns {(string | null)[]}
 */
export function cardsAt(view, place) {
  if (place === "W") return view.waste;
  if (place === "S") return [];
  const name = place.slice(1);
  if (place.startsWith("T")) return view.tableau[Number(name) - 1].up;
  const suit = /** @type {Suit} */ (name);
  return [...RANKS.slice(0, view.foundations[suit])].map((rank) => rank + suit);
}

/** How many cards lie face down under them. @param {View} view @param {PlaceId} place */
export function downAt(view, place) {
  return place.startsWith("T") ? view.tableau[Number(place.slice(1)) - 1].down : 0;
}

/** @param {string} text @param {View} view before it @returns {Move} */
export function parseMove(text, view) {
  if (text === "draw") return { text, source: "S", target: "W", count: Math.min(view.rules.draw, view.stock) };
  if (text === "redeal") return { text, source: "W", target: "S", count: view.waste.length };
  const [from, target] = text.split("-");
  const [source, count] = from.split(":");
  if (target !== "F") return { text, source, target, count: Number(count ?? 1) };
  return { text, source, target: `F${cardsAt(view, source).at(-1)?.[1]}`, count: 1 };
}

/** Every legal move. @param {View} view */
export function legalMoves(view) {
  return view.legal.map((text) => parseMove(text, view));
}

/**
 * The moves that take the cards from one on off a place.
 * @param {Move[]} moves @param {View} view @param {PlaceId} place @param {number} index of the lowest card taken, those face down counted
 */
export function movesFrom(moves, view, place, index) {
  const count = downAt(view, place) + cardsAt(view, place).length - index;
  return moves.filter((move) => move.source === place && move.count === count);
}

/** Where a face-up card lies. @param {View} view @param {string} card @returns {{place: PlaceId, index: number} | null} */
export function placeOf(view, card) {
  for (const place of PLACES) {
    const at = cardsAt(view, place).indexOf(card);
    if (at >= 0) return { place, index: downAt(view, place) + at };
  }
  return null;
}

/**
 * How the table looks while a move is on its way: what was face down stays so, and what may be done next is not known.
 * @param {View} view @param {Move} move @param {string[]} [turned] the cards that come from the stock, where they are known
 * @returns {View}
 */
export function carry(view, { text, source, target, count }, turned = []) {
  const after = structuredClone({ ...view, legal: [] });
  if (text === "redeal") return { ...after, stock: view.waste.length, waste: [], pass: view.pass + 1 };
  /** @type {(string | null)[]} */
  const cards = text === "draw" ? Array.from({ length: count }, (_none, at) => turned[at] ?? null) : cardsAt(view, source).slice(-count);
  if (source === "S") after.stock -= count;
  else if (source === "W") after.waste.splice(-count);
  else if (source.startsWith("T")) after.tableau[Number(source.slice(1)) - 1].up.splice(-count);
  else after.foundations[/** @type {Suit} */ (source[1])] -= 1;
  if (target === "W") after.waste.push(...cards);
  else if (target.startsWith("F")) after.foundations[/** @type {Suit} */ (target[1])] += 1;
  else after.tableau[Number(target.slice(1)) - 1].up.push(.../** @type {string[]} */ (cards));
  return after;
}
