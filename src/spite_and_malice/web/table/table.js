// The table as a whole: what has been seen, what is on the screen, what waits for an answer; and how messages and settings
// change it. Parts that the first sight of the table does not need are fetched when they are.

import { Announcer } from "./announce.js";
import { Board } from "./board.js";
import { style } from "./elements.js";
import { playablePieces, selectionHint } from "./gestures.js";
import { Hands } from "./hands.js";
import { layoutTable } from "./layout.js";
import { lazily } from "./lazily.js";
import { Moments } from "./moments.js";
import { cardsOn, carry, legalMoves, parseMove } from "./moves.js";
import { raceOf } from "./plates.js";
import { Queue } from "./queue.js";
import { Scene } from "./scene.js";
import { applySettings, saveSettings, SPEEDS } from "./settings.js";
import { hear } from "./sounds.js";
import { StatusLine } from "./status.js";
import { _, useTerms } from "../texts.js";
import { keepTurns, keptTurns } from "./turns.js";
import { matchWords, moveNote, moveSentence } from "./words.js";

/** @import {People, Refused, TableEvent, TableMessage, TableSnapshot} from "./messages.js" */
/** @import {Layout, Line, Mark, Move, PlaceId, Settings, Table, View} from "./types.js" */
/** @import {Change} from "./scene.js" */
/** @import {Moment} from "./moments.js" */
/** @import {Sound} from "./sound.js" */
/** @import {Step} from "./queue.js" */

/**
 * What carries messages to the server, or to a lesson.
 * @typedef {{connect: () => void, send: (message: {type: string, [field: string]: unknown}) => string,
 *   forget: (id: string) => void, restart: () => void}} Wire
 *
 * @typedef {{root: HTMLElement, below: HTMLElement, cards: HTMLElement, above: HTMLElement, status: HTMLElement,
 *   live: HTMLElement, finish: HTMLDialogElement, reader: HTMLDialogElement, title: HTMLElement}} Elements
 *
 * Called before a gesture, after the table was drawn, when everything that happened has been shown, and when the player
 * wants the whole turn back.
 * @typedef {{begun: () => void, drawn: () => void, shown: () => void, undoTurn: () => void}} Listeners
 */

const BREATH = 300;
const PLAY = 450;
const OWN_PLAY = 180;
/** The card that ends the game. */
const LAST_PLAY = 800;
const LOOK_AT_END = 900;

/** What draws the small moments, with its style sheet. */
const fetchMoments = lazily(async () => {
  const [moments, { styled }] = await Promise.all([import("./flourish.js"), import("./live-parts.js")]);
  await styled("finish.css");
  return moments;
});

/** The parts of the page that a table is made of (table.html.j2). @returns {Elements} */
export function elements() {
  const ids = ["below", "cards", "above", "status", "live", "title", "finish", "reader"];
  const found = ids.map((id) => [id, document.getElementById(id)]);
  return Object.fromEntries([["root", document.getElementById("table")], ...found]);
}

export class TableView {
  table = /** @type {Table} */ (/** @type {unknown} */ (undefined));
  /** What is on the screen. */
  view = /** @type {View} */ (/** @type {unknown} */ (undefined));
  /** What the server said last. */
  live = /** @type {View} */ (/** @type {unknown} */ (undefined));
  people = /** @type {People | null} */ (null);
  version = /** @type {number | null} */ (null);
  game = /** @type {number | null} */ (null);
  ply = 0;
  layout = /** @type {Layout} */ (/** @type {unknown} */ (undefined));
  /** @type {Scene | null} */
  scene = null;
  /** What was played in this game, in words. @type {Line[]} */
  lines = [];
  /** Keys of places and cards that something points at. @type {string[]} */
  lit = [];
  /** What is noted beside the seats' names. @type {Map<number, Mark>} */
  marks = new Map();
  /** Which of the legal moves count just now, and what is said of the others. @type {((move: string) => boolean | string) | null} */
  allow = null;
  hands = new Hands(this);
  /** Adds to the dialog about a seat. @type {((dialog: HTMLDialogElement, seat: number) => void) | null} */
  looked = null;
  /** Does a dialog tell how a game ended? */
  tellsEnd = true;
  /** What is kept free under the bar, in CSS pixels. */
  head = 0;
  #undo = false;
  /** @type {string[]} */
  #log = [];
  /** What waits for the server's answer, with the move that is shown already. @type {{id: string, type: string, move: Move | null} | null} */
  #pending = null;
  /** @type {PlaceId | null} */
  #last = null;
  /** @type {string[]} sentences of moves that have not been shown yet */
  #unsaid = [];
  #finished = false;
  #ui;
  #listeners;
  #moments = new Moments();
  /** Did this page see the game end, or only how it ended? */
  #sawEnd = false;
  #queue = new Queue(() => this.#settle());

  /**
   * @param {Elements} ui
   * @param {Settings} settings
   * @param {Wire} wire
   * @param {Listeners} listeners
   */
  constructor(ui, settings, wire, listeners) {
    this.#ui = ui;
    this.#listeners = listeners;
    this.settings = settings;
    this.wire = wire;
    this.root = ui.root;
    this.board = new Board(ui.below, ui.above);
    this.announcer = new Announcer(ui.live);
    this.status = new StatusLine(ui.status, {
      undo: () => this.undo(),
      "undo-turn": () => this.#listeners.undoTurn(),
      pass: () => this.pass(),
      next: () => this.next(),
      grown: () => this.show(this.view, {}),
    });
    keepTurns(() => ({ table: this.root.dataset.table, game: this.game, log: this.#log, lines: this.lines }));
    new ResizeObserver(() => this.view && this.show(this.view, { instant: true })).observe(ui.root);
  }

  get busy() {
    return this.#queue.busy;
  }

  /** May the player take back a move now? */
  get mayUndo() {
    return this.#undo && this.#pending === null && !this.busy;
  }

  /** Is a turn of the player's over that may be taken back, and nothing done since? */
  get #mayUndoTurn() {
    const { you } = this.table;
    const { live, people } = this;
    if (!people?.settings.undo_turns || you === null || live.result || this.#pending || this.busy) return false;
    const alone = people.seats.filter((seat) => seat.kind !== "computer").length === 1;
    return alone && live.turn === you && !live.moved && this.#log.some((entry) => entry.startsWith(`${you} `));
  }

  // Messages.

  /**
   * @param {TableMessage} message
   * @param {Change} [change] how a snapshot came about, where that is known
   */
  receive(message, change = {}) {
    if (message.type === "snapshot") this.#snapshot(message, change);
    else if (message.type === "event") this.#event(message);
    else if (message.type === "people") this.#people(message);
    else if (message.type === "refused") this.#refused(message);
    else if (message.type === "accepted" && message.id === this.#pending?.id) this.#pending = null;
  }

  /** @param {TableSnapshot} message @param {Change} change */
  #snapshot(message, change) {
    const fresh = message.game !== this.game;
    this.#queue.clear();
    this.#unsaid = [];
    this.hands.clear();
    if (this.#pending && (fresh || this.#pending.type === "next" || message.ply > this.ply)) {
      this.wire.forget(this.#pending.id);
      this.#pending = null;
    }
    const first = this.view === undefined;
    const goesOn = !fresh && this.#log.every((entry, at) => message.log[at] === entry);
    if (!goesOn) this.status.forget();
    const told = fresh ? keptTurns(this.root.dataset.table, message.game) : { log: this.#log, lines: this.lines };
    this.table = message.table;
    this.version = message.version;
    this.game = message.game;
    this.ply = message.ply;
    this.#undo = message.undo;
    this.#log = [...message.log];
    useTerms(this.table.terms ?? {});
    if (message.people) this.people = message.people;
    this.#nameTable();
    if (!message.view) return;
    this.live = message.view;
    if (fresh || !this.scene) {
      this.scene = new Scene(this.#ui.cards, this.live.rules, (place) => this.board.land(place));
      this.#finished = false;
      this.#ui.finish.close();
    }
    const past = this.#log.map((entry) => this.#logged(entry));
    this.#last = past.at(-1)?.target || null;
    this.lines = past.map((move, at) =>
      told.log[at] === this.#log[at] && told.lines[at]
        ? told.lines[at]
        : { seat: move.seat, text: moveNote(move, this.live, this.table, false) },
    );
    // A page that comes into a running game shows how it stands; one that comes to its beginning sees the deal.
    this.show(this.live, { instant: first && this.#log.length > 0, deal: fresh, ...change });
    if (fresh && this.#log.length === 0) this.sound("shuffle");
    this.#settle(true);
  }

  /** A line of the log, such as "0 H7h-C1". @param {string} entry */
  #logged(entry) {
    const [seat, text] = entry.split(" ");
    return parseMove(text, Number(seat), this.live.rules);
  }

  /** @param {TableEvent} message */
  #event(message) {
    if (message.version !== /** @type {number} */ (this.version) + 1) {
      // Something is missing, or was told twice: ask how things stand.
      if (message.version > /** @type {number} */ (this.version)) this.wire.restart();
      return;
    }
    const before = this.live;
    const after = /** @type {View} */ ({ ...message.view, rules: before.rules });
    const own = this.#pending !== null && message.id === this.#pending.id;
    if (own) this.#pending = null;
    this.live = after;
    this.#sawEnd = after.result !== null;
    this.version = message.version;
    this.ply = message.ply;
    this.#undo = message.undo;
    if (message.match) this.table.match = message.match;
    if (message.action === "undo" || message.move === null) {
      this.#undone(message.seat, after);
      return;
    }
    this.#log.push(`${message.seat} ${message.move}`);
    const move = parseMove(message.move, message.seat, before.rules);
    this.lines.push({ seat: message.seat, text: moveNote(move, before, this.table) });
    this.#enqueue(moveSentence(move, before, this.table), async (wait) => {
      const pace = SPEEDS[this.settings.speed];
      if (!own) {
        if (message.seat !== this.table.you) await wait(BREATH * pace);
        this.show(carry(before, move), { move, duration: after.result ? LAST_PLAY : PLAY });
        this.#soundOf(before, move);
      }
      this.#say();
      this.#last = move.target || null;
      await wait((after.result ? LAST_PLAY : own ? OWN_PLAY : PLAY) * pace);
      const time = this.show(after, {});
      this.#mark(this.#moments.end(before, move, after));
      await wait(time);
    });
  }

  /** @param {number} seat @param {View} after */
  #undone(seat, after) {
    const undone = this.#logged(/** @type {string} */ (this.#log.pop()));
    this.lines.pop();
    const name = this.table.seats[seat].name;
    const words =
      seat === this.table.you ? _("You take the last move back.") : _("{name} takes the last move back.", { name });
    this.#enqueue(words, async () => {
      this.#last = this.#log.length > 0 ? this.#logged(/** @type {string} */ (this.#log.at(-1))).target : null;
      this.show(after, { undone });
    });
  }

  /** @param {string} sentence @param {Step} step */
  #enqueue(sentence, step) {
    this.#unsaid.push(sentence);
    this.#queue.push(async (wait) => {
      await step(wait);
      this.#say();
    });
  }

  /** Says the sentence of the step that is being shown. */
  #say() {
    const sentence = this.#unsaid.shift();
    if (!sentence) return;
    this.announcer.say(sentence);
    this.status.event(sentence);
  }

  /** Who sits where may change while a game runs. @param {People} people */
  #people(people) {
    this.people = people;
    if (!this.table) return;
    this.table.you = people.you;
    this.table.seats = people.seats.map((seat, index) => ({ ...this.table.seats[index], ...seat }));
    if (this.view) this.refresh();
  }

  /** @param {Refused} message */
  #refused(message) {
    const undone = message.id && message.id === this.#pending?.id ? this.#pending?.move : null;
    if (message.id && message.id === this.#pending?.id) this.#pending = null;
    if (!this.live || message.version === null) {
      this.tell(message.message);
      return;
    }
    if (message.view) this.live = { ...message.view, rules: this.live.rules };
    this.version = message.version;
    this.ply = message.ply ?? this.ply;
    this.#undo = message.undo;
    this.#queue.clear();
    this.hands.clear();
    this.tell(message.message);
    this.show(this.live, { undone });
  }

  /** Everything has been shown. @param {boolean} [drawn] how things stand is drawn already */
  #settle(drawn = false) {
    if (this.view !== this.live && this.#pending === null) this.show(this.live, {});
    else if (!drawn) this.refresh();
    if (this.live.result && !this.#finished) {
      this.#finished = true;
      this.announcer.say(this.status.headline);
      void this.#finish(this.#sawEnd && this.table.you !== null);
    } else if (this.live.turn === this.table.you && !this.live.result) {
      this.announcer.say(this.status.headline);
      if (!this.live.moved) this.sound("turn");
      this.hands.focusSource();
    }
    this.#listeners.shown();
  }

  /** Celebrates or consoles, if somebody who plays saw the end, and tells it. @param {boolean} seen */
  async #finish(seen) {
    const won = this.live.result?.winners.includes(this.table.you ?? -1);
    if (seen) this.sound(won ? "win" : "loss");
    if (!this.tellsEnd) return;
    const ending = Promise.all([import("./finish.js"), import("./finale.js"), fetchMoments()]);
    if (!(seen && won)) await new Promise((done) => setTimeout(done, LOOK_AT_END * SPEEDS[this.settings.speed]));
    const [{ showFinish }, { finale }] = await ending;
    if (seen && won) await finale(this);
    if (!this.live.result) return;
    const { day } = this.root.dataset;
    const game = /** @type {number} */ (this.game);
    showFinish(this.#ui.finish, { view: this.live, table: this.table, game, log: this.#log, day, next: () => this.next() });
  }

  // Showing.

  /** @param {View} view @param {Change} change @returns {number} milliseconds */
  show(view, change) {
    this.view = view;
    const { clientWidth: width, clientHeight: height } = this.root;
    this.layout = layoutTable(view, { width, height }, this.settings, this.head, this.status.room);
    this.hands.check();
    const scene = /** @type {Scene} */ (this.scene);
    scene.pace = SPEEDS[this.settings.speed];
    const time = scene.show(this.layout, change);
    this.refresh();
    return time;
  }

  /** The moves that a gesture can mean now. */
  get moves() {
    return this.view === this.live && this.#pending === null ? legalMoves(this.view) : [];
  }

  /** Draws everything that is not a card, and the marks on cards. */
  refresh() {
    const { moves, view, table, layout, hands, lit, marks } = this;
    const { selection } = hands;
    const scene = /** @type {Scene} */ (this.scene);
    this.root.dataset.mode = layout.mode;
    style(this.root, "--top", `${layout.top - this.head}px`);
    const arrivals = scene.arrivals.bind(scene);
    this.board.draw({ view, table, layout, moves, selection, lit, marks, arrivals });
    scene.mark("can", new Set(playablePieces(view, moves, scene)));
    scene.mark("picked", new Set(hands.pieces()));
    scene.mark("last", new Set([this.#last && !selection ? scene.piece(this.#last) : undefined]));
    scene.mark("hinted", new Set(lit.filter((key) => key.startsWith("hand:")).map((key) => scene.pieceAt(key))));
    this.status.show({
      view,
      table,
      rect: layout.status,
      moves,
      hint: selection ? selectionHint(moves, selection) : "",
      undo: this.mayUndo,
      undoTurn: this.#mayUndoTurn,
      mark: marks.get(table.you ?? -1) ?? null,
      ofDay: this.root.dataset.day !== undefined && this.game === 1,
    });
    this.#nameTable();
    const title = `${this.status.headline.replace(/\.$/, "")} · ${table.name}`;
    if (document.title !== title) document.title = title;
    this.#listeners.drawn();
  }

  /** The bar says what is played and, in a match, how it stands. */
  #nameTable() {
    const { title } = this.#ui;
    const stand = matchWords(this.table, this.game ?? 1);
    const text = stand ? `${this.table.name} · ${stand}` : this.table.name;
    if (title.textContent === text) return;
    title.replaceChildren(this.table.name);
    if (!stand) return;
    const match = document.createElement("span");
    match.className = "match";
    match.textContent = ` · ${stand}`;
    title.append(match);
  }

  /** Points at places and cards, by their keys. @param {string[]} keys */
  light(keys) {
    if (keys.length === 0 && this.lit.length === 0) return;
    this.lit = keys;
    if (this.view) this.refresh();
  }

  /** A line for the player alone, in place of the hint. @param {string} text */
  tell(text) {
    this.status.tell(text);
    this.announcer.say(text);
  }

  /**
   * Says why a gesture plays nothing.
   * @param {PlaceId} source @param {string[]} cards @param {PlaceId} target
   */
  async explain(source, cards, target) {
    const { view, table } = this;
    const { whyNot } = await import("./why.js");
    this.tell(whyNot(view, table, source, cards, target));
    void this.#mark({ refused: true });
  }

  /** Looks closer at a place: stacks fanned out, or a line that says what it is. @param {PlaceId} place */
  async look(place) {
    const { lookAt } = await import("./dialogs.js");
    const line = lookAt(place.split("#")[0], this.view, this.table, this.#ui.reader);
    if (line) this.tell(line);
  }

  /** @param {number} seat */
  async lookAtSeat(seat) {
    // In a lesson and in a replay nobody is there to see another head.
    if (seat === this.table.you && this.root.dataset.table) {
      const { chooseHead } = await import("./head-picker.js");
      await chooseHead(this.table.seats[seat].name, (head) => this.wear(head));
      return;
    }
    const { showStacks } = await import("./dialogs.js");
    showStacks(this.#ui.reader, this.view, this.table, seat, null);
    this.looked?.(this.#ui.reader, seat);
  }

  /** Shows the others another head at one's seat. @param {string} head */
  wear(head) {
    this.table.seats[/** @type {number} */ (this.table.you)].head = head || null;
    this.wire.send({ type: "wear", head: head || null });
    this.refresh();
  }

  // Acting.

  /** Before any gesture: what is still moving comes to its end. */
  begin() {
    if (this.busy) this.skip();
    else this.scene?.finish();
    for (const one of this.root.querySelectorAll(".flourish")) one.remove();
    this.status.tell("");
    this.#listeners.begun();
  }

  skip() {
    this.scene?.finish();
    this.#queue.clear();
    for (let left = this.#unsaid.length; left > 0; left -= 1) this.#say();
    if (this.#log.length > 0) this.#last = this.#logged(/** @type {string} */ (this.#log.at(-1))).target || null;
    this.show(this.live, {});
    this.#settle(true);
  }

  /** @param {Move} move */
  play(move) {
    if (this.#pending || !this.moves.some((one) => one.text === move.text)) return;
    const allowed = this.allow?.(move.text) ?? true;
    if (allowed !== true) {
      this.hands.clear();
      this.tell(allowed || "");
      this.show(this.view, {});
      return;
    }
    this.#last = move.target || this.#last;
    const pieces = new Set(this.hands.pieces());
    this.hands.clear();
    this.#send("move", { move: move.text }, move);
    this.scene?.mark("picked", pieces);
    const last = move.source.startsWith("payoff:") && raceOf(this.live, move.seat).left === 1;
    this.show(carry(this.live, move), last ? { move, duration: LAST_PLAY } : { move });
    this.#soundOf(this.live, move);
  }

  pass() {
    const move = this.moves.find((one) => one.pass);
    if (move) this.play(move);
  }

  undo() {
    if (!this.mayUndo) return;
    this.hands.clear();
    this.#send("undo");
    this.refresh();
  }

  next() {
    if (this.#ui.finish.open || this.live.result) this.#send("next");
  }

  /** @param {"move" | "undo" | "next"} type @param {object} [more] @param {Move | null} [move] that is shown already */
  #send(type, more = {}, move = null) {
    const ply = type === "next" ? {} : { ply: this.ply };
    this.#pending = { id: this.wire.send({ type, game: this.game, ...ply, ...more }), type, move };
  }

  /** A card laid down, on the table or on another card; one of the pay-off pile rings. @param {View} before @param {Move} move */
  #soundOf(before, move) {
    const paid = this.#moments.begin(before, move);
    if (paid !== null) this.sound("payoff", paid);
    else if (!move.pass) this.sound(cardsOn(before, move.target).length > 0 ? "card" : "table");
  }

  /** Something that is worth a sound and a sight of its own. @param {Partial<Moment> & {refused?: boolean}} moment */
  async #mark(moment) {
    const { finished = null, gift = null, turned = null, refused = false } = moment;
    if (finished) this.sound("finished");
    else if (gift !== null) this.sound("gift");
    else if (refused) this.sound("refusal");
    else if (turned === null) return;
    if (this.settings.speed === "off") return;
    const { flourish } = await fetchMoments();
    flourish(this, moment);
  }

  /** @param {Sound} name @param {number} [step] of a pay-off card in its row, from 0 */
  sound(name, step = 0) {
    return hear(this.settings, name, step);
  }

  toggleSound() {
    this.change({ ...this.settings, sound: !this.settings.sound });
    this.tell(this.settings.sound ? _("Sound on.") : _("Sound off."));
  }

  /** @param {Settings} settings */
  change(settings) {
    const otherDeck = settings.deck !== this.settings.deck;
    this.settings = settings;
    saveSettings(settings);
    const dressed = applySettings(settings);
    if (this.view) this.show(this.view, {});
    dressed.then(() => {
      if (!otherDeck || !this.view) return;
      this.scene?.redraw();
      this.show(this.view, {});
    });
  }
}
