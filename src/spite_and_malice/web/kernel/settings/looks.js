// The available surfaces, decks, backs and signs, and applying the chosen ones (docs/look.md).

import { fileAt } from "../../places.js";
import { readDeck } from "../cards/cards.js";
import { lazily } from "../dom/lazily.js";
import { readText, writeText } from "../storage.js";

/** @import {Faces} from "../cards/cards.js" */

/** @typedef {"surface" | "deck" | "pack" | "back" | "sign"} Kind */
/** The chosen look of each kind, by name. @typedef {Record<Kind, string>} Chosen */

const root = document.documentElement;

/** For each kind the looks, by file name, with their English names, the default first. @type {Record<Kind, Record<string, string>>} */
export const LOOKS = JSON.parse(root.dataset.looks ?? "{}");

/** The player's own picture as a back; it stays in this browser and is never sent. */
export const OWN = "own";
const PICTURE = "spite.back";

/** The player's own picture, as a data: URL. @returns {string | null} */
export function ownPicture() {
  return readText(PICTURE);
}

/** Stores the picture, or removes it. @param {string | null} picture @returns {boolean} whether there was room for it */
export function keepPicture(picture) {
  return writeText(PICTURE, picture);
}

/** The chosen look, or the default if no look has that name. @param {Kind} kind @param {Chosen} settings */
export function lookOf(kind, settings) {
  if (kind === "back" && settings.back === OWN && ownPicture()) return OWN;
  return settings[kind] in LOOKS[kind] ? settings[kind] : Object.keys(LOOKS[kind])[0];
}

/** @param {Kind} kind @param {string} name */
export function lookUrl(kind, name) {
  return fileAt(`look/${kind}s/${name}.${kind === "surface" ? "css" : "svg"}`);
}

/**
 * Fetches a surface once; it is seen where `data-surface` names it.
 * @param {string} name
 * @returns {Promise<boolean>} whether it is available; after a failure the next call tries again
 */
export async function fetchSurface(name) {
  // Every page has it.
  if (name === Object.keys(LOOKS.surface)[0]) return true;
  const href = lookUrl("surface", name);
  // The page waited for the link in its markup: if that has no sheet, it has failed.
  const known = [...document.querySelectorAll("link")].find(
    (link) => link.href === href && (link.sheet || link.dataset.coming !== undefined),
  );
  if (known?.sheet) return true;
  const link = known ?? Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  link.dataset.coming = "";
  const fetched = new Promise((done) => {
    link.addEventListener("load", () => done(true));
    link.addEventListener("error", () => done(false));
  });
  if (!known) document.head.append(link);
  if (await fetched) return true;
  link.remove();
  return false;
}

/** A back as a CSS image. @param {string} name */
export function backImage(name) {
  return `url("${name === OWN ? ownPicture() : lookUrl("back", name)}")`;
}

const pack = lazily(async () => new (await import("./pack.js")).Pack());

/** Writes the letters of a pack on the cards; nothing is fetched for the default ones. @param {string} name */
export async function wearPack(name) {
  if (name !== Object.keys(LOOKS.pack)[0] || root.dataset.pack) await pack().then((letters) => letters.wear(name)).catch(() => {});
}

/**
 * Styles the page.
 * @param {Chosen} settings
 * @returns {Promise<Faces | null>} the parts for drawing cards; null if they could not be fetched
 */
export async function applyLook(settings) {
  const surface = lookOf("surface", settings);
  const backs = Object.keys(LOOKS.back);
  const back = lookOf("back", settings);
  root.style.setProperty("--back", backImage(back));
  // Two packs have two backs.
  root.style.setProperty("--back-payoff", backImage(backs[(backs.indexOf(back) + 1) % backs.length]));
  const [faces, fetched] = await Promise.all([readDeck(lookOf("deck", settings)), fetchSurface(surface), wearPack(lookOf("pack", settings))]);
  if (fetched) root.dataset.surface = surface;
  return faces;
}
