// A position drawn as a picture: the table from one seat with the cards of one's own deck, and arrows for the moves
// played and the better ones. They differ by line, width and number, not only by colour.

import { cardName, isWild, rankLabel, rankWritten } from "../../kernel/cards/cards.js";
import { drawnCard } from "../../kernel/cards/drawn-cards.js";
import { make } from "../../kernel/dom/make.js";
import { parseMove } from "../moves.js";
import { centrePlaces } from "../board/shapes.js";
import { nextRank } from "../words.js";
import { _, listed, ngettext } from "../../texts.js";

/** @import {Move, Player, Rect, View} from "../types.js" */

/** A line of moves and its drawing style. @typedef {{kind: "played" | "best", moves: string[]}} Way */

/**
 * The largest card width, the addition to every gap, whether several other seats show only their pay-off piles, and
 * whether they are in one row, like the centre.
 * @typedef {{largest?: number, more?: number, brief?: boolean, tight?: boolean}} Fit
 */

const RATIO = 1.4;
const LARGEST = 78;
const LEAST = 26;
/** The same with all of a kind in one row. */
const LEAST_TIGHT = 18;
/** How far a picture may be scaled down to fit the requested height. */
const MOST_SCALED = 2;
const PAYOFF = 1.25;
/** Another seat's cards beside one's own. */
const OTHERS = 0.74;
const SMALL = 56;
const LABEL = 18;
/** The width of a seat with only its pay-off pile drawn, and the gap between such seats without room. */
const BLOCK = 58;
const GAP_TIGHT = 4;
/** The width of the text below a pile, for which small cards leave room. */
const WORDS = 66;
/** The same in the smaller type below small cards. */
const NARROW = 56;
const GAP = 12;
/** The number of gaps above, between and below the other seats, the centre, one's own stacks and the hand. */
const BANDS = 5;
/** The visible part of a card under the next, and how far a stack may reach below one card. */
const STRIP = 0.4;
const REACH = 0.9;
/** How far an arrow bends away from the straight line, as part of its length. */
const BEND = 0.16;
/** The most that an arrow reaches into a card. */
const TIP = 12;
/** The distance between the numbers of moves from the same pile. */
const FOOT = 22;
/** More arrows than this hide each other. */
const CROWDED = 6;
const SAMPLE = { width: 56, height: 28 };
const SVG = "http://www.w3.org/2000/svg";

/**
 * Draws what the viewer saw.
 * @param {View} view with a seat
 * @param {string[]} names of the seats
 * @param {Way[]} ways
 * @param {number} width in CSS pixels
 * @param {number} [height] to be kept and filled; otherwise the cards' height at that width
 * @returns {HTMLElement}
 */
export function drawPosition(view, names, ways, width, height) {
  let scale = 1;
  let drawing = height === undefined ? new Drawing(view, names, width) : fitted(view, names, width, height);
  // If it does not fit in any other way, everything is drawn smaller, including the text.
  while (height !== undefined && isHigher(drawing, height * scale) && scale < MOST_SCALED) {
    scale += 0.1;
    drawing = fitted(view, names, Math.round(width * scale), height * scale);
  }
  const { picture } = drawing;
  picture.role = "img";
  picture.ariaLabel = positionWords(view, names);
  picture.style.cssText = `width:${drawing.width}px;height:${drawing.y}px`;
  if (scale > 1) picture.style.scale = String(width / drawing.width);
  picture.append(arrows(drawing, ways));
  return picture;
}

/**
 * Fits the height with the largest possible cards: in well readable rows, or all of a kind in one.
 * @param {View} view
 * @param {string[]} names
 * @param {number} width
 * @param {number} height
 */
function fitted(view, names, width, height) {
  const loose = shrunk(view, names, width, height, LEAST, { brief: true });
  if (!isHigher(loose, height)) return loose;
  return shrunk(view, names, width, height, LEAST_TIGHT, { brief: true, tight: true });
}

/** Gaps that fill the height add up to it except for rounding. @param {Drawing} drawing @param {number} height */
const isHigher = ({ y }, height) => y > height + 0.5;

/**
 * @param {View} view @param {string[]} names @param {number} width @param {number} height @param {number} least width of a card
 * @param {Fit} fit
 */
function shrunk(view, names, width, height, least, fit) {
  let drawing = new Drawing(view, names, width, fit);
  // Parts that do not scale with the cards make each step too short, never too long.
  while (drawing.y > height && drawing.card > least) {
    const step = Math.max(1, Math.floor((drawing.card * (drawing.y - height)) / drawing.y));
    drawing = new Drawing(view, names, width, { ...fit, largest: Math.max(least, drawing.card - step) });
  }
  const left = height - drawing.y;
  return left > 0 ? new Drawing(view, names, width, { ...fit, largest: drawing.card, more: left / BANDS }) : drawing;
}

/** A description of the picture, for people who use a screen reader. @param {View} view @param {string[]} names */
export function positionWords(view, names) {
  const me = /** @type {number} */ (view.seat);
  const { hand, payoff } = view.players[me];
  const takes = Array.from({ length: centrePlaces(view) }).flatMap((_place, index) => {
    const rank = nextRank(view, index);
    return rank === null ? [] : [rankWritten(rank, view.rules)];
  });
  const left = view.players.map((player, seat) => `${names[seat]} ${player.payoff.reduce((sum, pile) => sum + pile.count, 0)}`);
  return [
    takes.length > 0 ? _("The [centre stacks] take {ranks}.", { ranks: listed(takes) }) : "",
    _("[Pay-off card]: {cards}.", { cards: listed(payoff.flatMap(({ top }) => (top === null ? [] : [cardName(top)]))) || "–" }),
    typeof hand === "number" || hand.length === 0 ? "" : _("In hand: {cards}.", { cards: listed(hand.map(cardName)) }),
    _("Cards left: {sides}.", { sides: listed(left) }),
  ].join(" ").trim();
}

/** A picture and the layout of its parts, from top to bottom. */
class Drawing {
  picture = make("div", "position");
  /** The rectangle of a place's card, by the place's id; in hand by that and its number. @type {Map<string, Rect>} */
  spots = new Map();
  y = GAP;
  /** The width of a card. */
  card;
  width;
  #view;
  #brief;
  #tight;

  /** @param {View} view @param {string[]} names @param {number} width @param {Fit} [fit] */
  constructor(view, names, width, { largest = LARGEST, more = 0, brief = false, tight = false } = {}) {
    this.#view = view;
    this.width = width;
    this.#brief = brief && view.rules.players > 2;
    this.#tight = tight;
    const { side, payoff_piles: piles } = view.rules;
    const columns = Math.max(side * 1.12 + piles * (PAYOFF + 0.12) + 0.3, this.#columns * 1.12 + 0.3);
    this.card = Math.min(largest, Math.floor((width - 2 * GAP) / columns));
    for (const band of [() => this.#others(names), () => this.#centre(), () => this.#own(), () => this.#hand()]) {
      this.y += more;
      band();
    }
    this.y += GAP / 2 + more;
  }

  /** The number of stock and centre stacks side by side. */
  get #columns() {
    const places = centrePlaces(this.#view) + 1;
    return this.#tight ? places : Math.min(places, 7);
  }

  /** The other seats, as many side by side as fit. @param {string[]} names */
  #others(names) {
    const { rules, seat, players, turn } = this.#view;
    const me = /** @type {number} */ (seat);
    const seats = Array.from({ length: rules.players - 1 }, (_each, at) => (me + 1 + at) % rules.players);
    const usual = Math.max(22, Math.floor(this.card * (seats.length === 1 ? OTHERS : seats.length < 4 ? 0.6 : 0.46)));
    const drawn = this.#brief ? rules.payoff_piles : rules.side + rules.payoff_piles;
    const wide = this.#brief ? Math.max(BLOCK, drawn * (usual + 3)) : drawn * (usual + 3) + 10;
    const gap = this.#tight ? GAP_TIGHT : GAP;
    const block = this.#tight ? Math.min(wide, Math.floor((this.width - 2 * GAP + gap) / seats.length) - gap) : wide;
    const small = this.#tight ? Math.min(usual, Math.floor(block / drawn) - 3) : usual;
    const beside = this.#tight ? seats.length : Math.max(1, Math.min(seats.length, Math.floor((this.width - GAP) / (block + GAP))));
    for (let from = 0; from < seats.length; from += beside) {
      const row = seats.slice(from, from + beside);
      const left = (this.width - row.length * block - (row.length - 1) * gap) / 2;
      row.forEach((at, index) => {
        const x = left + index * (block + gap);
        const held = /** @type {number} */ (players[at].hand);
        const label = this.#label(make("span", "", names[at]), x + block / 2, this.y, beside > 1 ? block + gap : this.width - 2 * GAP);
        if (!this.#brief) label.append(` · ${_("{n} in hand", { n: held })}`);
        label.classList.toggle("turn", at === turn);
        this.spots.set(`hand:${at}`, { x: x + block / 2 - 10, y: this.y, w: 20, h: LABEL });
        this.#seat(at, players[at], x, this.y + LABEL, small, block);
      });
      this.y += 2 * LABEL + small * RATIO + 4;
    }
  }

  /** @param {number} at @param {Player} player @param {number} x @param {number} y @param {number} w @param {number} block the seat's width */
  #seat(at, player, x, y, w, block) {
    if (this.#brief) x += Math.max(0, block - player.payoff.length * (w + 3)) / 2;
    player.payoff.forEach((pile, index) => {
      this.#pile(`payoff:${at}:${index}`, pile.count > 0 ? (pile.top ?? "back") : null, x, y, w);
      this.#label(String(pile.count), x + w / 2, y + w * RATIO + 1, w + 6);
      x += w + 3;
    });
    x += 10;
    if (this.#brief) {
      // Cards that go to one of their stacks go to the seat.
      const spot = /** @type {Rect} */ (this.spots.get(`payoff:${at}:0`));
      player.side.forEach((_stack, index) => this.spots.set(`side:${at}:${index}`, spot));
      return;
    }
    player.side.forEach((stack, index) => {
      this.#pile(`side:${at}:${index}`, stack.at(-1) ?? null, x, y, w);
      if (stack.length > 1) this.#label(String(stack.length), x + w / 2, y + w * RATIO + 1, w).classList.add("soft");
      x += w + 3;
    });
  }

  /** The stock and the centre stacks with the rank that each takes. */
  #centre() {
    const { stock, centre, rules } = this.#view;
    const places = centrePlaces(this.#view);
    const columns = this.#columns;
    const w = this.card;
    // There is room for the rank that a stack takes.
    const step = Math.min(Math.max(w * 1.3, WORDS), (this.width - 2 * GAP - w * 0.3) / columns);
    for (let from = 0; from <= places; from += columns) {
      const count = Math.min(columns, places + 1 - from);
      let x = (this.width - (count - 1) * step - w - (from === 0 ? w * 0.3 : 0)) / 2;
      for (let slot = from; slot < from + count; slot += 1) {
        const index = slot - 1;
        const stack = centre[index] ?? [];
        if (slot === 0) {
          this.#pile("stock", stock > 0 ? "back" : null, x, this.y, w);
          this.#label(String(stock), x + w / 2, this.y + w * RATIO + 2, step + w * 0.3);
          x += w * 0.3;
        } else {
          const top = stack.at(-1) ?? null;
          const stands = top && isWild(top, rules) ? rankLabel(stack.length, rules) : "";
          this.#pile(`centre:${index}`, top, x, this.y, w, false, stands);
          const rank = nextRank(this.#view, index);
          const label = rank === null ? "" : rankWritten(rank, rules);
          // The number is alone if there is no room for the word beside it.
          if (label) this.#label(step < (w < SMALL ? NARROW : WORDS) ? label : _("takes {rank}", { rank: label }), x + w / 2, this.y + w * RATIO + 2, step);
        }
        x += step;
      }
      this.y += w * RATIO + LABEL + GAP;
    }
  }

  /** One's own side stacks, fanned out, and the pay-off pile. */
  #own() {
    const { rules, seat, players } = this.#view;
    const me = /** @type {number} */ (seat);
    const { side, payoff } = players[me];
    const w = this.card;
    const big = w * PAYOFF;
    const room = Math.max(big + w * 0.12, WORDS);
    let x = (this.width - side.length * w * 1.12 - rules.payoff_piles * room - w * 0.2) / 2;
    let deepest = 0;
    side.forEach((stack, index) => {
      const step = Math.min(STRIP, REACH / Math.max(1, stack.length - 1)) * w;
      if (stack.length === 0) this.#pile(`side:${me}:${index}`, null, x, this.y, w);
      stack.forEach((card, depth) => {
        this.#pile(`side:${me}:${index}`, card, x, this.y + depth * step, w, depth < stack.length - 1);
        deepest = Math.max(deepest, depth * step);
      });
      x += w * 1.12;
    });
    x += w * 0.2;
    payoff.forEach((pile, index) => {
      this.#pile(`payoff:${me}:${index}`, pile.count > 0 ? (pile.top ?? "back") : null, x + (room - big) / 2, this.y, big);
      this.#label(ngettext("{n} card", "{n} cards", pile.count), x + room / 2, this.y + big * RATIO + 2, room);
      x += room;
    });
    this.y += Math.max(w * RATIO + deepest, big * RATIO + LABEL) + GAP;
  }

  /** One's hand. */
  #hand() {
    const { seat, players } = this.#view;
    const me = /** @type {number} */ (seat);
    const { hand } = players[me];
    const cards = typeof hand === "number" ? Array(hand).fill("back") : hand;
    const w = this.card;
    const step = Math.min(w * 1.08, (this.width - 2 * GAP - w) / Math.max(1, cards.length - 1));
    const left = (this.width - w - step * (cards.length - 1)) / 2;
    cards.forEach((card, index) => {
      this.#pile(`hand:${me}#${index}`, card, left + index * step, this.y, w, step < w * 0.8 && index < cards.length - 1);
    });
    if (cards.length > 0) this.y += w * RATIO;
  }

  /** @param {string} id @param {string | null} card @param {number} x @param {number} y @param {number} w @param {boolean} [strip] @param {string} [stands] */
  #pile(id, card, x, y, w, strip = false, stands = "") {
    this.spots.set(id, { x, y, w, h: w * RATIO });
    const element = card === null ? make("span", "empty") : drawnCard(card, stands);
    element.classList.toggle("small", w < SMALL);
    element.classList.toggle("strip", strip);
    element.style.cssText += `left:${x}px;top:${y}px;width:${w}px`;
    this.picture.append(element);
  }

  /** @param {string | Element} content @param {number} middle @param {number} y @param {number} w */
  #label(content, middle, y, w) {
    const label = make("span", this.card < SMALL ? "label narrow" : "label", content);
    label.style.cssText = `left:${middle}px;top:${y}px;max-width:${w}px;height:${LABEL}px`;
    this.picture.append(label);
    return label;
  }

  /** The start and the end of each arrow; nothing for a pass or a place that is not drawn. @param {Way} way */
  ends({ moves }) {
    const { seat, rules, players } = this.#view;
    const me = /** @type {number} */ (seat);
    const { hand } = players[me];
    const free = typeof hand === "number" ? [] : hand.map((card, index) => ({ card, index }));
    return moves.flatMap((text) => {
      const move = parseMove(text, me, rules);
      return this.#sources(move, free).flatMap((source) => {
        const [from, to] = [this.spots.get(source), this.spots.get(move.target)];
        return from && to ? [{ from, to }] : [];
      });
    });
  }

  /** The cards in hand that a move takes, each once, or the pile. @param {Move} move @param {{card: string, index: number}[]} free */
  #sources(move, free) {
    if (move.pass) return [];
    if (move.cards.length === 0) return [move.source];
    return move.cards.flatMap((card) => {
      const at = free.findIndex((one) => one.card === card);
      return at < 0 ? [] : free.splice(at, 1).map(({ index }) => `${move.source}#${index}`);
    });
  }
}

/** @param {Drawing} drawing @param {Way[]} ways */
function arrows(drawing, ways) {
  const svg = svgElement("svg", { class: "arrows", viewBox: `0 0 ${drawing.width} ${drawing.y}`, "aria-hidden": "true" });
  for (const way of ways) {
    const ends = drawing.ends(way);
    ends.forEach(({ from, to }, index) => {
      const before = ends.slice(0, index).filter((other) => other.from === from).length;
      svg.append(arrow(way.kind, { ...from, y: from.y + before * FOOT }, to, ends.length > 1 ? String(index + 1) : ""));
    });
  }
  return svg;
}

/** How far an arrow reaches into a card: a small card's rank is in its middle. @param {Rect} card */
const tip = ({ w, h }) => (w < SMALL ? h * 0.07 : Math.min(h * 0.2, TIP));

/** @param {"played" | "best"} kind @param {Rect} from @param {Rect} to @param {string} number */
function arrow(kind, from, to, number) {
  const side = kind === "best" ? 1 : -1;
  // From the upper edge of a card, beside its index, to the lower edge of another: the indices stay readable.
  const start = { x: from.x + from.w * (0.7 + side * 0.1), y: from.y + tip(from) };
  const end = { x: to.x + to.w * (0.5 - side * 0.14), y: to.y + to.h - tip(to) };
  // Both lines may lead from the same card to the same place: they bend to different sides.
  const group = line(kind, start, end, side * BEND, number ? 10 : 5);
  if (number) {
    const text = svgElement("text", { x: start.x, y: start.y + 4.5, "text-anchor": "middle" });
    text.textContent = number;
    group.append(text);
  }
  return group;
}

/**
 * @param {"played" | "best"} kind
 * @param {{x: number, y: number}} start
 * @param {{x: number, y: number}} end
 * @param {number} bent how far it bends away from the straight line, as part of its length
 * @param {number} foot the radius of its foot
 */
function line(kind, start, end, bent, foot) {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const middle = { x: start.x + dx / 2 - dy * bent, y: start.y + dy / 2 + dx * bent };
  const path = `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`;
  const angle = (Math.atan2(end.y - middle.y, end.x - middle.x) * 180) / Math.PI;
  const head = kind === "best" ? "M4 0L-16 -10L-11 0L-16 10Z" : "M-13 -9L2 0L-13 9";
  const group = svgElement("g", { class: kind });
  for (const layer of ["edge", "line"]) {
    group.append(
      svgElement("path", { class: layer, d: path }),
      svgElement("path", { class: `${layer} head`, d: head, transform: `translate(${end.x} ${end.y}) rotate(${angle})` }),
    );
  }
  group.append(svgElement("circle", { class: "foot", cx: start.x, cy: start.y, r: foot }));
  return group;
}

/**
 * Describes one or two lines in words, each with a sample of its style. If their arrows would hide each other, the
 * picture shows one at a time, the better one first: pressing a description selects its line.
 * @param {HTMLElement} place of the picture
 * @param {Way[]} ways
 * @param {Partial<Record<Way["kind"], (string | Node)[]>>} words
 * @returns {HTMLElement[]}
 */
export function tellWays(place, ways, words) {
  const isCrowded = ways.length > 1 && ways.reduce((sum, { moves }) => sum + moves.length, 0) > CROWDED;
  const told = ways.map(({ kind }) => {
    const element = make(isCrowded ? "button" : "div", "told-way", lineSample(kind), make("span", "", ...(words[kind] ?? [])));
    if (element instanceof HTMLButtonElement) {
      element.type = "button";
      element.addEventListener("click", () => show(kind));
    }
    return element;
  });
  /** @param {Way["kind"]} chosen */
  const show = (chosen) => {
    place.dataset.way = chosen;
    told.forEach((element, at) => element.setAttribute("aria-pressed", String(ways[at].kind === chosen)));
  };
  delete place.dataset.way;
  if (isCrowded) show("best");
  return told;
}

/** A sample of a line's style, for the text beside it. @param {"played" | "best"} kind */
function lineSample(kind) {
  const { width, height } = SAMPLE;
  const svg = svgElement("svg", { class: "arrows sample", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" });
  svg.append(line(kind, { x: 8, y: height / 2 }, { x: width - 9, y: height / 2 }, 0, 5));
  return svg;
}

/** @param {string} name @param {Record<string, string | number>} attributes */
export function svgElement(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
