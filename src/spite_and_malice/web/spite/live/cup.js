// A tournament's panel for a player of one of its tables: in place of a deleted table, and after a game.

import { at } from "../../places.js";
import { _ } from "../../texts.js";
import { make } from "../../kernel/dom/make.js";
import { clock, serverNow } from "../../kernel/dom/times.js";
import { link, showPanel } from "./closed.js";

/** @typedef {import("../stage.js").Stage} Stage */

const LOOK_MS = 4000;
const SPREAD_MS = 2000;
const SECOND_MS = 1000;

/**
 * @param {Stage} stage
 * @param {string} message the text if nothing else is known
 * @param {string} back
 * @param {string} backWords
 */
export async function showCup(stage, message, back, backWords) {
  const heading = showPanel(stage, message, link(back, backWords, true), link("/", _("To the home page")));
  const primary = /** @type {HTMLAnchorElement} */ (heading.parentElement?.querySelector("a.primary"));
  await follow(back, heading, primary);
}

/**
 * Writes the tournament's current message, and again while it continues and the text is shown; its link leads to the
 * next table.
 * @param {string} back
 * @param {HTMLElement} words
 * @param {HTMLAnchorElement} link
 */
export async function follow(back, words, link) {
  const response = await fetch(at(`/api${back}/now`), { headers: { accept: "application/json" } }).catch(() => null);
  const now = response?.ok ? await response.json() : null;
  // The asking table's end is known here before it is recorded there.
  const isNoted = now && now.table !== location.pathname;
  if (isNoted && words.textContent !== now.words) words.textContent = now.words;
  if (isNoted && now.table) {
    Object.assign(link, { href: now.table, textContent: _("Go to your table") });
    document.title = `● ${_("Your game is ready")}`;
    if (now.situation.at) countDown(words, now.situation, () => void follow(back, words, link));
    return;
  }
  if (!now || now.state === "running") {
    setTimeout(() => words.isConnected && void follow(back, words, link), LOOK_MS + Math.random() * SPREAD_MS);
  }
}

/**
 * Adds the cost of staying away and the time left; calls `then` when it is up.
 * @param {HTMLElement} words
 * @param {{words: string, then: string, at: number}} situation
 * @param {() => void} then
 */
function countDown(words, situation, then) {
  const left = make("b", "", "");
  left.setAttribute("role", "timer");
  left.setAttribute("aria-live", "off");
  words.replaceChildren(`${situation.words} ${situation.then} `, left);
  const tick = () => {
    if (!left.isConnected) return;
    left.textContent = clock(Math.max(0, situation.at - serverNow()));
    setTimeout(situation.at > serverNow() ? tick : then, SECOND_MS);
  };
  tick();
}
