// Waiting for whoever comes: for whom, for how long, what happens then, and what one may do meanwhile.

import { make, makeButton } from "../pages/dom.js";
import { giveUp, openTable, post, storedOpponent } from "../pages/requests.js";
import { go } from "../places.js";
import { _ } from "../texts.js";
import { clockText } from "./live-words.js";
import { storedName } from "./me.js";

const TICK = 1000;
/** Who waits for a rated game asks again so often whether somebody suits by now, in ticks. */
const AGAIN = 10;

export class Waiting {
  #time = make("b", "wait-time");
  #error = make("p", "error");
  #since = Date.now();
  #ticking = 0;
  #ticks = 0;
  #table;
  element;

  /** @param {string} table its id */
  constructor(table) {
    this.#table = table;
    this.#error.setAttribute("role", "alert");
    this.#time.ariaHidden = "true";
    const cards = make("div", "wait-cards", ...[0, 1, 2].map(() => make("i", "")));
    cards.ariaHidden = "true";
    const meanwhile = makeButton("primary", _("Play a computer player meanwhile"), () => this.#elsewhere());
    const stop = makeButton("", _("Stop waiting"), () => this.#leave());
    this.element = make(
      "div",
      "wait panel",
      make("div", "wait-head", cards, this.#time),
      make("p", "", _("Your table stands among the open tables. Whoever chooses the same game sits down here, and the cards are dealt at once.")),
      make("div", "wait-acts", meanwhile, stop),
      make("p", "hint", _("That game opens in another tab. Keep this one open: it calls you when somebody comes.")),
      this.#error,
    );
  }

  /** @param {boolean} waits @param {boolean} [rated] whether somebody of a near rating is looked for, and later anybody */
  show(waits, rated = false) {
    this.element.hidden = !waits;
    clearInterval(this.#ticking);
    if (!waits) return;
    this.#tick();
    this.#ticking = window.setInterval(() => {
      this.#tick();
      if (rated && ++this.#ticks % AGAIN === 0) void this.#again();
    }, TICK);
  }

  /** Go where somebody waits who is not too far away any more. */
  async #again() {
    // Without an answer one waits on.
    const found = await post("/api/play/again", { table: this.#table }).catch(() => null);
    if (found && found.id !== this.#table) go(found.url);
  }

  #tick() {
    this.#time.textContent = clockText(Date.now() - this.#since);
  }

  /** The tab is opened with the press itself: later a browser would not let it. */
  async #elsewhere() {
    this.#error.textContent = "";
    const tab = window.open("about:blank");
    const seats = [{ kind: "person", name: storedName() }, { kind: "computer", player: storedOpponent() ?? "club" }];
    try {
      await openTable({ preset: "standard", target: 1, seats }, tab?.location ?? location);
    } catch (problem) {
      tab?.close();
      this.#error.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  }

  async #leave() {
    try {
      await giveUp(this.#table);
      go("/");
    } catch (problem) {
      this.#error.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  }
}
