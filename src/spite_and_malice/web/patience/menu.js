// The other actions at the patience table, in a menu over the tools.

import { make } from "../kernel/dom/make.js";
import { handOver } from "../kernel/dom/share.js";
import { addressFor } from "../places.js";
import { _ } from "../texts.js";

/** @import {PatienceTable} from "./game.js" */

/** @param {PatienceTable} table @param {HTMLElement} opener */
export function toggleMenu(table, opener) {
  const open = table.root.querySelector(":scope > .menu");
  if (open) {
    // One just closed by Escape remains until its toggle event comes.
    const closes = open.matches(":popover-open");
    open.remove();
    if (closes) return;
  }
  const menu = make("div", "menu");
  menu.popover = "auto";
  menu.setAttribute("role", "menu");
  menu.setAttribute("aria-label", _("More"));
  /** @param {string} text @param {string} key @param {(() => void) | string} does @param {boolean} [off] */
  const item = (text, key, does, off = false) => {
    const element = typeof does === "string" ? Object.assign(make("a", "button bare"), { href: does }) : make("button", "button bare");
    element.append(text, ...(key ? [make("kbd", "", key)] : []));
    element.setAttribute("role", "menuitem");
    if (typeof does !== "string") {
      const button = /** @type {HTMLButtonElement} */ (element);
      button.type = "button";
      button.disabled = off;
      button.addEventListener("click", () => {
        menu.hidePopover();
        // At once: while it remains, it would still receive the next key.
        menu.remove();
        table.begin();
        does();
      });
    }
    return element;
  };
  const over = table.end !== null;
  const begun = table.state.moves > 0 || table.state.undos > 0;
  const { day } = table.table.deal;
  const { practice } = table.root.dataset;
  const anew = (/** @type {"again" | "next"} */ type) => (begun && !over ? askToDeal(table, type) : table.anew(type));
  menu.append(
    ...(over ? [item(_("How it ended"), "", () => void table.tellEnd())] : [
      item(_("Can this still be won?"), "W", () => table.act("solve")),
      item(_("Back to where it could be won"), "", () => table.act("rescue"), table.state.moves === 0),
      item(table.state.paused === "pause" ? _("Go on") : _("Pause"), "P", () => table.pause()),
    ]),
    item(_("Undo everything"), "", () => table.act("undo", { count: table.state.moves }), over || !table.state.can_undo),
    // Actions that end the game are set apart from those that change it, and links that lead elsewhere from both.
    make("hr", ""),
    ...(day ? [] : [item(_("The same deal again"), "", () => anew("again"))]),
    ...(day || practice ? [] : [item(_("New deal"), "", () => anew("next"))]),
    ...(begun && !over ? [item(_("Give up"), "", () => askToGiveUp(table))] : []),
    make("hr", ""),
    ...(day ? [] : [item(_("Share this deal"), "", () => void shareDeal(table))]),
    item(_("Your records"), "", `/patience/records?preset=${table.table.preset ?? ""}`),
    item(_("Another kind of deal …"), "", "/patience"),
  );
  table.root.append(menu);
  menu.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "closed") menu.remove();
  });
  menu.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const items = /** @type {HTMLElement[]} */ ([...menu.querySelectorAll(":is(a, button):not(:disabled)")]);
    items[(items.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step + items.length) % items.length].focus();
  });
  menu.showPopover();
  const { left, right, top } = opener.getBoundingClientRect();
  const { offsetWidth: w, offsetHeight: h } = menu;
  const low = table.layout.mode === "low";
  const x = low ? (left > innerWidth / 2 ? left - w - 6 : right + 6) : Math.min(innerWidth - w - 6, Math.max(6, right - w));
  const y = low ? Math.max(4, innerHeight - h - 4) : Math.max(4, top - h - 6);
  Object.assign(menu.style, { left: `${x}px`, top: `${y}px` });
  /** @type {HTMLElement | null} */ (menu.querySelector(":is(a, button):not(:disabled)"))?.focus();
}

/** Others get the same cards by the link, once they may be known. @param {PatienceTable} table */
async function shareDeal(table) {
  if (table.end === null && table.table.deal.number === null) {
    table.tell(_("Nobody can be dealt these cards before your game is over. Share them then."), []);
    return;
  }
  const text = _("The same cards for you: {game}.", { game: table.table.name });
  const url = addressFor(table.table.share);
  const done = await handOver({ text, url });
  if (done === "copied") table.tell(_("Link copied"), []);
  else if (done === "refused") table.tell(url, []);
}

/** A game that was given up cannot be continued. @param {PatienceTable} table */
function askToGiveUp(table) {
  table.tell(_("Really give up? This deal counts as not won."), [
    { text: _("Give up"), act: () => table.act("give_up") },
    { text: _("Let me play on"), act: () => table.begin(), safe: true },
  ]);
}

/** Other cards end the current game. @param {PatienceTable} table @param {"again" | "next"} type */
function askToDeal(table, type) {
  const again = type === "again";
  table.tell(again ? _("Start this deal again from the beginning?") : _("Give this game up for a new deal?"), [
    { text: again ? _("The same deal again") : _("New deal"), act: () => table.anew(type) },
    { text: _("Let me play on"), act: () => table.begin(), safe: true },
  ]);
}
