// What patience adds to the face of a card: a line with rank and suit along its upper edge, which is all that shows of a
// covered card, and a large suit for cards too small for their deck's drawing.

import { cardParts } from "../kernel/cards/cards.js";

/** @type {Record<number, string>} */
const LETTERS = { 1: "A", 11: "J", 12: "Q", 13: "K" };
/** How wide each rank is drawn, in hundredths of its height (look/parts/ranks.svg); the others are 60. @type {Record<string, number>} */
const WIDTHS = { A: 68, 4: 64, 7: 58, 10: 103, J: 54, Q: 70, K: 64 };
const HIGH = 27;

/** @param {string} card */
export function edgeSvg(card) {
  const { rank, suit } = cardParts(card);
  const label = LETTERS[rank] ?? String(rank);
  const width = ((WIDTHS[label] ?? 60) * HIGH) / 100;
  const index = `<use class="rank" href="#rank-${label}" x="5" y="4.500" width="${width}" height="${HIGH}"/>`;
  const sign = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) =>
    `<use class="pip" href="#suit-${suit}" x="${x}" y="${y}" width="${size}" height="${size}"/>`;
  const edge = `<svg class="edge" viewBox="0 0 66 36" preserveAspectRatio="xMinYMin meet" aria-hidden="true">${index}${sign(9 + width, 6, 25)}</svg>`;
  return `${edge}<svg class="large-suit" viewBox="0 0 100 140" aria-hidden="true">${sign(21, 69, 58)}</svg>`;
}
