// The card that tells how a game ended: who is where, time and turns, what the review thinks, the moment that decided, and
// what to do next.

import { dayResult, dayShare } from "../../pages/day-result.js";
import { make, makeButton } from "../../dom/make.js";
import { openTable, request } from "../../pages/requests.js";
import { shareButton } from "../../pages/share.js";
import { addressFor, go } from "../../places.js";
import { _, language, listed, ngettext } from "../../texts.js";
import { faceOf, headUrl } from "../../people/heads.js";
import { storedName } from "../../people/me.js";
import { LEVELS, raceOf } from "../board/plates.js";
import { loadSettings } from "../../settings/settings.js";
import { nextLevelAfter } from "./standing.js";
import { nameOf, nextWords, resultHeadline, resultReason } from "../words.js";

/** @import {Missed, Review} from "../../pages/review.js" */
/** @import {Rules, Table, View} from "../types.js" */

/**
 * @typedef {{view: View, table: Table, game: number, log: string[], day: string | undefined,
 *   practice: string | undefined, rated: boolean, next: () => void}} Ended `practice` names the place in a game that was gone on from
 */

const MANY = 4;

/** @param {HTMLDialogElement} dialog @param {Ended} ended */
export function showFinish(dialog, ended) {
  const { view, table, game } = ended;
  const result = /** @type {import("../types.js").Result} */ (view.result);
  const { you } = table;
  const won = you !== null && result.winners.includes(you);
  const lost = you !== null && !won && result.winners.length > 0;
  const level = nextLevelAfter(ended);
  const facts = make("dl", "facts");
  const turns = turnsOf(ended.log, you ?? result.winners[0] ?? 0);
  facts.append(fact(String(turns), ngettext("turn", "turns", turns)));
  const decided = make("section", "decided");
  decided.hidden = true;
  const says = [resultReason(view, table), lost ? consolation(view, you, ofDay(ended)) : ""].filter(Boolean).join(" ");
  const decides = isMatch(table) && table.match.over;
  const title = make("h2", "", decides ? matchWinner(table) : won ? _("You win!") : resultHeadline(view, table));
  title.id = "finish-title";
  const race = racers(view, table);
  const form = make("form", "", title, make("p", "reason soft", says), race, facts);
  form.method = "dialog";
  if (ofDay(ended) && ended.day) {
    const rank = make("p", "rank reason");
    rank.setAttribute("role", "status");
    form.append(rank);
    void tellDay(rank, ended.day);
  }
  if (ended.rated) {
    const rating = make("p", "rank reason");
    rating.setAttribute("role", "status");
    form.append(rating);
    void import("../live/ratings.js").then(({ tellRatings }) => tellRatings(rating, race, { table: table.id, game, you }));
  }
  if (you !== null && ended.practice === undefined && loadSettings().figures) {
    const records = make("div", "beaten");
    records.role = "status";
    form.append(records);
    void tellRecords(records, table, game);
  }
  form.append(decided);
  for (const words of [matchWords(table), ...standIns(table)]) {
    if (words) form.append(make("p", "reason small soft", words));
  }
  const ways = links(table, game);
  form.append(ways, actions(ended, level));
  if (you !== null) void import("../../pages/keep.js").then(({ offerToKeep }) => offerToKeep(ways));
  void import("../../offline/fetching.js").then(({ fetchWhenIdle }) => fetchWhenIdle());
  dialog.className = won ? "won" : "";
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.replaceChildren(form);
  if (!dialog.open) dialog.showModal();
  if (you !== null) void review(ended, facts, decided);
}

/** Was it the deal of a day? @param {Ended} ended */
function ofDay({ day, game }) {
  return Boolean(day) && game === 1;
}

/** How one did with the deal of a day among all who have finished it. @param {HTMLElement} place @param {string} day */
async function tellDay(place, day) {
  const found = await dayResult(day).catch(() => null);
  if (!found) return;
  const { rank, played, streak, tries } = found;
  const told = [
    ...(rank === null ? [] : [ngettext("You are the first to finish it today.", "Rank {rank} of {n}.", played, { rank })]),
    ...(streak > 1 ? [ngettext("{n} day in a row.", "{n} days in a row.", streak)] : []),
    ...(tries ? [_("Computer players had won {won} of {tries} tries.", { won: tries.won, tries: tries.tries })] : []),
  ];
  place.textContent = told.join(" ");
}

/**
 * What a beaten record is called.
 * @type {Record<string, (value: number, before: number) => string>}
 */
const BEATEN = {
  time: (value, before) => _("Your quickest win: {time}. It was {before}.", { time: clock(value / 1000), before: clock(before / 1000) }),
  turns: (n, before) => ngettext("Your fewest turns: {n}. It was {before}.", "Your fewest turns: {n}. It was {before}.", n, { before }),
  margin: (n, before) => ngettext("Your largest margin: {n} card. It was {before}.", "Your largest margin: {n} cards. It was {before}.", n, { before }),
  most_payoff: (n, before) => ngettext("Your most [pay-off cards] in one turn: {n}. It was {before}.", "Your most [pay-off cards] in one turn: {n}. It was {before}.", n, { before }),
};

/** The records of one's own that the game has beaten. @param {HTMLElement} place @param {Table} table @param {number} game */
async function tellRecords(place, table, game) {
  const found = await request("GET", `/api/tables/${table.id}/games/${game}/records`).catch(() => ({ records: [] }));
  for (const { measure, value, before } of found.records) {
    place.append(make("p", "", make("span", "badge", _("New record")), " ", BEATEN[measure](value, before)));
  }
}

/** Who began, and how far each came. @param {View} view @param {Table} table */
function racers(view, table) {
  const { winners, scores } = /** @type {import("../types.js").Result} */ (view.result);
  const list = make("ol", table.seats.length > MANY ? "racers many" : "racers");
  const { target, scores: totals } = table.match;
  const inMatch = isMatch(table);
  const order = table.seats.map((_seat, seat) => seat);
  order.sort((a, b) => Number(winners.includes(b)) - Number(winners.includes(a)) || raceOf(view, a).left - raceOf(view, b).left);
  for (const seat of order) {
    const { left } = raceOf(view, seat);
    const points = scores[seat] > 0 && target > 1 && !inMatch ? ngettext("{n} point", "{n} points", scores[seat]) : "";
    const item = make("li", winners.includes(seat) ? "won" : "", faceOf(table.seats[seat], 0), make("b", "", nameOf(table, seat)));
    item.append(make("span", "", left === 0 ? _("all paid off") : ngettext("{n} card left", "{n} cards left", left)));
    item.dataset.seat = String(seat);
    if (points) item.append(make("span", "", points));
    if (inMatch) {
      const track = make("span", "track", make("i", ""));
      track.style.setProperty("--part", String(Math.min(1, totals[seat] / target)));
      item.append(track, make("span", "", ngettext("{n} point of {all}", "{n} points of {all}", totals[seat], { all: target })));
    }
    list.append(item);
  }
  return list;
}

/** Something kind that is true. @param {View} view @param {number} seat @param {boolean} isDay was it the deal of a day? */
function consolation(view, seat, isDay) {
  const { left, first } = raceOf(view, seat);
  if (left <= 3) return ngettext("One more card, and it would have been yours.", "{n} more cards, and it would have been yours.", left);
  if (left <= first / 2) return _("You were more than halfway there.");
  return isDay ? _("Tomorrow brings other cards.") : _("The next deal knows nothing of this one.");
}

/** How often a seat was to move. @param {string[]} log @param {number} seat */
function turnsOf(log, seat) {
  const seats = log.map((entry) => Number(entry.split(" ")[0]));
  return seats.filter((at, index) => at === seat && seats[index - 1] !== seat).length;
}

/** @param {string} figure @param {string} name */
const fact = (figure, name) => make("div", "", make("dt", "", name), make("dd", "", figure));

/** Asks what the review thinks, and says it when it comes. @param {Ended} ended @param {HTMLElement} facts @param {HTMLElement} decided */
async function review({ view, table, game, log }, facts, decided) {
  const waiting = fact("…", _("best moves found"));
  facts.append(waiting);
  try {
    const response = await fetch(`/api/tables/${table.id}/games/${game}/review`);
    if (!response.ok) throw new Error();
    const { choices, missed, seconds, rules, hints } = /** @type {Review} */ (await response.json());
    facts.prepend(fact(clock(seconds), _("played")));
    const share = choices > 0 ? (choices - missed.length) / choices : 1;
    /** @type {HTMLElement} */ (waiting.querySelector("dd")).textContent = share.toLocaleString(language, { style: "percent" });
    if (hints) waiting.append(make("dd", "aside", ngettext("with {n} hint", "with {n} hints", hints)));
    const worst = [...missed].sort((a, b) => b.cost - a.cost)[0];
    if (!worst || view.result === null) return;
    const turn = turnsOf(log.slice(0, worst.number), table.you ?? 0);
    // What a winner missed has decided nothing.
    const won = view.result.winners.includes(table.you ?? -1);
    const title = won ? _("What was missed most, in turn {n}", { n: turn }) : _("The moment that decided, in turn {n}", { n: turn });
    decided.append(make("h3", "", title));
    decided.hidden = false;
    await drawMoment(decided, worst, rules, table);
  } catch {
    waiting.remove();
  }
}

/** The position with what was played and what was better. @param {HTMLElement} place @param {Missed} missed @param {Rules} rules @param {Table} table */
async function drawMoment(place, missed, rules, table) {
  const { drawPosition, lineSample } = await import("../../pages/position.js");
  const sheet = Object.assign(make("link", ""), { rel: "stylesheet", href: new URL("../../pages/review.css", import.meta.url).href });
  await new Promise((done) => {
    sheet.onload = sheet.onerror = done;
    document.head.append(sheet);
  });
  const { played, best, played_words: said, best_words: better, words } = missed;
  const view = /** @type {View} */ ({ ...missed.view, rules, legal: [] });
  const names = table.seats.map((_seat, seat) => nameOf(table, seat));
  /** @type {HTMLElement} */
  let picture = make("div", "");
  let drawn = 0;
  // Drawn when there is room, which a card that was closed meanwhile has not, and again when that changes.
  new ResizeObserver(() => {
    const { paddingLeft, paddingRight } = getComputedStyle(place);
    const width = Math.floor(place.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
    if (width <= 0 || width === drawn) return;
    drawn = width;
    const now = drawPosition(view, names, [{ kind: "played", moves: played }, { kind: "best", moves: best }], width);
    picture.replaceWith(now);
    picture = now;
  }).observe(place);
  place.append(
    picture,
    way("played", _("You played"), said, lineSample),
    way("best", _("Better"), better, lineSample),
    make("p", "", words),
  );
}

/** @param {"played" | "best"} kind @param {string} title @param {string} words @param {(kind: "played" | "best") => Element} sample */
function way(kind, title, words, sample) {
  return make("div", "way", sample(kind), make("span", "", make("small", "", title), words));
}

/** "4:05", "1:12:00". @param {number} seconds */
function clock(seconds) {
  const two = (/** @type {number} */ n) => String(Math.floor(n)).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${two((seconds / 60) % 60)}:${two(seconds % 60)}` : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** @param {Table} table @param {number} game */
function links(table, game) {
  const to = `/table/${table.id}/games/${game}`;
  const link = (/** @type {string} */ path, /** @type {string} */ words) => Object.assign(make("a", "", words), { href: path });
  return make("p", "links", link(to, _("Look back at this game")), link(`${to}/replay`, _("Watch it again")));
}

/** @param {Ended} ended @param {string | null} level the one to try next */
function actions(ended, level) {
  const { table, day } = ended;
  const row = make("div", "actions");
  if (ofDay(ended)) row.append(Object.assign(make("a", "button primary", _("Compare with the others")), { href: `/day/${day}`, autofocus: true }));
  if (ended.practice !== undefined) row.append(onceMore(ended.practice, table));
  // The deal of the day is played once.
  else if (table.you !== null && !ofDay(ended)) {
    const again = makeButton(level ? "" : "primary", nextWords(table), () => {
      again.disabled = true;
      ended.next();
    });
    again.dataset.next = "";
    again.autofocus = true;
    row.append(again);
    if (level) row.append(nextLevel(ended, level));
  }
  if (table.you !== null) row.append(shareButton(ofDay(ended) && day ? async () => dayShare(day, await dayResult(day)) : () => share(ended)));
  const look = make("button", "button", _("Look at the table"));
  look.autofocus = table.you === null;
  row.append(look, Object.assign(make("a", "button bare", _("Home")), { href: "/" }));
  return row;
}

/** Practice begins again where it began. @param {string} practice @param {Table} table */
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

/** The next level, after three wins of four. @param {Ended} ended @param {string} level */
function nextLevel({ table, view }, level) {
  const button = makeButton("primary next-level", "", async () => {
    button.disabled = true;
    const seats = table.seats.map((_seat, seat) =>
      seat === table.you ? { kind: "person", name: storedName() } : { kind: "computer", player: level },
    );
    await openTable({ preset: table.preset, rules: view.rules, seats }).catch(() => (button.disabled = false));
  });
  const face = Object.assign(make("img", "portrait"), { src: headUrl(level), alt: "" });
  button.append(face, _("Next level: {name}", { name: LEVELS[level].name }));
  return button;
}

/** @param {Ended} ended */
function share({ view, table, game, log }) {
  const you = /** @type {number} */ (table.you);
  const others = listed(table.seats.flatMap((seat, at) => (at === you ? [] : [seat.name])));
  const n = turnsOf(log, you);
  const won = view.result?.winners.includes(you);
  const text = won
    ? ngettext("I beat {others} at Spite and Malice in {n} turn.", "I beat {others} at Spite and Malice in {n} turns.", n, { others })
    : _("I played Spite and Malice against {others}.", { others });
  return { text, url: addressFor(`/table/${table.id}/games/${game}`, true) };
}

/** Is the game one of several? @param {Table} table */
const isMatch = ({ match }) => match.target > 1 && !(match.over && match.games_played < 2);

/** The how manieth game of a match it was, where there is one. @param {Table} table */
function matchWords(table) {
  const { match } = table;
  if (!isMatch(table)) return "";
  if (match.over) return ngettext("{n} game was played.", "{n} games were played.", match.games_played);
  return _("Game {played} of a match to {target} points.", { played: match.games_played, target: match.target });
}

/** Who won the match that is over. @param {Table} table */
function matchWinner(table) {
  const { match } = table;
  const others = match.winners.filter((seat) => seat !== table.you).map((seat) => nameOf(table, seat));
  const names = listed(others);
  if (match.winners.length === 0) return _("The match is over.");
  if (others.length === match.winners.length) {
    return ngettext("{names} wins the match.", "{names} win the match.", others.length, { names });
  }
  return others.length > 0 ? _("You and {names} win the match!", { names }) : _("You win the match!");
}

/** For whom a stand-in played. @param {Table} table */
function standIns(table) {
  return table.match.stand_ins.flatMap((n, seat) => {
    if (n === 0) return [];
    if (seat === table.you) return [ngettext("A stand-in played for you in {n} game.", "A stand-in played for you in {n} games.", n)];
    const name = nameOf(table, seat);
    return [ngettext("A stand-in played for {name} in {n} game.", "A stand-in played for {name} in {n} games.", n, { name })];
  });
}
