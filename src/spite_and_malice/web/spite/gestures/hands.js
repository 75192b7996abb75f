// What the player's gestures mean: a card is picked or lifted and goes to a place, or back. Nothing here knows a rule: every
// gesture is looked up among the moves that the view allows.

import { keyOf, spotOf } from "../board/board.js";
import { playablePieces, sourceAt } from "./gestures.js";
import { cardsOn, movesFrom, obviousMove, placeParts } from "../moves.js";
import { focusedKey } from "../../kernel/dom/drawn.js";
import { LiftedCards } from "../../kernel/gestures/lifted.js";
import { _ } from "../../texts.js";

/** @import {PlaceId} from "../types.js" */
/** @import {Selection} from "../board/board.js" */
/** @import {Piece} from "../../kernel/cards/pieces.js" */
/** @import {TableView} from "../table.js" */

export class Hands {
  /** @type {Selection | null} */
  selection = null;
  /** Was the last gesture made with the keyboard? */
  #byKeys = false;
  /** Where the picked cards are to go, as soon as the move before is answered. @type {string | null} */
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

  /** Lets go of everything at once, because the table is another one now. */
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
   * Picks a card or puts the picked one there; says whether a second tap would make it a double tap. One that puts a
   * card on a stack is done: to tap there once more is not meant to play that card.
   * @param {string} key @param {boolean} keyboard
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

  /** With the keyboard, the focus goes on to the place the card would most likely go to. */
  #focusTarget() {
    const selection = /** @type {Selection} */ (this.selection);
    const moves = movesFrom(this.#table.moves, selection.source, selection.cards);
    const best = obviousMove(moves, this.#table.state.view) ?? moves[0];
    if (best) this.#table.board.button(keyOf(best.target, 0))?.focus();
  }

  /** With the keyboard, the focus comes back from where a card was put to what can be played next. */
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

  /** Puts the picked cards where they were to go while the move before had no answer yet. */
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
   * Lifts a card off the table, if it is one that can be moved now.
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

  /** @param {number} x how far the finger has gone @param {number} y @param {number} atX where it is @param {number} atY */
  drag(x, y, atX, atY) {
    if (this.#lifted.count === 0) return;
    this.#lifted.drag(x, y, true);
    this.#table.board.hover(this.#target(atX, atY)?.move?.target ?? null);
  }

  /** @param {boolean} done false if the drag was broken off @param {number} x where the finger was @param {number} y */
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
