// One tournament: taking part and the rest of what its buttons do, and the page kept as the tournament is.

import { at, go } from "../places.js";
import { _ } from "../texts.js";
import { clock, serverNow } from "../kernel/dom/times.js";
import { leave, post, wake } from "../kernel/line/requests.js";
import { storedHead, storedName, storeName } from "../kernel/people/me.js";

const LOOK_MS = 4000;
const SPREAD_MS = 2000;
const ARENA_MS = 15000;
const SECOND_MS = 1000;
const LOT_BYTES = 16;

const error = /** @type {HTMLElement} */ (document.querySelector("[data-error]"));

/** What is shown of the tournament; another element after each change. */
const shown = () => /** @type {HTMLElement} */ (document.querySelector("[data-tournament]"));

/** @param {string} what */
const path = (what) => `/api/tournaments/${shown().dataset.tournament}${what}`;

/** What this browser adds to the lot, at random. */
function lot() {
  const bytes = crypto.getRandomValues(new Uint8Array(LOT_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {Promise<void>} */
async function join() {
  const field = /** @type {HTMLInputElement | null} */ (shown().querySelector("[data-own-name]"));
  const name = field?.value.trim() ?? "";
  if (name) storeName(name);
  await post(path("/join"), { name: name || storedName(), head: storedHead() || null, contribution: lot() });
}

/** @type {Record<string, () => Promise<void>>} what each button does */
const ACTS = {
  join,
  withdraw: () => post(path("/withdraw"), {}),
  start: () => post(path("/start"), {}),
  cancel: () => post(path("/cancel"), {}),
};

/** Show the page as it is now, in place: what is typed and where the focus is stays. */
async function refresh() {
  const response = await fetch(at(location.pathname + location.search), { headers: { accept: "text/html" } });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("[data-tournament]");
  if (!fresh) return;
  const before = shown();
  fresh.setAttribute("data-at", String(Date.now()));
  const typed = /** @type {HTMLInputElement | null} */ (before.querySelector("[data-own-name]"))?.value;
  const focused = place(before, document.activeElement);
  before.replaceWith(fresh);
  begin(typed);
  if (focused) /** @type {HTMLElement | null} */ (shown().querySelector(focused))?.focus();
}

/** How to find an element again in another state of the page; null where it is not in it. @param {HTMLElement} root @param {Element | null} element */
function place(root, element) {
  if (!(element instanceof HTMLElement) || !root.contains(element)) return null;
  if (element.dataset.act) return `[data-act="${element.dataset.act}"]`;
  if (element.hasAttribute("data-own-name")) return "[data-own-name]";
  const href = element.getAttribute("href");
  return href ? `a[href="${CSS.escape(href)}"]` : null;
}

/** @param {string} [typed] what is in the field of the name */
function begin(typed) {
  const root = shown();
  const field = /** @type {HTMLInputElement | null} */ (root.querySelector("[data-own-name]"));
  if (field) field.value = typed ?? storedName();
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll("[data-act]"))) {
    button.addEventListener("click", () =>
      leave(error, [button], async () => {
        await ACTS[button.dataset.act ?? ""]();
        await refresh();
      }),
    );
  }
  const copy = /** @type {HTMLButtonElement | null} */ (root.querySelector("[data-copy]"));
  copy?.addEventListener("click", () =>
    leave(error, [copy], async () => {
      await navigator.clipboard.writeText(location.origin + location.pathname);
      copy.textContent = _("Copied");
      wake([copy]);
    }),
  );
  if (root.dataset.table) document.title = `● ${_("Your game is ready")}`;
  count();
}

/** Say how long an arena still pairs. */
function count() {
  const left = /** @type {HTMLElement | null} */ (shown().querySelector("[data-left]"));
  if (!left) return;
  const rest = Number(left.dataset.left) - serverNow();
  left.textContent = rest > 0 ? _("{time} left.", { time: clock(rest) }) : _("The last games are being played.");
}

/** Look whether anything has changed; in an arena, say that this person is free. */
async function look() {
  const { state, changes, table, arena } = shown().dataset;
  if (document.hidden || !["gathering", "running"].includes(state ?? "")) return;
  if (arena !== undefined && state === "running") {
    // They are here to play: a game that is ready is gone to at once.
    const ready = table ?? (await post(path("/wait"), {})).table;
    if (ready) return go(ready);
    // Somewhere a game of a thousand ends every second: the whole page is read again now and then.
    if (Date.now() < Number(shown().dataset.at ?? performance.timeOrigin) + ARENA_MS) return;
  }
  const response = await fetch(at(path("/changes")), { headers: { accept: "application/json" } });
  if (!response.ok) return;
  const found = await response.json();
  if (String(found.changes) !== changes) await refresh();
}

/** Pages look at different moments: all of them at once would be a crowd. */
function lookAgain() {
  setTimeout(
    async () => {
      await look().catch(() => undefined);
      lookAgain();
    },
    LOOK_MS + Math.random() * SPREAD_MS,
  );
}

begin();
lookAgain();
setInterval(count, SECOND_MS);
document.addEventListener("visibilitychange", () => void look().catch(() => undefined));
