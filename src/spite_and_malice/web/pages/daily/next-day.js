// The start of the next day: the local time, and the time until then.

import "../../kernel/new-day.js";
import { serverNow } from "../../kernel/dom/times.js";
import { _, language, region } from "../../texts.js";

/** "in 3 hours", "in 12 minutes", "now". @param {number} milliseconds */
function until(milliseconds) {
  const minutes = Math.ceil(milliseconds / 60_000);
  if (minutes <= 0) return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(0, "second");
  const figure = new Intl.RelativeTimeFormat(language);
  return minutes >= 60 ? figure.format(Math.floor(minutes / 60), "hour") : figure.format(minutes, "minute");
}

for (const time of document.querySelectorAll("time[data-clock]")) {
  const at = new Date(Number(time.getAttribute("data-clock")));
  time.setAttribute("datetime", at.toISOString());
  const midnight = at.getHours() === 0 && at.getMinutes() === 0;
  const here = midnight ? _("midnight") : at.toLocaleTimeString(region, { hour: "numeric", minute: "2-digit" });
  const tell = () => (time.textContent = `${here} (${until(at.getTime() - serverNow())})`);
  tell();
  setInterval(tell, 30_000);
}

export const ready = true;
