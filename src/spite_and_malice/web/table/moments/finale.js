// A game is won: the centre opens, light comes out of it, and cards fall. Any gesture ends it.

import { SPEEDS } from "../../settings/settings.js";

/** @import {State} from "../state.js" */

const LENGTH = 3200;
/** How long after its beginning there is something to read. */
const READ = 2000;
const MOST = 90;
const PAPER = ["#fcfbf7", "#f2b84b", "#b3202c", "#1f5a68", "#e9e2d0", "#7d5a91"];
const SUITS = ["♠", "♥", "♣", "♦"];

/**
 * @param {HTMLElement} root
 * @param {Readonly<State>} state
 * @returns {Promise<void>} when it is time to say how it ended
 */
export function finale(root, { settings, layout }) {
  const pace = SPEEDS[settings.speed];
  if (pace === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return Promise.resolve();
  const stage = document.createElement("div");
  stage.className = "finale";
  stage.ariaHidden = "true";
  const { centre } = layout;
  stage.style.setProperty("--x", `${centre.x + centre.w / 2}px`);
  stage.style.setProperty("--y", `${centre.y + centre.h / 2}px`);
  stage.style.setProperty("--length", `${LENGTH * pace}ms`);
  stage.innerHTML = '<div class="rays"></div><div class="opening"></div><canvas></canvas>';
  root.append(stage);
  const rain = new Rain(/** @type {HTMLCanvasElement} */ (stage.lastElementChild), pace);
  return new Promise((resolve) => {
    const end = () => {
      removeEventListener("pointerdown", end, true);
      removeEventListener("keydown", end, true);
      clearTimeout(reading);
      clearTimeout(over);
      stage.classList.add("ends");
      rain.stop();
      setTimeout(() => stage.remove(), 180);
      resolve();
    };
    const reading = setTimeout(resolve, READ * pace);
    const over = setTimeout(end, LENGTH * pace);
    addEventListener("pointerdown", end, true);
    addEventListener("keydown", end, true);
  });
}

/** Cards and snippets that fall, each turning about its own axis. */
class Rain {
  /** @type {{x: number, y: number, vx: number, vy: number, turn: number, spin: number, roll: number, w: number, h: number, colour: string, suit: string}[]} */
  #falling = [];
  #frame = 0;
  #last = 0;
  #canvas;
  #pen;
  #pace;

  /** @param {HTMLCanvasElement} canvas @param {number} pace */
  constructor(canvas, pace) {
    this.#canvas = canvas;
    this.#pace = pace;
    this.#pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const { clientWidth: width, clientHeight: height } = canvas;
    const sharp = Math.min(2, devicePixelRatio);
    canvas.width = width * sharp;
    canvas.height = height * sharp;
    this.#pen.scale(sharp, sharp);
    const count = Math.min(MOST, Math.round((width * height) / 9000));
    for (let i = 0; i < count; i += 1) {
      const card = i % 3 === 0;
      const w = card ? 20 + Math.random() * 12 : 5 + Math.random() * 5;
      this.#falling.push({
        x: Math.random() * width,
        y: -20 - Math.random() * height * 0.9,
        vx: (Math.random() - 0.5) * 60,
        vy: 170 + Math.random() * 150,
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
    const passed = Math.min(0.05, (now - (this.#last || now)) / 1000) / this.#pace;
    this.#last = now;
    pen.clearRect(0, 0, width, height);
    for (const one of this.#falling) {
      one.x += (one.vx + Math.sin(one.roll * 0.7) * 40) * passed;
      one.y += one.vy * passed;
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
