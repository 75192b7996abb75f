// What the computer players say, and the faces they make (server/games/spite/speech.py). A line lies where it covers no card
// and no words; where there is no such place only the face tells.

import { EDGE, gapFor, takenOn } from "../board/gap.js";
import { faceOf, hasFace, headUrl } from "../../kernel/people/heads.js";
import { styled } from "../../kernel/dom/lazily.js";
import { make } from "../../kernel/dom/make.js";
import { _ } from "../../texts.js";
import { nameOf } from "../words.js";

/** @import {Remark} from "../messages.js" */
/** @import {Stage} from "../stage.js" */
/** @import {Layout, Rect} from "../types.js" */

/** How long a line stays: at least, and more for each letter of it, in milliseconds. */
const STAYS = 2600;
const A_LETTER = 45;
/** How wide it may be, in CSS pixels, the best first. */
const WIDTHS = [260, 200, 150, 120];
/** How large the face is beside it, in CSS pixels. */
const FACE = 24;
const MOODS = ["pleased", "caught", "thinking", "beaten"];
/** After how long somebody whose turn it is looks as if they thought, in milliseconds. */
const THINKS = 700;

class Remarks {
  /** What is shown once the table has come to rest. @type {Remark[]} */
  #waiting = [];
  /** @type {HTMLElement | null} */
  #bubble = null;
  #timer = 0;
  /** Whose turn it is, and what makes them look as if they thought. */
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
    stage.on("shown", () => this.#show());
    stage.on("drawn", () => {
      this.#makeWay();
      this.#think();
    });
  }

  /** @param {Remark} remark */
  #hear(remark) {
    if (!this.#stage.settings.remarks || remark.game !== this.#stage.state.game) return;
    this.#waiting.push(remark);
    if (!this.#stage.busy) this.#show();
  }

  #show() {
    for (const { seat, mood, text } of this.#waiting.splice(0)) {
      this.#stage.feel(seat, mood);
      if (text) this.#say(seat, text);
    }
  }

  /** @param {number} seat @param {string} text */
  #say(seat, text) {
    const { table, settings, state } = this.#stage;
    this.#clear();
    if (settings.remarksRead) this.#stage.announce(_("{name} says: {text}", { name: nameOf(table, seat), text }));
    // It may have to stand away from who says it: their face comes along.
    const bubble = make("div", "bubble remark", faceOf(table.seats[seat], FACE), make("span", "", text));
    bubble.setAttribute("aria-hidden", "true");
    bubble.dataset.seat = String(seat);
    this.#stage.root.append(bubble);
    const place = placeFor(bubble, this.#stage.rectOf(`name:${seat}`), state.layout, this.#stage.root);
    if (place === null) return bubble.remove();
    this.#bubble = bubble;
    bubble.style.translate = `${place.x}px ${place.y}px`;
    this.#timer = window.setTimeout(() => this.#clear(), STAYS + A_LETTER * text.length);
  }

  /** Takes a line away that something has come to lie under. */
  #makeWay() {
    const { layout } = this.#stage.state;
    if (this.#bubble === null || !layout) return;
    const rect = rectOf(this.#bubble, this.#stage.root);
    const isFree = takenOn(layout, []).every((one) => one.weight < Infinity || !meets(rect, one.rect));
    if (!isFree) this.#clear();
  }

  /** Lets a computer player whose turn takes a while look as if they thought. */
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

/**
 * Where a line can stand near the face of who says it, over no card and no words; null if nowhere.
 * @param {HTMLElement} bubble @param {Rect | null | undefined} plate @param {Layout} layout @param {HTMLElement} root
 * @returns {Rect | null}
 */
function placeFor(bubble, plate, layout, root) {
  if (!plate) return null;
  const sizes = WIDTHS.map((width) => {
    bubble.style.maxWidth = `${width}px`;
    return { width: Math.ceil(bubble.offsetWidth), height: Math.ceil(bubble.offsetHeight) };
  });
  const words = [...root.querySelectorAll(".bar, #status .says, #status button:not([hidden]), .plate")].map((one) => ({
    rect: rectOf(/** @type {HTMLElement} */ (one), root),
    weight: Infinity,
  }));
  const labels = takenOn(layout, []).map(({ rect, weight }) => ({ rect, weight: weight >= 3 ? Infinity : weight }));
  const found = gapFor([...labels, ...words], sizes, { x: EDGE, y: EDGE, w: root.clientWidth - 2 * EDGE, h: root.clientHeight - 2 * EDGE }, plate);
  if (found) bubble.style.maxWidth = `${found.w}px`;
  return found;
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
  // A face that changes is there at once.
  for (const { player } of stage.table.seats) {
    if (player && hasFace(player)) for (const mood of MOODS) new Image().src = headUrl(`${player}-${mood}`);
  }
}
