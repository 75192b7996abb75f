// What a card is called and how its face is drawn.

import { glyphWidth } from "./glyphs.js";
import { _, N_, pgettext } from "../texts.js";

/** @import {Card, Rules} from "./types.js" */

/** @type {Record<number, string>} */
const LETTERS = { 1: "A", 11: "J", 12: "Q", 13: "K" };
/** @type {Record<string, string>} */
const SUIT_NAMES = { s: N_("spades"), h: N_("hearts"), d: N_("diamonds"), c: N_("clubs") };
/** @type {Record<string, string>} */
const SUIT_SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
// A card's "seven" is another word than the number in some languages.
const RANK_NAMES = [
  ...["", _("ace"), pgettext("card", "two"), pgettext("card", "three"), pgettext("card", "four")],
  ...[pgettext("card", "five"), pgettext("card", "six"), pgettext("card", "seven"), pgettext("card", "eight")],
  ...[pgettext("card", "nine"), pgettext("card", "ten"), _("jack"), _("queen"), _("king")],
];
/** Ranks that are called by a word of their own; the others are "a 6". @type {Record<string, string>} */
const WITH_ARTICLE = { A: N_("an ace"), J: N_("a jack"), Q: N_("a queen"), K: N_("a king") };

/**
 * Rank (1 … 15; 0 for a joker) and suit (null without one) of a card that can be seen.
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
 * Is the card one of the kinds that the rules call wild?
 * @param {string} card
 * @param {Rules} rules
 */
export function isWild(card, rules) {
  return rules.wilds.includes(card === "*" ? "*" : card[0]);
}

/**
 * A rank as the cards of this table write it: A, 2 … 10, J, Q, K, or a plain number with number cards.
 * @param {number} rank
 * @param {Rules} rules
 */
export function rankLabel(rank, rules) {
  const numbers = [rules.deck, rules.payoff_deck].some((deck) => deck && "numbers" in deck && deck.numbers);
  return numbers ? String(rank) : (LETTERS[rank] ?? String(rank));
}

/**
 * "an ace", "a 6", "an 8", "a king"; in languages with cases as what a stack takes.
 * @param {number} rank
 * @param {Rules} rules
 */
export function rankWithArticle(rank, rules) {
  const label = rankLabel(rank, rules);
  if (label in WITH_ARTICLE) return _(WITH_ARTICLE[label]);
  return rank === 8 || rank === 11 ? _("an {rank}", { rank: label }) : _("a {rank}", { rank: label });
}

/**
 * The full name, for those who hear the table: "seven of hearts", "12", "joker".
 * @param {Card} card
 */
export function cardName(card) {
  if (card === null) return _("face-down card");
  if (card === "*") return _("joker");
  const { rank, suit } = cardParts(card);
  return suit ? _("{rank} of {suit}", { rank: RANK_NAMES[rank], suit: _(SUIT_NAMES[suit]) }) : String(rank);
}

/**
 * The short name used in running text: "7♥", "10♠", "12", "joker".
 * @param {string} card
 */
export function cardShort(card) {
  if (card === "*") return _("joker");
  const { rank, suit } = cardParts(card);
  if (!suit) return String(rank);
  return `${LETTERS[rank] ?? rank}${SUIT_SIGNS[suit]}`;
}

/**
 * A rank glyph of the given height, its left edge or its middle at x.
 * @param {string} label
 * @param {number} x
 * @param {number} y
 * @param {number} height
 * @param {"start" | "middle"} anchor
 */
function rankGlyph(label, x, y, height, anchor = "start", kind = "rank") {
  const width = (glyphWidth(label) * height) / 100;
  const left = anchor === "middle" ? x - width / 2 : x;
  return `<use class="${kind}" href="#rank-${label}" x="${left}" y="${y}" width="${width}" height="${height}"/>`;
}

/** @param {string} id @param {number} x middle @param {number} y top @param {number} size */
function figure(id, x, y, size, kind = "pip") {
  return `<use class="${kind}" href="#${id}" x="${x - size / 2}" y="${y}" width="${size}" height="${size}"/>`;
}

/**
 * The face as an SVG 100 × 140 that holds a full drawing and a compact one; CSS shows one of them by the card's width.
 * @param {string} card
 * @returns {string}
 */
export function faceSvg(card) {
  const { rank, suit } = cardParts(card);
  let full;
  let compact;
  if (card === "*") {
    full = figure("star", 24, 9, 32) + figure("star", 57, 50, 74);
    compact = figure("star", 50, 32, 72);
  } else if (suit === null) {
    const label = String(rank);
    full =
      '<rect class="band" x="0" y="50" width="100" height="66"/>' +
      rankGlyph(label, 9, 9, 32) +
      rankGlyph(label, 50, 61, 44, "middle", "rank on-band");
    compact = `<rect class="band" x="0" y="108" width="100" height="32"/>${rankGlyph(label, 50, 32, 60, "middle")}`;
  } else {
    const label = LETTERS[rank] ?? String(rank);
    full =
      rankGlyph(label, 9, 9, 36) + figure(`suit-${suit}`, label === "10" ? 26 : 20.5, 51, 21) + middleOf(label, suit);
    compact = rankGlyph(label, 50, 24, 60, "middle") + figure(`suit-${suit}`, 50, 97, 30);
  }
  return `<svg viewBox="0 0 100 140" aria-hidden="true"><g class="full">${full}</g><g class="compact">${compact}</g></svg>`;
}

/** The large drawing of a suited card. @param {string} label @param {string} suit */
function middleOf(label, suit) {
  if ("JQK".includes(label)) {
    return (
      `<use class="court" href="#court-${label}" x="37" y="58" width="60" height="72"/>` +
      `<use class="pip on-robe" href="#suit-${suit}" x="61" y="116" width="12" height="12"/>`
    );
  }
  return label === "A" ? figure(`suit-${suit}`, 58, 62, 64) : figure(`suit-${suit}`, 62, 76, 50);
}

/** The ribbon on a wild card: what it stands for. @param {string} label */
export function standsSvg(label) {
  return `<svg class="stands" viewBox="0 0 100 44" aria-hidden="true"><rect width="100" height="44"/>${rankGlyph(label, 50, 8, 28, "middle")}</svg>`;
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
