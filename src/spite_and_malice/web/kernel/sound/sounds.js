// Sounds as the settings want them. How they sound is fetched with the first (sound.js).

import { later, lazily, quietly, shown } from "../dom/lazily.js";

/** @import {Settings} from "../settings/settings.js" */
/** @import {Sound} from "./sound.js" */

/** What sounds come out of. A browser takes long to open it, so that is done before the first sound if there is time. */
const speaking = lazily(async () => {
  const { Speaker } = await import("./sound.js");
  await quietly();
  const speaker = new Speaker();
  void speaker.prepare();
  return speaker;
});

/**
 * Plays a sound, once the page has been touched: before that browsers keep quiet.
 * @param {Settings} settings @param {Sound} name @param {number} [step] of a card in its row, from 0
 */
export async function hear({ sound, volume }, name, step = 0) {
  if (!sound || !(volume > 0)) return;
  try {
    if (!navigator.userActivation?.hasBeenActive) {
      await later();
      await speaking();
      return;
    }
    // Not before the card is seen where it went.
    await shown();
    (await speaking()).play(name, volume / 100, step);
  } catch {
    // What could not be fetched or opened is not heard.
  }
}
