// A side stack that hides cards is fanned out while the mouse rests on it, covering as little as possible.

import { overlap } from "../../kernel/dom/elements.js";
import { make } from "../../kernel/dom/make.js";
import { faceStyle, faceSvg } from "../../kernel/cards/cards.js";
import { cardsOn, placeParts } from "../moves.js";

/** @import {Faces} from "../../kernel/cards/cards.js" */
/** @import {Stage} from "../stage.js" */
/** @import {Rect} from "../types.js" */

const REST = 350;
/** The distance from the edges of the window and from the stack, in CSS pixels. */
const EDGE = 4;
const APART = 10;
/** The step between tried places, in CSS pixels. */
const GRAIN = 12;

/** @param {Stage} stage */
export function watch(stage) {
  const { root } = stage;
  const fan = make("div", "peek");
  fan.setAttribute("aria-hidden", "true");
  fan.hidden = true;
  root.append(fan);
  let timer = 0;
  /** The fanned-out stack and the player to move: with another player to move, it is no longer wanted. */
  let about = "";
  const now = (/** @type {string} */ place) => {
    const { view } = stage;
    return view ? JSON.stringify([place, view.turn, view.result, cardsOn(view, place)]) : "";
  };
  const stop = () => {
    clearTimeout(timer);
    if (!fan.hidden) fan.hidden = true;
  };
  /** @param {HTMLElement | null} button */
  const rest = (button) => {
    stop();
    if (!button) return;
    const place = /** @type {string} */ (button.dataset.key);
    timer = window.setTimeout(() => {
      // Somebody who has picked a card wants to put it somewhere.
      if (root.querySelector(".place.picked")) return;
      about = now(place);
      show(stage, fan, place);
    }, REST);
  };
  root.addEventListener("pointerover", ({ target, pointerType, buttons }) => {
    rest(pointerType === "mouse" && buttons === 0 ? /** @type {Element} */ (target).closest(".place.side") : null);
  });
  rest(root.querySelector(".place.side:hover"));
  root.addEventListener("pointerleave", stop);
  stage.on("begun", stop);
  stage.on("drawn", () => {
    if (!fan.hidden && about !== now(JSON.parse(about)[0])) stop();
  });
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
  const { x, y } = leastInTheWay(stage, place, { w: width, h: height });
  fan.style.left = `${x}px`;
  fan.style.top = `${y}px`;
}

/**
 * The place where a fan covers the least of importance, near its stack.
 * @param {Stage} stage
 * @param {string} place
 * @param {{w: number, h: number}} size
 */
function leastInTheWay(stage, place, size) {
  const { root, you } = stage;
  const { layout } = stage.state;
  const { clientWidth, clientHeight } = root;
  /** @type {{rect: Rect, weight: number}[]} */
  const needed = [
    ...layout.places.map(({ id, rect }) => {
      const { kind, seat } = placeParts(id);
      return { rect, weight: id === place || seat === you ? 8 : kind === "side" ? 1 : 2 };
    }),
    ...layout.areas.map(({ name }) => ({ rect: name, weight: 1 })),
    { rect: layout.status, weight: 2 },
  ];
  const own = /** @type {Rect} */ (layout.places.find(({ id }) => id === place)?.rect);
  let best = { x: EDGE, y: EDGE };
  let least = Infinity;
  for (let y = layout.top + EDGE; y + size.h + EDGE <= clientHeight; y += GRAIN) {
    for (let x = EDGE; x + size.w + EDGE <= clientWidth; x += GRAIN) {
      const fan = { x, y, ...size };
      const covered = needed.reduce((sum, { rect, weight }) => sum + weight * overlap(fan, rect), 0);
      const away = Math.max(own.x - x - size.w, x - own.x - own.w, 0) + Math.max(own.y - y - size.h, y - own.y - own.h, 0);
      const cost = covered + GRAIN * Math.abs(away - APART);
      if (cost < least) [best, least] = [{ x, y }, cost];
    }
  }
  return best;
}

/** @param {string} card @param {Faces} faces */
function face(card, faces) {
  const { ink, hue } = faceStyle(card);
  const front = make("div", `front ink-${ink}`);
  front.style.setProperty("--hue", String(hue));
  front.innerHTML = faceSvg(card, faces);
  return make("div", "mini", front);
}
