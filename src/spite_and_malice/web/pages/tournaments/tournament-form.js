// The form for a new tournament: fields that a system does not need are hidden, and sending it leads to the tournament.

import { go } from "../../places.js";
import { leave, post } from "../../kernel/line/requests.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-make]"));
const error = /** @type {HTMLElement} */ (document.querySelector("[data-error]"));
const button = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));

/** Show the fields of the chosen system. */
function fit() {
  const data = new FormData(form);
  const system = String(data.get("system"));
  // An arena with clubs is a team battle.
  const kinds = system === "arena" && String(data.get("rivals") ?? "").trim() ? [system, "battle"] : [system];
  const isOne = (/** @type {string | undefined} */ names) => (names ?? "").split(" ").some((name) => kinds.includes(name));
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-of]"))) {
    field.hidden = !isOne(field.dataset.of);
  }
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-not]"))) {
    field.hidden = isOne(field.dataset.not);
  }
  for (const words of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-words]"))) {
    words.hidden = words.dataset.words !== system;
  }
}

form.addEventListener("change", fit);
form.addEventListener("input", fit);
fit();

form.addEventListener("submit", (event) => {
  event.preventDefault();
  leave(error, [button], async () => {
    const data = new FormData(form);
    const [seconds, increment] = String(data.get("clock")).split(" ").map(Number);
    const text = (/** @type {string} */ name) => String(data.get(name) ?? "");
    const plays = ["match", "arena"].includes(text("system"));
    const number = (/** @type {string} */ name) => Number(data.get(name));
    const { url } = await post("/api/tournaments", {
      name: text("name"),
      system: text("system"),
      preset: text("preset"),
      player: text("player"),
      rounds: number("rounds"),
      minutes: number("minutes"),
      grace: number("grace"),
      rest: number("rest"),
      fill: number("fill"),
      seconds,
      increment,
      shared: data.has("shared"),
      rated: data.has("rated"),
      listed: data.has("listed"),
      most: number("most"),
      rating_from: number("rating_from"),
      rating_to: number("rating_to"),
      club: text("club") || null,
      order: text("order") || "boards",
      boards: number("boards"),
      best: number("best"),
      rivals: plays ? text("rivals").split(",").map((name) => name.trim()).filter(Boolean) : [],
      starts_at: text("starts") ? new Date(text("starts")).getTime() : null,
    });
    go(url);
  });
});

export const ready = true;
