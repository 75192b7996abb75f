// The page of the deal of the day: sits down at it, and says at what time of this place the next one comes.

import { language } from "../texts.js";
import { leave } from "./leave.js";
import { post, storedName, storeName } from "./requests.js";

for (const time of document.querySelectorAll("time[data-clock]")) {
  const at = new Date(Number(time.getAttribute("data-clock")));
  time.setAttribute("datetime", at.toISOString());
  time.textContent = at.toLocaleTimeString(language, { hour: "numeric", minute: "2-digit" });
}

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-play]"));
if (form) offer(form);

// What comes back from the browser's memory may offer to play what has been played meanwhile: it is loaded anew.
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
      const { url } = await post("/api/day", { name: name.value.trim() });
      location.assign(url);
    });
  });
  name.value = storedName();
  button.disabled = false;
}
