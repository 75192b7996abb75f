// Choosing a game: shows only the presets for the number of players asked for, and takes that number along. The house rules that
// one keeps are renamed and removed where they are listed.

import { _, ngettext } from "../texts.js";
import "../kernel/cards/drawn-cards.js";
import { make, makeButton } from "../kernel/dom/make.js";
import { request, sentenceOf } from "../kernel/line/requests.js";

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

/** Not there where none are kept. @type {HTMLElement | null} */
const houseRules = document.querySelector("[data-kept]");

for (const item of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-kept] li"))) {
  /** @type {HTMLButtonElement} */ (item.querySelector("[data-rename]")).addEventListener("click", () => rename(item));
  /** @type {HTMLButtonElement} */ (item.querySelector("[data-remove]")).addEventListener("click", () => remove(item));
}

/** @param {HTMLElement} item */
function rename(item) {
  const link = /** @type {HTMLAnchorElement} */ (item.querySelector("a"));
  const acts = /** @type {HTMLElement} */ (item.querySelector(".kept-acts"));
  const name = Object.assign(make("input", ""), { value: link.textContent ?? "", maxLength: 40, ariaLabel: _("Another name") });
  const done = () => {
    form.replaceWith(link);
    acts.hidden = false;
    /** @type {HTMLElement} */ (acts.querySelector("[data-rename]")).focus();
  };
  const save = make("button", "button small", _("Save"));
  const form = make("form", "inline", name, save, makeButton("small bare", _("Cancel"), done));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await tried(() => request("PUT", `/api/house-rules/${item.dataset.id}`, { name: name.value }));
    if (!answer) return;
    link.textContent = answer.name;
    done();
  });
  form.addEventListener("keydown", ({ key, isComposing }) => key === "Escape" && !isComposing && done());
  acts.hidden = true;
  link.replaceWith(form);
  name.focus();
  name.select();
}

/** @param {HTMLElement} item */
async function remove(item) {
  if (!(await tried(() => request("DELETE", `/api/house-rules/${item.dataset.id}`)))) return;
  const next = /** @type {HTMLElement | null} */ ((item.nextElementSibling ?? item.previousElementSibling)?.querySelector("a") ?? null);
  item.remove();
  if (next) next.focus();
  else houseRules?.remove();
}

/** @param {() => Promise<any>} act @returns {Promise<any>} null where the answer is no, which is then shown */
async function tried(act) {
  const error = /** @type {HTMLElement} */ (houseRules?.querySelector("[data-error]"));
  error.textContent = "";
  try {
    return await act();
  } catch (problem) {
    error.textContent = sentenceOf(problem);
    return null;
  }
}
