// One's own records: figures, the course over time, and the games.

import { make } from "../kernel/dom/make.js";
import { drawPlot, roundTop } from "../kernel/dom/plot.js";
import { request, sentenceOf } from "../kernel/line/requests.js";
import { toTheMinute } from "../kernel/dom/times.js";
import { _, language, N_, ngettext, region } from "../texts.js";
import { numberWords, row, withHelp } from "./listing.js";
import { clock } from "../kernel/dom/times.js";
import { loadSettings } from "../kernel/settings/settings.js";
import { scoringOf, signed } from "./points.js";

/**
 * @typedef {{table: string, game: number, url: string, result: "won" | "given_up", moves: number, time: number, passes: number,
 *   undos: number, hints: number, answers: number, day: string | null, level: string | null, number: number | null, numbers: string, ended_at: number, offline: boolean,
 *   points: import("./points.js").Points}} Line
 * @typedef {{share: number, margin: number, source: string}} Published the percentage of winnable deals
 * @typedef {{id: string, name: string, most: Line | null, total: number | null}} Scored
 * @typedef {{played: number, won: number, share: number | null, published: Published | null, streak: number, longest_streak: number, given_up: number,
 *   best: {moves: Line | null, time: Line | null, passes: Line | null},
 *   average: {moves: number, time: number, passes: number} | null, points: Scored[], games: Line[]}} Records
 */

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-filter]"));
const place = /** @type {HTMLElement} */ (document.querySelector("[data-records]"));
/** The number of games for the share of wins. */
const WINDOW = 10;
const LISTED = 50;
/** The difficulty of a deal. @type {Record<string, string>} */
const LEVELS = { easy: N_("Easy deal"), medium: N_("Medium deal"), hard: N_("Hard deal") };

async function draw() {
  const chosen = new FormData(form);
  const query = `preset=${chosen.get("preset")}&without_help=${chosen.has("without_help")}`;
  history.replaceState(null, "", `?${query}`);
  try {
    place.replaceChildren(...content(await request("GET", `/api/patience/records?${query}`)));
  } catch (problem) {
    place.replaceChildren(make("p", "notice bad", sentenceOf(problem)));
  }
}

/** @param {Records} records */
function content(records) {
  const { played, won, share, streak, longest_streak: longest, best, average, games, published } = records;
  const chosen = scoringOf(records.points.map(({ id }) => id), loadSettings());
  const scored = records.points.find(({ id }) => id === chosen);
  if (played === 0) return [make("p", "notice", _("You have not finished a game of this kind yet."))];
  const figures = make(
    "dl",
    "figures",
    figure(String(played), _("played")),
    figure(String(won), _("wins")),
    ...(share === null ? [] : [figure(percent(share), _("of them won"))]),
    ...(published ? [figure(percent(published.share / 100, 1), _("of all deals can be won"))] : []),
    figure(String(streak), _("wins in a row")),
    figure(String(longest), _("longest streak")),
    ...(best.moves ? [figure(String(best.moves.moves), _("fewest moves"), best.moves.url)] : []),
    ...(best.time ? [figure(clock(best.time.time), _("shortest time"), best.time.url)] : []),
    ...(best.passes ? [figure(String(best.passes.passes), _("fewest passes"), best.passes.url)] : []),
    ...(average?.moves ? [figure(String(Math.round(average.moves)), _("moves on average")), figure(clock(average.time), _("time on average"))] : []),
    ...(scored?.most ? [figure(signed(scored.most.points[scored.id]), _("most points"), scored.most.url)] : []),
    ...(scored && scored.total !== null ? [figure(signed(scored.total), _("points of all games together"))] : []),
  );
  const title = make("h2", "", _("How it goes"));
  const list = make("h2", "", _("Your games"));
  return [figures, ...(published ? [make("p", "hint", sourceOf(published))] : []), title, ...plots([...games].reverse()), list, make("div", "scrolls", table(games.slice(0, LISTED), scored, Boolean(best.passes) || games.some(({ passes }) => passes > 1)))];
}

/** @param {string} value @param {string} name @param {string} [href] */
function figure(value, name, href) {
  const shown = href ? Object.assign(make("a", "", value), { href }) : value;
  return make("div", "", make("dt", "", name), make("dd", "", shown));
}

/** The moves of each game, and the share of wins over the last ten. @param {Line[]} games the oldest first */
function plots(games) {
  const won = games.filter(({ result }) => result === "won").length;
  const shares = games.map((_game, at) => {
    const last = games.slice(Math.max(0, at - WINDOW + 1), at + 1);
    return last.filter(({ result }) => result === "won").length / last.length;
  });
  const names = games.map((game) => `${toTheMinute(game.ended_at)} · ${dealOf(game)}`);
  const moves = drawPlot({
    label: ngettext("{won} of {n} game won", "{won} of {n} games won", games.length, { won }),
    columns: games.length,
    top: roundTop(Math.max(100, ...games.map(({ moves }) => moves))),
    format: String,
    names,
    dots: games.map(({ moves, result }) => ({ value: moves, className: result === "won" ? "won" : "lost" })),
  });
  const wins = drawPlot({
    label: _("The share of wins over the last ten games: {share} now.", { share: percent(shares[shares.length - 1]) }),
    columns: games.length,
    top: 1,
    format: percent,
    names,
    line: shares,
    height: 160,
  });
  return [
    make("figure", "course", moves, make("figcaption", "hint", _("A dot is a game, as high as its moves: filled if it was won."))),
    make("figure", "course", wins, make("figcaption", "hint", _("The share of wins over the last ten games."))),
  ];
}

/** A game's deal: that of a day, or its difficulty, and its number. @param {Line} game */
function dealOf({ day, level, number, numbers }) {
  const date = day === null ? "" : new Date(`${day}T12:00:00`).toLocaleDateString(region, { day: "numeric", month: "short" });
  const kind = date || (level === null ? "" : _(LEVELS[level] ?? level));
  return [kind, number === null ? "" : numberWords({ number, numbers }, _("number {number}", { number }))].filter(Boolean).join(", ");
}

/** @param {number} share @param {number} [digits] after the point, at most */
const percent = (share, digits = 0) => share.toLocaleString(language, { style: "percent", maximumFractionDigits: digits });

/** The source for the percentage of winnable deals. @param {Published} published */
function sourceOf({ share, margin, source }) {
  const exact = percent(share / 100, 4);
  const shown = margin > 0 ? `${exact} ± ${percent(margin / 100, 4)}` : exact;
  return _("Of all deals {share} can be won by somebody who sees every card ({source}).", { share: shown, source });
}

/**
 * @param {Line[]} games
 * @param {Scored | undefined} scored
 * @param {boolean} passes whether there is more than one pass through the stock
 */
function table(games, scored, passes) {
  const heads = [_("When"), _("Which deal"), _("Result"), _("Moves"), _("Time"), ...(passes ? [_("Passes")] : []), ...(scored ? [scored.name] : [])];
  const body = games.map((game) => {
    const link = Object.assign(make("a", "", game.result === "won" ? _("won") : _("given up")), { href: game.url });
    const date = game.offline ? `${toTheMinute(game.ended_at)} · ${_("offline")}` : toTheMinute(game.ended_at);
    const points = scored ? [scored.id in game.points ? signed(game.points[scored.id]) : "–"] : [];
    return row("td", [date, dealOf(game), withHelp(link, game), String(game.moves), clock(game.time), ...(passes ? [String(game.passes)] : []), ...points]);
  });
  return make("table", "games-list", make("thead", "", row("th", heads)), make("tbody", "", ...body));
}

const asked = Object.fromEntries(new URLSearchParams(location.search));
const preset = /** @type {HTMLInputElement | null} */ (form.querySelector(`[value="${CSS.escape(asked.preset ?? "")}"]`));
if (preset) preset.checked = true;
/** @type {HTMLInputElement} */ (form.elements.namedItem("without_help")).checked = asked.without_help === "true";
form.addEventListener("change", draw);
void draw();

export const ready = true;
