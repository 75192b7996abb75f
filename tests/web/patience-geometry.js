// Measures layouts of patience: overlaps, overhangs and unreadable cards, as sentences.

import { layoutPatience } from "/static/patience/layout/layout.js";

const SLACK = 1;
const RANK = 9;
/** The height of a rank as part of its edge (patience/scene.js), and of the edge as part of a card's width. */
const IN_EDGE = 27 / 36;
const EDGE = 0.545;

export function problems(view, size, settings) {
  const layout = layoutPatience(view, size, settings);
  const found = [];
  const table = { x: 0, y: layout.top, w: size.width, h: size.height - layout.top };
  for (const { key, rect } of layout.places) {
    if (!inside(rect, table)) found.push(`${key} sticks out: ${show(rect)}`);
    if (rect.w < 24) found.push(`${key} is too narrow to hit: ${show(rect)}`);
  }
  if (!inside(layout.tools, table)) found.push(`the tools stick out: ${show(layout.tools)}`);
  const rects = [...layout.places.map(({ key, rect }) => ({ name: key, rect })), { name: "tools", rect: layout.tools }];
  rects.forEach((one, index) => {
    for (const two of rects.slice(index + 1)) if (overlap(one.rect, two.rect)) found.push(`${one.name} overlaps ${two.name}: ${show(one.rect)} ${show(two.rect)}`);
  });
  for (const slot of layout.slots) {
    const rect = { x: slot.x, y: slot.y, w: slot.w, h: slot.w * 1.4 };
    if (!inside(rect, table)) found.push(`a card on ${slot.place} sticks out: ${show(rect)}`);
    if (overlap(rect, layout.tools)) found.push(`a card on ${slot.place} lies over the tools`);
    // The cards of a pyramid lie on one another, each row over the one before it.
    const isRow = (id) => layout.rise > 0 && slot.place.startsWith("T") && id.startsWith("T");
    for (const [id, pile] of layout.piles) if (id !== slot.place && !isRow(id) && overlap(rect, pile)) found.push(`a card on ${slot.place} lies over ${id}`);
    const rank = Math.min(slot.shown, slot.w * EDGE) * IN_EDGE;
    if (slot.card && slot.strip && !slot.tight && rank < RANK) found.push(`the rank on ${slot.place} is ${rank.toFixed(1)} px high`);
  }
  for (const label of layout.labels.values()) {
    for (const { key, rect } of layout.places) if (overlap(rect, label)) found.push(`${key} lies over a count`);
  }
  // On a phone held upright a message has a free band; elsewhere it is beside the tools.
  if (layout.mode === "tall") {
    if (!inside(layout.words, table)) found.push(`the message sticks out: ${show(layout.words)}`);
    for (const [id, { x, y, w }] of layout.spots) if (overlap({ x, y, w, h: w * 1.4 }, layout.words)) found.push(`the message lies over ${id}`);
  }
  return found;
}

function inside(rect, box) {
  return rect.x >= box.x - SLACK && rect.y >= box.y - SLACK && rect.x + rect.w <= box.x + box.w + SLACK && rect.y + rect.h <= box.y + box.h + SLACK;
}

function overlap(one, two) {
  const across = Math.min(one.x + one.w, two.x + two.w) - Math.max(one.x, two.x);
  const down = Math.min(one.y + one.h, two.y + two.h) - Math.max(one.y, two.y);
  return across > SLACK && down > SLACK;
}

const show = ({ x, y, w, h }) => `[${[x, y, w, h].map((value) => value.toFixed(0)).join(" ")}]`;
