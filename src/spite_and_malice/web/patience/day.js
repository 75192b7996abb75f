// The deals of a day: links to them, everybody's results once one's own game is over, and the earlier days.

import { make, makeButton } from "../kernel/dom/make.js";
import { request, sentenceOf } from "../kernel/line/requests.js";
import { beginOfDay } from "../kernel/new-day.js";
import { storedName } from "../kernel/people/me.js";
import { _, ngettext, region } from "../texts.js";
import { begin } from "./begin.js";
import { row, withHelp } from "./listing.js";
import { clock } from "../kernel/dom/times.js";

/**
 * @typedef {{rank: number | null, name: string, you: boolean, result: "won" | "given_up", moves: number, time: number,
 *   passes: number, undos: number, hints: number, answers: number, late: boolean, newcomer: boolean}} Line
 * @typedef {{own: {table: string, url: string, state: "running" | "won" | "given_up"} | null, players: number,
 *   lines: Line[] | null, number: number | null, goal: string, reached: boolean | null}} Deal
 */

const deals = /** @type {HTMLElement} */ (document.querySelector("[data-day]"));
const error = /** @type {HTMLElement} */ (document.querySelector("[data-error]"));
const calendar = /** @type {HTMLElement} */ (document.querySelector("[data-calendar]"));
const day = /** @type {string} */ (deals.dataset.day);
/** The result of a day's game, as a sign and in words. @type {Record<string, [string, string]>} */
const MARKS = { won: ["✓", _("won")], given_up: ["–", _("given up")], running: ["…", _("begun")] };

/** @param {string} preset @param {Deal} deal */
function drawDeal(preset, { own, players, lines, number, goal, reached }) {
  const line = /** @type {HTMLElement} */ (deals.querySelector(`[data-preset="${preset}"] [data-goal]`));
  line.textContent = reached ? _("✓ Goal reached: {goal}", { goal }) : _("Goal: {goal}", { goal });
  const place = /** @type {HTMLElement} */ (deals.querySelector(`[data-preset="${preset}"] [data-deal]`));
  const finished = players === 0 ? _("Nobody has finished yet.") : ngettext("{n} person has finished.", "{n} people have finished.", players);
  const played = make("p", "hint", finished);
  if (!own) {
    const button = makeButton("primary", _("Play"), () => {
      beginOfDay(error, button, { day, as_today: deals.hasAttribute("data-today") }, "/patience/day", (chosen) => begin({ preset, ...chosen, name: storedName() }));
    });
    place.replaceChildren(button, played);
    return;
  }
  const words = own.state === "running" ? _("Go on with your game") : _("Look at your game");
  const link = Object.assign(make("a", own.state === "running" ? "button primary" : "button", words), { href: own.url });
  const told = number === null ? [] : [make("p", "hint", _("Deal number {number}.", { number }))];
  place.replaceChildren(make("p", "", link), ...(lines ? [make("div", "scrolls", standings(lines))] : [played]), ...told);
}

/** @param {Line[]} lines */
function standings(lines) {
  const heads = [_("Rank"), _("Name"), _("Moves"), _("Time")];
  const body = lines.map((line) => {
    const name = line.you ? _("{name} (you)", { name: line.name || _("You") }) : line.name;
    const rank = line.rank === null ? (line.newcomer ? _("new") : line.late ? _("late") : "–") : String(line.rank);
    const made = row("td", [rank, withHelp(name, line), line.result === "won" ? String(line.moves) : _("given up"), clock(line.time)]);
    if (line.you) made.className = "you";
    return made;
  });
  return make("table", "games-list", make("thead", "", row("th", heads)), make("tbody", "", ...body));
}

/**
 * The days before the current one, which comes first.
 * @param {{day: string, [preset: string]: string | null}[]} days
 */
function drawCalendar([, ...days]) {
  /** @type {HTMLElement} */ (calendar.parentElement).hidden = days.length === 0;
  calendar.replaceChildren(
    ...days.map((one) => {
      const date = new Date(`${one.day}T12:00:00`).toLocaleDateString(region, { day: "numeric", month: "short" });
      const marks = Object.entries(one).flatMap(([name, mark]) => (name === "day" ? [] : [MARKS[mark ?? ""]]));
      const shown = make("span", "marks", marks.map((mark) => mark?.[0] ?? "○").join(" "));
      shown.setAttribute("aria-hidden", "true");
      const link = Object.assign(make("a", "", date, shown), { href: `/patience/day/${one.day}` });
      const said = marks.map((mark) => mark?.[1] ?? _("not played")).join(", ");
      link.setAttribute("aria-label", `${date}: ${said}`);
      if (one.day === day) link.setAttribute("aria-current", "true");
      return make("li", "", link);
    }),
  );
}

async function load() {
  try {
    const [told, past] = await Promise.all([request("GET", `/api/patience/days/${day}`), request("GET", "/api/patience/days")]);
    for (const [preset, deal] of Object.entries(told.presets)) drawDeal(preset, /** @type {Deal} */ (deal));
    drawCalendar(past.days);
  } catch (problem) {
    error.textContent = sentenceOf(problem);
  }
}

export const ready = load();
