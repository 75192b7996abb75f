// The computer players' remarks that this browser has heard in its last games, by their names at the server: it sends
// them to every table, and none of them is repeated for five games.

import { readValue, writeValue } from "../../kernel/storage.js";

/** The lines of one game. @typedef {{game: string, lines: string[]}} Heard */

const KEY = "spite.heard";
/** The current game and the five before it. */
const GAMES = 6;
/** The most that a table accepts (server/protocol/incoming.py). */
const MOST = 200;

/** @returns {Heard[]} the latest game first */
function kept() {
  const found = readValue(KEY);
  return Array.isArray(found) ? found.filter((one) => typeof one?.game === "string" && Array.isArray(one.lines)) : [];
}

/** Every remark that must not be repeated. @returns {string[]} */
export const heardLines = () => [...new Set(kept().flatMap(({ lines }) => lines))].slice(0, MOST);

/** Remembers a line. @param {string} game the table with the number of the game @param {string} line */
export function rememberLine(game, line) {
  // Two games played side by side are two, however often they alternate.
  const others = kept().filter((one) => one.game !== game);
  const lines = kept().find((one) => one.game === game)?.lines ?? [];
  writeValue(KEY, [{ game, lines: [line, ...lines] }, ...others].slice(0, GAMES));
}
