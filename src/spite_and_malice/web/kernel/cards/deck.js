// The faces of the chosen deck, read from its file of look/decks/ and from the parts that all decks share (docs/look.md).

import { lazily } from "../dom/lazily.js";

/** A face's drawing by its name: "face-7", "face-Kh", "face-n12", "small-7"; `#suit` in it stands for the card's suit. @typedef {Map<string, string>} Faces */

/** @param {string} path below look/ */
const drawingUrl = (path) => new URL(`../../look/${path}.svg`, import.meta.url).href;

const PARTS = ["ranks", "courts", "numbers"].map((name) => drawingUrl(`parts/${name}`));

/**
 * The faces of a deck; null while there is no line.
 * @param {string} name
 * @returns {Promise<Faces | null>}
 */
export function readDeck(name) {
  return decks(name).catch(() => null);
}

/** What comes later takes the place of earlier faces. */
const decks = lazily(async (/** @type {string} */ name) => {
  const all = await Promise.all([...PARTS, drawingUrl(`decks/${name}`)].map((url) => files(url)));
  return new Map(all.flatMap((faces) => [...faces]));
});

/** Each file is read once: what it draws with goes into the document. */
const files = lazily(readFile);

/** @param {string} url @returns {Promise<Faces>} */
async function readFile(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const holder = document.createElement("template");
  holder.innerHTML = await answer.text();
  const drawing = /** @type {SVGSVGElement} */ (holder.content.querySelector("svg"));
  for (const style of drawing.querySelectorAll("style")) {
    // No page may hold rules of its own: as a sheet they are no part of it.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.textContent ?? "");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    style.remove();
  }
  const faces = [...drawing.querySelectorAll(":scope > g")].map((face) => {
    face.remove();
    return /** @type {[string, string]} */ ([face.id, face.innerHTML]);
  });
  drawing.setAttribute("aria-hidden", "true");
  drawing.style.cssText = "position:absolute;width:0;height:0";
  document.body.prepend(drawing);
  return new Map(faces);
}

/**
 * The drawing of a card, in a box 100 × 140.
 * @param {"face" | "small"} size
 * @param {string} label as the deck's file has it: "7", "K", "n12" for a number, "joker"
 * @param {string | null} suit
 * @param {Faces} faces
 */
export function drawing(size, label, suit, faces) {
  const found = faces.get(`${size}-${label}${suit ?? ""}`) ?? faces.get(`${size}-${label}`);
  // Without its deck a card still says what it is.
  if (found === undefined) return `<text x="50" y="64" font-size="52" text-anchor="middle" fill="currentColor">${label}</text>`;
  return found.replaceAll('"#suit"', `"#suit-${suit}"`);
}
