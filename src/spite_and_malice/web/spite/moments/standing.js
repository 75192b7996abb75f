// How this browser's player has done against each level lately: who wins a match or a single game, and with it three of the last
// four games against a level, is offered the next.

import { storeOpponent } from "../../kernel/line/requests.js";
import { readValue, writeValue } from "../../kernel/storage.js";
import { LEVELS } from "../board/plates.js";

/** @import {Ended} from "./finish.js" */

const KEY = "spite.standing";
const OF = 4;
const ENOUGH = 3;

/**
 * @typedef {{latest: boolean[]}} Against the last results against a level
 * @typedef {{counted: string[], levels: Record<string, Against>}} Kept `counted` names the games that are in it
 */

/** @returns {Kept} */
function kept() {
  const { counted = [], levels = {} } = readValue(KEY) ?? {};
  return { counted, levels };
}

/**
 * Counts a game that ended, once, and says which level to try next, and why; the level to play against from now on is kept.
 * @param {Pick<Ended, "view" | "table" | "game" | "day" | "practice">} ended
 * @returns {{level: string, won: number, of: number} | null}
 */
export function nextLevelAfter({ view, table, game, day, practice }) {
  const { you } = table;
  const others = table.seats.filter((_seat, at) => at !== you);
  const level = others[0]?.player ?? "";
  const order = Object.keys(LEVELS);
  const alone = you !== null && others.every((seat) => seat.kind === "computer" && seat.player === level);
  if (!alone || !order.includes(level) || !view.result || day || practice) return null;
  const all = kept();
  const against = (all.levels[level] ??= { latest: [] });
  const won = view.result.winners.includes(you);
  const name = `${table.id} ${game}`;
  const isNew = !all.counted.includes(name);
  if (isNew) against.latest = [...against.latest, won].slice(-OF);
  const wins = against.latest.filter(Boolean).length;
  // A match is played to its end first.
  const next = table.match.over && table.match.winners.includes(you) && wins >= ENOUGH ? (order[order.indexOf(level) + 1] ?? null) : null;
  if (isNew) {
    all.counted = [...all.counted, name].slice(-50);
    storeOpponent(next ?? level);
    writeValue(KEY, all);
  }
  return next === null ? null : { level: next, won: wins, of: against.latest.length };
}
