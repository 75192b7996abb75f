// The page for choosing a game of patience and its deal.

import { factWords } from "../kernel/dom/facts.js";
import "../kernel/cards/drawn-cards.js";
import { leave, post, wake } from "../kernel/line/requests.js";
import "../kernel/people/own-games.js";
import "../kernel/dom/times.js";
import { _ } from "../texts.js";
import { begin, keepWish, lastWish } from "./begin.js";
import "./games.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-deal]"));
const button = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
const error = /** @type {HTMLElement} */ (form.querySelector("[data-error]"));
const searching = /** @type {HTMLElement} */ (form.querySelector("[data-searching]"));
const stop = /** @type {HTMLButtonElement} */ (form.querySelector("[data-stop]"));
const number = /** @type {HTMLElement | null} */ (form.querySelector(".deal-number"));
const levels = /** @type {HTMLElement | null} */ (form.querySelector("[data-levels]"));

/** The value for a deal by its number. */
const BY_NUMBER = "number";
/** The value for a deal by its number in Microsoft's FreeCell. */
const MICROSOFT = "microsoft";
/** The time that a deal may take before the page says that it is searching, in milliseconds. */
const SOON = 400;

/** @param {string} name @returns {any} */
const field = (name) => form.elements.namedItem(name);
/** @param {string} name @param {string} value */
const choose = (name, value) => {
  const radios = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(`[name=${name}]`)]);
  if (radios.some((radio) => radio.value === value)) for (const radio of radios) radio.checked = radio.value === value;
};

/** @returns {import("./begin.js").Wish} */
function wish() {
  if (field("same")) return { deal: field("same").value };
  const deal = field("deal").value;
  const typed = field("number").value.trim();
  const passes = field("passes")?.value;
  return {
    preset: field("preset").value,
    deal: deal === "number" ? typed : deal === MICROSOFT ? `${MICROSOFT}-${typed}` : deal,
    level: deal === "winnable" ? field("level").value || null : null,
    rules: {
      ...(passes ? { passes: Number(passes) } : {}),
      ...(field("empty")?.value === "any" ? { empty: "any" } : {}),
      ...((field("worry_back")?.checked ?? true) ? {} : { worry_back: false }),
    },
  };
}

/** Shows the fields that belong to the choice. */
function follow() {
  if (!number || !levels) return;
  number.hidden = ![BY_NUMBER, MICROSOFT].includes(field("deal").value);
  field("number").required = !number.hidden;
  levels.hidden = field("deal").value !== "winnable";
  for (const rules of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-rules]"))) {
    rules.hidden = rules.dataset.rules !== field("preset").value;
  }
}

const last = lastWish();
const asked = Object.fromEntries(new URLSearchParams(location.search));
if (number) {
  // The last choices do not change the game of a link's deal.
  if (last.preset && !("preset" in asked) && !("deal" in asked)) choose("preset", last.preset);
  if (last.deal && ![BY_NUMBER, MICROSOFT].includes(last.deal) && !("deal" in asked)) choose("deal", last.deal);
  if (last.level) choose("level", last.level);
}
follow();
form.addEventListener("change", ({ target }) => {
  // Copied from a page, it may contain words, spaces or commas.
  if (target === field("number")) field("number").value = field("number").value.replace(/\D/g, "");
  follow();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const wanted = wish();
  if (number) {
    // A number is used only once.
    const isByNumber = [BY_NUMBER, MICROSOFT].includes(field("deal").value);
    keepWish({ preset: wanted.preset, deal: isByNumber ? last.deal : field("deal").value, level: isByNumber ? last.level : wanted.level });
  }
  leave(error, [button], () => search(wanted));
});

/** Deals; during a long search it says so, and lets it be stopped. @param {import("./begin.js").Wish} wanted */
async function search(wanted) {
  const isStopped = new AbortController();
  const telling = setTimeout(() => {
    searching.replaceChildren(_("Looking for a deal that can be won. This can take some seconds."), " ", factWords());
    stop.hidden = false;
    stop.scrollIntoView({ block: "nearest" });
  }, SOON);
  const halt = () => isStopped.abort();
  stop.addEventListener("click", halt);
  try {
    await begin(wanted, isStopped.signal);
  } catch (problem) {
    if (!isStopped.signal.aborted) throw problem;
    void post("/api/patience/stop", {}).catch(() => {});
    wake([button]);
    button.focus();
  } finally {
    clearTimeout(telling);
    stop.removeEventListener("click", halt);
    searching.textContent = "";
    stop.hidden = true;
  }
}
// Before this module was loaded, a press would have done nothing.
wake([button]);
addEventListener("pageshow", () => wake([button]));

export const ready = true;
