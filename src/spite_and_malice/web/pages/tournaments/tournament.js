// One tournament: joining and the other actions of its buttons, and keeping the page up to date.

import { at, go } from "../../places.js";
import { _ } from "../../texts.js";
import { clock, fieldTime, serverNow } from "../../kernel/dom/times.js";
import { leave, post, Refused, wake } from "../../kernel/line/requests.js";
import { confirm } from "../../spite/live/parts.js";
import { storedHead, storedName, storeName } from "../../kernel/people/me.js";

const LOOK_MS = 4000;
const SPREAD_MS = 2000;
const ARENA_MS = 15000;
const SECOND_MS = 1000;
const LOT_BYTES = 16;

const error = /** @type {HTMLElement} */ (document.querySelector("[data-error]"));

/** The displayed part of the tournament; a different element after each change. */
const shown = () => /** @type {HTMLElement} */ (document.querySelector("[data-tournament]"));

/** @param {string} what */
const path = (what) => `/api/tournaments/${shown().dataset.tournament}${what}`;

/** This browser's random contribution to the lot. */
function lot() {
  const bytes = crypto.getRandomValues(new Uint8Array(LOT_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} name */
const field = (name) => /** @type {HTMLInputElement | null} */ (shown().querySelector(`[name="${name}"]`));

/** @param {string} name of a field */
const typed = (name) => field(name)?.value.trim() ?? "";

/** @returns {Promise<void>} */
async function join(/** @type {DOMStringMap} */ { team }) {
  const own = /** @type {HTMLInputElement | null} */ (shown().querySelector("[data-own-name]"));
  const name = own?.value.trim() ?? "";
  if (name) storeName(name);
  const wanted = { name: name || storedName(), head: storedHead() || null, contribution: lot(), ...(team ? { team: Number(team) } : {}) };
  try {
    await post(path("/join"), wanted);
  } catch (problem) {
    if (!(problem instanceof Refused) || problem.code !== "blocked_there") throw problem;
    const anyway = () => leave(error, [], async () => {
      await post(path("/join"), { ...wanted, anyway: true });
      await refresh();
    });
    confirm({ title: _("Take part"), words: problem.message, yes: _("Take part anyway"), no: _("Stay away"), act: anyway });
  }
}

/** @type {Record<string, (told: DOMStringMap) => Promise<void>>} the action of each button, with its data */
const ACTS = {
  join,
  accept: () => post(path("/accept"), {}),
  decline: () => post(path("/decline"), {}),
  up: ({ number }) => post(path("/move-up"), { number: Number(number) }),
  withdraw: () => post(path("/withdraw"), {}),
  start: () => post(path("/start"), {}),
  cancel: () => post(path("/cancel"), {}),
  announce: () => post(path("/change"), { said: typed("said") }),
  rename: () => post(path("/change"), { name: typed("name") }),
  plan: () => post(path("/change"), { starts_at: typed("starts") ? new Date(typed("starts")).getTime() : null }),
  pause: () => post(path("/change"), { paused: true }),
  resume: () => post(path("/change"), { paused: false }),
  hand: ({ number }) => post(path("/host"), { number: Number(number) }),
  out: ({ number }) => post(path("/take-out"), { number: Number(number) }),
  say: async () => {
    await post(path("/say"), { text: typed("line") });
    /** @type {HTMLInputElement} */ (field("line")).value = "";
  },
};

/** Update the page in place: typed text and the focus stay. */
async function refresh() {
  const response = await fetch(at(location.pathname + location.search), { headers: { accept: "text/html" } });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("[data-tournament]");
  if (!fresh) return;
  const before = shown();
  fresh.setAttribute("data-at", String(Date.now()));
  const name = /** @type {HTMLInputElement | null} */ (before.querySelector("[data-own-name]"))?.value;
  const focused = place(before, document.activeElement);
  for (const details of /** @type {NodeListOf<HTMLDetailsElement>} */ (before.querySelectorAll("details[data-keep][open]"))) {
    fresh.querySelector(`[data-keep="${details.dataset.keep}"]`)?.setAttribute("open", "");
  }
  for (const each of /** @type {NodeListOf<HTMLInputElement>} */ (before.querySelectorAll("input[name]"))) {
    const now = /** @type {HTMLInputElement | null} */ (fresh.querySelector(`[name="${each.name}"]`));
    if (now && each.value !== each.defaultValue) now.value = each.value;
  }
  before.replaceWith(fresh);
  begin(name);
  if (focused) /** @type {HTMLElement | null} */ (shown().querySelector(focused))?.focus();
}

/**
 * A selector for finding an element again in another state of the page; null if it is not in it.
 * @param {HTMLElement} root
 * @param {Element | null} element
 */
function place(root, element) {
  if (!(element instanceof HTMLElement) || !root.contains(element)) return null;
  const { act, number } = element.dataset;
  if (act) return `[data-act="${act}"]${number ? `[data-number="${number}"]` : ""}`;
  if (element instanceof HTMLInputElement && element.name) return `[name="${element.name}"]`;
  if (element.hasAttribute("data-own-name")) return "[data-own-name]";
  const href = element.getAttribute("href");
  return href ? `a[href="${CSS.escape(href)}"]` : null;
}

/** @param {string} [name] the content of the name field */
function begin(name) {
  const root = shown();
  const own = /** @type {HTMLInputElement | null} */ (root.querySelector("[data-own-name]"));
  if (own) own.value = name ?? storedName();
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll("[data-act]"))) {
    const act = () => leave(error, [button], async () => {
      await ACTS[button.dataset.act ?? ""](button.dataset);
      await refresh();
    });
    const { ask: title, askWords: words = "", no = "" } = button.dataset;
    button.addEventListener("click", () => (title ? confirm({ title, words, yes: button.textContent?.trim() ?? "", no, act }) : act()));
  }
  for (const each of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("[data-local]"))) {
    each.value = each.defaultValue = fieldTime(Number(each.dataset.local));
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

/** Show the time left until the next event. */
function count() {
  const left = /** @type {HTMLElement | null} */ (shown().querySelector("[data-left]"));
  if (left) left.textContent = clock(Math.max(0, Number(left.dataset.left) - serverNow()));
}

/** Check whether anything has changed for this person or in the tournament; in an arena, report that they are free. */
async function look() {
  const { state, changes, situation, table, arena } = shown().dataset;
  if (document.hidden || !["gathering", "running"].includes(state ?? "")) return;
  const now = arena !== undefined && state === "running" ? await post(path("/wait"), {}) : await ask();
  if (!now) return;
  // A person who waits in an arena is here to play: the page opens a game that is ready immediately.
  if (arena !== undefined && now.table && now.table !== at(table ?? "")) return go(now.table);
  const isSame = now.situation.state === situation;
  // In a large tournament a game ends every second: the whole page is only reloaded periodically.
  if (isSame && arena !== undefined && Date.now() < Number(shown().dataset.at ?? performance.timeOrigin) + ARENA_MS) return;
  if (!isSame || String(now.changes) !== changes) await refresh();
}

async function ask() {
  const response = await fetch(at(path("/now")), { headers: { accept: "application/json" } });
  return response.ok ? response.json() : null;
}

/** Pages poll at different moments, so that they do not all come at once. */
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

export const ready = true;
