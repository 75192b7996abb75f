// The line beside the hand: whose turn it is, what there is to do or what just happened, and the buttons that go with it.

import { cutWidth, lay, style, widthOf, write, writeWords } from "../../kernel/dom/elements.js";
import { _ } from "../../texts.js";
import { isReady, nextWords, nothingFits, turnWords } from "../words.js";

/** @import {People} from "../messages.js" */
/** @import {Layout, Mark, Move, Table, View} from "../types.js" */

/** How much higher than their place a few words may be. */
const SLACK = 6;
/** Between a long message slip and the element above it. */
const GAP = 4;
/** How wide words are that lie elsewhere on the table: at most, and at least, and the steps between. */
const ASIDE = 560;
const NARROW = 104;
const STEP = 0.85;
/** In a place narrower than this the buttons stand under the words, where it is high enough or there are many words. */
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
  /** Where all else lies, and how much higher than its rectangle a slip can be that covers nothing. @type {Layout | null} */
  #layout = null;
  /** The target of a pointer. @type {string[]} */
  #lit = [];
  #told = "";
  /** The replacement where there is no room for it, and is it needed? */
  #brief = "";
  #isBrief = false;
  #event = "";
  /** Was that one's own doing? */
  #isOwn = false;
  /** The hint for a newcomer who has not done anything yet. */
  #coach = "";
  #hint = "";
  /** The words while nothing is picked. */
  #usual = "";
  /** Stands where nothing has happened yet that a watcher could be shown. */
  #watching = "";
  /** What was made to fit last, and among what words were laid that lie elsewhere. */
  #set = "";
  /** @type {Layout | null} */
  #laid = null;
  /** Is it to be made to fit before the next frame? */
  #due = false;
  /** What finds room elsewhere: the first sight of the table does not wait for it. @type {typeof import("./gap.js") | null} */
  #gaps = null;
  /** Is nothing drawn before the next `show`? */
  #held = false;
  #grown;
  /** Whose names the words may hold. @type {Table["seats"]} */
  #seats = [];
  /** How much higher than its rectangle a slip of many words is, in CSS pixels. */
  room = 0;
  /** How much of that is kept, for it is needed turn by turn, and where and for whom. */
  #lasting = { room: 0, of: "" };
  /** What takes a turn back here, or a move where turns stay; null for who only looks on. @type {HTMLButtonElement | null} */
  #back = null;

  /** @param {HTMLElement} element @param {{undo: () => void, "undo-turn": () => void, pass: () => void, result: () => void, next: () => void, grown: () => void, whole: () => void}} actions `whole` shows the words that have no room */
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
   *   undo: boolean, undoTurn: boolean, backs: boolean, mark: Mark | null, isTold: boolean, isOnly: boolean, people: People | null}} state `coach`: what a newcomer is shown at
   *   the beginning of a turn; `quiet`: leaves out whose turn it is and what can be played; `backs`: whole turns can be taken
   *   back here; `isTold`: how the game ended can be looked at; `isOnly`: no game follows
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
    // Words that follow others are written in full: they do not move to another place of their line.
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
    // That a stand-in plays for the person is the headline.
    this.#mark.hidden = !mark?.clock;
    write(this.#mark, mark?.clock ?? "");
    this.#mark.title = mark?.label ?? "";
    this.#mark.classList.toggle("soon", mark?.soon ?? false);
    this.#held = false;
    this.#draw();
  }

  /** Holds words back from now on until the next `show`: the cards go first. */
  hold() {
    this.#held = true;
  }

  /** Shows the possible actions with the picked cards. @param {string} hint */
  hint(hint) {
    this.#hint = hint || this.#usual;
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
   * A word to the player about a gesture; empty takes it away.
   * @param {string} text @param {string} [brief] what is enough of it where it would lie over a card
   */
  tell(text, brief = text) {
    this.#told = text;
    this.#brief = brief;
    this.#isBrief = false;
    this.#buttons.whole.hidden = true;
    this.#draw();
  }

  /** The line's text beside whose turn it is. */
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
   * Many words are set small; still more stand on a slip that grows. Room for it is made only for what is said turn by turn,
   * and kept from the first turn on for the button that is there after every turn: the table would move with it. Words that
   * come and go move nothing, a newcomer's among them: where they need more than is free they lie elsewhere, over no card.
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
    // A newcomer's words stay until their first move, and make no room: the table would move when they go.
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

  /** How much more the words of most turns need with the button that takes back, in CSS pixels. @param {HTMLButtonElement} button */
  #usualRoom(button) {
    const { hidden } = button;
    button.hidden = false;
    writeWords(this.#note, nothingFits(), this.#seats);
    const more = this.#arrange();
    button.hidden = hidden;
    writeWords(this.#note, this.#words, this.#seats);
    return more;
  }

  /** Sets words and buttons as large as there is room; returns how much more they need, in CSS pixels. */
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
    // One word can be wider than its place.
    classList.toggle("least", long && this.#element.scrollWidth > w + 1);
    return long ? this.#element.offsetHeight - h + GAP : 0;
  }

  /**
   * Where words are set small a long name is cut, behind a whole letter: its dots would stand before a hole. The one whose
   * turn it is keeps what its line has room for.
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
   * Lays the words elsewhere on the table, over no card; whose turn it is and the buttons stay on the line, as many as it has
   * room for. Where cards leave no such place the words are set smaller, and what is still too long gives way to what is enough.
   */
  #layAside() {
    // Until then they stay on the slip, over what lies there: words are never lost.
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
      // Then what lies lit on the table has to be enough.
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

  /** Sets the line without the words that lie elsewhere, with as many buttons as it has room for. */
  #arrangeButtons() {
    this.#note.hidden = true;
    if (this.#arrange() > 0) {
      this.#element.classList.add("brief");
      this.#arrange();
    }
    this.#note.hidden = false;
  }

  /** The whole text, though some of it may not be seen. */
  get told() {
    return this.#told || this.#words;
  }

  get #table() {
    return /** @type {HTMLElement} */ (this.#element.offsetParent);
  }

  /** Where the words as they are cover no card, if anywhere. @param {Layout} layout @param {boolean} clear do they cover nothing of the player's either? */
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
    const taken = takenOn(layout, this.#lit).map((one) => (clear && one.own ? { ...one, weight: Infinity } : one));
    return gapFor([...taken, ...buttons], this.#sizes(within.w - 2 * EDGE), within, this.#rect);
  }

  /** What sizes the words can have elsewhere, from the widest to the narrowest. @param {number} most how wide there is room */
  #sizes(most) {
    const sizes = [];
    for (let wide = Math.min(ASIDE, most); wide >= NARROW; wide *= STEP) {
      style(this.#note, "--wide", `${Math.floor(wide)}px`);
      sizes.push({ width: Math.floor(wide), height: this.#note.offsetHeight });
    }
    return sizes;
  }
}
