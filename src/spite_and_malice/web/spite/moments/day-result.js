// The person's result in the deal of a day, in words that reveal nothing of its cards.

import { _, ngettext, region } from "../../texts.js";
import { request } from "../../kernel/line/requests.js";

/**
 * @typedef {{rank: number | null, ranked: number, newcomer: boolean, played: number, outcome: "won" | "drawn" | "lost" | null, margin: number | null,
 *   turns: number | null, streak: number, tries: {tries: number, won: number} | null}} DayResult
 */

/** @param {string} day @returns {Promise<DayResult>} */
export function dayResult(day) {
  return request("GET", `/api/day/${day}`);
}

/** A text to send to others, who may still play the deal. @param {string} day @param {DayResult} result */
export function dayShare(day, { rank, ranked, outcome, margin, turns }) {
  const date = new Date(`${day}T12:00:00`).toLocaleDateString(region, { day: "numeric", month: "long" });
  const lines = [
    _("Spite and Malice, the deal of {date}", { date }),
    ...(outcome === null ? [] : [outcomeWords(outcome, Math.abs(margin ?? 0), turns ?? 0)]),
    ...(rank === null ? [] : [_("Place {rank} of {played}", { rank, played: ranked })]),
  ];
  return { text: lines.join("\n"), url: `${location.origin}/day/${day}` };
}

/** @param {"won" | "drawn" | "lost"} outcome @param {number} margin @param {number} turns */
function outcomeWords(outcome, margin, turns) {
  if (outcome === "won") return ngettext("Won by {margin} in {n} turn", "Won by {margin} in {n} turns", turns, { margin });
  if (outcome === "lost") return ngettext("Lost by {margin} in {n} turn", "Lost by {margin} in {n} turns", turns, { margin });
  return ngettext("Drawn in {n} turn", "Drawn in {n} turns", turns);
}
