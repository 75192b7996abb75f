// The page of puzzles: starts a run, and remembers of which version and kind the next puzzle was wanted.

import { go } from "../../places.js";
import { _ } from "../../texts.js";
import { make } from "../../kernel/dom/make.js";
import { leave, post, wake } from "../../kernel/line/requests.js";
import { drawPlot } from "../../kernel/dom/plot.js";
import "../../kernel/new-day.js";
import { readText, writeText } from "../../kernel/storage.js";
import "../../kernel/dom/times.js";

/** Fewer points than this make no curve. */
const ENOUGH = 3;
/** The axis of points begins and ends with a multiple of it. */
const STEP = 100;
const HIGH = 150;

const error = /** @type {HTMLElement} */ (document.querySelector("[data-error]"));
const buttons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("[data-run]")]);

for (const button of buttons) {
  button.addEventListener("click", () =>
    leave(error, buttons, async () => {
      const { id } = await post("/api/puzzles/runs", { kind: button.dataset.run });
      go(`/puzzles/run/${id}`);
    }),
  );
}

remember("[data-version]", "spite.puzzles.version");
remember("[data-theme]", "spite.puzzles.theme");

drawCourse();

/** @param {string} selector of a choice @param {string} key under which what was chosen is kept */
function remember(selector, key) {
  const choice = /** @type {HTMLSelectElement} */ (document.querySelector(selector));
  const before = readText(key);
  if (before && [...choice.options].some((option) => option.value === before)) choice.value = before;
  choice.onchange = () => writeText(key, choice.value);
}

/** How the rating went, as soon as there is something to see; the table under it says the same. */
function drawCourse() {
  const figure = /** @type {HTMLElement | null} */ (document.querySelector("[data-course]"));
  const points = [...document.querySelectorAll("[data-points]")].map((cell) => Number(cell.textContent)).reverse();
  if (!figure || points.length < ENOUGH) return;
  const bottom = STEP * Math.floor(Math.min(...points) / STEP);
  const top = Math.max(bottom + STEP, STEP * Math.ceil(Math.max(...points) / STEP));
  const label = _("Your rating over your latest {count} puzzles: from {first} to {last}.", {
    count: points.length,
    first: points[0],
    last: /** @type {number} */ (points.at(-1)),
  });
  const drawn = drawPlot({ label, columns: points.length, bottom, top, line: points, height: HIGH, format: String });
  figure.replaceChildren(drawn, make("figcaption", "hint", label));
  figure.hidden = false;
}

// A page that comes back from the browser's memory must not keep its buttons asleep.
addEventListener("pageshow", () => wake(buttons));
wake(buttons);

export const ready = true;
