// Choosing a game: shows only the presets for the number of players asked for, and takes that number along.

import { ngettext } from "../texts.js";
import "../kernel/cards/drawn-cards.js";

const filter = /** @type {HTMLFieldSetElement} */ (document.querySelector("[data-players-filter]"));
const status = /** @type {HTMLElement} */ (document.querySelector("[data-filter-status]"));

/** @param {string} players "" for any number */
function show(players) {
  let shown = 0;
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".preset-cards li"))) {
    const fits = players === "" || (item.dataset.players ?? "").split(" ").includes(players);
    item.hidden = !fits;
    const more = /** @type {HTMLElement | null} */ (item.querySelector("[data-more]"));
    if (more) more.hidden = !(Number(players) > 2);
    shown += Number(fits);
    const link = /** @type {HTMLAnchorElement} */ (item.querySelector("a"));
    const url = new URL(link.href);
    if (players) url.searchParams.set("players", players);
    else url.searchParams.delete("players");
    link.href = url.href;
  }
  for (const family of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".family"))) {
    family.hidden = !family.querySelector("li:not([hidden])");
  }
  status.textContent = players
    ? ngettext("{n} game for {players} players.", "{n} games for {players} players.", shown, { players })
    : "";
}

function current() {
  return /** @type {HTMLInputElement} */ (filter.querySelector("input:checked")).value;
}

filter.addEventListener("change", () => show(current()));
show(current());
