// What the server in this browser has of one's tables, asked as a page asks it.

/** @import {Answer, Question} from "./engine.js" */

/**
 * As `TableAnswer` of server/features/tables.py, of which this is what is needed here.
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
