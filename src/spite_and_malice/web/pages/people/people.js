// The page of one's acquaintances, and the page behind a standing link: each button sends a request to the server, and
// the page shows the result.

import { at, go } from "../../places.js";
import { _ } from "../../texts.js";
import { introduction } from "../../kernel/people/introduction.js";
import { leave, Refused, request, wake } from "../../kernel/line/requests.js";
import { storedName, storeName } from "../../kernel/people/me.js";
import { copied } from "../../spite/live/parts.js";
import "../../kernel/dom/times.js";

/** The number of days for a move, as on the button. */
const SLOW_DAYS = 3;

/** @template {Element} [T=HTMLElement] @param {string} selector @returns {T | null} */
const find = (selector) => /** @type {T | null} */ (/** @type {unknown} */ (document.querySelector(selector)));

const error = /** @type {HTMLElement} */ (find("[data-error]"));
const said = find("[data-said]");
const nameField = /** @type {HTMLInputElement | null} */ (find("[data-own-name]"));

/** Stores the name in the page's own field, if there is one, as this browser's name. */
function introduced() {
  const name = nameField?.value.trim();
  if (name) storeName(name);
  return introduction();
}

const show = () => location.reload();

/** @type {Record<string, (who: string) => Promise<void>>} the action of each button */
const ACTS = {
  async invite(who) {
    const { url } = await request("POST", `/api/people/${who}/invite`, introduced());
    go(url);
  },
  async slow(who) {
    const { url } = await request("POST", `/api/people/${who}/invite`, { ...introduced(), days: SLOW_DAYS });
    go(url);
  },
  async friend(who) {
    await request("POST", `/api/people/${who}/friend`, introduced());
    show();
  },
  async part(who) {
    await request("DELETE", `/api/people/${who}/friend`, {});
    show();
  },
  async report(who) {
    const { name } = await request("POST", `/api/people/${who}/report`, {});
    if (said) said.textContent = _("The operator will read your report about {name}.", { name });
  },
  block: (who) => avoid(who, "block"),
  mute: (who) => avoid(who, "mute"),
  neither: (who) => avoid(who, null),
  async link() {
    await request("PUT", "/api/people/me", introduced());
    show();
  },
  async renew() {
    await request("POST", "/api/people/me/link", {});
    show();
  },
};

/** @param {string} who @param {string | null} kind */
async function avoid(who, kind) {
  await request("PUT", `/api/people/${who}/avoid`, { kind });
  show();
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-act]"))) {
  const { act = "", who = "" } = button.dataset;
  button.addEventListener("click", () => leave(error, [button], () => ACTS[act](who)));
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-write]"))) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const input = /** @type {HTMLInputElement} */ (form.querySelector("input"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    leave(error, [button], async () => {
      const body = { ...introduced(), text: input.value };
      const { name } = await request("POST", `/api/people/${form.dataset.write}/message`, body);
      input.value = "";
      wake([button]);
      if (said) said.textContent = _("Your message waits for {name} or is already on their screen.", { name });
    });
  });
}

/** The form for somebody's code; missing on the page behind a link. @type {HTMLFormElement | null} */
const coded = find("form[data-code]");
coded?.addEventListener("submit", (event) => {
  event.preventDefault();
  const { value } = /** @type {HTMLInputElement} */ (coded.querySelector("input"));
  // A whole link is a code too.
  const address = `/with/${encodeURIComponent(value.trim().split(/[?#]/)[0].split("/").filter(Boolean).at(-1) ?? "")}`;
  const wrong = /** @type {HTMLElement} */ (find("[data-code-error]"));
  void leave(wrong, [/** @type {HTMLButtonElement} */ (coded.querySelector("button"))], async () => {
    const page = await fetch(at(address)).catch(() => null);
    if (page?.status === 404) throw new Refused(_("This is nobody’s link. Check that all of it was copied."));
    // Any further messages are shown there.
    go(address);
  });
});
addEventListener("pageshow", () => coded && wake([/** @type {HTMLButtonElement} */ (coded.querySelector("button"))]));

const presence = /** @type {HTMLSelectElement | null} */ (find("[data-presence]"));
presence?.addEventListener("change", () => {
  void leave(error, [], async () => {
    await request("PUT", "/api/people/me", { ...introduced(), presence: presence.value });
    if (said) said.textContent = _("Saved.");
  });
});

const link = /** @type {HTMLInputElement | null} */ (find("[data-link]"));
if (link) link.value = new URL(link.value, location.href).href;
find("[data-copy]")?.addEventListener("click", async ({ currentTarget }) => {
  if (link && (await copied(link))) /** @type {HTMLElement} */ (currentTarget).textContent = _("Copied");
});

if (nameField) nameField.value = storedName();
addEventListener("pageshow", ({ persisted }) => persisted && show());

export const ready = true;
