// The line beside the hand: whose turn it is, what there is to do or what just happened, and the buttons that go with it.

import { lay, style } from "./board.js";
import { _ } from "./terms.js";
import { turnWords } from "./words.js";

/** @import {Mark, Move, Rect, Table, View} from "./types.js" */

/** About how wide a letter is, in the usual size and in the small one of narrow lines, and a button, in CSS pixels. */
const LETTER = { usual: 8.8, small: 7.1 };
const BUTTON = 100;
/** Up to this width the headline and the words after it run on, in small letters if they are many. */
const NARROW = 480;

export class StatusLine {
  #element;
  #head;
  #note;
  #mark;
  #offer;
  #buttons;
  #rect = { x: 0, y: 0, w: 0, h: 0 };
  #told = "";
  #event = "";
  #hint = "";

  /** @param {HTMLElement} element @param {{undo: () => void, pass: () => void, next: () => void}} actions */
  constructor(element, actions) {
    this.#element = element;
    element.innerHTML =
      '<div class="says"><p class="head"></p><p class="note"></p></div><span class="mark" hidden></span>' +
      '<div class="buttons"><button type="button" class="button offer" hidden></button>' +
      '<button type="button" class="button" data-do="undo" hidden></button>' +
      '<button type="button" class="button" data-do="pass" hidden></button>' +
      '<button type="button" class="button primary" data-do="next" hidden></button></div>';
    this.#head = /** @type {HTMLElement} */ (element.querySelector(".head"));
    this.#note = /** @type {HTMLElement} */ (element.querySelector(".note"));
    this.#mark = /** @type {HTMLElement} */ (element.querySelector(".mark"));
    this.#offer = /** @type {HTMLButtonElement} */ (element.querySelector(".offer"));
    this.#buttons = Object.fromEntries(
      ["undo", "pass", "next"].map((name) => [
        name,
        /** @type {HTMLButtonElement} */ (element.querySelector(`[data-do=${name}]`)),
      ]),
    );
    for (const [name, button] of Object.entries(this.#buttons)) {
      button.onclick = () => actions[/** @type {keyof typeof actions} */ (name)]();
    }
    this.#buttons.undo.textContent = _("Undo");
    this.#buttons.pass.textContent = _("Pass");
  }

  get headline() {
    return this.#head.textContent ?? "";
  }

  /**
   * @param {{view: View, table: Table, rect: Rect, moves: Move[], hint: string, undo: boolean, mark: Mark | null}} state
   */
  show({ view, table, rect, moves, hint, undo, mark }) {
    lay(this.#element, rect);
    style(this.#element, "--h", `${rect.h}px`);
    this.#rect = rect;
    const words = turnWords(view, table);
    this.#write(this.#head, words.head);
    this.#hint = hint || words.hint;
    this.#element.classList.toggle("yours", view.turn === table.you && !view.result);
    this.#buttons.undo.hidden = !undo;
    this.#buttons.pass.hidden = !moves.some((move) => move.pass);
    this.#buttons.next.hidden = !view.result || table.you === null;
    this.#write(this.#buttons.next, table.match.over ? _("Play another match") : _("Next game"));
    this.#mark.hidden = mark === null;
    this.#write(this.#mark, mark ? `${mark.sign} ${mark.clock}`.trim() : "");
    this.#mark.title = mark?.label ?? "";
    this.#draw();
  }

  /**
   * One more button, for what was just shown; null takes it away.
   * @param {{text: string, label: string, act: () => void} | null} offer its label is its name for those who hear it
   */
  offer(offer) {
    this.#offer.hidden = offer === null;
    this.#offer.textContent = offer?.text ?? "";
    this.#offer.ariaLabel = offer?.label ?? null;
    this.#offer.onclick = offer?.act ?? null;
    this.#fit();
  }

  /** What just happened. @param {string} sentence */
  event(sentence) {
    this.#event = sentence;
    this.#told = "";
    this.#draw();
  }

  /** What happened before is not on the table any more. */
  forget() {
    this.#event = "";
    this.#draw();
  }

  /** A word to the player about a gesture; empty takes it away. @param {string} text */
  tell(text) {
    this.#told = text;
    this.#draw();
  }

  #draw() {
    this.#write(this.#note, this.#told || this.#hint || this.#event);
    this.#note.classList.toggle("told", this.#told !== "");
    this.#fit();
  }

  /** Many words are set small; still more stand on a slip of their own that grows upwards. */
  #fit() {
    const { w, h } = this.#rect;
    const buttons = [this.#offer, ...Object.values(this.#buttons)].filter((button) => !button.hidden).length;
    const width = w - BUTTON * buttons;
    const note = (this.#note.textContent ?? "").length;
    const all = this.headline.length + note;
    const narrow = w < NARROW || h < 40;
    const fits = narrow
      ? all * LETTER.usual <= width * 2
      : note * LETTER.usual <= width * Math.max(1, Math.floor(h / 18) - 1);
    const fitsSmall = w < NARROW && all * LETTER.small <= width * Math.floor(h / 14);
    this.#element.classList.toggle("small", !fits);
    this.#element.classList.toggle("long", !fits && !fitsSmall);
  }

  /** Words with a hyphen, such as "pay-off", stay in one piece. @param {HTMLElement} element @param {string} text */
  #write(element, text) {
    if (element.textContent === text) return;
    const parts = text.split(/(\S+-\S+)/);
    element.replaceChildren(
      ...parts.map((part, order) => {
        if (order % 2 === 0) return part;
        return Object.assign(document.createElement("span"), { className: "whole", textContent: part });
      }),
    );
  }
}
