// Between two turns at one device: asks for the next player, and shows their hand once they confirm.

import { make, makeButton } from "../../kernel/dom/make.js";
import { styled } from "../../kernel/dom/lazily.js";
import { faceOf } from "../../kernel/people/heads.js";
import { _ } from "../../texts.js";
import { seatsHere } from "../one-device.js";
import { nameOf } from "../words.js";

/** @import {Stage} from "../stage.js" */

/** Asks at this table. @param {Stage} stage */
export async function mount(stage) {
  await styled("spite/live/hand-over.css");
  /** The seat that is asked for, null while nobody is. @type {number | null} */
  let asked = null;
  /** @type {HTMLElement | null} */
  let asking = null;
  const show = () => {
    const next = nextHere(stage);
    const isNew = next !== null && next !== asked;
    if (next !== asked) asking = next === null ? null : prompt(stage, next);
    asked = next;
    // The cards' positions may have changed.
    stage.overHand(asking);
    if (isNew) asking?.querySelector("button")?.focus({ preventScroll: true });
  };
  stage.on("message", ({ type }) => {
    // The request may have been refused, or lost with the connection.
    const button = asking?.querySelector("button");
    if (button && (type === "refused" || type === "snapshot")) button.disabled = false;
  });
  stage.on("shown", show);
  stage.on("drawn", show);
  show();
}

/** The seat at this device that is to move while its hand is not shown. @param {Stage} stage */
function nextHere({ state, busy }) {
  const { live, table, people, you, pending } = state;
  if (!live || live.result || live.turn === you || busy || pending) return null;
  return seatsHere(table, people).includes(live.turn) ? live.turn : null;
}

/** @param {Stage} stage @param {number} seat */
function prompt(stage, seat) {
  const name = nameOf(stage.table, seat);
  const button = makeButton("primary", _("I am {name}", { name }), () => {
    button.disabled = true;
    stage.send({ type: "hand_over", seat });
  });
  const words = make("p", "", _("{name} is next. Hand over the device.", { name }));
  return make("div", "hand-over panel", faceOf(stage.table.seats[seat], 0), words, button);
}
