// The page of one's own mistakes: requests the missing reviews of games, one after the other.

import { write } from "../../kernel/dom/make.js";
import { request, sentenceOf } from "../../kernel/line/requests.js";
import { _ } from "../../texts.js";

const error = /** @type {HTMLElement} */ (document.querySelector("[data-error]"));
const progress = /** @type {HTMLElement | null} */ (document.querySelector("[data-progress]"));
const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-review]"));

if (button && progress) {
  button.addEventListener("click", () => void look(button, progress));
  button.disabled = false;
}

/** @param {HTMLButtonElement} button @param {HTMLElement} progress */
async function look(button, progress) {
  button.disabled = true;
  write(error, "");
  const games = (button.dataset.review ?? "").split(" ");
  try {
    for (const [index, game] of games.entries()) {
      write(progress, _("Game {n} of {all} …", { n: index + 1, all: games.length }));
      await request("GET", `/api/tables/${game}/review`);
    }
    location.reload();
  } catch (problem) {
    write(progress, "");
    write(error, sentenceOf(problem));
    button.disabled = false;
  }
}

export const ready = true;
