// The page of open tables: the list, and "Play anyone".

import { storedName, storeName } from "../kernel/people/me.js";
import { _, ngettext } from "../texts.js";
import { leave, playAnyone, wake } from "../kernel/line/requests.js";
import { showOpenTables } from "./open-tables.js";

/** @param {string} selector @returns {any} */
const find = (selector) => document.querySelector(selector);

const form = /** @type {HTMLFormElement} */ (find("[data-anyone]"));
const error = /** @type {HTMLElement} */ (find("[data-error]"));
const status = /** @type {HTMLElement} */ (find("[data-status]"));
const preset = /** @type {HTMLSelectElement} */ (find("[name=preset]"));
const players = /** @type {HTMLSelectElement} */ (find("[name=players]"));
const name = /** @type {HTMLInputElement} */ (find("[name=name]"));
const rated = /** @type {HTMLInputElement} */ (find("[name=rated]"));
const button = /** @type {HTMLButtonElement} */ (find("[type=submit]"));

/** Offer the numbers of players that the chosen game is for. */
function offerPlayers() {
  const wanted = players.value;
  const numbers = (preset.selectedOptions[0]?.dataset.players ?? "2").split(" ");
  players.replaceChildren(...numbers.map((number) => new Option(number, number, false, number === wanted)));
}

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
