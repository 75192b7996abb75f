// The ladder: one press leads to a game against the person's current rung.

import { storedName } from "../../kernel/people/me.js";
import { leave, openTable, storeOpponent } from "../../kernel/line/requests.js";

const error = /** @type {HTMLElement} */ (document.querySelector("[data-error]"));

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-level]"))) {
  const { level: player = "", preset = "" } = button.dataset;
  button.addEventListener("click", () => {
    leave(error, [button], () => {
      storeOpponent(player);
      return openTable({ preset, target: 1, seats: [{ kind: "person", name: storedName() }, { kind: "computer", player }] });
    });
  });
}

export const ready = true;
