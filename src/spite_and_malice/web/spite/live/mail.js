// A mail when it is your turn and you are away: the address is left here, where the server writes mails.

import { make, makeButton } from "../../kernel/dom/make.js";
import { request, sentenceOf } from "../../kernel/line/requests.js";
import { _, ngettext } from "../../texts.js";

export class MailField {
  element = make("details", "people-mail");
  #address = make("input", "");
  #form = make("form", "mail-form");
  #stop = makeButton("small", _("Write no more mails"), () => this.#ask("DELETE"));
  #note = make("p", "hint");
  #url;

  /** @param {string} url where the mails of this table are switched on and off */
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

  /** Find out whether this server writes mails, and to this browser. */
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
