// The next level, for a player who has beaten the one before it often enough.

import { make, makeButton } from "../../kernel/dom/make.js";
import { openTable, storeOpponent } from "../../kernel/line/requests.js";
import { headUrl } from "../../kernel/people/heads.js";
import { storedName } from "../../kernel/people/me.js";
import { readValue, writeValue } from "../../kernel/storage.js";
import { _ } from "../../texts.js";
import { LEVELS } from "../board/plates.js";

/** @import {Table, View} from "../types.js" */

/** @typedef {{view: View, table: Table, game: number, day: string | undefined, practice: string | undefined}} Ended */

/** The next level. @param {Pick<Ended, "table" | "view">} ended @param {string} level */
export function nextLevel({ table, view }, level) {
  const button = makeButton("primary next-level", "", async () => {
    button.disabled = true;
    const seats = table.seats.map((_seat, seat) =>
      seat === table.you ? { kind: "person", name: storedName() } : { kind: "computer", player: level },
    );
    await openTable({ preset: table.preset, rules: view.rules, seats }).catch(() => (button.disabled = false));
  });
  button.autofocus = true;
  const face = Object.assign(make("img", "portrait"), { src: headUrl(level), alt: "" });
  button.append(face, _("Next level: {name}", { name: LEVELS[level].name }));
  return button;
}

/** @param {Table} table @param {{won: number, of: number}} standing */
export function whyNext({ seats, you }, { won, of }) {
  const { name } = seats[you === 0 ? 1 : 0];
  return _("You have won {won} of your last {of} games against {name}: time for the next level.", { won, of, name });
}

// This browser's recent results against each level: a player who wins a match or a single game, and with it three of
// the last four games against a level, is offered the next.

const KEY = "spite.standing";
const OF = 4;
const ENOUGH = 3;

/**
 * @typedef {{latest: boolean[]}} Against the last results against a level
 * @typedef {{counted: string[], levels: Record<string, Against>}} Kept `counted` lists the games included
 */

/** @returns {Kept} */
function kept() {
  const { counted = [], levels = {} } = readValue(KEY) ?? {};
  return { counted, levels };
}

/**
 * Counts a finished game, once, and returns the level to try next, and why; the level to play against from now on is
 * stored.
 * @param {Ended} ended
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
