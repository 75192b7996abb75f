// The page of the deal of the day: sits down at it.

import { storedName, storeName } from "../../kernel/people/me.js";
import { go } from "../../places.js";
import { dayResult, dayShare } from "../../spite/moments/day-result.js";
import { post } from "../../kernel/line/requests.js";
import { beginOfDay } from "../../kernel/new-day.js";
import { pictureButton, shareButton } from "../../kernel/dom/share.js";
import "../../kernel/dom/times.js";
import "./next-day.js";

const share = /** @type {HTMLElement | null} */ (document.querySelector("[data-share]"));
const { share: shared, picture = "" } = share?.dataset ?? {};
if (share && shared) {
  const button = shareButton(async () => ({ ...dayShare(shared, await dayResult(shared)), picture }));
  share.replaceWith(button, pictureButton(picture, `${shared}.png`));
}

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-play]"));
if (form) offer(form);

// A page restored by the browser may offer a game that has been played meanwhile: it is reloaded.
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
    const day = { day: form.dataset.play ?? "", as_today: form.hasAttribute("data-today") };
    beginOfDay(error, button, day, "/day", async (chosen) => {
      const { url } = await post("/api/day", { name: name.value.trim(), ...chosen });
      go(url);
    });
  });
  name.value = storedName();
  button.disabled = false;
}

export const ready = true;
