// The statistics of a person's finished games: figures, records to beat, and tables.

import { _, language, ngettext, region } from "../../texts.js";
import { make } from "../../kernel/dom/make.js";
import { hasFace, headUrl } from "../../kernel/people/heads.js";
import { toTheMinute } from "../../kernel/dom/times.js";

/**
 * @typedef {{margin: number | null, moves: number | null, turns: number | null, time: number | null, help: number | null}} Means
 * @typedef {{id: string, name: string, games: number, won: number, lost: number, drawn: number, given_up: number, share: number | null, means: Means}} Tally
 * @typedef {{start: string, games: number, won: number, share: number | null, means: Means}} Period
 * @typedef {{value: number, url: string, at: number}} Best
 * @typedef {{name: string, games: number, time: Best | null, turns: Best | null, margin: Best | null, most_payoff: Best | null}} Bests
 * @typedef {{id: string, name: string, games: number}} Choice
 * @typedef {{name: string, against: string, result: "won" | "lost" | "drawn" | "given_up", number: number, day: string | null, moves: number | null,
 *   time: number | null, ended_at: number, offline: boolean, url: string | null, counts: boolean}} Line
 * @typedef {{by: "week" | "month", all: Tally, stood_in: number, uncounted: number, running: number, longest: number, by_opponent: Tally[], by_version: Tally[],
 *   by_players: Tally[], records: Bests[], periods: Period[], periods_by_opponent: Record<string, Period[]>,
 *   games: Line[], choices: {version: Choice[], opponent: Choice[], players: Choice[], place: Choice[]}}} Statistics
 */

/** The format of figures. */
export const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
export const percent = (/** @type {number} */ value) => value.toLocaleString(language, { style: "percent", maximumFractionDigits: 0 });
export const minutes = (/** @type {number} */ time) => number.format(time / 60_000);
/** "+3", "−1.5". @param {number} value */
export const signed = (value) => value.toLocaleString(language, { maximumFractionDigits: 1, signDisplay: "exceptZero" }).replace("-", "−");

/** @param {Statistics} found */
export function figures({ all, running, longest }) {
  const { share, means } = all;
  const tiles = [
    tile(String(all.won), _("wins")),
    ...(share === null ? [] : [tile(percent(share), _("of the decided games"))]),
    ...(means.margin === null ? [] : [tile(signed(means.margin), _("cards ahead on average"))]),
    ...(means.turns === null ? [] : [tile(number.format(means.turns), _("turns a game"))]),
    ...(means.time === null ? [] : [tile(minutes(means.time), _("minutes a game"))]),
    tile(String(longest), _("most won in a row")),
    ...(running > 1 ? [tile(String(running), _("won in a row now"))] : []),
  ];
  return make("dl", "figures", ...tiles);
}

/** @param {string} value @param {string} name */
const tile = (value, name) => make("div", "", make("dt", "", name), make("dd", "", value));

/** @param {Bests[]} lines */
export function records(lines) {
  const set = lines.filter(({ time, turns, margin, most_payoff: most }) => time || turns || margin || most);
  if (set.length === 0) return [];
  const heads = [_("Rules"), _("Quickest win"), _("Fewest turns to win"), _("Largest margin"), _("Most [pay-off cards] in a turn")];
  const rows = set.map((line) => [
    line.name,
    best(line.time, (value) => clock(value / 1000)),
    best(line.turns, String),
    best(line.margin, signed),
    best(line.most_payoff, String),
  ]);
  const hint = make("p", "hint", _("By the same rules, without hints and without turns taken back. A record leads to its game."));
  return [section(_("Records to beat"), listing(_("Records to beat"), heads, rows), hint)];
}

/** @param {Best | null} record @param {(value: number) => string} format */
function best(record, format) {
  if (!record) return "–";
  const link = Object.assign(make("a", "", format(record.value)), { href: record.url });
  link.title = new Date(record.at).toLocaleDateString(region, { day: "numeric", month: "long", year: "numeric" });
  return link;
}

/** "4:05", "1:12:00". @param {number} seconds */
function clock(seconds) {
  const two = (/** @type {number} */ n) => String(Math.floor(n)).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${two((seconds / 60) % 60)}:${two(seconds % 60)}` : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** @param {number | null} value @param {(value: number) => string} [format] */
const mean = (value, format = number.format) => (value === null ? "–" : format(value));

/** The columns about games; some only if they have a value. @type {[string, (line: Tally) => string, boolean?][]} */
const COLUMNS = [
  [_("Games"), ({ games }) => String(games)],
  [_("Wins"), ({ won }) => String(won)],
  [_("Losses"), ({ lost }) => String(lost)],
  [_("Draws"), ({ drawn }) => String(drawn), true],
  [_("Given up"), ({ given_up: givenUp }) => String(givenUp), true],
  [_("Share won"), ({ share }) => mean(share, percent)],
  [_("Cards ahead"), ({ means }) => mean(means.margin, signed)],
  [_("Cards moved"), ({ means }) => mean(means.moves)],
  [_("Turns"), ({ means }) => mean(means.turns)],
  [_("Minutes"), ({ means }) => mean(means.time, minutes)],
  [_("Help"), ({ means }) => mean(means.help)],
];

/** @param {Statistics} found */
export function tables({ by_opponent: opponents, by_version: versions, by_players: players, all }) {
  /** @type {[string, string, Tally[]][]} */
  const sorts = [
    [_("By opponent"), _("Against"), opponents],
    [_("By game"), _("Game"), versions],
    [_("By number of players"), _("Players"), players],
  ];
  // A column for something that never happened is left out.
  const columns = COLUMNS.filter(([_head, cell, isRare]) => !isRare || cell(all) !== "0");
  return sorts.map(([title, of, lines]) => {
    const rows = (lines.length > 1 ? [...lines, { ...all, name: _("All") }] : lines).map((line) => [withFace(line), ...columns.map(([_head, cell]) => cell(line))]);
    return section(title, listing(title, [of, ...columns.map(([head]) => head)], rows));
  });
}

/** The name of a line, with the face of a computer player. @param {{id: string, name: string}} line */
function withFace({ id, name }) {
  if (!hasFace(id)) return name;
  const face = Object.assign(make("img", "portrait small"), { src: headUrl(id), width: 28, height: 28, alt: "" });
  return make("span", "with-face", face, name);
}

/** The games one by one, the latest first. @param {Statistics} found */
export function games({ games }) {
  const results = { won: _("Won"), lost: _("Lost"), drawn: _("Drawn"), given_up: _("Given up") };
  const heads = [_("When"), _("Game"), _("Against"), _("Which deal"), _("Result"), _("Cards moved"), _("Time")];
  const rows = games.map((game) => {
    const when = game.offline ? `${toTheMinute(game.ended_at)} · ${_("offline")}` : toTheMinute(game.ended_at);
    const how = game.url ? Object.assign(make("a", "", results[game.result]), { href: game.url }) : results[game.result];
    const result = game.counts ? how : make("span", "", how, ` · ${_("does not count")}`);
    const deal = game.day === null ? _("Game {number}", { number: game.number }) : _("Deal of {day}", { day: dayOf(game.day) });
    return [when, game.name, game.against, deal, result, mean(game.moves, String), mean(game.time, (time) => clock(time / 1000))];
  });
  return section(_("Your games"), listing(_("Your games"), heads, rows));
}

/** @param {string} day as 2026-01-31 */
const dayOf = (day) => new Date(`${day}T12:00:00`).toLocaleDateString(region, { day: "numeric", month: "short", year: "numeric" });

/** @param {Statistics} found */
export function notes({ stood_in: stoodIn }) {
  const told = [_("Moves, turns, minutes and help (hints and turns taken back) are averages per game. A pause of more than five minutes counts as five.")];
  if (stoodIn > 0) told.push(ngettext("{n} game that a stand-in played a part of counts for nothing here.", "{n} games that a stand-in played a part of count for nothing here.", stoodIn));
  return make("p", "hint", told.join(" "));
}

/** @param {string} title @param {Node[]} content */
export function section(title, ...content) {
  return make("section", "", make("h3", "", title), ...content);
}

/** With more columns than this a phone has no room for them side by side. */
const FEW_COLUMNS = 4;

/**
 * A table that can be scrolled sideways if it has no room; on phones one with many columns shows each row as a block
 * instead, with every figure under its own heading.
 * @param {string} label
 * @param {string[]} heads
 * @param {(string | Node)[][]} rows
 */
export function listing(label, heads, rows) {
  const head = make("tr", "", ...heads.map((words) => Object.assign(make("th", "", words), { scope: "col" })));
  const cell = (/** @type {string | Node} */ content, /** @type {number} */ at) => {
    const made = make("td", "", content);
    made.dataset.head = heads[at + 1];
    return made;
  };
  const body = rows.map(([first, ...others]) =>
    make("tr", "", Object.assign(make("th", "", first), { scope: "row" }), ...others.map(cell)),
  );
  const stacks = heads.length > FEW_COLUMNS ? " stacks" : "";
  const holder = make("div", "scrolls", make("table", `tally-table${stacks}`, make("thead", "", head), make("tbody", "", ...body)));
  holder.tabIndex = 0;
  holder.role = "region";
  holder.ariaLabel = label;
  return holder;
}

