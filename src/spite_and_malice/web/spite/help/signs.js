// The keys of the table and the meaning of its cards' edges, shown with "?".

import { make } from "../../kernel/dom/make.js";
import { showKeys } from "../../kernel/gestures/keys.js";
import { _, N_ } from "../../texts.js";

/** @type {[string, string][]} */
const KEYS = [
  [N_("Arrows, Tab"), N_("from place to place")],
  [N_("Enter"), N_("pick a card; then choose where it goes")],
  ["D", N_("play the card to the obvious place")],
  [N_("Esc"), N_("put it back, or close the drawer")],
  [N_("U, Ctrl Z"), N_("take the last move back")],
  [N_("Shift U"), N_("take the turn back")],
  ["P", N_("pass, when you may")],
  ["H", N_("a hint")],
  ["W", N_("what can I reach this turn?")],
  ["M", N_("what you can do, as a list")],
  ["T", N_("the last turns")],
  ["R", N_("the rules of this table")],
  ["C", N_("the cards in sight")],
  ["F", N_("fan out the [stack]")],
  ["S", N_("sound on or off")],
  [N_("Space"), N_("do not wait")],
];

/** The meaning of an edge or a light, by its class (panel.css). @type {[string, string][]} */
const SIGNS = [
  ["can", N_("You can play this card now.")],
  ["picked", N_("You have picked this card.")],
  ["goal", N_("The picked card can go here.")],
  ["pointed", N_("A hint points here.")],
  ["last", N_("This card was played last.")],
];

/**
 * Shows the meaning of the cards' edges, and the keys if there is a keyboard.
 * @param {HTMLDialogElement} dialog
 * @param {boolean} keyed
 */
export function showSigns(dialog, keyed) {
  const signs = SIGNS.flatMap(([sign, what]) => [
    make("dt", "", make("span", `sign ${sign}`)),
    make("dd", "", _(what)),
  ]);
  showKeys(dialog, keyed ? KEYS : [], keyed ? _("Keys and signs") : _("Signs on the table"));
  dialog.querySelector(".panel-head")?.after(make("dl", "signs", ...signs));
}
