// The cards on the table: one element per card, kept as long as the card can be followed, so that every card visibly
// comes from its old place.

import { rankLabel, standsSvg } from "../kernel/cards/cards.js";
import { style } from "../kernel/dom/elements.js";
import { transformOf } from "../kernel/cards/motion.js";
import { FADE, OWN, Pieces, TURN } from "../kernel/cards/pieces.js";

/** @import {Faces} from "../kernel/cards/cards.js" */
/** @import {Card, Layout, Move, PlaceId, Rules, Slot} from "./types.js" */
/** @import {Piece} from "../kernel/types.js" */

/**
 * @typedef {{move?: Move | null, undone?: Move | null, back?: boolean, duration?: number, instant?: boolean, deal?: boolean, wait?: number}} Change
 * `back`: several moves were taken back, so that cards are known only by their faces; `wait`: milliseconds until the
 * deal begins
 */

const DRAW = 120;
const DRAW_GAP = 40;
const DEAL_GAP = 24;
const SWEEP = 350;
/** The width of a card that has arrived at a plate, in CSS pixels. */
const GIVEN = 10;

export class Scene extends Pieces {
  #rules;
  /** Are the cards of a new game on their way from the stock? */
  #dealing = false;
  /** Cards dealt to hands that are not drawn: one card each, which disappears when it arrives. @type {Map<PlaceId, Piece>} */
  #given = new Map();

  /**
   * @param {HTMLElement} layer
   * @param {Rules} rules
   * @param {(place: PlaceId) => void} landed called when a card has arrived at a place
   * @param {Faces} faces what cards are drawn with
   */
  constructor(layer, rules, landed, faces) {
    super(
      layer,
      (place) => {
        this.#given.get(place)?.element.remove();
        this.#given.delete(place);
        this.#dealing &&= this.arriving;
        landed(place);
      },
      faces,
    );
    this.#rules = rules;
  }

  /** @override */
  get arriving() {
    return super.arriving || this.#given.size > 0;
  }

  /** Cards still being dealt have not left the stock. @override @param {PlaceId} place */
  arrivals(place) {
    const given = this.#given.get(place);
    if (given) return { coming: given.coming, lies: false };
    const there = super.arrivals(place);
    if (place !== "stock" || !this.#dealing) return there;
    const dealt = [...[...this.places.values()].flat(), ...this.#given.values()].reduce((sum, { coming }) => sum + coming, 0);
    return { ...there, coming: -Math.round(dealt) };
  }

  /**
   * Lays the cards out in a layout.
   * @param {Layout} layout
   * @param {Change} change the cause, so that each card is followed from where it was
   * @returns {number} milliseconds until everything has arrived
   */
  show(layout, change = {}) {
    this.look(change);
    if (change.move) this.#carry(change.move.source, change.move.target, change.move.cards, layout);
    if (change.undone) this.#carryBack(change.undone, layout);
    const { pairs, fresh, left } = this.#match(layout.slots, change.back === true);
    let longest = 0;
    let drawn = 0;
    this.places = new Map();
    for (const [piece, slot] of pairs) {
      this.#lay(piece, slot);
      longest = Math.max(longest, this.settle(piece, slot, change, 0));
    }
    const fromStock = (/** @type {Slot} */ { place }) =>
      !change.instant && (place.startsWith("hand:") || (change.deal && /^(payoff|side):/.test(place)));
    const still = change.instant || this.motion.still || this.motion.pace === 0;
    const given = change.deal && !still ? [...layout.hands] : [];
    const dealt = change.deal ? fresh.filter(fromStock).length + given.length : 0;
    this.#dealing ||= dealt > 0;
    const wait = still ? 0 : (change.wait ?? 0) / this.motion.pace;
    this.motion.together = dealt > 0 ? (wait + (dealt - 1) * DEAL_GAP + TURN) * this.motion.pace : 0;
    for (const [place, count] of given) this.#give(place, count, layout, wait + drawn++ * DEAL_GAP);
    for (const slot of fresh) {
      const drawnNow = fromStock(slot);
      const piece = this.make(slot, drawnNow ? layout.anchors.get("stock") : undefined);
      // Three cards represent a whole pile: each brings its part.
      if (drawnNow && change.deal) piece.coming = share(layout.slots, slot.place);
      this.#lay(piece, slot);
      const delay = drawnNow ? wait + drawn++ * (change.deal ? DEAL_GAP : DRAW_GAP) : 0;
      longest = Math.max(longest, this.settle(piece, slot, { ...change, duration: DRAW }, delay));
    }
    this.motion.together = 0;
    this.#dealing &&= this.arriving;
    this.layer.classList.toggle("deals", this.#dealing);
    for (const piece of left) longest = Math.max(longest, this.#leave(piece, layout, change));
    this.dressAll();
    return longest;
  }

  /**
   * Deals a card to a hand with only its count visible.
   * @param {PlaceId} place
   * @param {number} count
   * @param {Layout} layout
   * @param {number} delay
   */
  #give(place, count, layout, delay) {
    const [from, to] = [layout.anchors.get("stock"), layout.anchors.get(place)];
    const piece = from && to && this.#strange("stock", null, layout);
    if (!piece) return;
    Object.assign(piece, { place, coming: count });
    style(piece.element, "--w", `${from.w}px`);
    piece.element.classList.add("down");
    this.#given.set(place, piece);
    const { pace } = this.motion;
    // It shrinks to the size of the card sign on the plate, and covers no name.
    const goal = { x: to.x + (to.w - GIVEN) / 2, y: to.y, w: GIVEN, angle: 0 };
    this.fly(piece, piece.at, goal, from.w, DRAW * pace, delay * pace);
  }

  /** @param {PlaceId} source @param {PlaceId} target @param {string[]} cards @param {Layout} layout */
  #carry(source, target, cards, layout) {
    const from = this.places.get(source) ?? [];
    const onto = this.places.get(target) ?? [];
    let index = layout.slots.reduce((top, slot) => (slot.place === target ? Math.max(top, slot.index) : top), -1);
    index -= Math.max(0, cards.length - 1);
    for (const card of cards.length > 0 ? cards : [undefined]) {
      let piece =
        card === undefined
          ? from.at(-1)
          : (from.find((one) => one.card === card && one.element.classList.contains("picked")) ??
            from.find((one) => one.card === card));
      if (piece) from.splice(from.indexOf(piece), 1);
      else piece = this.#strange(source, card ?? null, layout);
      if (!piece) continue;
      piece.place = target;
      piece.index = index++;
      piece.coming = 1;
      onto.push(piece);
    }
    this.places.set(target, onto);
  }

  /** @param {Move} move @param {Layout} layout */
  #carryBack(move, layout) {
    const from = this.places.get(move.target) ?? [];
    const onto = this.places.get(move.source) ?? [];
    for (let taken = 0; taken < Math.max(1, move.cards.length); taken += 1) {
      const piece = from.pop();
      if (!piece) break;
      piece.place = move.source;
      piece.coming = 1;
      piece.index = layout.slots.reduce(
        (top, slot) => (slot.place === move.source ? Math.max(top, slot.index) : top),
        0,
      );
      onto.push(piece);
    }
    this.places.set(move.source, onto);
  }

  /**
   * A card that comes from a place without drawn cards.
   * @param {PlaceId} place
   * @param {Card} card
   * @param {Layout} layout
   */
  #strange(place, card, layout) {
    const anchor = layout.anchors.get(place);
    if (!anchor) return undefined;
    const slot = {
      place,
      index: 0,
      card,
      pack: "stock",
      ...anchor,
      angle: 0,
      z: 0,
      strip: false,
      dense: 0,
      veiled: false,
      aside: false,
      stands: null,
    };
    const piece = this.make(/** @type {Slot} */ (slot));
    piece.down = true;
    return piece;
  }

  /**
   * Pairs the existing cards with the slots to fill.
   * @param {Slot[]} slots
   * @param {boolean} back may a card have come from any other place?
   */
  #match(slots, back) {
    /** @type {[Piece, Slot][]} */
    const pairs = [];
    /** @type {Slot[]} */
    let open = [];
    const free = new Set([...this.places.values()].flat());
    const pair = (/** @type {Slot} */ slot, /** @type {(piece: Piece) => boolean} */ fits) => {
      const piece = (this.places.get(slot.place) ?? []).find((one) => free.has(one) && fits(one));
      if (piece) {
        free.delete(piece);
        pairs.push([piece, slot]);
      } else open.push(slot);
    };
    const rounds = [
      // Equal cards of a hand are taken in order, so that none passes another.
      (/** @type {Slot} */ slot) => (/** @type {Piece} */ one) =>
        one.card === slot.card && (one.index === slot.index || one.place.startsWith("hand:")),
      (/** @type {Slot} */ slot) => (/** @type {Piece} */ one) =>
        one.index === slot.index && (one.card === null || slot.card === null) && !one.place.startsWith("hand:"),
      (/** @type {Slot} */ slot) => (/** @type {Piece} */ one) =>
        one.card === null && slot.card === null && !one.place.startsWith("payoff:"),
    ];
    let waiting = slots;
    for (const round of rounds) {
      open = [];
      for (const slot of waiting) pair(slot, round(slot));
      waiting = open;
    }
    if (back) {
      waiting = waiting.filter((slot) => {
        const piece = slot.card !== null && [...free].find((one) => one.card === slot.card);
        if (!piece) return true;
        free.delete(piece);
        piece.coming = 1;
        pairs.push([piece, slot]);
        return false;
      });
    }
    return { pairs, fresh: waiting, left: free };
  }

  /**
   * A card that is no longer drawn anywhere: swept to the stock from the centre or a hand, covered elsewhere.
   * @param {Piece} piece
   * @param {Layout} layout
   * @param {Change} change
   * @returns {number} milliseconds until it is gone
   */
  #leave(piece, layout, change) {
    const { element, place } = piece;
    const covered = (this.places.get(place) ?? []).length > 0 && !place.startsWith("hand:");
    const sweep = place.startsWith("centre:") || place.startsWith("hand:");
    const goal = covered || place === "stock" ? undefined : layout.anchors.get(sweep ? "stock" : place);
    const pace = change.instant ? 0 : this.motion.pace;
    if (pace === 0 || !(goal || covered)) {
      element.remove();
      return 0;
    }
    const done = () => element.remove();
    if (covered || this.motion.still || !goal) {
      const time = covered ? OWN * pace : FADE;
      this.motion.run(element, [{ opacity: 1 }, { opacity: covered ? 1 : 0 }], time, 0, done);
      return time;
    }
    const from = piece.seen ?? piece.at;
    const { w } = piece.at;
    this.stop(piece);
    element.classList.add("flying");
    style(element, "--z", String(piece.index));
    if (sweep) this.motion.turn(element, true, SWEEP * pace, 0);
    const frames = [
      { transform: transformOf(from, w), opacity: 1 },
      { transform: transformOf(goal, w), opacity: sweep ? 1 : 0 },
    ];
    const time = (sweep ? SWEEP : 220) * pace;
    this.motion.run(element, frames, time, 0, done);
    return time;
  }

  /** Puts a card in a slot; a wild card shows its rank there. @param {Piece} piece @param {Slot} slot */
  #lay(piece, slot) {
    this.keep(piece, slot);
    const { element } = piece;
    const front = /** @type {HTMLElement} */ (element.querySelector(".front"));
    const stands = slot.stands === null ? "" : rankLabel(slot.stands, this.#rules);
    if (element.dataset.stands === stands) return;
    element.dataset.stands = stands;
    front.querySelector(".stands")?.remove();
    if (stands && slot.card) front.insertAdjacentHTML("beforeend", standsSvg(slot.card, stands, this.faces));
  }

  /** @override @param {Piece} piece @param {string} card */
  face(piece, card) {
    super.face(piece, card);
    delete piece.element.dataset.stands;
  }
}

/** The number of a pile's cards that each drawn card represents. @param {Slot[]} slots @param {PlaceId} place */
function share(slots, place) {
  const there = slots.filter((slot) => slot.place === place);
  return (Math.max(...there.map(({ index }) => index)) + 1) / there.length;
}
