// The computer players' remarks and faces (server/games/spite/speech.py). A remark is placed where it covers no card,
// pile or text; in a window without such a place it is smaller, and covers what matters least.

import { EDGE, gapFor, RIM, takenOn } from "../board/gap.js";
import { faceOf } from "../../kernel/people/heads.js";
import { shown, styled } from "../../kernel/dom/lazily.js";
import { make } from "../../kernel/dom/make.js";
import { _ } from "../../texts.js";
import { nameOf } from "../words.js";
import { rememberLine } from "./heard.js";

/** @import {Remark} from "../messages.js" */
/** @import {Stage} from "../stage.js" */
/** @import {Layout, Rect} from "../types.js" */

/** The time for which a remark stays: at least, and more for each letter, in milliseconds. */
const STAYS = 2600;
const A_LETTER = 45;
/** Its possible widths at the usual text size, in CSS pixels, the best first; and at a smaller size. */
const WIDTHS = [260, 200, 150, 120];
const SMALLER = [520, 420, 330, 280, 230, 180, 140, 110, 84];
/** Its text size, and the things it may cover, more with each step: others' empty places, the bar, names and counts. */
const STEPS = [
  { size: "", over: [] },
  { size: "smaller", over: [] },
  { size: "smallest", over: [] },
  { size: "smallest", over: ["theirs"] },
  { size: "smallest", over: ["theirs", "bar"] },
  { size: "smallest", over: ["theirs", "bar", "words"] },
];
/** The gap between it and a card. */
const CLEAR = 1;
/** The size of the face beside it, in CSS pixels. */
const FACE = 24;
/** The time after which the player to move looks thoughtful, in milliseconds. */
const THINKS = 700;

class Remarks {
  /** A remark to be shown once the table has come to rest. @type {Remark[]} */
  #waiting = [];
  /** @type {HTMLElement | null} */
  #bubble = null;
  #timer = 0;
  #looks = 0;
  /** The seat to move, and the timer that makes it look thoughtful. */
  #turn = -1;
  #thinks = 0;
  #stage;

  /** @param {Stage} stage */
  constructor(stage) {
    this.#stage = stage;
    stage.on("message", (message) => {
      if (message.type === "remark") this.#hear(message);
      else if (message.type === "snapshot") this.#clear();
    });
    stage.on("shown", () => void this.#show());
    stage.on("drawn", () => {
      this.#makeWay();
      this.#think();
    });
  }

  /** @param {Remark} remark */
  #hear(remark) {
    if (!this.#stage.settings.remarks || remark.game !== this.#stage.state.game) return;
    this.#waiting.push(remark);
    if (!this.#stage.busy) void this.#show();
  }

  /** Its place is measured, which takes a while: not before the frame that shows what happened on the table. */
  async #show() {
    if (this.#waiting.length === 0) return;
    await shown();
    if (this.#stage.busy) return;
    for (const { game, seat, mood, text, line } of this.#waiting.splice(0)) {
      this.#stage.feel(seat, mood);
      if (!text) continue;
      // A remark that nobody has seen may be repeated.
      if (this.#say(seat, text) && line) rememberLine(`${this.#stage.table.id}/${game}`, line);
    }
  }

  /** @param {number} seat @param {string} text @returns {boolean} whether it is shown or read out */
  #say(seat, text) {
    const { table, settings } = this.#stage;
    this.#clear();
    if (settings.remarksRead) this.#stage.announce(_("{name} says: {text}", { name: nameOf(table, seat), text }));
    // It may have to be away from its speaker: their face comes along.
    const bubble = make("div", "bubble remark", faceOf(table.seats[seat], FACE), make("span", "", text));
    bubble.setAttribute("aria-hidden", "true");
    bubble.dataset.seat = String(seat);
    this.#stage.root.append(bubble);
    this.#bubble = bubble;
    this.#timer = window.setTimeout(() => this.#clear(), STAYS + A_LETTER * text.length);
    this.#place();
    return this.#bubble !== null || Boolean(settings.remarksRead);
  }

  /** Places the remark where there is room for it, or removes it. */
  #place() {
    const bubble = /** @type {HTMLElement} */ (this.#bubble);
    const { root, state } = this.#stage;
    const place = placeFor(bubble, this.#stage.rectOf(`name:${bubble.dataset.seat}`), state.layout, root);
    if (place === null) return this.#clear();
    bubble.style.translate = `${place.x}px ${place.y}px`;
  }

  /** Moves a remark that a smaller window cuts off, or that now covers something: a card, or text at its final size. */
  #makeWay() {
    cancelAnimationFrame(this.#looks);
    if (this.#bubble === null) return;
    this.#looks = requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const { root, state } = this.#stage;
        if (this.#bubble === null || !state.layout) return;
        const rect = rectOf(this.#bubble, root);
        const taken = [...takenOn(state.layout, [], 0).filter(({ weight }) => weight === Infinity), ...wordsOn(root).filter(({ kind }) => kind === "said")];
        const sticksOut = rect.x < 0 || rect.x + rect.w > root.clientWidth;
        if (sticksOut || taken.some((one) => meets(rect, one.rect))) this.#place();
      }),
    );
  }

  /** Makes a computer player look thoughtful when a turn takes a while. */
  #think() {
    const { table, view } = this.#stage;
    const turn = view && !view.result ? view.turn : -1;
    if (turn === this.#turn) return;
    this.#turn = turn;
    clearTimeout(this.#thinks);
    if (table.seats[turn]?.kind !== "computer" || !this.#stage.settings.remarks) return;
    this.#thinks = window.setTimeout(() => {
      if (this.#turn === turn && this.#stage.view?.turn === turn) this.#stage.feel(turn, "thinking");
    }, THINKS);
  }

  #clear() {
    clearTimeout(this.#timer);
    this.#bubble?.remove();
    this.#bubble = null;
  }
}

/** The text on the table: the current sentence with its buttons, the bar, and the plates. @param {HTMLElement} root */
function wordsOn(root) {
  const kinds = { said: "#status .says, #status .note, #status button:not([hidden])", bar: ".bar", words: ".plate" };
  return Object.entries(kinds).flatMap(([kind, which]) =>
    [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(which))].map((one) => ({ rect: rectOf(one, root), kind })),
  );
}

/**
 * The place for a remark near its speaker's face, in the first step that has one; null if there is none.
 * @param {HTMLElement} bubble
 * @param {Rect | null | undefined} plate
 * @param {Layout} layout
 * @param {HTMLElement} root
 * @returns {Rect | null}
 */
function placeFor(bubble, plate, layout, root) {
  if (!plate) return null;
  const kindOf = (/** @type {import("../board/gap.js").Taken} */ { weight, own }) =>
    weight === Infinity || own ? "seen" : weight >= 3 ? "words" : "theirs";
  const taken = [
    ...takenOn(layout, [], CLEAR).map((one) => ({ rect: one.rect, kind: kindOf(one) })),
    ...wordsOn(root),
  ].filter(({ rect }) => rect.w > 0);
  const within = { x: 0, y: RIM, w: root.clientWidth, h: root.clientHeight - RIM };
  for (const { size, over } of STEPS) {
    for (const one of ["smaller", "smallest"]) bubble.classList.toggle(one, one === size);
    const sizes = sizesOf(bubble, size ? SMALLER : WIDTHS, size === "smallest" ? 1 : layout.letters, within.w - 2 * EDGE);
    const weighed = taken.map(({ rect, kind }) => ({ rect, weight: over.includes(kind) ? 1 : Infinity }));
    const found = gapFor(weighed, sizes, within, plate);
    if (!found) continue;
    bubble.style.maxWidth = `${found.w}px`;
    return found;
  }
  return null;
}

/**
 * The sizes of a remark at these widths, except those at which a word would break.
 * @param {HTMLElement} bubble
 * @param {number[]} widths
 * @param {number} letters
 * @param {number} most
 */
function sizesOf(bubble, widths, letters, most) {
  bubble.style.maxWidth = "min-content";
  const least = bubble.offsetWidth;
  return widths.filter((width) => width * letters >= least).map((width) => {
    bubble.style.maxWidth = `${Math.min(width * letters, most)}px`;
    // Its true width can be a fraction of a pixel more.
    return { width: bubble.offsetWidth + 1, height: bubble.offsetHeight };
  });
}

/** @param {HTMLElement} element @param {HTMLElement} root @returns {Rect} */
function rectOf(element, root) {
  const [{ left, top, width: w, height: h }, base] = [element.getBoundingClientRect(), root.getBoundingClientRect()];
  return { x: left - base.left, y: top - base.top, w, h };
}

/** @param {Rect} one @param {Rect} other */
const meets = (one, other) =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;

/** @param {Stage} stage */
export async function mount(stage) {
  await styled("spite/live/live.css");
  new Remarks(stage);
}
