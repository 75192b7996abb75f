// The parts of the table's arrangements: the own piles, the centre and the cells of the other seats, each for a card
// width.

import { PILED, RATIO } from "../../kernel/cards/cards.js";

/** @import {Rect, Size, View} from "../types.js" */

/**
 * @typedef {{card: number, columns: number, rows: number, gap: number, stockGap: number, labelHeight: number,
 *   height: number, width: number}} Middle
 * @typedef {{rows: number, columns: number, piles: number, card: number, gap: number, width: number, height: number}} OwnShape
 * @typedef {{mode: "round" | "wide" | "tall" | "low", card: number, top: number, seats: {seat: number, rect: Rect}[],
 *   centre: Rect, middle: Middle, own: OwnShape & {sides: Rect, pay: Rect, below?: number[]}, hand: {rect: Rect, card: number}, status: Rect,
 * plate: Rect | null, mine: Rect}} Arrangement `plate`: the own one, if it is not beside the text; `below`: how much
 * further down each side stack may reach
 * @typedef {Arrangement & {free: number, letters: number}} Plan `free`: how far text can exceed its place in height
 * without covering anything
 * @typedef {{sides: number, piles: number, hand: number, centre: number, seats: number[], partner: number | null,
 * letters: number}} Shape `letters`: how much larger than usual
 */

/** The own pay-off pile is the largest card on the table. */
export const PAYOFF = 1.25;
/** Height of the line with a pile's count, at the usual text size. */
const COUNT = 17;
/** The same in larger type. @param {number} letters how much larger */
export const countLine = (letters) => Math.round(COUNT * letters);
/** The width of another seat's pay-off pile when there is little room: enough for a finger. */
export const PILE = 30;
/** The line with a seat's name, at the same text size. */
export const NAME = 18;
/** A seat in a cell lower than this has its text beside its cards. */
export const FLAT = 84;
export const EDGE = 8;
/** The value of a hand with every card visible. */
export const OPEN = 0.85;
/** Cards from this width on have their whole face: those of the centre are not given up for larger own ones. */
export const WHOLE = 56;
/** The greatest card width: in unusually high windows, as part of their height. */
const LARGEST = 138;
const LARGEST_PART = 0.128;
const SMALLEST = 18;
/** Under narrower cards "takes 10" stands on two lines, this high. */
const WORDED = 50;
export const TWO_LINES = 27;
/** Under cards from this width on, text is larger, and clear of thicker piles. */
const LARGE = 110;
const GRAND = 160;
/** How much thicker a stock can be than an average pile, in card widths. */
const DEEPER = 0.09;
/** The gap between side stacks and pay-off pile, in card widths. */
export const BETWEEN = 0.4;

/** @param {number} card */
const gapOf = (card) => Math.max(5, Math.round(card * 0.1));

/**
 * The number of places for centre stacks: with an extra empty one if their number is not limited.
 * @param {View} view
 */
export function centrePlaces(view) {
  if (view.rules.centre !== null) return view.rules.centre;
  return view.centre.length + (view.centre.every((stack) => stack.length > 0) ? 1 : 0);
}

/**
 * The best of all whole card widths and one or two rows of own piles: large cards, also in the centre, and preferably
 * one row.
 * @template {{card: number, middle: Middle, own: OwnShape}} T
 * @param {Size} size
 * @param {(card: number, rows: number) => T | null} fits
 * @returns {T | null}
 */
export function best({ height }, fits) {
  const largest = Math.max(LARGEST, Math.round(height * LARGEST_PART));
  let found = null;
  let most = 0;
  for (const rows of [1, 2]) {
    for (let card = largest; card >= SMALLEST; card -= 1) {
      const one = fits(card, rows);
      if (!one) continue;
      const worth = (card + one.middle.card + 2 * Math.min(card, one.middle.card * 1.15)) * (rows === 1 ? 1 : 0.8);
      if (worth > most) [found, most] = [one, worth];
    }
  }
  return found;
}

/**
 * The own side stacks and pay-off piles in a number of rows.
 * @param {Shape} shape
 * @param {number} card
 * @param {number} rows
 * @returns {OwnShape}
 */
export function ownShape(shape, card, rows) {
  const gap = gapOf(card);
  const columns = Math.ceil(shape.sides / rows);
  const piles = Math.ceil(shape.piles / rows);
  const width = columns * (card + gap) - gap + card * BETWEEN + piles * (card * PAYOFF + gap) - gap;
  const row = Math.max(card * PAYOFF * PILED + countLine(shape.letters) + 2, card * RATIO * (rows === 1 ? 1.33 : 1.12));
  return { rows, columns, piles, card, gap, width, height: rows * row + (rows - 1) * gap };
}

/** The widths of the side stacks and the pay-off piles. @param {OwnShape} own */
export function widths({ card, gap, columns, piles }) {
  return { sides: columns * (card + gap) - gap, pay: piles * (card * PAYOFF + gap) - gap };
}

/**
 * Side stacks and pay-off piles beside each other, the piles towards the hand that does not play.
 * @param {OwnShape} own @param {Rect} rect @param {boolean} left
 */
export function besideEachOther(own, rect, left) {
  const { sides, pay } = widths(own);
  const far = (/** @type {number} */ w) => ({ ...rect, x: rect.x + rect.w - w, w });
  return left ? { sides: far(sides), pay: { ...rect, w: pay } } : { sides: { ...rect, w: sides }, pay: far(pay) };
}

/**
 * Stock and centre stacks in the fewest rows that keep them nearly as large as the other cards.
 * @param {Shape} shape
 * @param {number} card
 * @param {number} width
 * @param {number} height
 * @returns {Middle | null}
 */
export function middleShape(shape, card, width, height) {
  let shaped = null;
  for (let rows = 1; rows <= 4; rows += 1) {
    const columns = Math.ceil((shape.centre + 1) / rows);
    const wide = Math.min(card, width / (columns * 1.1 + (rows === 1 ? 0.25 : 0)));
    const fitting = (/** @type {number} */ label) => Math.floor(Math.min(wide, (height / rows - label - 4) / PILED));
    let labelHeight = (card < 44 ? 18 : card < LARGE ? 22 : card < GRAND ? 27 : 36) * shape.letters;
    // The number under a thick stock is clear of the row below.
    if (rows > 1) labelHeight = Math.max(labelHeight, Math.ceil(20 * shape.letters + DEEPER * wide));
    let fit = fitting(labelHeight);
    const lines = TWO_LINES * shape.letters;
    if (fit < WORDED * shape.letters && fitting(lines) >= WORDED / 2) {
      labelHeight = lines;
      fit = fitting(labelHeight);
    }
    if (shaped && fit <= shaped.card) continue;
    const gap = Math.max(4, Math.round(fit * 0.1));
    const stockGap = rows === 1 ? Math.round(fit * 0.25) : 0;
    shaped = {
      card: fit,
      columns,
      rows,
      gap,
      stockGap,
      labelHeight,
      height: rows * (fit * PILED + labelHeight + 4),
      width: columns * (fit + gap) - gap + stockGap,
    };
  }
  return shaped && shaped.card >= Math.min(card, 24) ? shaped : null;
}

/**
 * Cells for the other seats, clockwise from the left, in a number of rows; the partner's is larger than the others'.
 * @param {Shape} shape @param {Rect} band @param {number} most width of a cell @param {number} rows
 */
export function seatCells(shape, band, most, rows) {
  /** @type {number[][]} */
  let lines = [];
  const { seats, partner } = shape;
  if (partner !== null && rows === 2) {
    lines = [seats.filter((seat) => seat !== partner), [partner]];
  } else {
    const each = Math.ceil(seats.length / rows);
    for (let start = 0; start < seats.length; start += each) lines.push(seats.slice(start, start + each));
  }
  const weight = (/** @type {number} */ seat) => (seat === partner ? 1.6 : 1);
  const tallest = lines.map((line) =>
    line.includes(/** @type {number} */ (partner)) ? (lines.length > 3 ? 2.2 : 1.25) : 1,
  );
  const share = band.h / tallest.reduce((sum, part) => sum + part, 0);
  let y = band.y;
  return lines.flatMap((line, row) => {
    const total = line.reduce((sum, seat) => sum + weight(seat), 0);
    const unit = Math.min(band.w / total, most);
    let x = band.x + (band.w - unit * total) / 2;
    const h = share * tallest[row];
    const cells = line.map((seat) => {
      const cell = { seat, rect: { x: x + 2, y, w: unit * weight(seat) - 4, h: h - 2 } };
      x += unit * weight(seat);
      return cell;
    });
    y += h;
    return cells;
  });
}
