// The end of the day of a page: the page of the new day is loaded, and a game of the old day starts only after a question.

import { make, makeButton } from "./dom/make.js";
import { serverNow } from "./dom/times.js";
import { Refused, leave } from "./line/requests.js";
import { readText, writeText } from "./storage.js";
import { _, region } from "../texts.js";

/** The end of the day for which this tab was reloaded: a cached page is not reloaded again and again. */
const KEY = "spite.new-day";
const EVERY = 30_000;

/** The end of the day of this page, in UTC milliseconds; infinite if the page has no current day. */
const END = Number(/** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=day-ends]"))?.content || Infinity);

/** Has a new day begun since the page was rendered? */
export const isOver = () => serverNow() >= END;

/** Loads the page of the new day, unless somebody is typing. */
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

/** The day of a page, and whether it was shown as the current one. @typedef {{day: string, as_today: boolean}} ChosenDay */

/**
 * Starts something for a day. If the day has ended meanwhile, the person chooses the day first.
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
