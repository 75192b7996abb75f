// The cards of the patience table. A face-up card is followed by its name from wherever it was, however it got there: a
// move, an undo of many, another deal. With two packs there is another card like it: one at an unchanged place has not
// moved.

import { style } from "../kernel/dom/elements.js";
import { FADE, OWN, Pieces, TURN } from "../kernel/cards/pieces.js";
import { transformOf } from "../kernel/cards/motion.js";
import { cardParts, RATIO } from "../kernel/cards/cards.js";

/** @import {Layout, PlaceId, Rect, Slot} from "./types.js" */
/** @import {Piece} from "../kernel/types.js" */

/** @typedef {{instant?: boolean, deal?: boolean, duration?: number}} Change */

const DRAW = 170;
const DRAW_GAP = 55;
const DEAL = 200;
const DEAL_GAP = 30;
/** The time within which all cards of a deal have started, in milliseconds. */
const DEAL_ALL = 1100;
const GATHER = 240;
/** The time between two cards that leave the table together. */
const LEAVE_GAP = 22;

export class PatienceScene extends Pieces {
  /**
   * Lays the cards out in a layout.
   * @param {Layout} layout
   * @param {Change} [change]
   * @returns {number} milliseconds until everything has arrived
   */
  show(layout, change = {}) {
    this.look(change);
    const origin = layout.spots.get("S") ?? { ...middleOf(layout), w: layout.card, h: layout.card * RATIO };
    const wait = change.deal ? this.gather(change.instant ? undefined : origin) : 0;
    const { pairs, drawn, back, fresh, left } = this.#match(layout);
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
    const dealt = change.deal ? fresh.filter(isDealt).length : 0;
    const gap = Math.min(DEAL_GAP, DEAL_ALL / Math.max(1, dealt));
    // The rows are dealt one after the other, as in the rules.
    const row = (/** @type {Slot} */ slot) => (isDealt(slot) ? slot.index * 128 + Number(slot.place.slice(1)) : -1);
    this.layer.classList.toggle("deals", dealt > 0);
    this.motion.together = dealt > 0 ? wait + (dealt * gap + Math.max(TURN, DEAL)) * this.motion.pace : 0;
    fresh.sort((a, b) => row(a) - row(b));
    let order = 0;
    for (const slot of fresh) {
      const flies = change.deal && isDealt(slot);
      const from = flies ? origin : change.deal ? undefined : this.#comesFrom(slot, layout);
      const delay = flies ? wait / this.motion.pace + order++ * gap : from ? order++ * LEAVE_GAP : 0;
      settle(this.make(slot, from), slot, { ...change, duration: DEAL }, delay);
    }
    this.motion.together = 0;
    if (countsOf(layout).runs > this.#counts.runs) this.#crown(pairs, left.size);
    order = 0;
    for (const piece of left) longest = Math.max(longest, this.#leave(piece, layout, change, order++));
    this.#counts = countsOf(layout);
    this.dressAll();
    return longest;
  }

  /**
   * A suit leaves with its king first; it is over the others until they are all gathered under it.
   * @param {[Piece, Slot][]} pairs
   * @param {number} followers
   */
  #crown(pairs, followers) {
    const time = (GATHER + followers * LEAVE_GAP) * this.motion.pace;
    for (const [{ element, flight }, { place }] of pairs) {
      if (place !== "F" || !flight) continue;
      element.classList.add("crown");
      this.motion.after(flight, element, time, () => element.classList.remove("crown"));
    }
  }

  /** The numbers of cards last drawn at the places where others come from and go to. */
  #counts = { stock: 0, runs: 0 };

  /**
   * The origin of a card not drawn before: dealt from the stock onto the piles, or back from a suit that had left.
   * @param {Slot} slot
   * @param {Layout} layout
   * @returns {Rect | undefined}
   */
  #comesFrom({ place, index, card }, layout) {
    const { stock, runs } = countsOf(layout);
    if (!/^[TR]/.test(place)) return undefined;
    if (stock < this.#counts.stock && index === lastAt(layout, place)) return layout.spots.get("S");
    return runs < this.#counts.runs && card !== null ? layout.tops.get("F") : undefined;
  }

  /**
   * Pairs the existing cards with the slots to fill: `drawn` come from the stock, in that order, `back` return to it;
   * `fresh` were covered until now; `left` are covered or gone.
   * @param {Layout} layout
   */
  #match({ slots, hours }) {
    const free = new Set([...this.places.values()].flat());
    const [pairs, drawn, back] = /** @type {[Piece, Slot][][]} */ ([[], [], []]);
    /** @param {[Piece, Slot][]} into @param {Slot} slot @param {Piece | undefined} piece */
    const pair = (into, slot, piece) => {
      if (!piece) return false;
      free.delete(piece);
      into.push([piece, slot]);
      return true;
    };
    const at = (/** @type {Slot} */ { place, index }, /** @type {(piece: Piece) => boolean} */ fits) =>
      (this.places.get(place) ?? []).find((piece) => piece.index === index && free.has(piece) && fits(piece));
    let open = slots.filter((slot) => slot.card === null || !pair(pairs, slot, at(slot, ({ card }) => card === slot.card)));
    // A turned-up card stays in place, though an equal card of a second pack may be leaving.
    open = open.filter((slot) => slot.card === null || !pair(pairs, slot, at(slot, ({ card }) => card === null)));
    /** @type {Map<string | null, Piece[]>} */
    const names = new Map();
    for (const piece of free) if (piece.card !== null) names.set(piece.card, [...(names.get(piece.card) ?? []), piece]);
    open = open.filter((slot) => slot.card === null || !pair(pairs, slot, names.get(slot.card)?.pop()));
    open = open.filter((slot) => !pair(pairs, slot, at(slot, ({ card }) => card === null && slot.card === null)));
    open = open.filter((slot) => slot.card !== null || !pair(pairs, slot, at(slot, ({ card }) => card !== null)));
    const stock = (this.places.get("S") ?? []).filter((piece) => free.has(piece));
    // In a clock the next card is turned from the pile where the last one was laid.
    const turned = [...free].filter(({ place, card }) => card === null && hours && place.startsWith("T"));
    open = open.filter((slot) => slot.place !== "W" || !pair(drawn, slot, stock.pop() ?? turned.pop()));
    const waste = (this.places.get("W") ?? []).filter((piece) => free.has(piece) && !open.some(({ place }) => place === "W"));
    const returning = new Set(open.filter(({ place }) => place === "S").reverse().filter((slot) => pair(back, slot, waste.pop())));
    open = open.filter((slot) => !returning.has(slot));
    return { pairs, drawn, back, fresh: open, left: free };
  }

  /**
   * A card that is no longer drawn.
   * @param {Piece} piece
   * @param {Layout} layout
   * @param {Change} change
   * @param {number} order among those that leave
   */
  #leave(piece, layout, change, order) {
    const { element, place } = piece;
    const pace = change.instant ? 0 : this.motion.pace;
    const done = () => element.remove();
    const covered = this.places.has(place) || place === "S";
    if (pace === 0 || piece.held) {
      done();
      return 0;
    }
    const to = this.motion.still ? undefined : this.#goesTo(piece, layout);
    if (to) {
      // The rest of the waste goes with the visible cards; a suit follows its king.
      const from = piece.seen ?? piece.at;
      const delay = to.delay * order * LEAVE_GAP * pace;
      this.stop(piece);
      element.classList.add("flying");
      style(element, "--z", String(to.z));
      if (to.down && !piece.down) this.motion.turn(element, true, GATHER * pace, delay);
      const frames = [{ transform: transformOf(from, piece.at.w) }, { transform: transformOf({ ...to.rect, angle: 0 }, piece.at.w) }];
      this.motion.run(element, frames, GATHER * pace, delay, done);
      return GATHER * pace + delay;
    }
    const time = covered ? 1.6 * OWN * pace : FADE;
    this.motion.run(element, [{ opacity: 1 }, { opacity: covered ? 1 : 0 }], time, 0, done);
    return time;
  }

  /**
   * The target of a card that is no longer drawn, null if it is covered.
   * @param {Piece} piece
   * @param {Layout} layout
   */
  #goesTo({ place, card, index }, layout) {
    const { stock, runs } = countsOf(layout);
    const home = layout.spots.get("S");
    if (home && stock > this.#counts.stock && (place.startsWith("T") || (place === "W" && !this.places.has("W")))) {
      return { rect: home, down: true, delay: 0, z: 0 };
    }
    if (place === "W" && this.places.has("W") && !layout.spots.has("X")) return null;
    const end = runs > this.#counts.runs ? layout.tops.get("F") : /^[TCRW]/.test(place) && card !== null ? layout.spots.get("X") : undefined;
    return end ? { rect: end, down: false, delay: 1, z: index } : null;
  }

  /** @override @param {Piece} piece @param {Slot} slot @param {boolean} open */
  dress(piece, slot, open) {
    super.dress(piece, slot, open);
    style(piece.element, "--shown", `${slot.shown}px`);
    piece.element.classList.toggle("side", slot.side && !open);
    piece.element.classList.toggle("tight", slot.tight && !open);
    piece.element.classList.toggle("dim", slot.dim && !open);
  }

  /** @override @param {Piece} piece @param {string} card */
  face(piece, card) {
    super.face(piece, card);
    piece.element.querySelector(".front")?.insertAdjacentHTML("beforeend", edgeSvg(card));
  }
}

/** Are cards dealt to this slot one by one? @param {Slot} slot */
const isDealt = ({ place }) => /^[TRC]/.test(place);

/** @param {Layout} layout */
function countsOf({ slots }) {
  const top = (/** @type {PlaceId} */ id) => slots.reduce((most, { place, index }) => (place === id ? Math.max(most, index + 1) : most), 0);
  return { stock: top("S"), runs: top("F") };
}

/** The number of the top card of a pile. @param {Layout} layout @param {PlaceId} id */
const lastAt = ({ slots }, id) => slots.reduce((most, { place, index }) => (place === id ? Math.max(most, index) : most), -1);

/** The origin of cards in a game without a stock. @param {Layout} layout */
function middleOf({ tools, card, top }) {
  return { x: tools.x + (tools.w - card) / 2, y: Math.max(top, tools.y - card * RATIO) };
}

/** @type {Record<number, string>} */
const LETTERS = { 1: "A", 11: "J", 12: "Q", 13: "K" };
/**
 * The width of each rank, in hundredths of its height (look/parts.svg); the others are 60.
 * @type {Record<string, number>}
 */
const WIDTHS = { A: 68, 4: 64, 7: 58, 10: 103, J: 54, Q: 70, K: 64 };
const HIGH = 27;

/** @param {string} card */
function edgeSvg(card) {
  const { rank, suit } = cardParts(card);
  const label = LETTERS[rank] ?? String(rank);
  const width = ((WIDTHS[label] ?? 60) * HIGH) / 100;
  const index = `<use class="rank" href="#rank-${label}" x="5" y="4.500" width="${width}" height="${HIGH}"/>`;
  const sign = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) =>
    `<use class="pip" href="#suit-${suit}" x="${x}" y="${y}" width="${size}" height="${size}"/>`;
  const edge = `<svg class="edge" viewBox="0 0 66 36" preserveAspectRatio="xMinYMin meet" aria-hidden="true">${index}${sign(9 + width, 6, 25)}</svg>`;
  return `${edge}<svg class="large-suit" viewBox="0 0 100 140" aria-hidden="true">${sign(21, 69, 58)}</svg>`;
}
