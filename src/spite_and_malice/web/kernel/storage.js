// What this browser keeps: texts by their key, for good or for as long as the tab is open. Where a browser keeps nothing, or what
// is there cannot be read, nothing is found, and a page goes by what is usual.

/** For good, or until the tab is closed. @typedef {"browser" | "tab"} Place */

/** Every key of this program begins so. */
const OURS = "spite.";

/** Throws where the browser gives pages no storage. @param {Place} place */
const storageOf = (place) => (place === "tab" ? sessionStorage : localStorage);

/** @param {string} key @param {Place} [place] @returns {string | null} null where nothing is kept */
export function readText(key, place = "browser") {
  try {
    return storageOf(place).getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string | null} text null to keep nothing any more @param {Place} [place] @returns {boolean} whether it is kept */
export function writeText(key, text, place = "browser") {
  try {
    if (text === null) storageOf(place).removeItem(key);
    else storageOf(place).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** A value stored as JSON, null if there is none that can be read. @param {string} key @returns {any} */
export function readValue(key) {
  try {
    return JSON.parse(readText(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value @returns {boolean} whether it is kept */
export function writeValue(key, value) {
  return writeText(key, JSON.stringify(value));
}

/** Keeps nothing any more of all that this program has kept for good. */
export function forgetAll() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(OURS)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
