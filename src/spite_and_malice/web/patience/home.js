// Patience on the home page: one press deals.

import { leave, wake } from "../kernel/line/leave.js";
import { begin, keepWish, lastWish } from "./begin.js";

const section = /** @type {HTMLElement} */ (document.querySelector("[data-patience]"));
const button = /** @type {HTMLButtonElement} */ (section.querySelector("[data-patience-deal]"));
const radios = /** @type {HTMLInputElement[]} */ ([...section.querySelectorAll("[name=preset]")]);
const last = lastWish();

for (const radio of radios) if (radio.value === last.preset) radio.checked = true;
button.addEventListener("click", () => {
  const preset = radios.find((radio) => radio.checked)?.value;
  keepWish({ ...last, preset });
  leave(/** @type {HTMLElement} */ (section.querySelector("[data-error]")), [button], () => begin({ preset }));
});
// Before this module was there, a press would have done nothing.
wake([button]);
addEventListener("pageshow", () => wake([button]));
