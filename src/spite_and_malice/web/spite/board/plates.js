// The plate of a seat: face, name, progress through the pay-off pile, cards in hand, match points, clock, and the light
// during that seat's turn. One button, whose name says all of it in the visible words.

import { style, write } from "../../kernel/dom/elements.js";
import { faceOf, headOf } from "../../kernel/people/heads.js";
import { LOOKS, lookUrl } from "../../kernel/settings/looks.js";
import { cardsOn, partnerOf } from "../moves.js";
import { _, ngettext } from "../../texts.js";
import { nameOf, placeInOrder, ratingWords } from "../words.js";

/** @import {Area, Scenery, View} from "../types.js" */

/** Up to this width, in CSS pixels, there is no room for words beside a name. */
const NARROW = 130;
/** Up to this width a running clock takes the place of the name. */
const TIGHT = 80;
const PARTS = ["who", "nth", "mate", "mark", "rating", "held", "points", "order"];
/** A name with more letters is smaller on a narrow plate, and has two lines if the plate is high enough. */
const SHORT = 6;
/** The number of players from which the order of play has to be shown. */
const SEVERAL = 3;

/** The texts of the five levels, by the id of the player. @type {Record<string, {name: string, level: string, temper: string, faults: string[], wins: string}>} */
export const LEVELS = JSON.parse(document.getElementById("levels")?.textContent || "{}");

/** The number of pay-off cards that a seat has left, and that it began with. @param {View} view @param {number} seat */
export function raceOf(view, seat) {
  const piles = view.players[seat].payoff;
  const left = piles.reduce((sum, { count }) => sum + count, 0);
  return { left, first: Math.max(left, view.rules.payoff * piles.length, 1) };
}

/**
 * Writes a number and, if there is room, the unit around it. It has the room of the largest number from the start, so
 * that nothing beside it moves during the count.
 * @param {HTMLElement} place
 * @param {number | null} n null while nothing of it is visible
 * @param {number} most
 * @param {(n: number) => string} words
 */
function writeCount(place, n, most, words) {
  place.classList.toggle("unseen", n === null);
  const figure = String(n ?? most);
  const told = words(n ?? most);
  if (place.dataset.told === told) return;
  place.dataset.told = told;
  const [before, after] = told.split(figure);
  const part = (/** @type {string} */ className, /** @type {string} */ textContent) => Object.assign(document.createElement("span"), { className, textContent });
  place.replaceChildren(part("unit", before), part("count", figure), part("unit", after));
  style(place, "--digits", `${String(most).length}`);
}

/** The sign earned by somebody, on the edge of their face. @param {string} sign */
const signOf = (sign) => Object.assign(new Image(), { className: "sign", src: lookUrl("sign", sign), alt: "", draggable: false });

/**
 * @param {HTMLElement} button
 * @param {Area} area
 * @param {Pick<Scenery, "view" | "table" | "marks" | "ratings" | "unlit" | "arrivals">} scenery
 * @param {number} near how much larger it is drawn
 */
export function drawPlate(button, area, { view, table, marks, ratings, unlit, arrivals }, near) {
  const { seat, own, name: rect, held: apart } = area;
  const sitting = table.seats[seat];
  if (!button.firstElementChild) {
    button.innerHTML =
      '<span class="visually-hidden"></span><span class="plate" aria-hidden="true"><span class="face"></span><span class="words">' +
      '<span class="line"><span class="who" dir="auto"></span><span class="nth"></span><span class="mate"></span><span class="mark"></span><span class="rating"></span></span>' +
      '<span class="line more"><span class="track"><i></i></span><span class="left"></span><span class="held"></span><span class="points"></span></span></span><span class="order"></span></span>';
  }
  const part = (/** @type {string} */ of) => /** @type {HTMLElement} */ (button.querySelector(`.${of}`));
  const [who, nth, mate, marked, rating, held, points, order] = PARTS.map(part);
  const face = part("face");
  const sign = sitting.sign && sitting.sign in LOOKS.sign ? sitting.sign : "";
  const looks = `${headOf(sitting)} ${sign} ${sitting.name}`;
  if (face.dataset.looks !== looks) {
    face.dataset.looks = looks;
    face.replaceChildren(faceOf(sitting, 0), ...(sign ? [signOf(sign)] : []));
  }
  const name = nameOf(table, seat);
  const partner = table.you !== null && partnerOf(view.rules, table.you) === seat;
  const inHand = `hand:${seat}`;
  const count = cardsOn(view, inHand).length;
  const { left, first } = raceOf(view, seat);
  // The visible number follows the cards there; during a deal that is fewer.
  const seen = view.players[seat].payoff.reduce((sum, _pile, index) => sum - arrivals(`payoff:${seat}:${index}`).coming, left);
  const { match } = table;
  // One's own clock stands beside the line of words.
  const mark = own && table.you !== null ? undefined : marks.get(seat);
  // Where a name is cut, its number stays: "Octav… 3".
  const [, start, number] = /^(.+) (\d+)$/.exec(name) ?? ["", name, ""];
  write(who, start);
  who.classList.toggle("long", name.length > SHORT);
  write(nth, number);
  write(mate, partner ? _("partner") : "");
  const clock = mark && (rect.w / near > TIGHT || view.turn === seat || mark.soon) ? mark.clock : "";
  write(marked, mark ? `${rect.w / near < NARROW ? mark.short : mark.sign} ${clock}`.trim() : "");
  marked.classList.toggle("soon", mark?.soon ?? false);
  const rated = ratings[seat] ?? null;
  write(rating, rated ? String(rated.rating) : "");
  const { coming } = arrivals(inHand);
  if (!own) writeCount(held, coming > 0 && coming === count ? null : count - coming, Math.max(count, view.rules.hand), (n) => _("{n} in hand", { n }));
  writeCount(part("left"), seen > 0 || left === 0 ? seen : null, first, (n) => _("{n} to pay off", { n }));
  style(part("track"), "--left", String(seen / first));
  // A single game is not a match: there is nothing to count.
  const scored = match.games_played > 0 && match.target > 1;
  const standing = scored ? `${match.scores[seat]}/${match.target}` : "";
  // If there is hardly any room, the points are shown without their target.
  if (points.textContent !== standing) {
    points.innerHTML = scored ? `${match.scores[seat]}<span class="of">/${match.target}</span>` : "";
  }
  const inOrder = view.rules.players >= SEVERAL ? placeInOrder(view, table, seat) : 0;
  write(order, inOrder ? String(inOrder) : "");
  const level = sitting.kind === "computer" ? LEVELS[sitting.player ?? ""]?.level : "";
  const words = [
    level ? `${name} (${level})` : name,
    sign ? _("sign: {name}", { name: _(LOOKS.sign[sign]) }) : "",
    rated ? ratingWords(rated) : "",
    partner ? _("your partner") : "",
    inOrder ? _("number {n} in the order of play", { n: inOrder }) : "",
    mark?.label ?? "",
    _("{n} to pay off", { n: left }),
    own ? "" : _("{n} in hand", { n: count }),
    scored ? ngettext("{n} point of {all}", "{n} points of {all}", match.scores[seat], { all: match.target }) : "",
  ].filter(Boolean).join(", ");
  const mine = seat === table.you && button.closest("[data-table]");
  const label = mine ? _("{seat}. Choose your name and face", { seat: words }) : _("{seat}. Look closer", { seat: words });
  write(part("visually-hidden"), label);
  button.classList.toggle("turn", view.turn === seat && view.result === null && !unlit);
  button.classList.toggle("own", own);
  button.classList.toggle("apart", apart !== null);
  style(held, "left", apart ? `${(apart.x - rect.x) / near}px` : "");
  style(held, "top", apart ? `${(apart.y - rect.y) / near}px` : "");
}
