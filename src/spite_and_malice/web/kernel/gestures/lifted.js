// Dragged cards: lifting them, moving them with the pointer, dropping them, and finding their target.

import { RATIO } from "../cards/cards.js";
import { holds, overlap } from "../dom/elements.js";

/** @import {Piece} from "../types.js" */
/** @import {Pieces} from "../cards/pieces.js" */
/** @import {Pose} from "../cards/motion.js" */
/** @import {PlaceId, Rect} from "../types.js" */

/** The least distance of the pointer from the edge of a lifted card, in CSS pixels. */
const GRIP = 12;
/** How far a card tilts at most, and for each pixel of its movement, in degrees. */
const MOST_TILT = 9;
const TILT = 0.9;
/** A card has to overlap a place by this fraction of its area to be over it. */
const LEAST_COVERED = 0.06;

export class LiftedCards {
  /** The starting pose of each card, brought under the finger. @type {{piece: Piece, from: Pose}[]} */
  #cards = [];
  /** The current tilt of the card. */
  #lean = { x: 0, tilt: 0 };
  /** The layer they were taken from. @type {Pieces | null} */
  #scene = null;
  #root;

  /** @param {HTMLElement} root the table, which gets the class "dragging" */
  constructor(root) {
    this.#root = root;
  }

  get count() {
    return this.#cards.length;
  }

  /** The card under the finger. @returns {Piece | undefined} */
  get first() {
    return this.#cards[0]?.piece;
  }

  /**
   * Takes cards off the table.
   * @param {Pieces} scene
   * @param {Piece[]} pieces at least one, the one under the finger first
   * @param {number} x of the finger, from the table's corner
   * @param {number} y
   */
  lift(scene, pieces, x, y) {
    const { at } = pieces[0];
    const height = at.w * RATIO;
    const beside = x < at.x || x > at.x + at.w || y < at.y || y > at.y + height;
    const shift = beside ? { x: x - within(x, at.x, at.w), y: y - within(y, at.y, height) } : { x: 0, y: 0 };
    this.#scene = scene;
    this.#cards = pieces.map((piece) => {
      const from = scene.grab(piece);
      return { piece, from: { ...from, x: from.x + shift.x, y: from.y + shift.y } };
    });
    scene.uncover(pieces);
    this.#lean = { x: 0, tilt: 0 };
    this.#root.classList.add("dragging");
  }

  /**
   * Moves the cards with the pointer.
   * @param {number} x how far the finger has moved
   * @param {number} y
   * @param {boolean} leans whether it tilts with the motion, like a single card; a run hangs straight
   */
  drag(x, y, leans) {
    const way = Math.max(-MOST_TILT, Math.min(MOST_TILT, (x - this.#lean.x) * TILT));
    const tilt = leans ? 0.75 * this.#lean.tilt + 0.25 * way : 0;
    this.#lean = { x, tilt };
    for (const { piece, from } of this.#cards) {
      this.#scene?.drag(piece, { x: from.x + x, y: from.y + y, w: from.w, angle: leans ? from.angle + tilt : 0 });
    }
  }

  /** Releases the cards: from here they move to their slots in the next layout. */
  release() {
    for (const { piece } of this.#cards) this.#scene?.release(piece);
    this.#cards = [];
    this.#root.classList.remove("dragging");
  }

  /**
   * The place that the cards would fall on: a legal one under the finger, else the one covered most by the first card,
   * else any under the finger.
   * @template {{target: PlaceId}} M
   * @param {{id: PlaceId, rect: Rect}[]} places all except their source
   * @param {M[]} moves the legal moves of the cards
   * @param {{x: number, y: number}} finger
   * @returns {{place: PlaceId, move: M | null} | null}
   */
  target(places, moves, finger) {
    const held = this.first?.held;
    if (!held) return null;
    const card = { x: held.x, y: held.y, w: held.w, h: held.w * RATIO };
    let best = null;
    let most = card.w * card.h * LEAST_COVERED;
    for (const { id, rect } of places) {
      const move = moves.find((one) => one.target === id);
      if (!move) continue;
      if (holds(rect, finger)) return { place: id, move };
      const covered = overlap(card, rect);
      if (covered > most) [best, most] = [{ place: id, move }, covered];
    }
    const under = places.find(({ rect }) => holds(rect, finger));
    return best ?? (under ? { place: under.id, move: null } : null);
  }
}

/** The nearest point well inside a card. @param {number} point @param {number} from @param {number} size */
function within(point, from, size) {
  return Math.min(from + size - GRIP, Math.max(from + GRIP, point));
}
