// Finds a place for temporary text: over no card, and over as little else as possible.

import { RATIO } from "../../kernel/cards/cards.js";
import { overlap } from "../../kernel/dom/elements.js";

/** @import {Layout, Rect, Size} from "../types.js" */

/**
 * Something on the table, and the cost of covering it with text: Infinity for things that must stay visible.
 * @typedef {{rect: Rect, weight: number, own?: boolean, plate?: boolean}} Taken `own`: things that the player
 * presses and reads every turn, cards or not; `plate`: the name and the counts of another seat
 */

/** Between text and a card, in CSS pixels: a card that a hint points at is raised by this. */
const CLEAR = 6;
/** The least distance from the edges of the table: anything nearer is cut off by the rim. */
export const EDGE = 6;
export const RIM = 4;
/** The part below a seat's count of cards in hand. */
const HELD = { w: 26, h: 18 };

/**
 * What lies on the table.
 * @param {Layout} layout
 * @param {string[]} lit places pointed at
 * @param {number} [clear] space kept free around a card
 * @returns {Taken[]}
 */
export function takenOn({ slots, places, areas }, lit, clear = CLEAR) {
  const cards = slots.map(({ x, y, w, angle }) => {
    const h = w * RATIO;
    const tilt = Math.abs(Math.sin((angle * Math.PI) / 180));
    const [across, down] = [(tilt * h) / 2 + clear, (tilt * w) / 2 + clear];
    return { rect: { x: x - across, y: y - down, w: w + 2 * across, h: h + 2 * down }, weight: Infinity };
  });
  const me = areas.find((area) => area.own)?.seat ?? null;
  const own = (/** @type {number | null} */ seat) => seat === null || seat === me;
  return [
    ...cards,
    ...places.flatMap(({ label, seat }) => (label ? [{ rect: label, weight: 4, own: seat === null }] : [])),
    ...places.map(({ id, spot, seat }) => ({ rect: spot, weight: lit.includes(id) ? Infinity : 1, own: own(seat) })),
    ...areas.map((area) => ({ rect: area.name, weight: area.own ? 1 : 3, own: area.own, plate: !area.own })),
    ...areas.flatMap(({ held, letters }) => (held ? [{ rect: { ...held, w: HELD.w * letters, h: HELD.h * letters }, weight: 3, plate: true }] : [])),
  ];
}

/**
 * The place where text of one of these sizes covers the least, near its usual place; null if it would have to cover a
 * card.
 * @param {Taken[]} taken
 * @param {Size[]} sizes the most readable one first
 * @param {Rect} within
 * @param {Rect} near
 * @returns {Rect | null}
 */
export function gapFor(taken, sizes, within, near) {
  const [right, bottom] = [within.x + within.w - EDGE, within.y + within.h - EDGE];
  let best = null;
  let least = Infinity;
  sizes.forEach(({ width: w, height: h }, order) => {
    // The best rectangle touches something, or the edge of the table.
    const across = [within.x + EDGE, right - w, (within.x + right - w) / 2, ...taken.flatMap(({ rect }) => [rect.x - w, rect.x + rect.w])];
    const down = [within.y + EDGE, bottom - h, ...taken.flatMap(({ rect }) => [rect.y - h, rect.y + rect.h])];
    for (const y of fitting(down, within.y, bottom - h)) {
      for (const x of fitting(across, within.x + RIM, right - w)) {
        const rect = { x, y, w, h };
        const away = Math.abs(x + w / 2 - near.x - near.w / 2) + Math.abs(y + h / 2 - near.y - near.h / 2);
        let cost = away + 40 * order;
        for (const one of taken) {
          const covered = overlap(rect, one.rect);
          if (covered > 0) cost += one.weight * covered;
          if (cost >= least) break;
        }
        if (cost < least) [best, least] = [rect, cost];
      }
    }
  });
  return best;
}

/** The positions between two ends, each once. @param {number[]} all @param {number} first @param {number} last */
function fitting(all, first, last) {
  return new Set(all.map(Math.round).filter((one) => one >= first && one <= last));
}
