// Writing only changed values to elements: most are unchanged, and writing them again costs as much. Also geometry.

/** @import {Rect} from "../types.js" */

/** The usual font size in CSS pixels. */
export const LETTERS = 16;

/** Is a point in a rectangle? @param {Rect} rect @param {{x: number, y: number}} point */
export function holds(rect, { x, y }) {
  return x >= rect.x && x <= rect.x + rect.w && y >= rect.y && y <= rect.y + rect.h;
}

/** The area that two rectangles share. @param {Rect} one @param {Rect} other */
export function overlap(one, other) {
  const across = Math.min(one.x + one.w, other.x + other.w) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y);
  return Math.max(0, across) * Math.max(0, down);
}

/** The size of a table and of its text (table.css). @param {HTMLElement} table @returns {import("../types.js").Size} */
export function sizeOf(table) {
  const letters = parseFloat(getComputedStyle(table).getPropertyValue("--rem"));
  return { width: table.clientWidth, height: table.clientHeight, letters: letters / LETTERS || 1 };
}

/** @param {HTMLElement} element @param {Rect} rect */
export function lay(element, { x, y, w, h }) {
  style(element, "left", `${x}px`);
  style(element, "top", `${y}px`);
  style(element, "width", `${w}px`);
  style(element, "height", `${h}px`);
}

/** The last value written into each element's style. @type {WeakMap<HTMLElement, Record<string, string>>} */
const written = new WeakMap();

/**
 * Sets a property only if it has changed: writing the same value costs as much, and most values stay the same.
 * @param {HTMLElement} element @param {string} name @param {string} value
 */
export function style(element, name, value) {
  let known = written.get(element);
  if (!known) written.set(element, (known = {}));
  if (known[name] === value) return;
  known[name] = value;
  element.style.setProperty(name, value);
}

/**
 * Sets an attribute only if it has changed, so that screen readers announce only changes.
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
export function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Sets a text only if it has changed, so that screen readers announce only changes. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A name with more letters is truncated before the words beside it. */
const LONG_NAME = 14;

/**
 * Writes a text in which words with a hyphen, such as "pay-off", stay in one piece, and a long name is one piece that may
 * end in dots.
 * @param {HTMLElement} element
 * @param {string} text
 * @param {{name?: string | null}[]} seats whose names may occur in the text
 */
export function writeWords(element, text, seats) {
  if (element.textContent === text) return;
  const names = seats.map((seat) => seat.name ?? "").filter((name) => name.length > LONG_NAME);
  const pieces = names.sort((a, b) => b.length - a.length).map((name) => name.replace(/[^\p{L}\p{N}]/gu, "\\$&"));
  const parts = text.split(new RegExp(`(${[...pieces, "\\S+-\\S+"].join("|")})`));
  element.replaceChildren(
    ...parts.map((part, order) => {
      if (order % 2 === 0) return part;
      const isName = names.includes(part);
      const piece = Object.assign(document.createElement("span"), { className: isName ? "named" : "whole", textContent: part });
      // A name written from right to left has its dots at the left end.
      if (isName) piece.dir = "auto";
      return piece;
    }),
  );
}

/** The letters of a text as people count them: a family emoji is one. @param {string} text */
export const lettersOf = (text) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);

/** Measures the width of texts in a font, in CSS pixels. @param {string} font @returns {(text: string) => number} */
function measuring(font) {
  const canvas = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  canvas.font = font;
  return (text) => Math.ceil(canvas.measureText(text).width + 1);
}

/** The width of a text in a font, in CSS pixels. @param {string} text @param {string} font */
export function widthOf(text, font) {
  return measuring(font)(text);
}

/** The width of a text after truncation, at a whole letter, to the available room. @param {string} text @param {string} font @param {number} room */
export function cutWidth(text, font, room) {
  const width = measuring(font);
  const whole = width(text);
  if (whole <= room) return whole;
  const letters = lettersOf(text);
  const cuts = letters.map((_letter, count) => width(`${letters.slice(0, count).join("").trimEnd()}…`));
  return Math.max(...cuts.filter((cut) => cut <= room));
}
