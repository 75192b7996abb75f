// Sounds as the settings want them. How they sound is fetched with the first (sound.js).

import { lazily } from "./lazily.js";

/** @import {Settings} from "./types.js" */
/** @import {Sound} from "./sound.js" */

const AFTER_FRAME = 30;

/** What sounds come out of. */
const speaking = lazily(async () => new (await import("./sound.js")).Speaker());

/**
 * Plays a sound, once the page has been touched: before that browsers keep quiet.
 * @param {Settings} settings @param {Sound} name @param {number} [step] of a card in its row, from 0
 */
export async function hear({ sound, volume }, name, step = 0) {
  if (!sound || !(volume > 0) || !navigator.userActivation?.hasBeenActive) return;
  const speaker = await speaking().catch(() => null);
  // Not before the card is seen where it went.
  setTimeout(() => speaker?.play(name, volume / 100, step), AFTER_FRAME);
}
