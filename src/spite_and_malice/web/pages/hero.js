// The picture on the home page: a table in the middle of a game.

import { drawnCard } from "../kernel/cards/drawn-cards.js";

/** Card, middle (per cent of the picture's width and height), width (per cent), angle (degrees), and a class or none. */
const PICTURE = [
  ["back", 12, 25, 15, -6, ""],
  ["back", 13, 24, 15, -4, ""],
  ["6d", 36, 23, 15, -2, ""],
  ["7s", 36.5, 25.5, 15, 2, ""],
  ["Jc", 58, 24, 15, 3, ""],
  ["Kd", 58.5, 26, 15, -1, ""],
  ["2h", 80, 24, 15, -2, ""],
  ["3c", 80.5, 26, 15, 1.5, ""],
  ["back", 22, 69, 21, -3, ""],
  ["back", 22.6, 68, 21, -1.5, ""],
  ["8h", 23.2, 67, 21, 1, "lit"],
  ["Ad", 51, 76, 17, -9, ""],
  ["Ts", 62, 74, 17, -3, ""],
  ["Qh", 73, 74.500, 17, 3, ""],
  ["4s", 84, 77, 17, 9, ""],
];

/** @param {HTMLElement} place */
export function drawHero(place) {
  for (const [card, x, y, width, angle, kind] of PICTURE) {
    const element = drawnCard(String(card));
    if (kind) element.classList.add(String(kind));
    element.style.cssText += `left:${x}%;top:${y}%;width:${width}%;--angle:${angle}deg`;
    place.append(element);
  }
}
