// A mistake replayed move by move at its drawn position: the played line or the better one, by buttons and arrow keys.

import { make, makeButton, write } from "../../kernel/dom/make.js";
import { _ } from "../../texts.js";

/** @import {View} from "../types.js" */
/** @import {Missed} from "./chances.js" */
/** @import {Way} from "./position.js" */

/** The parts that are drawn. @typedef {{view: Omit<View, "rules" | "legal">, ways: Way[]}} Frame */

export class LineSteps {
  element = make("div", "line-steps");
  #missed;
  #changed;
  /** @type {Way["kind"]} */
  #kind = "best";
  /**
   * The number of the selected move, from 1; 0 before the first, where both lines are visible, and one more after the
   * last.
   */
  #at = 0;
  /** @type {Record<Way["kind"], HTMLButtonElement>} */
  #lines;
  #back = makeButton("small", _("Step back"), () => this.step(-1));
  #on = makeButton("small", _("Step forward"), () => this.step(1));
  #words = make("p", "line-step");

  /** @param {Missed} missed @param {() => void} changed called when another frame must be drawn */
  constructor(missed, changed) {
    this.#missed = missed;
    this.#changed = changed;
    this.#lines = {
      played: makeButton("small", _("Played"), () => this.#choose("played")),
      best: makeButton("small", _("Better"), () => this.#choose("best")),
    };
    this.element.role = "group";
    this.element.ariaLabel = _("Move by move");
    this.#words.ariaLive = "polite";
    this.element.append(make("div", "line-acts", this.#lines.played, this.#lines.best, this.#back, this.#on), this.#words);
    this.#tell();
  }

  /** @returns {Frame} */
  get frame() {
    const { view, played, best } = this.#missed;
    if (this.#at === 0) return { view, ways: [{ kind: "played", moves: played }, { kind: "best", moves: best }] };
    const before = this.#at === 1 ? view : this.#steps[this.#at - 2].view;
    const move = this.#missed[this.#kind][this.#at - 1];
    return { view: before, ways: move ? [{ kind: this.#kind, moves: [move] }] : [] };
  }

  get isBegun() {
    return this.#at > 0;
  }

  /** Goes along the line; past its ends nothing happens. @param {1 | -1} by */
  step(by) {
    const at = Math.min(this.#steps.length + 1, Math.max(0, this.#at + by));
    if (at === this.#at) return;
    this.#at = at;
    this.#tell();
    this.#changed();
    // A disabled button loses the focus: it moves to the other one.
    const [pressed, other] = by < 0 ? [this.#back, this.#on] : [this.#on, this.#back];
    if (pressed.disabled && this.element.contains(document.activeElement)) other.focus();
  }

  get #steps() {
    return this.#kind === "best" ? this.#missed.best_steps : this.#missed.played_steps;
  }

  /** @param {Way["kind"]} kind */
  #choose(kind) {
    this.#kind = kind;
    this.#at = 1;
    this.#tell();
    this.#changed();
  }

  #tell() {
    const count = this.#steps.length;
    for (const kind of /** @type {Way["kind"][]} */ (["played", "best"])) {
      this.#lines[kind].setAttribute("aria-pressed", String(this.isBegun && this.#kind === kind));
    }
    this.#back.disabled = this.#at === 0;
    this.#on.disabled = this.#at > count;
    write(this.#words, this.#said(count));
  }

  /** @param {number} count of moves */
  #said(count) {
    if (this.#at === 0) return _("Play a line move by move, by the buttons or with ← and →.");
    const line = this.#kind === "best" ? _("Better") : _("Played");
    if (this.#at <= count) return _("{line}, {n} of {count}: {move}.", { line, n: this.#at, count, move: this.#steps[this.#at - 1].words });
    const end = _("{line}: this is what it leads to.", { line });
    return this.#kind === "best" ? `${end} ${this.#missed.words}` : end;
  }
}
