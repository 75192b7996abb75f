// How one's games go over time: a measure by week or month, of all games and of those against each opponent.

import { _, region } from "../texts.js";
import { make } from "../kernel/dom/make.js";
import { drawPlot, roundTop } from "../kernel/dom/plot.js";
import { listing, minutes, number, percent, section, signed } from "./statistic-parts.js";

/** @import {Plot} from "../kernel/dom/plot.js" */
/** @import {Period, Statistics} from "./statistic-parts.js" */

/**
 * What is drawn.
 * @typedef {{by: "week" | "month", measure: string}} Shown
 * @typedef {{name: string, of: (period: Period) => number | null, format: (value: number) => string, unit?: number, top?: number}} Measure
 */

const SMALL = 130;
/** The fewest games that make a course worth a look. */
const ENOUGH = 5;

/** What can be followed over time. @type {Record<string, Measure>} */
const MEASURES = {
  share: { name: _("Share won"), of: ({ share }) => share, format: percent, top: 1 },
  games: { name: _("Games"), of: ({ games }) => games, format: number.format },
  margin: { name: _("Cards ahead"), of: ({ means }) => means.margin, format: signed },
  turns: { name: _("Turns a game"), of: ({ means }) => means.turns, format: number.format },
  time: { name: _("Minutes a game"), of: ({ means }) => means.time, format: minutes, unit: 60_000 },
  help: { name: _("Hints and turns taken back a game"), of: ({ means }) => means.help, format: number.format },
};
const STEPS = { week: _("By week"), month: _("By month") };

/** @param {Statistics} found @param {Shown} shown @param {(shown: Shown) => void} change */
export function course(found, shown, change) {
  if (found.all.games < ENOUGH) {
    const words = _("Here you will see how your games go from week to week, once there are {n} of them.", { n: ENOUGH });
    return section(_("Over time"), make("p", "soft", words));
  }
  const { periods, periods_by_opponent: against } = found;
  const opponents = found.by_opponent.length > 1 ? found.by_opponent.filter(({ games }) => games >= ENOUGH) : [];
  const measure = MEASURES[shown.measure];
  const measures = Object.entries(MEASURES).map(([id, { name }]) => /** @type {[string, string]} */ ([id, name]));
  const controls = make(
    "div",
    "plot-controls",
    pills("measure", _("What is drawn"), measures, shown.measure, (value) => change({ ...shown, measure: value })),
    pills("by", _("Step"), Object.entries(STEPS), shown.by, (value) => change({ ...shown, by: value === "month" ? value : "week" })),
  );
  const small = opponents.map(({ id, name }) =>
    make("figure", "", make("figcaption", "", name), drawPlot({ ...plotOf(name, against[id], shown), height: SMALL })),
  );
  const lines = [periods, ...opponents.map(({ id }) => against[id])];
  const rows = periods.flatMap(({ start, games }, at) => (games > 0 ? [[periodName(start, shown), ...lines.map((line) => written(line[at], measure))]] : []));
  const heads = [STEPS[shown.by], _("All"), ...opponents.map(({ name }) => name)];
  const table = make("details", "as-table", make("summary", "", _("As a table")), listing(measure.name, heads, rows.reverse()));
  const hint = shown.measure === "games" ? [make("p", "hint", _("The filled part of a bar are the games that were won."))] : [];
  const all = drawPlot(plotOf(_("All"), periods, shown));
  return section(_("Over time"), controls, all, ...hint, make("div", "small-plots", ...small), table);
}

/** @param {Period} period @param {Measure} measure */
function written(period, { of, format }) {
  const value = of(period);
  return value === null ? "–" : format(value);
}

/** @param {string} of whom @param {Period[]} periods @param {Shown} shown @returns {Plot} */
function plotOf(of, periods, shown) {
  const { name, of: value, format, unit = 1, top } = MEASURES[shown.measure];
  const values = periods.map(value);
  const known = values.filter((each) => each !== null);
  const lowest = Math.min(0, ...known);
  /** @type {Plot} */
  const plot = {
    label: `${of}: ${name}, ${STEPS[shown.by]}`,
    columns: periods.length,
    top: top ?? unit * roundTop(Math.max(1, ...known.map((each) => each / unit))),
    bottom: lowest < 0 ? -roundTop(-lowest) : 0,
    format,
    names: periods.map(({ start }) => periodName(start, shown)),
  };
  if (shown.measure === "games") {
    return { ...plot, bars: periods.map(({ games, won }) => [{ value: won, className: "won" }, { value: games - won, className: "lost" }]) };
  }
  return { ...plot, line: values, dots: values.map((each) => (each === null ? null : { value: each, className: "won" })) };
}

/** @param {string} start the first day of a week or a month @param {Shown} shown */
function periodName(start, { by }) {
  const day = new Date(`${start}T12:00:00`);
  return day.toLocaleDateString(region, by === "week" ? { day: "numeric", month: "short" } : { month: "short", year: "2-digit" });
}

/** @param {string} name @param {string} legend @param {[string, string][]} choices @param {string} chosen @param {(value: string) => void} choose */
function pills(name, legend, choices, chosen, choose) {
  const labels = choices.map(([value, words]) => {
    const input = Object.assign(make("input", ""), { type: "radio", name, value, checked: value === chosen });
    input.onchange = () => choose(value);
    return make("label", "pill", input, make("span", "", words));
  });
  return make("fieldset", "pills", make("legend", "visually-hidden", legend), ...labels);
}
