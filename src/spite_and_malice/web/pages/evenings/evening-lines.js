// The lines of guests: somebody who has already come in on another device claims their line, the host confirms it, and
// merges two lines of one person.

import { make, makeButton } from "../../kernel/dom/make.js";
import { _ } from "../../texts.js";

/** @import {Evening, Guest} from "./evening-types.js" */
/** @typedef {(method: string, path: string, body?: object) => Promise<void>} Ask */

/**
 * The guests that somebody who has not come in can claim to be.
 * @param {Evening} evening
 * @param {Ask} ask
 * @returns {HTMLElement[]}
 */
export function ownLine({ you, over, claim, guests }, ask) {
  if (you !== null || over) return [];
  const claimed = guests.find(({ number }) => number === claim);
  if (claimed) {
    const words = make("p", "", _("The host is asked whether you are {name}.", { name: claimed.name }));
    words.setAttribute("role", "status");
    return [words, make("p", "known-acts", keyed("claim", makeButton("bare", _("I am not {name}", { name: claimed.name }), () => ask("PUT", "/me/claim", {}))))];
  }
  const absent = guests.filter(({ here, you: isYou }) => !here && !isYou);
  if (absent.length === 0) return [];
  const buttons = absent.map(({ number, name }) =>
    keyed(`claim-${number}`, makeButton("", _("I am already here: {name}", { name }), () => ask("PUT", "/me/claim", { guest: number }))));
  return [make("p", "hint", _("Have you come in on another device before? Then go on with your own line; the host confirms it.")), make("p", "known-acts", ...buttons)];
}

/** The question to the host. @param {Evening} evening @param {Ask} ask @returns {HTMLElement[]} */
export function claimsOf({ claims }, ask) {
  return claims.map(({ who, name }) => make("li", "",
    make("div", "known-words", make("b", "", _("Somebody says that they are {name}, on another device.", { name })), make("p", "hint", _("Only if you know that: they play on in that line, and at its table."))),
    make("div", "known-acts",
      keyed(`yes-${who}`, makeButton("primary small", _("That is {name}", { name }), () => ask("PUT", `/claims/${who}`))),
      keyed(`no-${who}`, makeButton("bare small", _("That is somebody else"), () => ask("DELETE", `/claims/${who}`))))));
}

/**
 * For the host: the guest who is the same person.
 * @param {Guest} guest
 * @param {Evening} evening
 * @param {Ask} ask
 * @returns {HTMLElement[]}
 */
export function sameAs(guest, { guests }, ask) {
  const others = guests.filter(({ number }) => number !== guest.number);
  if (others.length === 0) return [];
  const choice = Object.assign(make("select", "small"), { name: `same-${guest.number}` });
  choice.setAttribute("aria-label", _("{name} is the same person as", { name: guest.name }));
  choice.append(new Option(_("Same person as …"), ""), ...others.map(({ number, name }) => new Option(name, String(number))));
  const sure = keyed(`join-${guest.number}`, makeButton("small", "", () => ask("PUT", `/guests/${guest.number}/line`, { into: Number(choice.value) })));
  sure.hidden = true;
  choice.addEventListener("change", () => {
    const into = choice.selectedOptions[0];
    sure.hidden = into.value === "";
    sure.textContent = _("Join {name} with {other}: one line, all games", { name: guest.name, other: into.text });
  });
  choice.dataset.key = `same-${guest.number}`;
  return [choice, sure];
}

/** @template {HTMLElement} T @param {string} key for restoring the focus @param {T} element */
function keyed(key, element) {
  element.dataset.key = key;
  return element;
}
