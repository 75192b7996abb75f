// The drawer beside a table: tabs, each of which draws itself when it is visible.

import { closeButton, closeOutside, make } from "../dom/make.js";
import { _ } from "../../texts.js";

/** @typedef {{label: string, draw: (body: HTMLElement) => void}} Tab */

/** If there is room, the drawer is beside the table and does not take the keyboard focus from it. */
const DOCKED = "(min-width: 1000px) and (min-height: 480px)";

/** The browser history's entry for a drawer that covers the table. */
const OPEN = "drawer";

export class Drawer {
  #dialog;
  #tab = "";
  /** The title of the open tab: beside the table the bar's buttons are the tabs. */
  #title = make("h2", "panel-title");
  #body;
  /** @type {Map<string, Tab>} */
  #tabs = new Map();

  /** @param {HTMLDialogElement} dialog */
  constructor(dialog) {
    this.#dialog = dialog;
    dialog.setAttribute("aria-label", _("Drawer"));
    const list = make("div", "");
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", _("Drawer"));
    this.#body = make("div", "panel-body");
    this.#body.setAttribute("role", "tabpanel");
    this.#body.tabIndex = 0;
    this.#title.id = "panel-title";
    this.#body.setAttribute("aria-labelledby", this.#title.id);
    dialog.replaceChildren(make("div", "panel-head", list, this.#title, closeButton(dialog)), this.#body);
    list.addEventListener("keydown", ({ key }) => {
      const ids = [...this.#tabs.keys()];
      const move = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (!move) return;
      this.open(ids[(ids.indexOf(this.#tab) + move + ids.length) % ids.length]);
      document.getElementById(`tab-${this.#tab}`)?.focus();
    });
    dialog.addEventListener("keydown", ({ key, isComposing }) => key === "Escape" && !isComposing && dialog.close());
    dialog.addEventListener("close", () => {
      document.body.classList.remove("docked");
      this.#markBar();
      if (history.state === OPEN) history.back();
    });
    // On a phone the drawer covers the table: there the back button closes it instead of leaving the table.
    addEventListener("popstate", () => dialog.close());
    if (history.state === OPEN) history.replaceState(null, "");
    closeOutside(dialog);
  }

  /** @param {string} id @param {string} label @param {Tab["draw"]} draw @param {boolean} [first] before the others */
  add(id, label, draw, first = false) {
    if (!this.#tabs.has(id)) {
      const tab = Object.assign(make("button", "", label), { type: "button", id: `tab-${id}` });
      tab.addEventListener("click", () => this.open(id));
      tab.setAttribute("role", "tab");
      const list = /** @type {HTMLElement} */ (this.#dialog.querySelector("[role=tablist]"));
      if (first) list.prepend(tab);
      else list.append(tab);
      list.dataset.tabs = `${list.children.length}`;
    }
    this.#tabs.set(id, { label, draw });
  }

  /** Is a tab visible? @param {string} tab */
  shows(tab) {
    return this.#dialog.open && this.#tab === tab;
  }

  /** Opens a tab, or closes the drawer if that tab is open already. @param {string} tab */
  toggle(tab) {
    if (this.shows(tab)) this.#dialog.close();
    else this.open(tab);
  }

  /** @param {string} tab */
  open(tab) {
    this.#tab = tab;
    this.#title.textContent = this.#tabs.get(tab)?.label ?? "";
    const docked = matchMedia(DOCKED).matches;
    this.#body.toggleAttribute("autofocus", docked);
    for (const button of this.#dialog.querySelectorAll("[role=tab]")) {
      const on = button.id === `tab-${tab}`;
      button.setAttribute("aria-selected", String(on));
      button.setAttribute("tabindex", on ? "0" : "-1");
      button.toggleAttribute("autofocus", on && !docked);
    }
    if (!this.#dialog.open) {
      if (docked) this.#dialog.show();
      else {
        this.#dialog.showModal();
        history.pushState(OPEN, "");
      }
      // A style sheet could query the page itself, but then every change would restyle the whole page.
      document.body.classList.toggle("docked", docked);
    }
    this.#markBar();
    this.redraw(tab);
  }

  /** Marks the open tab on the bar's buttons. */
  #markBar() {
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".bar [data-panel]"))) {
      button.ariaExpanded = String(this.shows(button.dataset.panel ?? ""));
    }
  }

  /** Draws a tab again if it is open. @param {string} tab */
  redraw(tab) {
    if (!this.shows(tab)) return;
    this.#tabs.get(tab)?.draw(this.#body);
  }
}
