// The meaning of the player's gestures: a card is picked or lifted and goes to a place, or back; anyone who sees the
// table can look closer at its parts. Nothing here knows a rule: every gesture is looked up among the view's legal
// moves.

import { keyOf, spotOf } from "./board/board.js";
import { cardShort } from "../kernel/cards/cards.js";
import { cardsOn, movesFrom, obviousMove, partnerOf, placeParts } from "./moves.js";
import { _ } from "../texts.js";
import { focusedKey } from "../kernel/dom/drawn.js";
import { LiftedCards } from "../kernel/gestures/lifted.js";

/** @import {Move, PlaceId, Selection, Table, View} from "./types.js" */
/** @import {Scene} from "./scene.js" */
/** @import {Piece} from "../kernel/types.js" */
/** @import {TableView} from "./table.js" */
/** @import {Stage} from "./stage.js" */

/**
 * The card a gesture on a button would take, if it is one of the player's own or their partner's sources.
 * @param {View} view
 * @param {Table} table
 * @param {string} key
 * @returns {{place: PlaceId, index: number, card: string} | null}
 */
function sourceAt(view, table, key) {
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
 * The possible actions with the picked cards, if the lit targets do not show them.
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

export class Hands {
  /** @type {Selection | null} */
  selection = null;
  /** Was the last gesture made with the keyboard? */
  #byKeys = false;
  /** The target of the picked cards, played as soon as the previous move is answered. @type {string | null} */
  #wanted = null;
  #lifted;
  #table;

  /** @param {TableView} table */
  constructor(table) {
    this.#table = table;
    this.#lifted = new LiftedCards(table.root);
  }

  /** The picked cards as they lie on the table. @returns {Piece[]} */
  pieces() {
    const { selection } = this;
    const { scene } = this.#table;
    if (!selection || !scene) return [];
    const { source, spots } = selection;
    const found = source.startsWith("hand:") ? spots.map((spot) => scene.piece(source, spot)) : [scene.piece(source)];
    return found.filter((piece) => piece !== undefined);
  }

  /** Lets go of everything at once because the table has been replaced. */
  clear() {
    this.#lifted.release();
    this.selection = null;
    this.#wanted = null;
  }

  /** Lets go of cards that are no longer where they were picked. */
  check() {
    if (!this.selection) return;
    const { source, spots, cards } = this.selection;
    const there = cardsOn(this.#table.state.view, source);
    const same = source.startsWith("hand:")
      ? spots.every((spot, order) => there[spot] === cards[order])
      : there.at(-1) === cards[0];
    if (!same) this.clear();
  }

  /**
   * Picks a card or puts the picked one there; returns whether a second tap would make it a double tap. A tap that puts
   * a card on a stack is complete: another tap there is not meant to play that card.
   * @param {string} key
   * @param {boolean} keyboard
   */
  tap(key, keyboard) {
    this.#byKeys = keyboard;
    const { moves } = this.#table;
    const { view, table } = this.#table.state;
    const { place } = spotOf(key);
    const { selection } = this;
    const chosen =
      selection && movesFrom(moves, selection.source, selection.cards).find((move) => move.target === place);
    if (chosen) {
      this.#table.play(chosen);
      return false;
    }
    const source = sourceAt(view, table, key);
    this.#wanted = null;
    if (selection && this.#table.waits && placeParts(place).kind !== "hand" && place !== selection.source) {
      this.#wanted = key;
      return false;
    }
    if (source) {
      this.#pick(source);
      if (keyboard && this.selection) this.#focusTarget();
    } else if (selection) this.#table.explain(selection.source, selection.cards, place);
    else this.#table.look(key);
    return true;
  }

  /**
   * Picks a card, or the second of a pair, or puts it back.
   * @param {{place: PlaceId, index: number, card: string}} source
   */
  #pick({ place, index, card }) {
    const { selection } = this;
    const { moves } = this.#table;
    const { view, table } = this.#table.state;
    if (selection?.source === place && selection.spots.includes(index)) {
      const spots = selection.spots.filter((spot) => spot !== index);
      const cards = selection.cards.filter((_card, at) => selection.spots[at] !== index);
      this.#select(spots.length > 0 ? { source: place, spots, cards } : null);
      return;
    }
    if (view.turn !== table.you || view.result) {
      this.#table.explain(place, [card], place);
      return;
    }
    const both = selection?.source === place && selection.cards.length === 1 ? [selection.cards[0], card] : [];
    if (both.length === 2 && movesFrom(moves, place, both).some((move) => move.cards.length === 2)) {
      this.#select({ source: place, spots: [.../** @type {Selection} */ (selection).spots, index], cards: both });
    } else this.#select({ source: place, spots: [index], cards: [card] });
  }

  /** @param {Selection | null} selection */
  #select(selection) {
    this.selection = selection;
    this.#table.choose();
  }

  /** With the keyboard, the focus moves to the card's most likely target. */
  #focusTarget() {
    const selection = /** @type {Selection} */ (this.selection);
    const moves = movesFrom(this.#table.moves, selection.source, selection.cards);
    const best = obviousMove(moves, this.#table.state.view) ?? moves[0];
    if (best) this.#table.board.button(keyOf(best.target, 0))?.focus();
  }

  /** With the keyboard, the focus returns from a card's target to the next playable card. */
  focusSource() {
    if (!this.#byKeys) return;
    const { scene, moves, board } = this.#table;
    const { view, table } = this.#table.state;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const lost = focused === null || focused === document.body;
    if (!scene || (!lost && (!focused.dataset.key || sourceAt(view, table, focused.dataset.key)))) return;
    const sources = [...playablePieces(view, moves, scene), scene.piece(`hand:${table.you}`, 0)];
    const piece = sources.find((one) => one !== undefined);
    if (piece) board.button(keyOf(piece.place, piece.index))?.focus();
  }

  /** Puts the picked cards on the target chosen while the previous move was unanswered. */
  goOn() {
    const key = this.#wanted;
    this.#wanted = null;
    if (key && this.selection) this.tap(key, this.#byKeys);
  }

  /** @param {string} key */
  double(key) {
    const { view, table } = this.#table.state;
    const source = sourceAt(view, table, key);
    if (!source) {
      this.tap(key, false);
      return;
    }
    const moves = movesFrom(this.#table.moves, source.place, [source.card]);
    const move = obviousMove(moves, view);
    if (move) this.#table.play(move);
    else {
      this.#select({ source: source.place, spots: [source.index], cards: [source.card] });
      if (moves.length > 1) this.#table.tell(_("It can go to several places: choose one."));
    }
  }

  /** Double tap for the keyboard: the focused or the picked card. */
  obvious() {
    this.#byKeys = true;
    const key = focusedKey();
    if (this.selection) this.double(keyOf(this.selection.source, this.selection.spots[0]));
    else if (key) this.double(key);
  }

  nowhere() {
    if (this.selection) this.#select(null);
  }

  /**
   * Lifts a card off the table, if it can be moved now.
   * @param {string} key
   * @param {number} x of the finger, from the table's corner
   * @param {number} y
   */
  lift(key, x, y) {
    this.#byKeys = false;
    const { moves, scene } = this.#table;
    const { view, table } = this.#table.state;
    const source = sourceAt(view, table, key);
    if (!source || !scene || view.turn !== table.you || moves.length === 0) return false;
    const { place, index, card } = source;
    const held = this.selection?.source === place && this.selection.spots.includes(index);
    if (!held) this.#select({ source: place, spots: [index], cards: [card] });
    const pieces = this.pieces();
    if (pieces.length === 0) return false;
    this.#lifted.lift(scene, pieces, x, y);
    return true;
  }

  /**
   * @param {number} x how far the finger has moved
   * @param {number} y
   * @param {number} atX its position
   * @param {number} atY
   */
  drag(x, y, atX, atY) {
    if (this.#lifted.count === 0) return;
    this.#lifted.drag(x, y, true);
    this.#table.board.hover(this.#target(atX, atY)?.move?.target ?? null);
  }

  /** @param {boolean} done false if the drag was cancelled @param {number} x the finger's position @param {number} y */
  drop(done, x, y) {
    if (this.#lifted.count === 0) return;
    const { selection } = this;
    const target = done ? this.#target(x, y) : null;
    this.#lifted.release();
    if (target?.move) {
      this.#table.play(target.move);
      return;
    }
    if (target && selection) this.#table.explain(selection.source, selection.cards, target.place);
    this.selection = null;
    this.#table.show(this.#table.state.view, {});
  }

  /** The place that the card in the air would fall on. @param {number} x @param {number} y */
  #target(x, y) {
    const { selection } = this;
    if (!selection) return null;
    const places = this.#table.state.layout.places.filter(({ id }) => id !== selection.source);
    const moves = movesFrom(this.#table.moves, selection.source, selection.cards);
    return this.#lifted.target(places, moves, { x, y });
  }
}

/**
 * Listens for clicks on things to look at, and for a mouse over stacks.
 * @param {TableView} table
 * @param {() => Promise<Stage>} staged
 */
export function listenForLooks(table, staged) {
  const { root } = table;
  root.addEventListener("click", async ({ target }) => {
    const button = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (target).closest("[data-seat], [data-read], [data-panel]")
    );
    const { seat, read, panel } = button?.dataset ?? {};
    if (seat) table.lookAtSeat(Number(seat));
    else if (read) table.look(read);
    else if (panel) (await staged()).toggleTab(panel);
  });

  /** Stacks are fanned out only under a mouse. @param {PointerEvent} event */
  const watchMouse = async (event) => {
    if (event.pointerType !== "mouse" || !(/** @type {Element} */ (event.target).closest(".place.side"))) return;
    root.removeEventListener("pointerover", watchMouse);
    const { watch } = await import("./help/peek.js");
    watch(await staged());
  };
  root.addEventListener("pointerover", watchMouse);
}

/** Fans out the stack that has the focus. @param {TableView} table */
export function fanOut(table) {
  const key = focusedKey();
  if (key) table.look(key);
}
