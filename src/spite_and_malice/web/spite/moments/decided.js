// The moment that decided a game: requested from the review, and drawn into space reserved from the start.

import { make } from "../../kernel/dom/make.js";
import { fact } from "../../kernel/finish.js";
import { styled } from "../../kernel/dom/lazily.js";
import { _, language, ngettext } from "../../texts.js";
import { nameOf } from "../words.js";
import { at } from "../../places.js";

/** @import {Way} from "../review/position.js" */
/** @import {Missed, Review, Turned} from "../review/chances.js" */
/** @import {Table, View} from "../types.js" */

/** A move that costs this much of the chances may have decided a game. */
const DECIDES = 0.1;

/**
 * Prepares the review, with space for all its results: a figure beside the others, the course of the chances, and the
 * moment.
 * @param {{view: View, table: Table, game: number}} ended
 * @param {HTMLElement} facts
 * @returns {{course: HTMLElement, decided: HTMLElement, ask: () => Promise<Review | null>}} to be called when it is on
 *   the page
 */
export function decision(ended, facts) {
  const best = fact("…", _("best moves found"));
  facts.append(best);
  const course = make("figure", "course");
  const decided = make("section", "decided waits");
  quiet(decided, _("The review is looking for the moment that decided …"));
  return { course, decided, ask: () => review(ended, { best, course }, decided) };
}

/** @param {HTMLElement} decided @param {string} words */
function quiet(decided, words) {
  const told = make("p", "quiet", words);
  told.role = "status";
  decided.replaceChildren(told);
}

/**
 * @param {{view: View, table: Table, game: number}} ended @param {{best: HTMLElement, course: HTMLElement}} figures
 * @param {HTMLElement} decided
 */
async function review({ view, table, game }, { best, course }, decided) {
  try {
    const response = await fetch(at(`/api/tables/${table.id}/games/${game}/review`));
    if (!response.ok) throw new Error();
    const told = /** @type {Review} */ (await response.json());
    const { choices, missed, rules, hints } = told;
    const share = choices > 0 ? (choices - missed.length) / choices : 1;
    tell(best, share.toLocaleString(language, { style: "percent" }));
    if (hints) best.append(make("dd", "aside", ngettext("with {n} hint", "with {n} hints", hints)));
    const worst = [...missed].sort((a, b) => b.cost - a.cost)[0];
    const moment = worst?.cost > 0 ? worst : told.turned;
    await drawCourse(course, told, moment);
    const none = worst ? _("Nothing that you missed made a difference to your chances.") : _("None of your choices was surely a mistake.");
    const well = told.together ? `${none} ${told.together.words}` : none;
    if (worst?.cost > 0) await drawMissed(decided, worst, rules, { view, table });
    else if (told.turned) await drawTurned(decided, told.turned, well, Boolean(told.won), rules, table);
    else quiet(decided, well);
    if (told.said) sayOf(decided, nameOf(table, told.said.seat), told.said.words);
    return told;
  } catch {
    // It keeps its space: the figures beside it stay in place.
    best.classList.add("unknown");
    quiet(decided, _("There is no review of this game just now."));
    return null;
  } finally {
    decided.classList.remove("waits");
  }
}

/** The winner's comment on it. @param {HTMLElement} decided @param {string} name @param {string} words */
function sayOf(decided, name, words) {
  (decided.querySelector(".ways") ?? decided).append(make("p", "said", _("{name}: “{words}”", { name, words })));
}

/** @param {HTMLElement} place @param {string} figure */
function tell(place, figure) {
  /** @type {HTMLElement} */ (place.querySelector("dd")).textContent = figure;
}

/**
 * The course of the chances, with a line at the moment.
 * @param {HTMLElement} course
 * @param {Review} review
 * @param {Missed | Turned | null} moment
 */
async function drawCourse(course, review, moment) {
  if (review.chances.length < 2) return;
  const [{ chancesWords, drawChances }] = await Promise.all([import("../review/chances.js"), styled("spite/review/review.css")]);
  const graph = make("div", "graph");
  graph.role = "img";
  graph.ariaLabel = chancesWords(review.chances, null);
  course.append(make("figcaption", "", _("How likely you were to win")), graph);
  new ResizeObserver(() => {
    const width = graph.clientWidth;
    if (width > 0) graph.replaceChildren(drawChances(review, [], moment?.number ?? null, width, () => undefined));
  }).observe(graph);
}

/**
 * The costliest mistake: the position with the moves played and the better ones.
 * @param {HTMLElement} decided
 * @param {Missed} missed
 * @param {Review["rules"]} rules
 * @param {{view: View, table: Table}} ended
 */
async function drawMissed(decided, missed, rules, { view: { result }, table }) {
  const { number, played, best, played_words: said, best_words: better, words } = missed;
  // A winner's mistake decided nothing, nor did a small one.
  const winners = result?.winners ?? [];
  const lost = winners.length > 0 && !winners.includes(table.you ?? -1);
  const decides = lost && missed.cost >= DECIDES;
  await drawMoment(decided, missed, rules, table, {
    title: decides ? _("The moment that decided: move {n}", { n: number }) : _("What was missed most: move {n}", { n: number }),
    ways: [{ kind: "played", moves: played }, { kind: "best", moves: best }],
    told: {
      played: [make("b", "", _("You played")), " ", said],
      best: [make("b", "", _("Better")), " ", better],
    },
    words,
    more: learnLink(),
  });
}

/** A link to practising such mistakes. */
function learnLink() {
  const link = /** @type {HTMLAnchorElement} */ (make("a", "", _("Learn from your mistakes")));
  link.href = at("/learn/mistakes");
  return link;
}

/**
 * If nothing was missed: the position in which luck turned.
 * @param {HTMLElement} decided
 * @param {Turned} turned
 * @param {string} well the quality of the play
 * @param {boolean} won
 * @param {Review["rules"]} rules
 * @param {Table} table
 */
async function drawTurned(decided, turned, well, won, rules, table) {
  const { number, played, chance, after, played_words: said } = turned;
  await drawMoment(decided, { ...turned, cost: chance - after }, rules, table, {
    title: _("Where luck turned: move {n}", { n: number }),
    ways: [{ kind: "played", moves: played }],
    told: { played: [make("b", "", _("You played")), " ", said] },
    words: `${well} ${won ? _("Here luck was with you.") : _("Here luck was against you.")}`,
  });
}

/**
 * @param {HTMLElement} decided @param {Pick<Missed, "number" | "chance" | "cost" | "view">} moment @param {Review["rules"]} rules @param {Table} table
 * @param {{title: string, ways: Way[], told: Parameters<typeof import("../review/position.js").tellWays>[2], words: string, more?: HTMLElement}} about
 */
async function drawMoment(decided, moment, rules, table, { title, ways, told, words, more }) {
  const [{ drawPosition, tellWays }, { costWords }] = await Promise.all([
    import("../review/position.js"),
    import("../review/chances.js"),
    styled("spite/review/review.css"),
  ]);
  const view = /** @type {View} */ ({ ...moment.view, rules, legal: [] });
  const names = table.seats.map((_seat, seat) => nameOf(table, seat));
  const place = make("div", "picture");
  let drawn = "";
  // Drawn into the space that the text leaves, which a closed card does not have, and again when that changes.
  new ResizeObserver(() => {
    const [width, height] = [place.clientWidth, place.clientHeight];
    if (width <= 0 || drawn === `${width} ${height}`) return;
    drawn = `${width} ${height}`;
    place.replaceChildren(drawPosition(view, names, ways, width, height));
  }).observe(place);
  decided.replaceChildren(
    make("div", "head", make("h3", "", title), make("p", "cost", costWords(moment))),
    place,
    make("div", "ways", ...tellWays(place, ways, told), make("p", "", words, ...(more ? [" ", more] : []))),
  );
}
