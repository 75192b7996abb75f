// A calm word about the line to the server, gone when all is well again.

import { write } from "../dom/elements.js";
import { _ } from "../../texts.js";

/** @import {LineState} from "./socket.js" */

const WELL_MS = 2500;

export class Connection {
  #element;
  /** @type {LineState | null} */
  #state = null;
  #hide = 0;
  /** Does a move wait for the line? */
  #waits = false;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  /** @param {LineState} state */
  show(state) {
    const before = this.#state;
    this.#state = state;
    clearTimeout(this.#hide);
    if (state !== "lost") document.querySelector("[data-offline-banner]")?.remove();
    else if (before !== "lost") void this.#showOfflineBanner();
    if (state !== "lost" && !(state === "open" && before === "lost")) return;
    this.#write();
    this.#element.hidden = false;
    if (state === "open") this.#hide = window.setTimeout(() => (this.#element.hidden = true), WELL_MS);
  }

  /** Is it known that there is no line? */
  get isLost() {
    return this.#state === "lost";
  }

  /** Says that what was played is not lost with the line. @param {boolean} waits does a move wait for an answer? */
  keep(waits) {
    this.#waits = waits;
    if (this.isLost) this.#write();
  }

  #write() {
    const lost = this.#waits ? _("No connection. Your move is kept and will be sent.") : _("Connection lost. Trying again…");
    write(this.#element, this.isLost ? lost : _("Connected again."));
  }

  /** Says what can be played until then, where the server has what that needs. */
  async #showOfflineBanner() {
    if (!document.documentElement.dataset.offline) return;
    const banner = await import("./offline-banner.js").catch(() => null);
    await banner?.showOfflineBanner(() => this.isLost);
  }
}
