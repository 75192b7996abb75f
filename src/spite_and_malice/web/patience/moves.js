// Moves in the view's notation, and the position after one. Nothing here knows the legal moves: they come from the
// view.

import { closesUp, dealtOn, isDealtOut, isLine, isLuck, pilesOf, placesOf } from "./piles.js";

/** @import {Cards, Move, PlaceId, Suit, View} from "./types.js" */

/** The suits in the order of the foundations. */
export const SUITS = /** @type {Suit[]} */ (["s", "h", "d", "c"]);
export const RANKS = "A23456789TJQK";

/** The rank from which all others are counted, from 1. @param {View} view */
export function baseOf(view) {
  const { aim, base } = pilesOf(view).rules;
  return view.base ?? (aim === "build" && typeof base === "number" ? base : 1);
}

/** The foundations of games that have one or two for each suit. @param {View} view */
const suitsOf = ({ foundations }) => /** @type {Record<Suit, number | number[]>} */ (foundations);

/** The cards of a numbered foundation. @param {View} view @param {PlaceId} place @returns {string[] | undefined} */
const homeAt = ({ foundations }, place) => (Array.isArray(foundations) && /^F\d/.test(place) ? foundations[Number(place.slice(1)) - 1] : undefined);

/** The number of cards on a foundation of a suit. @param {View} view @param {PlaceId} place */
function countOn(view, place) {
  const counts = suitsOf(view)[/** @type {Suit} */ (place[1])];
  return typeof counts === "number" ? counts : counts[place.length > 2 ? 1 : 0];
}

/** The pile of the tableau or of the reserve at a place. @param {View} view @param {PlaceId} place */
function pileAt(view, place) {
  const piles = place.startsWith("T") ? view.tableau : place.startsWith("R") ? view.reserve : undefined;
  return piles?.[Number(place.slice(1)) - 1];
}

/**
 * The face-up cards at a place, the lowest first; none for the stock. For a suit that left the table as a run, its
 * king.
 * @param {View} view
 * @param {PlaceId} place
 * @returns {Cards}
 */
export function cardsAt(view, place) {
  const pile = pileAt(view, place);
  if (pile) return pile.up;
  if (place === "W") return view.waste;
  if (place === "P") return view.pocket ?? [];
  const home = homeAt(view, place);
  if (home) return home;
  if (place === "F") return SUITS.flatMap((suit) => Array(/** @type {number} */ (suitsOf(view)[suit])).fill(`K${suit}`));
  if (place.startsWith("C")) return [view.cells?.[Number(place.slice(1)) - 1] ?? []].flat();
  if (!place.startsWith("F")) return [];
  const base = baseOf(view) - 1;
  return Array.from({ length: countOn(view, place) }, (_none, at) => RANKS[(base + at) % RANKS.length] + place[1]);
}

/** The number of face-down cards under them. @param {View} view @param {PlaceId} place */
export function downAt(view, place) {
  return pileAt(view, place)?.down ?? 0;
}

/** The number of cards at a place. @param {View} view @param {PlaceId} place */
export function countAt(view, place) {
  return downAt(view, place) + cardsAt(view, place).length;
}

/** @param {string} text @param {View} view before it @returns {Move} */
export function parseMove(text, view) {
  const bare = (/** @type {PlaceId} */ source, /** @type {PlaceId} */ target, /** @type {number} */ count) => ({ text, source, target, count, depth: count });
  const { rules } = pilesOf(view);
  if (text === "draw") return bare("S", "W", Math.min(rules.draw, view.stock));
  if (text === "redeal") return rules.gather === "none" ? bare("W", "S", view.waste.length) : bare("S", "T", 0);
  if (closesUp(rules) && text === "deal") return bare("S", "T", Math.min(view.tableau.filter(({ up }) => up.length === 0).length, view.stock));
  if (text === "deal") return bare("S", rules.stock === "reserve" ? "R" : "T", Math.min(dealtOn(view).length, view.stock));
  const [from, target] = text.split("-");
  const [first, partner] = from.split("+");
  if (partner) return { text, source: first, target, count: 1, depth: 1, partner };
  const [source, given = "1"] = from.split(/[:@]/);
  const depth = Number(given);
  const count = from.includes("@") ? 1 : depth;
  const card = cardsAt(view, source).at(-depth) ?? "";
  if (target === "F") return { text, source, target: foundationFor(view, card), count, depth };
  if (target === "C") return { text, source, target: `C${(view.cells ?? []).indexOf(null) + 1}`, count, depth };
  return { text, source, target, count, depth };
}

/** The cards that a move takes from its source, the lowest first. @param {View} view before it @param {Move} move */
export function cardsOf(view, { source, count, depth }) {
  const cards = cardsAt(view, source);
  const lowest = cards.length - depth;
  return cards.slice(lowest, lowest + count);
}

/**
 * The foundation on which a card comes next: with two of a suit, the one with the right height.
 * @param {View} view
 * @param {string} card
 */
function foundationFor(view, card) {
  const height = (RANKS.indexOf(card[0]) - (baseOf(view) - 1) + RANKS.length) % RANKS.length;
  const own = pilesOf(view).foundations.filter((place) => place[1] === card[1]);
  return own.find((place) => countOn(view, place) === height) ?? `F${card[1]}`;
}

/** Every legal move. @param {View} view */
export function legalMoves(view) {
  return view.legal.map((text) => parseMove(text, view));
}

/**
 * The number of cards picked up together with a card, including those over it.
 * @param {View} view
 * @param {PlaceId} place
 * @param {number} index of the card, including those face down
 */
export const takenAt = (view, place, index) => countAt(view, place) - (isLine(view) ? 0 : index);

/**
 * The moves that take a card and those on it off a place. The target of a pair is the place of the other card.
 * @param {Move[]} moves
 * @param {View} view
 * @param {PlaceId} place
 * @param {number} index of the lowest card taken, including those face down
 * @returns {Move[]}
 */
export function movesFrom(moves, view, place, index) {
  const count = takenAt(view, place, index);
  return moves.flatMap((move) => {
    const { source, partner } = move;
    // Two cards of the waste: the second is the partner of the first, and the first that of the second.
    if (partner && source === partner) return place === source && count <= 2 ? [{ ...move, target: source }] : [];
    if (move.depth !== count || (source !== place && partner !== place)) return [];
    return partner ? [{ ...move, source: place, target: source === place ? partner : source }] : [move];
  });
}

/** Does a move bring its card to the place where the game wants it? @param {Move} move */
export function isHome({ target, partner }) {
  return partner === undefined && /^[FXW]/.test(target);
}

/** Is it an empty pile of the tableau? @param {View} view @param {PlaceId} place */
const isGap = (view, place) => place.startsWith("T") && countAt(view, place) === 0;

/**
 * Must cards stay where a move puts them, so that their other targets are lost?
 * @param {View} view
 * @param {Move} move
 * @param {Move[]} moves all moves of the cards
 */
export function isFinal(view, move, moves) {
  const { rules } = pilesOf(view);
  const { target, count } = move;
  const others = moves.filter((other) => other.target !== target).map((other) => other.target);
  if (others.length === 0) return false;
  // Few cards may be drawn from under others, and none goes back to its place beside others.
  if (count < move.depth || pilesOf(view).grid) return true;
  const gaps = others.filter((place) => isGap(view, place)).length;
  if ((gaps > 0 && rules.empty === "waste") || rules.build === "heap") return true;
  if (isHome(move)) return !rules.worry_back || others.some((place) => place.startsWith("C"));
  if (!target.startsWith("T")) return false;
  // Fewer cards can move at once from gap to gap than from a pile.
  if (isGap(view, target)) {
    const free = view.cells?.filter((card) => card === null).length ?? 0;
    return gaps > 0 && rules.groups === "cells" && count > (free + 1) * 2 ** (gaps - 1);
  }
  if (rules.groups === "pile" || (rules.groups === "ends" && count > 1)) return true;
  return rules.aim === "runs" && isSuit([...cardsAt(view, target), ...cardsOf(view, move)].slice(-RANKS.length));
}

/** Do the cards form a whole suit from king to ace, which leaves the table? @param {Cards} cards the lowest first */
const isSuit = (cards) => cards.length === RANKS.length && cards.every((card, at) => card === `${RANKS.at(-1 - at)}${cards[0]?.[1]}`);

/**
 * The moves of a card in the order of repeated taps: home, then to piles, first to one that ends in its own suit, then
 * into a gap, then to a cell; places where it has been are left out.
 * @param {Move[]} moves
 * @param {PlaceId[]} been
 * @param {View} view
 */
export function byUse(moves, been, view) {
  const rank = (/** @type {Move} */ move) => {
    const { source, target, count } = move;
    if (isHome(move)) return 0;
    if (/^[CP]/.test(target)) return 4;
    const top = cardsAt(view, target).at(-1);
    // Moving a whole pile gains nothing.
    if (!top) return source.startsWith("T") && countAt(view, source) === count ? 5 : 3;
    return top[1] === cardsOf(view, move)[0]?.[1] ? 1 : 2;
  };
  return moves.filter(({ target }) => !been.includes(target)).sort((a, b) => rank(a) - rank(b));
}

/**
 * The place of a face-up card: with two packs, preferably a given place.
 * @param {View} view
 * @param {string} card
 * @param {PlaceId} [near]
 * @returns {{place: PlaceId, index: number} | null}
 */
export function placeOf(view, card, near) {
  for (const place of [...(near ? [near] : []), ...placesOf(view)]) {
    const at = cardsAt(view, place).lastIndexOf(card);
    if (at >= 0 && place !== "F") return { place, index: downAt(view, place) + at };
  }
  return null;
}

/**
 * The view while a move is pending: face-down cards stay so, and the next legal moves are unknown.
 * @param {View} view
 * @param {Move} move
 * @param {string[]} [turned] the cards that come from the stock, if they are known
 * @returns {View}
 */
export function carry(view, move, turned = []) {
  const { text, source, target, count, partner } = move;
  const after = structuredClone({ ...view, legal: [] });
  // The cached piles belong to this rules object.
  after.rules = view.rules;
  if (text === "redeal" && source === "S") return { ...after, pass: view.pass + 1 };
  if (text === "redeal") return { ...after, stock: view.waste.length, waste: [], pass: view.pass + 1 };
  if (text === "deal" && closesUp(pilesOf(view).rules)) return closedUp(after, count);
  if (source === "S") {
    const cards = Array.from({ length: count }, (_none, at) => turned[at] ?? null);
    after.stock -= count;
    if (target === "W") after.waste.push(...cards);
    else cards.forEach((card, at) => dealtOn(after)[at].up.push(card));
    return after;
  }
  const cards = takeOff(after, move);
  if (partner) takeOff(after, { ...move, source: partner });
  else put(after, target, cards);
  if (isLine(after)) closedUp(after, 0);
  if (isLuck(after)) turnAt(after, target, turned[0] ?? null);
  return after;
}

/**
 * Lets the cards of a grid close up, followed by unseen cards from the stock.
 * @param {View} view changed by it
 * @param {number} count of those
 * @returns {View}
 */
function closedUp(view, count) {
  const piles = view.tableau.filter(({ up }) => up.length > 0);
  for (let at = 0; at < count; at += 1) piles.push({ down: 0, up: [null] });
  view.stock -= count;
  view.tableau = view.tableau.map((_pile, at) => piles[at] ?? { down: 0, up: [] });
  return view;
}

/** Turns up the next card of an hour, if there is one. @param {View} view changed by it @param {PlaceId} hour @param {string | null} card */
function turnAt(view, hour, card) {
  const pile = pileAt(view, hour);
  if (!pile || pile.down === 0) return;
  pile.down -= 1;
  view.waste.push(card);
}

/** @param {View} view changed by it @param {Move} move */
function takeOff(view, move) {
  const { source: place, count, depth } = move;
  const cards = cardsOf(view, move);
  if (count < depth) view.merci = (view.merci ?? 1) - 1;
  if (place.startsWith("F")) addTo(view, place, -1);
  else if (place.startsWith("C")) /** @type {Cards} */ (view.cells)[Number(place.slice(1)) - 1] = null;
  else cardsAt(view, place).splice(-depth, count);
  return cards;
}

/** @param {View} view changed by it @param {PlaceId} place @param {Cards} cards */
function put(view, place, cards) {
  if (place === "X") return;
  const home = homeAt(view, place);
  if (home) home.push(/** @type {string} */ (cards[0]));
  else if (place.startsWith("F")) addTo(view, place, 1);
  else if (place.startsWith("C")) /** @type {Cards} */ (view.cells)[Number(place.slice(1)) - 1] = cards[0];
  else cardsAt(view, place).push(...cards);
}

/** @param {View} view changed by it @param {PlaceId} place a foundation @param {number} change */
function addTo(view, place, change) {
  const suit = /** @type {Suit} */ (place[1]);
  const foundations = suitsOf(view);
  const counts = foundations[suit];
  if (typeof counts === "number") foundations[suit] = counts + change;
  else counts[place.length > 2 ? 1 : 0] += change;
}

/** The number of cards that have reached their goal. @param {View} view */
export function homeCount(view) {
  const { rules } = pilesOf(view);
  if (Array.isArray(view.foundations)) return view.foundations.reduce((sum, cards) => sum + cards.length, 0);
  const founded = Object.values(view.foundations).flat().reduce((sum, count) => sum + count, 0);
  if (rules.aim === "build") return founded;
  if (rules.aim === "runs") return founded * RANKS.length;
  const left = [...view.tableau, ...(view.reserve ?? [])].reduce((sum, { down, up }) => sum + down + up.length, 0);
  return rules.packs * 52 - left - (view.cells ?? []).filter((card) => card !== null).length;
}

const PAIR_ORDER = "TCRW";

/**
 * The notation of cards going to a place, legal or not.
 * @param {View} view
 * @param {PlaceId} source
 * @param {number} count
 * @param {PlaceId} target
 */
export function wordOf(view, source, count, target) {
  if (pilesOf(view).rules.aim === "pairs" && target !== "X") {
    const order = (/** @type {PlaceId} */ place) => PAIR_ORDER.indexOf(place[0]) * 100 + Number(place.slice(1));
    return `${[source, target].sort((a, b) => order(a) - order(b)).join("+")}-X`;
  }
  const to = /^[FC]/.test(target) && homeAt(view, target) === undefined ? target[0] : target;
  return `${source}${count > 1 ? `:${count}` : ""}-${to}`;
}

/** The notation of the move at the stock, legal or not. @param {View} view */
export function stockWord(view) {
  if (isDealtOut(pilesOf(view).rules)) return "deal";
  return view.stock > 0 ? "draw" : "redeal";
}
