// The line beside the hand: the player to move, the possible actions or the last event, and the buttons for them.

import { cutWidth, lay, style, widthOf, write, writeWords } from "../../kernel/dom/elements.js";
import { _ } from "../../texts.js";
import { isReady, nextWords, nothingFits, turnWords } from "../words.js";

/** @import {People} from "../messages.js" */
/** @import {Layout, Mark, Move, Table, View} from "../types.js" */

/** How far a few words may exceed their place in height. */
const SLACK = 6;
/** The gap between a long message slip and the element above it. */
const GAP = 4;
/** The greatest and least width of text placed elsewhere on the table, and the steps between. */
const ASIDE = 560;
const NARROW = 104;
const STEP = 0.95;
/** In a place narrower than this the buttons are under the text, if it is high enough or the text is long. */
const STACKED = 420;

export class StatusLine {
  #element;
  #says;
  #foot;
  #head;
  #note;
  #mark;
  #offer;
  /** The action of the offer. @type {(() => void) | null} */
  #offered = null;
  #buttons;
  #rect = { x: 0, y: 0, w: 0, h: 0 };
  /**
   * The layout of everything else, and how far a slip can exceed its rectangle in height without covering anything.
   * @type {Layout | null}
   */
  #layout = null;
  /** The target of a pointer. @type {string[]} */
  #lit = [];
  #told = "";
  /** The replacement if there is no room for it, and whether it is needed. */
  #brief = "";
  #isBrief = false;
  #event = "";
  /** Was that one's own action? */
  #isOwn = false;
  /** The hint for a newcomer who has not done anything yet. */
  #coach = "";
  #hint = "";
  /** The text while nothing is picked. */
  #usual = "";
  /** The text for a spectator before anything has happened. */
  #watching = "";
  /** The state last fitted, and the layout in which text was placed elsewhere. */
  #set = "";
  /** @type {Layout | null} */
  #laid = null;
  /** Must it be fitted before the next frame? */
  #due = false;
  /**
   * The module that finds room elsewhere: the first drawing of the table does not wait for it.
   * @type {typeof import("./gap.js") | null}
   */
  #gaps = null;
  /** Is nothing drawn before the next `show`? */
  #held = false;
  #grown;
  /** The seats whose names the text may contain. @type {Table["seats"]} */
  #seats = [];
  /** How far a long slip exceeds its rectangle in height, in CSS pixels. */
  room = 0;
  /** The part of that which is kept because every turn needs it, and its place and seat. */
  #lasting = { room: 0, of: "" };
  /**
   * The button that takes back a turn here, or a move if turns cannot be taken back; null for spectators.
   * @type {HTMLButtonElement | null}
   */
  #back = null;

  /**
   * @param {HTMLElement} element
   * @param {{undo: () => void, "undo-turn": () => void, pass: () => void, result: () => void, next: () => void, grown:
   *   () => void, whole: () => void}} actions `whole` shows text that has no room
   */
  constructor(element, actions) {
    this.#element = element;
    this.#grown = actions.grown;
    element.innerHTML =
      '<div class="says"><p class="head"></p><p class="note"></p></div><span class="mark" hidden></span>' +
      '<div class="buttons"><button type="button" class="button offer" hidden></button>' +
      '<button type="button" class="button" data-do="whole" hidden></button>' +
      '<button type="button" class="button" data-do="undo" hidden></button>' +
      '<button type="button" class="button" data-do="undo-turn" hidden></button>' +
      '<button type="button" class="button" data-do="pass" hidden></button>' +
      '<button type="button" class="button" data-do="result" hidden></button>' +
      '<button type="button" class="button primary" data-do="next" hidden></button></div>';
    this.#says = /** @type {HTMLElement} */ (element.firstElementChild);
    this.#foot = /** @type {HTMLElement} */ (element.lastElementChild);
    this.#head = /** @type {HTMLElement} */ (element.querySelector(".head"));
    this.#note = /** @type {HTMLElement} */ (element.querySelector(".note"));
    this.#mark = /** @type {HTMLElement} */ (element.querySelector(".mark"));
    this.#offer = /** @type {HTMLButtonElement} */ (element.querySelector(".offer"));
    this.#offer.addEventListener("click", () => this.#offered?.());
    this.#buttons = Object.fromEntries(
      ["whole", "undo", "undo-turn", "pass", "result", "next"].map((name) => [
        name,
        /** @type {HTMLButtonElement} */ (element.querySelector(`[data-do=${name}]`)),
      ]),
    );
    for (const [name, button] of Object.entries(this.#buttons)) {
      button.addEventListener("click", () => actions[/** @type {keyof typeof actions} */ (name)]());
    }
    this.#buttons.whole.textContent = _("More");
    this.#buttons.undo.textContent = _("Take the move back");
    this.#buttons["undo-turn"].textContent = _("Take the turn back");
    this.#buttons.pass.textContent = _("Pass");
    this.#buttons.result.textContent = _("Result");
  }

  get headline() {
    return this.#head.textContent ?? "";
  }

  /**
   * @param {{view: View, table: Table, layout: Layout, lit: string[], moves: Move[], hint: string, coach: string, quiet: boolean,
   * undo: boolean, undoTurn: boolean, backs: boolean, mark: Mark | null, isTold: boolean, isOnly: boolean, people:
   * People | null}} state `coach`: the newcomer's hint at the beginning of a turn; `quiet`: leaves out the player to
   * move and the possible plays; `backs`: whole turns can be taken back here; `isTold`: the result of the game can be
   * viewed; `isOnly`: no game follows
   */
  show({ view, table, layout, lit, moves, hint, coach, quiet, undo, undoTurn, backs, mark, isTold, isOnly, people }) {
    const rect = layout.status;
    lay(this.#element, rect);
    style(this.#element, "--h", `${rect.h}px`);
    this.#rect = rect;
    this.#layout = layout;
    this.#lit = lit;
    const words = turnWords(view, table, people);
    this.#seats = table.seats;
    // Text that follows other text is written in full, so that it does not move within its line.
    if (words.head !== this.headline) this.#note.replaceChildren();
    writeWords(this.#head, words.head, this.#seats);
    this.#usual = quiet ? "" : words.hint;
    this.#coach = quiet ? "" : coach;
    this.#hint = hint || this.#usual;
    const plays = people !== null && table.you !== null && !view.result;
    this.#back = plays ? this.#buttons[backs ? "undo-turn" : "undo"] : null;
    this.#watching = table.you === null ? _("You are watching.") : "";
    this.#element.classList.toggle("quiet", quiet);
    this.#element.classList.toggle("yours", view.turn === table.you && !view.result);
    this.#buttons.undo.hidden = !undo;
    this.#buttons["undo-turn"].hidden = !undoTurn;
    this.#buttons.pass.hidden = !moves.some((move) => move.pass);
    this.#buttons.result.hidden = !view.result || !isTold;
    this.#buttons.next.hidden = !view.result || table.you === null || isOnly;
    write(this.#buttons.next, nextWords(table, people));
    this.#buttons.next.disabled = isReady(people);
    // If a stand-in plays for the person, that is the headline.
    this.#mark.hidden = !mark?.clock;
    write(this.#mark, mark?.clock ?? "");
    this.#mark.title = mark?.label ?? "";
    this.#mark.classList.toggle("soon", mark?.soon ?? false);
    this.#held = false;
    this.#draw();
  }

  /** Holds text back until the next `show`: the cards go first. */
  hold() {
    this.#held = true;
  }

  /** Shows the possible actions with the picked cards. @param {string} hint */
  hint(hint) {
    this.#hint = hint || this.#usual;
    this.#draw();
  }

  /**
   * Another button for the latest message; null removes it.
   * @param {{text: string, label: string, act: () => void} | null} offer its label is its name for screen readers
   */
  offer(offer) {
    this.#offer.hidden = offer === null;
    this.#offer.textContent = offer?.text ?? "";
    this.#offer.ariaLabel = offer?.label ?? null;
    this.#offered = offer?.act ?? null;
    this.#fitSoon();
  }

  /** The latest event. @param {string} sentence */
  event(sentence) {
    this.#event = sentence;
    this.#isOwn = this.#element.classList.contains("yours");
    this.#told = "";
    this.#draw();
  }

  /** Earlier events are no longer on the table. */
  forget() {
    this.#event = "";
    this.#draw();
  }

  /**
   * A message to the player about a gesture; empty removes it.
   * @param {string} text
   * @param {string} [brief] a shorter form for when it would cover a card
   */
  tell(text, brief = text) {
    this.#told = text;
    this.#brief = brief;
    this.#isBrief = false;
    this.#buttons.whole.hidden = true;
    this.#draw();
  }

  /** The line's text besides the player to move. */
  get #words() {
    const event = this.#event || this.#watching;
    return (this.#isBrief ? this.#brief : this.#told) || this.#hint || (this.#isOwn ? event : this.#coach || event);
  }

  #draw() {
    if (this.#held) return;
    writeWords(this.#note, this.#words, this.#seats);
    this.#note.classList.toggle("told", this.#told !== "");
    this.#fitSoon();
  }

  /** Measures right before the next frame, when the page is laid out in any case, and once for all that happens until then. */
  #fitSoon() {
    if (this.#due) return;
    this.#due = true;
    requestAnimationFrame(() => {
      this.#due = false;
      if (!this.#held) this.#fit();
      if (!this.#gaps) this.#fetch();
    });
  }

  async #fetch() {
    const found = await import("./gap.js").catch(() => null);
    if (!found || this.#gaps) return;
    this.#gaps = found;
    this.#set = "";
    this.#fitSoon();
  }

  /**
   * Long text is set smaller; still longer text is on a slip that grows. Room for it is made only for the messages of
   * every turn, and kept from the first turn on for the button that follows every turn: otherwise the table would move.
   * Temporary text moves nothing, including a newcomer's hints: if it needs more than the free space, it is placed
   * elsewhere, over no card.
   */
  #fit() {
    const { w, h } = this.#rect;
    const { classList, textContent } = this.#element;
    const passing = this.#told !== "" || this.#hint !== this.#usual;
    const hidden = this.#element.querySelectorAll("[hidden]").length;
    const free = this.#layout?.free ?? 0;
    const set = [w, h, free, passing, hidden, textContent].join(" ");
    const lies = !classList.contains("aside") || this.#laid === this.#layout;
    if ((set === this.#set && lies) || !h) return;
    this.#set = set;
    classList.remove("aside", "brief", "tight", "tiny");
    this.#note.hidden = false;
    this.#isBrief = false;
    this.#buttons.whole.hidden = true;
    writeWords(this.#note, this.#words, this.#seats);
    const back = this.#back;
    const of = `${w} ${back?.dataset.do}`;
    if (this.#lasting.of !== of) this.#lasting = { room: back ? this.#usualRoom(back) : 0, of };
    const more = this.#arrange();
    if (passing) {
      if (more > free) this.#layAside();
      return;
    }
    // A newcomer's hint stays until their first move, and makes no room: the table would move when it disappears.
    const lasting = this.#coach && this.#words === this.#coach ? 0 : more;
    if (back && !back.hidden) this.#lasting.room = Math.max(lasting, this.#lasting.room);
    const needed = Math.max(lasting, this.#lasting.room);
    const grown = needed > this.room;
    if (grown || lasting === 0) this.room = needed;
    if (grown) {
      // The room available is known when the table is laid out again.
      this.#set = "";
      this.#grown();
    } else if (more > free + SLACK) this.#layAside();
  }

  /**
   * The extra height that the text of most turns needs with the undo button, in CSS pixels.
   * @param {HTMLButtonElement} button
   */
  #usualRoom(button) {
    const { hidden } = button;
    button.hidden = false;
    writeWords(this.#note, nothingFits(), this.#seats);
    const more = this.#arrange();
    button.hidden = hidden;
    writeWords(this.#note, this.#words, this.#seats);
    return more;
  }

  /** Sets text and buttons as large as possible; returns the height still missing, in CSS pixels. */
  #arrange() {
    const { w, h } = this.#rect;
    const { classList } = this.#element;
    const stacked = w < STACKED;
    classList.toggle("stacked", stacked && h > w / 4);
    const buttons = () => (classList.contains("stacked") ? this.#foot.offsetHeight : 0);
    const higher = () => Math.max(this.#says.offsetHeight + buttons(), this.#foot.offsetHeight) > h + SLACK;
    const over = () => higher() || this.#element.scrollWidth > w + 1;
    classList.remove("small", "long", "least");
    this.#cutNames(false);
    const small = over();
    classList.toggle("small", small);
    this.#cutNames(small);
    const long = classList.toggle("long", small && over());
    if (long && stacked && this.#foot.offsetHeight > 0) classList.add("stacked");
    // A single word can be wider than its place.
    classList.toggle("least", long && this.#element.scrollWidth > w + 1);
    return long ? this.#element.offsetHeight - h + GAP : 0;
  }

  /**
   * In small text a long name is cut after a whole letter: otherwise its dots would follow a gap. The name of the
   * player to move keeps as much as its line has room for.
   * @param {boolean} small
   */
  #cutNames(small) {
    const names = /** @type {NodeListOf<HTMLElement>} */ (this.#element.querySelectorAll(".named"));
    this.#head.style.whiteSpace = "";
    for (const name of names) name.style.maxWidth = "";
    if (!small) return;
    const ownLine = [this.#says, this.#head].every((part) => getComputedStyle(part).display === "block");
    for (const name of names) {
      const words = name.textContent ?? "";
      const { fontWeight, fontSize, fontFamily, maxWidth } = getComputedStyle(name);
      const font = `${fontWeight} ${fontSize} ${fontFamily}`;
      let room = parseFloat(maxWidth);
      if (ownLine && name.parentElement === this.#head) {
        name.style.maxWidth = "none";
        const left = this.#says.clientWidth - widthOf(this.headline.replace(words, ""), font);
        if (left > room) {
          room = left;
          this.#head.style.whiteSpace = "nowrap";
        }
      }
      name.style.maxWidth = `${cutWidth(words, font, room)}px`;
    }
  }

  /**
   * Places the text elsewhere on the table, over no card; the player to move and as many buttons as fit stay on the
   * line. If cards leave no such place, the text is set smaller, and if it is still too long, the shorter form replaces
   * it.
   */
  #layAside() {
    // Until then it stays on the slip, over whatever is there: text is never lost.
    if (!this.#gaps) return;
    const layout = /** @type {Layout} */ (this.#layout);
    const { classList } = this.#element;
    this.#laid = layout;
    classList.add("aside");
    this.#arrangeButtons();
    let place = this.#gap(layout, true);
    if (!place) {
      classList.add("tight");
      place = this.#gap(layout, true);
    }
    if (!place) {
      classList.add("tiny");
      place = this.#gap(layout, true) ?? this.#gap(layout, false);
    }
    if (!place) {
      this.#isBrief = this.#brief !== this.#told;
      writeWords(this.#note, this.#words, this.#seats);
      this.#buttons.whole.hidden = false;
      this.#arrangeButtons();
      if (this.#isBrief) place = this.#gap(layout, true) ?? this.#gap(layout, false);
      // Then the lit cards on the table have to be enough.
      if (!place) this.#note.hidden = true;
    }
    if (!place) return;
    const { x, y, w } = place;
    // A slip of many buttons has grown upwards.
    const [line, table] = [this.#element, this.#table].map((one) => one.getBoundingClientRect());
    style(this.#note, "--x", `${x - line.x + table.x}px`);
    style(this.#note, "--y", `${y - line.y + table.y}px`);
    style(this.#note, "--wide", `${w}px`);
  }

  /** Sets the line without the text placed elsewhere, with as many buttons as fit. */
  #arrangeButtons() {
    this.#note.hidden = true;
    if (this.#arrange() > 0) {
      this.#element.classList.add("brief");
      this.#arrange();
    }
    this.#note.hidden = false;
  }

  /** The whole text, even if some of it is not visible. */
  get told() {
    return this.#told || this.#words;
  }

  get #table() {
    return /** @type {HTMLElement} */ (this.#element.offsetParent);
  }

  /**
   * The place where the text in its current size covers no card, if any.
   * @param {Layout} layout
   * @param {boolean} clear must it cover nothing else that is read every turn?
   */
  #gap(layout, clear) {
    const table = this.#table;
    const { left, top } = table.getBoundingClientRect();
    const head = document.createRange();
    head.selectNodeContents(this.#head);
    const buttons = [...this.#foot.children, this.#mark, head].map((one) => {
      const { x, y, width: w, height: h } = one.getBoundingClientRect();
      return { rect: { x: x - left, y: y - top, w, h }, weight: Infinity };
    });
    const within = { x: 0, y: layout.top, w: table.clientWidth, h: table.clientHeight - layout.top };
    const { EDGE, gapFor, takenOn } = /** @type {typeof import("./gap.js")} */ (this.#gaps);
    const taken = takenOn(layout, this.#lit).map((one) => (clear && (one.own || one.plate) ? { ...one, weight: Infinity } : one));
    return gapFor([...taken, ...buttons], this.#sizes(within.w - 2 * EDGE), within, this.#rect);
  }

  /**
   * The sizes that the text can have elsewhere, from the widest to the narrowest: of each height the narrowest.
   * @param {number} most the greatest width available
   */
  #sizes(most) {
    /** @type {Map<number, number>} */
    const widths = new Map();
    for (let wide = Math.min(ASIDE, most); wide >= NARROW; wide *= STEP) {
      style(this.#note, "--wide", `${Math.floor(wide)}px`);
      widths.set(this.#note.offsetHeight, Math.floor(wide));
    }
    return [...widths].map(([height, width]) => ({ width, height }));
  }
}
