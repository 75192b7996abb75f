// The drawer's tab about the people at a table: seats and presence, taking a seat, leaving, inviting, the chat.

import { make, makeButton, write } from "../../kernel/dom/make.js";
import { serverNow } from "../../kernel/dom/times.js";
import { request, sentenceOf } from "../../kernel/line/requests.js";
import { storedName, storeName } from "../../kernel/people/me.js";
import { _, ngettext } from "../../texts.js";
import { ratingWords } from "../words.js";
import { avatar, confirm, linkField, reportName } from "./parts.js";
import { stateWords } from "./words.js";

/** @import {Chat} from "./chat.js" */
/** @import {Ask} from "../types.js" */
/** @import {People, SeatPresence} from "../messages.js" */
/** @import {Stage} from "../stage.js" */

export class PeoplePanel {
  /** @type {People | null} */
  #people = null;
  #list = make("ul", "people-seats");
  #watching = make("p", "hint");
  #name = make("input", "");
  #nameField = make("label", "field people-name", _("Your name"), this.#name);
  #leave = makeButton("bare", _("Leave the game"), () => this.#confirmLeaving());
  #invite = make("details", "people-invite", make("summary", "", _("Invite others")), linkField());
  #mail;
  #about = make("div", "people-about", this.#nameField, this.#list, this.#watching);
  #more = make("div", "people-more", this.#invite, this.#leave);
  #element = make("div", "people");
  #stage;
  #ask;
  #chat;

  /** @param {Stage} stage @param {Ask} ask @param {Chat} chat */
  constructor(stage, ask, chat) {
    this.#stage = stage;
    this.#ask = ask;
    this.#chat = chat;
    this.#mail = new MailField(`/api/tables/${stage.root.dataset.table}/mail`);
    this.#more.append(this.#mail.element);
    Object.assign(this.#name, { maxLength: 40, autocomplete: "nickname", value: storedName() });
  }

  /** @param {HTMLElement} body */
  draw(body) {
    this.#element.replaceChildren(this.#about, this.#more, this.#chat.element);
    body.replaceChildren(this.#element);
    if (!this.#people) return;
    this.update(this.#people);
    if (this.#people.you !== null) this.#mail.look();
  }

  /** @param {People} people */
  update(people) {
    this.#people = people;
    const { seats, you, watching, settings, state } = people;
    this.#nameField.hidden = you !== null || !seats.some((seat) => seat.free);
    this.#leave.hidden = you === null || seats[you].stand_in !== null || state !== "running";
    this.#invite.hidden = !settings.spectators && !seats.some((seat) => seat.free);
    write(this.#watching, watching > 0 ? ngettext("{n} person is watching.", "{n} people are watching.", watching) : "");
    while (this.#list.children.length > seats.length) this.#list.lastElementChild?.remove();
    seats.forEach((seat, number) => this.#row(seat, number));
  }

  /** Updates the length of absences. */
  tick() {
    if (this.#list.isConnected && this.#people) this.update(this.#people);
  }

  /** @param {SeatPresence} seat @param {number} number */
  #row(seat, number) {
    const people = /** @type {People} */ (this.#people);
    const you = number === people.you;
    const about = stateWords(seat, you, serverNow());
    const muted = this.#chat.isMuted(number);
    const mayTake = people.you === null && seat.free;
    const mayReplace = people.host && seat.stand_in !== null;
    const rating = this.#stage.state.ratings[number] ?? null;
    const state = JSON.stringify([seat, about, rating, muted, mayTake, mayReplace]);
    let row = /** @type {HTMLElement | undefined} */ (this.#list.children[number]);
    if (row?.dataset.state === state) return;
    if (!row) {
      row = make("li", "");
      this.#list.append(row);
    }
    row.dataset.state = state;
    const buttons = make("span", mayReplace ? "people-acts wide" : "people-acts");
    if (mayTake) buttons.append(makeButton("primary small", _("Sit here"), () => this.#take(number)));
    if (mayReplace) {
      const player = seat.player ?? "club";
      buttons.append(
        makeButton("small", _("Seat a computer player"), () => this.#ask({ type: "seat", seat: number, kind: "computer", player })),
      );
    }
    if (seat.kind === "person" && seat.here && !you) {
      const mute = makeButton("bare small", muted ? _("Unmute") : _("Mute"), () => {
        this.#chat.toggleMute(number);
        const table = /** @type {string} */ (this.#stage.root.dataset.table);
        void import("./acquaintance.js").then(({ keepMuted }) => keepMuted(table, number, !muted));
        this.#row(seat, number);
      });
      mute.setAttribute("aria-label", muted ? _("Unmute {name}", { name: seat.name }) : _("Mute {name}", { name: seat.name }));
      buttons.append(mute);
    }
    if (seat.kind === "person" && !you) {
      const report = makeButton("bare small", _("Report"), () => reportName(this.#stage, this.#ask, number, seat.name));
      report.setAttribute("aria-label", _("Report the name {name}", { name: seat.name }));
      buttons.append(report);
    }
    const who = make("span", "people-who", make("b", "", seat.name), make("span", "hint", rating ? `${about} · ${ratingWords(rating)}` : about));
    row.replaceChildren(avatar(seat), who, buttons);
  }

  /** @param {number} seat */
  #take(seat) {
    const name = this.#name.value.trim();
    if (name) storeName(name);
    this.#ask({ type: "take", seat, name });
  }

  #confirmLeaving() {
    confirm({
      title: _("Leave the game?"),
      words: _("A stand-in plays on for you at once, and somebody else may take your seat. While nobody has, you can come back."),
      yes: _("Leave the game"),
      no: _("Stay"),
      act: () => this.#ask({ type: "leave" }),
    });
  }
}

// A mail when it is your turn and you are away: the address is entered here, if the server sends mails.

class MailField {
  element = make("details", "people-mail");
  #address = make("input", "");
  #form = make("form", "mail-form");
  #stop = makeButton("small", _("Write no more mails"), () => this.#ask("DELETE"));
  #note = make("p", "hint");
  #url;

  /** @param {string} url for switching this table's mails on and off */
  constructor(url) {
    this.#url = url;
    this.element.hidden = true;
    Object.assign(this.#address, { type: "email", required: true, autocomplete: "email", placeholder: "name@example.org" });
    this.#address.setAttribute("aria-label", _("Your mail address"));
    this.#form.append(this.#address, make("button", "button small", _("Save")));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#ask("PUT", { address: this.#address.value.trim() });
    });
    this.#note.setAttribute("role", "status");
    this.element.append(make("summary", "", _("A mail when it is your turn")), this.#note, this.#form, this.#stop);
  }

  /** Checks whether this server sends mails, and to this browser. */
  look() {
    return this.#ask("GET");
  }

  /** @param {string} method @param {object} [body] */
  async #ask(method, body) {
    try {
      const { available, on, confirmed, minutes } = await request(method, this.#url, body);
      this.element.hidden = !available;
      this.#form.hidden = on;
      this.#stop.hidden = !on;
      this.#note.textContent = on ? words(confirmed, minutes) : "";
    } catch (problem) {
      this.#note.textContent = sentenceOf(problem);
    }
  }
}

/** @param {boolean} confirmed @param {number} minutes */
function words(confirmed, minutes) {
  if (!confirmed) return _("A mail is on its way to this address. Confirm with the link in it; no other mails come before that.");
  return ngettext(
    "You get a mail when it has been your turn for a minute and you are not here.",
    "You get a mail when it has been your turn for {n} minutes and you are not here.",
    minutes,
  );
}
