// The sounds of the table, computed as samples: strokes are a handful of damped resonances, like a small piece of wood,
// and rustling is noise through two filters, like paper. `render` is pure; the same sound is always the same.

import { quietly } from "../dom/lazily.js";

/** @typedef {"table" | "card" | "shuffle" | "payoff" | "turn" | "finished" | "gift" | "refusal" | "win" | "loss"} Sound */

/** The peak of every sound, of 1: comfortably loud, with headroom for two at once. */
export const PEAK = 0.5;
/** The number of consecutive pay-off cards over which the pitch rises. */
export const STEPS = 8;
/** The length of the final fade of every sound, in seconds. */
const FADE = 0.012;
/** A bar of wood: the ratio of each overtone to the fundamental, its loudness, and how much sooner it decays. */
const BAR = [
  [1, 1, 1],
  [3.93, 0.32, 0.38],
  [9.1, 0.1, 0.16],
];
/** A table top, struck: low, dull, gone at once. */
const TOP = [
  [1, 1, 1],
  [1.72, 0.55, 0.7],
  [2.61, 0.3, 0.5],
  [4.3, 0.12, 0.3],
];
/** Semitones of a scale without a wrong note, over the first step. */
const RISING = [0, 2, 4, 7, 9, 12, 14, 16, 19];

/** The frequency in hertz of a tone the given number of semitones above middle C. @param {number} semitones */
const tone = (semitones) => 261.63 * 2 ** (semitones / 12);

/** The components of a sound, each drawn onto its samples in a short time. */
class Score {
  /** The components that are still to be drawn, in their order. @type {(() => void)[]} */
  #left = [];

  /** @param {number} seconds @param {number} rate samples a second */
  constructor(seconds, rate) {
    this.rate = rate;
    this.samples = new Float32Array(Math.round(seconds * rate));
    this.seed = 22_695_477;
  }

  /** Draws the next component; returns whether there was one. */
  draw() {
    const part = this.#left.shift();
    part?.();
    return part !== undefined;
  }

  /** White noise, the same every time. */
  noise() {
    this.seed = (Math.imul(this.seed, 1_664_525) + 1_013_904_223) >>> 0;
    return this.seed / 2_147_483_648 - 1;
  }

  /**
   * A stroke: each overtone is a decaying sine.
   * @param {number} at @param {number} pitch in hertz @param {number} loud @param {number} decay in seconds, to a third
   * @param {number[][]} body overtones: ratio, loudness, share of the decay
   */
  strike(at, pitch, loud, decay, body) {
    for (const [ratio, share, shorter] of body) {
      const turn = (2 * Math.PI * pitch * ratio) / this.rate;
      if (turn > Math.PI * 0.9) continue;
      const fall = Math.exp(-1 / (decay * shorter * this.rate));
      this.#left.push(() => this.#ring(Math.round(at * this.rate), turn, loud * share, fall));
    }
  }

  /** @param {number} first @param {number} turn in radians a sample @param {number} loud @param {number} fall a sample */
  #ring(first, turn, loud, fall) {
    // Each sample of a decaying sine follows from the two before it, in a fraction of the time of computing sines.
    const again = 2 * fall * Math.cos(turn);
    let before = (-loud * Math.sin(turn)) / fall;
    let now = 0;
    for (let i = first, n = 0, level = loud; i < this.samples.length && level > 1e-4; i += 1, n += 1, level *= fall) {
      // The first millisecond fades in, to avoid a click.
      this.samples[i] += now * Math.min(1, n / (0.001 * this.rate));
      [now, before] = [again * now - fall * fall * before, now];
    }
  }

  /**
   * Paper: noise between two pitches that swells and dies away.
   * @param {number} at @param {number} length in seconds @param {number} loud @param {number} low in hertz @param {number} high
   * @param {number} [swell] the share of its length that it grows for
   */
  rub(at, length, loud, low, high, swell = 0.04) {
    this.#left.push(() => this.#rustle(at, length, loud, low, high, swell));
  }

  /** @param {number} at @param {number} length @param {number} loud @param {number} low @param {number} high @param {number} swell */
  #rustle(at, length, loud, low, high, swell) {
    const first = Math.round(at * this.rate);
    const count = Math.round(length * this.rate);
    const dull = 1 - Math.exp((-2 * Math.PI * high) / this.rate);
    const slow = 1 - Math.exp((-2 * Math.PI * low) / this.rate);
    let above = 0;
    let softer = 0;
    let below = 0;
    for (let n = 0; n < count && first + n < this.samples.length; n += 1) {
      above += dull * (this.noise() - above);
      softer += dull * (above - softer);
      below += slow * (softer - below);
      const part = n / count;
      const shape = part < swell ? part / swell : ((1 - part) / (1 - swell)) ** 2.2;
      this.samples[first + n] += loud * shape * (softer - below);
    }
  }

  /** A bar of wood with a soft mallet. @param {number} at @param {number} semitones @param {number} loud @param {number} decay */
  bar(at, semitones, loud, decay) {
    this.strike(at, tone(semitones), loud, decay, BAR);
    this.rub(at, 0.014, loud * 0.5, 500, 2600);
  }

  /** A card landing on wood. @param {number} at @param {number} loud */
  onTable(at, loud) {
    this.rub(at, 0.075, loud * 2.4, 380, 2600);
    this.strike(at + 0.004, 186, loud * 0.9, 0.038, TOP);
  }

  /** A card landing on cards. @param {number} at @param {number} loud */
  onCard(at, loud) {
    this.rub(at, 0.06, loud * 2.8, 650, 2400);
    this.strike(at + 0.003, 285, loud * 0.7, 0.026, TOP);
  }

  /** A riffle of cards. @param {number} at @param {number} cards @param {number} length @param {number} loud */
  riffle(at, cards, length, loud) {
    for (let card = 0; card < cards; card += 1) {
      const share = card / cards;
      this.#left.push(() => {
        const when = at + length * (share + 0.03 * this.noise());
        this.#rustle(Math.max(0, when), 0.03, loud * (0.7 + 0.5 * Math.sin(Math.PI * share)), 700 + 300 * share, 2400, 0.1);
      });
    }
  }
}

/** The length of each sound in seconds, and its components. @type {Record<Sound, [number, (score: Score, step: number) => void]>} */
const SOUNDS = {
  table: [0.2, (score) => score.onTable(0, 0.5)],
  card: [0.16, (score) => score.onCard(0, 0.5)],
  shuffle: [
    0.3,
    (score) => {
      score.riffle(0, 15, 0.2, 0.8);
      score.onCard(0.22, 0.4);
    },
  ],
  payoff: [
    0.3,
    (score, step) => {
      score.onCard(0, 0.22);
      score.bar(0.012, RISING[step], 0.34, 0.085);
      score.bar(0.012, RISING[step] - 12, 0.12, 0.06);
    },
  ],
  turn: [
    0.3,
    (score) => {
      score.bar(0, 4, 0.26, 0.07);
      score.bar(0.09, 9, 0.3, 0.09);
    },
  ],
  finished: [
    0.3,
    (score) => {
      score.onCard(0, 0.26);
      score.onCard(0.055, 0.34);
      score.onTable(0.12, 0.5);
      score.bar(0.125, 7, 0.2, 0.075);
      score.bar(0.125, 0, 0.2, 0.085);
    },
  ],
  gift: [
    0.3,
    (score) => {
      for (let card = 0; card < 5; card += 1) {
        score.onCard(card * 0.04, 0.2);
        score.bar(card * 0.04, RISING[card], 0.15, 0.06);
      }
    },
  ],
  refusal: [
    0.24,
    (score) => {
      // The upper knock is the part that a phone's small speaker can reproduce.
      score.strike(0, 206, 0.4, 0.05, TOP);
      score.strike(0, 620, 0.24, 0.034, TOP);
      score.rub(0, 0.03, 0.8, 300, 1800);
      score.strike(0.095, 172, 0.36, 0.055, TOP);
      score.strike(0.095, 516, 0.24, 0.04, TOP);
      score.rub(0.095, 0.03, 0.7, 300, 1600);
    },
  ],
  win: [
    1.9,
    (score) => {
      [0, 4, 7, 12, 16].forEach((semitones, at) => {
        score.bar(at * 0.11, semitones, 0.24, 0.24);
        score.bar(at * 0.11, semitones - 12, 0.09, 0.18);
      });
      score.riffle(0.56, 12, 0.16, 0.3);
      for (const [semitones, loud] of [[-12, 0.2], [0, 0.22], [7, 0.16], [12, 0.2], [16, 0.15], [24, 0.07]]) {
        score.bar(0.74, semitones, loud, 0.42);
      }
      score.onTable(0.74, 0.3);
    },
  ],
  loss: [
    0.3,
    (score) => {
      score.bar(0, 2, 0.26, 0.08);
      score.bar(0, 14, 0.12, 0.06);
      score.bar(0.11, -1, 0.3, 0.1);
      score.bar(0.11, 11, 0.15, 0.075);
      score.strike(0.11, tone(-13), 0.18, 0.08, TOP);
    },
  ],
};

/**
 * A sound whose components are still to be drawn.
 * @param {Sound} sound @param {number} rate samples a second @param {number} step
 */
function scoreOf(sound, rate, step) {
  const [seconds, compose] = SOUNDS[sound];
  const score = new Score(seconds, rate);
  compose(score, Math.min(step, STEPS));
  return score;
}

/**
 * The samples of a sound, of which some components may have been drawn.
 * @param {Sound} sound @param {number} rate samples a second @param {number} [step] of a pay-off card in its row, from 0
 * @param {Score} [score] of that sound
 */
export function render(sound, rate, step = 0, score = scoreOf(sound, rate, step)) {
  while (score.draw());
  const { samples } = score;
  let loudest = 0;
  for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
  const fade = Math.round(FADE * rate);
  for (let i = 0; i < samples.length; i += 1) {
    samples[i] *= (PEAK / loudest) * Math.min(1, (samples.length - 1 - i) / fade);
  }
  return samples;
}

/** The length of the room sound in seconds before it repeats. */
const ROOM_SECONDS = 16;
/** The crossfade from its end to its beginning, in seconds. */
const ROOM_SEAM = 1;
/** Its peak, of 1: it should go unnoticed. */
const ROOM_PEAK = 0.03;

/** The samples of the room, which can be repeated: still air, and now and then a crackle of the fire. @param {number} rate samples a second */
export function renderRoom(rate) {
  const score = new Score(ROOM_SECONDS + ROOM_SEAM, rate);
  const { samples } = score;
  const dull = 1 - Math.exp((-2 * Math.PI * 180) / rate);
  let air = 0;
  let stiller = 0;
  for (let i = 0; i < samples.length; i += 1) {
    air += dull * (score.noise() - air);
    stiller += dull * (air - stiller);
    samples[i] = stiller * (1 + 0.25 * Math.sin((2 * Math.PI * i) / (8 * rate)));
  }
  for (let at = 0.4; at < ROOM_SECONDS; at += 0.25 + Math.abs(score.noise()) ** 2 * 1.6) {
    score.rub(at, 0.006 + 0.012 * Math.abs(score.noise()), 0.16 + 0.3 * Math.abs(score.noise()) ** 3, 900, 5200, 0.02);
    score.draw();
  }
  const seam = Math.round(ROOM_SEAM * rate);
  const room = samples.slice(0, samples.length - seam);
  for (let i = 0; i < seam; i += 1) {
    const share = i / seam;
    room[i] = room[i] * share + samples[room.length + i] * (1 - share);
  }
  const loudest = room.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return room.map((sample) => (sample * ROOM_PEAK) / loudest);
}

/** Milliseconds without a sound after which the audio context is closed: an open one costs a phone power. */
const SILENCE = 15_000;

export const SOUND_NAMES = /** @type {Sound[]} */ (Object.keys(SOUNDS));

/** The time constant with which the room fades in and out, in seconds. */
const ROOM_COMES = 0.4;

/** Perceived loudness is the square of the slider's value; 1 is nearly full scale. @param {number} volume from 0 to 1 */
const gainOf = (volume) => 1.8 * volume ** 2;

/** The audio output: one per page. */
export class Speaker {
  #context = new AudioContext();
  /** Everything passes through this, so that two sounds at once do not clip. */
  #out = new DynamicsCompressorNode(this.#context, { threshold: -4, knee: 4, ratio: 12, attack: 0.001, release: 0.08 });
  /** @type {Map<string, AudioBuffer>} */
  #buffers = new Map();
  #closing = 0;
  /** The room sound while it plays. @type {{source: AudioBufferSourceNode, loudness: GainNode} | null} */
  #room = null;

  constructor() {
    this.#out.connect(this.#context.destination);
    // A hidden page plays no room sound.
    document.addEventListener("visibilitychange", () => {
      if (this.#room) void (document.hidden ? this.#context.suspend() : this.#context.resume());
    });
    this.#closeSoon();
  }

  /** Once nothing has been heard for a while. */
  #closeSoon() {
    clearTimeout(this.#closing);
    if (!this.#room) this.#closing = window.setTimeout(() => void this.#context.suspend(), SILENCE);
  }

  /**
   * @param {Sound} sound
   * @param {number} volume from 0 to 1
   * @param {number} [step] of a pay-off card in its row, from 0
   */
  play(sound, volume, step = 0) {
    const context = this.#context;
    // The audio context is suspended after the page has slept.
    if (context.state !== "running") void context.resume();
    this.#closeSoon();
    const source = new AudioBufferSourceNode(context, { buffer: this.#buffer(sound, step) });
    source.connect(new GainNode(context, { gain: gainOf(volume) })).connect(this.#out);
    source.start();
  }

  /** Starts the room sound. @param {number} volume from 0 to 1; 0 ends it */
  room(volume) {
    const context = this.#context;
    if (volume > 0 && !this.#room) {
      const samples = renderRoom(context.sampleRate);
      const buffer = context.createBuffer(1, samples.length, context.sampleRate);
      buffer.copyToChannel(samples, 0);
      const source = new AudioBufferSourceNode(context, { buffer, loop: true });
      const loudness = new GainNode(context, { gain: 0 });
      source.connect(loudness).connect(this.#out);
      source.start();
      this.#room = { source, loudness };
      void context.resume();
    }
    this.#room?.loudness.gain.setTargetAtTime(gainOf(volume), context.currentTime, ROOM_COMES);
    if (volume === 0) {
      this.#room?.source.stop(context.currentTime + 8 * ROOM_COMES);
      this.#room = null;
    }
    this.#closeSoon();
  }

  /**
   * Computes every sound while the browser is idle, so that none delays the page on first use: a component at a time, so
   * that no gesture has to wait for a whole sound.
   */
  async prepare() {
    for (const name of SOUND_NAMES) {
      const score = scoreOf(name, this.#context.sampleRate, 0);
      do await quietly();
      while (score.draw());
      this.#buffer(name, 0, score);
    }
  }

  /** @param {Sound} sound @param {number} step @param {Score} [score] */
  #buffer(sound, step, score) {
    const name = `${sound} ${Math.min(step, STEPS)}`;
    let buffer = this.#buffers.get(name);
    if (!buffer) {
      const { sampleRate } = this.#context;
      const samples = render(sound, sampleRate, step, score);
      buffer = this.#context.createBuffer(1, samples.length, sampleRate);
      buffer.copyToChannel(samples, 0);
      this.#buffers.set(name, buffer);
    }
    return buffer;
  }
}
