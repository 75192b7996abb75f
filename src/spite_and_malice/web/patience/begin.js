// Sitting down to a game of patience, and what was chosen last.

import { post } from "../kernel/line/requests.js";
import { readValue, writeValue } from "../kernel/storage.js";
import { go } from "../places.js";

const KEY = "spite.patience";

/**
 * @typedef {{preset?: string, rules?: object, deal?: string, level?: string | null, day?: string, name?: string}} Wish
 */

/** Deals and goes there. Throws `Refused`. @param {Wish} wish @param {AbortSignal} [signal] that nobody waits any more */
export async function begin(wish, signal) {
  const { url } = await post("/api/patience", wish, signal);
  go(url);
}

/** What this browser's player chose last. @returns {Wish} */
export function lastWish() {
  return readValue(KEY) ?? {};
}

/** @param {Wish} wish */
export function keepWish(wish) {
  writeValue(KEY, wish);
}
