// A game is lost: the card that won it glows where it landed, who played it says a word, and the light sinks a little. Any
// gesture ends it; where nothing shall move it fades in and stays as long.

import { make } from "../../kernel/dom/make.js";
import { fadeOut, untilGesture } from "../../kernel/effects.js";
import { SPEEDS } from "../../kernel/settings/settings.js";
import { LEVELS } from "../board/plates.js";

/** @import {Rect} from "../types.js" */
/** @import {State} from "../state.js" */

const LENGTH = 1450;
/** Between a face and the word that it says, and between the word and the edge of the table. */
const GAP = 6;

/**
 * @param {HTMLElement} root
 * @param {Readonly<State>} state
 * @returns {Promise<void>} when it is time to say how it ended
 */
export async function lament(root, { settings, layout, last, live, log, table }) {
  const pace = SPEEDS[settings.speed];
  if (pace === 0) return;
  const stage = make("div", "lament");
  stage.ariaHidden = "true";
  const spot = layout.places.find(({ id }) => id === last)?.spot ?? layout.centre;
  stage.style.setProperty("--x", `${spot.x + spot.w / 2}px`);
  stage.style.setProperty("--y", `${spot.y + spot.h / 2}px`);
  stage.append(glow(spot));
  root.append(stage);
  const winners = live.result?.winners ?? [];
  const played = Number(log.at(-1)?.split(" ")[0]);
  const by = winners.includes(played) ? played : winners[0];
  const seat = table.seats[by];
  // People say themselves what they want to say.
  const words = seat.kind === "computer" ? LEVELS[seat.player ?? ""]?.wins : "";
  if (words) say(stage, root, by, words);
  await untilGesture(LENGTH * pace);
  fadeOut(stage, 180);
}

/** @param {Rect} spot */
function glow({ x, y, w, h }) {
  const light = make("i", "");
  Object.assign(light.style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px`, borderRadius: `${w * 0.06}px` });
  return light;
}

/** A word under the face of a seat. @param {HTMLElement} stage @param {HTMLElement} root @param {number} seat @param {string} words */
function say(stage, root, seat, words) {
  const face = root.querySelector(`.seat-name[data-seat="${seat}"] .face`)?.getBoundingClientRect();
  if (!face) return;
  const base = root.getBoundingClientRect();
  const word = make("b", "", words);
  stage.append(word);
  const left = Math.min(face.x - base.x, base.width - word.offsetWidth - GAP);
  Object.assign(word.style, { left: `${Math.max(GAP, left)}px`, top: `${face.bottom - base.y + GAP}px` });
}
