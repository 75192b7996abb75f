// This page's part in the shuffles: its own 32 bytes for every game, sent only after the server has committed to its
// secret, and stored here so that the page of the finished game can check that both were used.

import { readValue, writeValue } from "../../kernel/storage.js";

/** @typedef {{table: string, game: number, commitment: string, contribution: string}} Given */

const KEY = "spite.fair";
const KEPT = 200;
const BYTES = 32;

/** This browser's contributions, the latest last. @returns {Given[]} */
export function given() {
  return readValue(KEY) ?? [];
}

/**
 * The contribution to a game: a new one for a new commitment, the same one for the same commitment.
 * @param {string} table
 * @param {number} game
 * @param {string} commitment
 */
export function contribution(table, game, commitment) {
  const all = given();
  const before = all.find((one) => one.table === table && one.game === game && one.commitment === commitment);
  if (before) return before.contribution;
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  // A browser that stores nothing still takes part; only its own later check cannot name the bytes.
  writeValue(KEY, [...all, { table, game, commitment, contribution: made }].slice(-KEPT));
  return made;
}
