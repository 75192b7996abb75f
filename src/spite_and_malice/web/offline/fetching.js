// What is needed offline, fetched at a server's own pages: once somebody has finished a game or installed the app, and
// only while the browser has nothing else to do. Who wants it at once presses "Play offline".

import { KitCache } from "./cache.js";

const SITE = document.documentElement.dataset.offline;
/** So long a game's end has for itself, in milliseconds. */
const WAIT = 5000;

/** Does nothing where the server has nothing to fetch, where it is here already, or where every byte counts. */
export async function fetchWhenIdle() {
  if (!SITE || !isSecureContext || !("serviceWorker" in navigator) || !("caches" in window)) return;
  const { saveData } = /** @type {{saveData?: boolean}} */ (/** @type {any} */ (navigator).connection ?? {});
  if (saveData) return;
  await new Promise((resolve) => setTimeout(resolve, WAIT));
  await new Promise((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(resolve) : resolve(null)));
  const scope = new URL(SITE, location.href);
  const cache = new KitCache(scope);
  if (await cache.current()) return;
  try {
    await cache.fetch(await cache.offered());
    await navigator.serviceWorker.register(new URL("sw.js", scope), { updateViaCache: "none" });
  } catch {
    // Another time: nobody has asked for it.
  }
}
