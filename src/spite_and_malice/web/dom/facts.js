// Ten facts about the games, for where one waits.

import { _ } from "../texts.js";
import { make } from "./make.js";

/** All of them, in the language of the page. */
export const facts = () => [
  _("Spite and Malice is first mentioned in print in 1963; its rules were written down two years later."),
  _("The bridge expert Easley Blackwood learned Spite and Malice from passengers on a cruise ship."),
  _("Many families know Spite and Malice as Cat and Mouse; in German it is Katz und Maus."),
  _("Crapette, from which Spite and Malice descends, is also called Russian Bank."),
  _("Skip-Bo is Spite and Malice with numbers from 1 to 12 instead of ranks, and with 18 wild cards."),
  _("Flinch, more than a hundred years old, has 150 cards and not one wild card among them."),
  _("Starturn, of 1935, has the rules of Spite and Malice, three decades before the name was printed."),
  _("What Britain calls patience is solitaire in America."),
  _("About eight in ten deals of Klondike can be won with three cards at a time, if every card is known."),
  _("Two packs can be shuffled into more orders than there are atoms in the universe we can see."),
];

/** One of them by chance, in words for somebody who waits. */
export function factWords() {
  const all = facts();
  return `${_("Did you know?")} ${all[Math.floor(Math.random() * all.length)]}`;
}

/** The same as a line of its own. */
export const fact = () => make("p", "hint fact", factWords());
