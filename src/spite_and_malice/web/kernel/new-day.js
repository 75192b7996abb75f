// The end of the day that a page is about: the page of the new one is loaded, and a game of the old one is not begun unasked.

import { make, makeButton } from "./dom/make.js";
import { serverNow } from "./dom/times.js";
import { Refused, leave } from "./line/requests.js";
import { readText, writeText } from "./storage.js";
import { _, region } from "../texts.js";

/** For which end of a day this tab was loaded again: a page from the browser's memory is not loaded over and over. */
const KEY = "spite.new-day";
const EVERY = 30_000;

/** When the day of this page ends, in UTC milliseconds; infinite where it is about no day that goes on. */
const END = Number(/** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=day-ends]"))?.content || Infinity);

/** Has a new day begun since the page was made? */
export const isOver = () => serverNow() >= END;

/** Loads the page of the new day, unless somebody is just writing something. */
function look() {
  if (!isOver() || readText(KEY, "tab") === String(END)) return;
  const { activeElement: at } = document;
  const isWriting = (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) && at.value !== at.defaultValue;
  if (isWriting || document.querySelector("dialog[open]")) return;
  writeText(KEY, String(END), "tab");
  location.reload();
}

if (END !== Infinity) {
  setInterval(look, EVERY);
  // Timers sleep while a page is hidden, and a whole night may have gone by.
  for (const event of ["focus", "pageshow", "online"]) addEventListener(event, look);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  setTimeout(look, Math.max(0, END - serverNow()) + 500);
}

/** A day that a page is about, and whether it showed it as the current one. @typedef {{day: string, as_today: boolean}} ChosenDay */

/**
 * Begins something of a day; where that has ended meanwhile it is asked first which day it is to be.
 * @param {HTMLElement} error where a refusal is shown
 * @param {HTMLButtonElement} button
 * @param {ChosenDay} day
 * @param {string} path of the page of the current day
 * @param {(day: ChosenDay) => Promise<void>} play
 */
export function beginOfDay(error, button, day, path, play) {
  error.parentElement?.querySelector(".new-day")?.remove();
  return leave(error, [button], async () => {
    try {
      await play(day);
    } catch (problem) {
      if (problem instanceof Refused && problem.code === "new_day") offer(error, button, day.day, path, play);
      throw problem;
    }
  });
}

/** @param {HTMLElement} error @param {HTMLButtonElement} button @param {string} day @param {string} path @param {(day: ChosenDay) => Promise<void>} play */
function offer(error, button, day, path, play) {
  const date = new Date(`${day}T12:00:00`).toLocaleDateString(region, { day: "numeric", month: "long" });
  const current = Object.assign(make("a", "button primary", _("Today’s deal")), { href: path });
  const old = makeButton("bare", _("Play the deal of {day}", { day: date }), () => beginOfDay(error, button, { day, as_today: false }, path, play));
  error.after(make("div", "actions new-day", current, old));
}
