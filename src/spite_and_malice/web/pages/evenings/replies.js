// One's reply to a planned evening, wherever a page lists it.

import { request, sentenceOf } from "../../kernel/line/requests.js";
import { storedName } from "../../kernel/people/me.js";

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-replies]"))) {
  const buttons = /** @type {HTMLButtonElement[]} */ ([...place.querySelectorAll("[data-reply]")]);
  for (const button of buttons) {
    button.addEventListener("click", async () => {
      try {
        const evening = await request("PUT", `/api/evenings/${place.dataset.replies}/reply`, { reply: button.dataset.reply, name: storedName() });
        for (const each of buttons) {
          each.setAttribute("aria-pressed", String(each.dataset.reply === evening.reply));
          const count = each.querySelector("[data-count]");
          if (count) count.textContent = String(evening.replies[each.dataset.reply ?? ""] ?? 0);
        }
      } catch (problem) {
        const error = document.querySelector("[data-error]");
        if (error) error.textContent = sentenceOf(problem);
      }
    });
  }
}

export const ready = true;
