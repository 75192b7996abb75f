// What is said about the patience table: names of places, what a card can do, what has happened.

import { cardName, cardShort } from "../kernel/cards/cards.js";
import { _, listed, N_, ngettext } from "../texts.js";
import { cardsAt, downAt, movesFrom, parseMove } from "./moves.js";

/** @import {PatienceState as State} from "./messages.js" */
/** @import {Move, Place, PlaceId, View} from "./types.js" */

/** @type {Record<string, string>} */
const FOUNDATIONS = {
  Fs: N_("foundation of spades"),
  Fh: N_("foundation of hearts"),
  Fd: N_("foundation of diamonds"),
  Fc: N_("foundation of clubs"),
};

/** @param {PlaceId} id */
export function placeName(id) {
  if (id === "S") return _("stock");
  if (id === "W") return _("waste");
  return id in FOUNDATIONS ? _(FOUNDATIONS[id]) : _("pile {n}", { n: id.slice(1) });
}

/**
 * What a button is called: a card with where it lies and where it can go, or an empty place.
 * @param {Place} place @param {View} view @param {Move[]} moves
 */
export function placeLabel({ id, index }, view, moves) {
  const name = capital(placeName(id));
  const cards = cardsAt(view, id);
  const down = downAt(view, id);
  if (id === "S") return stockLabel(view, moves);
  const card = cards[index - down] ?? null;
  if (card === null) return down > 0 ? ngettext("{place}, {n} card face down", "{place}, {n} cards face down", down, { place: name }) : _("{place}, empty", { place: name });
  const where = [_("{card}, {place}", { card: cardName(card), place: placeName(id) })];
  const over = cards.length - 1 - (index - down);
  if (id.startsWith("T") && over > 0) where.push(ngettext("under {n} card", "under {n} cards", over));
  if (id.startsWith("T") && index === down && down > 0) where.push(ngettext("on {n} card face down", "on {n} cards face down", down));
  const goes = movesFrom(moves, view, id, index).map((move) => placeName(move.target));
  if (goes.length > 0) where.push(_("can go to {places}", { places: listed(goes, true) }));
  return capital(where.join(", "));
}

/** @param {View} view @param {Move[]} moves */
function stockLabel(view, moves) {
  if (view.stock > 0) return ngettext("Stock, {n} card: turn the next", "Stock, {n} cards: turn the next", view.stock);
  const again = moves.some(({ text }) => text === "redeal");
  return again ? _("Stock, empty: turn the waste over") : _("{place}, empty", { place: capital(placeName("S")) });
}

/**
 * What a move did, for those who hear the table.
 * @param {Move} move @param {View} before @param {View} after
 */
export function moveSentence(move, before, after) {
  if (move.text === "redeal") return _("The waste is turned over. Pass {n}.", { n: after.pass });
  if (move.text === "draw") return _("Waste: {card}.", { card: cardName(after.waste.at(-1) ?? null) });
  const cards = cardsAt(before, move.source).slice(-move.count);
  const said = { card: cardName(cards[0]), n: cards.length, place: placeName(move.target) };
  const moved = move.target.startsWith("F")
    ? _("{card} to the foundation.", said)
    : ngettext("{card} to {place}.", "{card} and {more} on it to {place}.", cards.length, { ...said, more: cards.length - 1 });
  const turned = downAt(after, move.source) < downAt(before, move.source) ? cardsAt(after, move.source)[0] : null;
  if (turned === null) return capital(moved);
  const shown = _("{card} turned up.", { card: capital(cardName(turned)) });
  return `${capital(moved)} ${shown}`;
}

/** A move as something to do: "7♥ to pile 5". @param {Move} move @param {View} view */
export function moveOffer(move, view) {
  if (move.text === "draw") return _("Turn the next card");
  if (move.text === "redeal") return _("Turn the waste over");
  const card = cardsAt(view, move.source).at(-move.count);
  if (move.target.startsWith("F")) return _("{card} to the foundation", { card: card ? cardShort(card) : "" });
  return capital(_("{card} to {place}", { card: card ? cardShort(card) : "", place: placeName(move.target) }));
}

/** What a stored action was. @param {string} action @param {string[]} moves @param {View} before @param {View} after */
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

/** "4:05", "1:12:00". @param {number} ms */
export function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ n) => String(Math.floor(n)).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
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
