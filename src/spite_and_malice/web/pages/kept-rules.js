// The house rules that one keeps: renamed and removed where they are listed.

import { make, makeButton } from "../kernel/dom/make.js";
import { request, sentenceOf } from "../kernel/line/requests.js";
import { _ } from "../texts.js";

const root = /** @type {HTMLElement} */ (document.querySelector("[data-kept]"));
const error = /** @type {HTMLElement} */ (root.querySelector("[data-error]"));

for (const item of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("li"))) {
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
  else root.remove();
}

/** @param {() => Promise<any>} act @returns {Promise<any>} null where the answer is no, which is then shown */
async function tried(act) {
  error.textContent = "";
  try {
    return await act();
  } catch (problem) {
    error.textContent = sentenceOf(problem);
    return null;
  }
}
