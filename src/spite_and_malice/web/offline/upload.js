// Uploads games finished offline once the server can be reached: it replays them and accepts each once. Its answers are
// recorded, so that nothing is sent repeatedly.

import { readValue, writeValue } from "../kernel/storage.js";

/** @import {Answer, Question} from "./engine.js" */

const KEY = "spite.brought";
/** The number sent at once: the server limits the requests per minute and address. */
const AT_ONCE = 20;
const REFUSED = [409, 413, 422];

/** Might a server offer these pages? It has them at offline/; elsewhere they are on their own. @param {URL} scope */
export function ofServer(scope) {
  return scope.pathname.endsWith("/offline/");
}

/**
 * The server of these pages, null if there is none or no connection to it.
 * @param {URL} scope
 * @returns {Promise<URL | null>}
 */
export async function findServer(scope) {
  if (!ofServer(scope)) return null;
  const answer = await fetch(new URL("../health/live", scope), { cache: "no-store" }).catch(() => null);
  return answer?.ok ? new URL("..", scope) : null;
}

/**
 * Send what is new.
 * @param {URL} server
 * @param {(question: Question) => Promise<Answer>} ask the server in this browser
 * @returns {Promise<{imported: number, refused: string[]}>} the number accepted, and the reasons for refusals
 */
export async function upload(server, ask) {
  const known = noted();
  const found = { imported: 0, refused: /** @type {string[]} */ ([]) };
  for (const game of (await finished(ask)).filter((each) => !known.has(each)).slice(0, AT_ONCE)) {
    const record = await ask(question(`/api/tables/${game}/record`));
    if (record.status !== 200) continue;
    const answer = await fetch(new URL("api/imported", server), {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ record: new TextDecoder().decode(record.body) }),
    }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (answer?.ok && told?.id) found.imported += 1;
    else if (answer && REFUSED.includes(answer.status)) found.refused.push(told?.error?.message ?? "");
    else break;
    known.add(game);
    note(known);
  }
  return found;
}

/** The finished games, as "TABLE/games/NUMBER". @param {(question: Question) => Promise<Answer>} ask */
async function finished(ask) {
  return (await ownTables(ask))
    .filter(({ practice }) => !practice)
    .flatMap(({ id, state, game }) => {
      const over = state === "game_over" || state === "match_over" ? game : game - 1;
      return Array.from({ length: Math.max(0, over) }, (_none, at) => `${id}/games/${at + 1}`);
    });
}

/** @returns {Set<string>} */
function noted() {
  return new Set(readValue(KEY) ?? []);
}

/** @param {Set<string>} known */
function note(known) {
  // It may not be stored: the server accepts a game only once, however often it is sent.
  writeValue(KEY, [...known]);
}

/**
 * The part of `TableAnswer` in server/features/tables.py that is needed here.
 * @typedef {{id: string, state: string, game: number, practice: boolean, changed_at: number}} Table
 */

/** @param {(question: Question) => Promise<Answer>} ask the server @returns {Promise<Table[]>} */
export async function ownTables(ask) {
  const { status, body } = await ask(question("/api/tables"));
  return status === 200 ? JSON.parse(new TextDecoder().decode(body)) : [];
}

/** @param {string} path @returns {Question} */
export function question(path) {
  return { method: "GET", path, headers: [["host", location.host], ["accept", "application/json"]], body: null };
}
