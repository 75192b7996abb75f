// The statistics of one's own finished games in the scrapbook: the filters, and drawing the requested figures.

import { loadSettings, saveSettings } from "../../kernel/settings/settings.js";
import { _, ngettext, region } from "../../texts.js";
import { make, makeButton } from "../../kernel/dom/make.js";
import { request, sentenceOf } from "../../kernel/line/requests.js";
import { figures, games, listing, minutes, notes, number, percent, records, section, signed, tables } from "./statistic-parts.js";
import { drawPlot, roundTop } from "../../kernel/dom/plot.js";

/** @import {Choice, Period, Statistics} from "./statistic-parts.js" */
/** @import {Plot} from "../../kernel/dom/plot.js" */

/** The polling interval while games of older versions are being counted, in milliseconds. */
const AGAIN = 3000;
/** Weeks begin in the local time zone. */
const ZONE = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC");
/** The label of a choice that excludes nothing. */
const EVERYTHING = { version: _("All games"), opponent: _("All opponents"), players: _("All"), place: _("Everywhere") };

class StatisticsPage {
  #form = /** @type {HTMLFormElement} */ (document.querySelector("[data-filter]"));
  #place = /** @type {HTMLElement} */ (document.querySelector("[data-statistics]"));
  #status = /** @type {HTMLElement} */ (document.querySelector("[data-status]"));
  #hide = /** @type {HTMLButtonElement} */ (document.querySelector("[data-hide]"));
  /** The query: the filters, and by week or by month. */
  #query = new URLSearchParams(location.search);
  #measure = "share";
  /** @type {Statistics | null} */
  #latest = null;
  /** Only the answer to the latest question is drawn. */
  #asked = 0;

  constructor() {
    for (const name of ["days", "without_help"]) this.#choose(name);
    this.#form.onchange = () => this.#filter();
    this.#hide.addEventListener("click", () => this.#show(false));
  }

  async load() {
    const question = ++this.#asked;
    history.replaceState(null, "", `${location.pathname}${this.#query.size > 0 ? `?${this.#query}` : ""}${location.hash}`);
    try {
      const found = /** @type {Statistics} */ (await request("GET", `/api/statistics?zone=${ZONE}&${this.#query}`));
      if (question !== this.#asked) return;
      this.#latest = found;
      this.#draw(found);
      if (found.uncounted > 0) setTimeout(() => question === this.#asked && this.load(), AGAIN);
    } catch (problem) {
      this.#place.replaceChildren(make("p", "notice bad", sentenceOf(problem)));
    }
  }

  /** @param {Statistics} found */
  #draw(found) {
    const { all, choices, uncounted } = found;
    const isShown = loadSettings().figures;
    const hasAny = choices.version.length > 0;
    this.#hide.hidden = this.#form.hidden = !hasAny || !isShown;
    this.#status.textContent = "";
    if (!isShown) {
      const show = makeButton("primary", _("Show them"), () => this.#show(true));
      this.#tell(_("Statistics and records are hidden, and no record is told at the end of a game."), show);
      return;
    }
    if (!hasAny) {
      const start = Object.assign(make("a", "button primary", _("Start a game")), { href: "/new" });
      this.#tell(_("You have not finished a game yet. Every game that you finish counts here."), start);
      return;
    }
    // A person who has played everything at this server needs no choice.
    /** @type {HTMLElement} */ (this.#form.querySelector("[data-place]")).hidden = choices.place.length < 2 && !this.#query.has("place");
    for (const [name, some] of Object.entries(choices)) this.#fill(/** @type {keyof typeof EVERYTHING} */ (name), some);
    const told = [ngettext("{n} game", "{n} games", all.games)];
    if (uncounted > 0) told.push(ngettext("{n} older game is still being counted.", "{n} older games are still being counted.", uncounted));
    this.#status.textContent = told.join(" · ");
    if (all.games === 0) {
      this.#place.replaceChildren(make("p", "notice", nothingWords(found.stood_in)));
      return;
    }
    const drawn = course(found, { by: found.by, measure: this.#measure }, (shown) => this.#follow(shown));
    const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement : null;
    this.#place.replaceChildren(figures(found), drawn, ...records(found.records), ...tables(found), games(found), notes(found));
    if (focused) /** @type {HTMLElement | null} */ (this.#place.querySelector(`[name="${focused.name}"][value="${focused.value}"]`))?.focus();
  }

  /** @param {string} words @param {HTMLElement} act */
  #tell(words, act) {
    this.#place.replaceChildren(make("div", "empty-note", make("p", "", words), make("p", "", act)));
  }

  /** @param {Shown} shown */
  #follow({ by, measure }) {
    this.#measure = measure;
    if (by !== this.#latest?.by) {
      this.#query.set("by", by);
      void this.load();
    } else this.#draw(this.#latest);
  }

  #filter() {
    const chosen = new FormData(this.#form);
    for (const name of ["version", "opponent", "players", "place", "days", "without_help"]) {
      const value = chosen.get(name);
      if (value === null || value === "" || value === "0") this.#query.delete(name);
      else this.#query.set(name, value === "on" ? "true" : String(value));
    }
    void this.load();
  }

  /** @param {keyof typeof EVERYTHING} name @param {Choice[]} choices */
  #fill(name, choices) {
    const select = /** @type {HTMLSelectElement} */ (this.#form.elements.namedItem(name));
    const options = choices.map((choice) => new Option(`${choice.name} (${choice.games})`, choice.id));
    select.replaceChildren(new Option(EVERYTHING[name], ""), ...options);
    this.#choose(name);
  }

  /** Set a field to the queried value; a value that it does not offer leaves it unchanged. @param {string} name */
  #choose(name) {
    const field = this.#form.elements.namedItem(name);
    const value = this.#query.get(name) ?? "";
    if (field instanceof HTMLInputElement) field.checked = value === "true";
    else if (field instanceof HTMLSelectElement && [...field.options].some((option) => option.value === value)) field.value = value;
  }

  /** @param {boolean} figures */
  #show(figures) {
    saveSettings({ ...loadSettings(), figures });
    if (this.#latest) this.#draw(this.#latest);
    (figures ? this.#hide : this.#place.querySelector("button"))?.focus();
  }
}

/** The reason why no game is counted. @param {number} stoodIn games in which a stand-in played */
function nothingWords(stoodIn) {
  if (stoodIn === 0) return _("No games match this choice.");
  return ngettext("{n} game is not counted: a computer player stood in for you.", "{n} games are not counted: a computer player stood in for you.", stoodIn);
}

/**
 * What is drawn.
 * @typedef {{by: "week" | "month", measure: string}} Shown
 * @typedef {{name: string, of: (period: Period) => number | null, format: (value: number) => string, unit?: number, top?: number}} Measure
 */

const SMALL = 130;
/** The fewest games that make a plot worthwhile. */
const ENOUGH = 5;

/** The figures that can be plotted over time. @type {Record<string, Measure>} */
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
function course(found, shown, change) {
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

/** @param {string} of the opponent's id @param {Period[]} periods @param {Shown} shown @returns {Plot} */
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

void new StatisticsPage().load();

export const ready = true;
