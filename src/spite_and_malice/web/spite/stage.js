// The interface to the table for other parts of the page: the live part (presence, clocks, chat, lobby), lessons and
// help.

import { spotOf } from "./board/board.js";
import { lazily } from "../kernel/dom/lazily.js";

/** @import {Drawer} from "../kernel/drawer/drawer.js" */
/** @import {Asked} from "./requests.js" */
/** @import {TableMessage} from "./types.js" */
/** @import {Sound} from "../kernel/sound/sound.js" */
/** @import {State} from "./state.js" */
/** @import {TableView} from "./table.js" */
/** @import {Mark, Move, Rect, SeatRating, Settings} from "./types.js" */

/**
 * `message` comes with every message of the server, after the table has processed it; `begun` before a gesture, `drawn`
 * after every drawing, `shown` when all events have been shown, `looked` when a dialog about a seat opens, `rated` when
 * the ratings of the people at the table are known.
 * @typedef {{message: TableMessage, begun: void, drawn: void, shown: void, rated: void,
 *   looked: {dialog: HTMLDialogElement, seat: number}}} Told
 * @typedef {keyof Told} Occasion
 */

/** The margin around a line under the bar, in CSS pixels. */
const AROUND = 8;

export class Stage {
  /** @type {{[occasion in Occasion]: Set<(message: Told[occasion]) => void>}} */
  #listeners = { message: new Set(), begun: new Set(), drawn: new Set(), shown: new Set(), rated: new Set(), looked: new Set() };
  /** @type {Map<string, {label: string, draw: (body: HTMLElement, refresh: () => void) => void, first: boolean}>} */
  #tabs = new Map();
  /** The drawer, once it exists. @type {Drawer | null} */
  #panel = null;
  #drawer;
  #nav;
  #heard;
  #table;

  /** @param {TableView} table @param {readonly TableMessage[]} heard the latest messages of the server */
  constructor(table, heard) {
    this.#heard = heard;
    this.#table = table;
    this.root = table.root;
    this.#drawer = /** @type {HTMLDialogElement} */ (document.getElementById("panel"));
    this.#nav = /** @type {HTMLElement} */ (table.root.querySelector(".bar nav"));
  }

  /** Everything known and shown, read-only. @returns {Readonly<State>} */
  get state() {
    return this.#table.state;
  }

  get table() {
    return this.state.table;
  }

  /** The view on the screen; null before the first game. */
  get view() {
    return this.state.view ?? null;
  }

  get you() {
    return this.state.you;
  }

  /** The moves that the player could make now. */
  get moves() {
    return this.#table.moves;
  }

  /** @param {Move} move one of `moves` */
  play(move) {
    this.#table.play(move);
  }

  /** Are past events still being shown? */
  get busy() {
    return this.#table.busy;
  }

  /** Shows the current state if past events are still being shown. */
  catchUp() {
    if (this.busy) this.#table.skip();
  }

  get settings() {
    return this.state.settings;
  }

  /** @param {Settings} settings */
  change(settings) {
    this.#table.change(settings);
  }

  /** @param {Sound} name @param {number} [step] of a pay-off card in its row, from 0 */
  sound(name, step) {
    this.#table.sound(name, step);
  }

  /**
   * @template {Occasion} T
   * @param {T} occasion
   * @param {(message: Told[T]) => void} listener also receives the earlier messages
   */
  on(occasion, listener) {
    this.#listeners[occasion].add(listener);
    if (occasion === "message") for (const message of this.#heard) listener(/** @type {Told[T]} */ (message));
  }

  /** @template {Occasion} T @param {T} occasion @param {Told[T]} message */
  tellAll(occasion, message) {
    for (const listener of this.#listeners[occasion]) listener(message);
  }

  /** @param {Asked} message @returns {string} the id of its answer */
  send(message) {
    return this.#table.wire.send(message);
  }

  /**
   * A line for the player beside the hand, and for screen readers.
   * @param {string} text
   * @param {string} [brief] a shorter visible form for when the whole would cover a card
   */
  tell(text, brief) {
    if (this.view) this.#table.tell(text, brief);
    else this.announce(text);
  }

  /** @param {string} text */
  announce(text) {
    this.#table.announcer.say(text);
  }

  /** Announces the headline to screen readers. */
  announceHeadline() {
    this.announce(this.#table.status.headline);
  }

  /**
   * Another button beside the hand, for the latest message; null removes it.
   * @param {{text: string, label: string, act: () => void} | null} offer its label is its name for screen readers
   */
  offer(offer) {
    this.#table.status.offer(offer);
  }

  /** A note beside a seat's name; null removes it. @param {number} seat @param {Mark | null} mark */
  mark(seat, mark) {
    const { marks } = this.state;
    if (JSON.stringify(marks.get(seat) ?? null) === JSON.stringify(mark)) return;
    if (mark) marks.set(seat, mark);
    else marks.delete(seat);
    if (this.view) this.#table.refresh();
  }

  /** Shows a mood in the face of a seat. @param {number} seat @param {string} mood */
  feel(seat, mood) {
    Object.assign(this.table.seats[seat], { mood });
    this.#table.refresh();
  }

  /** The ratings of the people at the table, seat by seat. @param {(SeatRating | null)[]} ratings */
  rate(ratings) {
    this.#table.state.ratings = ratings;
    if (this.view) this.#table.refresh();
    this.tellAll("rated", undefined);
  }

  /** A line under the bar; null removes it. @param {HTMLElement | null} element */
  banner(element) {
    this.#overlay("banner", element);
    const head = element ? element.offsetHeight + AROUND : 0;
    if (head === this.state.head) return;
    this.#table.state.head = head;
    if (this.view) this.#table.show(this.view, {});
  }

  /** Covers the table below the bar, before the first game; null uncovers it. @param {HTMLElement | null} element */
  lobby(element) {
    this.#overlay("lobby", element);
    this.root.classList.toggle("gathering", element !== null);
  }

  /** Covers one's own hand; null removes the cover. @param {HTMLElement | null} element */
  overHand(element) {
    this.#overlay("over-hand", element);
    const holder = /** @type {HTMLElement | null} */ (this.root.querySelector(":scope > .over-hand"));
    if (!holder) return;
    const cards = this.state.layout.places.filter(({ kind }) => kind === "hand").map(({ spot }) => spot);
    const left = Math.min(...cards.map(({ x }) => x));
    const right = Math.max(...cards.map(({ x, w }) => x + w));
    const top = Math.min(...cards.map(({ y }) => y));
    const bottom = Math.max(...cards.map(({ y, h }) => y + h));
    Object.assign(holder.style, { left: `${left}px`, width: `${right - left}px`, top: `${top}px`, height: `${bottom - top}px` });
  }

  /** @param {string} name @param {HTMLElement | null} element */
  #overlay(name, element) {
    const holder = this.root.querySelector(`:scope > .${name}`);
    if (holder && holder.firstElementChild === element) return;
    holder?.remove();
    if (!element) return;
    const made = document.createElement("div");
    made.className = name;
    made.append(element);
    this.root.append(made);
  }

  /**
   * Another tab in the drawer, with a button in the bar.
   * @param {string} id
   * @param {string} label
   * @param {(body: HTMLElement, refresh: () => void) => void} draw
   * @param {string} [icon] the path of its button's drawing, in a box of 24; without one it has no button
   */
  tab(id, label, draw, icon) {
    this.#tabs.set(id, { label, draw, first: icon !== undefined });
    if (this.#panel) this.#addTo(this.#panel, id);
    if (!icon || this.#nav.querySelector(`[data-panel="${id}"]`)) return;
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "button bare", title: label });
    button.dataset.panel = id;
    button.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${icon}"/></svg><span></span><b class="badge" hidden></b>`;
    /** @type {HTMLElement} */ (button.querySelector("span")).textContent = label;
    this.#nav.prepend(button);
    this.#nav.parentElement?.classList.toggle("full", this.#nav.children.length > 3);
  }

  /** A number on the button of a tab; 0 removes it. @param {string} id @param {number} n */
  badge(id, n) {
    const badge = /** @type {HTMLElement | null} */ (this.#nav.querySelector(`[data-panel="${id}"] .badge`));
    if (!badge) return;
    badge.hidden = n === 0;
    badge.textContent = String(n);
  }

  /** @param {string} id */
  async openTab(id) {
    (await this.#drawn()).open(id);
  }

  /** @param {string} id */
  async toggleTab(id) {
    (await this.#drawn()).toggle(id);
  }

  /** Draws a tab again if it is open. @param {string} id */
  redrawTab(id) {
    this.#panel?.redraw(id);
  }

  #drawn = lazily(async () => {
    const { Panel } = await import("./drawer/panel.js");
    const panel = new Panel(this.#drawer, this);
    for (const id of this.#tabs.keys()) this.#addTo(panel, id);
    this.on("drawn", () => panel.update());
    this.#panel = panel;
    return panel;
  });

  /** @param {Drawer} panel @param {string} id */
  #addTo(panel, id) {
    const tab = this.#tabs.get(id);
    if (tab) panel.add(id, tab.label, (body) => tab.draw(body, () => panel.redraw(id)), tab.first);
  }

  /** Points at places and cards, by their keys: "centre:0", "side:0:1", "hand:0#2". @param {string[] | null} keys */
  light(keys) {
    const lit = keys ?? [];
    if (lit.length === 0 && this.state.lit.length === 0) return;
    this.#table.state.lit = lit;
    if (this.view) this.#table.refresh();
  }

  /**
   * The moves currently allowed: a text is shown instead of playing; null allows every legal move.
   * @param {((move: string) => boolean | string) | null} allow
   */
  allow(allow) {
    this.#table.state.allow = allow;
  }

  /**
   * The rectangle of a place, a card in hand or a seat's name ("name:2"), in CSS pixels from the corner of `root`.
   * @param {string} key
   * @returns {Rect | null}
   */
  rectOf(key) {
    const { layout } = this.state;
    if (!layout) return null;
    if (key.startsWith("name:")) return layout.areas.find((area) => `name:${area.seat}` === key)?.name ?? null;
    const { place, index } = spotOf(key);
    const found = layout.places.find((one) => one.id === place && (one.kind !== "hand" || one.index === index));
    return found?.rect ?? layout.anchors.get(place) ?? null;
  }
}
