// What a newcomer is shown in the first turns of the first game, where nothing else has to be said.

import { _ } from "../../texts.js";
import { Progress } from "../exercises/progress.js";
import { legalMoves } from "../moves.js";
import { turnsOf } from "../words.js";

/** @import {View} from "../types.js" */

/** How many turns are explained. */
const TURNS = 3;

/** Is it the first game of somebody who has taken no lesson either? @param {HTMLElement} root */
export function isNewcomer(root) {
  return root.dataset.newcomer !== undefined && new Progress(0).done.size === 0;
}

/** What there is to do, "" where that is known by now. @param {View} view at one's turn @param {string[]} log */
export function firstWords(view, log) {
  if (view.stage !== "play" || view.seat === null || turnsOf(log, view.seat) > TURNS) return "";
  const centre = legalMoves(view).filter(({ target }) => target.startsWith("centre:"));
  if (centre.length === 0) return "";
  return centre.some(({ source }) => source.startsWith("payoff:"))
    ? _("Your [pay-off card] fits a [centre stack]. Whoever is rid of their [pay-off pile] first wins.")
    : _("Cards with a bright edge fit a [centre stack]. One from your hand on a [side stack] ends your turn.");
}
