// The parts of the result card that both games share: title, figures, and links to continue.

import { _ } from "../texts.js";
import { make } from "./dom/make.js";
import { tellMore } from "./more-below.js";

/** A figure and its name. @param {string} figure @param {string} name */
export const fact = (figure, name) => make("div", "", make("dt", "", name), make("dd", "", figure));

/** @param {string} href @param {string} words */
export const link = (href, words) => Object.assign(make("a", "", words), { href });

/** The home button among others. Where space is scarce it shows the icon instead, as the style sheet decides. */
export function homeLink() {
  const home = Object.assign(make("a", "button bare home", make("span", "", _("Home"))), { href: "/" });
  const sign = document.querySelector(".bar .home .icon");
  if (sign) home.prepend(sign.cloneNode(true));
  return home;
}

/** The card with its title, which closes with its buttons. @param {string} title @param {Node[]} parts */
export function finishForm(title, ...parts) {
  const form = make("form", "", Object.assign(make("h2", "", title), { id: "finish-title" }), ...parts);
  form.method = "dialog";
  return form;
}

/**
 * Shows the card of a game that has ended.
 * @param {HTMLDialogElement} dialog @param {HTMLFormElement} form @param {string[]} classes
 * @param {HTMLElement | null} links the place for the offer to keep games; null if nobody here played
 */
export function showFinishForm(dialog, form, classes, links) {
  if (links) void import("./people/passkeys.js").then(({ offerToKeep }) => offerToKeep(links));
  dispatchEvent(new Event("spite-ended"));
  dialog.className = classes.filter(Boolean).join(" ");
  dialog.setAttribute("aria-labelledby", "finish-title");
  dialog.replaceChildren(form);
  if (!dialog.open) dialog.showModal();
  const row = /** @type {HTMLElement | null} */ (form.querySelector(".actions"));
  if (row) tellMore(dialog, form, row);
}
