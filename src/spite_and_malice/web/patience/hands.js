// What gestures mean: a card is sent, or lifted and let go, or two are tapped that go together. Nothing here knows a rule: every
// gesture is looked up among the moves that the view allows, and the server says why there is none.

import { LiftedCards } from "../kernel/gestures/lifted.js";
import { _ } from "../texts.js";
import { cardsAt, countAt, downAt, movesFrom, placeOf, wordOf } from "./moves.js";
import { pilesOf } from "./piles.js";
import { standsStill } from "./words.js";

/** @import {Move, PlaceId, View} from "./types.js" */
/** @import {PatienceTable} from "./game.js" */

/** How soon a second tap where a card has just left is one for that card. */
const DOUBLE_WITHIN = 320;

export class Hands {
  /** Where the cards in the air came from. */
  #from = { place: "", index: 0 };
  /** The card that the last taps sent about, the places it has been to, when and where it was tapped, and where it went. */
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

  /** The card that waits for its partner does so no more. */
  unpick() {
    if (!this.#picked) return;
    this.#picked = null;
    this.#table.mark(null, []);
  }

  /**
   * The place and the card under a button, null where no face-up card lies.
   * @param {string} key
   */
  #at(key) {
    const { view } = this.#table;
    const [place, position] = key.split("#");
    const cards = cardsAt(view, place);
    const index = position === undefined ? cards.length - 1 : Number(position);
    return { place, index, card: cards[index - downAt(view, place)] ?? null };
  }

  /**
   * Turns cards from the stock, or sends a card where it can go, and on to the next place when it is tapped again.
   * @param {string} key @param {boolean} keyboard
   */
  tap(key, keyboard) {
    const { place, index, card } = this.#at(key);
    const table = this.#table;
    const now = performance.now();
    const again = !keyboard && this.#sent.card !== "" && now - this.#sent.time < DOUBLE_WITHIN && this.#sent.place === place;
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
      table.later(() => this.tap(key, keyboard));
      return false;
    }
    if (this.#tapSecond(place, index)) return false;
    if (card === null) {
      table.look(key);
      return false;
    }
    const moves = movesFrom(table.moves, table.view, place, index);
    if (moves.some(({ partner }) => partner !== undefined)) {
      this.#pick(place, index, moves);
      return false;
    }
    const sent = this.#sent.card === card && this.#sent.to === place ? this.#sent.been : [];
    const next = byUse(moves, sent, table.view)[0] ?? byUse(moves, [], table.view)[0];
    if (!next) {
      table.refuse(standsStill(table.view, place, card), place, index);
      return false;
    }
    const been = sent.includes(next.target) ? [place] : [...sent, place];
    this.#sent = { card, been, time: now, place, to: next.target };
    table.play(next, keyboard ? card : null);
    return false;
  }

  /** Waits for the partner of a card, and shows which there are. @param {PlaceId} place @param {number} index @param {Move[]} moves */
  #pick(place, index, moves) {
    this.#forget();
    this.#picked = { place, index };
    this.#table.mark(this.#picked, this.#partners(place, index, moves));
  }

  /** Where the cards lie that can go with one. @param {PlaceId} place @param {number} index @param {Move[]} moves */
  #partners(place, index, moves) {
    const { view } = this.#table;
    return moves
      .filter(({ partner }) => partner !== undefined)
      .map(({ target }) => ({ place: target, index: countAt(view, target) - (target === place && index === countAt(view, place) - 1 ? 2 : 1) }));
  }

  /**
   * Plays the pair whose first card waits, or lets it wait no more.
   * @param {PlaceId} place @param {number} index of the card that was tapped
   * @returns {boolean} whether the tap has had its use
   */
  #tapSecond(place, index) {
    const first = this.#picked;
    if (!first) return false;
    const { moves, view } = this.#table;
    const pairs = movesFrom(moves, view, first.place, first.index);
    this.unpick();
    if (first.place === place && first.index === index) return true;
    const at = this.#partners(first.place, first.index, pairs).findIndex((one) => one.place === place && one.index === index);
    if (at < 0) return false;
    this.#table.play(pairs.filter(({ partner }) => partner !== undefined)[at], null);
    return true;
  }

  /** Sends the card that was tapped to its foundation, by the second tap or by a key. @param {string} [key] */
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

  /** @param {string} card @param {PlaceId} near where it is looked for first @param {boolean} keyboard */
  #found(card, near, keyboard) {
    const table = this.#table;
    const at = placeOf(table.view, card, near);
    if (!at || at.place.startsWith("F")) return;
    const move = movesFrom(table.moves, table.view, at.place, at.index).find((one) => isHome(one));
    if (move) table.play(move, keyboard ? card : null);
    else if (keyboard) this.#refuse(at.place, at.index, homeOf(table.view, card));
  }

  /** Sends the card under a button to a place, or to a cell ("C"). @param {string} key @param {PlaceId} target */
  send(key, target) {
    const table = this.#table;
    const { place, index, card } = this.#at(key);
    if (!card) return;
    this.#forget();
    const move = movesFrom(table.moves, table.view, place, index).find((one) => one.target === target || (target === "C" && one.target.startsWith("C")));
    if (move) table.play(move, card);
    else this.#refuse(place, index, target);
  }

  /** Says why cards cannot go to a place. @param {PlaceId} place where they lie @param {number} index @param {PlaceId} target */
  #refuse(place, index, target) {
    const { view } = this.#table;
    const count = countAt(view, place) - index;
    const one = target.startsWith("T") && place.startsWith("T") && pilesOf(view).spots === null;
    if (count > 1 && !one) this.#table.refuse(_("Only the top card of a pile can go there."), place, index);
    else this.#table.ask(wordOf(view, place, count, target), place, index);
  }

  #forget() {
    this.#sent = { card: "", been: [], time: 0, place: "", to: "" };
  }

  /**
   * Lifts a card off the table, with all that lie on it.
   * @param {string} key @param {number} x of the finger, from the table's corner @param {number} y
   */
  lift(key, x, y) {
    const { place, index, card } = this.#at(key);
    const { scene, view } = this.#table;
    if (card === null || this.#table.resting) return false;
    this.#forget();
    this.unpick();
    const count = countAt(view, place);
    const pieces = [];
    for (let at = index; at < count; at += 1) {
      const piece = scene.piece(place, at);
      if (piece) pieces.push(piece);
    }
    if (pieces.length === 0) return false;
    this.#from = { place, index };
    this.#lifted.lift(scene, pieces, x, y);
    const moves = this.#moves();
    this.#table.light(moves.filter(({ partner }) => partner === undefined).map(({ target }) => target));
    this.#table.mark(null, this.#partners(place, index, moves));
    return true;
  }

  /** @param {number} x how far the finger has gone @param {number} y @param {number} atX where it is @param {number} atY */
  drag(x, y, atX, atY) {
    if (this.#lifted.count === 0) return;
    this.#lifted.drag(x, y, this.#lifted.count === 1);
    this.#table.hover(this.#target(atX, atY)?.move?.target ?? null);
  }

  /** @param {boolean} done false if the drag was broken off @param {number} x where the finger was @param {number} y */
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

  /** A card that was let go while an answer was on its way. @param {string} card @param {PlaceId} place @param {PlaceId} target */
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
    // Nothing is ever put on the stock, nor on a waste that cards are only turned to.
    const closed = pilesOf(view).rules.aim === "pairs" || !pilesOf(view).fanned ? ["S"] : ["S", "W"];
    const places = [];
    for (const [id, rect] of layout.piles) if (id !== this.#from.place && !closed.includes(id)) places.push({ id, rect });
    return this.#lifted.target(places, this.#moves(), { x, y });
  }
}

/** Does a move bring its card where the game wants it? @param {Move} move */
function isHome({ target, partner }) {
  return partner === undefined && /^[FXW]/.test(target);
}

/** Where the game wants a card. @param {View} view @param {string} card @returns {PlaceId} */
function homeOf(view, card) {
  const { aim } = pilesOf(view).rules;
  return aim === "pairs" ? "X" : aim === "waste" ? "W" : `F${card[1]}`;
}

/**
 * The moves of a card in the order in which taps go through them: home, then to piles, first to one that ends in its own suit,
 * then into a gap, then to a cell; where it has been already comes not at all.
 * @param {Move[]} moves @param {PlaceId[]} been @param {View} view
 */
function byUse(moves, been, view) {
  const rank = (/** @type {Move} */ move) => {
    const { source, target, count } = move;
    if (isHome(move)) return 0;
    if (target.startsWith("C")) return 4;
    const top = cardsAt(view, target).at(-1);
    // A whole pile is as well off where it is.
    if (!top) return source.startsWith("T") && countAt(view, source) === count ? 5 : 3;
    return top[1] === cardsAt(view, source).at(-count)?.[1] ? 1 : 2;
  };
  return moves.filter(({ target }) => !been.includes(target)).sort((a, b) => rank(a) - rank(b));
}
