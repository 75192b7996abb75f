// The gallery of all games: what is typed or chosen hides the rest, and stars make favourites, which this browser keeps.

import { _, ngettext } from "../texts.js";

const KEY = "spite.patience.favourites";

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-gallery-search]"));
const list = /** @type {HTMLElement} */ (document.querySelector("[data-gallery]"));
const status = /** @type {HTMLElement} */ (form.querySelector("[data-found]"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
const favourites = new Set(read());

/** @returns {string[]} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify([...favourites]));
  } catch {
    // A browser that keeps nothing forgets them with the page.
  }
}

/** Letters alone, without accents. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const cards = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-game]"))].map((card) => ({
  card,
  id: card.dataset.game ?? "",
  text: plain(card.textContent ?? ""),
  star: /** @type {HTMLButtonElement} */ (card.querySelector("[data-star]")),
}));

/** Shows the games that have every word and are of the chosen kind. */
function find() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  const only = String(new FormData(form).get("only") ?? "");
  let found = 0;
  for (const { card, id, text } of cards) {
    const isOfKind = only === "" || (only === "favourite" ? favourites.has(id) : card.dataset.difficulty === only);
    card.hidden = !(isOfKind && words.every((word) => text.includes(word)));
    if (!card.hidden) found += 1;
  }
  if (only === "favourite" && favourites.size === 0) status.textContent = _("Press the star of a game to make it a favourite.");
  else if (found === cards.length) status.textContent = "";
  else status.textContent = found === 0 ? _("Nothing found.") : ngettext("{n} game", "{n} games", found);
}

for (const { id, star } of cards) {
  star.setAttribute("aria-pressed", String(favourites.has(id)));
  star.hidden = false;
  star.addEventListener("click", () => {
    if (!favourites.delete(id)) favourites.add(id);
    star.setAttribute("aria-pressed", String(favourites.has(id)));
    keep();
  });
}
form.hidden = false;
form.addEventListener("input", find);
form.addEventListener("submit", (event) => event.preventDefault());
