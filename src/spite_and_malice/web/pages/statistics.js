// What one's own finished games come to: which of them count, and when what is asked for is drawn.

import { loadSettings, saveSettings } from "../kernel/settings/settings.js";
import { _, ngettext } from "../texts.js";
import { course } from "./course.js";
import { make, makeButton } from "../kernel/dom/make.js";
import { request, sentenceOf } from "../kernel/line/requests.js";
import { figures, games, notes, records, tables } from "./statistic-parts.js";

/** @import {Shown} from "./course.js" */
/** @import {Choice, Statistics} from "./statistic-parts.js" */

/** While games of older versions are being counted one looks again so often, in milliseconds. */
const AGAIN = 3000;
/** A week begins where one is. */
const ZONE = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC");
/** What a choice says that leaves everything. */
const EVERYTHING = { version: _("All games"), opponent: _("All opponents"), players: _("All"), place: _("Everywhere") };

class StatisticsPage {
  #form = /** @type {HTMLFormElement} */ (document.querySelector("[data-filter]"));
  #place = /** @type {HTMLElement} */ (document.querySelector("[data-statistics]"));
  #status = /** @type {HTMLElement} */ (document.querySelector("[data-status]"));
  #hide = /** @type {HTMLButtonElement} */ (document.querySelector("[data-hide]"));
  /** What is asked for: the filters, and by week or by month. */
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
    history.replaceState(null, "", this.#query.size > 0 ? `?${this.#query}` : location.pathname);
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
    // Who has played everything at this server needs no choice.
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
    this.#place.replaceChildren(figures(found), ...records(found.records), drawn, ...tables(found), games(found), notes(found));
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

  /** Let a field say what is asked for; what it does not offer leaves it as it is. @param {string} name */
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

/** Why no game is counted. @param {number} stoodIn games in which a stand-in played */
function nothingWords(stoodIn) {
  if (stoodIn === 0) return _("No games match this choice.");
  return ngettext("{n} game is not counted: a computer player stood in for you.", "{n} games are not counted: a computer player stood in for you.", stoodIn);
}

void new StatisticsPage().load();
