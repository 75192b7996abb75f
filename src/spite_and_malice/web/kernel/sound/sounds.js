// Sounds and vibration, according to the settings. The synthesis is fetched with the first sound (sound.js).

import { later, lazily, quietly, shown } from "../dom/lazily.js";

/** @import {Settings} from "../settings/settings.js" */
/** @import {Sound} from "./sound.js" */

/** The audio output. Browsers take long to open it, so this is done before the first sound if there is time. */
const speaking = lazily(async () => {
  const { Speaker } = await import("./sound.js");
  await quietly();
  const speaker = new Speaker();
  void speaker.prepare();
  return speaker;
});

/** The vibration pattern for each sound: milliseconds on and off, alternating. @type {Partial<Record<Sound, number[]>>} */
const TREMORS = { payoff: [18], finished: [12, 50, 26], turn: [30], refusal: [24, 60, 24], win: [40, 70, 40, 70, 120], loss: [60] };

/**
 * Plays a sound and vibrates, once the page has been touched: before that browsers block both.
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
    // Not before the card is visible at its target.
    await shown();
    if (tremor) navigator.vibrate?.(tremor);
    if (volume === 0) return;
    (await speaking()).play(name, volume, step);
    await hearRoom(settings);
  } catch {
    // A sound that could not be fetched or opened stays silent.
  }
}

/** Starts or stops the room sound, as just chosen. @param {Settings} settings */
export async function hearRoom(settings) {
  if (!touched()) return;
  try {
    (await speaking()).room(settings.room ? volumeOf(settings) : 0);
  } catch {
    // As above.
  }
}

/** The volume of everything, from 0 to 1. @param {Settings} settings */
const volumeOf = ({ sound, volume }) => (sound && volume > 0 ? volume / 100 : 0);

const touched = () => navigator.userActivation?.hasBeenActive ?? false;
