// Which lines of the computer players this browser has heard in its last games, by the names that the server gives them: it tells
// them to every table, and none of them is repeated for five games.

import { readValue, writeValue } from "../../kernel/storage.js";

/** The lines of one game. @typedef {{game: string, lines: string[]}} Heard */

const KEY = "spite.heard";
/** The game that is played, and the five before it. */
const GAMES = 6;
/** What a table takes in (server/protocol/incoming.py). */
const MOST = 200;

/** @returns {Heard[]} the latest game first */
function kept() {
  const found = readValue(KEY);
  return Array.isArray(found) ? found.filter((one) => typeof one?.game === "string" && Array.isArray(one.lines)) : [];
}

/** Every line that is not to be said again. @returns {string[]} */
export const heardLines = () => [...new Set(kept().flatMap(({ lines }) => lines))].slice(0, MOST);

/** Remembers a line. @param {string} game the table with the number of the game @param {string} line */
export function rememberLine(game, line) {
  // Two games that are played side by side are two, however often one takes turns with the other.
  const others = kept().filter((one) => one.game !== game);
  const lines = kept().find((one) => one.game === game)?.lines ?? [];
  writeValue(KEY, [{ game, lines: [line, ...lines] }, ...others].slice(0, GAMES));
}
