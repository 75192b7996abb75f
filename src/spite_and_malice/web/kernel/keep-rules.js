// Saving house rules under a name, beside their form.

import { post, sentenceOf } from "./line/requests.js";

/**
 * @param {HTMLElement} place contains the name, the button and a line for the result
 * @param {() => {preset: string, rules: object}} rules returns the current rules
 * @param {(name: string) => string} words the sentence about saved rules
 */
export function offerToKeep(place, rules, words) {
  const name = /** @type {HTMLInputElement} */ (place.querySelector("[data-keep-name]"));
  const button = /** @type {HTMLButtonElement} */ (place.querySelector("[data-keep-now]"));
  const told = /** @type {HTMLElement} */ (place.querySelector("[data-keep-told]"));
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const kept = await post("/api/house-rules", { name: name.value, ...rules() });
      told.textContent = words(kept.name);
    } catch (problem) {
      told.textContent = sentenceOf(problem);
    }
    button.disabled = false;
    // Not under the button that starts the game.
    told.scrollIntoView({ block: "nearest" });
  });
  name.addEventListener("keydown", (event) => {
    // An input method ends its word with Enter; in Safari only the key code shows it.
    if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
    // The form would start the game.
    event.preventDefault();
    button.click();
  });
}
