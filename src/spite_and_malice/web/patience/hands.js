// What gestures mean: a card is sent, or lifted and let go. Nothing here knows a rule: every gesture is looked up among the
// moves that the view allows.

import { cardShort } from "../kernel/cards/cards.js";
import { lazily } from "../kernel/dom/lazily.js";
import { LiftedCards } from "../kernel/gestures/lifted.js";
import { _ } from "../texts.js";
import { cardsAt, downAt, movesFrom, placeOf } from "./moves.js";

/** @import {Move, PlaceId} from "./types.js" */
/** @import {PatienceTable} from "./game.js" */

/** How soon a second tap where a card has just left is one for that card. */
const DOUBLE_WITHIN = 320;

const fetchReasons = lazily(() => import("./why.js"));

export class Hands {
  /** Where the cards in the air came from. */
  #from = { place: "", index: 0 };
  /** The card that the last taps sent about, the places it has been to, and when and where it was tapped. */
  #sent = { card: "", been: /** @type {PlaceId[]} */ ([]), time: 0, place: "" };
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
    if (card === null) {
      table.look(key);
      return false;
    }
    const moves = movesFrom(table.moves, table.view, place, index);
    if (table.waits) {
      table.later(() => this.tap(key, keyboard));
      return false;
    }
    const sent = this.#sent.card === card ? this.#sent.been : [];
    const next = byUse(moves, sent)[0] ?? byUse(moves, [])[0];
    if (!next) {
      table.refuse(_("Nothing takes {card} now.", { card: cardShort(card) }), place, index);
      return false;
    }
    const been = sent.includes(next.target) ? [place] : [...sent, place];
    this.#sent = { card, been, time: now, place };
    table.play(next, keyboard ? card : null);
    return false;
  }

  /** Sends the card that was tapped to its foundation, by the second tap or by a key. @param {string} [key] */
  double(key) {
    const table = this.#table;
    const card = key === undefined ? this.#sent.card : this.#at(key).card;
    this.#forget();
    if (!card) return;
    if (table.waits) {
      table.later(() => this.#found(card, key !== undefined));
      return;
    }
    this.#found(card, key !== undefined);
  }

  /** @param {string} card @param {boolean} keyboard */
  #found(card, keyboard) {
    const table = this.#table;
    const at = placeOf(table.view, card);
    if (!at || at.place.startsWith("F")) return;
    const move = movesFrom(table.moves, table.view, at.place, at.index).find(({ target }) => target.startsWith("F"));
    if (move) table.play(move, keyboard ? card : null);
    else if (keyboard) void this.#refuse(at.place, at.index, card, `F${card[1]}`);
  }

  /** Sends the card under a button to a place. @param {string} key @param {PlaceId} target */
  send(key, target) {
    const table = this.#table;
    const { place, index, card } = this.#at(key);
    if (!card) return;
    this.#forget();
    const move = movesFrom(table.moves, table.view, place, index).find((one) => one.target === target);
    if (move) table.play(move, card);
    else void this.#refuse(place, index, card, target);
  }

  /** Says why cards cannot go to a place. @param {PlaceId} place where they lie @param {number} index @param {string} card @param {PlaceId} target */
  async #refuse(place, index, card, target) {
    const { whyNot } = await fetchReasons();
    const { view } = this.#table;
    const count = downAt(view, place) + cardsAt(view, place).length - index;
    this.#table.refuse(whyNot(view, card, count, place, target), place, index);
  }

  #forget() {
    this.#sent = { card: "", been: [], time: 0, place: "" };
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
    const count = downAt(view, place) + cardsAt(view, place).length;
    const pieces = [];
    for (let at = index; at < count; at += 1) {
      const piece = scene.piece(place, at);
      if (piece) pieces.push(piece);
    }
    if (pieces.length === 0) return false;
    this.#from = { place, index };
    this.#lifted.lift(scene, pieces, x, y);
    this.#table.light(this.#moves().map((move) => move.target));
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
    if (target?.move) {
      table.play(target.move, null);
      return;
    }
    if (target && card) {
      if (table.waits) table.later(() => this.#late(card, target.place));
      else if (target.place !== place) void this.#refuse(place, index, card, target.place);
    }
    table.show(table.view, {});
  }

  /** A card that was let go while an answer was on its way. @param {string} card @param {PlaceId} target */
  #late(card, target) {
    const { moves, view } = this.#table;
    const at = placeOf(view, card);
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
    const places = [];
    for (const [id, rect] of this.#table.layout.piles) {
      if (id !== this.#from.place && id !== "S" && id !== "W") places.push({ id, rect });
    }
    return this.#lifted.target(places, this.#moves(), { x, y });
  }
}

/**
 * The moves of a card in the order in which taps go through them: to its foundation, then to piles, those with cards first;
 * where it has been already comes not at all.
 * @param {Move[]} moves @param {PlaceId[]} been
 */
function byUse(moves, been) {
  const rank = (/** @type {Move} */ { target }) => (target.startsWith("F") ? 0 : 1);
  return moves.filter(({ target }) => !been.includes(target)).sort((a, b) => rank(a) - rank(b));
}
