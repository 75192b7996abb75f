// Measures layouts: overlaps, overhangs and undersized elements, as sentences.

import { thickness } from "/static/kernel/cards/cards.js";
import { partnerOf } from "/static/spite/moves.js";
import { layoutTable } from "/static/spite/board/layout.js";

const SLACK = 1.5;
const TARGET = 24;
const LINE = 16;
const RANK = 9;
const COVERED_RANK = 7;

/** A rank's height as part of a card's width, on a full, a small and a covered small face. */
const rankHeight = ({ w, strip, dense }) => (dense ? Math.min(0.3, 1.2 * dense) * w : w >= 56 ? 0.36 * w : strip ? 0.3 * w : 0.6 * w);

export function problems(view, size, settings) {
  const layout = layoutTable(view, size, settings);
  const found = [];
  const table = { x: 0, y: layout.top, w: size.width, h: size.height - layout.top };
  const me = view.seat ?? 0;
  const mine = (seat) => seat === me || seat === partnerOf(view.rules, me);

  const rects = layout.places.map((place) => ({ name: place.kind === "hand" ? `${place.id}#${place.index}` : place.id, place, rect: place.rect }));
  for (const { name, place, rect } of rects) {
    if (!inside(rect, table)) found.push(`${name} sticks out: ${show(rect)}`);
    const usable = place.kind === "centre" || place.kind === "payoff" || mine(place.seat);
    if (usable && (rect.w < TARGET - 0.01 || rect.h < TARGET - 0.01)) found.push(`${name} is too small to hit: ${show(rect)}`);
  }
  const others = [{ name: "status", rect: layout.status }, ...layout.areas.map((area) => ({ name: `name of ${area.seat}`, rect: area.name }))];
  for (const { name, rect } of others) if (!inside(rect, table)) found.push(`${name} sticks out: ${show(rect)}`);
  const all = [...rects, ...others];
  all.forEach((one, index) => {
    for (const two of all.slice(index + 1)) if (overlap(one.rect, two.rect)) found.push(`${one.name} overlaps ${two.name}: ${show(one.rect)} ${show(two.rect)}`);
  });
  for (const slot of layout.slots) {
    const rect = { x: slot.x, y: slot.y, w: slot.w, h: slot.w * 1.4 };
    if (!inside(rect, table, 3)) found.push(`a card on ${slot.place} sticks out: ${show(rect)}`);
    const readable = slot.place.startsWith("payoff") || slot.place.startsWith("centre") || mine(Number(slot.place.split(":")[1]));
    const hidden = layout.places.find((place) => place.id === slot.place)?.hidden ?? 0;
    if (readable && slot.card && slot.index >= hidden && rankHeight(slot) < (slot.strip ? COVERED_RANK : RANK)) found.push(`the rank on ${slot.place} is ${rankHeight(slot).toFixed(1)} px high`);
    for (const other of all) {
      const own = other.place && (other.place.id === slot.place);
      if (!own && overlap(rect, other.rect, 4)) found.push(`a card on ${slot.place} lies over ${other.name}`);
    }
  }
  for (const { id, kind, label, spot } of layout.places) {
    if (kind === "side" && label && spot.w < 56 && label.x < spot.x + 0.75 * spot.w) found.push(`the number on ${id} lies on a rank`);
    // A line of text in the middle of its box, clear of the edges of the pile above it.
    const edge = spot.y + spot.h + thickness(view.stock, spot.w);
    if (id === "stock" && label.y + label.h / 2 - LINE / 2 < edge) found.push(`the thickness of the stock reaches ${(edge - label.y - label.h / 2 + LINE / 2).toFixed(1)} px into its number`);
  }
  const largest = Math.max(...layout.slots.map((slot) => slot.w));
  const payoff = layout.places.find((place) => place.id === `payoff:${me}:0`);
  if (largest > payoff.spot.w + 0.01) found.push("the own pay-off pile is not the largest card");
  return found;
}

function inside(rect, box, slack = SLACK) {
  return rect.x >= box.x - slack && rect.y >= box.y - slack && rect.x + rect.w <= box.x + box.w + slack && rect.y + rect.h <= box.y + box.h + slack;
}

function overlap(one, two, slack = SLACK) {
  const across = Math.min(one.x + one.w, two.x + two.w) - Math.max(one.x, two.x);
  const down = Math.min(one.y + one.h, two.y + two.h) - Math.max(one.y, two.y);
  return across > slack && down > slack;
}

const show = ({ x, y, w, h }) => `[${[x, y, w, h].map((value) => value.toFixed(0)).join(" ")}]`;
