// The page about a computer player's view: draws that view, and the cards of the trials.

import { cardShort } from "../../kernel/cards/cards.js";
import { drawPosition } from "../../spite/review/position.js";

const WIDEST = 640;

function start() {
  const place = /** @type {HTMLElement} */ (document.querySelector("[data-position]"));
  const view = JSON.parse(document.querySelector("[data-view]")?.textContent ?? "null");
  const names = JSON.parse(place.dataset.names ?? "[]");
  const draw = () => place.replaceChildren(drawPosition(view, names, [], Math.min(WIDEST, Math.floor(place.clientWidth))));
  // It has its height before the page is shown; the observer runs a frame later.
  draw();
  new ResizeObserver(draw).observe(place);
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-cards]"))) {
    const cards = (cell.dataset.cards ?? "").split(" ").filter(Boolean);
    cell.textContent = cards.map(cardShort).join(" ") || "–";
  }
}

start();

export const ready = true;
