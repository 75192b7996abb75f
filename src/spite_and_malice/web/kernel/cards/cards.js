// The names of cards, the drawing of their faces, and the faces of the chosen deck, read from its file in look/decks/
// and from the parts shared by all decks (docs/look.md).

import { fileAt } from "../../places.js";
import { _, hasTerm, N_, pgettext } from "../../texts.js";
import { lazily } from "../dom/lazily.js";

/** @import {Card} from "../types.js" */

/** The decks of a game, as named by its rules. @typedef {{deck: object, payoff_deck: object | null}} Decks */

/** The height of a card divided by its width. */
export const RATIO = 1.4;
/** The greatest thickness of a drawn pile, and the number of cards that reaches nearly two thirds of it. */
const THICKEST = 0.17;
const MANY = 40;
/** The same for a pile of medium thickness: a label under a pile is placed below this. */
export const PILED = RATIO + 0.08;

/** @type {Record<number, string>} */
const LETTERS = { 1: "A", 11: "J", 12: "Q", 13: "K" };
/** @type {Record<string, string>} */
const SUIT_NAMES = { s: N_("spades"), h: N_("hearts"), d: N_("diamonds"), c: N_("clubs") };
/** @type {Record<string, string>} */
const SUIT_SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
// In some languages the "seven" of a card and the number are different words.
const RANK_NAMES = [
  ...["", _("ace"), pgettext("card", "two"), pgettext("card", "three"), pgettext("card", "four")],
  ...[pgettext("card", "five"), pgettext("card", "six"), pgettext("card", "seven"), pgettext("card", "eight")],
  ...[pgettext("card", "nine"), pgettext("card", "ten"), _("jack"), _("queen"), _("king")],
];
/** Ranks with their own word; the others are "a 6". @type {Record<string, string>} */
const WITH_ARTICLE = { A: N_("an ace"), J: N_("a jack"), Q: N_("a queen"), K: N_("a king") };

/**
 * Rank (1 … 15; 0 for a joker) and suit (null without one) of a visible card.
 * @param {string} card
 */
export function cardParts(card) {
  if (card === "*") return { rank: 0, suit: null };
  const suit = card.at(-1) ?? "";
  if (!(suit in SUIT_NAMES)) return { rank: Number(card), suit: null };
  const rank = "A23456789TJQK".indexOf(card[0]) + 1;
  return { rank, suit };
}

/**
 * Is the card of a kind that is wild by the rules?
 * @param {string} card
 * @param {{wilds: string[]}} rules
 */
export function isWild(card, rules) {
  return rules.wilds.some((kind) => kind === card[0]);
}

/**
 * How much of the edges of a pile is visible from the front: each card adds some, and less the more cards there are.
 * @param {number} count of its cards @param {number} width of one of them
 */
export function thickness(count, width) {
  return count > 1 ? width * THICKEST * (1 - Math.exp(-count / MANY)) : 0;
}

/**
 * A rank as printed on the cards of this table: A, 2 … 10, J, Q, K, or a plain number with number cards.
 * @param {number} rank
 * @param {Decks} rules
 */
export function rankLabel(rank, rules) {
  const numbers = [rules.deck, rules.payoff_deck].some((deck) => deck && "numbers" in deck && deck.numbers);
  return numbers ? String(rank) : (LETTERS[rank] ?? String(rank));
}

/** The same with the letters of the chosen pack (kernel/settings/pack.js). @param {number} rank @param {Decks} rules */
export function rankWritten(rank, rules) {
  const label = rankLabel(rank, rules);
  return document.documentElement.dataset[`rank${label}`] ?? label;
}

/**
 * "an ace", "a 6", "an 8", "a king"; in languages with grammatical cases, as the object of "takes".
 * @param {number} rank
 * @param {Decks} rules
 */
export function rankWithArticle(rank, rules) {
  const label = rankLabel(rank, rules);
  if (label in WITH_ARTICLE) return _(WITH_ARTICLE[label]);
  return rank === 8 || rank === 11 ? _("an {rank}", { rank: label }) : _("a {rank}", { rank: label });
}

/**
 * The full name, for screen readers: "seven of hearts", "12", "joker".
 * @param {Card} card
 */
export function cardName(card) {
  if (card === null) return _("face-down card");
  if (card === "*") return _("[joker]");
  const { rank, suit } = cardParts(card);
  return suit ? _("{rank} of {suit}", { rank: RANK_NAMES[rank], suit: _(SUIT_NAMES[suit]) }) : String(rank);
}

/**
 * The short name used in running text: "7♥", "10♠", "12", "joker".
 * @param {string} card
 */
export function cardShort(card) {
  if (card === "*") return _("[joker]");
  const { rank, suit } = cardParts(card);
  if (!suit) return String(rank);
  return `${LETTERS[rank] ?? rank}${SUIT_SIGNS[suit]}`;
}

/** A text with the full names of cards, for screen readers. @param {string} text */
export function spoken(text) {
  return text.replace(/([.!?] )?(10|[2-9AJQK])([♠♥♦♣])/g, (_short, before, label, sign) => {
    const rank = Object.keys(LETTERS).find((each) => LETTERS[Number(each)] === label) ?? label;
    const suit = Object.keys(SUIT_SIGNS).find((each) => SUIT_SIGNS[each] === sign) ?? "";
    const name = cardName("A23456789TJQK"[Number(rank) - 1] + suit);
    return before ? `${before}${name[0].toUpperCase()}${name.slice(1)}` : name;
  });
}

/**
 * The face as an SVG of 100 × 140 with a full drawing and a compact one; CSS shows one of them depending on the card's
 * width.
 * @param {string} card
 * @param {Faces} faces of a deck
 * @returns {string}
 */
export function faceSvg(card, faces) {
  const { rank, suit } = cardParts(card);
  let label = LETTERS[rank] ?? String(rank);
  // Games with another word for jokers do not draw a jester.
  if (card === "*") label = hasTerm("joker") ? "star" : "joker";
  else if (suit === null) label = `n${rank}`;
  const [full, compact] = [drawing("face", label, suit, faces), drawing("small", label, suit, faces)];
  return `<svg viewBox="0 0 100 140" aria-hidden="true"><g class="full">${full}</g><g class="compact">${compact}</g></svg>`;
}

/**
 * The overlay on a wild card: the rank it stands for, on a shield.
 * @param {string} card
 * @param {string} stands the rank's label
 * @param {Faces} faces of a deck
 */
export function standsSvg(card, stands, faces) {
  const { rank, suit } = cardParts(card);
  if (!faces.has("face-stands")) return `<svg class="stands" viewBox="0 0 100 140"><text x="50" y="120" font-size="52" text-anchor="middle">${stands}</text></svg>`;
  const own = rank === 0 ? '"pip" href="#star"' : `"rank" href="#rank-${LETTERS[rank] ?? rank}"`;
  const [full, compact] = (/** @type {const} */ (["face", "small"])).map((size) =>
    drawing(size, "stands", suit, faces).replaceAll('"own" href="#own"', own).replaceAll('"#rank"', `"#rank-${stands}"`),
  );
  return `<svg class="stands" viewBox="0 0 100 140" aria-hidden="true"><g class="full">${full}</g><g class="compact">${compact}</g></svg>`;
}

/**
 * The class that gives a face its colours, and the hue of a number card's band.
 * @param {string} card
 */
export function faceStyle(card) {
  const { rank, suit } = cardParts(card);
  if (card === "*") return { ink: "joker", hue: 0 };
  return suit ? { ink: suit, hue: 0 } : { ink: "number", hue: Math.round(25 + ((rank - 1) * 310) / 14) };
}

/** A face's drawing by its name: "face-7", "face-Kh", "face-n12", "small-7"; `#suit` in it stands for the card's suit. @typedef {Map<string, string>} Faces */

/** @param {string} path below look/ */
const drawingUrl = (path) => fileAt(`look/${path}.svg`);

const PARTS = drawingUrl("parts");

/**
 * The faces of a deck; null while offline.
 * @param {string} name
 * @returns {Promise<Faces | null>}
 */
export function readDeck(name) {
  return decks(name).catch(() => null);
}

/** Later entries replace earlier faces. */
const decks = lazily(async (/** @type {string} */ name) => {
  const all = await Promise.all([files(PARTS), files(drawingUrl(`decks/${name}`))]);
  return new Map(all.flatMap((faces) => [...faces]));
});

/** Each file is read once: its definitions go into the document. */
const files = lazily(readFile);

/** @param {string} url @returns {Promise<Faces>} */
async function readFile(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const holder = document.createElement("template");
  holder.innerHTML = await answer.text();
  const drawing = /** @type {SVGSVGElement} */ (holder.content.querySelector("svg"));
  for (const style of drawing.querySelectorAll("style")) {
    // The content security policy forbids inline style elements, but not constructed style sheets.
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
 * @param {string} label as in the deck's file: "7", "K", "n12" for a number, "joker"
 * @param {string | null} suit
 * @param {Faces} faces
 */
export function drawing(size, label, suit, faces) {
  const found = faces.get(`${size}-${label}${suit ?? ""}`) ?? faces.get(`${size}-${label}`);
  // Without its deck a card still shows its rank and suit.
  if (found === undefined) return `<text x="50" y="64" font-size="52" text-anchor="middle" fill="currentColor">${label}</text>`;
  if (suit === null) return found.replaceAll(/<use[^>]*href="#suit"[^>]*(\/>|><\/use>)/g, "");
  return found.replaceAll('"#suit"', `"#suit-${suit}"`);
}
