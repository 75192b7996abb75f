// The review on the page of a finished game: asked for seat by seat, the choices that cost most first.

import { _, language, ngettext } from "../texts.js";
import { make, makeButton } from "./dom.js";

/**
 * @typedef {{number: number, ply: number, cost: number, played_words: string, best_words: string, words: string}} Missed
 * @typedef {{seat: number, choices: number, missed: Missed[]}} Review
 */

/** So many are shown at first. */
const SHOWN = 3;

const root = /** @type {HTMLElement} */ (document.querySelector("[data-review]"));
const status = /** @type {HTMLElement} */ (root.querySelector("[data-told]"));
const list = /** @type {HTMLElement} */ (root.querySelector(".missed"));
const buttons = /** @type {HTMLButtonElement[]} */ ([...root.querySelectorAll("button[data-seat]")]);
const figures = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

for (const button of buttons) button.onclick = () => show(button);

/** Fetches and shows the review of a button's seat. @param {HTMLButtonElement} pressed */
async function show(pressed) {
  for (const button of buttons) button.disabled = true;
  list.replaceChildren();
  status.textContent = _("Going through the game, choice by choice. This takes a moment.");
  try {
    const response = await fetch(`${root.dataset.review}?seat=${pressed.dataset.seat}`);
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error.message);
    draw(answer, pressed.dataset.name ?? "");
  } catch (error) {
    status.textContent =
      error instanceof TypeError || error instanceof SyntaxError
        ? _("The table server cannot be reached. Try again in a moment.")
        : String(/** @type {Error} */ (error).message);
  }
  for (const button of buttons) {
    button.disabled = false;
    button.setAttribute("aria-pressed", String(button === pressed));
  }
}

/** @param {Review} review @param {string} name whose choices they are */
function draw({ seat, choices, missed }, name) {
  // The sum is that of the figures as they are read below.
  const costly = [...missed].sort((a, b) => b.cost - a.cost);
  const total = missed.reduce((sum, { cost }) => sum + Math.round(cost * 10), 0) / 10;
  status.textContent =
    missed.length === 0
      ? ngettext("{name}: {n} choice, and nothing better was found.", "{name}: {n} choices, and nothing better was found.", choices, { name })
      : ngettext(
          "{name}: {n} choice; what was missed comes to {cost} [pay-off cards].",
          "{name}: {n} choices; what was missed comes to {cost} [pay-off cards].",
          choices,
          { name, cost: figures.format(total) },
        );
  const items = costly.map((one) => item(one, seat));
  list.replaceChildren(...items.slice(0, SHOWN));
  if (items.length <= SHOWN) return;
  const more = make("li", "more");
  const left = items.length - SHOWN;
  more.append(
    makeButton("", ngettext("Show {n} more", "Show {n} more", left), () => more.replaceWith(...items.slice(SHOWN))),
  );
  list.append(more);
}

/** @param {Missed} missed @param {number} seat whose choice it was */
function item({ number, ply, cost, played_words: played, best_words: best, words }, seat) {
  const watch = make("a", "", _("Watch it from here"));
  watch.href = `${root.dataset.watch}?seat=${seat}#${ply}`;
  return make(
    "li",
    "step",
    make(
      "h3",
      "",
      make("span", "", _("Move {n}", { n: number })),
      make("span", "cost", _("cost {cost} [pay-off cards]", { cost: figures.format(cost) })),
    ),
    make("p", "", _("Played: {line}.", { line: played })),
    make("p", "better", _("Better: {line}.", { line: best }), ` ${words}`),
    make("p", "", watch),
  );
}
