// Asking the server: JSON out, JSON in, and one sentence when something is wrong; and leaving a page for a table with one press.

import { at, go } from "../../places.js";
import { readText, writeText } from "../storage.js";
import { _ } from "../../texts.js";

/** An answer that says no. `fields` names the rules it is about, `code` is for programs, `said` is all of it. */
export class Refused extends Error {
  /** @param {string} message @param {string[]} fields @param {Record<string, unknown>} said */
  constructor(message, fields = [], said = {}) {
    super(message);
    this.fields = fields;
    this.code = String(said.code ?? "");
    this.said = said;
  }
}

/** No answer: there is no line. */
export class Unreachable extends Refused {}

/** The message that a person reads about a failure. @param {unknown} problem */
export function sentenceOf(problem) {
  if (problem instanceof Refused) return problem.message;
  // All that browsers' messages about a failed module have in common.
  if (problem instanceof TypeError && /module/.test(problem.message)) {
    return _("This could not be fetched: the server cannot be reached. Try again in a moment.");
  }
  return _("Something went wrong here. Try again in a moment.");
}

/**
 * @param {string} url
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} the answer; throws `Refused` with a sentence for the reader
 */
export function post(url, body, signal) {
  return request("POST", url, body, signal);
}

/**
 * @param {string} method
 * @param {string} url
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} the answer; throws `Refused` with a sentence for the reader
 */
export async function request(method, url, body, signal) {
  let response;
  try {
    response = await fetch(at(url), {
      method,
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(_("The table server cannot be reached. Try again in a moment."));
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  const said = answer?.error ?? {};
  throw new Refused(said.message ?? _("Something went wrong here. Try again in a moment."), said.fields, said);
}

const OPPONENT = "spite.opponent";

/** The computer player that this browser's player goes on against, by its id: the last one, or the next level; null before the first. */
export function storedOpponent() {
  return readText(OPPONENT);
}

/** @param {string} player */
export function storeOpponent(player) {
  writeText(OPPONENT, player);
}

/**
 * Set up a table and go there, here or in another tab. Throws `Refused`.
 * @param {{preset: string | null, rules?: object, target?: number, seats: object[], settings?: object}} table
 * @param {Location} [where]
 */
export async function openTable(table, where = location) {
  const { url } = await post("/api/tables", table);
  go(url, where);
}

/**
 * Take a game against computers alone, finished or not, or a table at which one waits alone off the lists. Throws `Refused`.
 * @param {string} id of its table
 */
export async function giveUp(id) {
  await post(`/api/tables/${id}/give-up`, {});
}

/**
 * Delete a table at which no game goes on; of one that others keep one's own name goes. Throws `Refused`.
 * @param {string} id
 */
export async function deleteTable(id) {
  await request("DELETE", `/api/tables/${id}`, {});
}

/**
 * Sit down where somebody waits for the same game, or at a new table that others can find. Throws `Refused`.
 * @param {string} preset @param {number} players @param {string} name @param {boolean} rated whether the game counts for ratings
 */
export async function playAnyone(preset, players, name, rated = false) {
  const { url } = await post("/api/play", { preset, players, name, rated });
  go(url);
}

/**
 * Does what leads away from the page. Its buttons sleep meanwhile, and wake if it is refused.
 * @param {HTMLElement} error where the reason is shown
 * @param {HTMLButtonElement[]} buttons
 * @param {() => Promise<void>} act
 */
export async function leave(error, buttons, act) {
  error.textContent = "";
  for (const button of buttons) button.disabled = true;
  try {
    await act();
  } catch (problem) {
    error.textContent = sentenceOf(problem);
    wake(buttons);
    if (problem instanceof Unreachable && document.documentElement.dataset.offline) void offerInstead(error);
  }
}

/** The way to the game in this browser, where it is kept. @param {HTMLElement} error */
async function offerInstead(error) {
  const banner = await import("./offline-banner.js").catch(() => null);
  await banner?.offerInstead(error);
}

/** @param {HTMLButtonElement[]} buttons */
export function wake(buttons) {
  for (const button of buttons) button.disabled = false;
}
