// The card counter: how many cards of each rank lie in sight, and how many are still hidden. It counts what the view shows.

import { make } from "../../kernel/dom/make.js";
import { cardParts, rankLabel } from "../../kernel/cards/cards.js";
import { _ } from "../../texts.js";

/** @import {View} from "../types.js" */

/** @typedef {{packs?: number, numbers?: Record<string, number>, jokers?: number}} Deck */

/**
 * How many cards of each rank (0: jokers) a deck has.
 * @param {Deck | null} deck
 * @returns {Map<number, number>}
 */
function copies(deck) {
  const ranks = deck?.numbers
    ? Object.entries(deck.numbers).map(([rank, count]) => /** @type {[number, number]} */ ([Number(rank), count]))
    : Array.from({ length: 13 }, (_, i) => /** @type {[number, number]} */ ([i + 1, 4 * (deck?.packs ?? 0)]));
  return new Map([...ranks, [0, deck?.jokers ?? 0]]);
}

/** The cards that lie open: on the table, set aside, and in one's own hand. @param {View} view */
function inSight(view) {
  const open = view.players.flatMap(({ hand, payoff, side }) => [
    ...(typeof hand === "number" ? [] : hand),
    ...payoff.map((pile) => pile.top),
    ...side.flat(),
  ]);
  return [...open, ...view.centre.flat(), ...view.aside].filter((card) => card !== null);
}

/** All cards in the game now: a renewed deck adds to them. @param {View} view */
function cardsInGame(view) {
  const held = view.players.map(
    ({ hand, payoff, side }) =>
      (typeof hand === "number" ? hand : hand.length) +
      payoff.reduce((sum, pile) => sum + pile.count, 0) +
      side.flat().length,
  );
  return [view.stock, view.aside.length, view.centre.flat().length, ...held].reduce((sum, count) => sum + count, 0);
}

/**
 * @param {View} view
 * @returns {{rank: number, seen: number, all: number}[]} by rank, jokers last
 */
export function countSeen(view) {
  const { deck, payoff_deck: payoff } = view.rules;
  const [main, extra] = [copies(deck), copies(payoff)];
  const size = (/** @type {Map<number, number>} */ ranks) => [...ranks.values()].reduce((sum, count) => sum + count, 0);
  const times = Math.max(1, Math.ceil((cardsInGame(view) - size(extra)) / size(main)));
  const seen = inSight(view).map((card) => cardParts(card).rank);
  const ranks = [...new Set([...main.keys(), ...extra.keys()])].sort((a, b) => (a || 99) - (b || 99));
  return ranks
    .map((rank) => ({
      rank,
      seen: seen.filter((one) => one === rank).length,
      all: times * (main.get(rank) ?? 0) + (extra.get(rank) ?? 0),
    }))
    .filter(({ all }) => all > 0);
}

/** @param {HTMLElement} body @param {View} view */
export function drawSeen(body, view) {
  const rows = countSeen(view).map(({ rank, seen, all }) => {
    const label = rank === 0 ? _("[joker]") : rankLabel(rank, view.rules);
    const bar = make("span", "bar-of");
    bar.style.setProperty("--part", String(seen / all));
    const head = make("th", "", label);
    head.scope = "row";
    return make("tr", "", head, make("td", "", bar), make("td", "", _("{n} of {all}", { n: seen, all })));
  });
  body.replaceChildren(
    make("h2", "", _("Cards in sight")),
    make("table", "seen", make("tbody", "", ...rows)),
    make("p", "soft", _("In sight is what lies open, is set aside or is in your hand.")),
    make("p", "soft", _("The others are in the [stock], in other hands or face down in [pay-off piles].")),
    make("p", "soft", _("A finished [stack] that goes back into the [stock] is hidden again, and counts like cards never seen.")),
  );
}
