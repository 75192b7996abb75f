// The page of the day: dates and weekdays in local form.

import { pictureButton, shareButton } from "../../kernel/dom/share.js";
import { addressFor } from "../../places.js";
import { _, region } from "../../texts.js";
import "../../kernel/dom/times.js";
import "./next-day.js";

/** A Monday. */
const MONDAY = Date.UTC(2026, 0, 5, 12);
const DAY = 86_400_000;

for (const head of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-weekday]"))) {
  const day = new Date(MONDAY + Number(head.dataset.weekday) * DAY);
  head.textContent = day.toLocaleDateString(region, { weekday: "short", timeZone: "UTC" });
}
for (const month of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-month]"))) {
  const first = new Date(`${month.dataset.month}T12:00:00Z`);
  month.textContent = first.toLocaleDateString(region, { month: "long", year: "numeric", timeZone: "UTC" });
}
const share = /** @type {HTMLElement | null} */ (document.querySelector("[data-share-day]"));
if (share) {
  share.append(shareButton(() => dayGrid(share.dataset)));
  share.append(pictureButton(share.dataset.sharePicture ?? "", `${share.dataset.shareDay}.png`));
}

/** The person's progress in a day, shown only by the suits. @param {DOMStringMap} day */
function dayGrid({ shareDay: day = "", shareSigns: signs, shareStreak: streak, sharePicture: picture }) {
  const date = new Date(`${day}T12:00:00Z`).toLocaleDateString(region, { day: "numeric", month: "long", timeZone: "UTC" });
  const title = _("Spite and Malice, {date}", { date });
  return { text: [title, signs, streak].filter(Boolean).join("\n"), url: addressFor(`/today/${day}`, true), picture };
}
// A page restored by the browser may show a game as open that has been played meanwhile: it is reloaded.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});

export const ready = true;
