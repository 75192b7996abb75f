// The notice on pages whose server cannot be reached, if this browser has the offline game (offline/cache.js): a game that
// was started on the server continues only there, but a new one can be played here. The service worker caches this file.

import { make, makeButton } from "../dom/make.js";
import { _ } from "../../texts.js";

/** The address of the offline game; undefined if the server does not have it. */
const SITE = document.documentElement.dataset.offline;
/** How long the connection may be lost before the page offers the offline game, in milliseconds. */
const WAIT = 4000;

/** Is the game cached here, so that it starts offline? */
export async function isKept() {
  if (!SITE || !isSecureContext || !("caches" in window)) return false;
  const found = await caches.match(`${SITE}current`, { cacheName: "spite-offline" }).catch(() => undefined);
  return found !== undefined;
}

/** @param {string} className */
function way(className) {
  return Object.assign(make("a", className, _("Play offline")), { href: SITE });
}

/** Append the link to a sentence saying that the server cannot be reached. @param {HTMLElement} sentence */
export async function offerInstead(sentence) {
  if (await isKept()) sentence.append(" ", way(""));
}

/** Show it at a table once the connection has been lost for a while. @param {() => boolean} isGone */
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
