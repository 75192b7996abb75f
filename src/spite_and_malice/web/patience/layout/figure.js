// Places in a figure: foundations around a dial, or around a king with the tableau piles at both sides; or the tableau
// piles themselves around a dial, with the kings in its middle. The figure has a part of the window, above the other
// piles or beside them, whichever allows larger cards.

import { RATIO } from "../../kernel/cards/cards.js";
import { frameIn, isSingle, modeOf, rectOf, SLIP } from "./frame.js";

/** @import {Frame, PlaceId, Rect, Size} from "../types.js" */
/** @import {Piles} from "../piles.js" */
/** @import {Area} from "./frame.js" */

/**
 * The positions of places from the upper left corner of the figure, and its size, in card widths.
 * @typedef {{w: number, h: number, spots: Map<PlaceId, {x: number, y: number}>}} Figure
 */

/** The distance of the hours from the middle of the dial: no two cards touch. */
const ACROSS = 2.85;
const DOWN = 2.95;
/**
 * How far the cards laid at an hour reach beyond it, and the distance of the card in hand from the middle of its dial.
 */
const BEYOND = 0.45;
const BESIDE = 1.42;
/** The size of an hour's number. */
const NUMERAL = 0.4;
const APART = 0.3;
/** The gap between two cards of a court, and between it and the piles at its sides. */
const GAP = 0.12;
const AISLE = 0.4;
/** The most piles at the sides of a court. */
const COURTIERS = 8;
/** The sultan in the middle of the court, by the numbers of the foundations. */
const COURT = [7, 4, 8, 5, 9, 6, 1, 3, 2];
const SIDE = 3;
/** The parts of the window tried for the figure, and how much of its part it takes. */
const SHARES = Array.from({ length: 27 }, (_none, at) => 0.2 + at * 0.025);
const TAKES = 0.97;
const LARGEST = 190;
/** The greater weight of cards of the other piles, compared with those of the figure. */
const WORTH = 8;

/** @param {Piles} piles @param {Area} area @param {boolean} left @param {Size} size @returns {Frame} */
export function frameAround(piles, area, left, size) {
  if (piles.rules.aim === "clock") return frameOfHours(piles, area, left, size);
  const figure = piles.rules.home === "clock" ? dialOf(piles.foundations) : courtOf(piles);
  const without = (/** @type {PlaceId[]} */ ids) => ids.filter((id) => !figure.spots.has(id));
  const others = { ...piles, foundations: [], tableau: without(piles.tableau) };
  others.fans = others.tableau.length > 0 ? others.tableau : [];
  let best = { worth: 0, frame: /** @type {Frame | null} */ (null), own: area, card: 0 };
  for (const over of [true, false]) {
    for (const share of SHARES) {
      const [own, rest] = parted(area, share, over, left);
      const card = Math.floor(Math.min(LARGEST, (TAKES * own.w) / figure.w, (TAKES * own.h) / figure.h));
      const frame = frameIn(others, rest, left, size, card);
      const worth = WORTH * frame.card + card;
      if (worth > best.worth) best = { worth, frame, own, card };
    }
  }
  return withFigure(/** @type {Frame} */ (best.frame), figure, best.own, best.card);
}

/** Lays a figure in the middle of its part of the window. @param {Frame} frame @param {Figure} figure @param {Area} own @param {number} card @returns {Frame} */
function withFigure(frame, figure, own, card) {
  const x = own.x + (own.w - card * figure.w) / 2;
  const y = own.y + (own.h - card * figure.h) / 2;
  for (const [id, spot] of figure.spots) {
    const rect = rectOf(x + spot.x * card, y + spot.y * card, card);
    frame.spots.set(id, rect);
    if (id.startsWith("T")) frame.floors.set(id, rect.y + rect.h);
  }
  return frame;
}

/** A clock whose hours are the piles, with the card in hand beside the kings. @param {Piles} piles @param {Area} area @param {boolean} left @param {Size} size @returns {Frame} */
function frameOfHours(piles, area, left, size) {
  const own = modeOf(size) === "tall" ? { ...area, h: area.h - SLIP } : area;
  const dial = dialOf(piles.tableau.slice(0, -1));
  const [w, h] = [dial.w + 2 * BEYOND, dial.h + 2 * BEYOND];
  for (const spot of dial.spots.values()) {
    spot.x += BEYOND;
    spot.y += BEYOND;
  }
  const middle = { x: (w - 1) / 2, y: (h - RATIO) / 2 };
  dial.spots.set(piles.tableau.at(-1) ?? "", middle);
  dial.spots.set("W", { ...middle, x: middle.x + (left ? -BESIDE : BESIDE) });
  const card = Math.floor(Math.min(LARGEST, own.w / w, own.h / h));
  const nothing = { ...piles, waste: false, tableau: [], fans: [] };
  const frame = withFigure({ ...frameIn(nothing, area, left, size), card }, { ...dial, w, h }, own, card);
  const kings = /** @type {Rect} */ (frame.spots.get(piles.tableau.at(-1) ?? ""));
  for (const id of piles.tableau.slice(0, -1)) frame.labels.set(id, numeralAt(/** @type {Rect} */ (frame.spots.get(id)), kings));
  return frame;
}

/** The place of an hour's number, between it and the middle. @param {Rect} hour @param {Rect} middle @returns {Rect} */
function numeralAt(hour, middle) {
  const [dx, dy] = [middle.x - hour.x, middle.y - hour.y];
  const side = NUMERAL * hour.w;
  // The numbers of two neighbours do not touch.
  const aside = (/** @type {number} */ by) => Math.sign(Math.round(by)) * APART * hour.w;
  const upright = Math.abs(dy) >= Math.abs(dx);
  const x = upright ? aside(dx) : (Math.sign(dx) * (hour.w + side)) / 2;
  const y = upright ? (Math.sign(dy) * (hour.h + side)) / 2 : aside(dy);
  return { x: hour.x + (hour.w - side) / 2 + x, y: hour.y + (hour.h - side) / 2 + y, w: side, h: side };
}

/** A part of the window and the rest of it. @param {Area} area @param {number} share @param {boolean} over @param {boolean} left @returns {[Area, Area]} */
function parted({ x, y, w, h }, share, over, left) {
  if (over) return [{ x, y, w, h: share * h }, { x, y: y + share * h, w, h: (1 - share) * h }];
  // The stock is nearest to the hand.
  const [own, rest] = left ? [x + (1 - share) * w, x] : [x, x + share * w];
  return [{ x: own, y, w: share * w, h }, { x: rest, y, w: (1 - share) * w, h }];
}

/** The hours of a clock. @param {PlaceId[]} hours @returns {Figure} */
function dialOf(hours) {
  const spots = new Map();
  hours.forEach((id, at) => {
    const angle = ((at + 1) * 2 * Math.PI) / hours.length;
    spots.set(id, { x: ACROSS * (1 + Math.sin(angle)), y: DOWN * (1 - Math.cos(angle)) });
  });
  return { w: 2 * ACROSS + 1, h: 2 * DOWN + RATIO, spots };
}

/** A court of nine, and single cards at both its sides. @param {Piles} piles @returns {Figure} */
function courtOf(piles) {
  const { tableau } = piles;
  const beside = isSingle(piles) && tableau.length <= COURTIERS ? tableau : [];
  const share = Math.ceil(beside.length / 2);
  const high = RATIO + GAP;
  const rows = Math.max(SIDE, share);
  const from = beside.length > 0 ? 1 + AISLE : 0;
  const wide = from + SIDE + (SIDE - 1) * GAP;
  const spots = new Map();
  COURT.forEach((n, at) => {
    const [row, column] = [Math.floor(at / SIDE), at % SIDE];
    spots.set(`F${n}`, { x: from + column * (1 + GAP), y: (row + (rows - SIDE) / 2) * high });
  });
  beside.forEach((id, at) => {
    const row = (at % share) + (rows - share) / 2;
    spots.set(id, { x: at < share ? 0 : wide + AISLE, y: row * high });
  });
  return { w: wide + from, h: rows * high - GAP, spots };
}
