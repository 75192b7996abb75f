// The options for the host of a gathering table: the same form as on the set-up page, in a dialog over the lobby.

import { make, makeButton } from "../../kernel/dom/make.js";
import { GameForm } from "../setup/form.js";
import { _ } from "../../texts.js";
import { styled } from "../../kernel/dom/lazily.js";
import { at } from "../../places.js";

/** @import {GatheringTable} from "../types.js" */
/** @import {Settings as TableSettings} from "../messages.js" */
/** @import {SettingsRequest} from "../requests.js" */

const STANDARD = "standard";

export class HostForm {
  #dialog = make("dialog", "live-dialog host-dialog");
  #part = make("div", "host-part");
  #words = make("p", "hint");
  #use = makeButton("primary", _("Play by these rules"), () => this.#send());
  /** @type {GameForm | null} */
  #form = null;
  #configure;

  /** @param {(changes: {preset: string | null, rules: Record<string, unknown>, settings: SettingsRequest}) => void} configure */
  constructor(configure) {
    this.#configure = configure;
    const cancel = makeButton("", _("Leave them as they are"), () => this.close());
    this.#dialog.append(
      make("h2", "", _("What is played here")),
      this.#part,
      this.#words,
      make("div", "actions", this.#use, cancel),
    );
    this.#dialog.setAttribute("aria-label", _("What is played here"));
    document.body.append(this.#dialog);
  }

  /** The options for a choice of computer players; null if they are unavailable. @param {GatheringTable} table */
  async computers(table) {
    const part = await fetched(table.preset, table.rules.players);
    return part?.querySelector("template")?.content ?? null;
  }

  /**
   * @param {GatheringTable} table
   * @param {TableSettings} settings
   * @returns {Promise<boolean>} false if it is unavailable
   */
  async open(table, settings) {
    await this.#show(table.preset, table.rules.players);
    if (!this.#form) return false;
    await this.#form.take(table.rules, settings);
    if (!this.#dialog.open) this.#dialog.showModal();
    return true;
  }

  close() {
    this.#dialog.close();
  }

  /** Show the form for a preset. @param {string | null} preset @param {number} players */
  async #show(preset, players) {
    const part = await fetched(preset, players);
    if (!part) return;
    const start = JSON.parse(part.querySelector("[data-start-state]")?.textContent ?? "null");
    const form = /** @type {HTMLElement} */ (part.querySelector(".host-form"));
    await Promise.all((form.dataset.sheets ?? "").split(" ").map(styled));
    /** @type {HTMLElement} */ (form.querySelector('[data-field="players"]')).hidden = true;
    const folds = [...this.#part.querySelectorAll("details")];
    form.querySelectorAll("details").forEach((fold, index) => (fold.open = folds[index]?.open ?? false));
    this.#part.replaceChildren(form);
    this.#words.textContent = "";
    this.#form = new GameForm(form, start, {
      words: ({ differences }) => {
        this.#words.textContent = differences.length > 0 ? _("Unlike the standard game: {list}.", { list: differences.join("; ") }) : _("The standard game.");
      },
      rules: () => {},
      refused: (message) => {
        this.#use.disabled = message !== "";
      },
    });
    this.#offerHouse(form);
    const select = /** @type {HTMLSelectElement} */ (form.querySelector("[data-preset]"));
    select.onchange = () => {
      const { settings } = /** @type {GameForm} */ (this.#form);
      this.#show(select.value, players).then(() => this.#form?.take(null, settings));
    };
  }

  /** One's own rules, by their stored name. @param {HTMLElement} form */
  #offerHouse(form) {
    const house = /** @type {HTMLSelectElement | null} */ (form.querySelector("[data-house]"));
    if (!house) return;
    house.onchange = () => {
      const { settings } = /** @type {GameForm} */ (this.#form);
      void this.#form?.take(house.value ? JSON.parse(house.value) : null, settings);
    };
  }

  #send() {
    const form = /** @type {GameForm} */ (this.#form);
    form.gather();
    this.#configure({ preset: form.preset, rules: form.rules, settings: form.settings });
    this.close();
  }
}

/** The form rendered by the server, null if it is unavailable. @param {string | null} preset @param {number} players */
async function fetched(preset, players) {
  const url = `/new/form?preset=${encodeURIComponent(preset ?? STANDARD)}&players=${players}`;
  const response = await fetch(at(url)).catch(() => null);
  if (!response?.ok) return null;
  const template = document.createElement("template");
  template.innerHTML = await response.text();
  return template.content;
}
