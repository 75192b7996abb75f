// The page of puzzles: starts a run, and remembers of which version the next puzzle was wanted.

import { leave, wake } from "./leave.js";
import { post } from "./requests.js";
import "./times.js";

const KEY = "spite.puzzles.version";

const error = /** @type {HTMLElement} */ (document.querySelector("[data-error]"));
const buttons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("[data-run]")]);
const version = /** @type {HTMLSelectElement} */ (document.querySelector("[data-version]"));

for (const button of buttons) {
  button.onclick = () =>
    leave(error, buttons, async () => {
      const { id } = await post("/api/puzzles/runs", { kind: button.dataset.run });
      location.assign(`/puzzles/run/${id}`);
    });
}

try {
  const kept = localStorage.getItem(KEY);
  if (kept && [...version.options].some((option) => option.value === kept)) version.value = kept;
  version.onchange = () => localStorage.setItem(KEY, version.value);
} catch {
  // A browser that keeps nothing begins with the usual game.
}

// A page that comes back from the browser's memory must not keep its buttons asleep.
addEventListener("pageshow", () => wake(buttons));
wake(buttons);
