// The form for the house rules of a game of patience: each change is checked by the server, which describes the rules
// in words.

import { make } from "../kernel/dom/make.js";
import { leave, post, Refused, sentenceOf, Unreachable, wake } from "../kernel/line/requests.js";
import { offerToKeep } from "../kernel/keep-rules.js";
import { _ } from "../texts.js";
import { begin } from "./begin.js";

/**
 * @typedef {{rules: object, topics: {title: string, sentences: string[]}[], can_decide: boolean}} InWords
 */

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-house]"));
const button = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
const error = /** @type {HTMLElement} */ (form.querySelector("[data-error]"));
const words = /** @type {HTMLElement} */ (document.querySelector("[data-words]"));
const winnable = /** @type {HTMLElement} */ (form.querySelector("[data-winnable]"));
const preset = form.dataset.house ?? "";

/** The form's value of every field. */
function rules() {
  const data = new FormData(form);
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const { dataset } of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-field]"))) {
    const name = dataset.field ?? "";
    const chosen = data.get(name) ?? "list";
    found[name] = chosen === "list" ? numbers(String(data.get(`${name}:list`))) : JSON.parse(String(chosen));
  }
  return found;
}

/** @param {string} text */
const numbers = (text) => text.split(/[\s,]+/).filter(Boolean).map(Number);

/** Has the rules checked, and shows their description, or the reason why they are invalid. */
async function check() {
  const asked = rules();
  try {
    /** @type {InWords} */
    const told = await post("/api/patience/rules", { preset, rules: asked });
    if (JSON.stringify(asked) !== JSON.stringify(rules())) return;
    error.textContent = "";
    mark([]);
    words.replaceChildren(...told.topics.map(topic));
    winnable.hidden = !told.can_decide;
    if (winnable.hidden) /** @type {HTMLInputElement} */ (form.querySelector("[value=any]")).checked = true;
    wake([button]);
  } catch (problem) {
    error.textContent = sentenceOf(problem);
    mark(problem instanceof Refused ? (problem.fields ?? []) : []);
    button.disabled = !(problem instanceof Unreachable);
  }
}

/** @param {{title: string, sentences: string[]}} topic */
function topic({ title, sentences }) {
  return make("section", "topic", make("h3", "", title), make("ul", "", ...sentences.map((one) => make("li", "", one))));
}

/** Marks the invalid fields. @param {string[]} wrong */
function mark(wrong) {
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-field]"))) {
    field.classList.toggle("wrong", wrong.includes(field.dataset.field ?? ""));
  }
}

form.addEventListener("change", ({ target }) => /** @type {HTMLElement} */ (target).closest("[data-field]") && void check());
offerToKeep(/** @type {HTMLElement} */ (form.querySelector("[data-keep]")), () => ({ preset, rules: rules() }), (name) =>
  _("Kept as {name}. It is offered where a game of patience is chosen.", { name }),
);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const deal = String(new FormData(form).get("deal"));
  leave(error, [button], () => begin({ preset, rules: rules(), deal }));
});
void check();

export const ready = true;
