// Ten facts about the games, for waiting times, and for the page with all of them.

import { _ } from "../../texts.js";
import { make } from "./make.js";

/** All of them, in the language of the page. */
export const facts = () => [
  _("The earliest known mention of Spite and Malice in print is of 1963; its rules were written down two years later."),
  _("The bridge expert Easley Blackwood saw Spite and Malice played on a cruise ship, and published its rules."),
  _("Spite and Malice is also known as Cat and Mouse."),
  _("Crapette, of which Spite and Malice is a reworking, is also called Russian Bank."),
  _("Skip-Bo was brought out in 1967 by Hazel Bowman of Brownfield, Texas; it has numbers from 1 to 12 and 18 wild cards."),
  _("Flinch was thought up in 1901 by a bookkeeper in Kalamazoo. It has 150 cards, and not one of them is wild."),
  _("Starturn, of 1935, has almost the rules of Spite and Malice, 28 years before that name is found in print."),
  _("What Britain calls patience is solitaire in America."),
  _("About 82 in 100 deals of Klondike can be won with three cards at a time by somebody who sees every card."),
  _("Two packs can be shuffled into more orders than there are atoms in the universe we can see."),
];

/** A random one, as a text for somebody who is waiting. */
export function factWords() {
  const all = facts();
  return `${_("Did you know?")} ${all[Math.floor(Math.random() * all.length)]}`;
}

/** The same on its own line. */
export const fact = () => make("p", "hint fact", factWords());

document.querySelector("[data-facts]")?.replaceChildren(...facts().map((text) => make("li", "", text)));

export const ready = true;
