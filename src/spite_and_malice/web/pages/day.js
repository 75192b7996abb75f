// The page of the deal of the day: sits down at it, and says at what time of this place the next one comes.

import { storedName, storeName } from "../kernel/people/me.js";
import { go } from "../places.js";
import { serverNow } from "../kernel/dom/times.js";
import { _, language, region } from "../texts.js";
import { dayResult, dayShare } from "../spite/moments/day-result.js";
import { leave, post } from "../kernel/line/requests.js";
import { shareButton } from "../kernel/dom/share.js";

/** "in 3 hours", "in 12 minutes". @param {number} milliseconds */
function until(milliseconds) {
  const minutes = Math.max(0, Math.ceil(milliseconds / 60_000));
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

const share = /** @type {HTMLElement | null} */ (document.querySelector("[data-share]"));
const shared = share?.dataset.share;
if (share && shared) share.replaceWith(shareButton(async () => dayShare(shared, await dayResult(shared))));

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-play]"));
if (form) offer(form);

// What comes back from the browser's memory may offer to play what has been played meanwhile: it is loaded again.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});

/** @param {HTMLFormElement} form */
function offer(form) {
  const error = /** @type {HTMLElement} */ (form.querySelector("[data-error]"));
  const name = /** @type {HTMLInputElement} */ (form.querySelector("[name=name]"));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    storeName(name.value.trim());
    leave(error, [button], async () => {
      const { url } = await post("/api/day", { name: name.value.trim(), day: form.dataset.play });
      go(url);
    });
  });
  name.value = storedName();
  button.disabled = false;
}
