// The page that stands for every other while there is no line: it looks for one and goes on automatically.

import { isKept } from "../../kernel/line/offline-banner.js";
import "../../kernel/dom/times.js";
import { at } from "../../places.js";

/** Between two looks, in milliseconds. */
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
// Where the page itself is opened there is nothing to go on with.
if (location.pathname !== at("/no-line")) setInterval(look, EVERY);

export const ready = true;
