// Quiet sounds, made on the spot: paper on the table, paper on paper, a shuffle, the own turn, a win. All under 200 ms.

/** @typedef {"table" | "card" | "shuffle" | "turn" | "win"} Sound */

const VOLUME = 0.09;

/** Bursts of filtered noise: when, how long, how bright. @type {Record<string, [number, number, number][]>} */
const NOISES = {
  table: [[0, 0.07, 1500]],
  card: [[0, 0.045, 3200]],
  shuffle: [
    [0, 0.04, 2600],
    [0.045, 0.04, 3000],
    [0.09, 0.04, 2400],
    [0.135, 0.05, 2000],
  ],
};
/** Soft tones: when, how long, how high. @type {Record<string, [number, number, number][]>} */
const TONES = {
  turn: [[0, 0.18, 587]],
  win: [
    [0, 0.12, 523],
    [0.05, 0.12, 659],
    [0.1, 0.1, 784],
  ],
};

/** @type {AudioContext | null} */
let context = null;

/** @param {Sound} sound */
export function play(sound) {
  context ??= new AudioContext();
  for (const [at, length, bright] of NOISES[sound] ?? []) noise(context, at, length, bright);
  for (const [at, length, pitch] of TONES[sound] ?? []) tone(context, at, length, pitch);
}

/** @param {AudioContext} context @param {number} at @param {number} length @param {number} bright */
function noise(context, at, length, bright) {
  const buffer = context.createBuffer(1, Math.ceil(length * context.sampleRate), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: bright, Q: 0.8 });
  source
    .connect(filter)
    .connect(new GainNode(context, { gain: VOLUME * 2 }))
    .connect(context.destination);
  source.start(context.currentTime + at);
}

/** @param {AudioContext} context @param {number} at @param {number} length @param {number} pitch */
function tone(context, at, length, pitch) {
  const start = context.currentTime + at;
  const source = new OscillatorNode(context, { type: "sine", frequency: pitch });
  const envelope = new GainNode(context, { gain: 0 });
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(VOLUME, start + 0.015);
  envelope.gain.exponentialRampToValueAtTime(0.0005, start + length);
  source.connect(envelope).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}
