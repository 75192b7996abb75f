// The keys of the table, shown with "?".

import { make, makeButton } from "../pages/dom.js";
import { _, N_ } from "../texts.js";

/** @type {[string, string][]} */
const KEYS = [
  [N_("Arrows, Tab"), N_("from place to place")],
  [N_("Enter"), N_("pick a card; then choose where it goes")],
  ["D", N_("play the card to the obvious place")],
  [N_("Esc"), N_("put it back")],
  ["U", N_("undo")],
  [N_("Shift U"), N_("take the whole turn back")],
  ["P", N_("pass, when you may")],
  ["H", N_("a hint")],
  ["W", N_("what can I reach this turn?")],
  ["M", N_("what you can do, as a list")],
  ["T", N_("the last turns")],
  ["R", N_("the rules of this table")],
  ["C", N_("the cards seen so far")],
  ["F", N_("fan out the [stack]")],
  ["S", N_("sound on or off")],
  [N_("Space"), N_("do not wait")],
];

/** @param {HTMLDialogElement} dialog @param {[string, string][]} [keys] each with what it does */
export function showKeys(dialog, keys = KEYS) {
  const close = makeButton("bare close", "✕", () => dialog.close());
  close.setAttribute("aria-label", _("Close"));
  const title = Object.assign(make("h2", "", _("Keys")), { id: "reader-title" });
  const list = keys.flatMap(([key, what]) => [make("dt", "", make("kbd", "", _(key))), make("dd", "", _(what))]);
  dialog.replaceChildren(make("div", "panel-head", title, close), make("dl", "keys", ...list));
  dialog.setAttribute("aria-labelledby", "reader-title");
  if (!dialog.open) dialog.showModal();
}
