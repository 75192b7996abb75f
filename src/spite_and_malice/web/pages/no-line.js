// The page that stands for every other while there is no line: it looks for one and goes on by itself.

import "./times.js";

/** Between two looks, in milliseconds. */
const EVERY = 5000;

async function look() {
  const answer = await fetch("/health", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

/** @type {HTMLButtonElement} */ (document.querySelector("[data-again]")).onclick = () => location.reload();
addEventListener("online", look);
// What that needs may be kept here (offline/keeping.js).
const way = /** @type {HTMLAnchorElement} */ (document.querySelector("[data-offline-way]"));
void caches.match(`${way.pathname}current`, { cacheName: "spite-offline" }).then((kept) => (way.hidden = !kept));
// Where the page itself is opened there is nothing to go on with.
if (location.pathname !== "/no-line") setInterval(look, EVERY);
