// The cards on the table: one element a card, kept as long as the card can be followed, so that every card is seen to
// come from where it was.

import { style } from "./board.js";
import { faceStyle, faceSvg, rankLabel, standsSvg } from "./cards.js";
import { Motion, seenPose, transformOf } from "./motion.js";

/** @import {Card, Layout, Move, PlaceId, Rect, Rules, Slot} from "./types.js" */
/** @import {Pose} from "./motion.js" */

/**
 * `at` is where the card lies or is going; `seen` where the eye sees it instead, read before anything is changed; `held`
 * where the finger holds it; `coming` while it is on its way from another place.
 * @typedef {{element: HTMLElement, place: PlaceId, index: number, card: Card, at: Pose, down: boolean,
 *   seen: Pose | null, held: Pose | null, flight: Animation | null, coming: boolean, raised: boolean}} Piece
 * @typedef {{move?: Move | null, undone?: Move | null, duration?: number, instant?: boolean, deal?: boolean}} Change
 */

const DRAW = 120;
const DRAW_GAP = 40;
const DEAL_GAP = 24;
const OWN = 180;
const SWEEP = 350;
const TURN = 260;
const FADE = 80;
const SMALL = 56;
/** What lifts a card a little off the table (table.css). */
const RAISING = new Set(["picked", "hinted"]);

export class Scene {
  #layer;
  #rules;
  /** @type {Map<PlaceId, Piece[]>} */
  #places = new Map();
  #motion = new Motion();
  #landed;

  /**
   * @param {HTMLElement} layer
   * @param {Rules} rules
   * @param {(place: PlaceId) => void} landed called when a card has arrived at a place
   */
  constructor(layer, rules, landed) {
    this.#layer = layer;
    this.#rules = rules;
    this.#landed = landed;
    layer.replaceChildren();
  }

  /** Factor on every duration; 0 shows everything at once. @param {number} pace */
  set pace(pace) {
    this.#motion.pace = pace;
  }

  /** Brings everything that moves to its end. */
  finish() {
    this.#motion.finish();
  }

  /**
   * Lets the cards lie as a layout says.
   * @param {Layout} layout
   * @param {Change} change what led here, so that each card is followed from where it was
   * @returns {number} milliseconds until everything has arrived
   */
  show(layout, change = {}) {
    this.#look();
    if (change.move) this.#carry(change.move.source, change.move.target, change.move.cards, layout);
    if (change.undone) this.#carryBack(change.undone, layout);
    const { pairs, fresh, left } = this.#match(layout.slots);
    let longest = 0;
    let drawn = 0;
    this.#places = new Map();
    for (const [piece, slot] of pairs) {
      this.#keep(piece, slot);
      longest = Math.max(longest, this.#settle(piece, slot, change, 0));
    }
    const fromStock = (/** @type {Slot} */ { place }) =>
      !change.instant && (place.startsWith("hand:") || (change.deal && /^(payoff|side):/.test(place)));
    const dealt = change.deal ? fresh.filter(fromStock).length : 0;
    this.#motion.together = dealt > 0 ? ((dealt - 1) * DEAL_GAP + TURN) * this.#motion.pace : 0;
    for (const slot of fresh) {
      const drawnNow = fromStock(slot);
      const piece = this.#make(slot, drawnNow ? layout.anchors.get("stock") : undefined);
      this.#keep(piece, slot);
      const delay = drawnNow ? drawn++ * (change.deal ? DEAL_GAP : DRAW_GAP) : 0;
      longest = Math.max(longest, this.#settle(piece, slot, { ...change, duration: DRAW }, delay));
    }
    this.#motion.together = 0;
    for (const piece of left) longest = Math.max(longest, this.#leave(piece, layout, change));
    return longest;
  }

  /** Draws every face anew: another deck is used. */
  redraw() {
    for (const piece of [...this.#places.values()].flat()) if (piece.card !== null) this.#face(piece, piece.card);
  }

  /** The piece of a card, or of the top of a pile. @param {PlaceId} place @param {number} [index] */
  piece(place, index) {
    const pieces = this.#places.get(place) ?? [];
    return index === undefined ? pieces.at(-1) : pieces.find((piece) => piece.index === index);
  }

  /**
   * How many cards are on their way to a place, and whether any that is drawn there lies on the table.
   * @param {PlaceId} place
   */
  arrivals(place) {
    const pieces = this.#places.get(place) ?? [];
    const coming = pieces.filter((piece) => piece.coming).length;
    const lies = pieces.some((piece) => !piece.coming && !piece.element.classList.contains("flying"));
    return { coming, lies };
  }

  /** The piece under the button of a key. @param {string} key */
  pieceAt(key) {
    const [place, index] = key.split("#");
    return this.piece(place, index === undefined ? undefined : Number(index));
  }

  /**
   * Gives the named cards a class and takes it from all others.
   * @param {string} name
   * @param {Set<Piece | undefined>} pieces
   */
  mark(name, pieces) {
    for (const group of this.#places.values()) {
      for (const piece of group) {
        piece.element.classList.toggle(name, pieces.has(piece));
        if (pieces.has(piece) && RAISING.has(name)) piece.raised = true;
      }
    }
  }

  /** Takes a card off the table, where it is seen. @param {Piece} piece */
  grab(piece) {
    piece.held = piece.seen = seenPose(piece.element, piece.at.w);
    this.#stop(piece);
    piece.element.classList.add("lifted", "dragged");
    style(piece.element, "transform", transformOf(piece.held, piece.at.w));
    return piece.held;
  }

  /**
   * Holds a card in the air.
   * @param {Piece} piece
   * @param {Pose} pose
   */
  drag(piece, pose) {
    piece.held = pose;
    style(piece.element, "transform", transformOf(pose, piece.at.w));
  }

  /** Lets go: from here the card goes where the next layout wants it. @param {Piece} piece */
  release(piece) {
    piece.seen = piece.held;
    piece.held = null;
    piece.element.classList.remove("lifted", "dragged");
    piece.element.classList.add("flying");
  }

  /** Notes where the eye sees each card that is not where it lies, before anything is changed. */
  #look() {
    for (const group of this.#places.values()) {
      for (const piece of group) {
        if (piece.held || piece.seen) continue;
        if (!piece.flight && !piece.raised) continue;
        piece.seen = seenPose(piece.element, piece.at.w);
        if (!piece.flight && !piece.element.matches(".picked, .hinted")) piece.raised = !alike(piece.seen, piece.at);
      }
    }
  }

  /** Breaks off a card's way. @param {Piece} piece */
  #stop(piece) {
    const { element, flight } = piece;
    piece.flight = null;
    flight?.cancel();
    element.classList.remove("flying");
  }

  /** @param {PlaceId} source @param {PlaceId} target @param {string[]} cards @param {Layout} layout */
  #carry(source, target, cards, layout) {
    const from = this.#places.get(source) ?? [];
    const onto = this.#places.get(target) ?? [];
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
      piece.coming = true;
      onto.push(piece);
    }
    this.#places.set(target, onto);
  }

  /** @param {Move} move @param {Layout} layout */
  #carryBack(move, layout) {
    const from = this.#places.get(move.target) ?? [];
    const onto = this.#places.get(move.source) ?? [];
    for (let taken = 0; taken < Math.max(1, move.cards.length); taken += 1) {
      const piece = from.pop();
      if (!piece) break;
      piece.place = move.source;
      piece.coming = true;
      piece.index = layout.slots.reduce(
        (top, slot) => (slot.place === move.source ? Math.max(top, slot.index) : top),
        0,
      );
      onto.push(piece);
    }
    this.#places.set(move.source, onto);
  }

  /**
   * A card that comes from where no card is drawn.
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
      veiled: false,
      stands: null,
    };
    const piece = this.#make(/** @type {Slot} */ (slot), anchor);
    piece.down = true;
    return piece;
  }

  /**
   * Pairs the cards there are with the places where cards shall lie.
   * @param {Slot[]} slots
   */
  #match(slots) {
    /** @type {[Piece, Slot][]} */
    const pairs = [];
    /** @type {Slot[]} */
    let open = [];
    const free = new Set([...this.#places.values()].flat());
    const pair = (/** @type {Slot} */ slot, /** @type {(piece: Piece) => boolean} */ fits) => {
      const piece = (this.#places.get(slot.place) ?? []).find((one) => free.has(one) && fits(one));
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
    return { pairs, fresh: waiting, left: free };
  }

  /** @param {Piece} piece @param {Slot} slot */
  #keep(piece, slot) {
    if (piece.card !== slot.card && slot.card !== null) this.#face(piece, slot.card);
    if (slot.card === null) piece.card = null;
    piece.place = slot.place;
    piece.index = slot.index;
    const { element } = piece;
    element.classList.toggle("small", slot.w < SMALL);
    element.classList.toggle("strip", slot.strip);
    element.classList.toggle("veiled", slot.veiled);
    element.dataset.place = slot.place;
    element.dataset.card = slot.card ?? "";
    const front = /** @type {HTMLElement} */ (element.querySelector(".front"));
    const stands = slot.stands === null ? "" : rankLabel(slot.stands, this.#rules);
    if (element.dataset.stands !== stands) {
      element.dataset.stands = stands;
      front.querySelector(".stands")?.remove();
      if (stands) front.insertAdjacentHTML("beforeend", standsSvg(stands));
    }
    const group = this.#places.get(slot.place);
    if (group) {
      const at = group.findIndex((one) => one.index > slot.index);
      group.splice(at < 0 ? group.length : at, 0, piece);
    } else this.#places.set(slot.place, [piece]);
  }

  /**
   * Sends a piece to its slot.
   * @param {Piece} piece
   * @param {Slot} slot
   * @param {Change} change
   * @param {number} delay
   * @returns {number} milliseconds until it has arrived
   */
  #settle(piece, slot, change, delay) {
    const { element, at, flight, seen, held } = piece;
    const down = slot.card === null;
    const turned = piece.down !== down;
    const goal = { x: slot.x, y: slot.y, w: slot.w, angle: slot.angle };
    const pace = change.instant ? 0 : this.#motion.pace;
    const stays = alike(at, goal);
    const loose = flight !== null || element.classList.contains("flying");
    const from = loose || !stays ? (seen ?? at) : at;
    piece.at = goal;
    piece.down = down;
    piece.seen = null;
    style(element, "--w", `${slot.w}px`);
    style(element, "--z", String(slot.z));
    element.classList.toggle("down", down);
    if (held) {
      style(element, "transform", transformOf(held, slot.w));
      return 0;
    }
    if (flight && stays && pace > 0) {
      if (turned) this.#motion.turn(element, down, TURN * pace, 0);
      return left(flight);
    }
    this.#stop(piece);
    style(element, "transform", transformOf(goal, slot.w));
    const moved = !alike(from, goal);
    piece.coming &&= moved && pace > 0 && !this.#motion.still;
    if (pace === 0 || !(moved || turned)) return 0;
    if (this.#motion.still) {
      this.#motion.run(element, [{ opacity: 0.2 }, { opacity: 1 }], FADE, 0);
      return FADE;
    }
    const duration = (change.duration ?? OWN) * pace;
    if (moved) this.#fly(piece, from, goal, slot.w, duration, delay * pace);
    const turning = turned ? Math.max(TURN * pace, moved ? duration : 0) : 0;
    if (turned) this.#motion.turn(element, down, turning, delay * pace);
    return delay * pace + Math.max(turning, moved ? duration : 0);
  }

  /**
   * Lets a card go from one pose to another, over all others; while it waits, it lies among those it comes from.
   * @param {Piece} piece @param {Pose} from @param {Pose} to @param {number} width @param {number} duration @param {number} delay
   */
  #fly(piece, from, to, width, duration, delay) {
    const { element } = piece;
    const frames = [{ transform: transformOf(from, width) }, { transform: transformOf(to, width) }];
    /** @param {boolean} flies @param {Animation | null} [on] */
    const mark = (flies, on = flight) => {
      if (piece.flight !== flight) return;
      element.classList.toggle("flying", flies);
      piece.flight = on;
      if (flies) return;
      piece.coming = false;
      this.#landed(piece.place);
    };
    const flight = this.#motion.run(element, frames, duration, delay, () => mark(false, null));
    piece.flight = flight;
    this.#motion.after(element, delay, () => mark(true));
    this.#motion.after(element, delay + duration, () => mark(false));
  }

  /**
   * A card that is drawn nowhere any more: swept to the stock from the centre or a hand, covered elsewhere.
   * @param {Piece} piece
   * @param {Layout} layout
   * @param {Change} change
   * @returns {number} milliseconds until it is gone
   */
  #leave(piece, layout, change) {
    const { element, place } = piece;
    const covered = (this.#places.get(place) ?? []).length > 0 && !place.startsWith("hand:");
    const sweep = place.startsWith("centre:") || place.startsWith("hand:");
    const goal = covered || place === "stock" ? undefined : layout.anchors.get(sweep ? "stock" : place);
    const pace = change.instant ? 0 : this.#motion.pace;
    if (pace === 0 || !(goal || covered)) {
      element.remove();
      return 0;
    }
    const done = () => element.remove();
    if (covered || this.#motion.still || !goal) {
      const time = covered ? OWN * pace : FADE;
      this.#motion.run(element, [{ opacity: 1 }, { opacity: covered ? 1 : 0 }], time, 0, done);
      return time;
    }
    const from = piece.seen ?? piece.at;
    const { w } = piece.at;
    this.#stop(piece);
    element.classList.add("flying");
    style(element, "--z", String(piece.index));
    if (sweep) this.#motion.turn(element, true, SWEEP * pace, 0);
    const frames = [
      { transform: transformOf(from, w), opacity: 1 },
      { transform: transformOf(goal, w), opacity: sweep ? 1 : 0 },
    ];
    const time = (sweep ? SWEEP : 220) * pace;
    this.#motion.run(element, frames, time, 0, done);
    return time;
  }

  /** @param {Slot} slot @param {Rect} [origin] where it comes from @returns {Piece} */
  #make(slot, origin) {
    const element = document.createElement("div");
    element.className = "card";
    element.innerHTML = `<div class="sides"><div class="front"></div><div class="back pack-${slot.pack}"></div></div>`;
    this.#layer.append(element);
    const start = origin ?? slot;
    const piece = {
      element,
      place: slot.place,
      index: slot.index,
      card: /** @type {Card} */ (null),
      at: { x: start.x, y: start.y, w: start.w, angle: 0 },
      down: origin !== undefined || slot.card === null,
      seen: null,
      held: null,
      flight: null,
      coming: origin !== undefined,
      raised: false,
    };
    if (slot.card !== null) this.#face(piece, slot.card);
    return piece;
  }

  /** @param {Piece} piece @param {string} card */
  #face(piece, card) {
    piece.card = card;
    const front = /** @type {HTMLElement} */ (piece.element.querySelector(".front"));
    const { ink, hue } = faceStyle(card);
    front.className = `front ink-${ink}`;
    front.style.setProperty("--hue", String(hue));
    front.innerHTML = faceSvg(card);
    delete piece.element.dataset.stands;
  }
}

/** @param {Pose} one @param {Pose} other */
function alike(one, other) {
  const apart = Math.abs(one.x - other.x) + Math.abs(one.y - other.y) + Math.abs(one.w - other.w);
  return apart <= 0.5 && Math.abs(one.angle - other.angle) < 0.1;
}

/** How long an animation still runs, in milliseconds. @param {Animation} animation */
function left(animation) {
  const { endTime } = /** @type {AnimationEffect} */ (animation.effect).getComputedTiming();
  return Math.max(0, Number(endTime) - Number(animation.currentTime));
}
