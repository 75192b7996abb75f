// The search of the site: all results are on the page, and typing hides those that do not match.

import { plain, plainWords } from "../../kernel/dom/search.js";
import { _, ngettext } from "../../texts.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-search]"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
const list = /** @type {HTMLElement} */ (document.querySelector("[data-entries]"));
const status = /** @type {HTMLElement} */ (document.querySelector("[data-found]"));

const entries = [...list.children].map((item, order) => {
  const one = /** @type {HTMLElement} */ (item);
  const text = plain(`${one.textContent} ${one.dataset.words}`);
  return { item: one, order, title: plain(one.querySelector("a")?.textContent ?? ""), text, joined: text.replace(/[\s\p{P}]+/gu, "") };
});

/** Shorter words would match across word boundaries. */
const JOINED_FROM = 5;

/** Shows the entries that contain every word typed, those with them in the title first. */
function find() {
  const words = plainWords(field.value);
  const found = entries.filter(({ text, joined }) => words.every((word) => text.includes(word) || (word.length >= JOINED_FROM && joined.includes(word))));
  const inTitle = (/** @type {string} */ title) => words.filter((word) => title.includes(word)).length;
  found.sort((one, two) => inTitle(two.title) - inTitle(one.title) || one.order - two.order);
  list.replaceChildren(...found.map(({ item }) => item));
  status.textContent = words.length === 0 ? "" : found.length === 0 ? _("Nothing found.") : ngettext("{n} result", "{n} results", found.length);
  history.replaceState(null, "", words.length > 0 ? `?q=${encodeURIComponent(field.value)}` : location.pathname);
}

field.addEventListener("input", find);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  find();
});
if (field.value) find();

export const ready = true;
