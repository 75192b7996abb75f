// Keeping house rules under a name, beside the rules editor.

import { post, sentenceOf } from "../../kernel/line/requests.js";
import { _ } from "../../texts.js";

/**
 * @param {HTMLElement} place holds the name, the button and a line for what came of it
 * @param {() => {preset: string, rules: object}} rules as they are now
 */
export function offerToKeep(place, rules) {
  const name = /** @type {HTMLInputElement} */ (place.querySelector("[data-keep-name]"));
  const button = /** @type {HTMLButtonElement} */ (place.querySelector("[data-keep-now]"));
  const told = /** @type {HTMLElement} */ (place.querySelector("[data-keep-told]"));
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const kept = await post("/api/house-rules", { name: name.value, ...rules() });
      told.textContent = _("Kept as {name}: the rules, not the seats and the clock. It is offered wherever a game is chosen.", { name: kept.name });
    } catch (problem) {
      told.textContent = sentenceOf(problem);
    }
    button.disabled = false;
    // Not under the button that starts the game.
    told.scrollIntoView({ block: "nearest" });
  });
  name.addEventListener("keydown", (event) => {
    // An input method ends its word with Enter; Safari says so by the code alone.
    if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
    // The form would start the game.
    event.preventDefault();
    button.click();
  });
}
