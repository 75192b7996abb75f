// The page of all evenings and clubs: starting an evening, founding a club.

import { go } from "../../places.js";
import { introduction } from "../../kernel/people/introduction.js";
import { leave, post, wake } from "../../kernel/line/requests.js";
import { storedName, storeName } from "../../kernel/people/me.js";
import { offerPlayers, rulesOf, settingsOf, startOf } from "./evening-form.js";
import "./replies.js";
import "../../kernel/dom/times.js";

/** @param {string} selector @param {(form: HTMLFormElement) => Promise<void>} act */
function onSubmit(selector, act) {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(selector));
  if (!form) return;
  const error = /** @type {HTMLElement} */ (form.querySelector("[data-error]"));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
  offerPlayers(form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void leave(error, [button], () => act(form));
  });
  addEventListener("pageshow", () => wake([button]));
}

/** @param {HTMLFormElement} form @param {string} name */
const value = (form, name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name))?.value.trim() ?? "";

onSubmit("[data-begin]", async (form) => {
  const club = value(form, "club") || null;
  const host = value(form, "own_name");
  if (host) storeName(host);
  const { url } = await post("/api/evenings", { ...settingsOf(form), rules: rulesOf(form), starts_at: startOf(form), club, host });
  go(url);
});

onSubmit("[data-found]", async (form) => {
  const name = value(form, "own_name");
  if (name) storeName(name);
  const { url } = await post("/api/clubs", { ...introduction(), club: value(form, "club_name"), rules: rulesOf(form), joining: value(form, "joining") });
  go(url);
});

for (const own of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=own_name]"))) own.value = storedName();

export const ready = true;
