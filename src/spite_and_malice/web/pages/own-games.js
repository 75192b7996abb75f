// The games in this browser's lists that can be given up or removed: those against computers alone.

import { _ } from "../texts.js";
import { giveUp, Refused } from "./requests.js";

/** So long a button that asks once more waits for the answer, in milliseconds. */
const SURE_MS = 4000;

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-give-up]"))) {
  button.onclick = () => (button.dataset.sure === undefined && button.dataset.running !== undefined ? ask(button) : remove(button));
}

/** What is running is given up with a second press. @param {HTMLButtonElement} button */
function ask(button) {
  const before = button.textContent;
  button.dataset.sure = "";
  button.textContent = _("Really give up?");
  setTimeout(() => {
    delete button.dataset.sure;
    button.textContent = before;
  }, SURE_MS);
}

/** @param {HTMLButtonElement} button */
async function remove(button) {
  button.disabled = true;
  try {
    await giveUp(/** @type {string} */ (button.dataset.giveUp));
  } catch (problem) {
    button.disabled = false;
    button.textContent = problem instanceof Refused ? problem.message : String(problem);
    return;
  }
  const section = button.closest("section");
  button.closest("li")?.remove();
  if (!section?.querySelector("li")) section?.remove();
}
