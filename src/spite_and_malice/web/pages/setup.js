// The set-up page: seats, what is played and how with its words, and the start.

import { storeName } from "../kernel/people/me.js";
import { _ } from "../texts.js";
import "../kernel/cards/drawn-cards.js";
import { differenceTags, GameForm, topicSections } from "../spite/setup/form.js";
import { openTable, storeOpponent } from "../kernel/line/requests.js";
import { Seats } from "./seats.js";
import { unusual } from "../spite/setup/table-settings.js";

/** @import {Rules} from "../spite/setup/editor.js" */

/** @param {string} selector @returns {any} */
const find = (selector) => document.querySelector(selector);

/**
 * Whatever is scrolled to comes to lie above a bar, however high that is, and a field that is written in or reached by keys
 * with all of its row.
 * @param {HTMLElement} form @param {HTMLElement} bar
 */
function clear(form, bar) {
  new ResizeObserver(() => {
    document.documentElement.style.scrollPaddingBottom = `${bar.offsetHeight + 8}px`;
  }).observe(bar);
  form.addEventListener("focusin", ({ target }) => {
    const field = /** @type {Element} */ (target);
    const row = field.closest(".seat, .field, fieldset.pills");
    // Nothing moves under a finger that presses a button.
    if (row && row.clientHeight < innerHeight / 2 && field.matches(":focus-visible")) row.scrollIntoView({ block: "nearest" });
  });
}

/** Brings the form to life. */
function start() {
  const given = JSON.parse(find("[data-start-state]").textContent);
  const form = /** @type {HTMLFormElement} */ (find("[data-setup]"));
  const error = /** @type {HTMLElement} */ (find("[data-error]"));
  const startButton = /** @type {HTMLButtonElement} */ (find("[data-start]"));
  const against = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name=against]")]);
  clear(form, find(".start-bar"));
  const withFriends = against.some((radio) => radio.checked && radio.value === "open");

  const seats = new Seats(find("[data-seats]"), find("[data-seat-row]"), (who) => {
    const others = new Set(who.filter((one) => one !== "you").map((one) => (one === "open" ? one : "computer")));
    for (const radio of against) radio.checked = others.size === 1 && others.has(/** @type {"open" | "computer"} */ (radio.value));
    startButton.textContent = who.includes("open") ? _("Open the table") : _("Start the game");
  });

  const game = new GameForm(form, given, {
    words: ({ topics, differences }, isNew) => {
      find("[data-differences]").replaceChildren(...differenceTags(differences));
      find("[data-topics]").replaceChildren(...topicSections(topics, isNew));
    },
    rules: ({ players, partners }) => {
      for (const radio of form.querySelectorAll("[name=player-count]")) {
        /** @type {HTMLInputElement} */ (radio).checked = Number(/** @type {HTMLInputElement} */ (radio).value) === players;
      }
      if (Number.isInteger(players) && players >= 2 && players <= 8) seats.show(players, partners);
    },
    refused: (message) => {
      startButton.disabled = message !== "";
    },
  });
  game.knows([...document.querySelectorAll("[data-topics] li")].map((item) => item.textContent?.trim() ?? ""));

  form.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.name === "player-count") game.setPlayers(Number(target.value));
    if (target.name === "against") seats.seatOthers(target.value === "open" ? "open" : null);
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (startButton.disabled) return;
    game.gather();
    startButton.disabled = true;
    storeName(seats.name.trim());
    const levels = new Set(seats.who.filter((who) => who !== "you" && who !== "open"));
    if (levels.size === 1) storeOpponent([...levels][0]);
    try {
      await openTable({ preset: game.preset, rules: game.rules, seats: seats.toJson(), settings: unusual(game.settings) });
    } catch (problem) {
      game.fail(problem);
      startButton.disabled = false;
    }
  });

  addEventListener("pageshow", () => {
    startButton.disabled = error.textContent !== "";
  });

  seats.show(given.players, given.rules.partners);
  if (given.house) void game.take(given.house.rules, {});
  if (withFriends) seats.seatOthers("open");
  startButton.disabled = error.textContent !== "";
}

start();
