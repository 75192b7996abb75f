// Cards as elements: one for each card, each moving from its visible position to its slot. The games decide which card
// comes from where (scene.js and patience/scene.js).

import { faceStyle, faceSvg } from "./cards.js";
import { set, style } from "../dom/elements.js";
import { shown } from "../dom/lazily.js";
import { Motion, seenPose, transformOf } from "./motion.js";

/** @import {Faces} from "./cards.js" */
/** @import {Card, CardSlot, Pace, Piece, PlaceId, Rect} from "../types.js" */
/** @import {Pose} from "./motion.js" */

/** The player's own move, in milliseconds. */
export const OWN = 180;
/** A card that is turned over. */
export const TURN = 260;
/** The cards of a finished game are gathered. */
const GATHER = 260;
/** Cards that appear or disappear in place. */
export const FADE = 80;
/** In a deal the page draws what has changed for all cards at once, and no oftener than this. */
const BEAT = 64;
/** How long before it leaves a dealt card becomes visible, at least. */
const LEAD = 2 * BEAT;
const SMALL = 56;
/** After this fraction of its path, which decelerates throughout, a card looks as if it had arrived. */
export const LIES = 0.75;
/** The part that lifts a card a little off the table (table.css). */
const RAISING = new Set(["picked", "hinted"]);

export class Pieces {
  layer;
  /** @type {Map<PlaceId, Piece[]>} */
  places = new Map();
  motion = new Motion();
  /** The cards that have each class, by its name. @type {Map<string, Set<Piece | undefined>>} */
  #marked = new Map();
  /** Cards that arrive face down and whose faces have not been drawn yet. @type {Set<Piece>} */
  #unfaced = new Set();
  /** Cards on the table that still have the look of their previous slot. @type {Set<Piece>} */
  #undressed = new Set();
  /** @type {(place: PlaceId) => void} */
  #landed;
  faces;

  /**
   * @param {HTMLElement} layer
   * @param {(place: PlaceId) => void} landed called when a card has arrived at a place
   * @param {Faces} faces for drawing cards
   */
  constructor(layer, landed, faces) {
    this.faces = faces;
    this.layer = layer;
    this.#landed = (place) => {
      this.dressAll();
      landed(place);
    };
    layer.replaceChildren();
  }

  /** Factor on every duration; 0 shows everything at once. @param {number} pace */
  set pace(pace) {
    this.motion.pace = pace;
  }

  /** Finishes every movement. */
  finish() {
    for (const piece of this.#unfaced) this.#faceNow(piece);
    this.motion.finish();
  }

  /**
   * Removes every card from the table: they move to the stock, face down, in a separate layer.
   * @param {Rect | undefined} to
   * @returns {number} milliseconds until they are gone
   */
  gather(to) {
    this.finish();
    const pieces = [...this.places.values()].flat();
    this.places = new Map();
    const { still, pace } = this.motion;
    const time = pace === 0 || !to || pieces.length === 0 ? 0 : still ? FADE : GATHER * pace;
    if (!to || time === 0) {
      this.layer.replaceChildren();
      return 0;
    }
    const gone = document.createElement("div");
    gone.className = "gathered";
    gone.append(...this.layer.childNodes);
    this.layer.before(gone);
    for (const { element, at, down } of pieces) {
      const way = [at, { ...to, angle: 0 }].map((pose) => ({ transform: transformOf(pose, at.w) }));
      const frames = still ? [{ opacity: 1 }, { opacity: 0 }] : way;
      if (!down && !still) this.motion.turn(element, true, time, 0);
      this.motion.run(element, frames, time, 0, () => gone.remove());
    }
    return time;
  }

  /** Redraws every face. @param {Faces} faces of another deck */
  redraw(faces) {
    this.faces = faces;
    for (const piece of [...this.places.values()].flat()) if (piece.card !== null) this.face(piece, piece.card);
  }

  /** The piece of a card, or of the top of a pile. @param {PlaceId} place @param {number} [index] */
  piece(place, index) {
    const pieces = this.places.get(place) ?? [];
    return index === undefined ? pieces.at(-1) : pieces.find((piece) => piece.index === index);
  }

  /**
   * The number of cards moving to a place, and whether any card drawn there is at rest.
   * @param {PlaceId} place
   */
  arrivals(place) {
    const pieces = this.places.get(place) ?? [];
    const coming = Math.round(pieces.reduce((sum, piece) => sum + piece.coming, 0));
    const lies = pieces.some((piece) => piece.coming === 0 && !piece.element.classList.contains("flying"));
    return { coming, lies };
  }

  /** Is any card moving between places? */
  get arriving() {
    return [...this.places.values()].flat().some((piece) => piece.coming > 0);
  }

  /** The piece under the button of a key. @param {string} key */
  pieceAt(key) {
    const [place, index] = key.split("#");
    return this.piece(place, index === undefined ? undefined : Number(index));
  }

  /**
   * Adds a class to these cards and removes it from all others.
   * @param {string} name
   * @param {Set<Piece | undefined>} pieces
   */
  mark(name, pieces) {
    const marked = this.#marked.get(name);
    for (const piece of marked ?? []) if (!pieces.has(piece)) piece?.element.classList.remove(name);
    for (const piece of pieces) {
      if (!marked?.has(piece)) piece?.element.classList.add(name);
      if (piece && RAISING.has(name)) piece.raised = true;
    }
    this.#marked.set(name, pieces);
  }

  /** Lifts a card off the table at its visible position. @param {Piece} piece */
  grab(piece) {
    piece.held = piece.seen = seenPose(piece.element, piece.at.w);
    this.stop(piece);
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

  /** Releases a card: from here it moves to its slot in the next layout. @param {Piece} piece */
  release(piece) {
    piece.seen = piece.held;
    piece.held = null;
    piece.element.classList.remove("lifted", "dragged");
    piece.element.classList.add("flying");
  }

  /** Records the visible pose of each card that is not in its slot, before anything is changed. @param {Pace} change */
  look({ instant }) {
    // Cards that are still turning or leaving would continue in the dimensions of the previous layout.
    if (instant) this.finish();
    for (const group of this.places.values()) {
      for (const piece of group) {
        if (piece.held || piece.seen) continue;
        if (!piece.flight && !piece.raised) continue;
        piece.seen = seenPose(piece.element, piece.at.w);
        if (!piece.flight && !piece.element.matches(".picked, .hinted")) piece.raised = !alike(piece.seen, piece.at);
      }
    }
  }

  /** Cancels a card's flight. @param {Piece} piece */
  stop(piece) {
    const { element, flight } = piece;
    piece.flight = null;
    flight?.cancel();
    element.classList.remove("flying", "waiting", "unseen");
  }

  /** @param {Piece} piece @param {CardSlot} slot */
  keep(piece, slot) {
    if (piece.card !== slot.card && slot.card !== null) this.face(piece, slot.card);
    if (slot.card === null) piece.card = null;
    piece.place = slot.place;
    piece.index = slot.index;
    const { element } = piece;
    piece.slot = slot;
    if (element.dataset.place === slot.place) this.#undressed.add(piece);
    else this.dress(piece, slot, false);
    set(element, "data-place", slot.place);
    set(element, "data-card", slot.card ?? "");
    const group = this.places.get(slot.place);
    if (group) {
      const at = group.findIndex((one) => one.index > slot.index);
      group.splice(at < 0 ? group.length : at, 0, piece);
    } else this.places.set(slot.place, [piece]);
  }

  /** Gives the cards the look of their slots. A card that another is about to cover keeps its whole face until then. */
  dressAll() {
    for (const piece of this.#undressed) {
      const group = this.places.get(piece.place) ?? [];
      const waits = group.some(({ index, element }) => index > piece.index && element.matches(".flying, .waiting, .dragged"));
      if (waits && group.includes(piece)) continue;
      this.#undressed.delete(piece);
      if (piece.slot) this.dress(piece, piece.slot, false);
    }
  }

  /** Shows the whole face of the card that others were lifted from. @param {Piece[]} lifted */
  uncover(lifted) {
    const group = (this.places.get(lifted[0].place) ?? []).filter((piece) => !lifted.includes(piece));
    const below = group.at(-1);
    if (!below?.slot || below.index > lifted[0].index) return;
    this.dress(below, below.slot, true);
    this.#undressed.add(below);
  }

  /**
   * Draws a card with its look in a slot.
   * @param {Piece} piece
   * @param {CardSlot} slot
   * @param {boolean} open does nothing lie on it?
   */
  dress({ element }, slot, open) {
    const dense = open ? 0 : (slot.dense ?? 0);
    element.classList.toggle("small", slot.w < SMALL || dense > 0);
    element.classList.toggle("strip", slot.strip && !open);
    element.classList.toggle("dense", dense > 0);
    // As on a card with its full face, the rank is on the left.
    element.classList.toggle("wide", dense > 0 && slot.w >= SMALL);
    element.classList.toggle("aside", slot.aside === true && !open);
    style(element, "--dense", dense > 0 ? String(dense) : "");
    style(element, "--cut", slot.cut ? String(slot.cut) : "");
    element.classList.toggle("veiled", slot.veiled && !open);
  }

  /**
   * Sends a piece to its slot.
   * @param {Piece} piece
   * @param {CardSlot} slot
   * @param {Pace} change
   * @param {number} delay
   * @returns {number} milliseconds until it has arrived
   */
  settle(piece, slot, change, delay) {
    const { element, at, flight, seen, held } = piece;
    const down = slot.card === null;
    const turned = piece.down !== down;
    const goal = { x: slot.x, y: slot.y, w: slot.w, angle: slot.angle };
    const pace = change.instant ? 0 : this.motion.pace;
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
      const waits = Math.max(0, piece.wait - Number(flight.currentTime ?? 0));
      if (turned) this.motion.turn(element, down, TURN * pace, waits);
      return left(flight);
    }
    if (loose) this.stop(piece);
    style(element, "transform", transformOf(goal, slot.w));
    const moved = !alike(from, goal);
    const comes = piece.coming > 0 || turned;
    if (!moved || pace === 0 || this.motion.still) piece.coming = 0;
    if (pace === 0 || !turned || this.motion.still) this.#faceNow(piece);
    if (pace === 0 || !(moved || turned)) return 0;
    if (this.motion.still) {
      // Cards that only make room for others appear immediately: otherwise a whole hand would blink with each new card.
      if (!comes) return 0;
      this.motion.run(element, [{ opacity: 0.2 }, { opacity: 1 }], FADE, 0);
      return FADE;
    }
    const duration = (change.duration ?? OWN) * pace;
    if (moved) this.fly(piece, from, goal, slot.w, duration, delay * pace);
    const turning = turned ? Math.max(TURN * pace, moved ? duration : 0) : 0;
    if (turned) this.motion.turn(element, down, turning, delay * pace);
    return delay * pace + Math.max(turning, moved ? duration : 0);
  }

  /**
   * Moves a card from one pose to another, above all others. While it waits, it stays among the cards it comes from. In a
   * deal the browser would draw all that wait in every frame, one over the other: only the next ones are visible.
   * @param {Piece} piece @param {Pose} from @param {Pose} to @param {number} width @param {number} duration @param {number} delay
   */
  fly(piece, from, to, width, duration, delay) {
    const { element } = piece;
    const frames = [{ transform: transformOf(from, width) }, { transform: transformOf(to, width) }];
    /** @param {boolean} flies @param {Animation | null} [on] */
    const mark = (flies, on = flight) => {
      if (piece.flight !== flight) return;
      element.classList.toggle("flying", flies);
      element.classList.remove("waiting");
      piece.flight = on;
      if (flies) return;
      piece.coming = 0;
      this.#landed(piece.place);
    };
    const flight = this.motion.run(element, frames, duration, delay, () => mark(false, null));
    piece.flight = flight;
    piece.wait = delay;
    const deals = this.motion.together > 0;
    // A deal has many cards and does not wait for each of them.
    if (!deals) this.motion.after(flight, element, delay + duration * LIES, () => this.#arrive(piece, flight));
    element.classList.toggle("waiting", delay > 0);
    /** @param {number} time @param {(beats: number) => number} round */
    const beat = (time, round) => (deals ? round(time / BEAT) * BEAT : time);
    if (deals && delay > LEAD) {
      element.classList.add("unseen");
      this.motion.after(flight, element, beat(delay - LEAD, Math.floor), () => element.classList.remove("unseen"));
    }
    this.motion.after(flight, element, beat(delay, Math.floor), () => mark(true));
    this.motion.after(flight, element, beat(delay + duration, Math.ceil), () => mark(false));
  }

  /** A card looks as if it had arrived, although it is still moving. @param {Piece} piece @param {Animation} flight */
  #arrive(piece, flight) {
    if (piece.flight !== flight || piece.coming === 0) return;
    piece.coming = 0;
    this.#landed(piece.place);
  }

  /** @param {CardSlot} slot @param {Rect} [origin] its starting place @returns {Piece} */
  make(slot, origin) {
    const element = document.createElement("div");
    element.className = "card";
    element.innerHTML = `<div class="sides"><div class="front unfaced pack-${slot.pack}"></div><div class="back pack-${slot.pack}"></div></div>`;
    this.layer.append(element);
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
      coming: origin === undefined ? 0 : 1,
      raised: false,
      wait: 0,
      slot: null,
    };
    if (slot.card !== null && origin) this.#faceSoon(piece, slot.card);
    else if (slot.card !== null) this.face(piece, slot.card);
    return piece;
  }

  /**
   * Draws a face one frame later, before the card is turned: the frame in which cards are created is busy enough. If a
   * busy browser turns it sooner, it has its back on both sides until then.
   * @param {Piece} piece
   * @param {string} card
   */
  async #faceSoon(piece, card) {
    piece.card = card;
    this.#unfaced.add(piece);
    await shown();
    this.#faceNow(piece);
  }

  /** @param {Piece} piece */
  #faceNow(piece) {
    if (this.#unfaced.delete(piece) && piece.card !== null) this.face(piece, piece.card);
  }

  /** @param {Piece} piece @param {string} card */
  face(piece, card) {
    piece.card = card;
    const front = /** @type {HTMLElement} */ (piece.element.querySelector(".front"));
    const { ink, hue } = faceStyle(card);
    front.className = `front ink-${ink}`;
    front.style.setProperty("--hue", String(hue));
    front.innerHTML = faceSvg(card, this.faces);
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
