// Six reactions, drawn here: said to somebody at the table, they fly from plate to plate.

import { make, makeButton } from "../../kernel/dom/make.js";
import { _ } from "../../texts.js";
import { PHRASES } from "./words.js";
import { SPEEDS } from "../../kernel/settings/settings.js";

/** @import {Stage} from "../stage.js" */

const LINE = 'fill="none" stroke="#2a1a16" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"';
const FACE = '<circle cx="32" cy="32" r="26" fill="#f6c453"/><path d="M46 12a26 26 0 0 1 0 40 30 30 0 0 0 0-40z" fill="#dd9a2e" opacity=".7"/>';
/** Each drawing, in a box of 64, by the phrase that it is. @type {Record<string, string>} */
const DRAWINGS = {
  bravo:
    '<path d="M20 58C10 48 10 38 14 30l5-13c1-4 6-3 5 1l-2 9 12-19c2-4 7-1 5 3l-8 14L44 9c3-3 7 0 5 4L38 30l12-12c3-3 7 1 4 4L43 35l9-6c4-2 6 2 3 5-9 9-14 24-25 26-4 1-7 0-10-2z" fill="#f2c19c" stroke="#8a4f2b" stroke-width="2.500" stroke-linejoin="round"/>' +
    '<path d="M6 14l5 4M14 4l3 6M57 46l5 3M52 55l4 5" fill="none" stroke="#f2b84b" stroke-width="3.500" stroke-linecap="round"/>',
  cheers:
    '<path d="M20 8h24l-2 20a10 10 0 0 1-20 0z" fill="#fff8ea" stroke="#8a6a34" stroke-width="2.500"/><path d="M22 20h20l-1 8a9 9 0 0 1-18 0z" fill="#c7433a"/><path d="M32 38v14M22 56h20" fill="none" stroke="#8a6a34" stroke-width="4" stroke-linecap="round"/><path d="M50 6l4-4M54 14h6M10 6L6 2M6 14H0" fill="none" stroke="#f2b84b" stroke-width="3" stroke-linecap="round"/>',
  oh: `${FACE}<path d="M17 20q5-5 10-2M47 20q-5-5-10-2" ${LINE}/><circle cx="23" cy="28" r="4" fill="#2a1a16"/><circle cx="41" cy="28" r="4" fill="#2a1a16"/><ellipse cx="32" cy="45" rx="6" ry="8" fill="#7a2f2a"/>`,
  ha: `${FACE}<path d="M16 28q6-8 12 0M36 28q6-8 12 0" ${LINE}/><path d="M17 36h30q-2 16-15 16T17 36z" fill="#7a2f2a"/><path d="M19 37h26v5q-13 3-26 0z" fill="#fff"/>`,
  phew: `${FACE}<path d="M17 28q5 4 10 0M37 28q5 4 10 0M25 45q7-5 14 0" ${LINE}/><path d="M52 6q8 12 0 17-9-4 0-17z" fill="#6fb7e0" stroke="#2f6f96" stroke-width="2"/>`,
  wait: `${FACE}<path d="M15 19l13 6M49 19l-13 6" ${LINE}/><circle cx="23" cy="31" r="4" fill="#2a1a16"/><circle cx="41" cy="31" r="4" fill="#2a1a16"/><path d="M20 47q6-8 12-3t13-5" ${LINE}/>`,
};
const FLIGHT = 900;
const STAY = 1300;
const SIZE = 44;
/** It grows to half as much again, and stays on the table. */
const EDGE = 12;

/** Is this phrase a reaction? @param {string | null} phrase */
export const isReaction = (phrase) => phrase !== null && phrase in DRAWINGS;

/** @param {string} phrase */
export function drawing(phrase) {
  const drawn = make("span", "reaction");
  drawn.innerHTML = `<svg viewBox="0 0 64 64" aria-hidden="true">${DRAWINGS[phrase]}</svg>`;
  return drawn;
}

/** A row of buttons, one a reaction. @param {string | null} name to whom, null if to all @param {(phrase: string) => void} say */
export function reactionRow(name, say) {
  const row = make("div", "reaction-row");
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", name === null ? _("React") : _("React to {name}", { name }));
  for (const phrase of Object.keys(DRAWINGS)) {
    const button = makeButton("bare", "", () => say(phrase));
    button.append(drawing(phrase));
    button.setAttribute("aria-label", _(PHRASES[phrase]));
    button.title = _(PHRASES[phrase]);
    row.append(button);
  }
  return row;
}

/**
 * Shows a reaction on its way from face to face; one that is meant for all grows out of the face of who sends it. Without
 * motion it appears where it is meant for.
 * @param {Stage} stage @param {string} phrase @param {number} from @param {number} to
 */
export function fly(stage, phrase, from, to) {
  const start = onFace(stage, from);
  const end = onFace(stage, to) ?? start;
  if (!start || !end) return;
  const drawn = drawing(phrase);
  drawn.classList.add("flies");
  stage.root.append(drawn);
  const place = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ more = "") => `translate(${x}px, ${y}px) ${more}`;
  const pace = SPEEDS[stage.state.settings.speed];
  const still = pace === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const arrived = [
    { transform: place(end.x, end.y, "scale(1.1)"), opacity: 1, offset: 0.56 },
    { transform: place(end.x, end.y, "scale(1.1)"), opacity: 1, offset: 0.9 },
    { transform: place(end.x, end.y - 14, "scale(0.9)"), opacity: 0 },
  ];
  const lift = Math.min(70, 20 + Math.hypot(end.x - start.x, end.y - start.y) / 5);
  const [midX, midY] = [(start.x + end.x) / 2, (start.y + end.y) / 2 - lift];
  /** @type {Keyframe[]} */
  let frames = [
    { transform: place(start.x, start.y, "scale(0.4)"), opacity: 0, easing: "ease-out" },
    { transform: place(start.x, start.y, "scale(1.15)"), opacity: 1, offset: 0.12, easing: "ease-in" },
    { transform: place(midX, midY, "scale(1.25) rotate(-8deg)"), offset: 0.3, easing: "ease-out" },
    { transform: place(end.x, end.y, "scale(1.3) rotate(6deg)"), offset: 0.48 },
    ...arrived,
  ];
  if (from === to) {
    frames = [
      { transform: place(end.x, end.y, "scale(0.3)"), opacity: 0, easing: "ease-out" },
      { transform: place(end.x, end.y, "scale(1.5) rotate(-10deg)"), opacity: 1, offset: 0.12 },
      { transform: place(end.x, end.y, "scale(1.3) rotate(8deg)"), offset: 0.22 },
      { transform: place(end.x, end.y, "scale(1.4) rotate(-6deg)"), offset: 0.32 },
      ...arrived,
    ];
  }
  if (still) {
    const there = { transform: place(end.x, end.y) };
    frames = [{ ...there, opacity: 0 }, { ...there, opacity: 1, offset: 0.08 }, { ...there, opacity: 1, offset: 0.85 }, { ...there, opacity: 0 }];
  }
  drawn.animate(frames, { duration: (FLIGHT + STAY) * (pace || 1), fill: "both" }).onfinish = () => drawn.remove();
}

/** Where a reaction lies on the face of a seat: beside it stand figures that are to be read. @param {Stage} stage @param {number} seat */
function onFace({ root }, seat) {
  const face = root.querySelector(`.seat-name[data-seat="${seat}"] .face`)?.getBoundingClientRect();
  if (!face) return null;
  const base = root.getBoundingClientRect();
  const within = (/** @type {number} */ middle, /** @type {number} */ room) =>
    Math.min(Math.max(EDGE, middle - SIZE / 2), room - SIZE - EDGE);
  return {
    x: within(face.x - base.x + face.width / 2, base.width),
    y: within(face.y - base.y + face.height / 2, base.height),
  };
}
