// The page that replaces every other one while offline: it looks for a connection and continues automatically.

import { isKept } from "../../kernel/line/offline-banner.js";
import "../../kernel/dom/times.js";
import { at } from "../../places.js";

/** The time between two checks, in milliseconds. */
const EVERY = 5000;

async function look() {
  const answer = await fetch(at("/health"), { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

/** @type {HTMLButtonElement} */ (document.querySelector("[data-again]")).addEventListener("click", () => location.reload());
addEventListener("online", look);
void isKept().then((kept) => {
  for (const each of document.querySelectorAll("[data-kept]")) each.toggleAttribute("hidden", !kept);
});
// If the page itself was opened, there is nothing to continue to.
if (location.pathname !== at("/no-line")) setInterval(look, EVERY);

export const ready = true;
