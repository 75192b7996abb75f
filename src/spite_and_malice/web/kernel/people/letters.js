// Letters from others, on any page: invitations to tables and evenings, and messages. A visible page polls, less often the
// longer nothing comes; a connected table asks when the server calls. A new letter plays a sound.

import { at, go } from "../../places.js";
import { _ } from "../../texts.js";
import { make, makeButton } from "../dom/make.js";
import { request, sentenceOf } from "../line/requests.js";
import { loadSettings } from "../settings/settings.js";
import { hear } from "../sound/sounds.js";
import { readValue, writeValue } from "../storage.js";
import { faceOf } from "./heads.js";
import { introduction } from "./introduction.js";

/** @typedef {{who: string, name: string, head: string | null}} Sender */
/** @typedef {{id: string, sender: Sender, url: string | null, game: string | null, evening: string | null, text: string}} Letter */

/** The first interval in milliseconds, the factor by which it grows, and the longest: friends see who polled last (HERE_MS). */
const FIRST = 15_000;
const GROWS = 1.3;
const LONGEST = 60_000;
const FACE = 40;
const SMALL_FACE = 30;
/** The letters already announced in this browser, so that no other page plays a sound for them. */
const HEARD = "spite.letters";

/** Show waiting letters from now on, in the page or, at a table, over it. */
export function followLetters() {
  const rounds = new Rounds(new Letters());
  rounds.begin();
  addEventListener("spite-called", () => rounds.begin());
  document.addEventListener("visibilitychange", () => rounds.begin());
}

/** The schedule of the polling: never on a hidden page. */
class Rounds {
  #letters;
  #wait = FIRST;
  #timer = 0;

  /** @param {Letters} letters */
  constructor(letters) {
    this.#letters = letters;
  }

  /** Ask now, and regularly from then on. */
  begin() {
    clearTimeout(this.#timer);
    this.#wait = FIRST;
    if (!document.hidden) void this.#go();
  }

  async #go() {
    const isNew = await this.#letters.look();
    this.#wait = isNew ? FIRST : Math.min(LONGEST, this.#wait * GROWS);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#again(), this.#wait);
  }

  #again() {
    if (document.hidden) return;
    // The connection reports what arrives (line/socket.js).
    if (document.documentElement.dataset.line === undefined) void this.#go();
    else this.#timer = window.setTimeout(() => this.#again(), this.#wait);
  }
}

class Letters {
  #list = make("ul", "letter-list");
  #section = make("section", "letters panel", this.#list);
  #shown = "";

  constructor() {
    this.#section.setAttribute("aria-label", _("For you"));
    this.#section.setAttribute("aria-live", "polite");
  }

  /** Ask for waiting letters. @returns {Promise<boolean>} whether they have changed */
  async look() {
    const response = await fetch(at("/api/people/letters"), { headers: { accept: "application/json" } }).catch(() => null);
    const letters = /** @type {Letter[] | undefined} */ ((response?.ok ? await response.json().catch(() => null) : null)?.letters);
    if (!letters) return false;
    const ids = letters.map(({ id }) => id);
    if (this.#shown === String(ids)) return false;
    this.#shown = String(ids);
    this.#show(letters);
    const heard = /** @type {string[]} */ (readValue(HEARD) ?? []);
    if (ids.some((id) => !heard.includes(id))) void hear(loadSettings(), "turn");
    writeValue(HEARD, ids);
    return true;
  }

  /** @param {Letter[]} letters */
  #show(letters) {
    const page = document.querySelector("main.page");
    this.#list.replaceChildren(...letters.map((letter) => row(letter, page === null, () => this.look())));
    if (letters.length === 0) {
      this.#section.remove();
      return;
    }
    this.#section.classList.toggle("at-table", !page);
    if (this.#section.isConnected) return;
    if (page) page.prepend(this.#section);
    else document.body.append(this.#section);
  }
}

/**
 * At a table there is room for one line in the bar; longer letters are read on the page of people.
 * @param {Letter} letter @param {boolean} isBrief @param {() => Promise<unknown>} look
 */
function row(letter, isBrief, look) {
  const { sender, url, game, evening, text } = letter;
  const item = make("li", "letter");
  const words = evening
    ? _("{name} invites you to an evening: {evening}.", { name: sender.name, evening })
    : url
    ? _("{name} invites you to a game: {game}.", { name: sender.name, game: game ?? "" })
    : _("{name} writes: {text}", { name: sender.name, text });
  const error = make("p", "error");
  error.setAttribute("role", "alert");
  const away = () => request("DELETE", `/api/people/letters/${letter.id}`, {});
  /** @param {() => Promise<void>} act */
  const trying = (act) => () => act().catch((problem) => (error.textContent = sentenceOf(problem)));
  const acts = make("div", "letter-acts");
  if (url) {
    acts.append(makeButton("primary", _("Join"), trying(async () => {
      // The server seats an invited person immediately; if no seat is free, they watch.
      const joined = await request("POST", `/api/people/letters/${letter.id}/join`, introduction());
      go(joined.url);
    })));
  } else if (isBrief) {
    acts.append(Object.assign(make("a", "button", _("Read")), { href: "/people" }));
  } else {
    acts.append(makeButton("", _("Answer"), () => item.append(answerForm(sender, error, away, look))), reportButton(letter, error));
  }
  acts.append(makeButton("bare", url ? _("Not now") : _("Put away"), trying(async () => {
    await away();
    await look();
  })));
  item.append(faceOf({ kind: "person", name: sender.name, head: sender.head }, isBrief ? SMALL_FACE : FACE), make("p", "letter-words", words), acts, error);
  return item;
}

/** Reports a message to the operator, with a second press. @param {Letter} letter @param {HTMLElement} error */
function reportButton({ id, sender }, error) {
  let isSure = false;
  const button = makeButton("bare", _("Report"), async () => {
    if (!isSure) {
      isSure = true;
      button.textContent = _("Really report it to the operator?");
      return;
    }
    button.disabled = true;
    await request("POST", `/api/people/${sender.who}/report`, { letter: id }).then(
      () => (button.textContent = _("Reported")),
      (problem) => (error.textContent = sentenceOf(problem)),
    );
  });
  return button;
}

/** @param {Sender} sender @param {HTMLElement} error @param {() => Promise<unknown>} away @param {() => Promise<unknown>} look */
function answerForm(sender, error, away, look) {
  const input = Object.assign(make("input", ""), { maxLength: 280, required: true });
  input.setAttribute("aria-label", _("Your answer to {name}", { name: sender.name }));
  const form = make("form", "letter-answer", input, make("button", "button primary", _("Send")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await request("POST", `/api/people/${sender.who}/message`, { ...introduction(), text: input.value });
      await away();
      await look();
    } catch (problem) {
      error.textContent = sentenceOf(problem);
    }
  });
  setTimeout(() => input.focus());
  return form;
}
