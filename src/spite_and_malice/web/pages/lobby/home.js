// The home page: the picture, and every button that leads to a table with one press.

import { storedName } from "../../kernel/people/me.js";
import { Progress } from "../../spite/exercises/progress.js";
import { _ } from "../../texts.js";
import { drawnCard } from "../../kernel/cards/drawn-cards.js";
import { giveUp, leave, openTable, playAnyone, storedOpponent, storeOpponent, wake } from "../../kernel/line/requests.js";
import { showOpenTables } from "./open-tables.js";
import "../../kernel/people/own-games.js";
import "../../kernel/dom/times.js";

/** @param {string} selector @returns {any} */
const find = (selector) => document.querySelector(selector);

const error = /** @type {HTMLElement} */ (find("[data-error]"));
const opponents = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("[name=opponent]")]);
const opponent = () => opponents.find((radio) => radio.checked)?.value ?? "";
const buttons = /** @type {HTMLButtonElement[]} */ (["[data-play]", "[data-invite]", "[data-anyone]"].map(find));
/** Asks whether to continue a game that is still running. @type {HTMLDialogElement | null} */
const going = find("[data-going]");

const preset = "standard";
const you = () => ({ kind: "person", name: storedName() });

/** One game, not a match. */
function play() {
  storeOpponent(opponent());
  return openTable({ preset, target: 1, seats: [you(), { kind: "computer", player: opponent() }] });
}

/** @type {(() => Promise<void>)[]} the action of each button */
const ways = [
  async () => {
    if (!going?.isConnected) return play();
    going.showModal();
    wake(buttons);
  },
  () => openTable({ preset, target: 1, seats: [you(), { kind: "open" }], settings: { start: "full" } }),
  () => {
    // The opponent offered during a wait is the one chosen here.
    storeOpponent(opponent());
    return playAnyone(preset, 2, storedName());
  },
];

buttons.forEach((button, index) => {
  button.addEventListener("click", () => leave(error, buttons, ways[index]));
});

/** @param {string} selector @param {() => Promise<void>} act */
function answer(selector, act) {
  const button = /** @type {HTMLButtonElement | null} */ (going?.querySelector(selector));
  button?.addEventListener("click", () => leave(/** @type {HTMLElement} */ (going?.querySelector("[data-error]")), [button], act));
}

answer("[data-another]", play);
answer("[data-instead]", async () => {
  await giveUp(/** @type {string} */ (going?.dataset.going));
  await play();
});

/** The link to the lessons is less prominent once all of them are done. @type {HTMLElement | null} */
const lessons = find("[data-lessons]");
if (lessons && new Progress(Number(lessons.dataset.lessons)).complete) {
  lessons.classList.replace("large", "bare");
  (lessons.querySelector(".way-title") ?? lessons).textContent = _("The lessons again");
}

for (const radio of opponents) if (radio.value === storedOpponent()) radio.checked = true;

// A page restored from the browser's memory must not keep its buttons disabled.
addEventListener("pageshow", () => wake(buttons));

/** Missing if nobody else plays. @type {HTMLElement | null} */
const section = find("[data-open-tables]");
if (section) {
  showOpenTables(find("[data-open-tables] [data-list]"), 3, (count) => {
    section.hidden = count === 0;
  });
}

/** Card, middle (per cent of the picture's width and height), width (per cent), angle (degrees), and a class or none. */
const PICTURE = [
  ["back", 12, 25, 15, -6, ""],
  ["back", 13, 24, 15, -4, ""],
  ["6d", 36, 23, 15, -2, ""],
  ["7s", 36.5, 25.5, 15, 2, ""],
  ["Jc", 58, 24, 15, 3, ""],
  ["Kd", 58.5, 26, 15, -1, ""],
  ["2h", 80, 24, 15, -2, ""],
  ["3c", 80.5, 26, 15, 1.5, ""],
  ["back", 22, 69, 21, -3, ""],
  ["back", 22.6, 68, 21, -1.5, ""],
  ["8h", 23.2, 67, 21, 1, "lit"],
  ["Ad", 51, 76, 17, -9, ""],
  ["Ts", 62, 74, 17, -3, ""],
  ["Qh", 73, 74.500, 17, 3, ""],
  ["4s", 84, 77, 17, 9, ""],
];

/** @param {HTMLElement} place */
function drawHero(place) {
  for (const [card, x, y, width, angle, kind] of PICTURE) {
    const element = drawnCard(String(card));
    if (kind) element.classList.add(String(kind));
    element.style.cssText += `left:${x}%;top:${y}%;width:${width}%;--angle:${angle}deg`;
    place.append(element);
  }
}

drawHero(find("[data-hero]"));

export const ready = true;
