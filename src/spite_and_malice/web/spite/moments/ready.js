// Below the result: the players ready for the next game, the time until it is dealt, and its beginning.

import { make, makeButton, write } from "../../kernel/dom/make.js";
import { _ } from "../../texts.js";
import { dealWords, readyWords } from "../live/words.js";
import { awaited, isReady, nextWords } from "../words.js";

/** @import {People} from "../messages.js" */
/** @import {Table} from "../types.js" */

const TICK = 250;

export class Ready {
  #words = make("span", "");
  #time = make("span", "time");
  #stop;
  #element;
  /** The end of the countdown, by this page's own clock; null while none runs. @type {number | null} */
  #until = null;
  #isShared = false;
  #ended;
  #row;

  /** @param {{table: Table, wait: () => void}} ended `wait` stops the countdown @param {HTMLElement} row the next actions */
  constructor(ended, row) {
    this.#ended = ended;
    this.#row = row;
    this.#words.role = "status";
    // It is not read out every second.
    this.#time.ariaHidden = "true";
    this.#stop = makeButton("small", _("Stop"), () => ended.wait());
    this.#element = make("p", "readiness", this.#words, this.#time, this.#stop);
    const ticking = window.setInterval(() => (row.isConnected ? this.#tick() : clearInterval(ticking)), TICK);
  }

  /** Updates who is present and who is ready. @param {People} people */
  meet(people) {
    this.#isShared = awaited(people).length > 1;
    const words = readyWords(people);
    this.#until = people.deals_in === null ? null : performance.now() + people.deals_in;
    write(this.#words, words);
    if (words === "") this.#element.remove();
    else if (!this.#element.isConnected) this.#row.prepend(this.#element);
    this.#stop.hidden = people.you === null || this.#until === null;
    const next = /** @type {HTMLButtonElement | null} */ (this.#row.querySelector("[data-next]"));
    if (next) {
      write(next, nextWords(this.#ended.table, people));
      next.disabled = isReady(people);
    }
    this.#tick();
  }

  /** The next game has begun while others played on: returns whether somebody is still viewing the result. */
  goesOn() {
    if (!this.#isShared) return false;
    const words = make("p", "readiness", _("The next game has begun."));
    words.role = "status";
    const go = make("button", "button primary", _("To the table"));
    this.#row.replaceChildren(words, go);
    go.focus();
    return true;
  }

  #tick() {
    write(this.#time, dealWords(this.#until === null ? null : this.#until - performance.now()));
  }
}
