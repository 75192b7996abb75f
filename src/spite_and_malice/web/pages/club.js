// The page of a club: joining, leaving, and what its keeper does; the page shows what came of it.

import { go } from "../places.js";
import { _ } from "../texts.js";
import { introduction } from "../kernel/people/introduction.js";
import { leave, request } from "../kernel/line/requests.js";
import { storedName, storeName } from "../kernel/people/me.js";
import { copied } from "../spite/live/parts.js";
import { offerPlayers, rulesOf } from "./evening-form.js";
import "../kernel/dom/times.js";

/** @template {Element} [T=HTMLElement] @param {string} selector @returns {T | null} */
const find = (selector) => /** @type {T | null} */ (/** @type {unknown} */ (document.querySelector(selector)));

const error = /** @type {HTMLElement} */ (find("[data-error]"));
const path = `/api/clubs/${find("[data-club]")?.dataset.club}`;
const show = () => location.reload();

/** @type {Record<string, (who: string) => Promise<void>>} what each button does once it is pressed twice */
const ACTS = {
  async leave() {
    await request("DELETE", `${path}/me`, {});
    go("/evenings");
  },
  async season() {
    await request("PUT", path, { season: true });
    show();
  },
  async keeper(member) {
    await request("PUT", `${path}/keeper`, { member });
    show();
  },
  async part(who) {
    await request("DELETE", `${path}/members/${who}`, {});
    show();
  },
};

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-act]"))) {
  button.addEventListener("click", () => {
    const { act = "", who = "", sure } = button.dataset;
    if (sure !== undefined) {
      // What it says then is its name too.
      button.removeAttribute("aria-label");
      button.textContent = sure;
      delete button.dataset.sure;
    } else void leave(error, [button], () => ACTS[act](who));
  });
}

/** @param {string} selector @param {(form: HTMLFormElement) => Promise<void>} act */
function onSubmit(selector, act) {
  const form = /** @type {HTMLFormElement | null} */ (find(selector));
  if (!form) return;
  offerPlayers(form);
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void leave(error, [button], () => act(form));
  });
}

const name = /** @type {HTMLInputElement | null} */ (find("[data-join] [name=name]"));
if (name) name.value = storedName();
onSubmit("[data-join]", async () => {
  storeName(name?.value.trim() ?? "");
  await request("PUT", `${path}/me`, introduction());
  show();
});

onSubmit("[data-change]", async (form) => {
  const club = /** @type {HTMLInputElement} */ (form.elements.namedItem("club_name")).value;
  const rules = rulesOf(form);
  // Other rules bring their own name, if none is written for them.
  const { value, defaultValue } = /** @type {HTMLInputElement} */ (form.elements.namedItem("rules_name"));
  const named = value.trim() === defaultValue ? {} : { rules_name: value };
  await request("PUT", path, { club, ...(rules ? { rules } : {}), ...named });
  show();
});

const link = /** @type {HTMLInputElement | null} */ (find("[data-link]"));
if (link) link.value = new URL(link.value, location.href).href;
find("[data-copy]")?.addEventListener("click", async ({ currentTarget }) => {
  if (link && (await copied(link))) /** @type {HTMLElement} */ (currentTarget).textContent = _("Copied");
});
