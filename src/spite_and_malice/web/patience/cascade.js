// The celebration of a win: one after the other, from the kings down, the cards leap off their foundations and bounce
// away over the table, each leaving a trail. Any gesture ends it.

import { faceStyle, faceSvg, RATIO } from "../kernel/cards/cards.js";
import { effectPace, fadeOut, sharpness, sharpPen, untilGesture } from "../kernel/effects.js";
import { SUITS } from "./moves.js";

/** @import {PatienceTable} from "./game.js" */
/** @import {Layout, Rect} from "./types.js" */

const RANKS = "A23456789TJQK";
/** The time between two leaps, in seconds. */
const GAP = 0.094;
const GRAVITY = 3670;
const BOUNCE = 0.78;
/** Steps of the fall per second: the trail is equally dense at every frame rate. */
const STEPS = 125;
/** The most seconds that it lasts, even at a low frame rate. */
const LONGEST = 9;

/** Does this player want to see it? @param {PatienceTable} table */
export function shows({ settings }) {
  return effectPace(settings) > 0;
}

/**
 * @param {PatienceTable} table
 * @returns {Promise<void>} when it is over
 */
export async function cascade(table) {
  const pace = effectPace(table.settings);
  if (pace === 0) return;
  const { card } = table.layout;
  const spots = new Map(SUITS.map((suit, at) => [suit, leapsFrom(table.layout, suit, at)]));
  // The last card may still be on its way if frames come late.
  const [sheet] = await Promise.all([picture(table.faces, card * sharpness()), table.scene.motion.rested()]);
  const canvas = document.createElement("canvas");
  canvas.className = "cascade";
  canvas.ariaHidden = "true";
  const { clientWidth: width, clientHeight: height } = table.root;
  table.root.append(canvas);
  const pen = sharpPen(canvas, table.root);
  const left = new Map(SUITS.map((suit) => [suit, 13]));
  const cards = /** @type {HTMLElement[]} */ ([...table.root.querySelectorAll("#cards .card")]);
  const falls = [...RANKS].reverse().flatMap((_rank, row) => SUITS.map((suit, at) => leap(/** @type {Rect} */ (spots.get(suit)), width, row * 4 + at)));
  let next = 0;
  let time = 0;
  let due = 0;
  let last = 0;
  let frame = 0;
  for (const one of cards) one.style.visibility = "hidden";
  /** The cards that have not leapt yet lie on their foundations. */
  const rest = () => {
    for (const suit of SUITS) {
      const count = /** @type {number} */ (left.get(suit));
      const { x, y } = /** @type {Rect} */ (spots.get(suit));
      if (count > 0) paint(pen, sheet, suit, count - 1, x, y, card);
    }
  };
  const step = 1 / STEPS;
  /** @type {Promise<void>} */
  const fallen = new Promise((done) => {
    /** @param {number} now */
    const draw = (now) => {
      // The last step may end after this frame: the next one then has less to do.
      due += Math.min(0.1, (now - (last || now)) / 1000) / pace;
      last = now;
      for (; time < due; time += step) {
        while (next < falls.length && next * GAP <= time) {
          const suit = SUITS[next % 4];
          left.set(suit, /** @type {number} */ (left.get(suit)) - 1);
          falls[next].gone = false;
          next += 1;
          rest();
        }
        falls.forEach((fall, at) => {
          if (fall.gone) return;
          fall.vy += GRAVITY * step;
          fall.x += fall.vx * step;
          fall.y += fall.vy * step;
          const floor = height - card * RATIO;
          if (fall.y > floor && fall.vy > 0) {
            fall.y = floor;
            fall.vy *= -BOUNCE;
          }
          if (fall.x < -card * 1.2 || fall.x > width + card * 0.2) fall.gone = true;
          else paint(pen, sheet, SUITS[at % 4], 12 - Math.floor(at / 4), fall.x, fall.y, card);
        });
      }
      if (next === falls.length && falls.every(({ gone }) => gone)) done();
      else frame = requestAnimationFrame(draw);
    };
    rest();
    frame = requestAnimationFrame(draw);
  });
  await untilGesture(LONGEST * pace * 1000, fallen);
  cancelAnimationFrame(frame);
  for (const one of cards) one.style.visibility = "";
  fadeOut(canvas, 260);
}

/**
 * The place from which the cards of a suit leap: their foundation, or the place where this game's cards went.
 * @param {Layout} layout
 * @param {string} suit
 * @param {number} at its number
 * @returns {Rect}
 */
function leapsFrom({ spots, card, top, tools }, suit, at) {
  const own = spots.get(`F${suit}`) ?? spots.get("F") ?? spots.get("W") ?? spots.get("X");
  return own ?? { x: tools.x + at * card, y: top + card, w: card, h: card * RATIO };
}

/**
 * The motion of a leaving card: to either side, sometimes with a jump.
 * @param {Rect} from
 * @param {number} width
 * @param {number} at
 */
function leap({ x, y }, width, at) {
  const side = x > width / 2 ? -1 : 1;
  const away = Math.random() < 0.3 ? -side : side;
  const slow = 0.17 + Math.random() * 0.42;
  return { x, y, vx: away * slow * Math.max(width, 500), vy: -Math.random() * 585 + (at % 3) * 83, gone: true };
}

/**
 * @param {CanvasRenderingContext2D} pen @param {{image: HTMLImageElement, size: number}} sheet @param {string} suit @param {number} rank from 0
 * @param {number} x @param {number} y @param {number} w
 */
function paint(pen, { image, size }, suit, rank, x, y, w) {
  const row = SUITS.indexOf(/** @type {import("./types.js").Suit} */ (suit));
  pen.drawImage(image, rank * size, row * size * RATIO, size, size * RATIO, x, y, w, w * RATIO);
}

/**
 * All faces of the deck as one picture, so that each can be painted instantly.
 * @param {import("../kernel/cards/cards.js").Faces} faces
 * @param {number} size of a card's width in it
 */
async function picture(faces, size) {
  const shown = getComputedStyle(document.documentElement);
  const inks = ["--paper", "--spade", "--heart", "--diamond", "--club", "--gilt", "--skin", "--lips", "--ginger", "--grey", "--with-dark", "--with-red", "--drawn", "--stroke"];
  const colours = inks.map((name) => `${name}:${shown.getPropertyValue(name)}`).join(";");
  const probe = document.createElement("span");
  document.body.append(probe);
  const styles = SUITS.map((suit) => {
    probe.className = `ink-${faceStyle(`A${suit}`).ink}`;
    const { color } = getComputedStyle(probe);
    return `.ink-${suit}{color:${color};--second:${getComputedStyle(probe).getPropertyValue("--second")}}`;
  });
  probe.remove();
  const rules = document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText);
  const parts = [...document.querySelectorAll("body > svg")].map((svg) => svg.innerHTML).join("");
  const drawn = SUITS.flatMap((suit, row) =>
    [...RANKS].map((rank, column) => {
      const at = `x="${column * 100}" y="${row * 140}" width="100" height="140"`;
      const inner = faceSvg(rank + suit, faces).replace(/<g class="compact">.*<\/g><\/svg>/s, "</svg>").replace("<svg", `<svg ${at}`);
      return `<g class="ink-${suit}"><rect x="${column * 100 + 0.5}" y="${row * 140 + 0.5}" width="99" height="139" rx="6" fill="var(--paper)" stroke="rgb(30 26 16 / 0.4)"/>${inner}</g>`;
    }),
  );
  const [w, h] = [Math.round(size * 13), Math.round(size * RATIO * 4)];
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1300 560" width="${w}" height="${h}"><style>svg{${colours}}${[...styles, ...rules].join("")}</style>${parts}${drawn.join("")}</svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  return { image, size };
}
