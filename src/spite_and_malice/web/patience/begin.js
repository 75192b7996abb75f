// Starting a game of patience, the last choices, and patience on the home page, where one press deals.

import { leave, post, wake } from "../kernel/line/requests.js";
import { readValue, writeValue } from "../kernel/storage.js";
import { go } from "../places.js";

const KEY = "spite.patience";

/**
 * @typedef {{preset?: string, rules?: object, deal?: string, level?: string | null, day?: string, as_today?: boolean, name?: string}} Wish
 */

/**
 * Deals and goes there. Throws `Refused`.
 * @param {Wish} wish
 * @param {AbortSignal} [signal] aborts when nobody waits any longer
 */
export async function begin(wish, signal) {
  const { url } = await post("/api/patience", wish, signal);
  go(url);
}

/** The last choices of this browser's player. @returns {Wish} */
export function lastWish() {
  return readValue(KEY) ?? {};
}

/** @param {Wish} wish */
export function keepWish(wish) {
  writeValue(KEY, wish);
}

/** @param {HTMLElement} section of the home page */
function offer(section) {
  const button = /** @type {HTMLButtonElement} */ (section.querySelector("[data-patience-deal]"));
  const radios = /** @type {HTMLInputElement[]} */ ([...section.querySelectorAll("[name=preset]")]);
  const last = lastWish();
  for (const radio of radios) if (radio.value === last.preset) radio.checked = true;
  button.addEventListener("click", () => {
    const preset = radios.find((radio) => radio.checked)?.value;
    keepWish({ ...last, preset });
    leave(/** @type {HTMLElement} */ (section.querySelector("[data-error]")), [button], () => begin({ preset }));
  });
  // Before this module was loaded, a press would have done nothing.
  wake([button]);
  addEventListener("pageshow", () => wake([button]));
}

/** @type {HTMLElement | null} */
const section = document.querySelector("[data-patience]");
if (section) offer(section);

export const ready = true;
