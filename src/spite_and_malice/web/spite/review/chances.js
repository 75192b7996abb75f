// The graph of the chances over a game: a line from choice to choice, the costliest moments with their number, and all
// of it also as a table.

import { _, language, ngettext } from "../../texts.js";
import { make } from "../../kernel/dom/make.js";
import { svgElement } from "./position.js";

/** @import {Rules, View} from "../types.js" */

/**
 * @typedef {{ply: number, number: number, chance: number}} Chance
 * @typedef {{words: string, view: Omit<View, "rules" | "legal">}} LineStep a move in words, and the view after it
 * @typedef {{number: number, chance: number, cost: number}} Mark in numerical order, from 1; `cost` is the part of the
 * chance that was lost
 *
 * The server's review of a game for one seat: the missed moves, and the turn of luck if there are none.
 * @typedef {{number: number, ply: number, chance: number, cost: number, played: string[], best: string[], played_words: string,
 *   best_words: string, words: string, view: Omit<View, "rules" | "legal">, played_steps: LineStep[], best_steps: LineStep[], give_or_take?: number}} Missed
 * @typedef {Pick<Missed, "number" | "ply" | "played" | "chance" | "played_words" | "view"> & {after: number}} Turned
 * @typedef {{seat: number, choices: number, missed: Missed[], chances: Chance[], won: boolean | null, turned: Turned | null, moves: number,
 *   rules: Rules, seconds: number, hints: number | null, shared: string, said?: {seat: number, words: string} | null, together?: {words: string, moments: Missed[]} | null}} Review
 */

const HEIGHT = 168;
const LEFT = 56;
const RIGHT = 14;
const TOP = 10;
const BOTTOM = 26;
/** The number of moments with their number on the graph; the others are dots. */
const NUMBERED = 3;
const RADIUS = 10;
/** Closer marks would overlap. */
const APART = 24;

const percent = new Intl.NumberFormat(language, { style: "percent" });

/**
 * @param {{chances: Chance[], won: boolean | null, moves: number}} review
 * @param {Mark[]} marks
 * @param {number | null} shown the number of the selected move; null if there is none
 * @param {number} width in CSS pixels
 * @param {(mark: Mark) => void} pick
 */
export function drawChances({ chances, won, moves }, marks, shown, width, pick) {
  const last = Math.max(moves, 1);
  const x = (/** @type {number} */ number) => LEFT + ((number - 1) / last) * (width - LEFT - RIGHT);
  const y = (/** @type {number} */ chance) => TOP + (1 - chance) * (HEIGHT - TOP - BOTTOM);
  const svg = svgElement("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, "aria-hidden": "true" });
  for (const chance of [0, 0.5, 1]) {
    svg.append(svgElement("path", { class: chance === 0.5 ? "grid half" : "grid", d: `M${LEFT} ${y(chance)}H${width - RIGHT}` }));
    svg.append(text(percent.format(chance), LEFT - 8, y(chance) + 4, "end"));
  }
  svg.append(text(_("Move {n}", { n: 1 }), LEFT, HEIGHT - 6, "start"), text(String(moves), width - RIGHT, HEIGHT - 6, "end"));
  const points = chances.map(({ number, chance }) => [x(number), y(chance)]);
  if (won !== null) points.push([x(last + 1), y(won ? 1 : 0)]);
  const line = points.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L");
  if (points.length > 0) {
    svg.append(svgElement("path", { class: "area", d: `M${points[0][0]} ${y(0)}L${line}V${y(0)}Z` }), svgElement("path", { class: "line", d: `M${line}` }));
  }
  if (shown !== null) svg.append(svgElement("path", { class: "now", d: `M${x(shown)} ${TOP}V${HEIGHT - BOTTOM}` }));
  /** @type {{x: number, y: number}[]} */
  const taken = [];
  const drawn = marks.map((mark, index) => {
    const chance = chances.find(({ number }) => number === mark.number)?.chance ?? 0;
    const group = svgElement("g", { class: mark.number === shown ? "mark shown" : "mark" });
    const at = { x: x(mark.number), y: y(chance) };
    if (index < NUMBERED) {
      const cy = freeHeight(at, taken);
      taken.push({ x: at.x, y: cy });
      if (cy !== at.y) group.append(svgElement("path", { class: "stem", d: `M${at.x} ${at.y}V${cy}` }));
      group.append(svgElement("circle", { cx: at.x, cy, r: RADIUS }), text(String(index + 1), at.x, cy + 4.5, "middle"));
    } else group.append(svgElement("circle", { class: "dot", cx: at.x, cy: at.y, r: 4 }));
    group.addEventListener("click", () => pick(mark));
    return group;
  });
  // No dot overlaps a number.
  svg.append(...drawn.slice(NUMBERED), ...drawn.slice(0, NUMBERED));
  return svg;
}

/**
 * A height for a number near its place on the line without overlapping another.
 * @param {{x: number, y: number}} at
 * @param {{x: number, y: number}[]} taken
 */
function freeHeight(at, taken) {
  const near = taken.filter((other) => Math.abs(other.x - at.x) < APART);
  const heights = Array.from({ length: 2 * NUMBERED + 1 }, (_each, n) => at.y + (n % 2 ? -1 : 1) * Math.ceil(n / 2) * APART);
  const inside = heights.map((height) => Math.min(HEIGHT - BOTTOM - RADIUS, Math.max(RADIUS + 2, height)));
  return inside.find((height) => near.every((other) => Math.abs(other.y - height) >= APART)) ?? inside[0];
}

/** A moment's effect on the chances. @param {Mark} mark */
export function costWords({ chance, cost }) {
  if (cost === 0) return _("chances unchanged");
  return _("chances {before} → {after}", { before: percent.format(chance), after: percent.format(chance - cost) });
}

/** The search's confidence in the cost of a mistake; empty where it gives none. @param {{cost: number, give_or_take?: number}} missed */
export function sureWords({ cost, give_or_take: error = 0 }) {
  if (error <= 0 || cost <= 0) return "";
  const figures = { cost: Math.round(cost * 100), n: Math.max(1, Math.round(2 * error * 100)) };
  return _("It cost {cost} of 100, give or take {n}.", figures);
}

/** The same as a table. @param {Chance[]} chances @param {Mark[]} marks */
export function chancesTable(chances, marks) {
  const body = make("tbody", "");
  for (const { number, chance } of chances) {
    const mark = marks.find((one) => one.number === number);
    const move = make("th", "", String(number));
    move.scope = "row";
    body.append(make("tr", "", move, make("td", "", percent.format(chance)), make("td", "", mark ? costWords(mark) : "–")));
  }
  const heads = [_("Move"), _("Chance to win"), _("Missed")].map((title) => Object.assign(make("th", "", title), { scope: "col" }));
  return make(
    "details",
    "as-table",
    make("summary", "", ngettext("The chances as a table, {n} choice", "The chances as a table, {n} choices", chances.length)),
    make("table", "", make("thead", "", make("tr", "", ...heads)), body),
  );
}

/**
 * A summary of the graph for screen readers.
 * @param {Chance[]} chances
 * @param {string | null} name null for the reader's own
 */
export function chancesWords(chances, name) {
  const all = chances.map(({ chance }) => chance);
  const figures = {
    first: percent.format(all[0] ?? 0),
    least: percent.format(Math.min(...all)),
    most: percent.format(Math.max(...all)),
    last: percent.format(all.at(-1) ?? 0),
  };
  return name === null
    ? _("Your chances over the game: {first} at first, {least} at the least, {most} at the most, {last} at the end.", figures)
    : _("The chances of {name} over the game: {first} at first, {least} at the least, {most} at the most, {last} at the end.", { name, ...figures });
}

/** @param {string} content @param {number} x @param {number} y @param {"start" | "middle" | "end"} anchor */
function text(content, x, y, anchor) {
  const element = svgElement("text", { x, y, "text-anchor": anchor });
  element.textContent = content;
  return element;
}
