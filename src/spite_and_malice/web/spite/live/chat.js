// The chat of a table: its lines, ready-made phrases, free text, muting, and the bubble beside the seat that speaks.

import { animate } from "../../kernel/dom/animate.js";
import { make, makeButton } from "../../kernel/dom/make.js";
import { SPEEDS } from "../../kernel/settings/settings.js";
import { _ } from "../../texts.js";
import { reportLine } from "./parts.js";
import { PHRASES, saidWords } from "./words.js";

/** @import {People, Said} from "../messages.js" */
/** @import {Stage} from "../stage.js" */
/** @import {Ask, Rect} from "../types.js" */

const LINES = 200;
const LONGEST = 280;
const BUBBLE = 6000;
/** The distance between the heights tried for a bubble, in CSS pixels, and their number above and below a plate. */
const STEP = 6;
const TRIED = { over: 4, under: 36 };

export class Chat {
  /** Lines that came while the chat was not visible. */
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
   * @param {() => void} changed called when `unread` changes
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

  /** A closed drawer keeps it, invisible. */
  get #isSeen() {
    return this.#element.isConnected && this.#element.checkVisibility();
  }

  /** The chat as an element, to be placed where it is viewed. */
  get element() {
    this.#read();
    return this.#element;
  }

  /** @param {Said[]} lines everything that the server stored */
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

  /**
   * Reactions to the person there, in the dialog about that seat.
   * @param {HTMLDialogElement} dialog
   * @param {number} seat
   */
  reactTo(dialog, seat) {
    const people = this.#people;
    if (!people || people.you === null || people.you === seat || people.settings.chat === "off") return;
    const row = reactionRow(people.seats[seat].name, (phrase) => {
      this.#say({ phrase, to: seat });
      dialog.close();
    });
    dialog.querySelector(".panel-head")?.after(row);
  }

  /** With only one other person at the table, a reaction is meant for them, else for all. @param {People} people */
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

  /** Hide somebody's messages, or show them again. @param {number} seat */
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
    // Scrollable content can be scrolled with keys.
    this.#log.tabIndex = shown.length > 0 ? 0 : -1;
    if (below) this.#log.scrollTop = this.#log.scrollHeight;
  }

  /** Shows a line for a moment beside its seat. @param {Said} said */
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

/** The cost of hiding a part of the table: a race must never be hidden. */
const WORTH = { payoff: 1000, centre: 8, hand: 8, side: 3, words: 3, plate: 6, other: 40 };

/**
 * Puts a bubble where it hides the least of importance, near the speaker's plate.
 * @param {Rect} at
 * @param {number} seat
 * @param {HTMLElement} bubble
 * @param {Stage} stage
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
  // Another plate would seem to speak.
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
  for (let y = at.y - h - STEP * TRIED.over; y <= at.y + at.h + STEP * TRIED.under; y += STEP) {
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

// Six reactions, drawn here: sent to somebody at the table, they fly from plate to plate.

const LINE = 'fill="none" stroke="#2a1a16" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"';
const FACE = '<circle cx="32" cy="32" r="26" fill="#f6c453"/><path d="M46 12a26 26 0 0 1 0 40 30 30 0 0 0 0-40z" fill="#dd9a2e" opacity=".7"/>';
/** Each drawing, in a box of 64, by its phrase. @type {Record<string, string>} */
const DRAWINGS = {
  bravo:
    '<path d="M20 58C10 48 10 38 14 30l5-13c1-4 6-3 5 1l-2 9 12-19c2-4 7-1 5 3l-8 14L44 9c3-3 7 0 5 4L38 30l12-12c3-3 7 1 4 4L43 35l9-6c4-2 6 2 3 5-9 9-14 24-25 26-4 1-7 0-10-2z" fill="#f2c19c" stroke="#8a4f2b" stroke-width="2.500" stroke-linejoin="round"/>' +
    '<path d="M6 14l5 4M14 4l3 6M57 46l5 3M52 55l4 5" fill="none" stroke="#f2b84b" stroke-width="3.500" stroke-linecap="round"/>',
  cheers:
    '<path d="M20 8h24l-2 20a10 10 0 0 1-20 0z" fill="#fff8ea" stroke="#8a6a34" stroke-width="2.500"/><path d="M22 20h20l-1 8a9 9 0 0 1-18 0z" fill="#c7433a"/><path d="M32 38v14M22 56h20" fill="none" stroke="#8a6a34" stroke-width="4" stroke-linecap="round"/><path d="M50 6l4-4M54 14h6M10 6L6 2M6 14H0" fill="none" stroke="#f2b84b" stroke-width="3" stroke-linecap="round"/>',
  oh: `${FACE}<path d="M17 20q5-5 10-2M47 20q-5-5-10-2" ${LINE}/><circle cx="23" cy="28" r="4" fill="#2a1a16"/><circle cx="41" cy="28" r="4" fill="#2a1a16"/><ellipse cx="32" cy="45" rx="6" ry="8" fill="#7a2f2a"/>`,
  ha: `${FACE}<path d="M16 28q6-8 12 0M36 28q6-8 12 0" ${LINE}/><path d="M17 36h30q-2 16-15 16T17 36z" fill="#7a2f2a"/><path d="M19 37h26v5q-13 3-26 0z" fill="#fff"/>`,
  phew: `${FACE}<path d="M17 28q5 4 10 0M37 28q5 4 10 0M25 45q7-5 14 0" ${LINE}/><path d="M52 6q8 12 0 17-9-4 0-17z" fill="#6fb7e0" stroke="#2f6f96" stroke-width="2"/>`,
  wait: `${FACE}<path d="M15 19l13 6M49 19l-13 6" ${LINE}/><circle cx="23" cy="31" r="4" fill="#2a1a16"/><circle cx="41" cy="31" r="4" fill="#2a1a16"/><path d="M20 47q6-8 12-3t13-5" ${LINE}/>`,
};
const FLIGHT = 900;
const STAY = 1300;
const SIZE = 44;
/** It grows to half as much again, and stays on the table. */
const EDGE = 12;

/** Is this phrase a reaction? @param {string | null} phrase */
const isReaction = (phrase) => phrase !== null && phrase in DRAWINGS;

/** @param {string} phrase */
function drawing(phrase) {
  const drawn = make("span", "reaction");
  drawn.innerHTML = `<svg viewBox="0 0 64 64" aria-hidden="true">${DRAWINGS[phrase]}</svg>`;
  return drawn;
}

/**
 * A row of buttons, one per reaction.
 * @param {string | null} name to whom, null if to all
 * @param {(phrase: string) => void} say
 */
function reactionRow(name, say) {
  const row = make("div", "reaction-row");
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", name === null ? _("React") : _("React to {name}", { name }));
  for (const phrase of Object.keys(DRAWINGS)) {
    const button = makeButton("bare", "", () => say(phrase));
    button.append(drawing(phrase));
    button.setAttribute("aria-label", _(PHRASES[phrase]));
    button.title = _(PHRASES[phrase]);
    row.append(button);
  }
  return row;
}

/**
 * Shows a reaction on its way from face to face; one meant for all grows out of the sender's face. Without motion it
 * appears at its recipient.
 * @param {Stage} stage
 * @param {string} phrase
 * @param {number} from
 * @param {number} to
 */
function fly(stage, phrase, from, to) {
  const start = onFace(stage, from);
  const end = onFace(stage, to) ?? start;
  if (!start || !end) return;
  const drawn = drawing(phrase);
  drawn.classList.add("flies");
  stage.root.append(drawn);
  const place = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ more = "") => `translate(${x}px, ${y}px) ${more}`;
  const pace = SPEEDS[stage.state.settings.speed];
  const still = pace === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const arrived = [
    { transform: place(end.x, end.y, "scale(1.1)"), opacity: 1, offset: 0.56 },
    { transform: place(end.x, end.y, "scale(1.1)"), opacity: 1, offset: 0.9 },
    { transform: place(end.x, end.y - 14, "scale(0.9)"), opacity: 0 },
  ];
  const lift = Math.min(70, 20 + Math.hypot(end.x - start.x, end.y - start.y) / 5);
  const [midX, midY] = [(start.x + end.x) / 2, (start.y + end.y) / 2 - lift];
  /** @type {Keyframe[]} */
  let frames = [
    { transform: place(start.x, start.y, "scale(0.4)"), opacity: 0, easing: "ease-out" },
    { transform: place(start.x, start.y, "scale(1.15)"), opacity: 1, offset: 0.12, easing: "ease-in" },
    { transform: place(midX, midY, "scale(1.25) rotate(-8deg)"), offset: 0.3, easing: "ease-out" },
    { transform: place(end.x, end.y, "scale(1.3) rotate(6deg)"), offset: 0.48 },
    ...arrived,
  ];
  if (from === to) {
    frames = [
      { transform: place(end.x, end.y, "scale(0.3)"), opacity: 0, easing: "ease-out" },
      { transform: place(end.x, end.y, "scale(1.5) rotate(-10deg)"), opacity: 1, offset: 0.12 },
      { transform: place(end.x, end.y, "scale(1.3) rotate(8deg)"), offset: 0.22 },
      { transform: place(end.x, end.y, "scale(1.4) rotate(-6deg)"), offset: 0.32 },
      ...arrived,
    ];
  }
  if (still) {
    const there = { transform: place(end.x, end.y) };
    frames = [{ ...there, opacity: 0 }, { ...there, opacity: 1, offset: 0.08 }, { ...there, opacity: 1, offset: 0.85 }, { ...there, opacity: 0 }];
  }
  animate(drawn, frames, { duration: (FLIGHT + STAY) * (pace || 1), fill: "both" }).onfinish = () => drawn.remove();
}

/**
 * The place of a reaction on the face of a seat: the figures beside it must stay readable.
 * @param {Stage} stage
 * @param {number} seat
 */
function onFace({ root }, seat) {
  const face = root.querySelector(`.seat-name[data-seat="${seat}"] .face`)?.getBoundingClientRect();
  if (!face) return null;
  const base = root.getBoundingClientRect();
  const within = (/** @type {number} */ middle, /** @type {number} */ room) =>
    Math.min(Math.max(EDGE, middle - SIZE / 2), room - SIZE - EDGE);
  return {
    x: within(face.x - base.x + face.width / 2, base.width),
    y: within(face.y - base.y + face.height / 2, base.height),
  };
}
