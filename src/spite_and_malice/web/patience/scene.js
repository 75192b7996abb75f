// The cards of the patience table. A face-up card is the only one of its kind, so it is followed by its name from wherever
// it was, by whatever way it came there: a move, an undo of many, another deal.

import { style } from "../kernel/dom/elements.js";
import { FADE, OWN, Pieces, TURN } from "../kernel/cards/pieces.js";
import { transformOf } from "../kernel/cards/motion.js";
import { edgeSvg } from "./faces.js";

/** @import {Layout, PlaceId, Slot} from "./types.js" */
/** @import {Piece} from "../kernel/cards/pieces.js" */

/** @typedef {{instant?: boolean, deal?: boolean, duration?: number}} Change */

const DRAW = 170;
const DRAW_GAP = 55;
const DEAL = 200;
const DEAL_GAP = 30;
const GATHER = 240;

export class PatienceScene extends Pieces {
  /**
   * Lets the cards lie as a layout says.
   * @param {Layout} layout @param {Change} [change]
   * @returns {number} milliseconds until everything has arrived
   */
  show(layout, change = {}) {
    this.look(change);
    const origin = layout.spots.get("S");
    const wait = change.deal ? this.gather(change.instant ? undefined : origin) : 0;
    const { pairs, drawn, back, fresh, left } = this.#match(layout.slots);
    this.places = new Map();
    let longest = 0;
    /** @param {Piece} piece @param {Slot} slot @param {Change} how @param {number} delay */
    const settle = (piece, slot, how, delay) => {
      this.keep(piece, slot);
      longest = Math.max(longest, this.settle(piece, slot, how, delay));
    };
    for (const [piece, slot] of pairs) settle(piece, slot, change, 0);
    drawn.forEach(([piece, slot], at) => settle(piece, slot, { ...change, duration: DRAW }, at * DRAW_GAP));
    for (const [piece, slot] of back) settle(piece, slot, { ...change, duration: GATHER }, 0);
    const dealt = change.deal ? fresh.filter(({ place }) => place.startsWith("T")).length : 0;
    // The rows are dealt one after the other, as the rules have it.
    const row = (/** @type {Slot} */ { place, index }) => (place.startsWith("T") ? index * 8 + Number(place.slice(1)) : -1);
    this.layer.classList.toggle("deals", dealt > 0);
    this.motion.together = dealt > 0 ? wait + (dealt * DEAL_GAP + Math.max(TURN, DEAL)) * this.motion.pace : 0;
    fresh.sort((a, b) => row(a) - row(b));
    let order = 0;
    for (const slot of fresh) {
      const flies = change.deal && slot.place.startsWith("T");
      settle(this.make(slot, flies ? origin : undefined), slot, { ...change, duration: DEAL }, flies ? wait / this.motion.pace + order++ * DEAL_GAP : 0);
    }
    this.motion.together = 0;
    for (const piece of left) longest = Math.max(longest, this.#leave(piece, layout, change));
    return longest;
  }

  /**
   * Pairs the cards there are with the places where cards shall lie: `drawn` come from the stock, in that order, `back` go
   * back to it as they lie; `fresh` were covered until now; `left` are covered or gone.
   * @param {Slot[]} slots
   */
  #match(slots) {
    const free = new Set([...this.places.values()].flat());
    const [pairs, drawn, back] = /** @type {[Piece, Slot][][]} */ ([[], [], []]);
    /** @param {[Piece, Slot][]} into @param {Slot} slot @param {Piece | undefined} piece */
    const pair = (into, slot, piece) => {
      if (!piece) return false;
      free.delete(piece);
      into.push([piece, slot]);
      return true;
    };
    const names = new Map([...free].filter(({ card }) => card !== null).map((piece) => [piece.card, piece]));
    const at = (/** @type {Slot} */ { place, index }, /** @type {(piece: Piece) => boolean} */ fits) =>
      (this.places.get(place) ?? []).find((piece) => piece.index === index && free.has(piece) && fits(piece));
    let open = slots.filter((slot) => slot.card === null || !pair(pairs, slot, names.get(slot.card)));
    open = open.filter((slot) => !pair(pairs, slot, at(slot, ({ card }) => card === null && slot.card === null)));
    // Turned over where it lies: one side of it was not known.
    open = open.filter((slot) => !pair(pairs, slot, at(slot, ({ card }) => card === null || slot.card === null)));
    const stock = (this.places.get("S") ?? []).filter((piece) => free.has(piece));
    open = open.filter((slot) => slot.place !== "W" || !pair(drawn, slot, stock.pop()));
    const waste = (this.places.get("W") ?? []).filter((piece) => free.has(piece) && !open.some(({ place }) => place === "W"));
    const returning = new Set(open.filter(({ place }) => place === "S").reverse().filter((slot) => pair(back, slot, waste.pop())));
    open = open.filter((slot) => !returning.has(slot));
    return { pairs, drawn, back, fresh: open, left: free };
  }

  /** A card that is drawn nowhere any more. @param {Piece} piece @param {Layout} layout @param {Change} change */
  #leave(piece, layout, change) {
    const { element, place } = piece;
    const pace = change.instant ? 0 : this.motion.pace;
    const done = () => element.remove();
    const covered = this.places.has(place) || place === "S";
    if (pace === 0 || piece.held) {
      done();
      return 0;
    }
    const stock = layout.spots.get("S");
    if (place === "W" && !covered && stock && !this.motion.still) {
      // The rest of the waste goes with those that are seen to.
      const from = piece.seen ?? piece.at;
      this.stop(piece);
      element.classList.add("flying");
      style(element, "--z", "0");
      this.motion.turn(element, true, GATHER * pace, 0);
      const frames = [{ transform: transformOf(from, piece.at.w) }, { transform: transformOf({ ...stock, angle: 0 }, piece.at.w) }];
      this.motion.run(element, frames, GATHER * pace, 0, done);
      return GATHER * pace;
    }
    const time = covered ? 1.6 * OWN * pace : FADE;
    this.motion.run(element, [{ opacity: 1 }, { opacity: covered ? 1 : 0 }], time, 0, done);
    return time;
  }

  /** @override @param {Piece} piece @param {Slot} slot */
  keep(piece, slot) {
    super.keep(piece, slot);
    style(piece.element, "--shown", `${slot.shown}px`);
    piece.element.classList.toggle("side", slot.side);
  }

  /** @override @param {Piece} piece @param {string} card */
  face(piece, card) {
    super.face(piece, card);
    piece.element.querySelector(".front")?.insertAdjacentHTML("beforeend", edgeSvg(card));
  }
}
