// The cards on the table: one element a card, kept as long as the card can be followed, so that every card is seen to
// come from where it was.

import { style } from "./board.js";
import { faceStyle, faceSvg, rankLabel, standsSvg } from "./cards.js";
import { RATIO } from "./plan.js";

/** @import {Card, Layout, Move, PlaceId, Rect, Rules, Slot} from "./types.js" */

/**
 * @typedef {{element: HTMLElement, place: PlaceId, index: number, card: Card, at: {x: number, y: number, w: number,
 *   angle: number, down: boolean}, offset: {x: number, y: number}}} Piece
 * @typedef {{move?: Move | null, undone?: Move | null, duration?: number, instant?: boolean, deal?: boolean}} Change
 */

const EASE = "cubic-bezier(0.22, 0.72, 0.2, 1)";
const DRAW = 120;
const DRAW_GAP = 40;
const DEAL_GAP = 24;
const SWEEP = 350;
const TURN = 260;
const FADE = 80;
const SMALL = 56;

export class Scene {
  #layer;
  #rules;
  /** @type {Map<PlaceId, Piece[]>} */
  #places = new Map();
  /** @type {Set<Animation>} */
  #running = new Set();
  #still = matchMedia("(prefers-reduced-motion: reduce)");
  /** Factor on every duration; 0 shows everything at once. */
  pace = 1;
  /** How long a deal takes, for the ways of all its cards end as one: so the page has nothing to do meanwhile. */
  #together = 0;

  /** @param {HTMLElement} layer @param {Rules} rules */
  constructor(layer, rules) {
    this.#layer = layer;
    this.#rules = rules;
    layer.replaceChildren();
  }

  /** Brings every animation to its end. */
  finish() {
    for (const animation of [...this.#running]) animation.finish();
  }

  /**
   * Lets the cards lie as a layout says.
   * @param {Layout} layout
   * @param {Change} change what led here, so that each card is followed from where it was
   * @returns {number} milliseconds until everything has arrived
   */
  show(layout, change = {}) {
    this.finish();
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
    this.#together = dealt > 0 ? ((dealt - 1) * DEAL_GAP + TURN) * this.pace : 0;
    for (const slot of fresh) {
      const drawnNow = fromStock(slot);
      const piece = this.#make(slot, drawnNow ? layout.anchors.get("stock") : undefined);
      this.#keep(piece, slot);
      const delay = drawnNow ? drawn++ * (change.deal ? DEAL_GAP : DRAW_GAP) : 0;
      longest = Math.max(longest, this.#settle(piece, slot, { ...change, duration: DRAW }, delay));
    }
    this.#together = 0;
    for (const piece of left) longest = Math.max(longest, this.#leave(piece, layout, change));
    return longest;
  }

  /** The piece of a card, or of the top of a pile. @param {PlaceId} place @param {number} [index] */
  piece(place, index) {
    const pieces = this.#places.get(place) ?? [];
    return index === undefined ? pieces.at(-1) : pieces.find((piece) => piece.index === index);
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
      for (const piece of group) piece.element.classList.toggle(name, pieces.has(piece));
    }
  }

  /**
   * Moves a card with the finger.
   * @param {Piece} piece
   * @param {number} x
   * @param {number} y
   * @param {number} tilt in degrees
   */
  drag(piece, x, y, tilt) {
    piece.offset = { x, y };
    piece.element.classList.add("lifted", "dragged");
    piece.element.style.translate = `${x}px ${y}px`;
    piece.element.style.rotate = `${tilt}deg`;
  }

  /** Lets go: from here the card goes where the next layout wants it. @param {Piece} piece */
  release(piece) {
    piece.at.x += piece.offset.x;
    piece.at.y += piece.offset.y;
    piece.offset = { x: 0, y: 0 };
    piece.element.classList.remove("lifted", "dragged");
    piece.element.style.translate = "";
    piece.element.style.rotate = "";
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
    piece.at.down = true;
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
      (/** @type {Slot} */ slot) => (/** @type {Piece} */ one) => one.index === slot.index && one.card === slot.card,
      (/** @type {Slot} */ slot) => (/** @type {Piece} */ one) =>
        one.place.startsWith("hand:") && one.card === slot.card,
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
   * @returns {number}
   */
  #settle(piece, slot, change, delay) {
    const { element, at } = piece;
    const down = slot.card === null;
    const moved =
      Math.abs(at.x - slot.x) + Math.abs(at.y - slot.y) + Math.abs(at.w - slot.w) > 0.5 || at.angle !== slot.angle;
    const turned = at.down !== down;
    const from = poseOf(at, slot.w);
    piece.at = { x: slot.x, y: slot.y, w: slot.w, angle: slot.angle, down };
    const to = poseOf(piece.at, slot.w);
    style(element, "--w", `${slot.w}px`);
    style(element, "transform", to);
    element.style.zIndex = String(slot.z);
    element.classList.toggle("down", down);
    const pace = change.instant ? 0 : this.pace;
    if (pace === 0 || !(moved || turned)) return 0;
    if (this.#still.matches) return this.#animate(element, [{ opacity: 0.2 }, { opacity: 1 }], FADE, 0);
    const duration = (change.duration ?? 180) * pace;
    let end = 0;
    if (moved) {
      element.style.zIndex = String(1000 + slot.z);
      end = this.#animate(element, [{ transform: from }, { transform: to }], duration, delay * pace, () => {
        element.style.zIndex = String(slot.z);
      });
    }
    if (turned) end = Math.max(end, this.#turn(piece, down, Math.max(TURN * pace, moved ? duration : 0), delay * pace));
    return end;
  }

  /**
   * Turns a card over: one side closes to its edge, then the other opens. In the plane, and each side by itself, so that the
   * browser moves both without laying out or drawing anything anew.
   * @param {Piece} piece @param {boolean} down @param {number} duration @param {number} delay
   */
  #turn(piece, down, duration, delay) {
    const { element } = piece;
    const sides = /** @type {HTMLElement} */ (element.firstElementChild);
    const [front, back] = /** @type {HTMLElement[]} */ ([...sides.children]);
    const [first, second] = down ? [front, back] : [back, front];
    element.classList.add("turning");
    const half = duration / 2;
    const [flat, edge] = [{ transform: "none" }, { transform: "scaleX(0)" }];
    this.#animate(first, [{ ...flat, easing: "ease-in" }, edge], half, delay, undefined, delay + duration);
    return this.#animate(second, [edge, flat], half, delay + half, () => element.classList.remove("turning"));
  }

  /**
   * A card that is drawn nowhere any more: swept to the stock from the centre or a hand, covered elsewhere.
   * @param {Piece} piece
   * @param {Layout} layout
   * @param {Change} change
   * @returns {number}
   */
  #leave(piece, layout, change) {
    const { element, place } = piece;
    const covered = (this.#places.get(place) ?? []).length > 0 && !place.startsWith("hand:");
    const goal =
      covered || place === "stock"
        ? undefined
        : layout.anchors.get(place.startsWith("centre:") || place.startsWith("hand:") ? "stock" : place);
    const pace = change.instant ? 0 : this.pace;
    if (pace === 0 || !(goal || covered)) {
      element.remove();
      return 0;
    }
    const done = () => element.remove();
    if (covered || this.#still.matches || !goal)
      return this.#animate(
        element,
        [{ opacity: 1 }, { opacity: covered ? 1 : 0 }],
        covered ? 180 * pace : FADE,
        0,
        done,
      );
    element.style.zIndex = String(900 + piece.index);
    const sweep = place.startsWith("centre:") || place.startsWith("hand:");
    if (sweep) this.#turn(piece, true, SWEEP * pace, 0);
    const frames = [
      { transform: poseOf(piece.at, piece.at.w), opacity: 1 },
      { transform: poseOf({ ...goal, angle: 0 }, piece.at.w), opacity: sweep ? 1 : 0 },
    ];
    return this.#animate(element, frames, (sweep ? SWEEP : 220) * pace, 0, done);
  }

  /**
   * @param {HTMLElement} element
   * @param {Keyframe[]} frames the first and the last
   * @param {number} duration
   * @param {number} delay
   * @param {() => void} [done]
   * @param {number} [until] how long the last frame is held at least
   * @returns {number} milliseconds until the last frame is reached
   */
  #animate(element, frames, duration, delay, done, until = 0) {
    const whole = Math.max(delay + duration, until, this.#together);
    const [from, to] = frames;
    const steps = [
      { ...from, offset: 0 },
      { easing: EASE, ...from, offset: delay / whole },
      { ...to, offset: (delay + duration) / whole },
      { ...to, offset: 1 },
    ];
    const animation = element.animate(steps, whole);
    this.#running.add(animation);
    let over = false;
    const end = () => {
      if (over) return;
      over = true;
      this.#running.delete(animation);
      done?.();
    };
    animation.onfinish = end;
    animation.oncancel = end;
    const finish = animation.finish.bind(animation);
    animation.finish = () => {
      finish();
      end();
    };
    return duration + delay;
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
      offset: { x: 0, y: 0 },
      at: { x: start.x, y: start.y, w: start.w, angle: 0, down: origin !== undefined || slot.card === null },
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

/**
 * The transform that lets an element `width` wide lie like `at`.
 * @param {{x: number, y: number, w: number, angle?: number}} at
 * @param {number} width
 */
function poseOf(at, width) {
  const scale = at.w / width;
  const shift = (width - at.w) / 2;
  return `translate(${at.x - shift}px, ${at.y - shift * RATIO}px) rotate(${at.angle ?? 0}deg) scale(${scale})`;
}
