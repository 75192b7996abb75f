// The page of puzzles: starts a run, and remembers the version and kind wanted for the next puzzle.

import { go } from "../../places.js";
import { _ } from "../../texts.js";
import { make } from "../../kernel/dom/make.js";
import { leave, post, wake } from "../../kernel/line/requests.js";
import { drawPlot } from "../../kernel/dom/plot.js";
import "../../kernel/new-day.js";
import { readText, writeText } from "../../kernel/storage.js";
import "../../kernel/dom/times.js";

/** The fewest points that make a curve. */
const ENOUGH = 3;
/** The axis of points begins and ends at a multiple of it. */
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

/** @param {string} selector of a choice @param {string} key under which the choice is stored */
function remember(selector, key) {
  const choice = /** @type {HTMLSelectElement} */ (document.querySelector(selector));
  const before = readText(key);
  if (before && [...choice.options].some((option) => option.value === before)) choice.value = before;
  choice.onchange = () => writeText(key, choice.value);
}

/** The course of the rating, once there are enough points; the table under it shows the same. */
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

// A page restored from the browser's memory must not keep its buttons disabled.
addEventListener("pageshow", () => wake(buttons));
wake(buttons);

export const ready = true;
