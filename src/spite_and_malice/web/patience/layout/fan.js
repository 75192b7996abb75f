// How far apart the cards of a pile lie. Where the room is short, those face down close up first, then those face up as far as
// their ranks can be read, then what lies within a run, first those of one suit: its two ends say what is between them.

import { RANKS } from "../moves.js";

/** @import {Cards} from "../types.js" */

/** Cards narrower than this have their rank larger (kernel/cards/pieces.js). */
export const SMALL = 56;
/** How much of a covered card shows where there is room, in widths of a card. */
const UP_SHOWN = { large: 0.39, small: 0.58 };
const DOWN_SHOWN = { large: 0.16, small: 0.18 };
const UP_LEAST = 0.26;
export const DOWN_LEAST = 0.06;
/** As many pixels of a covered card as are enough to read it on large cards, and as few as are on any. */
const ENOUGH = 22;
const LEGIBLE = 12.5;
/** How much shows of a card within a run that is closed up. */
const TIGHT = 0.07;
const TIGHT_LEAST = 2.5;

/** How much of a covered card a layout leaves room for. @param {number} w a card's width */
export const roomFor = (w) => Math.min(ENOUGH, Math.max(LEGIBLE, UP_LEAST * w));

/**
 * How far below the lowest card of a pile each card lies, and which show too little of themselves to be read.
 * @param {number} down how many lie face down @param {Cards} up @param {number} w a card's width
 * @param {number} room below the lowest card @param {number} [airy] how much further apart than usual, where there is room
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
      // A run of several suits shows at least its ranks at both ends.
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
 * Which cards lie within runs that are closed up: those of the longest ones, as many as have to be.
 * @param {Cards} up @param {number} wanted @param {boolean} suited whether only runs of one suit are
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
