// Draws the small cards that decorate the pages, with the same faces as the table's.

import { faceStyle, faceSvg, standsSvg } from "./cards.js";
import { applySettings, loadSettings } from "../settings/settings.js";

/** @import {Faces} from "./cards.js" */

/** The parts for drawing them. @type {Promise<Faces>} */
const dressed = applySettings(loadSettings()).then((faces) => faces ?? new Map());

/**
 * A purely decorative card: not a button, unnamed and not animated. It is invisible until its face is drawn.
 * @param {string} card a card's text, or "back" for a card face down
 * @param {string} [stands] the label of the rank that a wild card stands for
 */
export function drawnCard(card, stands = "") {
  const element = document.createElement("span");
  element.className = "card drawn";
  const side = document.createElement("span");
  if (card === "back") {
    side.className = "back shown";
  } else {
    const { ink, hue } = faceStyle(card);
    side.className = `front ink-${ink}`;
    side.style.setProperty("--hue", String(hue));
    side.hidden = true;
    void dressed.then((faces) => {
      side.innerHTML = faceSvg(card, faces) + (stands && standsSvg(card, stands, faces));
      side.hidden = false;
    });
  }
  element.append(side);
  return element;
}

/** Draw every card that a template requests with data-card. The cards of a table have that attribute too. */
export function drawEmblems() {
  for (const place of document.querySelectorAll(".emblem[data-card]")) {
    place.replaceChildren(drawnCard(place.getAttribute("data-card") ?? "back"));
  }
}

drawEmblems();

export const ready = dressed;
