// The games in this browser's lists that can be given up, removed or deleted.

import { _ } from "../../texts.js";
import { deleteTable, giveUp, sentenceOf } from "../line/requests.js";

/** How long a button waits for the confirming press, in milliseconds. */
const SURE_MS = 6000;

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-give-up]"))) {
  const question = button.dataset.question ?? "";
  button.addEventListener("click", (event) => press(event, button, question, () => giveUp(/** @type {string} */ (button.dataset.giveUp))));
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-delete]"))) {
  const question =
    button.dataset.goes === "table"
      ? _("Delete it for good? It will not count any more.")
      : _("Really? The others keep the game; for you it will no longer count.");
  button.addEventListener("click", (event) => press(event, button, question, () => deleteTable(/** @type {string} */ (button.dataset.delete))));
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-clear]"))) {
  const list = /** @type {HTMLElement} */ (button.closest("details"));
  button.addEventListener("click", (event) => press(event, button, "", () => clear(list)));
}

/** Removes all games from a list. @param {HTMLElement} list */
async function clear(list) {
  for (const one of /** @type {NodeListOf<HTMLButtonElement>} */ (list.querySelectorAll("[data-give-up]"))) {
    await giveUp(/** @type {string} */ (one.dataset.giveUp));
    one.closest("li")?.remove();
  }
  list.remove();
}

// A page restored from the browser's cache shows the games as they were before the last one.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});

/**
 * An action with a question needs a second press, not counting a double click.
 * @param {MouseEvent} event @param {HTMLButtonElement} button @param {string} question @param {() => Promise<void>} act
 */
function press(event, button, question, act) {
  if (event.detail > 1) return;
  if (question && button.dataset.sure === undefined) ask(button, question);
  else carryOut(button, act);
}

/** @param {HTMLButtonElement} button @param {string} question */
function ask(button, question) {
  const before = button.textContent;
  button.dataset.sure = "";
  button.textContent = question;
  setTimeout(() => {
    delete button.dataset.sure;
    // Its present state may be the reason for the refusal.
    if (button.textContent === question) button.textContent = before;
  }, SURE_MS);
}

/** @param {HTMLButtonElement} button @param {() => Promise<void>} act */
async function carryOut(button, act) {
  button.disabled = true;
  try {
    await act();
  } catch (problem) {
    button.disabled = false;
    button.textContent = sentenceOf(problem);
    return;
  }
  const list = button.closest("section, details");
  button.closest("li")?.remove();
  if (!list?.querySelector("li")) list?.remove();
}

export const ready = true;
