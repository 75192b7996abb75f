// The keyboard shortcuts, as a list in a dialog.

import { closeButton, make } from "../dom/make.js";
import { _ } from "../../texts.js";

/** @param {HTMLDialogElement} dialog @param {[string, string][]} keys each with its action @param {string} [name] */
export function showKeys(dialog, keys, name = _("Keys")) {
  const title = Object.assign(make("h2", "", name), { id: "reader-title" });
  const list = keys.flatMap(([key, what]) => [make("dt", "", make("kbd", "", _(key))), make("dd", "", _(what))]);
  dialog.replaceChildren(make("div", "panel-head", title, closeButton(dialog)), make("dl", "keys", ...list));
  dialog.setAttribute("aria-labelledby", "reader-title");
  if (!dialog.open) dialog.showModal();
}
