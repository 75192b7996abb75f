// The gallery of all games: what is typed or chosen hides the rest, and stars make favourites, which this browser keeps.

import { readValue, writeValue } from "../kernel/storage.js";
import { _, ngettext } from "../texts.js";

const KEY = "spite.patience.favourites";

/** Letters alone, without accents. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Lets the gallery be searched, and its games be starred. @param {HTMLFormElement} form @param {HTMLElement} list */
function open(form, list) {
  const status = /** @type {HTMLElement} */ (form.querySelector("[data-found]"));
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
  const favourites = new Set(/** @type {string[]} */ (readValue(KEY) ?? []));
  const cards = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-game]"))].map((card) => ({
    card,
    id: card.dataset.game ?? "",
    text: plain(card.textContent ?? ""),
    star: /** @type {HTMLButtonElement} */ (card.querySelector("[data-star]")),
  }));

  /** Shows the games that have every word and are of the chosen kind. */
  const find = () => {
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
  };

  for (const { id, star } of cards) {
    star.setAttribute("aria-pressed", String(favourites.has(id)));
    star.hidden = false;
    star.addEventListener("click", () => {
      if (!favourites.delete(id)) favourites.add(id);
      star.setAttribute("aria-pressed", String(favourites.has(id)));
      writeValue(KEY, [...favourites]);
    });
  }
  form.hidden = false;
  form.addEventListener("input", find);
  form.addEventListener("submit", (event) => event.preventDefault());
}

open(
  /** @type {HTMLFormElement} */ (document.querySelector("[data-gallery-search]")),
  /** @type {HTMLElement} */ (document.querySelector("[data-gallery]")),
);
