// The page of games by correspondence: a new table with one press.

import { leave, openTable, wake } from "../kernel/line/requests.js";
import { storedName } from "../kernel/people/me.js";
import "../kernel/people/own-games.js";

const DAY = 24 * 3600;
const error = /** @type {HTMLElement} */ (document.querySelector("[data-error]"));
const buttons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("[data-days]")]);

for (const button of buttons) {
  const clock = { kind: "move", seconds: Number(button.dataset.days) * DAY, increment: 0 };
  const seats = [{ kind: "person", name: storedName() }, { kind: "open" }];
  const table = { preset: "standard", target: 1, seats, settings: { start: "full", clock } };
  button.addEventListener("click", () => leave(error, buttons, () => openTable(table)));
}

// A page that comes back from the browser's memory must not keep its buttons asleep.
addEventListener("pageshow", () => wake(buttons));
