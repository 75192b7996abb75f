// Waiting for others: for whom, for how long, the result, and who would play at once.

import { fact } from "../../kernel/dom/facts.js";
import { make, makeButton } from "../../kernel/dom/make.js";
import { giveUp, openTable, post, sentenceOf, storedOpponent, storeOpponent } from "../../kernel/line/requests.js";
import { faceOf } from "../../kernel/people/heads.js";
import { storedName } from "../../kernel/people/me.js";
import { go } from "../../places.js";
import { _ } from "../../texts.js";
import { LEVELS } from "../board/plates.js";
import { clockText } from "./words.js";

/** The computer player for people who have played none yet. */
export const USUAL_OPPONENT = "club";

const TICK = 1000;
/** How often a search for a rated game asks again for a suitable opponent, in ticks. */
const AGAIN = 10;

export class Waiting {
  #time = make("b", "wait-time");
  #temper = make("p", "hint");
  #error = make("p", "error");
  #meanwhile = makeButton("", "", () => this.#elsewhere());
  #instead;
  #since = Date.now();
  #ticking = 0;
  #ticks = 0;
  #table;
  #player = storedOpponent() ?? USUAL_OPPONENT;
  element;

  /**
   * @param {string} table its id
   * @param {((player: string) => void) | null} instead gives the only free seat to a computer player
   */
  constructor(table, instead) {
    this.#table = table;
    this.#error.setAttribute("role", "alert");
    this.#time.ariaHidden = "true";
    const cards = make("div", "wait-cards", ...[0, 1, 2].map(() => make("i", "")));
    cards.ariaHidden = "true";
    this.#instead = makeButton("primary", "", () => {
      storeOpponent(this.#player);
      instead?.(this.#player);
    });
    this.#instead.hidden = instead === null;
    const stop = makeButton("bare", _("Stop waiting"), () => this.#leave());
    this.element = make(
      "div",
      "wait panel",
      make("div", "wait-head", cards, this.#time, stop),
      make("p", "", _("Your table is listed among the open tables. Anybody who chooses the same game sits down here, and the cards are dealt at once.")),
      this.#characters(),
      make("div", "wait-acts", this.#instead, this.#meanwhile),
      make("p", "hint", _("A game in the meantime opens in another tab. Keep this one open: it calls you when somebody comes.")),
      fact(),
      this.#error,
    );
    this.#choose(this.#player);
  }

  /**
   * @param {boolean} waits
   * @param {boolean} [rated] whether somebody with a close rating is sought, and later anybody
   */
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

  /** The computer players, who are available at once. */
  #characters() {
    const faces = Object.entries(LEVELS).map(([player, { name, level }]) => {
      const radio = Object.assign(make("input", "visually-hidden"), { type: "radio", name: "company", value: player });
      radio.checked = player === this.#player;
      radio.onchange = () => this.#choose(player);
      return make("label", "", radio, faceOf({ kind: "computer", name, player }, 44), make("b", "", name), make("small", "", level));
    });
    const set = make("div", "wait-faces", ...faces);
    set.setAttribute("role", "radiogroup");
    set.setAttribute("aria-label", _("Computer players"));
    return make("div", "wait-who", make("p", "", _("These have time for you now:")), set, this.#temper);
  }

  /** @param {string} player */
  #choose(player) {
    this.#player = player;
    const { name = "", temper = "" } = LEVELS[player] ?? {};
    this.#temper.textContent = temper;
    this.#instead.textContent = _("Play {name} instead", { name });
    this.#meanwhile.textContent = _("Play {name} meanwhile", { name });
  }

  /** Go to somebody waiting whose rating is no longer too far away. */
  async #again() {
    // Without an answer the wait continues.
    const found = await post("/api/play/again", { table: this.#table }).catch(() => null);
    if (found && found.id !== this.#table) go(found.url);
  }

  #tick() {
    this.#time.textContent = clockText(Date.now() - this.#since);
  }

  /** The tab is opened with the press itself: later a browser would block it. */
  async #elsewhere() {
    this.#error.textContent = "";
    storeOpponent(this.#player);
    const tab = window.open("about:blank");
    const seats = [{ kind: "person", name: storedName() }, { kind: "computer", player: this.#player }];
    try {
      await openTable({ preset: "standard", target: 1, seats }, tab?.location ?? location);
    } catch (problem) {
      tab?.close();
      this.#error.textContent = sentenceOf(problem);
    }
  }

  async #leave() {
    try {
      await giveUp(this.#table);
      go("/");
    } catch (problem) {
      this.#error.textContent = sentenceOf(problem);
    }
  }
}
