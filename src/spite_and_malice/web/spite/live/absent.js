// The choices when the other player is away or out of time: play on, give more time, or claim the win.

import { make, makeButton } from "../../kernel/dom/make.js";
import { _ } from "../../texts.js";

/** @import {People} from "../messages.js" */
/** @import {Asked} from "../requests.js" */
/** @import {Stage} from "../stage.js" */

/** @param {Stage} stage @param {People} people */
export function choose(stage, people) {
  const dialog = make("dialog", "live-dialog");
  const late = people.seats.findIndex((seat, at) => at !== people.you && (seat.stand_in === "clock" || seat.stand_in === "away"));
  const acts = people.now?.acts ?? [];
  const { game, ply } = stage.state;
  const isLive = people.now?.state === "stands_in";
  /** @param {string} text @param {Asked | null} asked */
  const choice = (text, asked) =>
    makeButton("", text, () => {
      if (asked) stage.send(asked);
      dialog.close();
    });
  const choices = [choice(isLive ? _("Play on against the stand-in") : _("Play on against the computer player"), null)];
  if (acts.includes("more_time")) choices.push(choice(isLive ? _("Wait for them again") : _("Give three more days"), /** @type {Asked} */ ({ type: "more_time", seat: late })));
  if (acts.includes("claim")) choices.push(choice(_("Claim the win"), /** @type {Asked} */ ({ type: "claim", game, ply, seat: late })));
  const title = _("What now?");
  dialog.append(make("h2", "", title), make("p", "", [people.now?.words, isLive ? people.now?.then : ""].join(" ").trim()), make("div", "actions", ...choices));
  dialog.setAttribute("aria-label", title);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
