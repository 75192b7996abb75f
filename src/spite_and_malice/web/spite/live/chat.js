// The chat of a table: its lines, ready-made phrases, free text, muting, and the bubble beside the seat that speaks.

import { make, makeButton } from "../../kernel/dom/make.js";
import { _ } from "../../texts.js";
import { reportLine } from "./report.js";
import { PHRASES, saidWords } from "./words.js";
import { drawing, fly, isReaction, reactionRow } from "./reactions.js";

/**
 * @import {Ask} from "./types.js"
 * @import {People, Said} from "../messages.js"
 * @import {Stage} from "../stage.js"
 * @import {Rect} from "../types.js"
 */

const LINES = 200;
const LONGEST = 280;
const BUBBLE = 6000;
/** How far apart the heights are that a bubble is tried at, in CSS pixels. */
const STEP = 6;

export class Chat {
  /** Lines that came while nobody looked. */
  unread = 0;
  /** @type {Said[]} */
  #lines = [];
  /** @type {Set<number | null>} the seats whose lines are not shown */
  #muted = new Set();
  /** @type {People | null} */
  #people = null;
  /** @type {string | null} the id of the text that is on its way */
  #saying = null;
  #element = make("section", "chat");
  #log = make("div", "chat-log");
  #empty = make("p", "chat-empty");
  #reactions = make("div", "chat-reactions");
  #phrases = make("div", "chat-phrases");
  #form = make("form", "chat-form");
  #input = make("input", "");
  #note = make("p", "chat-note hint");
  #stage;
  #ask;
  #changed;

  /**
   * @param {Stage} stage
   * @param {Ask} ask
   * @param {() => void} changed told when `unread` changes
   */
  constructor(stage, ask, changed) {
    this.#stage = stage;
    this.#ask = ask;
    this.#changed = changed;
    this.#log.setAttribute("role", "log");
    this.#log.setAttribute("aria-label", _("What was said"));
    this.#empty.textContent = _("Quiet so far. Say hello, or send a sign: it flies across the table.");
    this.#note.setAttribute("role", "status");
    this.#phrases.setAttribute("role", "group");
    this.#phrases.setAttribute("aria-label", _("Ready-made phrases"));
    for (const [id, text] of Object.entries(PHRASES)) {
      if (isReaction(id)) continue;
      this.#phrases.append(makeButton("phrase", _(text), () => this.#say({ phrase: id })));
    }
    Object.assign(this.#input, { maxLength: LONGEST, autocomplete: "off", placeholder: _("Say something") });
    this.#input.setAttribute("aria-label", _("Say something"));
    const send = make("button", "button", _("Send"));
    this.#form.append(this.#input, send);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#input.value.trim();
      if (text === "" || this.#saying) return;
      this.#input.value = "";
      this.#saying = this.#say({ text });
    });
    this.#element.append(make("h2", "", _("Chat")), this.#log, this.#empty, this.#reactions, this.#phrases, this.#note, this.#form);
  }

  get isEmpty() {
    return this.#lines.length === 0;
  }

  /** A drawer that was closed keeps it, unseen. */
  get #isSeen() {
    return this.#element.isConnected && this.#element.checkVisibility();
  }

  /** The chat as an element, to be put where it is looked at. */
  get element() {
    this.#read();
    return this.#element;
  }

  /** @param {Said[]} lines everything the server kept */
  restore(lines) {
    const last = this.#lines.at(-1)?.number ?? 0;
    const missed = lines.filter((said) => said.number > last);
    if (missed.length === 0) return;
    this.#lines.push(...missed);
    this.#draw();
    this.#count(this.#lines.length === missed.length ? 0 : missed.length);
  }

  /** @param {Said} said */
  add(said) {
    if (said.number <= (this.#lines.at(-1)?.number ?? 0)) return;
    if (said.id !== null && said.id === this.#saying) this.#saying = null;
    this.#lines.push(said);
    this.#lines.splice(0, this.#lines.length - LINES);
    this.#draw();
    const own = said.seat !== null && said.seat === this.#people?.you;
    const flies = isReaction(said.phrase) && said.seat !== null && !this.#muted.has(said.seat);
    if (flies) fly(this.#stage, /** @type {string} */ (said.phrase), said.seat ?? 0, said.to ?? said.seat ?? 0);
    if (own || this.#muted.has(said.seat)) return;
    if (!this.#isSeen) this.#stage.announce(_("{name} says: {text}", { name: said.name, text: saidWords(said) }));
    this.#count(1);
    if (!flies) this.#bubble(said);
  }

  /** Reactions to who sits there, in the dialog about that seat. @param {HTMLDialogElement} dialog @param {number} seat */
  reactTo(dialog, seat) {
    const people = this.#people;
    if (!people || people.you === null || people.you === seat || people.settings.chat === "off") return;
    const row = reactionRow(people.seats[seat].name, (phrase) => {
      this.#say({ phrase, to: seat });
      dialog.close();
    });
    dialog.querySelector(".panel-head")?.after(row);
  }

  /** Where there is one other at the table, a reaction is meant for them, else for all. @param {People} people */
  #offerReactions({ seats, you }) {
    const others = seats.flatMap(({ kind, name }, seat) => (seat === you || kind === "open" ? [] : [{ seat, name }]));
    const [meant] = others.length === 1 ? others : [];
    if (this.#reactions.dataset.to === String(meant?.name)) return;
    this.#reactions.dataset.to = String(meant?.name);
    const row = reactionRow(meant?.name ?? null, (phrase) => {
      this.#say(meant ? { phrase, to: meant.seat } : { phrase });
      // It flies over the table.
      /** @type {HTMLDialogElement | null} */ (row.closest("dialog:modal"))?.close();
    });
    this.#reactions.replaceChildren(row);
  }

  /** Who may speak, and how. @param {People} people */
  people(people) {
    this.#people = people;
    const { chat } = people.settings;
    const may = people.you !== null || people.host;
    this.#phrases.hidden = chat === "off" || !may;
    this.#reactions.hidden = this.#phrases.hidden || people.you === null;
    this.#offerReactions(people);
    this.#draw();
    this.#form.hidden = chat !== "all" || !may;
    if (chat === "off") this.#note.textContent = _("Nobody talks at this table.");
    else if (!may) this.#note.textContent = _("Those who sit at the table can talk.");
    else if (this.#note.dataset.refused === undefined) this.#note.textContent = "";
  }

  /** @param {number | null} seat */
  isMuted(seat) {
    return this.#muted.has(seat);
  }

  /** Show no more of what somebody says, or show it again. @param {number} seat */
  toggleMute(seat) {
    if (!this.#muted.delete(seat)) this.#muted.add(seat);
    this.#draw();
  }

  /** @param {{text: string} | {phrase: string, to?: number}} what @returns {string} */
  #say(what) {
    this.#note.textContent = "";
    delete this.#note.dataset.refused;
    return this.#ask({ type: "say", ...what }, (message) => {
      this.#note.textContent = message;
      this.#note.dataset.refused = "";
      this.#saying = null;
      if ("text" in what && this.#input.value === "") this.#input.value = what.text;
    });
  }

  #read() {
    this.unread = 0;
    this.#changed();
    requestAnimationFrame(() => {
      this.#log.scrollTop = this.#log.scrollHeight;
    });
  }

  /** @param {number} more */
  #count(more) {
    if (this.#isSeen) return;
    this.unread += more;
    this.#changed();
  }

  #draw() {
    const below = this.#log.scrollHeight - this.#log.clientHeight - this.#log.scrollTop < 40;
    const shown = this.#lines.filter((said) => !this.#muted.has(said.seat));
    const known = this.#log.childElementCount;
    if (shown.length === known + 1 && this.#log.lastElementChild?.getAttribute("data-number") === String(shown.at(-2)?.number)) {
      this.#log.append(this.#item(shown[known], shown[known - 1]));
    } else this.#log.replaceChildren(...shown.map((said, at) => this.#item(said, shown[at - 1])));
    this.#empty.hidden = shown.length > 0 || this.#people?.settings.chat === "off";
    // What is scrolled can be scrolled with keys.
    this.#log.tabIndex = shown.length > 0 ? 0 : -1;
    if (below) this.#log.scrollTop = this.#log.scrollHeight;
  }

  /** What is said shows for a moment beside the seat that says it. @param {Said} said */
  #bubble(said) {
    if (said.seat === null || this.#isSeen) return;
    const at = this.#stage.rectOf(`name:${said.seat}`) ?? this.#stage.rectOf(`payoff:${said.seat}:0`);
    if (!at) return;
    const bubble = make("div", "bubble", saidWords(said));
    bubble.setAttribute("aria-hidden", "true");
    bubble.dataset.seat = String(said.seat);
    // Nobody says two things at once.
    this.#stage.root.querySelector(`.bubble[data-seat="${said.seat}"]`)?.remove();
    this.#stage.root.append(bubble);
    const { x, y } = placeBeside(at, said.seat, bubble, this.#stage);
    bubble.style.translate = `${x}px ${y}px`;
    setTimeout(() => bubble.remove(), BUBBLE);
  }

  /** @param {Said} said @param {Said} [before] the line above it */
  #item(said, before) {
    const mine = said.seat !== null && said.seat === this.#people?.you;
    const goesOn = before?.seat === said.seat && before.name === said.name;
    const line = make("p", [mine ? "mine" : "", goesOn ? "goes-on" : ""].join(" ").trim());
    line.dataset.number = String(said.number);
    const words = make("span", "", saidWords(said));
    words.dir = "auto";
    if (isReaction(said.phrase)) words.prepend(drawing(/** @type {string} */ (said.phrase)));
    line.append(make("b", "", said.name), " ", words);
    if (said.text !== null && !mine) {
      const report = makeButton("bare chat-report", "", () => reportLine(this.#stage, this.#ask, said));
      report.setAttribute("aria-label", _("Report what {name} said", { name: said.name }));
      report.title = _("Report");
      line.append(" ", report);
    }
    return line;
  }
}

/** How much it costs to hide a part of the table: a race must never be out of sight. */
const WORTH = { payoff: 1000, centre: 8, hand: 8, side: 3, words: 3, plate: 6, other: 40 };

/**
 * Where a bubble hides the least that matters, near the plate of who speaks.
 * @param {Rect} at @param {number} seat @param {HTMLElement} bubble @param {Stage} stage
 */
function placeBeside(at, seat, bubble, { root, state }) {
  const [w, h] = [bubble.offsetWidth, bubble.offsetHeight];
  const base = root.getBoundingClientRect();
  const words = [...root.querySelectorAll("#above .label, .bar, #status > *, .bubble")].filter((one) => one !== bubble);
  const taken = words.map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return { x: left - base.left, y: top - base.top, w: width, h: height, worth: WORTH.words };
  });
  for (const { kind, rect } of state.layout?.places ?? []) {
    taken.push({ ...rect, worth: WORTH[/** @type {keyof typeof WORTH} */ (kind)] ?? WORTH.words });
  }
  // Another's plate would seem to speak.
  for (const { seat: whose, name } of state.layout?.areas ?? []) {
    if (name) taken.push({ ...name, worth: whose === seat ? WORTH.plate : WORTH.other });
  }
  const cost = ({ x = 0, y = 0 }) =>
    taken.reduce((sum, one) => {
      const wide = Math.min(x + w, one.x + one.w) - Math.max(x, one.x);
      const high = Math.min(y + h, one.y + one.h) - Math.max(y, one.y);
      return sum + Math.max(0, wide) * Math.max(0, high) * one.worth;
    }, farness(at, { x, y, w, h }) * h);
  const within = (/** @type {number} */ from, /** @type {number} */ room) => Math.max(8, Math.min(from, room - 8));
  const spots = [];
  for (let y = at.y - h - STEP * 4; y <= at.y + at.h + STEP * 8; y += STEP) {
    for (const x of [at.x - w - 6, at.x + at.w - w, at.x + (at.w - w) / 2, at.x, at.x + at.w + 6, base.width]) {
      spots.push({ x: within(x, base.width - w), y: within(y, base.height - h) });
    }
  }
  return spots.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best));
}

/** How far apart two parts of the table are. @param {Rect} one @param {Rect} other */
function farness(one, other) {
  const wide = Math.max(0, other.x - one.x - one.w, one.x - other.x - other.w);
  return wide + Math.max(0, other.y - one.y - one.h, one.y - other.y - other.h);
}
