// Choosing a game: shows only the presets that match the search and the number of players, and passes that number on.
// One's own house rules can be renamed and removed in their list.

import { _, ngettext } from "../../texts.js";
import "../../kernel/cards/drawn-cards.js";
import { make, makeButton } from "../../kernel/dom/make.js";
import { plain, plainWords } from "../../kernel/dom/search.js";
import { request, sentenceOf } from "../../kernel/line/requests.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-choose]"));
const typed = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
const status = /** @type {HTMLElement} */ (document.querySelector("[data-filter-status]"));

/** Every version: its place in the list, and the searchable text of it and of its family. */
const games = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".family"))].flatMap((family) => {
  const heading = family.querySelector("h2")?.textContent ?? "";
  return [.../** @type {NodeListOf<HTMLElement>} */ (family.querySelectorAll(".preset-cards li"))].map((item) => ({
    item,
    text: plain(`${item.textContent} ${heading}`),
  }));
});

/** Shows the versions that contain every word typed and allow the chosen number of players. */
function show() {
  const words = plainWords(typed.value);
  const players = /** @type {HTMLInputElement} */ (form.querySelector("[name=players]:checked")).value;
  let shown = 0;
  for (const { item, text } of games) {
    const fits = players === "" || (item.dataset.players ?? "").split(" ").includes(players);
    item.hidden = !(fits && words.every((word) => text.includes(word)));
    const more = /** @type {HTMLElement | null} */ (item.querySelector("[data-more]"));
    if (more) more.hidden = !(Number(players) > 2);
    shown += Number(!item.hidden);
    const link = /** @type {HTMLAnchorElement} */ (item.querySelector("a"));
    const url = new URL(link.href);
    if (players) url.searchParams.set("players", players);
    else url.searchParams.delete("players");
    link.href = url.href;
  }
  for (const family of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".family"))) {
    family.hidden = !family.querySelector("li:not([hidden])");
    // It keeps its place: the input field is below.
    document.querySelector(`[href="#${family.getAttribute("aria-labelledby")}"]`)?.classList.toggle("unseen", family.hidden);
  }
  if (shown === 0) status.textContent = _("Nothing found.");
  else if (players) status.textContent = ngettext("{n} game for {players} players.", "{n} games for {players} players.", shown, { players });
  else status.textContent = words.length > 0 ? ngettext("{n} game", "{n} games", shown) : "";
}

form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
show();

/** Missing if none are saved. @type {HTMLElement | null} */
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

/** @param {() => Promise<any>} act @returns {Promise<any>} null if the answer is no, which is then shown */
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

export const ready = true;
