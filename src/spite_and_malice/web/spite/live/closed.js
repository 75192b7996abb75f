// The panel in place of a table that no longer exists.

import { make } from "../../kernel/dom/make.js";

/** @typedef {import("../stage.js").Stage} Stage */

/** @param {string} href @param {string} words @param {boolean} [primary] */
export function link(href, words, primary = false) {
  return Object.assign(make("a", primary ? "button primary" : "button", words), { href });
}

/**
 * @param {Stage} stage
 * @param {string} message
 * @param {HTMLElement[]} links
 * @returns {HTMLElement} the heading, to be rewritten
 */
export function showPanel(stage, message, ...links) {
  const heading = make("h2", "", message);
  heading.setAttribute("aria-live", "polite");
  const row = make("p", "", links[0]);
  for (const each of links.slice(1)) row.append(" ", each);
  stage.lobby(make("section", "lobby-closed panel", heading, row));
  return heading;
}
