// The moment that decided a game: asked of the review, and drawn into room that is kept for it from the first.

import { make } from "../../dom/make.js";
import { styled } from "../../dom/sheets.js";
import { _, language, ngettext } from "../../texts.js";
import { nameOf } from "../words.js";

/** @import {Missed, Review} from "../../pages/review.js" */
/** @import {Table, View} from "../types.js" */

/** A figure and its name. @param {string} figure @param {string} name */
export const fact = (figure, name) => make("div", "", make("dt", "", name), make("dd", "", figure));

/** "4:05", "1:12:00". @param {number} seconds */
export function clock(seconds) {
  const two = (/** @type {number} */ n) => String(Math.floor(n)).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${two((seconds / 60) % 60)}:${two(seconds % 60)}` : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/**
 * Asks for the review, with room for all that it will say: two figures beside the others, and the moment.
 * @param {{view: View, table: Table, game: number}} ended @param {HTMLElement} facts
 * @returns {{decided: HTMLElement, ask: () => Promise<void>}} to be asked when it is on the page
 */
export function decision(ended, facts) {
  const time = fact("…", _("played"));
  const best = fact("…", _("best moves found"));
  facts.prepend(time);
  facts.append(best);
  const decided = make("section", "decided waits");
  quiet(decided, _("The review is looking for the moment that decided …"));
  return { decided, ask: () => review(ended, { time, best }, decided) };
}

/** @param {HTMLElement} decided @param {string} words */
function quiet(decided, words) {
  const told = make("p", "quiet", words);
  told.role = "status";
  decided.replaceChildren(told);
}

/**
 * @param {{view: View, table: Table, game: number}} ended @param {{time: HTMLElement, best: HTMLElement}} figures
 * @param {HTMLElement} decided
 */
async function review({ view, table, game }, { time, best }, decided) {
  try {
    const response = await fetch(`/api/tables/${table.id}/games/${game}/review`);
    if (!response.ok) throw new Error();
    const { choices, missed, seconds, rules, hints } = /** @type {Review} */ (await response.json());
    tell(time, clock(seconds));
    const share = choices > 0 ? (choices - missed.length) / choices : 1;
    tell(best, share.toLocaleString(language, { style: "percent" }));
    if (hints) best.append(make("dd", "aside", ngettext("with {n} hint", "with {n} hints", hints)));
    const worst = [...missed].sort((a, b) => b.cost - a.cost)[0];
    if (worst) await drawMoment(decided, worst, rules, { view, table });
    else quiet(decided, _("Nothing better was found than what you played."));
  } catch {
    // They keep their room: the figure between them stays where it is.
    time.classList.add("unknown");
    best.classList.add("unknown");
    quiet(decided, _("There is no review of this game just now."));
  }
  decided.classList.remove("waits");
}

/** @param {HTMLElement} place @param {string} figure */
function tell(place, figure) {
  /** @type {HTMLElement} */ (place.querySelector("dd")).textContent = figure;
}

/**
 * The position with what was played and what was better.
 * @param {HTMLElement} decided @param {Missed} missed @param {Review["rules"]} rules @param {{view: View, table: Table}} ended
 */
async function drawMoment(decided, missed, rules, { view: { result }, table }) {
  const [{ drawPosition, lineSample }] = await Promise.all([import("../../pages/position.js"), styled("pages/review.css")]);
  const { number, played, best, played_words: said, best_words: better, words } = missed;
  const view = /** @type {View} */ ({ ...missed.view, rules, legal: [] });
  const names = table.seats.map((_seat, seat) => nameOf(table, seat));
  const place = make("div", "picture");
  let drawn = "";
  // Drawn into the room that the words leave, which a card that was closed meanwhile has not, and again when that changes.
  new ResizeObserver(() => {
    const [width, height] = [place.clientWidth, place.clientHeight];
    if (width <= 0 || drawn === `${width} ${height}`) return;
    drawn = `${width} ${height}`;
    place.replaceChildren(drawPosition(view, names, [{ kind: "played", moves: played }, { kind: "best", moves: best }], width, height));
  }).observe(place);
  // What a winner missed has decided nothing.
  const won = result?.winners.includes(table.you ?? -1);
  const title = won ? _("What was missed most: move {n}", { n: number }) : _("The moment that decided: move {n}", { n: number });
  const way = (/** @type {"played" | "best"} */ kind, /** @type {string} */ name, /** @type {string} */ moves) =>
    make("div", "way", lineSample(kind), make("span", "", make("b", "", name), " ", moves));
  decided.replaceChildren(
    make("h3", "", title),
    place,
    make("div", "ways", way("played", _("You played"), said), way("best", _("Better"), better), make("p", "", words)),
  );
}
