// The page of games by correspondence: a new table with one press.

import { leave, openTable, post, wake } from "../../kernel/line/requests.js";
import { introduction } from "../../kernel/people/introduction.js";
import { storedName } from "../../kernel/people/me.js";
import { go } from "../../places.js";
import "../../kernel/people/own-games.js";

const DAY = 24 * 3600;
/** @param {Element} from @returns {HTMLElement} where refusals are shown there */
const errorOf = (from) => /** @type {HTMLElement} */ (from.closest("section")?.querySelector("[data-error]"));
const buttons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("[data-days]")]);
/** Missing for people who know nobody. @type {HTMLSelectElement | null} */
const who = document.querySelector("[data-who]");
for (const option of who?.options ?? []) option.selected = option.value === (new URLSearchParams(location.search).get("with") ?? "");

/** @param {number} days for a move */
async function begin(days) {
  if (who?.value) {
    const { url } = await post(`/api/people/${who.value}/invite`, { ...introduction(), days });
    go(url);
    return;
  }
  const clock = { kind: "move", seconds: days * DAY, increment: 0 };
  const seats = [{ kind: "person", name: storedName() }, { kind: "open" }];
  await openTable({ preset: "standard", target: 1, seats, settings: { start: "full", clock } });
}

for (const button of buttons) {
  button.addEventListener("click", () => leave(errorOf(button), buttons, () => begin(Number(button.dataset.days))));
}

const holiday = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-holiday]"));
holiday?.addEventListener("click", () => leave(errorOf(holiday), [holiday], async () => {
  await post("/api/correspondence/holiday", {});
  location.reload();
}));

// A page restored from the browser's memory must not keep its buttons disabled.
addEventListener("pageshow", () => wake(buttons));

export const ready = true;
