// The meaning of gestures: a card is sent, or lifted and let go, or two cards that form a pair are tapped. Nothing here
// knows a rule: every gesture is looked up among the view's legal moves, and the server explains why there is none.

import { holds } from "../kernel/dom/elements.js";
import { LiftedCards } from "../kernel/gestures/lifted.js";
import { _ } from "../texts.js";
import { byUse, cardsAt, countAt, downAt, isFinal, isHome, movesFrom, placeOf, takenAt, wordOf } from "./moves.js";
import { isLuck, pilesOf } from "./piles.js";
import { standsStill } from "./words.js";

/** @import {Move, PlaceId, View} from "./types.js" */
/** @import {PatienceTable} from "./game.js" */

/** The time within which a second tap where a card has just left is for that card. */
const DOUBLE_WITHIN = 320;

export class Hands {
  /** The source of the cards in the air. */
  #from = { place: "", index: 0 };
  /** The card moved by the last taps, its places so far, when and where it was tapped, and its target. */
  #sent = { card: "", been: /** @type {PlaceId[]} */ ([]), time: 0, place: "", to: "" };
  /** The card that was tapped and waits for its partner. @type {{place: PlaceId, index: number} | null} */
  #picked = null;
  #lifted;
  #table;

  /** @param {PatienceTable} table */
  constructor(table) {
    this.#table = table;
    this.#lifted = new LiftedCards(table.root);
  }

  /** Lets go of everything at once. */
  clear() {
    this.#lifted.release();
    this.unpick();
  }

  /** A tap on the bare table. */
  nowhere() {
    this.unpick();
  }

  /** The card no longer waits for its partner. */
  unpick() {
    if (!this.#picked) return;
    this.#picked = null;
    this.#table.mark(null, []);
  }

  /**
   * The place and the card under a button, null if there is no face-up card.
   * @param {string} key
   */
  #at(key) {
    const { view } = this.#table;
    const [place, position] = key.split("#");
    const index = position === undefined ? countAt(view, place) - 1 : Number(position);
    return { place, index, card: cardsAt(view, place)[index - downAt(view, place)] ?? null };
  }

  /**
   * Turns cards from the stock, or sends a card to a target, and on to the next one when it is tapped again.
   * @param {string} key
   * @param {boolean} keyboard
   * @param {number} time of the tap, not of its handling
   */
  tap(key, keyboard, time) {
    const { place, index, card } = this.#at(key);
    const table = this.#table;
    // Without a choice, every tap means the next card, however soon.
    const again = !keyboard && !isLuck(table.view) && this.#sent.card !== "" && time - this.#sent.time < DOUBLE_WITHIN && this.#sent.place === place;
    if (again) {
      this.double();
      return false;
    }
    if (place === "S") {
      this.#forget();
      table.turn();
      return false;
    }
    if (table.waits) {
      table.later(() => this.tap(key, keyboard, time));
      return false;
    }
    if (this.#tapSecond(place, index, keyboard)) return false;
    if (card === null) {
      const [into, ...others] = table.moves.filter(({ target }) => target === place);
      // Only one card goes into a gap between cards.
      if (into && others.length === 0 && pilesOf(table.view).grid) table.play(into, null);
      else table.look(key);
      return false;
    }
    const moves = movesFrom(table.moves, table.view, place, index);
    if (moves.some(({ partner }) => partner !== undefined)) {
      this.#pick(place, index, moves);
      return false;
    }
    const { sent, next } = this.#next(place, card, moves);
    if (next && isFinal(table.view, next, moves)) {
      this.#choose(place, index, byUse(moves, [], table.view));
      return false;
    }
    if (!next) {
      table.refuse(standsStill(table.view, place, card), place, index);
      return false;
    }
    const been = sent.includes(next.target) ? [place] : [...sent, place];
    // A key is not the first half of a double tap.
    this.#sent = { card, been, time: keyboard ? -Infinity : time, place, to: next.target };
    // The next card takes this one's place.
    table.play(next, keyboard && !isLuck(table.view) ? card : null);
    return false;
  }

  /**
   * The move that a tap selects from a card's moves, and the places where taps have sent it so far.
   * @param {PlaceId} place
   * @param {string} card
   * @param {Move[]} moves
   */
  #next(place, card, moves) {
    const { view } = this.#table;
    const sent = this.#sent.card === card && this.#sent.to === place ? this.#sent.been : [];
    return { sent, next: byUse(moves, sent, view)[0] ?? byUse(moves, [], view)[0] };
  }

  /**
   * The target to which a tap sends the card under a button, null if it sends none.
   * @param {string} key
   * @returns {PlaceId | null}
   */
  ahead(key) {
    const { place, index, card } = this.#at(key);
    if (card === null || this.#picked || this.#lifted.count > 0) return null;
    const moves = movesFrom(this.#table.moves, this.#table.view, place, index);
    return moves.some(({ partner }) => partner !== undefined) ? null : (this.#next(place, card, moves).next?.target ?? null);
  }

  /**
   * Waits for the partner of a card or another place for it, and shows the possible ones.
   * @param {PlaceId} place
   * @param {number} index
   * @param {Move[]} moves
   */
  #pick(place, index, moves) {
    this.#forget();
    this.#picked = { place, index };
    this.#table.mark(this.#picked, this.#partners(place, index, moves), byUse(alone(moves), [], this.#table.view).map(({ target }) => target));
  }

  /**
   * Waits for the target of a card that could not come back from its first one: pressed again, it goes there.
   * @param {PlaceId} place
   * @param {number} index
   * @param {Move[]} moves the first choice first
   */
  #choose(place, index, moves) {
    this.#forget();
    const { view } = this.#table;
    this.#picked = { place, index };
    this.#table.offer(this.#picked, moves.map(({ target }) => ({ place: target, index: Math.max(0, countAt(view, target) - 1) })));
  }

  /**
   * The places of the possible partners of a card.
   * @param {PlaceId} place
   * @param {number} index
   * @param {Move[]} moves
   */
  #partners(place, index, moves) {
    const { view } = this.#table;
    return moves
      .filter(({ partner }) => partner !== undefined)
      .map(({ target }) => ({ place: target, index: countAt(view, target) - (target === place && index === countAt(view, place) - 1 ? 2 : 1) }));
  }

  /**
   * Plays the pair whose first card waits, or sends the card that waits for its place; otherwise ends the wait.
   * @param {PlaceId} place
   * @param {number} index of the tapped card
   * @param {boolean} keyboard
   * @returns {boolean} whether the tap was used
   */
  #tapSecond(place, index, keyboard) {
    const first = this.#picked;
    if (!first) return false;
    const { moves, view } = this.#table;
    const own = movesFrom(moves, view, first.place, first.index);
    this.unpick();
    const at = this.#partners(first.place, first.index, own).findIndex((one) => one.place === place && one.index === index);
    if (at >= 0) {
      this.#table.play(own.filter(({ partner }) => partner !== undefined)[at], null);
      return true;
    }
    const same = first.place === place && first.index === index;
    const single = alone(own);
    const move = same ? byUse(single, [], view)[0] : single.find(({ target }) => target === place);
    if (move) this.#table.play(move, keyboard ? cardsAt(view, first.place)[first.index - downAt(view, first.place)] : null);
    // A card waiting for a partner is put down by a second press.
    return move !== undefined || (same && single.length < own.length);
  }

  /** Sends the tapped card to its foundation, by the second tap or by a key. @param {string} [key] */
  double(key) {
    const table = this.#table;
    const card = key === undefined ? this.#sent.card : this.#at(key).card;
    const near = key === undefined ? this.#sent.to : this.#at(key).place;
    this.#forget();
    if (!card) return;
    if (table.waits) {
      table.later(() => this.#found(card, near, key !== undefined));
      return;
    }
    this.#found(card, near, key !== undefined);
  }

  /** @param {string} card @param {PlaceId} near the place to search first @param {boolean} keyboard */
  #found(card, near, keyboard) {
    const table = this.#table;
    const at = placeOf(table.view, card, near);
    if (!at || at.place.startsWith("F")) return;
    const home = movesFrom(table.moves, table.view, at.place, at.index).filter(isHome);
    if (home.length > 1) this.#choose(at.place, at.index, home);
    else if (home.length > 0) table.play(home[0], keyboard ? card : null);
    else if (keyboard) this.#refuse(at.place, at.index, homeOf(table.view, card));
  }

  /** Sends the card under a button to a place, or to a cell ("C"). @param {string} key @param {PlaceId} target */
  send(key, target) {
    const table = this.#table;
    const { place, index, card } = this.#at(key);
    if (!card) return;
    this.#forget();
    const move = movesFrom(table.moves, table.view, place, index).find((one) => one.target === target || (target === "C" && /^[CP]/.test(one.target)));
    if (move) table.play(move, isLuck(table.view) ? null : card);
    else this.#refuse(place, index, target);
  }

  /**
   * Explains why cards cannot go to a place.
   * @param {PlaceId} place of the cards
   * @param {number} index
   * @param {PlaceId} target
   */
  #refuse(place, index, target) {
    const { view } = this.#table;
    const count = takenAt(view, place, index);
    const one = target.startsWith("T") && place.startsWith("T") && pilesOf(view).spots === null;
    if (count > 1 && !one) this.#table.refuse(_("Only the top card of a pile can go there."), place, index);
    else this.#table.ask(wordOf(view, place, count, target), place, index);
  }

  #forget() {
    this.#sent = { card: "", been: [], time: 0, place: "", to: "" };
  }

  /**
   * Lifts a card off the table, with all cards on it.
   * @param {string} key
   * @param {number} x of the finger, from the table's corner
   * @param {number} y
   */
  lift(key, x, y) {
    const { place, index, card } = this.#at(key);
    const { scene, view } = this.#table;
    if (card === null || this.#table.resting) return false;
    this.#forget();
    this.unpick();
    // A card that can only be drawn from under others goes alone.
    const moves = movesFrom(this.#table.moves, view, place, index);
    const alone = moves.length > 0 && moves.every((move) => move.count < move.depth);
    const end = alone ? index + 1 : countAt(view, place);
    const pieces = [];
    for (let at = alone ? index : countAt(view, place) - takenAt(view, place, index); at < end; at += 1) {
      const piece = scene.piece(place, at);
      if (piece) pieces.push(piece);
    }
    if (pieces.length === 0) return false;
    this.#from = { place, index };
    this.#lifted.lift(scene, pieces, x, y);
    this.#table.light(moves.filter(({ partner }) => partner === undefined).map(({ target }) => target));
    this.#table.mark(null, this.#partners(place, index, moves));
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
    this.#lifted.drag(x, y, this.#lifted.count === 1);
    this.#table.hover(this.#target(atX, atY)?.move?.target ?? null);
  }

  /** @param {boolean} done false if the drag was cancelled @param {number} x the finger's position @param {number} y */
  drop(done, x, y) {
    if (this.#lifted.count === 0) return;
    const table = this.#table;
    const target = done ? this.#target(x, y) : null;
    const { place, index } = this.#from;
    const card = this.#lifted.first?.card;
    this.#lifted.release();
    table.light([]);
    table.mark(null, []);
    if (target?.move) {
      table.play(target.move, null);
      return;
    }
    if (target && card) {
      if (table.waits) table.later(() => this.#late(card, place, target.place));
      else if (target.place !== place) this.#refuse(place, index, target.place);
    }
    table.show(table.view, {});
  }

  /**
   * Handles a card let go while an answer was pending.
   * @param {string} card
   * @param {PlaceId} place
   * @param {PlaceId} target
   */
  #late(card, place, target) {
    const { moves, view } = this.#table;
    const at = placeOf(view, card, place);
    const move = at && movesFrom(moves, view, at.place, at.index).find((one) => one.target === target);
    if (move) this.#table.play(move, null);
  }

  /** The legal moves of the cards in the air. @returns {Move[]} */
  #moves() {
    const { place, index } = this.#from;
    return movesFrom(this.#table.moves, this.#table.view, place, index);
  }

  /** The place that the cards in the air would fall on. @param {number} x @param {number} y */
  #target(x, y) {
    const { layout, view } = this.#table;
    // Nothing is ever put on the stock, nor on a waste that only receives turned cards.
    const closed = pilesOf(view).rules.aim === "pairs" || !pilesOf(view).fanned ? ["S"] : ["S", "W"];
    const places = [];
    for (const [id, rect] of layout.piles) if (id !== this.#from.place && !closed.includes(id)) places.push({ id, rect });
    const moves = this.#moves();
    const own = moves.find(({ source, target, partner }) => source === target && !partner);
    const top = own && layout.tops.get(own.target);
    // A card drawn from under others goes onto its own pile if the finger is on the top card.
    if (own && top && holds(top, { x, y })) return { place: own.target, move: own };
    const pair = moves.find(({ source, target, partner }) => source === target && partner);
    if (!pair) return this.#lifted.target(places, moves, { x, y });
    // The partner is at the same place: the finger has to be on it.
    const [partner] = this.#partners(this.#from.place, this.#from.index, [pair]);
    const lies = layout.places.find(({ id, index }) => id === partner.place && index === partner.index);
    if (lies && holds(lies.rect, { x, y })) return { place: partner.place, move: pair };
    return this.#lifted.target(places, this.#lifted.count === 2 ? [...moves, { ...pair, target: "X" }] : moves, { x, y });
  }
}

/** The moves of a card without a partner. @param {Move[]} moves */
const alone = (moves) => moves.filter(({ partner }) => partner === undefined);

/** The place where the game wants a card. @param {View} view @param {string} card @returns {PlaceId} */
function homeOf(view, card) {
  const { aim } = pilesOf(view).rules;
  const { foundations } = pilesOf(view);
  if (aim === "build") return foundations.find((place) => place[1] === card[1]) ?? foundations[0];
  return aim === "waste" ? "W" : "X";
}
