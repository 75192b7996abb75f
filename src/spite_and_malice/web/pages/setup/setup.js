// The set-up page: seats, the game and its settings in words, and the start.

import { storedHead, storedName, storeName } from "../../kernel/people/me.js";
import { _ } from "../../texts.js";
import "../../kernel/cards/drawn-cards.js";
import { differenceTags, GameForm, topicSections } from "../../spite/setup/form.js";
import { openTable, storedOpponent, storeOpponent } from "../../kernel/line/requests.js";
import { faceOf } from "../../kernel/people/heads.js";
import { makeButton } from "../../kernel/dom/make.js";

/** @param {string} selector @returns {any} */
const find = (selector) => document.querySelector(selector);

/**
 * Keeps scrolled-to elements above a bar of any height, and a field being typed in or reached by keys together with its
 * whole row.
 * @param {HTMLElement} form
 * @param {HTMLElement} bar
 */
function clear(form, bar) {
  new ResizeObserver(() => {
    document.documentElement.style.scrollPaddingBottom = `${bar.offsetHeight + 8}px`;
  }).observe(bar);
  form.addEventListener("focusin", ({ target }) => {
    const field = /** @type {Element} */ (target);
    const row = field.closest(".seat, .field, fieldset.pills");
    // Nothing moves under a finger pressing a button.
    if (row && row.clientHeight < innerHeight / 2 && field.matches(":focus-visible")) row.scrollIntoView({ block: "nearest" });
  });
}

/** Brings the form to life. */
function start() {
  const given = JSON.parse(find("[data-start-state]").textContent);
  const form = /** @type {HTMLFormElement} */ (find("[data-setup]"));
  const error = /** @type {HTMLElement} */ (find("[data-error]"));
  const startButton = /** @type {HTMLButtonElement} */ (find("[data-start]"));
  const against = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name=against]")]);
  clear(form, find(".start-bar"));
  const withFriends = against.some((radio) => radio.checked && radio.value === "open");

  const seats = new Seats(find("[data-seats]"), find("[data-seat-row]"), (who) => {
    const others = new Set(who.filter((one) => one !== "you").map((one) => (one === "open" || one === "guest" ? one : "computer")));
    for (const radio of against) radio.checked = others.size === 1 && others.has(/** @type {"open" | "guest" | "computer"} */ (radio.value));
    startButton.textContent = who.includes("open") ? _("Open the table") : _("Start the game");
  });

  const game = new GameForm(form, given, {
    words: ({ topics, differences }, isNew) => {
      find("[data-differences]").replaceChildren(...differenceTags(differences));
      find("[data-topics]").replaceChildren(...topicSections(topics, isNew));
    },
    rules: ({ players, partners }) => {
      for (const radio of form.querySelectorAll("[name=player-count]")) {
        /** @type {HTMLInputElement} */ (radio).checked = Number(/** @type {HTMLInputElement} */ (radio).value) === players;
      }
      if (Number.isInteger(players) && players >= 2 && players <= 8) seats.show(players, partners);
    },
    refused: (message) => {
      startButton.disabled = message !== "";
    },
  });
  game.knows([...document.querySelectorAll("[data-topics] li")].map((item) => item.textContent?.trim() ?? ""));

  form.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.name === "player-count") game.setPlayers(Number(target.value));
    if (target.name === "against") seats.seatOthers(target.value === "computer" ? null : target.value);
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (startButton.disabled) return;
    game.gather();
    startButton.disabled = true;
    storeName(seats.name.trim());
    const levels = new Set(seats.who.filter((who) => !PEOPLE.has(who)));
    if (levels.size === 1) storeOpponent([...levels][0]);
    try {
      await openTable({ preset: game.preset, rules: game.rules, seats: seats.toJson(), settings: game.unusualSettings });
    } catch (problem) {
      game.fail(problem);
      startButton.disabled = false;
    }
  });

  addEventListener("pageshow", () => {
    startButton.disabled = error.textContent !== "";
  });

  seats.show(given.players, given.rules.partners);
  if (given.house) void game.take(given.house.rules, {});
  if (withFriends) seats.seatOthers("open");
  startButton.disabled = error.textContent !== "";
}

/** The person at a seat without a computer player. */
const PEOPLE = new Set(["you", "open", "guest"]);

/** The size of a face beside a seat, in CSS pixels. */
const FACE = 44;

class Seats {
  /**
   * @param {HTMLElement} list where the rows go
   * @param {HTMLTemplateElement} row a row's template
   * @param {(who: string[]) => void} changed called with the occupant of each seat whenever that changes
   */
  constructor(list, row, changed) {
    this.list = list;
    this.row = row;
    this.changed = changed;
    this.opponent = storedOpponent() ?? list.dataset.opponent ?? "";
    /**
     * @type {string[]} the occupant of each seat: "you", "guest" for somebody beside you, "open" for a friend, or the
     * id of a computer player
     */
    this.who = ["you"];
    this.name = storedName();
    /** The names of the others on this device, by their seats. @type {string[]} */
    this.guests = [];
    this.partners = false;
  }

  /**
   * Show this number of seats; their occupants stay.
   * @param {number} count
   * @param {boolean} partners
   */
  show(count, partners) {
    this.partners = partners;
    while (this.who.length < count) this.who.push(["open", "guest"].find((kind) => kind === this.who.at(-1)) ?? this.opponent);
    const sitting = this.who.slice(0, count);
    if (!sitting.includes("you") && this.who.includes("you")) this.who[0] = "you";
    this.who.length = count;
    while (this.list.children.length < count) this.addRow(this.list.children.length);
    while (this.list.children.length > count) this.list.lastElementChild?.remove();
    [...this.list.children].forEach((row, seat) => this.fill(/** @type {HTMLElement} */ (row), seat));
    this.changed(this.who);
  }

  /** @param {number} seat */
  addRow(seat) {
    const row = /** @type {HTMLElement} */ (
      /** @type {DocumentFragment} */ (this.row.content.cloneNode(true)).firstElementChild
    );
    const select = /** @type {HTMLSelectElement} */ (row.querySelector("select"));
    /** @type {HTMLElement} */ (row.querySelector(".visually-hidden")).textContent = _("Seat {number}", { number: seat + 1 });
    select.addEventListener("change", () => this.sit(seat, select.value));
    const input = /** @type {HTMLInputElement} */ (row.querySelector("input"));
    input.addEventListener("input", () => {
      if (this.who[seat] === "guest") this.guests[seat] = input.value;
      else this.name = input.value;
      const who = this.who[seat];
      /** @type {HTMLElement} */ (input.closest("li")?.querySelector(".seat-mark")).replaceChildren(this.face(who, this.guests[seat]));
    });
    this.list.append(row);
  }

  /** Put everybody but you at the same kind of seat. @param {string | null} who null for the usual computer player */
  seatOthers(who) {
    if (!this.who.includes("you")) this.who[0] = "you";
    this.who = this.who.map((one) => (one === "you" ? one : (who ?? this.opponent)));
    this.show(this.who.length, this.partners);
  }

  /** @param {number} seat @param {string} who */
  sit(seat, who) {
    const before = this.who[seat];
    const yours = this.who.indexOf("you");
    // There is one of you: moving to a seat sends its player to the seat you leave.
    if (who === "you" && yours >= 0) this.who[yours] = before;
    this.who[seat] = who;
    this.show(this.who.length, this.partners);
  }

  /**
   * @param {HTMLElement} row
   * @param {number} seat
   */
  fill(row, seat) {
    const count = this.who.length;
    const who = this.who[seat];
    const select = /** @type {HTMLSelectElement} */ (row.querySelector("select"));
    const input = /** @type {HTMLInputElement} */ (row.querySelector("input"));
    const about = /** @type {HTMLElement} */ (row.querySelector(".seat-about"));
    const pair = /** @type {HTMLElement} */ (row.querySelector(".seat-pair"));
    select.value = who;
    const mark = /** @type {HTMLElement} */ (row.querySelector(".seat-mark"));
    // A level's own character has its first seat, their companions the others.
    const nth = this.who.slice(0, seat).filter((one) => one === who).length;
    const company = select.selectedOptions[0]?.dataset.company?.split(" ") ?? [];
    const name = nth > 0 ? company[nth - 1] : undefined;
    mark.replaceChildren(...(who === "open" ? [] : [this.face(who, who === "guest" ? this.guests[seat] : name)]));
    mark.ariaHidden = who === "you" ? null : "true";
    row.classList.toggle("you", who === "you");
    const isNamed = who === "you" || who === "guest";
    /** @type {HTMLElement} */ (row.querySelector(".seat-name")).hidden = !isNamed;
    /** @type {HTMLElement} */ (row.querySelector("[data-name-label]")).textContent = who === "guest" ? _("Their name") : _("Your name at the table");
    input.placeholder = who === "guest" ? _("Their name") : _("Your name");
    input.setAttribute("autocomplete", who === "guest" ? "off" : "nickname");
    if (document.activeElement !== input) input.value = who === "guest" ? (this.guests[seat] ?? "") : this.name;
    // A computer player's character is described once, at its first seat.
    about.hidden = who === "you" || (nth > 0 && !name);
    about.textContent = name ? _("{name}, who plays the same way.", { name }) : (select.selectedOptions[0]?.dataset.summary ?? "");
    const pairs = count / 2;
    const paired = this.partners && Number.isInteger(pairs) && count >= 4;
    pair.hidden = !paired;
    if (paired) {
      const letter = "ABCD"[seat % pairs];
      pair.textContent = _("Pair {letter}", { letter });
      pair.title = _("Partner of seat {number}", { number: ((seat + pairs) % count) + 1 });
      row.dataset.pair = letter;
    } else {
      delete row.dataset.pair;
    }
  }

  /**
   * The face of a computer player, or one's own.
   * @param {string} who
   * @param {string} [name] of one of a level's company
   */
  face(who, name) {
    if (who === "guest") return faceOf({ kind: "person", name: name || "?", head: null }, FACE);
    if (who !== "you") return faceOf({ kind: "computer", name: "", player: who, head: name?.toLowerCase() }, FACE);
    return this.ownFace();
  }

  /** The person's own face; a press on it opens the choice of another. */
  ownFace() {
    const name = this.name || _("You");
    const button = makeButton("bare own-head", "", async () => {
      const { chooseMe } = await import("../../kernel/people/head-picker.js");
      await chooseMe(name, () => {
        this.name = storedName();
        this.show(this.who.length, this.partners);
      });
    });
    button.append(faceOf({ kind: "person", name, head: storedHead() }, FACE));
    button.setAttribute("aria-label", _("Choose your name and face"));
    button.title = _("Choose your name and face");
    return button;
  }

  /** The seats in the server's form. */
  toJson() {
    return this.who.map((who, seat) => {
      if (who === "you") return { kind: "person", name: this.name.trim() };
      if (who === "guest") return { kind: "guest", name: (this.guests[seat] ?? "").trim() };
      return who === "open" ? { kind: "open" } : { kind: "computer", player: who };
    });
  }
}

start();

export const ready = true;
