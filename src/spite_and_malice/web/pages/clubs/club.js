// The page of a club: joining, leaving, and its keeper's actions; the page shows the results.

import { go } from "../../places.js";
import { _ } from "../../texts.js";
import { introduction } from "../../kernel/people/introduction.js";
import { leave, request, wake } from "../../kernel/line/requests.js";
import { storedName, storeName } from "../../kernel/people/me.js";
import { copied } from "../../spite/live/parts.js";
import { offerPlayers, rulesOf } from "../evenings/evening-form.js";
import "../evenings/replies.js";
import "../../kernel/dom/times.js";

/** @template {Element} [T=HTMLElement] @param {string} selector @returns {T | null} */
const find = (selector) => /** @type {T | null} */ (/** @type {unknown} */ (document.querySelector(selector)));

const error = /** @type {HTMLElement} */ (find("[data-error]"));
const path = `/api/clubs/${find("[data-club]")?.dataset.club}`;
const show = () => location.reload();
const code = () => new URLSearchParams(location.search).get("code") ?? "";

/** @param {Promise<unknown>} done */
async function after(done) {
  await done;
  show();
}

/** @type {Record<string, (who: string) => Promise<void>>} the action of each button when pressed twice */
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
  part: (who) => after(request("DELETE", `${path}/members/${who}`, {})),
  pardon: (who) => after(request("DELETE", `${path}/kept-out/${who}`, {})),
  admit: (who) => after(request("PUT", `${path}/requests/${who}`, {})),
  decline: (who) => after(request("DELETE", `${path}/requests/${who}`, {})),
  renew: () => after(request("POST", `${path}/link`, {})),
  officer: (who) => after(request("PUT", `${path}/members/${who}/role`, { role: "officer" })),
  member: (who) => after(request("PUT", `${path}/members/${who}/role`, { role: "member" })),
  silence: () => after(request("PUT", `${path}/me/messages`, { wanted: false })),
  hear: () => after(request("PUT", `${path}/me/messages`, { wanted: true })),
  report: (who) => after(request("POST", `/api/people/${who}/report`, {})),
  block: (who) => after(request("PUT", `/api/people/${who}/avoid`, { kind: "block" })),
  unblock: (who) => after(request("PUT", `/api/people/${who}/avoid`, { kind: null })),
};

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-act]"))) {
  button.addEventListener("click", () => {
    const { act = "", who = "", sure } = button.dataset;
    if (sure !== undefined) {
      // The new text is its accessible name too.
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
  await request("PUT", `${path}/me`, { ...introduction(), code: code() });
  show();
});

onSubmit("[data-change]", async (form) => {
  const club = /** @type {HTMLInputElement} */ (form.elements.namedItem("club_name")).value;
  const rules = rulesOf(form);
  // Other rules bring their own name, unless one is entered.
  const { value, defaultValue } = /** @type {HTMLInputElement} */ (form.elements.namedItem("rules_name"));
  const named = value.trim() === defaultValue ? {} : { rules_name: value };
  const joining = /** @type {HTMLSelectElement} */ (form.elements.namedItem("joining")).value;
  const stand_ins = /** @type {HTMLSelectElement} */ (form.elements.namedItem("stand_ins")).value;
  await request("PUT", path, { club, stand_ins, joining, ...(rules ? { rules } : {}), ...named });
  show();
});

const textOf = (/** @type {HTMLFormElement} */ form) => /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("text"));

onSubmit("[data-write]", (form) => after(request("POST", `${path}/messages`, { text: textOf(form).value })));

const toOne = /** @type {HTMLFormElement | null} */ (find("[data-write-form]"));
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-write-to]"))) {
  button.addEventListener("click", () => {
    if (!toOne) return;
    toOne.dataset.to = button.dataset.writeTo;
    toOne.hidden = false;
    button.closest("li")?.append(toOne);
    /** @type {HTMLElement} */ (toOne.querySelector("[data-write-words]")).textContent = _("Write to {name}", { name: button.dataset.name ?? "" });
    /** @type {HTMLElement} */ (toOne.querySelector("[data-write-sent]")).textContent = "";
    textOf(toOne).focus();
  });
}
onSubmit("[data-write-form]", async (form) => {
  await request("POST", `/api/people/${form.dataset.to}/message`, { ...introduction(), text: textOf(form).value });
  form.reset();
  /** @type {HTMLElement} */ (form.querySelector("[data-write-sent]")).textContent = _("Sent.");
  wake([/** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"))]);
});

const link = /** @type {HTMLInputElement | null} */ (find("[data-link]"));
if (link) link.value = new URL(link.value, location.href).href;
find("[data-copy]")?.addEventListener("click", async ({ currentTarget }) => {
  if (link && (await copied(link))) /** @type {HTMLElement} */ (currentTarget).textContent = _("Copied");
});

export const ready = true;
