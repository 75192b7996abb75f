// The end of a game. A win: the centre opens, light comes out of it, and cards fall. At the end of a match they fall in
// waves, and the light shows the winner and the score. A loss: the winning card glows where it landed, its player says
// a word, and the light dims a little; without motion it fades in and stays as long. Any gesture ends either.

import { effectPace, fadeOut, sharpPen, untilGesture } from "../../kernel/effects.js";
import { decidesMatch, matchStand, matchWinner } from "./match.js";
import { make } from "../../kernel/dom/make.js";
import { SPEEDS } from "../../kernel/settings/settings.js";
import { LEVELS } from "../board/plates.js";

/** @import {Rect} from "../types.js" */
/** @import {State} from "../state.js" */

const LENGTH = 2200;
/** The same for less than a game. */
const SHORT = 1400;
/** And for a whole match, whose cards fall in this many waves. */
const LONG = 4200;
const WAVES = 3;
const MOST = 90;
const PAPER = ["#fcfbf7", "#f2b84b", "#b3202c", "#1f5a68", "#e9e2d0", "#7d5a91"];
const SUITS = ["♠", "♥", "♣", "♦"];

/**
 * @param {HTMLElement} root
 * @param {Readonly<State>} state
 * @param {Rect} [around] for something less than a won game: a short one, around a place
 * @returns {Promise<void>} when it is over
 */
export async function finale(root, { settings, layout, table }, around) {
  const pace = effectPace(settings);
  if (pace === 0) return;
  const stage = document.createElement("div");
  const ofMatch = !around && decidesMatch(table);
  stage.className = around ? "finale short" : ofMatch ? "finale of-match" : "finale";
  stage.ariaHidden = "true";
  const { x, y, w, h } = around ?? layout.centre;
  const length = (around ? SHORT : ofMatch ? LONG : LENGTH) * pace;
  stage.style.setProperty("--x", `${x + w / 2}px`);
  stage.style.setProperty("--y", `${y + h / 2}px`);
  stage.style.setProperty("--length", `${length}ms`);
  stage.innerHTML = '<div class="rays"></div><div class="opening"></div><canvas></canvas>';
  if (ofMatch) stage.append(make("div", "triumph", make("b", "", matchWinner(table)), make("span", "", matchStand(table))));
  root.append(stage);
  const rain = new Rain(/** @type {HTMLCanvasElement} */ (stage.querySelector("canvas")), length / 1000, ofMatch ? WAVES : 1);
  await untilGesture(length);
  rain.stop();
  fadeOut(stage, 180);
}

/** Cards and snippets that fall, each turning about its own axis. */
class Rain {
  /** @type {{x: number, y: number, vx: number, vy: number, turn: number, spin: number, roll: number, w: number, h: number, colour: string, suit: string}[]} */
  #falling = [];
  #frame = 0;
  #last = 0;
  #canvas;
  #pen;
  #length;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {number} length in seconds, by which most of them have landed
   * @param {number} waves
   */
  constructor(canvas, length, waves) {
    this.#canvas = canvas;
    this.#length = length;
    const { clientWidth: width, clientHeight: height } = canvas;
    this.#pen = sharpPen(canvas, canvas);
    const count = Math.min(MOST, Math.round((width * height) / 9000)) * waves;
    for (let i = 0; i < count; i += 1) {
      const card = i % 3 === 0;
      const w = card ? 20 + Math.random() * 12 : 5 + Math.random() * 5;
      this.#falling.push({
        x: Math.random() * width,
        y: -20 - Math.random() * height * 0.5 - (i % waves) * height,
        vx: (Math.random() - 0.5) * 60,
        vy: height * (0.9 + Math.random() * 0.7) * (1 + (waves - 1) * 0.75),
        turn: Math.random() * 6.3,
        spin: (Math.random() - 0.5) * 5,
        roll: Math.random() * 6.3,
        w,
        h: card ? w * 1.4 : w * 2.2,
        colour: card ? PAPER[0] : PAPER[i % PAPER.length],
        suit: card ? SUITS[i % 4] : "",
      });
    }
    this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  stop() {
    cancelAnimationFrame(this.#frame);
  }

  /** @param {number} now */
  #draw(now) {
    const pen = this.#pen;
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const passed = Math.min(0.05, (now - (this.#last || now)) / 1000);
    const fallen = passed / this.#length;
    this.#last = now;
    pen.clearRect(0, 0, width, height);
    for (const one of this.#falling) {
      one.x += (one.vx + Math.sin(one.roll * 0.7) * 40) * passed;
      one.y += one.vy * fallen;
      one.turn += one.spin * passed;
      one.roll += 4.2 * passed;
      if (one.y < -60 || one.y > height + 60) continue;
      const flat = Math.cos(one.roll);
      pen.save();
      pen.translate(one.x, one.y);
      pen.rotate(one.turn);
      pen.scale(1, Math.max(0.08, Math.abs(flat)));
      pen.fillStyle = one.suit && flat < 0 ? PAPER[3] : one.colour;
      pen.fillRect(-one.w / 2, -one.h / 2, one.w, one.h);
      if (one.suit && flat > 0) {
        pen.fillStyle = one.suit === "♥" || one.suit === "♦" ? "#b3202c" : "#1c2a2e";
        pen.font = `${one.w * 0.8}px sans-serif`;
        pen.textAlign = "center";
        pen.textBaseline = "middle";
        pen.fillText(one.suit, 0, 1);
      }
      pen.restore();
    }
    this.#frame = requestAnimationFrame((at) => this.#draw(at));
  }
}

const SINKS = 1450;
/** The gap between a face and its word, and between the word and the edge of the table. */
const GAP = 6;

/**
 * @param {HTMLElement} root
 * @param {Readonly<State>} state
 * @returns {Promise<void>} when it is time to show the result
 */
export async function lossEffect(root, { settings, layout, last, live, log, table }) {
  const pace = SPEEDS[settings.speed];
  if (pace === 0) return;
  const stage = make("div", "loss-effect");
  stage.ariaHidden = "true";
  const spot = layout.places.find(({ id }) => id === last)?.spot ?? layout.centre;
  stage.style.setProperty("--x", `${spot.x + spot.w / 2}px`);
  stage.style.setProperty("--y", `${spot.y + spot.h / 2}px`);
  stage.append(glow(spot));
  root.append(stage);
  const winners = live.result?.winners ?? [];
  const played = Number(log.at(-1)?.split(" ")[0]);
  const by = winners.includes(played) ? played : winners[0];
  const seat = table.seats[by];
  // People speak for themselves.
  const words = seat.kind === "computer" ? LEVELS[seat.player ?? ""]?.wins : "";
  if (words) say(stage, root, by, words);
  await untilGesture(SINKS * pace);
  fadeOut(stage, 180);
}

/** @param {Rect} spot */
function glow({ x, y, w, h }) {
  const light = make("i", "");
  Object.assign(light.style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px`, borderRadius: `${w * 0.06}px` });
  return light;
}

/** A word under the face of a seat. @param {HTMLElement} stage @param {HTMLElement} root @param {number} seat @param {string} words */
function say(stage, root, seat, words) {
  const face = root.querySelector(`.seat-name[data-seat="${seat}"] .face`)?.getBoundingClientRect();
  if (!face) return;
  const base = root.getBoundingClientRect();
  const word = make("b", "", words);
  stage.append(word);
  const left = Math.min(face.x - base.x, base.width - word.offsetWidth - GAP);
  Object.assign(word.style, { left: `${Math.max(GAP, left)}px`, top: `${face.bottom - base.y + GAP}px` });
}
