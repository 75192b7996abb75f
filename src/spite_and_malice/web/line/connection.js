// A calm word about the line to the server, gone when all is well again.

import { _ } from "../texts.js";

/** @import {LineState} from "./socket.js" */

const WELL_MS = 2500;

export class Connection {
  #element;
  /** @type {LineState | null} */
  #state = null;
  #hide = 0;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  /** @param {LineState} state */
  show(state) {
    const before = this.#state;
    this.#state = state;
    clearTimeout(this.#hide);
    if (state === "replaced") this.#element.hidden = true;
    if (state !== "lost") document.querySelector("[data-meanwhile]")?.remove();
    else if (before !== "lost") void this.#tellMeanwhile();
    if (state !== "lost" && !(state === "open" && before === "lost")) return;
    this.#element.textContent = state === "lost" ? _("Connection lost. Trying again…") : _("Connected again.");
    this.#element.hidden = false;
    if (state === "open") this.#hide = window.setTimeout(() => (this.#element.hidden = true), WELL_MS);
  }

  /** Says what can be played until then, where the server has what that needs. */
  async #tellMeanwhile() {
    if (!document.documentElement.dataset.offline) return;
    const meanwhile = await import("../offline/meanwhile.js").catch(() => null);
    await meanwhile?.tellMeanwhile(() => this.#state === "lost");
  }
}
