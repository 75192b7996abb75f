// The surroundings of the patience table: the name of the game with moves, time and passes, the row of tools, and the
// message slip.

import { spoken } from "../kernel/cards/cards.js";
import { make, makeButton, write } from "../kernel/dom/make.js";
import { lay, style } from "../kernel/dom/elements.js";
import { lazily } from "../kernel/dom/lazily.js";
import { _, N_, ngettext, region } from "../texts.js";
import { clock } from "../kernel/dom/times.js";
import { isLuck } from "./piles.js";
import { pointsWords, scoringOf } from "./points.js";

/** @import {Elements, PatienceTable} from "./game.js" */
/** @import {PatienceTableInfo as Table} from "./messages.js" */

/**
 * An offer under a message; the focus goes to the `safe` one.
 * @typedef {{text: string, act: () => void, safe?: boolean}} Offer
 */

/** @type {{id: string, label: string, icon: string, key: string}[]} */
const TOOLS = [
  { id: "undo", label: N_("Undo"), icon: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12", key: "U" },
  { id: "redo", label: N_("Redo"), icon: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0 0 12", key: "R" },
  { id: "hint", label: N_("Hint"), icon: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.6.500 1 1.200 1 2.100h5c0-.9.4-1.600 1-2.100A6 6 0 0 0 12 3z", key: "H" },
  { id: "finish", label: N_("Finish"), icon: "M5 12l5 5L20 6", key: "F" },
  { id: "more", label: N_("More"), icon: "M5 12h.01M12 12h.01M19 12h.01", key: "M" },
];
const TICK = 250;
/** Between the bar and the words under it, in CSS pixels. */
const GAP = 8;

const fetchMenu = lazily(() => import("./menu.js"));

export class Tools {
  #ui;
  #table;
  /** @type {Record<string, HTMLButtonElement>} */
  #buttons = {};
  /** How long the name and what is counted were, and how wide the window, when it was looked at whether they are cut. */
  #measured = "";

  /** @param {Elements} ui @param {PatienceTable} table */
  constructor(ui, table) {
    this.#ui = ui;
    this.#table = table;
    for (const { id, label, icon, key } of TOOLS) {
      const button = makeButton("bare", "", () => this.#press(id));
      button.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${icon}"/></svg>`;
      button.append(make("span", "", _(label)));
      button.title = `${_(label)} (${key})`;
      button.dataset.tool = id;
      this.#buttons[id] = button;
    }
    this.#buttons.more.ariaHasPopup = "menu";
    ui.tools.append(...Object.values(this.#buttons));
    setInterval(() => this.#tick(), TICK);
  }

  /** @param {string} id */
  #press(id) {
    const table = this.#table;
    if (!table.view) return;
    if (id === "more") void fetchMenu().then(({ toggleMenu }) => toggleMenu(table, this.#buttons.more));
    else table.act(/** @type {"undo" | "redo" | "hint" | "finish"} */ (id));
  }

  openMenu() {
    this.#press("more");
  }

  /** @param {Table} table */
  name({ name, deal }) {
    const day = deal.day ? new Date(`${deal.day}T12:00:00`).toLocaleDateString(region, { day: "numeric", month: "long" }) : "";
    write(this.#ui.title, [name, day, deal.number].filter((part) => part || part === 0).join(" · "));
  }

  draw() {
    const { layout, state, end, settings } = this.#table;
    lay(this.#ui.tools, layout.tools);
    this.#ui.tools.classList.toggle("left", settings.left);
    lay(this.#ui.words, layout.words);
    style(this.#ui.words, "--words-h", `${layout.words.h}px`);
    style(this.#ui.words, "--words-w", `${layout.words.w}px`);
    const { undo, redo, hint, finish } = this.#buttons;
    undo.disabled = !state.can_undo || end?.result === "won";
    redo.disabled = !state.can_redo || end !== null;
    hint.disabled = end !== null;
    finish.hidden = !state.can_finish || end !== null;
    const finishing = isLuck(this.#table.view) ? _("Play it out") : _("Finish");
    write(/** @type {HTMLElement} */ (finish.lastElementChild), finishing);
    finish.title = `${finishing} (F)`;
    finish.classList.toggle("primary", !finish.hidden);
    this.#tick();
  }

  /** Updates moves, time and passes, if they are wanted. */
  #tick() {
    const { state, table, settings } = this.#table;
    if (!table) return;
    const { meters } = this.#ui;
    meters.hidden = !settings.meters;
    const scoring = scoringOf(Object.keys(state.points), settings);
    const parts = [
      ngettext("{n} move", "{n} moves", state.moves),
      clock(this.#table.elapsed),
      ...(scoring ? [pointsWords(state.points[scoring])] : []),
      ...(state.verdict === "won" ? [_("can be won")] : state.verdict === "lost" ? [_("lost")] : []),
      ...passWords(this.#table),
    ];
    write(meters, parts.join(" · "));
    this.#makeRoom();
    const title = `${this.#ui.title.textContent} · ${_("Patience")}`;
    if (document.title !== title) document.title = title;
  }

  /** Let the buttons beside them keep their pictures alone where the name or what is counted would be cut. */
  #makeRoom() {
    const { meters, title } = this.#ui;
    const length = `${meters.textContent?.length} and ${title.textContent?.length} in ${innerWidth}`;
    if (length === this.#measured) return;
    this.#measured = length;
    const isCut = [meters, title].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    if (isCut) meters.closest(".bar")?.classList.add("tight");
  }

  /** @param {string} text @param {Offer[]} offers */
  tell(text, offers) {
    const { words } = this.#ui;
    const buttons = offers.map(({ text: label, act }) => {
      const button = makeButton("", label, act);
      if (spoken(label) !== label) button.ariaLabel = spoken(label);
      return button;
    });
    words.replaceChildren(make("p", "", text), ...buttons);
    words.hidden = text === "";
    words.classList.remove("wonders");
    words.style.translate = "";
    words.classList.toggle("choices", buttons.length > 1);
    if (text) this.makeWay([]);
    buttons[offers.findIndex(({ safe }) => safe)]?.focus();
  }

  /**
   * Lays the words between the cards if they cover one and there is room; if there is none, under the bar if they cover
   * what they are about, and would not there.
   * @param {Iterable<Element>} about
   */
  makeWay(about) {
    const { words, meters, cards } = this.#ui;
    words.style.translate = "";
    const box = words.getBoundingClientRect();
    const rectsOf = (/** @type {Iterable<Element>} */ all) => [...all].map((one) => one.getBoundingClientRect());
    const covers = (/** @type {DOMRect[]} */ rects, /** @type {number} */ top) =>
      rects.some((one) => one.left < box.right && one.right > box.left && one.top < top + box.height && one.bottom > top);
    const lie = rectsOf(cards.querySelectorAll(".card"));
    if (!covers(lie, box.top)) return;
    const under = /** @type {Element} */ (meters.closest(".bar")).getBoundingClientRect().bottom + GAP;
    const room = [under, ...lie.map(({ bottom }) => bottom + 1)].filter((top) => top >= under && top < box.top && !covers(lie, top));
    const own = rectsOf(about);
    const top = room.length > 0 ? Math.max(...room) : covers(own, box.top) && !covers(own, under) ? under : box.top;
    if (top !== box.top) words.style.translate = `0 ${top - box.top}px`;
  }

  /** Shows that an answer is being computed. */
  wonder() {
    this.tell(_("Let me see …"), []);
    this.#ui.words.classList.add("wonders");
  }

  quiet() {
    this.#ui.words.hidden = true;
  }
}

/**
 * The current pass through the stock, and their number if it is limited.
 * @param {PatienceTable} table
 * @returns {string[]}
 */
function passWords({ state, view }) {
  const { passes, gather = "none" } = view.rules;
  if (gather !== "none") return [passes === null ? _("layout {n}", { n: state.passes }) : _("layout {n}/{all}", { n: state.passes, all: passes })];
  if (passes !== null && passes > 1) return [_("pass {n}/{all}", { n: state.passes, all: passes })];
  return state.passes > 1 ? [_("pass {n}", { n: state.passes })] : [];
}
