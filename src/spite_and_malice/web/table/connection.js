// A calm word about the line to the server, gone when all is well again.

import { _ } from "../texts.js";

/** @import {LineState} from "./socket.js" */

const WELL_MS = 2500;

export class Connection {
  #element;
  #wasLost = false;
  #hide = 0;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  /** @param {LineState} state */
  show(state) {
    clearTimeout(this.#hide);
    if (state === "replaced") this.#element.hidden = true;
    if (state !== "lost" && !(state === "open" && this.#wasLost)) return;
    this.#wasLost = state === "lost";
    this.#element.textContent = this.#wasLost ? _("Connection lost. Trying again…") : _("Connected again.");
    this.#element.hidden = false;
    if (state === "open") this.#hide = window.setTimeout(() => (this.#element.hidden = true), WELL_MS);
  }
}
