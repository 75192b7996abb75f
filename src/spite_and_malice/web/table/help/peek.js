// A side stack that hides cards is fanned out beside it while the mouse rests on it.

import { make } from "../../dom/make.js";
import { faceStyle, faceSvg } from "../../cards/cards.js";
import { cardsOn } from "../moves.js";

/** @import {Faces} from "../../cards/deck.js" */
/** @import {Stage} from "../stage.js" */

const REST = 350;

/** @param {Stage} stage */
export function watch(stage) {
  const { root } = stage;
  const fan = make("div", "peek");
  fan.setAttribute("aria-hidden", "true");
  fan.hidden = true;
  root.append(fan);
  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    if (!fan.hidden) fan.hidden = true;
  };
  /** @param {HTMLElement | null} button */
  const rest = (button) => {
    stop();
    if (button) timer = window.setTimeout(() => show(stage, fan, /** @type {string} */ (button.dataset.key)), REST);
  };
  root.addEventListener("pointerover", ({ target, pointerType, buttons }) => {
    rest(pointerType === "mouse" && buttons === 0 ? /** @type {Element} */ (target).closest(".place.side") : null);
  });
  rest(root.querySelector(".place.side:hover"));
  root.addEventListener("pointerleave", stop);
  stage.on("begun", stop);
}

/** @param {Stage} stage @param {HTMLElement} fan @param {string} place */
function show(stage, fan, place) {
  const { view, root } = stage;
  const { layout, faces } = stage.state;
  const found = layout?.places.find(({ id }) => id === place);
  const top = layout?.anchors.get(place);
  if (!view || !found || !top) return;
  const cards = cardsOn(view, place).filter((card) => card !== null);
  const readable = top.y - found.spot.y > (cards.length - 1) * found.spot.h * 0.2;
  if (cards.length < 2 || (found.hidden === 0 && readable)) return;
  fan.replaceChildren(...cards.map((card) => face(card, faces)));
  fan.hidden = false;
  const { offsetWidth: width, offsetHeight: height } = fan;
  const beside = found.spot.x + found.spot.w + 10;
  const x = beside + width < root.clientWidth ? beside : found.spot.x - width - 10;
  fan.style.left = `${Math.max(4, x)}px`;
  fan.style.top = `${Math.max(4, Math.min(found.spot.y, root.clientHeight - height - 4))}px`;
}

/** @param {string} card @param {Faces} faces */
function face(card, faces) {
  const { ink, hue } = faceStyle(card);
  const front = make("div", `front ink-${ink}`);
  front.style.setProperty("--hue", String(hue));
  front.innerHTML = faceSvg(card, faces);
  return make("div", "mini", front);
}
