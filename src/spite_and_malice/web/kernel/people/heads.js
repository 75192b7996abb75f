// Faces: a named drawing of heads/, a computer player's own, or a monogram. Each drawing is a file that is fetched only
// when it is visible; the file of a computer player has all its moods (tools/heads draws them).

import { fileAt } from "../../places.js";
import { later, lazily } from "../dom/lazily.js";

/** @typedef {{kind: string, name: string, player?: string | null, head?: string | null, mood?: string}} Faced */

/** The computer players that have a face: those of the five levels. */
const LEVELS = new Set(["beginner", "casual", "club", "expert", "master"]);

/** Draws monograms: until the first cards are shown an initial is enough. */
const making = lazily(async () => {
  await later();
  return import("./monogram.js");
});

/** Is this player a character at the table, with their own face? @param {string} player */
export const hasFace = (player) => LEVELS.has(player);

/** The address of a head's drawing. @param {string} head its name, and after "#" one of its moods */
export const headUrl = (head) => fileAt(`heads/${head.replace(/#|$/, ".svg$&")}`);

/**
 * The face for a seat, hidden from screen readers, since the name is beside it.
 * @param {Faced} seat @param {number} size in CSS pixels, 0 to leave it to the style sheets
 * @returns {HTMLElement}
 */
export function faceOf(seat, size) {
  const head = headOf(seat);
  const face = document.createElement(head ? "img" : "span");
  face.className = "portrait";
  if (face instanceof HTMLImageElement) Object.assign(face, { src: headUrl(head), alt: "", draggable: false });
  else {
    face.textContent = [...seat.name.trim()][0] ?? "?";
    void making().then(({ monogram }) => (face.innerHTML = monogram(seat.name)));
  }
  if (size > 0) face.style.width = face.style.height = `${size}px`;
  face.ariaHidden = "true";
  return face;
}

/** The drawing for the person at a seat; empty for one made from the name. @param {Faced} seat */
export function headOf({ kind, player, head, mood }) {
  if (head) return head;
  if (kind !== "computer" || !player || !LEVELS.has(player)) return "";
  return mood && mood !== "calm" ? `${player}#${mood}` : player;
}
