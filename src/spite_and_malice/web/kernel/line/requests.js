// Requests to the server: JSON out, JSON in, and one sentence for each failure. Also buttons that lead to a table.

import { at, go } from "../../places.js";
import { readText, writeText } from "../storage.js";
import { _ } from "../../texts.js";

/** A refusal. `fields` names the rules concerned, `code` is for programs, `said` is the whole response. */
export class Refused extends Error {
  /** @param {string} message @param {string[]} fields @param {Record<string, unknown>} said */
  constructor(message, fields = [], said = {}) {
    super(message);
    this.fields = fields;
    this.code = String(said.code ?? "");
    this.said = said;
  }
}

/** There was no answer: the browser is offline. */
export class Unreachable extends Refused {}

/** The message about a failure for a person. @param {unknown} problem */
export function sentenceOf(problem) {
  if (problem instanceof Refused) return problem.message;
  // The common part of browsers' messages about a failed module.
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

/** The id of this browser's current computer opponent: the last one, or the next level; null before the first. */
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
 * Remove a game against computers only, finished or not, or a table where nobody else has joined, from the lists. Throws `Refused`.
 * @param {string} id of its table
 */
export async function giveUp(id) {
  await post(`/api/tables/${id}/give-up`, {});
}

/**
 * Delete a table without a running game. If others keep the table, only your name is removed from it. Throws `Refused`.
 * @param {string} id
 */
export async function deleteTable(id) {
  await request("DELETE", `/api/tables/${id}`, {});
}

/**
 * Join somebody who waits for the same game, or open a new table that others can find. Throws `Refused`.
 * @param {string} preset @param {number} players @param {string} name @param {boolean} rated whether the game counts for ratings
 */
export async function playAnyone(preset, players, name, rated = false) {
  const { url } = await post("/api/play", { preset, players, name, rated });
  go(url);
}

/**
 * Runs an action that leaves the page. Its buttons are disabled meanwhile, and enabled again if it is refused.
 * @param {HTMLElement} error for showing the reason
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

/** A link to the offline game, if it is cached. @param {HTMLElement} error */
async function offerInstead(error) {
  const banner = await import("./offline-banner.js").catch(() => null);
  await banner?.offerInstead(error);
}

/** @param {HTMLButtonElement[]} buttons */
export function wake(buttons) {
  for (const button of buttons) button.disabled = false;
}
