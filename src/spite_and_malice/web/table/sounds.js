// Sounds as the settings want them. How they sound is fetched with the first (sound.js).

import { lazily } from "./lazily.js";

/** @import {Settings} from "./types.js" */
/** @import {Sound} from "./sound.js" */

const AFTER_FRAME = 30;

const fetching = lazily(() => import("./sound.js"));
/** What sounds come out of. */
const speaking = lazily(async () => new (await fetching()).Speaker());

/**
 * Plays a sound, once the page has been touched: before that browsers keep quiet.
 * @param {Settings} settings @param {Sound} name @param {number} [step] of a card in its row, from 0
 */
export async function hear({ sound, volume }, name, step = 0) {
  if (!sound || !(volume > 0) || !navigator.userActivation?.hasBeenActive) return;
  await fetching().catch(() => null);
  // Not before the card is seen where it went, nor does the browser open its way to the speaker before: that takes it long.
  setTimeout(async () => (await speaking().catch(() => null))?.play(name, volume / 100, step), AFTER_FRAME);
}
