// How this browser's player has done against each level: three wins of four lead to the next, and a quicker win is a record.

import { _, ngettext } from "../texts.js";
import { LEVELS } from "./plates.js";

/** @import {Ended} from "./finish.js" */

const KEY = "spite.standing";
const OF = 4;
const ENOUGH = 3;

/**
 * @typedef {{latest: boolean[], quickest: Record<string, number>}} Against by level: the last results, and by version of the
 *   game the fewest turns of a win
 * @typedef {{counted: string[], levels: Record<string, Against>}} Kept `counted` names the games that are in it
 */

/** @returns {Kept} */
function kept() {
  try {
    const { counted = [], levels = {} } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { counted, levels };
  } catch {
    return { counted: [], levels: {} };
  }
}

/**
 * Counts a game that ended, once, and says what follows from it.
 * @param {Pick<Ended, "view" | "table" | "game" | "log" | "day" | "practice">} ended
 * @returns {{next: string | null, record: string}} the level to try next, and what record fell
 */
export function standing({ view, table, game, log, day, practice }) {
  const { you } = table;
  const others = table.seats.filter((_seat, at) => at !== you);
  const level = others[0]?.player ?? "";
  const order = Object.keys(LEVELS);
  const alone = you !== null && others.every((seat) => seat.kind === "computer" && seat.player === level);
  if (!alone || !order.includes(level) || !view.result || day || practice) return { next: null, record: "" };
  const all = kept();
  const against = (all.levels[level] ??= { latest: [], quickest: {} });
  const won = view.result.winners.includes(you);
  const name = `${table.id} ${game}`;
  let record = "";
  if (!all.counted.includes(name)) {
    all.counted = [...all.counted, name].slice(-50);
    against.latest = [...against.latest, won].slice(-OF);
    const seats = log.map((entry) => Number(entry.split(" ")[0]));
    const turns = seats.filter((at, index) => at === you && seats[index - 1] !== you).length;
    const version = `${table.preset ?? "own"} ${table.seats.length}`;
    const before = against.quickest[version];
    if (won && before && turns < before) {
      record = ngettext("Your quickest win against {name}: {n} turn, {before} before.", "Your quickest win against {name}: {n} turns, {before} before.", turns, { name: LEVELS[level].name, before });
    }
    if (won) against.quickest[version] = Math.min(turns, before ?? turns);
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // A browser that keeps nothing offers nothing.
    }
  }
  const enough = against.latest.filter(Boolean).length >= ENOUGH;
  return { next: won && enough ? (order[order.indexOf(level) + 1] ?? null) : null, record };
}
