// Synchronises choices between the browsers of an account: open tables apply them immediately, other pages when they open.

import { ME_CHANGED } from "../../kernel/people/me.js";
import { isSignedIn, rememberSignedIn } from "../../kernel/people/passkeys.js";
import { readText, readValue, writeText, writeValue } from "../../kernel/storage.js";
import { at } from "../../places.js";

/** The settings that are synchronised; a person's own picture stays on its device. */
const KEYS = ["spite.settings", "spite.name", "spite.head", "spite.opponent", "spite.lessons", "spite.patience"];
const FOLLOWED = "spite.followed";
const LANGUAGE = "spite_language";
/** Milliseconds after the last of several changes before they are sent. */
const SOON = 300;

/** @typedef {Record<string, string>} Chosen */

/** @returns {Chosen} */
function here() {
  const found = /** @type {Chosen} */ ({});
  for (const key of KEYS) {
    const value = readText(key);
    if (value !== null) found[key] = value;
  }
  const cookie = document.cookie.split("; ").find((each) => each.startsWith(`${LANGUAGE}=`));
  if (cookie) found.language = cookie.slice(LANGUAGE.length + 1);
  return found;
}

/** @param {Chosen} chosen @returns {boolean} whether all of it was stored */
function take(chosen) {
  const kept = KEYS.every((key) => !(key in chosen) || writeText(key, chosen[key]));
  if (chosen.language) document.cookie = `${LANGUAGE}=${chosen.language}; path=/; max-age=${400 * 24 * 3600}; samesite=lax`;
  return kept;
}

/** The last state that this browser and the account had in common. @returns {{settings: Chosen, revision: number}} */
function last() {
  return readValue(FOLLOWED) ?? { settings: {}, revision: -1 };
}

/** @param {Chosen} one @param {Chosen} other */
const same = (one, other) => [...KEYS, "language"].every((key) => one[key] === other[key]);

/** @param {Chosen} settings @param {number} revision @param {boolean} [leaving] */
async function tell(settings, revision, leaving = false) {
  const response = await fetch(at("/api/me/settings"), {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ settings, revision }),
    keepalive: leaving,
  });
  if (response.ok) writeValue(FOLLOWED, await response.json());
}

/** Sent to an open table when choices made in another browser arrived here. */
const FOLLOWED_SETTINGS = "spite-settings";

/** Signed out from another device: this browser keeps neither the name nor the drawing of its person. */
export function leaveAccount() {
  rememberSignedIn(false);
  for (const key of ["spite.name", "spite.head", FOLLOWED]) writeText(key, null);
  dispatchEvent(new Event(ME_CHANGED));
}

/**
 * The number of queries to the account, and the latest one whose response was applied.
 * @typedef {{asked: number, taken: number}} Questions
 */

/**
 * Applies choices made elsewhere, and sends those made here; returns whether pages look different now.
 * @param {boolean} mayReload
 * @param {Questions} questions
 */
async function follow(mayReload, questions) {
  const question = ++questions.asked;
  const response = await fetch(at("/api/me/settings"));
  if (response.status === 403) leaveAccount();
  if (!response.ok) return false;
  const account = /** @type {{settings: Chosen, revision: number}} */ (await response.json());
  // A late answer carries an outdated choice.
  if (question < questions.taken) return false;
  questions.taken = question;
  const known = last();
  const before = here();
  /** @type {Chosen} */
  const merged = { ...before, ...account.settings };
  // Changes made here since, but not there, stay.
  for (const [key, value] of Object.entries(before)) {
    const there = account.settings[key] ?? value;
    if (known.revision >= 0 && there === known.settings[key] && value !== there) merged[key] = value;
  }
  // Without storage each browser uses its own: a reloaded page would find the old settings.
  if (!take(merged) || !writeValue(FOLLOWED, account)) return false;
  if (!same(merged, account.settings)) {
    // Received changes are applied even if nothing can be sent; only a page that is closing has to wait.
    const told = tell(merged, account.revision).catch(() => {});
    if (mayReload) await told;
  }
  dispatchEvent(new Event(ME_CHANGED));
  return merged["spite.settings"] !== before["spite.settings"] || merged.language !== before.language;
}

/** @param {boolean} mayReload can this page be reloaded with the new choices? */
export async function followAccount(mayReload) {
  if (!isSignedIn()) return;
  const questions = { asked: 0, taken: 0 };
  const leave = () => {
    const known = last();
    const now = here();
    if (isSignedIn() && known.revision >= 0 && !same(now, known.settings)) void tell(now, known.revision, true);
  };
  addEventListener("pagehide", leave);
  let telling = 0;
  addEventListener("spite-chosen", () => {
    clearTimeout(telling);
    telling = window.setTimeout(leave, SOON);
  });
  addEventListener("spite-chosen-elsewhere", () => void look(false, questions));
  if (!mayReload) {
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) leave();
      else if (isSignedIn()) void look(false, questions);
    });
  }
  await look(mayReload, questions);
}

/** @param {boolean} mayReload @param {Questions} questions */
async function look(mayReload, questions) {
  try {
    if (!(await follow(mayReload, questions))) return;
    if (mayReload) location.reload();
    else dispatchEvent(new Event(FOLLOWED_SETTINGS));
  } catch {
    // Offline each browser uses its own.
  }
}
