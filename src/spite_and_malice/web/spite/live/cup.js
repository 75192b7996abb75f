// A tournament's table that is no longer there: how the game counts, the way back, and the next game as soon as it is ready.

import { at } from "../../places.js";
import { _ } from "../../texts.js";
import { link, showPanel } from "./closed.js";

/** @typedef {import("../stage.js").Stage} Stage */

const LOOK_MS = 4000;
const SPREAD_MS = 2000;

/** @param {Stage} stage @param {string} message the words if nothing else is known @param {string} back @param {string} backWords */
export async function showCup(stage, message, back, backWords) {
  const heading = showPanel(stage, message, link(back, backWords, true), link("/", _("To the home page")));
  const primary = /** @type {HTMLAnchorElement} */ (heading.parentElement?.querySelector("a.primary"));
  await look();

  async function look() {
    const response = await fetch(at(`/api${back}/now`), { headers: { accept: "application/json" } }).catch(() => null);
    const now = response?.ok ? await response.json() : null;
    if (now && heading.textContent !== now.words) heading.textContent = now.words;
    if (now?.table && now.table !== location.pathname) {
      Object.assign(primary, { href: now.table, textContent: _("Go to your table") });
      document.title = `● ${_("Your game is ready")}`;
      return;
    }
    if (!now || now.state === "running") setTimeout(look, LOOK_MS + Math.random() * SPREAD_MS);
  }
}
