// Leaving a page for a table: one press, and a sentence where it does not come about.

import { sentenceOf, Unreachable } from "./requests.js";

/**
 * Does what leads away from the page. Its buttons sleep meanwhile, and wake if it is refused.
 * @param {HTMLElement} error where it is said why
 * @param {HTMLButtonElement[]} buttons
 * @param {() => Promise<void>} act
 */
export async function leave(error, buttons, act) {
  error.textContent = "";
  for (const button of buttons) button.disabled = true;
  try {
    await act();
  } catch (problem) {
    error.textContent = sentenceOf(problem);
    wake(buttons);
    if (problem instanceof Unreachable && document.documentElement.dataset.offline) void offerInstead(error);
  }
}

/** The way to the game in this browser, where it is kept. @param {HTMLElement} error */
async function offerInstead(error) {
  const banner = await import("./offline-banner.js").catch(() => null);
  await banner?.offerInstead(error);
}

/** @param {HTMLButtonElement[]} buttons */
export function wake(buttons) {
  for (const button of buttons) button.disabled = false;
}
