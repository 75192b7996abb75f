// Formats durations ("4:05"), past times ("5 minutes ago") and days ("22 Nov").

import { _, language, region } from "../../texts.js";

const { now } = document.documentElement.dataset;

/** How far the server's clock is ahead of this device's, in milliseconds. Pages without a server time use the device's clock. */
const AHEAD = now === undefined ? 0 : Number(now) + performance.now() - Date.now();

/** The time in UTC milliseconds, by the server's clock. */
export const serverNow = () => Date.now() + AHEAD;

/** "4:05", "1:12:00". @param {number} ms */
export function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ n) => String(Math.floor(n)).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

const STEPS = /** @type {const} */ ([
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 7],
  ["week", 5],
]);

/**
 * @param {number} time UTC milliseconds
 * @param {number} now UTC milliseconds
 */
export function timeAgo(time, now) {
  let amount = Math.max(0, now - time) / 1000;
  for (const [unit, size] of STEPS) {
    if (amount < size) {
      const figure = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
      return unit === "second" ? _("just now") : figure.format(-Math.floor(amount), unit);
    }
    amount /= size;
  }
  return toTheDay(time);
}

/** The time left: "3 hours left". @param {number} ms */
export function timeLeft(ms) {
  return ms <= 0 ? _("time is up") : _("{time} left", { time: span(ms) });
}

/** A long duration in its largest unit: "3 hours"; from two days on, rounded to the nearest. @param {number} ms */
export function span(ms) {
  const minutes = Math.ceil(ms / 60_000);
  const [unit, amount] = minutes >= 2880 ? ["day", Math.round(minutes / 1440)] : minutes >= 60 ? ["hour", Math.floor(minutes / 60)] : ["minute", minutes];
  const figure = new Intl.NumberFormat(language, { style: "unit", unit: String(unit), unitDisplay: "long" });
  return figure.format(Number(amount));
}

/** The date and time, to the minute. @param {number} time UTC milliseconds */
export function toTheMinute(time) {
  return new Date(time).toLocaleString(region, { day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" });
}

/** With the day of the week: "Friday, 4 December, 20:00". @param {number} time UTC milliseconds */
export function withWeekday(time) {
  return new Date(time).toLocaleString(region, { weekday: "long", day: "numeric", month: "long", hour: "numeric", minute: "2-digit" });
}

/** A time as the value of a datetime-local field, in the local time zone. @param {number} time UTC milliseconds */
export function fieldTime(time) {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, "2026-01-01T12:00".length);
}

/** The date only. @param {number} time UTC milliseconds */
function toTheDay(time) {
  return new Date(time).toLocaleDateString(region, { day: "numeric", month: "long", year: "numeric" });
}

/** Fill in every time element of a page. @param {ParentNode} root */
function tellTimes(root) {
  for (const element of root.querySelectorAll("time:is([data-time], [data-until])")) {
    const until = element.getAttribute("data-until");
    const time = Number(until ?? element.getAttribute("data-time"));
    element.setAttribute("datetime", new Date(time).toISOString());
    element.setAttribute("title", new Date(time).toLocaleString(region));
    if (until !== null) element.textContent = timeLeft(time - serverNow());
    else if (element.hasAttribute("data-day")) element.textContent = toTheDay(time);
    else element.textContent = element.hasAttribute("data-exact") ? toTheMinute(time) : timeAgo(time, serverNow());
  }
}

for (const date of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-date]"))) {
  date.textContent = new Date(`${date.dataset.date}T12:00:00`).toLocaleDateString(region, { day: "numeric", month: "short" });
}

tellTimes(document);

export const ready = true;
