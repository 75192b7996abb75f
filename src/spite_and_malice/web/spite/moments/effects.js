// What is seen beside the cards: small moments, and the end of a game. Each is fetched with the first of its kind.

import { lazily, styled } from "../../kernel/dom/lazily.js";
import { SPEEDS } from "../../kernel/settings/settings.js";

/** @import {Moment} from "./moments.js" */
/** @import {State} from "../state.js" */

const LOOK_AT_END = 900;

export class Effects {
  #state;
  #root;
  /** What draws the small moments, with its style sheet. */
  #flourish = lazily(async () => {
    const { flourish } = await import("./flourish.js");
    await styled("kernel/finish.css");
    return flourish;
  });

  /** @param {State} state @param {HTMLElement} root */
  constructor(state, root) {
    this.#state = state;
    this.#root = root;
  }

  /** Something that is worth a sight of its own. @param {Partial<Moment> & {refused?: boolean}} moment */
  async show(moment) {
    const flourish = await this.#flourish();
    flourish(this.#root, this.#state, moment);
  }

  /**
   * Celebrates if one has seen oneself win, lets the light sink if one has seen oneself lose, and tells how the game ended.
   * @param {boolean} seen @param {HTMLDialogElement} dialog @param {() => void} next @param {() => void} wait
   * @returns what tells it, null if it does not matter any more
   */
  async end(seen, dialog, next, wait) {
    const state = this.#state;
    const { winners } = /** @type {import("../types.js").Result} */ (state.live.result);
    const moment = seen && winners.length > 0;
    const won = winners.includes(/** @type {number} */ (state.you));
    const ending = Promise.all([
      import("./finish.js"),
      won ? import("./finale.js").then(({ finale }) => finale) : import("./loss-effect.js").then(({ lament }) => lament),
      this.#flourish(),
    ]);
    if (!moment) await new Promise((done) => setTimeout(done, LOOK_AT_END * SPEEDS[state.settings.speed]));
    const [{ showFinish }, shown] = await ending;
    if (moment) await shown(this.#root, state);
    const { live: view, table, log } = state;
    if (!view.result) return null;
    const { day, practice } = this.#root.dataset;
    const rated = state.people?.settings.rated ?? false;
    const late = (state.people?.seats ?? []).flatMap((seat, at) => (seat.stand_in === "clock" ? [at] : []));
    const game = /** @type {number} */ (state.game);
    return showFinish(dialog, { view, table, game, log, late, day, practice, rated, next, wait });
  }
}
