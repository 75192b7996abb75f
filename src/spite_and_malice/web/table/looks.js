// The surfaces, decks and backs that there are, and putting the chosen ones on (docs/look.md).

/** @import {Settings} from "./types.js" */

/** @typedef {"surface" | "deck" | "back"} Kind */

const root = document.documentElement;

/** For each kind the looks by their file's name with what they are called in English, the default first. @type {Record<Kind, Record<string, string>>} */
export const LOOKS = JSON.parse(root.dataset.looks ?? "{}");

/** The look that is chosen, or the default if there is none of that name. @param {Kind} kind @param {Settings} settings */
export function lookOf(kind, settings) {
  return settings[kind] in LOOKS[kind] ? settings[kind] : Object.keys(LOOKS[kind])[0];
}

/** @param {Kind} kind @param {string} name */
export function lookUrl(kind, name) {
  return new URL(`../look/${kind}s/${name}.${kind === "surface" ? "css" : "svg"}`, import.meta.url).href;
}

/** Fetches a surface once; it is seen where `data-surface` names it. @param {string} name @returns {Promise<unknown>} */
export async function fetchSurface(name) {
  const href = lookUrl("surface", name);
  const known = [...document.querySelectorAll("link")].some((link) => link.href === href);
  if (known) return;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const fetched = new Promise((done) => (link.onload = link.onerror = done));
  document.head.append(link);
  await fetched;
}

/** Dresses the page. @param {Settings} settings */
export async function putOn(settings) {
  const surface = lookOf("surface", settings);
  await fetchSurface(surface);
  root.dataset.surface = surface;
}
