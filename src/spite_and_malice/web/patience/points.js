// Points of a game of patience, by the scoring chosen by the person; the server counts them.

import { ngettext } from "../texts.js";

/** @typedef {Record<string, number>} Points by the ids of the game's possible scorings */

/**
 * The scoring used for the points shown: the chosen one, or the only one; undefined if none is wanted or fits.
 * @param {string[]} scorings the game's possible scorings
 * @param {import("./types.js").Settings} settings
 */
export function scoringOf(scorings, { scoring }) {
  if (scoring === "none") return undefined;
  return scorings.includes(scoring) ? scoring : scorings.length === 1 ? scorings[0] : undefined;
}

/** @param {number} points */
export const signed = (points) => String(points).replace("-", "\u2212");

/** @param {number} points */
export const pointsWords = (points) => ngettext("{points} point", "{points} points", Math.abs(points), { points: signed(points) });
