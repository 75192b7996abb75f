// How far apart the cards of a pile lie. If there is little room, face-down cards close up first, then face-up cards as
// far as their ranks stay readable, then the inner cards of runs, those of one suit first: the two ends of a run tell
// what is between them.

import { RANKS } from "../moves.js";

/** @import {Cards} from "../types.js" */

/** Cards narrower than this have a larger rank (kernel/cards/pieces.js). */
export const SMALL = 56;
/** The visible part of a covered card if there is room, in card widths. */
const UP_SHOWN = { large: 0.39, small: 0.58 };
const DOWN_SHOWN = { large: 0.16, small: 0.18 };
const UP_LEAST = 0.26;
export const DOWN_LEAST = 0.06;
/** The pixels of a covered card that are enough to read a large card, and the least that are enough for any. */
const ENOUGH = 22;
const LEGIBLE = 12.5;
/** The visible part of a card within a closed-up run. */
const TIGHT = 0.07;
const TIGHT_LEAST = 2.5;

/** The part of a covered card for which a layout leaves room. @param {number} w a card's width */
export const roomFor = (w) => Math.min(ENOUGH, Math.max(LEGIBLE, UP_LEAST * w));

/**
 * The offset of each card of a pile below its lowest card, and the cards with too little visible to be read.
 * @param {number} down the number of face-down cards
 * @param {Cards} up
 * @param {number} w a card's width
 * @param {number} room below the lowest card
 * @param {number} [airy] how much further apart than usual, if there is room
 * @returns {{offsets: number[], tight: Set<number>}}
 */
export function fanOut(down, up, w, room, airy = 1) {
  const size = w < SMALL ? "small" : "large";
  const steps = Math.max(0, up.length - 1);
  let downStep = DOWN_SHOWN[size] * w * airy;
  let upStep = UP_SHOWN[size] * w * airy;
  /** @type {Set<number>} */
  let tight = new Set();
  if (down * downStep + steps * upStep > room) {
    downStep = Math.max(DOWN_LEAST * w, Math.min(downStep, down > 0 ? (room - steps * upStep) / down : downStep));
    const left = room - down * downStep;
    if (steps > 0) upStep = Math.min(upStep, left / steps);
    if (upStep < LEGIBLE) {
      const slim = Math.max(TIGHT_LEAST, TIGHT * w);
      const wanted = Math.ceil((steps * LEGIBLE - left) / (LEGIBLE - slim));
      tight = closedUp(up, wanted, true);
      // A run of several suits shows at least the ranks at both ends.
      if (tight.size < wanted) tight = closedUp(up, wanted, false);
      upStep = Math.max(1, (left - tight.size * slim) / (steps - tight.size));
    }
  }
  const slim = Math.min(upStep, Math.max(TIGHT_LEAST, TIGHT * w));
  const offsets = [];
  let y = 0;
  for (let at = 0; at < down + up.length; at += 1) {
    offsets.push(y);
    y += at < down ? downStep : tight.has(at - down) ? slim : upStep;
  }
  return { offsets, tight: new Set([...tight].map((at) => at + down)) };
}

/**
 * The cards within closed-up runs: those of the longest ones, as many as necessary.
 * @param {Cards} up
 * @param {number} wanted
 * @param {boolean} suited whether only runs of one suit are
 */
function closedUp(up, wanted, suited) {
  /** @type {number[][]} */
  const runs = [];
  let inner = /** @type {number[]} */ ([]);
  for (let at = 1; at < up.length; at += 1) {
    if (at < up.length - 1 && follows(up[at - 1], up[at], suited) && follows(up[at], up[at + 1], suited)) inner.push(at);
    else {
      runs.push(inner);
      inner = [];
    }
  }
  const tight = new Set(/** @type {number[]} */ ([]));
  for (const run of runs.sort((a, b) => b.length - a.length)) if (tight.size < wanted) for (const at of run) tight.add(at);
  return tight;
}

/** Do two cards follow each other? @param {string | null} one @param {string | null} next @param {boolean} suited in one suit */
function follows(one, next, suited) {
  if (one === null || next === null || (suited && one[1] !== next[1])) return false;
  const apart = Math.abs(RANKS.indexOf(one[0]) - RANKS.indexOf(next[0]));
  return apart === 1 || apart === RANKS.length - 1;
}
