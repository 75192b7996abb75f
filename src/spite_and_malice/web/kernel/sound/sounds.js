// Sounds and vibration, as the settings want them. The synthesis is fetched with the first sound (sound.js).

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

/** How a phone trembles with a sound: milliseconds, and between them those of rest. @type {Partial<Record<Sound, number[]>>} */
const TREMORS = { payoff: [18], finished: [12, 50, 26], turn: [30], refusal: [24, 60, 24], win: [40, 70, 40, 70, 120], loss: [60] };

/**
 * Plays a sound and lets the phone tremble, once the page has been touched: before that browsers keep quiet.
 * @param {Settings} settings @param {Sound} name @param {number} [step] of a card in its row, from 0
 */
export async function hear(settings, name, step = 0) {
  const volume = volumeOf(settings);
  const tremor = settings.vibration ? TREMORS[name] : undefined;
  if (volume === 0 && !tremor) return;
  try {
    if (!touched()) {
      if (volume > 0) await later().then(speaking);
      return;
    }
    // Not before the card is seen where it went.
    await shown();
    if (tremor) navigator.vibrate?.(tremor);
    if (volume === 0) return;
    (await speaking()).play(name, volume, step);
    await hearRoom(settings);
  } catch {
    // A sound that could not be fetched or opened stays silent.
  }
}

/** Lets the room around the table be heard or not, as was just chosen. @param {Settings} settings */
export async function hearRoom(settings) {
  if (!touched()) return;
  try {
    (await speaking()).room(settings.room ? volumeOf(settings) : 0);
  } catch {
    // As above.
  }
}

/** How loud all is, from 0 to 1. @param {Settings} settings */
const volumeOf = ({ sound, volume }) => (sound && volume > 0 ? volume / 100 : 0);

const touched = () => navigator.userActivation?.hasBeenActive ?? false;
