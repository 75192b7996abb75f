// Sounds as the settings want them. How they sound is fetched with the first (sound.js).

/** @import {Settings} from "./types.js" */
/** @import {Sound} from "./sound.js" */

const AFTER_FRAME = 30;

/**
 * Plays a sound, once the page has been touched: before that browsers keep quiet.
 * @param {Settings} settings @param {Sound} name @param {number} [step] of a card in its row, from 0
 */
export async function hear({ sound, volume }, name, step = 0) {
  if (!sound || !(volume > 0) || !navigator.userActivation?.hasBeenActive) return;
  const { play } = await import("./sound.js").catch(() => ({ play: () => {} }));
  // Not before the card is seen where it went.
  setTimeout(play, AFTER_FRAME, name, volume / 100, step);
}
