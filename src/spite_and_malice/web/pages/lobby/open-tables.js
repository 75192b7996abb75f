// The tables with a free seat, kept up to date while the page is visible; and their page, which has "Play anyone".

import { serverNow, timeAgo } from "../../kernel/dom/times.js";
import { _, ngettext } from "../../texts.js";
import { make } from "../../kernel/dom/make.js";
import { leave, playAnyone, wake } from "../../kernel/line/requests.js";
import { storedName, storeName } from "../../kernel/people/me.js";
import { clockWords } from "../../spite/setup/table-settings.js";
import { at } from "../../places.js";

/**
 * @typedef {{id: string, url: string, name: string, seats: {kind: string, name: string}[], free: number, target: number,
 *   ratings: ({rating: number, give_or_take: number} | null)[],
 *   settings: import("../../spite/messages.js").Settings, created_at: number}} OpenTable
 */

const AGAIN = 10_000;

/**
 * Show the open tables from now on.
 * @param {HTMLElement} list
 * @param {number} most show at most this many
 * @param {(count: number) => void} told the number of open tables
 */
export function showOpenTables(list, most, told) {
  let shown = "";
  const look = async () => {
    if (document.hidden) return;
    const response = await fetch(at("/api/tables/open"), { headers: { accept: "application/json" } }).catch(() => null);
    if (!response?.ok) return;
    const text = await response.text();
    if (text === shown) return;
    shown = text;
    const tables = /** @type {OpenTable[]} */ (JSON.parse(text));
    list.replaceChildren(...tables.slice(0, most).map(card));
    told(tables.length);
  };
  look();
  setInterval(look, AGAIN);
  document.addEventListener("visibilitychange", look);
}

/** @param {OpenTable} table */
function card({ url, name, seats, free, target, ratings, settings, created_at: created }) {
  const link = make("a", "table-card");
  link.href = url;
  const sitting = seats.flatMap((seat, number) => (seat.kind === "open" ? [] : [make("span", "table-seat", named(seat.name, ratings[number]))]));
  const state = ngettext("{n} free seat", "{n} free seats", free);
  const clock = settings.clock ? [clockWords(settings.clock)] : [];
  const rated = settings.rated ? [_("Rated")] : [];
  const about = [...rated, _("Match to {target}", { target }), ...clock, timeAgo(created, serverNow())].join(" · ");
  link.append(
    make("span", "table-name", _(name)),
    make("span", "table-state", state),
    make("span", "table-seats", ...sitting),
    make("span", "table-when hint", about),
  );
  return make("li", "", link);
}

/** The people at the table, with a rating in the table's version. @param {string} name @param {{rating: number, give_or_take: number} | null} skill */
function named(name, skill) {
  return skill ? _("{name}, about {rating}", { name, rating: skill.rating }) : name;
}

/** @param {string} selector @returns {any} */
const find = (selector) => document.querySelector(selector);

/** The page of open tables. @param {HTMLFormElement} form "Play anyone" */
function open(form) {
  const error = /** @type {HTMLElement} */ (find("[data-error]"));
  const status = /** @type {HTMLElement} */ (find("[data-status]"));
  const preset = /** @type {HTMLSelectElement} */ (find("[name=preset]"));
  const players = /** @type {HTMLSelectElement} */ (find("[name=players]"));
  const name = /** @type {HTMLInputElement} */ (find("[name=name]"));
  const rated = /** @type {HTMLInputElement} */ (find("[name=rated]"));
  const button = /** @type {HTMLButtonElement} */ (find("[type=submit]"));

  /** Offer the possible numbers of players of the chosen game. */
  const offerPlayers = () => {
    const wanted = players.value;
    const numbers = (preset.selectedOptions[0]?.dataset.players ?? "2").split(" ");
    players.replaceChildren(...numbers.map((number) => new Option(number, number, false, number === wanted)));
  };

  preset.addEventListener("change", offerPlayers);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    storeName(name.value.trim());
    leave(error, [button], () => playAnyone(preset.value, Number(players.value), name.value.trim(), rated.checked));
  });
  addEventListener("pageshow", () => wake([button]));

  name.value = storedName();
  offerPlayers();
  button.disabled = false;
  showOpenTables(find("[data-list]"), 50, (count) => {
    status.textContent =
      count === 0
        ? _("Nobody is waiting just now. Find a table above, and others will see it here.")
        : ngettext("{n} table has a free seat.", "{n} tables have a free seat.", count);
  });
}

const form = find("form[data-anyone]");
if (form) open(form);

export const ready = true;
