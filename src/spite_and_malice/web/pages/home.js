// The home page: the picture, and every way to a table that is one press.

import "./cards.js";
import { drawHero } from "./hero.js";
import { leave, wake } from "./leave.js";
import { showOpenTables } from "./open-tables.js";
import { openTable, playAnyone, storedName, storedOpponent, storeOpponent } from "./requests.js";
import "./times.js";

/** @param {string} selector @returns {any} */
const find = (selector) => document.querySelector(selector);

const error = /** @type {HTMLElement} */ (find("[data-error]"));
const opponents = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("[name=opponent]")]);
const opponent = () => opponents.find((radio) => radio.checked)?.value ?? "";
const buttons = /** @type {HTMLButtonElement[]} */ (["[data-play]", "[data-invite]", "[data-anyone]"].map(find));

const preset = "standard";
const you = () => ({ kind: "person", name: storedName() });

/** @type {(() => Promise<void>)[]} what each button does */
const ways = [
  () => {
    storeOpponent(opponent());
    return openTable({ preset, seats: [you(), { kind: "computer", player: opponent() }] });
  },
  () => openTable({ preset, seats: [you(), { kind: "open" }], settings: { start: "full" } }),
  () => playAnyone(preset, 2, storedName()),
];

buttons.forEach((button, index) => {
  button.addEventListener("click", () => leave(error, buttons, ways[index]));
});

for (const radio of opponents) if (radio.value === storedOpponent()) radio.checked = true;

// A page that comes back from the browser's memory must not keep its buttons asleep.
addEventListener("pageshow", () => wake(buttons));

drawHero(find("[data-hero]"));
const section = /** @type {HTMLElement} */ (find("[data-open-tables]"));
showOpenTables(find("[data-open-tables] [data-list]"), 3, (count) => {
  section.hidden = count === 0;
});
