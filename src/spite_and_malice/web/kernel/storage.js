// The browser's storage: texts by key, permanently or while the tab is open. If there is no storage, or a value cannot be
// read, nothing is found, and pages use defaults.

/** Permanently, or until the tab is closed. @typedef {"browser" | "tab"} Place */

/** The prefix of every key of this program. */
const OURS = "spite.";

/** Throws if the browser denies storage to pages. @param {Place} place */
const storageOf = (place) => (place === "tab" ? sessionStorage : localStorage);

/** @param {string} key @param {Place} [place] @returns {string | null} null if nothing is stored */
export function readText(key, place = "browser") {
  try {
    return storageOf(place).getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string | null} text null to remove it
 * @param {Place} [place]
 * @returns {boolean} whether it was stored
 */
export function writeText(key, text, place = "browser") {
  try {
    if (text === null) storageOf(place).removeItem(key);
    else storageOf(place).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** A value stored as JSON, null if there is no readable one. @param {string} key @returns {any} */
export function readValue(key) {
  try {
    return JSON.parse(readText(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value @returns {boolean} whether it was stored */
export function writeValue(key, value) {
  return writeText(key, JSON.stringify(value));
}

/** Removes everything that this program has stored permanently. */
export function forgetAll() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(OURS)) localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
