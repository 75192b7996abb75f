// Parts of the page that are fetched on demand, and their style sheets.

import { fileAt } from "../../places.js";
import { _ } from "../../texts.js";

/** How long to wait for the first cards of a table, in milliseconds. */
const LONGEST_MS = 1500;
const AGAIN_MS = 50;
/** Until they have been drawn. */
const DRAWN_MS = 300;

/** After the first cards are shown: parts not needed for them are fetched then. */
export async function later() {
  const cards = document.getElementById("cards");
  const end = performance.now() + LONGEST_MS;
  while (cards && !cards.firstElementChild && performance.now() < end) {
    await pause(AGAIN_MS);
  }
  await pause(DRAWN_MS);
}

/** Resolves once the page has rendered. A hidden page does not render, so it does not wait. @returns {Promise<void>} */
export function shown() {
  return new Promise((done) => {
    if (document.hidden) done();
    else requestAnimationFrame(() => setTimeout(done));
  });
}

/** Resolves when the browser is idle, for slow work that nobody is waiting for. @returns {Promise<void>} */
export function quietly() {
  // Safari has no requestIdleCallback.
  return new Promise((done) => ("requestIdleCallback" in window ? requestIdleCallback(() => done()) : setTimeout(done)));
}

/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Fetches something on first use, once per name. After a failure the next use tries again.
 * @template T @template [Name=void] @param {(name: Name) => Promise<T>} fetching @returns {(name: Name) => Promise<T>}
 */
export function lazily(fetching) {
  /** @type {Map<Name, Promise<T>>} */
  const fetched = new Map();
  return (name) => {
    let known = fetched.get(name);
    if (!known) {
      known = fetching(name);
      fetched.set(name, known);
      known.catch(() => fetched.delete(name));
    }
    return known;
  };
}

/** Reports a part that could not be fetched; it is fetched again when it is needed again. @param {(words: string) => void} tell */
export function whenUnfetched(tell) {
  addEventListener("unhandledrejection", (event) => {
    if (!/module/.test(event.reason?.message)) return;
    event.preventDefault();
    tell(_("This could not be fetched: the server cannot be reached. Try again in a moment."));
  });
}

/** Load a style sheet; wait for this before drawing anything that needs it. @param {string} path below web/ */
export function styled(path) {
  const href = fileAt(path);
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve(undefined);
    document.head.append(link);
  });
}
