// The card with a game's result: the places, time and turns, the review's verdict, the deciding moment, and the next
// actions.

import { writeWords } from "../../kernel/dom/elements.js";
import { make, makeButton, write } from "../../kernel/dom/make.js";
import { shareButton } from "../../kernel/dom/share.js";
import { clock, serverNow } from "../../kernel/dom/times.js";
import { fact, finishForm, homeLink, link, showFinishForm } from "../../kernel/finish.js";
import { openTable, request, storeOpponent } from "../../kernel/line/requests.js";
import { styled } from "../../kernel/dom/lazily.js";
import { faceOf, headUrl } from "../../kernel/people/heads.js";
import { storedName } from "../../kernel/people/me.js";
import { lookUrl } from "../../kernel/settings/looks.js";
import { loadSettings, saveSettings } from "../../kernel/settings/settings.js";
import { readValue, writeValue } from "../../kernel/storage.js";
import { addressFor, go } from "../../places.js";
import { _, listed, ngettext } from "../../texts.js";
import { LEVELS, raceOf } from "../board/plates.js";
import { dealWords, readyWords } from "../live/words.js";
import { awaited, isReady, nameOf, nextWords, resultHeadline, resultReason, turnsOf } from "../words.js";
import { dayResult, dayShare } from "./day-result.js";
import { decision } from "./decided.js";
import { decidesMatch, gamesOf, isMatch, matchWinner, matchWords, progress, standIns } from "./match.js";

/** @import {People} from "../messages.js" */
/** @import {Shared} from "../../kernel/dom/share.js" */
/** @import {Review} from "../review/chances.js" */
/** @import {Table, View} from "../types.js" */

/**
 * @typedef {{view: View, table: Table, game: number, log: string[], late: number[], day: string | undefined,
 * practice: string | undefined, rated: boolean, next: () => void, wait: () => void}} Ended `wait` stops the countdown
 * to the next game, `late` are the seats whose time ran out, `practice` names the place in a game from which practice
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
 * The names of beaten records.
 * @type {Record<string, (value: number, before: number) => string>}
 */
const BEATEN = {
  time: (value, before) => _("Your quickest win: {time}. It was {before}.", { time: clock(value), before: clock(before) }),
  turns: (n, before) => ngettext("Your fewest turns: {n}. It was {before}.", "Your fewest turns: {n}. It was {before}.", n, { before }),
  margin: (n, before) => ngettext("Your largest margin: {n} card. It was {before}.", "Your largest margin: {n} cards. It was {before}.", n, { before }),
  most_payoff: (n, before) => ngettext("Your most [pay-off cards] in one turn: {n}. It was {before}.", "Your most [pay-off cards] in one turn: {n}. It was {before}.", n, { before }),
};

/** One's own records beaten by the game. @param {HTMLElement} place @param {Table} table @param {number} game */
async function tellRecords(place, table, game) {
  const found = await request("GET", `/api/tables/${table.id}/games/${game}/records`).catch(() => ({ records: [] }));
  for (const { measure, value, before } of found.records) {
    place.append(make("p", "", make("span", "badge", _("New record")), " ", BEATEN[measure](value, before)));
  }
}

/**
 * The text for a star won, by its number: the opponent, and the games.
 * @type {((names: {name: string, family: string}) => string)[]}
 */
const STAR_WORDS = [
  (names) => _("Your first star against {name} ({family})!", names),
  (names) => _("Your second star against {name} ({family})!", names),
  (names) => _("Your third star against {name} ({family})!", names),
];

/** The game's effect on the ladder. @param {HTMLElement} place @param {Table} table @param {number} game */
async function tellClimbed(place, table, game) {
  // A game against several, or against people, does not count.
  const computers = table.seats.filter(({ kind }, seat) => kind === "computer" && seat !== table.you);
  if (computers.length === 0 || !computers.every(({ player }) => player === computers[0].player && LEVELS[player ?? ""])) return;
  const found = await request("GET", `/api/tables/${table.id}/games/${game}/ladder`).catch(() => null);
  if (!found) return;
  await styled("kernel/dom/stars.css");
  const { player, name, family, before, stars, gold_before: goldBefore, gold, next, promoted, signs } = found;
  // Somebody with three stars elsewhere reads where these are: none has been lost. At a table with other names, such as
  // a tournament's, the opponent is the one with that way of playing.
  const seated = computers[0].name;
  const starsThere = seated === name ? _("Your stars against {name}: {family}", { name, family }) : _("{seat} plays as {name} does. Your stars against {name}: {family}", { seat: seated, name, family });
  const whose = make("p", "small soft", starsThere);
  const gained = stars > before ? STAR_WORDS[stars - 1]({ name, family }) : "";
  const silver = stars > before && gold < stars ? _("It is silver, for there were hints; without any it turns to gold.") : "";
  const golden = stars === before && gold > goldBefore ? _("A silver star has turned to gold.") : "";
  const after = promoted ? _("You have climbed to {name}.", { name: LEVELS[promoted].name }) : next;
  const words = [gained, silver, golden, after].filter(Boolean).join(" ");
  const link = Object.assign(make("a", "", _("The ladder")), { href: "/ladder" });
  if (promoted && table.you !== null) place.append(ascent(table.seats[table.you], player, promoted));
  place.append(whose, starRow(stars, before, gold), make("p", "small", words || _("All stars against {name}.", { name }), " ", link));
  for (const sign of signs) place.append(signEarned(sign));
}

/** A sign earned by the game, and a button to put it on one's plate. @param {{id: string, name: string}} sign */
function signEarned({ id, name }) {
  const picture = Object.assign(new Image(), { className: "sign", src: lookUrl("sign", id), alt: "" });
  const use = makeButton("", _("Put it on your plate"), () => {
    saveSettings({ ...loadSettings(), sign: id });
    dispatchEvent(new Event("spite-settings"));
    use.replaceWith(make("span", "small soft", _("It is on your plate now.")));
  });
  return make("div", "sign-earned", picture, make("p", "small", make("b", "", _("A sign for your plate: {name}", { name }))), use);
}

/**
 * The step that somebody has climbed: from the beaten level, whose head is still there, to the next.
 * @param {import("../../kernel/people/heads.js").Faced} you
 * @param {string} from
 * @param {string} to
 */
function ascent(you, from, to) {
  const step = (/** @type {string} */ player, /** @type {string} */ mood) =>
    make("div", "step", faceOf({ kind: "computer", name: LEVELS[player].name, player, mood }, 0));
  const climber = make("div", "climber", faceOf(you, 0));
  const scene = make("div", "ascent", step(from, "beaten"), step(to, "pleased"), climber);
  scene.ariaHidden = "true";
  return scene;
}

/** Of more achievements only the number is shown: the card is for the result. */
const MOST_ACHIEVED = 3;

/** The game's new scrapbook entries. @param {HTMLElement} place @param {Table} table @param {number} game */
async function tellAchieved(place, table, game) {
  const answer = await request("GET", `/api/tables/${table.id}/games/${game}/achievements`).catch(() => ({ achieved: [] }));
  /** @type {{key: string, title: string, words: string}[]} */
  const achieved = answer.achieved;
  const to = (/** @type {string} */ key, /** @type {string} */ words) => Object.assign(make("a", "", words), { href: `/scrapbook${key}` });
  // A single extra one fits in the line that would count it.
  const told = achieved.length > MOST_ACHIEVED + 1 ? achieved.slice(0, MOST_ACHIEVED) : achieved;
  for (const { key, title, words } of told) {
    place.append(make("p", "", make("span", "badge", _("Scrapbook")), " ", to(`#${key}`, title), " ", make("span", "soft", words)));
  }
  const more = achieved.length - told.length;
  if (more > 0) place.append(make("p", "", to("", ngettext("{n} more in your scrapbook", "{n} more in your scrapbook", more))));
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
  if (decidesMatch(ended.table)) return _("The next match starts at zero for everybody.");
  if (left <= 3) return ngettext("One more card, and it would have been yours.", "{n} more cards, and it would have been yours.", left);
  if (left < first / 2) return _("You were more than halfway there.");
  return ofDay(ended) ? _("Tomorrow brings other cards.") : _("The next deal is a fresh start.");
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

/** The next level. @param {Ended} ended @param {string} level */
function nextLevel({ table, view }, level) {
  const button = makeButton("primary next-level", "", async () => {
    button.disabled = true;
    const seats = table.seats.map((_seat, seat) =>
      seat === table.you ? { kind: "person", name: storedName() } : { kind: "computer", player: level },
    );
    await openTable({ preset: table.preset, rules: view.rules, seats }).catch(() => (button.disabled = false));
  });
  button.autofocus = true;
  const face = Object.assign(make("img", "portrait"), { src: headUrl(level), alt: "" });
  button.append(face, _("Next level: {name}", { name: LEVELS[level].name }));
  return button;
}

/** @param {Table} table @param {{won: number, of: number}} standing */
function whyNext({ seats, you }, { won, of }) {
  const { name } = seats[you === 0 ? 1 : 0];
  return _("You have won {won} of your last {of} games against {name}: time for the next level.", { won, of, name });
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

// This browser's recent results against each level: a player who wins a match or a single game, and with it three of
// the last four games against a level, is offered the next.

const KEY = "spite.standing";
const OF = 4;
const ENOUGH = 3;

/**
 * @typedef {{latest: boolean[]}} Against the last results against a level
 * @typedef {{counted: string[], levels: Record<string, Against>}} Kept `counted` lists the games included
 */

/** @returns {Kept} */
function kept() {
  const { counted = [], levels = {} } = readValue(KEY) ?? {};
  return { counted, levels };
}

/**
 * Counts a finished game, once, and returns the level to try next, and why; the level to play against from now on is
 * stored.
 * @param {Pick<Ended, "view" | "table" | "game" | "day" | "practice">} ended
 * @returns {{level: string, won: number, of: number} | null}
 */
function nextLevelAfter({ view, table, game, day, practice }) {
  const { you } = table;
  const others = table.seats.filter((_seat, at) => at !== you);
  const level = others[0]?.player ?? "";
  const order = Object.keys(LEVELS);
  const alone = you !== null && others.every((seat) => seat.kind === "computer" && seat.player === level);
  if (!alone || !order.includes(level) || !view.result || day || practice) return null;
  const all = kept();
  const against = (all.levels[level] ??= { latest: [] });
  const won = view.result.winners.includes(you);
  const name = `${table.id} ${game}`;
  const isNew = !all.counted.includes(name);
  if (isNew) against.latest = [...against.latest, won].slice(-OF);
  const wins = against.latest.filter(Boolean).length;
  // A match is played to its end first.
  const next = table.match.over && table.match.winners.includes(you) && wins >= ENOUGH ? (order[order.indexOf(level) + 1] ?? null) : null;
  if (isNew) {
    all.counted = [...all.counted, name].slice(-50);
    storeOpponent(next ?? level);
    writeValue(KEY, all);
  }
  return next === null ? null : { level: next, won: wins, of: against.latest.length };
}

// Below the result: the players ready for the next game, the time until it is dealt, and its beginning.

const TICK = 250;

export class Ready {
  #words = make("span", "");
  #time = make("span", "time");
  #stop;
  #element;
  /** The end of the countdown, by this page's own clock; null while none runs. @type {number | null} */
  #until = null;
  #isShared = false;
  #ended;
  #row;

  /** @param {Ended} ended @param {HTMLElement} row the next actions */
  constructor(ended, row) {
    this.#ended = ended;
    this.#row = row;
    this.#words.role = "status";
    // It is not read out every second.
    this.#time.ariaHidden = "true";
    this.#stop = makeButton("small", _("Stop"), () => ended.wait());
    this.#element = make("p", "readiness", this.#words, this.#time, this.#stop);
    const ticking = window.setInterval(() => (row.isConnected ? this.#tick() : clearInterval(ticking)), TICK);
  }

  /** Updates who is present and who is ready. @param {People} people */
  meet(people) {
    this.#isShared = awaited(people).length > 1;
    const words = readyWords(people);
    this.#until = people.deals_in === null ? null : performance.now() + people.deals_in;
    write(this.#words, words);
    if (words === "") this.#element.remove();
    else if (!this.#element.isConnected) this.#row.prepend(this.#element);
    this.#stop.hidden = people.you === null || this.#until === null;
    const next = /** @type {HTMLButtonElement | null} */ (this.#row.querySelector("[data-next]"));
    if (next) {
      write(next, nextWords(this.#ended.table, people));
      next.disabled = isReady(people);
    }
    this.#tick();
  }

  /** The next game has begun while others played on: returns whether somebody is still viewing the result. */
  goesOn() {
    if (!this.#isShared) return false;
    const words = make("p", "readiness", _("The next game has begun."));
    words.role = "status";
    const go = make("button", "button primary", _("To the table"));
    this.#row.replaceChildren(words, go);
    go.focus();
    return true;
  }

  #tick() {
    write(this.#time, dealWords(this.#until === null ? null : this.#until - performance.now()));
  }
}

const STAR = "M12 2.500l2.900 6.100 6.600.9-4.800 4.700 1.200 6.700-5.900-3.200-5.900 3.200 1.200-6.700L2.500 9.500l6.600-.9z";

/**
 * @param {number} stars
 * @param {number} before the number won earlier
 * @param {number} gold the others are silver
 * @param {number} [most]
 */
function starRow(stars, before, gold, most = 3) {
  const row = make("p", "stars");
  row.setAttribute("role", "img");
  const silver = stars > gold ? ngettext("{n} of them silver: won with hints", "{n} of them silver: won with hints", stars - gold) : "";
  row.setAttribute("aria-label", [ngettext("{n} star of {most}", "{n} stars of {most}", stars, { most }), silver].filter(Boolean).join(", "));
  const star = (/** @type {number} */ at) => {
    const names = `star${at < stars ? " won" : ""}${at >= gold && at < stars ? " silver" : ""}${at >= before && at < stars ? " new" : ""}`;
    return `<svg class="${names}" viewBox="0 0 24 24" aria-hidden="true"><path d="${STAR}"/></svg>`;
  };
  row.innerHTML = Array.from({ length: most }, (_none, at) => star(at)).join("");
  return row;
}
