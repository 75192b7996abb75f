// A drawing made from a name: its letters before a pattern, always the same.

import { lettersOf } from "../dom/elements.js";

/** The light and dark colour of the wall behind a monogram. */
const WALLS = [
  ...["#c9792f #8f4d13", "#b5523f #7c2a1e", "#a8485f #702439", "#7d5a91 #4c315f", "#4f6ba0 #2c4272"],
  ...["#3a7f96 #1b5468", "#2f8072 #12544a", "#5f7f3e #3a5420", "#8a7434 #5a4915", "#6b6f7a #41454f"],
];

/** A hash of the name. @param {string} name */
function hashOf(name) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name.normalize("NFC"))) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Shapes behind the letters, in a box of 120. @type {((turn: number) => string)[]} */
const PATTERNS = [
  () => [0, 1, 2, 3, 4, 5].map((i) => `<path d="M${i * 40 - 70} 120L${i * 40 + 50} 0h20L${i * 40 - 50} 120z"/>`).join(""),
  () => [18, 60, 102].flatMap((x) => [18, 60, 102].map((y) => `<circle cx="${x}" cy="${y}" r="11"/>`)).join(""),
  () => '<path d="M60-12L132 60 60 132-12 60zM60 14L14 60l46 46 46-46z" fill-rule="evenodd"/>',
  () => [0, 1, 2, 3].map((i) => `<path d="M-10 ${i * 36}q20-22 40 0t40 0 40 0 40 0v14q-20 22-40 0t-40 0-40 0-40 0z"/>`).join(""),
  (turn) => [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `<path d="M60 60L46-40h28z" transform="rotate(${i * 45 + turn} 60 60)"/>`).join(""),
  () => '<path d="M0 0h40v40H0zM80 0h40v40H80zM40 40h40v40H40zM0 80h40v40H0zM80 80h40v40H80z"/>',
];

/** A drawing made from a name: its letters before a pattern, always the same. @param {string} name */
export function monogram(name) {
  const hash = hashOf(name.trim());
  const [light, dark] = WALLS[hash % WALLS.length].split(" ");
  const pattern = PATTERNS[(hash >>> 8) % PATTERNS.length]((hash >>> 16) % 45);
  const letters = initials(name);
  const size = lettersOf(letters).length > 1 ? 50 : 66;
  return (
    `<svg viewBox="0 0 120 120" aria-hidden="true" focusable="false"><path fill="${dark}" d="M0 0h120v120H0z"/>` +
    `<g fill="${light}" opacity=".55">${pattern}</g>` +
    `<circle cx="60" cy="60" r="43" fill="${dark}" opacity=".72"/>` +
    `<text x="60" y="62" fill="#fff8ea" text-anchor="middle" dominant-baseline="central" font-size="${size}" font-weight="700">${escaped(letters)}</text></svg>`
  );
}

/**
 * The first letters of a name's first and last word; a longer name's suffix, as in "who lives by the sea", is ignored.
 * @param {string} name
 */
function initials(name) {
  const all = name.trim().split(/\s+/).filter(Boolean);
  const named = all.filter((word) => /^\p{Lu}/u.test(word));
  const words = named.length > 1 ? named : all;
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return ends.map((word) => lettersOf(word)[0]).join("").toUpperCase() || "?";
}

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
