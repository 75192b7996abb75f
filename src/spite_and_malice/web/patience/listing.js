// Lines of games, for the pages of records and days.

import { make } from "../kernel/dom/make.js";
import { _, ngettext } from "../texts.js";

/** @typedef {{undos: number, hints: number, answers: number}} Helped */

/**
 * The number of a deal, in words.
 * @param {{number: number | null, numbers: string}} deal
 * @param {string} own the words for its number, unless it is one of Microsoft's
 */
export const numberWords = ({ number, numbers }, own) => (numbers === "microsoft" && number !== null ? _("Microsoft deal {number}", { number }) : own);

/** The content of a line, with the help used below it. @param {string | Node} content @param {Helped} game */
export function withHelp(content, game) {
  const told = helpWords(game);
  return make("div", "", content, ...(told ? [make("small", "soft", _("with {help}", { help: told }))] : []));
}

/** @param {Helped} game */
function helpWords({ undos, hints, answers }) {
  return [
    ...(undos > 0 ? [ngettext("{n} undo", "{n} undos", undos)] : []),
    ...(hints > 0 ? [ngettext("{n} hint", "{n} hints", hints)] : []),
    ...(answers > 0 ? [ngettext("{n} answer", "{n} answers", answers)] : []),
  ].join(", ");
}

/** @param {"td" | "th"} cell @param {(string | Node)[]} contents */
export function row(cell, contents) {
  return make("tr", "", ...contents.map((content) => {
    const made = make(cell, "", content);
    if (cell === "th") made.setAttribute("scope", "col");
    return made;
  }));
}
