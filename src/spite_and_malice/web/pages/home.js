// The home page: the picture, and every way to a table that is one press.

import { storedName } from "../kernel/people/me.js";
import { Progress } from "../spite/exercises/progress.js";
import { _ } from "../texts.js";
import "../kernel/cards/drawn-cards.js";
import { drawHero } from "./hero.js";
import { leave, wake } from "../kernel/line/leave.js";
import { showOpenTables } from "./open-tables.js";
import "../kernel/people/own-games.js";
import { giveUp, openTable, playAnyone, storedOpponent, storeOpponent } from "../kernel/line/requests.js";
import "../kernel/dom/times.js";

/** @param {string} selector @returns {any} */
const find = (selector) => document.querySelector(selector);

const error = /** @type {HTMLElement} */ (find("[data-error]"));
const opponents = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("[name=opponent]")]);
const opponent = () => opponents.find((radio) => radio.checked)?.value ?? "";
const buttons = /** @type {HTMLButtonElement[]} */ (["[data-play]", "[data-invite]", "[data-anyone]"].map(find));
/** Asks whether to go on with the game that is still running, if one is. @type {HTMLDialogElement | null} */
const going = find("[data-going]");

const preset = "standard";
const you = () => ({ kind: "person", name: storedName() });

/** One game, not a match. */
function play() {
  storeOpponent(opponent());
  return openTable({ preset, target: 1, seats: [you(), { kind: "computer", player: opponent() }] });
}

/** @type {(() => Promise<void>)[]} what each button does */
const ways = [
  async () => {
    if (!going?.isConnected) return play();
    going.showModal();
    wake(buttons);
  },
  () => openTable({ preset, target: 1, seats: [you(), { kind: "open" }], settings: { start: "full" } }),
  () => {
    // Who would play at once while one waits is the one chosen here.
    storeOpponent(opponent());
    return playAnyone(preset, 2, storedName());
  },
];

buttons.forEach((button, index) => {
  button.addEventListener("click", () => leave(error, buttons, ways[index]));
});

const anew = /** @type {HTMLButtonElement | null} */ (going?.querySelector("[data-anew]"));
anew?.addEventListener("click", () => {
  leave(/** @type {HTMLElement} */ (going?.querySelector("[data-error]")), [anew], async () => {
    await giveUp(/** @type {string} */ (going?.dataset.going));
    await play();
  });
});

/** The way to the lessons steps back once all of them are done. @type {HTMLElement | null} */
const lessons = find("[data-lessons]");
if (lessons && new Progress(Number(lessons.dataset.lessons)).complete) {
  lessons.classList.replace("large", "bare");
  (lessons.querySelector(".way-title") ?? lessons).textContent = _("The lessons again");
}

for (const radio of opponents) if (radio.value === storedOpponent()) radio.checked = true;

// A page that comes back from the browser's memory must not keep its buttons asleep.
addEventListener("pageshow", () => wake(buttons));

drawHero(find("[data-hero]"));
/** Not there where nobody else plays. @type {HTMLElement | null} */
const section = find("[data-open-tables]");
if (section) {
  showOpenTables(find("[data-open-tables] [data-list]"), 3, (count) => {
    section.hidden = count === 0;
  });
}
