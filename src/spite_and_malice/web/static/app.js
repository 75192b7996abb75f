// Makes the pages an app: the worker that starts them at once and reports a lost connection, and the colour of the
// browser's own bar. If the address is not trusted (http at home), everything works without a worker.

import { at, base } from "./places.js";

const root = document.documentElement;
const inFrame = root.dataset.root !== undefined;
const trusted = location.protocol === "https:" || location.hostname === "localhost";

if (trusted && !inFrame && "serviceWorker" in navigator) navigator.serviceWorker.register(at("/worker.js"), { updateViaCache: "none" }).catch(() => {});

if (trusted && !inFrame && "PushManager" in window && window.Notification?.permission === "granted") {
  import("./kernel/line/push.js").then(({ followPush }) => followPush()).catch(() => {});
}
// A notice that comes while a page is visible is shown there.
navigator.serviceWorker?.addEventListener("message", ({ data }) => data?.kind === "called" && dispatchEvent(new Event("spite-called")));

// Links made by scripts are corrected, like those of the pages in a browser without a server.
if (base) import("./offline/inside.js").then(({ followInside }) => followInside(window, base)).catch(() => {});

// A table says so when a game has ended.
for (const moment of ["appinstalled", "spite-ended"]) {
  addEventListener(moment, () => import("./offline/cache.js").then(({ fetchWhenIdle }) => fetchWhenIdle()).catch(() => {}));
}

// A button may lie far above or below the line that says why it did nothing.
for (const line of document.querySelectorAll("[data-error]")) {
  new MutationObserver(() => line.textContent && line.scrollIntoView({ block: "nearest" })).observe(line, { childList: true });
}

/** The browser's bar has the colour of the surface. */
function colourBar() {
  const colour = getComputedStyle(root).backgroundColor;
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.setAttribute("content", colour);
}

new MutationObserver(colourBar).observe(root, { attributes: true, attributeFilter: ["data-surface", "data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", colourBar);
addEventListener("load", colourBar);
if (document.readyState === "complete") colourBar();

// An open table applies settings chosen elsewhere; it is not reloaded.
const isTable = document.querySelector("script[data-cards]") !== null;
// A table updates its pack letters together with its cards.
const { pack } = root.dataset;
if (pack && !isTable) import("./kernel/settings/looks.js").then(({ wearPack }) => wearPack(pack)).catch(() => {});

/** Reads letters, and the settings of the person's account. */
async function follow() {
  // A table's first cards come before either.
  if (isTable) await (await import("./kernel/dom/lazily.js")).later();
  if (root.dataset.alone === undefined) import("./kernel/people/letters.js").then(({ followLetters }) => followLetters()).catch(() => {});
  import("./pages/accounts/follow.js").then(({ followAccount }) => followAccount(!isTable)).catch(() => {});
}
follow().catch(() => {});

export const ready = true;
