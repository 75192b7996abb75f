// The card with a game's result: the places, time and turns, the review's verdict, the deciding moment, and the next
// actions.

import { writeWords } from "../../kernel/dom/elements.js";
import { make, makeButton } from "../../kernel/dom/make.js";
import { shareButton } from "../../kernel/dom/share.js";
import { clock, serverNow } from "../../kernel/dom/times.js";
import { fact, finishForm, homeLink, link, showFinishForm } from "../../kernel/finish.js";
import { request } from "../../kernel/line/requests.js";
import { faceOf } from "../../kernel/people/heads.js";
import { storedName } from "../../kernel/people/me.js";
import { loadSettings } from "../../kernel/settings/settings.js";
import { addressFor, go } from "../../places.js";
import { _, listed, ngettext } from "../../texts.js";
import { raceOf } from "../board/plates.js";
import { nameOf, nextWords, resultHeadline, resultReason, turnsOf } from "../words.js";
import { dayResult, dayShare } from "./day-result.js";
import { decision } from "./decided.js";
import { tellAchieved, tellClimbed, tellRecords } from "./earned.js";
import { decidesMatch, gamesOf, isMatch, matchWinner, matchWords, progress, standIns } from "./match.js";
import { nextLevel, nextLevelAfter, whyNext } from "./next-level.js";
import { Ready } from "./ready.js";

/** @import {Shared} from "../../kernel/dom/share.js" */
/** @import {Review} from "../review/chances.js" */
/** @import {Table, View} from "../types.js" */

/**
 * @typedef {{view: View, table: Table, game: number, log: string[], seconds: number | null, late: number[], day: string | undefined,
 * practice: string | undefined, rated: boolean, next: () => void, wait: () => void}} Ended `wait` stops the countdown
 * to the next game, `seconds` is how long it took, `late` are the seats whose time ran out, `practice` names the place in a game from which practice
 * began
 */

const MANY = 4;

/**
 * The reason for a game's end other than its cards: `turn` is the seat that lost it.
 * @param {View} view
 * @param {Table} table
 */
function conceded({ result, turn }, table) {
  const name = nameOf(table, turn);
  const own = turn === table.you;
  if (result?.reason === "resignation") return own ? _("You gave up.") : _("{name} gave up.", { name });
  return own ? _("You did not come back.") : _("{name} did not come back.", { name });
}

/** Shows how a game ended. @param {HTMLDialogElement} dialog @param {Ended} ended */
export function showFinish(dialog, ended) {
  const { view, table, game } = ended;
  const result = /** @type {import("../types.js").Result} */ (view.result);
  const { you } = table;
  const won = you !== null && result.winners.includes(you);
  const lost = you !== null && !won && result.winners.length > 0;
  const level = nextLevelAfter(ended);
  const facts = make("dl", "facts");
  if (ended.seconds !== null) facts.append(fact(clock(ended.seconds * 1000), _("time")));
  const turns = turnsOf(ended.log, you ?? result.winners[0] ?? 0);
  facts.append(fact(String(turns), ngettext("turn", "turns", turns)));
  // Anyone who only watched, or never had a turn, made no choices.
  const decides = you === null || turns === 0 || isDayRunning(ended) ? null : decision(ended, facts);
  const ofMatch = decidesMatch(table);
  const says = make("p", "reason soft");
  writeWords(says, [resultReason(view, table) || conceded(view, table), lost ? consolation(ended, you) : ""].filter(Boolean).join(" "), table.seats);
  const title = ofMatch ? matchWinner(table) : won ? _("You win!") : resultHeadline(view, table);
  const race = racers(view, table);
  const form = finishForm(title, says, race, ...(ofMatch ? [gamesOf(table)] : []), facts);
  if (ofDay(ended) && ended.day) {
    const rank = make("p", "rank reason");
    rank.setAttribute("role", "status");
    form.append(rank);
    void tellDay(rank, ended.day, form, won);
  }
  if (ended.rated) {
    const rating = make("p", "rank reason");
    rating.setAttribute("role", "status");
    form.append(rating);
    void import("../live/ratings.js").then(({ tellRatings }) => tellRatings(rating, race, { table: table.id, game, you }));
  }
  const counts = you !== null && table.seats[you].kind === "person" && ended.practice === undefined;
  if (counts && loadSettings().figures) {
    const records = make("div", "beaten");
    records.role = "status";
    form.append(records);
    void tellRecords(records, table, game);
  }
  if (counts) {
    const rung = make("div", "climbed");
    rung.role = "status";
    form.append(rung);
    void tellClimbed(rung, table, game);
    const kept = make("div", "achieved");
    kept.role = "status";
    form.append(kept);
    void tellAchieved(kept, table, game);
  }
  if (decides) form.append(decides.course, decides.decided);
  for (const words of [matchWords(table), ...standIns(table, ended.late)]) {
    if (words) form.append(make("p", "reason small soft", words));
  }
  const ways = isDayRunning(ended) ? make("p", "reason small soft", _("You can look back at your game when the day is over: others still play the same cards.")) : links(table, game);
  if (level) form.append(make("p", "reason small soft", whyNext(table, level)));
  if (you !== null && table.seats.some(({ kind }, seat) => kind === "person" && seat !== you)) {
    const friends = make("p", "links friends");
    form.append(friends);
    void import("../live/acquaintance.js").then(({ offerFriendships }) => offerFriendships(friends, table.id));
  }
  /** @type {Review | null} */
  let review = null;
  const row = actions(ended, level?.level ?? null, (result) => withCourse(result, review, ended));
  const cup = /** @type {HTMLAnchorElement | null} */ (you === null ? null : row.querySelector('a[href^="/tournaments/"]'));
  if (cup) form.append(tellCup(cup));
  if (you !== null && table.match.over && document.getElementById("table")?.dataset.back) {
    const club = make("div", "of-club");
    club.role = "status";
    form.append(club);
    void import("../live/club.js").then(({ tellClub }) => tellClub(club, table.id));
  }
  form.append(ways, row);
  dialog.dataset.game = String(game);
  showFinishForm(dialog, form, [won ? "won" : "", ofMatch ? "of-match" : ""], you === null ? null : ways);
  void decides?.ask().then((made) => (review = made));
  return new Ready(ended, row);
}

/**
 * The game's effect in its tournament and the next step, in the tournament's own words.
 * @param {HTMLAnchorElement} back leads to it, and to the next table once there is one
 */
function tellCup(back) {
  const words = make("p", "reason");
  words.setAttribute("role", "status");
  void import("../live/cup.js").then(({ follow }) => follow(back.pathname, words, back));
  return words;
}

/** Was it the deal of a day? @param {Ended} ended */
function ofDay({ day, game }) {
  return Boolean(day) && game === 1;
}

/** Is it, and is that day not over? @param {Ended} ended */
function isDayRunning(ended) {
  return ofDay(ended) && String(ended.day) >= new Date(serverNow()).toISOString().slice(0, 10);
}

/**
 * One's result in the deal of a day among all who have finished it. If nobody else has, there is nothing to compare: a
 * winner may ask others to play it; a loss is not for sharing, and the day's page has a won game.
 * @param {HTMLElement} place
 * @param {string} day
 * @param {HTMLElement} form
 * @param {boolean} won
 */
async function tellDay(place, day, form, won) {
  const found = await dayResult(day).catch(() => null);
  if (!found) return;
  const { rank, ranked, newcomer, streak, tries } = found;
  const told = [
    ...(rank === null ? [] : [ngettext("You are the first to finish it today.", "Rank {rank} of {n}.", ranked, { rank })]),
    ...(newcomer ? [_("You have a place among the others once you have played on three days.")] : []),
    ...(streak === 1 ? [_("The first day of a new row.")] : []),
    ...(streak > 1 ? [ngettext("{n} day in a row.", "{n} days in a row.", streak)] : []),
    ...(tries ? [_("Computer players won {won} of {tries} tries.", { won: tries.won, tries: tries.tries })] : []),
  ];
  place.textContent = told.join(" ");
  const alone = rank !== null && ranked === 1;
  const compare = form.querySelector("[data-compare]");
  if (alone && compare) compare.textContent = _("The deal of the day");
  compare?.classList.toggle("primary", !(alone && won));
  form.querySelector("[data-share]")?.classList.toggle("primary", alone && won);
}

/**
 * Each player's progress, the winner first; at the end of a match by its points.
 * @param {View} view
 * @param {Table} table
 */
function racers(view, table) {
  const { winners: ofGame, scores } = /** @type {import("../types.js").Result} */ (view.result);
  const list = make("ol", table.seats.length > MANY ? "racers many" : "racers");
  const { match } = table;
  const [inMatch, atItsEnd] = [isMatch(table), decidesMatch(table)];
  const winners = atItsEnd ? match.winners : ofGame;
  const behind = (/** @type {number} */ seat) => (atItsEnd ? -match.scores[seat] : raceOf(view, seat).left);
  const order = table.seats.map((_seat, seat) => seat);
  order.sort((a, b) => Number(winners.includes(b)) - Number(winners.includes(a)) || behind(a) - behind(b));
  for (const seat of order) {
    const { left } = raceOf(view, seat);
    const item = make("li", winners.includes(seat) ? "won" : "", faceOf(table.seats[seat], 0), make("b", "", nameOf(table, seat)));
    item.dataset.seat = String(seat);
    if (!atItsEnd) item.append(make("span", "", left === 0 ? _("all paid off") : ngettext("{n} card left", "{n} cards left", left)));
    if (inMatch) item.append(...progress(table, seat));
    else if (scores[seat] > 0 && match.target > 1) item.append(make("span", "", ngettext("{n} point", "{n} points", scores[seat])));
    list.append(item);
  }
  return list;
}

/** A kind remark that is true. @param {Ended} ended @param {number} seat */
function consolation(ended, seat) {
  const { left, first } = raceOf(ended.view, seat);
  // Whether anything follows the table of a tournament, the tournament says.
  const isLast = ended.table.match.over && document.getElementById("table")?.dataset.back;
  if (decidesMatch(ended.table)) return isLast ? "" : _("The next match starts at zero for everybody.");
  if (left <= 3) return ngettext("One more card, and it would have been yours.", "{n} more cards, and it would have been yours.", left);
  if (left < first / 2) return _("You were more than halfway there.");
  if (ofDay(ended)) return _("Tomorrow brings other cards.");
  return isLast ? "" : _("The next deal is a fresh start.");
}

/** @param {Table} table @param {number} game */
function links(table, game) {
  const to = `/table/${table.id}/games/${game}`;
  return make("p", "links", link(to, _("Look back at this game")), link(`${to}/replay`, _("Watch it again")));
}

/**
 * The next actions, the suggested one first.
 * @param {Ended} ended
 * @param {string | null} level the one to try next
 * @param {(result: Shared) => Shared} whole adds everything shareable by now to the result
 */
function actions(ended, level, whole) {
  const { table, day } = ended;
  const row = make("div", "actions");
  const { back, backWords } = document.getElementById("table")?.dataset ?? {};
  if (ofDay(ended)) {
    const compare = Object.assign(make("a", "button primary", _("Compare with the others")), { href: `/day/${day}`, autofocus: true });
    compare.dataset.compare = "";
    row.append(compare);
  }
  if (ended.practice !== undefined) row.append(onceMore(ended.practice, table));
  else if (table.match.over && back) row.append(Object.assign(make("a", "button primary", backWords ?? ""), { href: back, autofocus: true }));
  // The deal of the day is played once.
  else if (table.you !== null && !ofDay(ended)) {
    const again = makeButton(level ? "" : "primary", nextWords(table, null), () => {
      again.disabled = true;
      ended.next();
    });
    again.dataset.next = "";
    again.autofocus = !level;
    if (level) row.append(nextLevel(ended, level));
    row.append(again);
  }
  const share = table.you === null ? [] : [shareButton(async () => whole(ofDay(ended) && day ? dayShare(day, await dayResult(day)) : shared(ended)))];
  const look = make("button", table.you === null ? "button primary" : "button", _("Look at the table"));
  look.autofocus = table.you === null;
  row.append(make("div", "lesser", ...share, look, homeLink()));
  return row;
}

/** Practice restarts at its starting point. @param {string} practice @param {Table} table */
function onceMore(practice, table) {
  const [of, game, ply] = practice.split("/");
  const button = makeButton("primary", _("Play it from there again"), async () => {
    button.disabled = true;
    const begun = { ply: Number(ply), seat: table.you, name: storedName() };
    await request("POST", `/api/tables/${of}/games/${game}/practice`, begun).then(
      ({ url }) => go(url),
      () => (button.disabled = false),
    );
  });
  button.autofocus = true;
  return button;
}

/** @param {Ended} ended */
function shared({ view, table, game, log }) {
  const you = /** @type {number} */ (table.you);
  const others = listed(table.seats.flatMap((seat, at) => (at === you ? [] : [seat.name])));
  const n = turnsOf(log, you);
  const won = view.result?.winners.includes(you);
  const text = won
    ? ngettext("I beat {others} at Spite and Malice in {n} turn.", "I beat {others} at Spite and Malice in {n} turns.", n, { others })
    : _("I played Spite and Malice against {others}.", { others });
  return { text, url: addressFor(`/table/${table.id}/games/${game}`, true) };
}

/**
 * A result with the course of the chances, once the review is done: it reveals no card.
 * @param {Shared} result
 * @param {Review | null} review
 * @param {Ended} ended
 */
function withCourse(result, review, { table, game }) {
  if (!review) return result;
  const text = [result.text, review.shared].filter(Boolean).join("\n");
  return { ...result, text, picture: `/table/${table.id}/games/${game}/result.svg` };
}

