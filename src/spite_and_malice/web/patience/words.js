// Sentences about the patience table: names of places, what a card can do, events.

import { cardName, cardParts, cardShort } from "../kernel/cards/cards.js";
import { _, listed, N_, ngettext } from "../texts.js";
import { byUse, cardsAt, cardsOf, countAt, downAt, movesFrom, parseMove } from "./moves.js";
import { closesUp, dealtOn, isCovered, isLine, isLuck, pilesOf, rowOf } from "./piles.js";

/** @import {PatienceState as State} from "./messages.js" */
/** @import {Move, Place, PlaceId, View} from "./types.js" */

/** @type {Record<string, string>} */
const FOUNDATIONS = {
  s: N_("foundation of spades"),
  h: N_("foundation of hearts"),
  d: N_("foundation of diamonds"),
  c: N_("foundation of clubs"),
};
/** @type {Record<string, string>} */
const SECOND_FOUNDATIONS = {
  s: N_("second foundation of spades"),
  h: N_("second foundation of hearts"),
  d: N_("second foundation of diamonds"),
  c: N_("second foundation of clubs"),
};

/** @param {PlaceId} id @param {View} view */
export function placeName(id, view) {
  const n = id.slice(1);
  if (id === "S") return pilesOf(view).rules.gather === "none" ? _("stock") : _("new layout");
  if (id === "P") return _("pocket");
  if (id === "W") return _("waste");
  if (id === "F") return _("finished suits");
  if (id === "X") return _("cards that are gone");
  if (Array.isArray(view.foundations) && id.startsWith("F")) {
    const { home } = pilesOf(view).rules;
    if (home === "clock") return _("foundation at {n} o'clock", { n });
    return home === "sultan" && n === "9" ? _("the sultan") : _("foundation {n}", { n });
  }
  if (id.startsWith("F")) return _((id.length > 2 ? SECOND_FOUNDATIONS : FOUNDATIONS)[id[1]]);
  if (id.startsWith("C")) return _("cell {n}", { n });
  if (id.startsWith("R")) return view.reserve && view.reserve.length > 1 ? _("reserve {n}", { n }) : _("reserve");
  if (isLuck(view)) return Number(n) > 12 ? _("pile of the kings") : _("pile at {n} o'clock", { n });
  const { spots, grid } = pilesOf(view);
  if (grid && !isLine(view)) return _("row {row}, place {n}", { row: rowAt(view, Number(n)), n: ((Number(n) - 1) % rowOf(pilesOf(view))) + 1 });
  if (!spots) return _("pile {n}", { n });
  const { row } = spots[Number(n) - 1];
  const first = spots.findIndex((spot) => spot.row === row);
  return _("row {row}, place {n}", { row: row + 1, n: Number(n) - first });
}

/** In which row of a grid a place lies. @param {View} view @param {number} n its number */
const rowAt = (view, n) => Math.ceil(n / rowOf(pilesOf(view)));

/** The common name of the places of a kind. @param {Place} place @param {View} view */
export function groupName({ id, kind }, view) {
  const n = Number(id.slice(1));
  const { spots, grid } = pilesOf(view);
  if (kind === "tableau" && grid) return isLine(view) ? _("The line") : _("Row {n}", { n: rowAt(view, n) });
  if (kind === "tableau" && isLuck(view)) return _("The clock");
  if (kind === "tableau" && spots) return _("Row {n}", { n: spots[n - 1].row + 1 });
  if (kind === "tableau") return id.startsWith("T") ? _("Pile {n}", { n }) : "";
  if (kind === "foundation" || kind === "gone") return _("Foundations");
  if (kind === "cell") return _("Cells");
  if (id === "P") return _("Pocket");
  if (pilesOf(view).rules.gather !== "none") return _("New layout");
  return kind === "reserve" ? _("Reserve") : _("Stock and waste");
}

/**
 * What a button is called: a card with where it lies and where it can go, or an empty place.
 * @param {Place} place @param {View} view @param {Move[]} moves
 */
export function placeLabel({ id, index }, view, moves) {
  const name = capital(placeName(id, view));
  const cards = cardsAt(view, id);
  const down = downAt(view, id);
  if (id === "S") return stockLabel(view, moves);
  if (id === "F") return ngettext("{n} suit of {all} is finished", "{n} suits of {all} are finished", cards.length, { all: (pilesOf(view).rules.packs * 52) / 13 });
  const card = cards[index - down] ?? null;
  if (id.startsWith("T") && isLuck(view)) return hourLabel(name, down, cards.length);
  if (id === "P" && card === null) return pocketLabel(view);
  if (card === null) return down > 0 ? ngettext("{place}, {n} card face down", "{place}, {n} cards face down", down, { place: name }) : _("{place}, empty", { place: name });
  const where = [_("{card}, {place}", { card: cardName(card), place: placeName(id, view) })];
  const over = countAt(view, id) - 1 - index;
  const piled = /^[TRF]/.test(id);
  if (piled && over > 0) where.push(ngettext("under {n} card", "under {n} cards", over));
  if (piled && index === down && down > 0) where.push(ngettext("on {n} card face down", "on {n} cards face down", down));
  if (id.startsWith("T") && isCovered(view, Number(id.slice(1)) - 1)) where.push(_("covered"));
  // A press sends the card to the first of them.
  const from = byUse(movesFrom(moves, view, id, index), [], view);
  const pairs = from.filter(({ partner }) => partner !== undefined).map((move) => partnerName(move, index, view));
  const goes = from.filter(({ partner }) => partner === undefined).map((move) => placeName(move.target, view));
  if (pairs.length > 0) where.push(_("can go with {cards}", { cards: listed(pairs, true) }));
  if (goes.includes(placeName("X", view))) where.push(_("can go on its own"));
  else if (goes.length > 0) where.push(_("can go to {places}", { places: listed(goes, true) }));
  return capital(where.join(", "));
}

/** What an empty pocket is called: when it takes cards, and which. @param {View} view */
export function pocketLabel({ stock }) {
  return stock > 0 ? _("Pocket, empty: takes cards once the stock is empty") : _("Pocket, empty: takes a card, or cards that move together");
}

/** The cards at an hour. @param {string} place @param {number} down how many cards face down @param {number} up how many have been laid there */
function hourLabel(place, down, up) {
  const laid = up > 0 ? [ngettext("{n} card laid", "{n} cards laid", up)] : [];
  const left = down > 0 ? [ngettext("{n} card face down", "{n} cards face down", down)] : [];
  return [place, ...left, ...laid].join(", ");
}

/** The card that can go with one. @param {Move} move @param {number} index of that one @param {View} view */
function partnerName({ source, target }, index, view) {
  const cards = cardsAt(view, target);
  return cardName((source === target && index === cards.length - 1 ? cards.at(-2) : cards.at(-1)) ?? null);
}

/**
 * Which cards can go with one that was tapped.
 * @param {View} view @param {{place: PlaceId, index: number}} picked @param {{place: PlaceId, index: number}[]} partners
 * @param {PlaceId[]} places where it can go instead
 */
export function partnersSentence(view, picked, partners, places) {
  const name = (/** @type {{place: PlaceId, index: number}} */ { place, index }) => cardName(cardsAt(view, place)[index - downAt(view, place)] ?? null);
  const cards = listed(partners.map(name), true);
  if (places.length === 0) return capital(_("{card}: can go with {cards}.", { card: name(picked), cards }));
  const others = listed(places.map((place) => placeName(place, view)), true);
  return capital(_("{card}: can go with {cards}, or to {places}.", { card: name(picked), cards, places: others }));
}

/**
 * Where a card can go that waits for its place: the first choice is where another press sends it.
 * @param {View} view @param {{place: PlaceId, index: number}} picked @param {{place: PlaceId}[]} targets
 */
export function choiceSentence(view, { place, index }, targets) {
  const [first, ...others] = targets.map((target) => placeName(target.place, view));
  const card = cardName(cardsAt(view, place)[index - downAt(view, place)] ?? null);
  return capital(_("{card}: press it again for {first}, or press {others}.", { card, first, others: listed(others, true) }));
}

/** @param {View} view @param {Move[]} moves */
function stockLabel(view, moves) {
  const { rules } = pilesOf(view);
  if (rules.gather !== "none") return layoutLabel(view, moves);
  if (closesUp(rules)) return closingLabel(view, moves);
  if (rules.stock === "reserve" && view.stock > 0) {
    return ngettext("Stock, {n} deal left: a card on each reserve pile", "Stock, {n} deals left: a card on each reserve pile", dealsLeft(view));
  }
  if (rules.stock === "hand" && view.stock > 0) return ngettext("Stock, {n} card", "Stock, {n} cards", view.stock);
  if (rules.stock === "piles" && view.stock > 0) {
    return ngettext("Stock, {n} deal left: a card on each pile", "Stock, {n} deals left: a card on each pile", dealsLeft(view));
  }
  if (view.stock > 0) return ngettext("Stock, {n} card: turn the next", "Stock, {n} cards: turn the next", view.stock);
  const again = moves.some(({ text }) => text === "redeal");
  if (!again) return _("{place}, empty", { place: capital(placeName("S", view)) });
  return rules.passes === null
    ? _("Stock, empty: turn the waste over")
    : ngettext("Stock, empty: turn the waste over, {n} more time", "Stock, empty: turn the waste over, {n} more times", rules.passes - view.pass);
}

/** The name of the stock to which the cards close up. @param {View} view @param {Move[]} moves */
function closingLabel({ stock }, moves) {
  const left = stock > 0 ? ngettext("Stock, {n} card", "Stock, {n} cards", stock) : _("Stock, empty");
  return moves.some(({ text }) => text === "deal") ? _("{stock}: let the cards close up", { stock: left }) : left;
}

/** The name of the place from which all cards are laid out again. @param {View} view @param {Move[]} moves */
function layoutLabel(view, moves) {
  const { passes } = pilesOf(view).rules;
  if (!moves.some(({ text }) => text === "redeal")) return _("The cards cannot be laid out again");
  if (passes === null) return _("Lay the cards out again");
  return ngettext("Lay the cards out again, {n} more time", "Lay the cards out again, {n} more times", passes - view.pass);
}

/** What stands under the place where all is laid out again: how often that can be done, or how many cards may be drawn then. @param {View} view */
export function layoutsLeft(view) {
  const { passes } = pilesOf(view).rules;
  const left = passes === null ? 0 : passes - view.pass;
  if (left > 0) return `${left} ×`;
  return view.merci ? _("merci {n}", { n: view.merci }) : "";
}

/** How often the stock can be dealt on the piles, or on the reserve. @param {View} view */
export const dealsLeft = (view) => Math.ceil(view.stock / dealtOn(view).length);

/**
 * What a move did, for those who hear the table.
 * @param {Move} move @param {View} before @param {View} after
 */
export function moveSentence(move, before, after) {
  if (move.text === "redeal" && move.source === "S") return _("The cards are laid out again. Layout {n}.", { n: after.pass });
  if (move.text === "redeal") return _("The waste is turned over. Pass {n}.", { n: after.pass });
  if (move.text === "draw") return _("Waste: {card}.", { card: cardName(after.waste.at(-1) ?? null) });
  return [moved(move, before, after), ...finished(before, after), ...turnedUp(move, before, after)].join(" ");
}

/** @param {Move} move @param {View} before @param {View} after */
function moved(move, before, after) {
  if (move.text === "deal" && closesUp(pilesOf(after).rules)) {
    return after.stock > 0 ? ngettext("The cards close up; {n} card is left in the stock.", "The cards close up; {n} cards are left in the stock.", after.stock) : _("The cards close up; the stock is empty.");
  }
  if (move.text === "deal") {
    const left = dealsLeft(after);
    return left > 0 ? ngettext("A card on each pile; {n} deal left.", "A card on each pile; {n} deals left.", left) : _("A card on each pile; the stock is empty.");
  }
  const cards = cardsOf(before, move);
  const said = { card: cardName(cards[0]), n: cards.length, place: placeName(move.target, before) };
  if (move.partner) {
    const [second] = move.partner === move.source ? cardsAt(before, move.source).slice(-2) : cardsAt(before, move.partner).slice(-1);
    return capital(_("{card} and {second} go.", { ...said, second: cardName(second) }));
  }
  if (move.target === "X") return capital(_("{card} goes.", said));
  if (isLine(before)) return capital(_("{card} to {place}.", { card: cardName(cards.at(-1) ?? null), place: cardName(cardsAt(before, move.target).at(-1) ?? null) }));
  const words = move.target.startsWith("F")
    ? _("{card} to the foundation.", said)
    : ngettext("{card} to {place}.", "{card} and {more} on it to {place}.", cards.length, { ...said, more: cards.length - 1 });
  return capital(words);
}

/** Suits that left the table with a move. @param {View} before @param {View} after */
function finished(before, after) {
  if (!pilesOf(before).runs) return [];
  const [was, is] = [cardsAt(before, "F").length, cardsAt(after, "F").length];
  return is > was ? [_("A suit is finished.")] : [];
}

/** @param {Move} move @param {View} before @param {View} after */
function turnedUp({ source, target }, before, after) {
  return [source, target].flatMap((id) => {
    if (!/^[TR]/.test(id) || downAt(after, id) >= downAt(before, id)) return [];
    const card = isLuck(after) ? after.waste.at(-1) : cardsAt(after, id)[0];
    return card ? [_("{card} turned up.", { card: capital(cardName(card)) })] : [];
  });
}

/** A move as something to do: "7♥ to pile 5". @param {Move} move @param {View} view */
export function moveOffer(move, view) {
  if (move.text === "draw") return _("Turn the next card");
  if (move.text === "redeal") return move.source === "S" ? _("Lay the cards out again") : _("Turn the waste over");
  if (move.text === "deal") return closesUp(pilesOf(view).rules) ? _("Let the cards close up") : _("Deal a card on each pile");
  const short = (/** @type {string | null | undefined} */ card) => (card ? cardShort(card) : "");
  const card = short(cardsAt(view, move.source).at(isLine(view) ? -1 : -move.depth));
  if (move.partner) {
    const second = short(move.partner === move.source ? cardsAt(view, move.source).at(-2) : cardsAt(view, move.partner).at(-1));
    return _("{card} with {second}", { card, second });
  }
  if (move.target === "X") return _("{card} off the table", { card });
  if (move.target.startsWith("F")) return _("{card} to the foundation", { card });
  if (move.target.startsWith("C")) return _("{card} to a cell", { card });
  return capital(_("{card} to {place}", { card, place: placeName(move.target, view) }));
}

/** The name of a stored action. @param {string} action @param {string[]} moves @param {View} before @param {View} after */
export function actionSentence(action, moves, before, after) {
  const [kind, n] = action.split(":");
  const count = Number(n ?? 1);
  if (kind === "rescue" && count === 0) return _("It can still be won from here.");
  if (kind === "undo" || kind === "rescue") return ngettext("Taken back.", "{n} moves taken back.", count);
  if (kind === "redo") return ngettext("Redone.", "{n} moves redone.", count);
  if (kind === "pause" || kind === "away") return _("Paused.");
  if (kind === "resume") return _("Resumed.");
  if (kind === "give_up") return _("Given up.");
  if (kind === "finish" || kind === "hint" || kind === "solve" || moves.length !== 1) return "";
  return moveSentence(parseMove(moves[0], before), before, after);
}

/** Why a card that was tapped goes nowhere. @param {View} view @param {PlaceId} place @param {string} card */
export function standsStill(view, place, card) {
  const covered = place.startsWith("T") && isCovered(view, Number(place.slice(1)) - 1);
  const said = { card: cardShort(card) };
  const next = place.startsWith("F") ? nextOn(view, place, card) : "";
  if (next) return _("On {card} comes {next}.", { ...said, next });
  return covered ? _("{card} is covered: take what lies on it first.", said) : _("Nothing takes {card} now.", said);
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Why nothing comes of what is asked for, as a sentence; null where something does.
 * @param {string} type @param {State} state @param {boolean} isOver
 */
export function hindranceOf(type, { can_undo, can_redo, can_finish }, isOver) {
  if (type === "undo") return can_undo ? null : _("There is nothing to undo.");
  if (isOver) return _("The game is over.");
  if (type === "redo" && !can_redo) return _("There is nothing to redo.");
  return type === "finish" && !can_finish ? _("The game is not as good as won yet.") : null;
}

/** What comes next on a foundation that does not go up by one, "" for any other. @param {View} view @param {PlaceId} place @param {string} card */
function nextOn(view, place, card) {
  const { home } = view.rules;
  const step = home === "steps" ? Number(place.slice(1)) : home === "twos" ? 2 : 0;
  if (step === 0 || countAt(view, place) === 13) return "";
  const rank = (cardParts(card).rank + step - 1) % 13;
  const next = cardShort(`${"A23456789TJQK"[rank]}${card.at(-1)}`);
  // Where suits do not matter none is said.
  return home === "steps" ? next.slice(0, -1) : next;
}
