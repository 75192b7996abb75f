// What the pages of a server say while it cannot be reached, where the game is kept in this browser (offline/cache.js): a game
// that was begun at the server goes on only there, and a new one can be played here. The service worker has this file ready.

import { make, makeButton } from "../dom/make.js";
import { _ } from "../../texts.js";

/** Where the offline game lies; nothing where the server does not have it. */
const SITE = document.documentElement.dataset.offline;
/** How long a line may be gone before the page says more than that, in milliseconds. */
const WAIT = 4000;

/** Is the game kept here, so that it starts offline? */
export async function isKept() {
  if (!SITE || !isSecureContext || !("caches" in window)) return false;
  const found = await caches.match(`${SITE}current`, { cacheName: "spite-offline" }).catch(() => undefined);
  return found !== undefined;
}

/** @param {string} className */
function way(className) {
  return Object.assign(make("a", className, _("Play offline")), { href: SITE });
}

/** Put the way behind a sentence that says that the server cannot be reached. @param {HTMLElement} sentence */
export async function offerInstead(sentence) {
  if (await isKept()) sentence.append(" ", way(""));
}

/** Tell it at a table, once its line has been gone for a while. @param {() => boolean} isGone */
export async function showOfflineBanner(isGone) {
  if (!(await isKept())) return;
  await new Promise((resolve) => setTimeout(resolve, WAIT));
  if (!isGone()) return;
  const told = make("p", "", _("The table server cannot be reached. This game waits there, move by move, and goes on when the connection is back. Until then you can play a new one here."));
  const word = make("div", "word panel", told, way("button primary"));
  word.append(makeButton("bare", _("Close"), () => word.remove()));
  word.dataset.offlineBanner = "";
  word.role = "status";
  document.body.append(word);
}
