// What was said of a game's moves outlives a reload of the page: the server's log does not name the cards that came from
// piles, though everybody saw them.

/** @import {Line} from "./types.js" */

/** @typedef {{table: string | undefined, game: number | null, log: string[], lines: Line[]}} Turns */

const KEY = "spite.turns";

/** Keeps what is told of a table's game for the next page of this tab. @param {() => Turns} turns */
export function keepTurns(turns) {
  addEventListener("pagehide", () => {
    try {
      if (turns().table) sessionStorage.setItem(KEY, JSON.stringify(turns()));
    } catch {
      // Without storage the next page says a little less.
    }
  });
}

/**
 * The lines that belong to the log of a game, as far as they were kept.
 * @param {string | undefined} table
 * @param {number} game
 * @returns {Pick<Turns, "log" | "lines">}
 */
export function keptTurns(table, game) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (kept?.table === table && kept?.game === game) return kept;
  } catch {
    // As above.
  }
  return { log: [], lines: [] };
}
