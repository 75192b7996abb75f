// This browser's player: the name and head they use at a table.

import { readText, writeText } from "../storage.js";

const NAME = "spite.name";
const HEAD = "spite.head";
/** The heads of people without a name: each browser keeps one of them. */
const GUESTS = ["crumb", "hoot", "russet", "tibble"];

const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
const SEEN = /[\p{L}\p{N}\p{S}\p{P}]/u;

/** The event on the window when the name or the head has changed. */
export const ME_CHANGED = "spite-me";

/** The player's name; empty until they enter one. */
export function storedName() {
  return readText(NAME) ?? "";
}

/** Normalises a name like the server: without characters that reverse text, and never invisible. @param {string} name */
export function storeName(name) {
  const written = name.replace(TURNS, "").trim();
  keep(NAME, SEEN.test(written) ? written : "");
}

/** The player's head; empty for one made from the name. */
export function storedHead() {
  const head = readText(HEAD);
  if (head !== null || storedName()) return head ?? "";
  const guest = GUESTS[Math.floor(Math.random() * GUESTS.length)];
  writeText(HEAD, guest);
  return guest;
}

/** The head to show beside others: a default one is replaced if somebody else has it. @param {unknown[]} taken by the others */
export function headBeside(taken) {
  const head = storedHead();
  if (!GUESTS.includes(head) || !taken.includes(head)) return head;
  return GUESTS.find((guest) => !taken.includes(guest)) ?? head;
}

/** @param {string} head */
export function storeHead(head) {
  keep(HEAD, head);
}

/** @param {string} key @param {string} text */
function keep(key, text) {
  writeText(key, text);
  dispatchEvent(new Event(ME_CHANGED));
}
