// The question before a game is given up: the consequences, and the alternatives if others would lose or win by it.

import { _ } from "../../texts.js";
import { confirm } from "../live/parts.js";

/** @import {Asked} from "../requests.js" */
/** @import {Stage} from "../stage.js" */

/** Asks before the game is given up, and states the consequences. @param {Stage} stage */
export function askToGiveUp(stage) {
  const { state } = stage;
  if (!state.people?.may_resign) {
    confirm({
      title: _("You cannot give up alone"),
      words: _("Others would lose or win by it. You can leave instead: a stand-in plays on."),
      yes: _("Leave the game"),
      no: _("Play on"),
      act: () => stage.send(/** @type {Asked} */ ({ type: "leave" })),
    });
    return;
  }
  confirm({
    title: _("Give this game up?"),
    words: consequences(stage),
    yes: _("Give up"),
    no: _("Play on"),
    act: () => stage.send(/** @type {Asked} */ ({ type: "resign", game: state.game, ply: state.ply })),
  });
}

/** @param {Stage} stage */
function consequences({ state, table, root }) {
  const { people, log } = state;
  const { practice, day, back = "" } = root.dataset;
  if (practice) return _("The practice ends here, and counts for nothing.");
  if (day && state.game === 1) return _("You lose it, and that is your result of the day.");
  if (back.startsWith("/tournaments/")) return _("You lose it, and the other side gets the win in the tournament.");
  const match = table.match.target > 1;
  if (back.startsWith("/evening/") && !match) return _("You lose it, and the score sheet of the evening says so.");
  if (people?.settings.rated) {
    const all = people.seats.every(({ kind }, seat) => kind !== "person" || log.some((entry) => entry.startsWith(`${seat} `)));
    return all ? _("You lose it, and your rating changes.") : _("You lose it. Not everybody has made a move yet, so no rating changes.");
  }
  if (match) return _("You lose it: the winner scores for all the cards that you have left. The match goes on.");
  return _("You lose it. It stays among your games as lost, with its replay and its review.");
}
