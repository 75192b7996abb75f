// Keeping house rules under a name, beside the form on which they are made.

import { post, sentenceOf } from "./line/requests.js";

/**
 * @param {HTMLElement} place holds the name, the button and a line for what came of it
 * @param {() => {preset: string, rules: object}} rules as they are now
 * @param {(name: string) => string} words the sentence about those that are kept
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
    // An input method ends its word with Enter; Safari says so by the code alone.
    if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
    // The form would start the game.
    event.preventDefault();
    button.click();
  });
}
