// Help while playing: a hint, the reachable cards of this turn, taking back the whole turn, and the visible cards. The
// server determines what is good or possible; this module shows it.

import { cardParts, rankWritten } from "../../kernel/cards/cards.js";
import { make, makeButton } from "../../kernel/dom/make.js";
import { _ } from "../../texts.js";
import { keyOf } from "../board/board.js";
import { cardsOn, parseMove } from "../moves.js";
import { placeOf } from "./numbers.js";
import { moveOffer } from "./offer.js";

/** @import {HintAnswer, ReachAnswer} from "../messages.js" */
/** @import {Asked} from "../requests.js" */
/** @import {Stage} from "../stage.js" */
/** @import {Move, TableMessage, View} from "../types.js" */

const MENU = "help-menu";
const SVG = "http://www.w3.org/2000/svg";

export class Help {
  #stage;
  #allowed;
  /** @type {{id: string, type: string, at: string} | null} */
  #asked = null;
  /** Moves shown on the table, the next one first. @type {string[]} */
  #line = [];
  /** The game and action for which they were found. */
  #at = "";
  #playing = false;
  /** Is it the plan of a hint? Then only the next move is played: a better continuation may follow. */
  #isPlan = false;
  #menu;
  #paths = document.createElementNS(SVG, "svg");

  /** @param {Stage} stage @param {() => {help: boolean, undo_turns: boolean}} allowed by the table's settings */
  constructor(stage, allowed) {
    this.#stage = stage;
    this.#allowed = allowed;
    this.#menu = make("div", "menu");
    this.#menu.id = MENU;
    this.#menu.popover = "auto";
    this.#paths.setAttribute("class", "paths");
    this.#paths.setAttribute("aria-hidden", "true");
    stage.root.append(this.#paths, this.#menu);
    stage.tab("seen", _("In sight"), (body) => this.#drawSeen(body));
    stage.on("message", (message) => this.#hear(message));
    stage.on("begun", () => this.#drop());
    stage.on("drawn", () => {
      this.#drawPaths();
      stage.redrawTab("seen");
    });
    stage.on("shown", () => this.#goOn());
  }

  get #now() {
    const { game, ply } = this.#stage.state;
    return `${game} ${ply}`;
  }

  /** Opens the menu under its button, or closes it. @param {HTMLElement} button */
  toggle(button) {
    if (this.#menu.matches(":popover-open")) {
      this.#menu.hidePopover();
      return;
    }
    const { help, undo_turns: undo } = this.#allowed();
    const seated = this.#stage.you !== null;
    const keyed = matchMedia("(hover: hover)").matches;
    /** @type {[string, string, () => void, boolean][]} */
    const offers = [
      [_("A hint"), "H", () => this.hint(), help && seated],
      [_("What can I reach?"), "W", () => this.reach(), help && seated],
      [_("Take the turn back"), "⇧U", () => this.undoTurn(), undo && seated],
      [_("Cards in sight"), "C", () => this.seen(), true],
      [keyed ? _("Keys and signs") : _("Signs on the table"), "?", () => this.#signs(keyed), true],
      [_("Give up"), "", () => void import("./give-up.js").then(({ askToGiveUp }) => askToGiveUp(this.#stage)), seated && !this.#stage.view?.result],
    ];
    const buttons = offers
      .filter(([, , , open]) => open)
      .map(([text, key, act]) => {
        const item = makeButton("bare", text, () => {
          this.#menu.hidePopover();
          act();
        });
        if (key) item.append(make("kbd", "", key));
        return item;
      });
    this.#menu.replaceChildren(...buttons);
    this.#menu.showPopover();
    const { right, bottom } = button.getBoundingClientRect();
    const left = Math.min(right - this.#menu.offsetWidth, document.documentElement.clientWidth - 8);
    this.#menu.style.top = `${bottom + 4}px`;
    this.#menu.style.left = `${Math.max(8, left)}px`;
    buttons[0].focus();
  }

  hint() {
    this.#ask("hint");
  }

  reach() {
    this.#ask("reach");
  }

  undoTurn() {
    this.#ask("undo_turn");
  }

  /** @param {boolean} keyed */
  async #signs(keyed) {
    const { showSigns } = await import("./signs.js");
    showSigns(/** @type {HTMLDialogElement} */ (document.getElementById("reader")), keyed);
  }

  seen() {
    this.#stage.toggleTab("seen");
  }

  /** @param {"hint" | "reach" | "undo_turn"} type */
  #ask(type) {
    // A request is already pending: its response is used.
    if (type !== "undo_turn" && this.#asked?.at === this.#now && this.#asked.type !== "undo_turn") return;
    this.#stage.catchUp();
    const { game, ply } = this.#stage.state;
    this.#drop();
    this.#asked = { id: this.#stage.send(/** @type {Asked} */ ({ type, game, ply })), type, at: this.#now };
    if (type !== "undo_turn") this.#stage.tell(_("Thinking…"));
  }

  /** @param {TableMessage} message */
  #hear(message) {
    if (!this.#asked || !("id" in message) || message.id !== this.#asked.id) return;
    const { type } = this.#asked;
    this.#asked = null;
    if (message.type === "accepted" && type === "undo_turn") this.#stage.tell(_("You take your turn back."));
    else if (message.type === "hint" || message.type === "reach") this.#show(message);
  }

  /** @param {HintAnswer | ReachAnswer} answer a hint or a reachable line */
  #show(answer) {
    if (answer.ply !== this.#stage.state.ply) return;
    this.#line = answer.line ?? [];
    this.#isPlan = answer.type === "hint";
    this.#at = this.#now;
    this.#point();
    // A lesson gives the move alone.
    if (answer.type === "hint") this.#stage.tell(answer.reason || this.#brief(answer.move), this.#brief(answer.move));
    else this.#stage.tell(answer.words, answer.line ? _("The numbers show the way.") : undefined);
  }

  /** The advised move alone, for when its reason would cover a card. @param {string} text */
  #brief(text) {
    const view = /** @type {View} */ (this.#stage.view);
    return `${moveOffer(this.#parsed(text), view, this.#stage.table)}.`;
  }

  /** Lights up the next move and draws the paths of all of them. */
  #point() {
    const view = /** @type {View} */ (this.#stage.view);
    if (this.#line.length === 0) return;
    const move = this.#parsed(this.#line[0]);
    this.#stage.light([...keysOf(move, view), move.target]);
    const { table } = this.#stage;
    const label = `${_("Play it")}: ${moveOffer(move, view, table)}`;
    this.#stage.offer({ text: _("Play it"), label, act: () => this.#play() });
  }

  #play() {
    this.#playing = true;
    this.#goOn();
  }

  /** Plays the next move of the line; a gesture by the player ends it. */
  #goOn() {
    if (!this.#playing) {
      if (this.#line.length > 0 && this.#at !== this.#now) this.#drop();
      return;
    }
    const next = this.#line.shift();
    const move = this.#stage.moves.find((one) => one.text === next);
    const rest = this.#isPlan ? [] : this.#line;
    if (!move) {
      this.#drop();
      return;
    }
    this.#drop();
    this.#stage.play(move);
    [this.#line, this.#playing] = [rest, rest.length > 0];
    this.#drawPaths();
  }

  /** Removes everything shown from the table. */
  #drop() {
    this.#playing = false;
    this.#asked = null;
    if (this.#line.length === 0 && !this.#paths.firstChild) return;
    this.#line = [];
    this.#stage.light(null);
    this.#stage.offer(null);
    this.#drawPaths();
  }

  /** @param {string} text */
  #parsed(text) {
    const view = /** @type {View} */ (this.#stage.view);
    return parseMove(text, /** @type {number} */ (this.#stage.you), view.rules);
  }

  /** Draws a numbered path for each move of the line, from its card to its target. */
  #drawPaths() {
    const { view } = this.#stage;
    this.#paths.replaceChildren();
    if (!view) return;
    const targets = this.#line.map((text) => this.#parsed(text).target);
    this.#line.forEach((text, index) => {
      const move = this.#parsed(text);
      if (move.pass) return;
      const from = this.#stage.rectOf(keysOf(move, view)[0] ?? move.source);
      const to = this.#stage.rectOf(move.target);
      if (!from || !to) return;
      const start = { x: from.x + from.w / 2, y: from.y + Math.min(from.h, from.w * 1.4) / 2 };
      const same = targets.flatMap((target, at) => (target === move.target ? [at] : []));
      const { x, y } = placeOf(same.indexOf(index), same.length, to.w);
      const end = { x: to.x + to.w / 2 + x, y: to.y + Math.min(to.h, to.w * 1.4) * 0.62 + y };
      const bend = { x: (start.x + end.x) / 2, y: Math.min(start.y, end.y) - 24 - 10 * index };
      const way = document.createElementNS(SVG, "path");
      way.setAttribute("d", `M${start.x} ${start.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`);
      const step = document.createElementNS(SVG, "g");
      step.setAttribute("transform", `translate(${end.x} ${end.y})`);
      step.innerHTML = `<circle r="11"/><text dy="4.5">${index + 1}</text>`;
      this.#paths.append(way, step);
    });
  }

  /** @param {HTMLElement} body */
  #drawSeen(body) {
    if (this.#stage.view) drawSeen(body, this.#stage.view);
  }
}

/**
 * The keys of the cards that a move takes.
 * @param {Move} move
 * @param {View} view
 */
function keysOf(move, view) {
  if (move.pass) return [];
  if (move.cards.length === 0) return [move.source];
  const hand = cardsOn(view, move.source);
  return move.cards.map((card) => keyOf(move.source, hand.indexOf(card)));
}

// The card counter: how many cards of each rank are visible, and how many are still hidden. It counts the cards in the
// view.

/** @typedef {{packs?: number, numbers?: Record<string, number>, jokers?: number}} Deck */

/**
 * How many cards of each rank (0: jokers) a deck has.
 * @param {Deck | null} deck
 * @returns {Map<number, number>}
 */
function copies(deck) {
  const ranks = deck?.numbers
    ? Object.entries(deck.numbers).map(([rank, count]) => /** @type {[number, number]} */ ([Number(rank), count]))
    : Array.from({ length: 13 }, (_, i) => /** @type {[number, number]} */ ([i + 1, 4 * (deck?.packs ?? 0)]));
  return new Map([...ranks, [0, deck?.jokers ?? 0]]);
}

/** The visible cards: on the table, set aside, and in one's own hand. @param {View} view */
function inSight(view) {
  const open = view.players.flatMap(({ hand, payoff, side }) => [
    ...(typeof hand === "number" ? [] : hand),
    ...payoff.map((pile) => pile.top),
    ...side.flat(),
  ]);
  return [...open, ...view.centre.flat(), ...view.aside].filter((card) => card !== null);
}

/** All cards currently in the game: a renewed deck adds to them. @param {View} view */
function cardsInGame(view) {
  const held = view.players.map(
    ({ hand, payoff, side }) =>
      (typeof hand === "number" ? hand : hand.length) +
      payoff.reduce((sum, pile) => sum + pile.count, 0) +
      side.flat().length,
  );
  return [view.stock, view.aside.length, view.centre.flat().length, ...held].reduce((sum, count) => sum + count, 0);
}

/**
 * @param {View} view
 * @returns {{rank: number, seen: number, all: number}[]} by rank, jokers last
 */
function countSeen(view) {
  const { deck, payoff_deck: payoff } = view.rules;
  const [main, extra] = [copies(deck), copies(payoff)];
  const size = (/** @type {Map<number, number>} */ ranks) => [...ranks.values()].reduce((sum, count) => sum + count, 0);
  const times = Math.max(1, Math.ceil((cardsInGame(view) - size(extra)) / size(main)));
  const seen = inSight(view).map((card) => cardParts(card).rank);
  const ranks = [...new Set([...main.keys(), ...extra.keys()])].sort((a, b) => (a || 99) - (b || 99));
  return ranks
    .map((rank) => ({
      rank,
      seen: seen.filter((one) => one === rank).length,
      all: times * (main.get(rank) ?? 0) + (extra.get(rank) ?? 0),
    }))
    .filter(({ all }) => all > 0);
}

/** @param {HTMLElement} body @param {View} view */
function drawSeen(body, view) {
  const rows = countSeen(view).map(({ rank, seen, all }) => {
    const label = rank === 0 ? _("[joker]") : rankWritten(rank, view.rules);
    const bar = make("span", "bar-of");
    bar.style.setProperty("--part", String(seen / all));
    const head = make("th", "", label);
    head.scope = "row";
    return make("tr", "", head, make("td", "", bar), make("td", "", _("{n} of {all}", { n: seen, all })));
  });
  body.replaceChildren(
    make("h2", "", _("Cards in sight")),
    make("table", "seen", make("tbody", "", ...rows)),
    make("p", "soft", _("In sight is what lies open, is set aside or is in your hand.")),
    make("p", "soft", _("The others are in the [stock], in other hands or face down in [pay-off piles].")),
    make("p", "soft", _("A finished [stack] that goes back into the [stock] is hidden again, and counts like cards never seen.")),
  );
}
