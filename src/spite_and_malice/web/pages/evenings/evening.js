// The page of an evening: it polls the server every few seconds, shows the state, and goes to one's table when a round
// is drawn.

import { at, go } from "../../places.js";
import { _, ngettext } from "../../texts.js";
import { make, makeButton, write } from "../../kernel/dom/make.js";
import { introduction } from "../../kernel/people/introduction.js";
import { request, sentenceOf } from "../../kernel/line/requests.js";
import { faceOf } from "../../kernel/people/heads.js";
import { storedName, storeName } from "../../kernel/people/me.js";
import { loadSettings } from "../../kernel/settings/settings.js";
import { hear } from "../../kernel/sound/sounds.js";
import { copied } from "../../spite/live/parts.js";
import { offerPlayers, rulesOf, settingsOf } from "./evening-form.js";
import { drawPlan, preparePlan } from "./evening-plan.js";
import { claimsOf, ownLine, sameAs } from "./evening-lines.js";
import { roundList, scoreSheet, sidesOf, resultOf, teamSheet } from "./evening-sheet.js";
import { clock, serverNow, span } from "../../kernel/dom/times.js";

/** @import {Evening, Guest} from "./evening-types.js" */

/** Milliseconds between two polls. */
const EVERY = 3_000;
const MORE = 100;
const SECOND_MS = 1000;
/** From this time left on, hours and minutes say more than a clock. */
const LONG_MS = 3_600_000;
const FACE = 40;

/** @template {Element} [T=HTMLElement] @param {string} selector @returns {T} */
const find = (selector) => /** @type {T} */ (/** @type {unknown} */ (document.querySelector(selector)));

class EveningPage {
  #path;
  #shown = "";
  /** @type {Evening | null} */
  #evening = null;
  /** The action waiting for confirmation, by the key of its button. */
  #sure = "";

  /** @param {string} id */
  constructor(id) {
    this.#path = `/api/evenings/${id}`;
    this.#prepareForms();
    void this.#look();
    void this.#lookOn();
    setInterval(() => this.#count(), SECOND_MS);
    document.addEventListener("visibilitychange", () => document.hidden || this.#look());
    addEventListener("pageshow", ({ persisted }) => persisted && this.#look());
  }

  /** The more guests there are, the more rarely each page polls. */
  async #lookOn() {
    for (;;) {
      const guests = this.#evening?.guests.length ?? 0;
      await new Promise((resolve) => setTimeout(resolve, EVERY + MORE * guests));
      if (!document.hidden) await this.#look();
    }
  }

  async #look() {
    const response = await fetch(at(this.#path), { headers: { accept: "application/json" } }).catch(() => null);
    if (response?.status === 404) return go("/evenings");
    if (response?.ok) this.#take(await response.json());
  }

  /** @param {string} method @param {string} path @param {object} [body] */
  async #ask(method, path, body = {}) {
    find("[data-error]").textContent = "";
    try {
      this.#take(await request(method, `${this.#path}${path}`, body));
    } catch (problem) {
      find("[data-error]").textContent = sentenceOf(problem);
    }
  }

  /** @param {Evening} evening */
  #take(evening) {
    const before = this.#evening;
    // The answer to a poll may arrive after the answer to a later press.
    if (before && evening.changed_at < before.changed_at) return;
    this.#evening = evening;
    const text = JSON.stringify(evening);
    if (text === this.#shown) return;
    this.#shown = text;
    const isDrawn = before !== null && evening.table !== null && before.table !== evening.table;
    if (isDrawn || (before && !before.called && evening.called)) void hear(loadSettings(), "turn");
    this.#draw(evening);
    if (isDrawn) go(evening.table ?? "");
  }

  #prepareForms() {
    preparePlan(this.#ask.bind(this));
    const enter = /** @type {HTMLFormElement} */ (find("[data-enter]"));
    const name = /** @type {HTMLInputElement} */ (enter.elements.namedItem("name"));
    name.value = storedName();
    enter.addEventListener("submit", (event) => {
      event.preventDefault();
      storeName(name.value.trim());
      const team = /** @type {HTMLInputElement} */ (enter.elements.namedItem("team")).value.trim();
      void this.#ask("PUT", "/me", { ...introduction(), team });
    });
    const change = /** @type {HTMLFormElement} */ (find("[data-change]"));
    offerPlayers(change);
    change.addEventListener("submit", async (event) => {
      event.preventDefault();
      const rules = rulesOf(change);
      await this.#ask("PUT", "", { ...settingsOf(change), ...(rules ? { rules } : {}) });
      if (rules && !find("[data-error]").textContent) location.reload();
    });
    const end = /** @type {HTMLButtonElement} */ (find("[data-end]"));
    end.addEventListener("click", () => {
      if (end.dataset.sure === undefined) {
        end.dataset.sure = "";
        end.textContent = _("Really end it? The score sheet stays.");
      } else void this.#ask("POST", "/end");
    });
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-invite]"))) {
      button.addEventListener("click", () => this.#invite(button));
    }
    const link = /** @type {HTMLInputElement} */ (find("[data-link]"));
    link.value = new URL(link.value, location.href).href;
    find("[data-copy]").addEventListener("click", async ({ currentTarget }) => {
      if (await copied(link)) /** @type {HTMLElement} */ (currentTarget).textContent = _("Copied");
    });
  }

  /** The invitation reaches the open pages of a friend, or waits for them. @param {HTMLButtonElement} button */
  async #invite(button) {
    const { invite: who, name = "" } = button.dataset;
    const evening = this.#path.split("/").at(-1);
    find("[data-error]").textContent = "";
    button.disabled = true;
    try {
      await request("POST", `/api/people/${who}/invite`, { ...introduction(), evening });
      button.replaceWith(Object.assign(make("span", "hint", _("{name} is invited", { name })), { role: "status" }));
    } catch (problem) {
      button.disabled = false;
      find("[data-error]").textContent = sentenceOf(problem);
    }
  }

  /** @param {Evening} evening */
  #draw(evening) {
    const key = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key;
    const isIn = evening.you !== null;
    find("[data-enter]").hidden = !evening.now.acts.includes("enter");
    find("[data-host-form]").hidden = !evening.acts;
    find("[data-end]").hidden = evening.planned;
    const invitations = document.querySelector("[data-invite-place]");
    if (invitations) /** @type {HTMLElement} */ (invitations).hidden = !(isIn || (evening.planned && (evening.host || (evening.reply ?? "no") !== "no"))) || evening.over;
    const ask = this.#ask.bind(this);
    for (const [place, parts] of /** @type {[string, HTMLElement[]][]} */ ([["lines", ownLine(evening, ask)], ["claims", claimsOf(evening, ask)]])) {
      find(`[data-${place}-place]`).hidden = parts.length === 0;
      find(`[data-${place}]`).replaceChildren(...parts);
    }
    this.#drawCall(evening.call);
    this.#drawNow(evening);
    drawPlan(evening, ask);
    this.#drawRound(evening);
    find("[data-guests-place]").hidden = evening.guests.length === 0;
    find("[data-guests]").replaceChildren(...evening.guests.map((guest) => this.#guest(guest, evening)));
    const teams = evening.ranking.map(({ name }) => name);
    find("#teams").replaceChildren(...teams.map((team) => Object.assign(document.createElement("option"), { value: team })));
    find("[data-sheet-place]").hidden = evening.round === 0;
    find("[data-sheet]").replaceChildren(scoreSheet(evening));
    find("[data-team-sheet]").replaceChildren(...(teams.length ? [teamSheet(evening)] : []));
    find("[data-rounds]").replaceChildren(roundList(evening.rounds));
    if (key) /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${key}"]`))?.focus();
  }

  /** @param {string} call */
  #drawCall(call) {
    // The server sends only https addresses; any other would not be shown as a link.
    const isSafe = call.startsWith("https://");
    find("[data-call-place]").hidden = !isSafe;
    if (!isSafe) return;
    find("[data-call]").setAttribute("href", call);
    find("[data-call-words]").textContent = _("Leads to {host}, outside this site.", { host: new URL(call).host });
  }

  /** The person's messages and actions: words and buttons come from the server. @param {Evening} evening */
  #drawNow({ now, over, round, planned }) {
    // Nobody is sent to a cancelled evening.
    find("[data-link-place]").hidden = now.state === "cancelled";
    const place = find("[data-now-place]");
    place.hidden = now.state === "outside";
    // Somebody with an open page learns here that a planned evening begins.
    write(find("[data-enter-words]"), now.state === "outside" ? now.then : "");
    place.classList.toggle("yours", now.state === "table");
    write(find("[data-headline]"), now.words);
    write(find("[data-words]"), now.then);
    this.#count();
    const be = (/** @type {string} */ state) => () => this.#ask("PUT", "/me/state", { state });
    const isAtTable = now.url !== null && now.url !== undefined;
    /** @type {Record<string, () => HTMLElement>} */
    const acts = {
      table: () => this.#button("table", "primary large", _("To your table"), () => go(now.url ?? "")),
      next: () => this.#button("next", isAtTable ? "" : "primary", round ? _("Next round") : _("First round"), () => this.#ask("POST", "/rounds", { round })),
      now: () => this.#button("now", "", _("Start without the others"), () => this.#ask("POST", "/rounds", { round, now: true })),
      ready: () => this.#button("ready", now.acts[0] === "ready" ? "primary large" : "", isAtTable ? _("Ready for the next round already") : _("I am ready"), be("ready")),
      unready: () => this.#button("ready", "", _("Not yet"), be("waiting")),
      play: () => this.#button("ready", "primary", _("I play again"), be("waiting")),
      pause: () => this.#button("pause", "", _("Sit out"), be("paused")),
      leave: () => (planned
        ? this.#button("leave", "bare", _("Take my answer back"), () => this.#ask("PUT", "/reply", { reply: null }))
        : this.#button("leave", "bare", _("Go home"), be("left"))),
    };
    find("[data-acts]").replaceChildren(...(over ? [] : now.acts.flatMap((act) => acts[act]?.() ?? [])));
  }

  /** Show the time left until the next event. */
  #count() {
    const at = this.#evening?.now.at ?? null;
    const left = at === null ? 0 : Math.max(0, at - serverNow());
    find("[data-left]").textContent = at === null ? "" : left >= LONG_MS ? span(left) : clock(left);
  }

  /** @param {Evening} evening */
  #drawRound({ rounds, round, over }) {
    const now = rounds[0];
    find("[data-round-place]").hidden = !now || over;
    if (!now) return;
    find("#round").textContent = _("Round {number}", { number: round });
    find("[data-tables]").replaceChildren(...now.tables.map((table) => {
      const words = table.over ? resultOf(table.seats) : _("playing");
      const link = Object.assign(make("a", "button", table.over ? _("Look at it") : table.yours ? _("To your table") : _("Watch")), { href: table.url });
      link.setAttribute("aria-label", _("{what}: table {number}", { what: link.textContent ?? "", number: table.number }));
      link.dataset.key = `table-${table.number}`;
      const name = make("b", "", _("Table {number}", { number: table.number }));
      return make("li", table.yours ? "yours" : "", name, make("p", "", sidesOf(table.seats)), make("p", "hint", words), make("p", "", link));
    }));
    find("[data-resting]").textContent = now.resting.length ? _("Sat out: {names}", { names: now.resting.join(", ") }) : "";
  }

  /** @param {Guest} guest @param {Evening} evening */
  #guest(guest, evening) {
    const { acts, over } = evening;
    const name = make("b", "", guest.name);
    const words = make("div", "known-words", name);
    if (guest.you) words.append(" ", make("span", "tag", _("You")));
    if (guest.host) words.append(" ", make("span", "tag", _("Host")));
    if (guest.state === "ready" && !over) words.append(" ", make("span", "tag ready", _("ready")));
    if (guest.here && !over) words.append(" ", make("span", "is-here", _("here now")));
    words.append(make("p", "hint", [guest.team, stateWords(guest, over)].filter(Boolean).join(" · ")));
    const row = make("li", "", faceOf({ kind: "person", name: guest.name, head: guest.head }, FACE), words);
    if (acts && !guest.you && guest.state !== "left") {
      const hand = this.#button(`host-${guest.number}`, "bare small", _("Make host"), () => this.#ask("PUT", "/host", { guest: guest.number }));
      const out = this.#button(`out-${guest.number}`, "bare small", this.#sure === `out-${guest.number}` ? _("Really ask them to go?") : _("Ask to go"), () => this.#out(guest));
      for (const button of [hand, out]) button.setAttribute("aria-label", `${button.textContent}: ${guest.name}`);
      row.append(make("div", "known-acts", hand, ...(guest.host ? [] : [out])));
    }
    if (acts) row.append(make("div", "known-acts", ...sameAs(guest, evening, this.#ask.bind(this))));
    return row;
  }

  /** @param {Guest} guest */
  #out({ number }) {
    const key = `out-${number}`;
    if (this.#sure === key) return void this.#ask("DELETE", `/guests/${number}`);
    this.#sure = key;
    if (this.#evening) this.#draw(this.#evening);
  }

  /** @param {string} key @param {string} className @param {string} words @param {() => void} act */
  #button(key, className, words, act) {
    const button = makeButton(className, words, act);
    button.dataset.key = key;
    return button;
  }
}

/** @param {Guest} guest @param {boolean} over */
function stateWords({ state, table, here }, over) {
  if (state === "left") return _("gone home");
  if (over) return "";
  if (table !== null) return _("plays at table {number}", { number: table });
  if (state === "paused") return _("sits out");
  return here ? "" : _("not here just now");
}

const place = find("[data-evening]");
if (place) new EveningPage(place.dataset.evening ?? "");

export const ready = true;
