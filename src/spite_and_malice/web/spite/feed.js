// Turns the server's messages into the table's display: each message changes the state, and the events are shown step
// by step, at a pace the eye can follow.

import { breath } from "./breath.js";
import { Moments } from "./moments/moments.js";
import { cardsOn, carry, parseMove } from "./moves.js";
import { LIES } from "../kernel/cards/pieces.js";
import { Queue } from "../kernel/cards/queue.js";
import { SPEEDS } from "../kernel/settings/settings.js";
import { _, useTerms } from "../texts.js";
import { moveNote, moveSentence, orderWords, turnWords } from "./words.js";

/** @import {People, Refused} from "./messages.js" */
/** @import {TableEvent, TableMessage, TableSnapshot} from "./types.js" */
/** @import {Step} from "../kernel/cards/queue.js" */
/** @import {Change} from "./scene.js" */
/** @import {TableView} from "./table.js" */
/** @import {Line, Move, View} from "./types.js" */

/**
 * The cause of a snapshot, if known, and the text for it in place of the log.
 * @typedef {Change & {lines?: Line[], sentence?: string}} Course
 */

const PLAY = 450;
const OWN_PLAY = 180;
/** The time for which a finished stack stays visible. */
const SQUARES = 200;
/** The card that ends the game. */
export const LAST_PLAY = 800;

export class Feed {
  /** @type {string[]} sentences of moves that have not been shown yet */
  #unsaid = [];
  /** Has the end of this game been announced? */
  #finished = false;
  /** The game whose order of play has been announced. */
  #ordered = /** @type {number | null} */ (-1);
  /** Did this page see the game end, or only its result? */
  #sawEnd = false;
  /** The match score after a game whose end has not been shown yet. @type {TableEvent["match"]} */
  #match = null;
  #moments = new Moments();
  #queue = new Queue(() => this.#settle());
  #table;
  #state;

  /** @param {TableView} table */
  constructor(table) {
    this.#table = table;
    this.#state = table.state;
  }

  /** Is something still being shown? */
  get busy() {
    return this.#queue.busy;
  }

  /** @param {TableMessage} message @param {Course} course */
  receive(message, course) {
    const { pending } = this.#state;
    if (message.type === "snapshot") this.#snapshot(message, course);
    else if (message.type === "event") this.#event(message);
    else if (message.type === "people") this.#people(message);
    else if (message.type === "refused") this.#refused(message);
    else if (message.type === "accepted" && message.id === pending?.id) this.#state.pending = null;
  }

  /** @param {TableSnapshot} message @param {Course} course */
  #snapshot(message, course) {
    const [state, table] = [this.#state, this.#table];
    const fresh = message.game !== state.game;
    this.#queue.clear();
    this.#unsaid = [];
    // A card that is being dragged when the connection comes back stays under the finger.
    if (fresh || JSON.stringify(message.view) !== JSON.stringify(state.live)) table.hands.clear();
    if (state.pending && (fresh || state.pending.type === "next" || message.ply > state.ply)) {
      table.wire.forget(state.pending.id);
      state.pending = null;
    }
    const first = state.view === undefined;
    const goesOn = !fresh && state.log.every((entry, at) => message.log[at] === entry);
    if (!goesOn) table.status.forget();
    if (fresh) table.status.tell("");
    this.#take(message);
    this.#match = null;
    state.table = message.table;
    state.game = message.game;
    state.log = [...message.log];
    useTerms(state.table.terms ?? {});
    if (message.people) state.people = message.people;
    table.nameTable();
    if (!message.view) return;
    state.live = message.view;
    if (table.setUp(fresh)) this.#finished = false;
    const past = state.log.map((entry) => this.#logged(entry));
    state.last = past.at(-1)?.target || null;
    const played = message.log.map((_entry, at) => message.played[at] || "");
    const said = (/** @type {Move} */ move, /** @type {number} */ at) =>
      ({ seat: move.seat, text: moveNote(move, state.live, state.table, played[at] ?? "") });
    state.lines = course.lines ?? past.map(said);
    // A page that joins a running game shows its state; one that joins at its beginning sees the deal.
    table.show(state.live, { instant: first && state.log.length > 0, deal: fresh, back: !fresh && !goesOn, ...course });
    if (fresh && state.log.length === 0) table.sound("shuffle");
    this.#settle(true);
    if (course.sentence !== undefined) table.status.event(course.sentence);
  }

  /**
   * Stores the state of the table.
   * @param {{version: number | null, ply: number | null, undo: boolean, seconds?: number | null}} message
   */
  #take({ version, ply, undo, seconds = null }) {
    Object.assign(this.#state, { version, ply: ply ?? this.#state.ply, undo, seconds });
  }

  /** A line of the log, such as "0 H7h-C1". @param {string} entry */
  #logged(entry) {
    const [seat, text] = entry.split(" ");
    return parseMove(text, Number(seat), this.#state.live.rules);
  }

  /** The target of the last card in the log. */
  #lastTarget() {
    const entry = this.#state.log.at(-1);
    return entry ? this.#logged(entry).target || null : null;
  }

  /** @param {TableEvent} message */
  #event(message) {
    const [state, table] = [this.#state, this.#table];
    const version = /** @type {number} */ (state.version);
    if (message.version !== version + 1) {
      // Something is missing, or came twice: ask for the state.
      if (message.version > version) table.wire.restart();
      return;
    }
    const before = state.live;
    const after = /** @type {View} */ ({ ...message.view, rules: before.rules });
    const own = state.pending !== null && message.id === state.pending.id;
    if (own) state.pending = null;
    state.live = after;
    if (own && state.view.turn !== after.turn) this.#pass(after.turn);
    this.#sawEnd = after.result !== null;
    this.#take(message);
    this.#match = message.match ?? this.#match;
    state.worlds.set(message.seat, message.worlds ?? 0);
    if (message.action === "undo" || message.move === null) {
      this.#undone(message.seat, after);
      return;
    }
    state.log.push(`${message.seat} ${message.move}`);
    const move = parseMove(message.move, message.seat, before.rules);
    state.lines.push({ seat: message.seat, text: moveNote(move, before, state.table) });
    this.#enqueue(moveSentence(move, before, state.table), async (wait) => {
      const pace = SPEEDS[state.settings.speed];
      const duration = after.result ? LAST_PLAY : own ? OWN_PLAY : PLAY;
      if (!own) {
        if (message.seat !== state.you) await wait(breath(message.pause, pace));
        table.show(carry(before, move), { move, duration });
        this.soundOf(before, move);
        // A card from a hand shows its face on the way: the text comes when it has landed.
        await wait(duration * LIES * pace);
      }
      this.#say();
      state.last = move.target || null;
      await wait(duration * (own ? 1 : 1 - LIES) * pace);
      const { finished, ...rest } = this.#moments.end(before, move, after);
      if (finished) {
        // It is squared up while it lies there, and then swept away.
        table.mark({ finished });
        await wait(SQUARES * pace);
      }
      if (after.result) this.#count();
      const time = table.show(after, {});
      table.mark(rest);
      await wait(time);
    });
  }

  /** Counts the finished game: its last card has come to rest, or is not waited for. */
  #count() {
    if (this.#match) this.#state.table.match = this.#match;
    this.#match = null;
  }

  /** Moves the light to the player to move; the cards follow. @param {number} turn */
  #pass(turn) {
    this.#state.view = { ...this.#state.view, turn };
    this.#table.refresh();
  }

  /** @param {number} seat @param {View} after */
  #undone(seat, after) {
    const state = this.#state;
    const undone = this.#logged(/** @type {string} */ (state.log.pop()));
    state.lines.pop();
    const { name } = state.table.seats[seat];
    const words = seat === state.you ? _("You take the last move back.") : _("{name} takes the last move back.", { name });
    this.#enqueue(words, async () => {
      this.#say();
      state.last = this.#lastTarget();
      this.#table.show(after, { undone });
    });
  }

  /** @param {string} sentence @param {Step} step that announces it when its card moves */
  #enqueue(sentence, step) {
    this.#unsaid.push(sentence);
    this.#queue.push(step);
  }

  /** Announces the sentence of the current step. */
  #say() {
    const sentence = this.#unsaid.shift();
    if (!sentence) return;
    this.#table.announcer.say(sentence);
    this.#table.status.event(sentence);
  }

  /** The people at the seats may change while a game runs. @param {People} people */
  #people(people) {
    const state = this.#state;
    state.people = people;
    if (!state.table) return;
    state.table.you = people.you;
    state.table.seats = people.seats.map((seat, index) => ({ ...state.table.seats[index], ...seat }));
    if (state.view) this.#table.refresh();
    this.#table.meet();
  }

  /** @param {Refused} message */
  #refused(message) {
    // Another device of the same person has given its part of the deal.
    if (message.code === "already_contributed") return;
    const [state, table] = [this.#state, this.#table];
    const answered = message.id !== null && message.id === state.pending?.id ? state.pending : null;
    if (answered) state.pending = null;
    if (!state.live || message.version === null) {
      table.tell(message.message);
      return;
    }
    if (message.view) state.live = { ...message.view, rules: state.live.rules };
    this.#take(message);
    this.#queue.clear();
    this.#count();
    table.hands.clear();
    if (answered) state.last = state.log.length > 0 ? this.#lastTarget() : null;
    table.tell(message.message);
    table.show(state.live, { undone: answered?.move ?? null });
  }

  /** Everything has been shown. @param {boolean} [drawn] the state is already drawn */
  #settle(drawn = false) {
    const [state, table] = [this.#state, this.#table];
    const { live, you } = state;
    this.#count();
    if (state.view !== live && state.pending === null) table.show(live, {});
    else if (!drawn) table.refresh();
    if (this.#ordered !== state.game && live.rules.players > 2 && !live.result) {
      this.#ordered = state.game;
      table.announcer.say(orderWords(live, state.table));
    }
    if (live.result && !this.#finished) {
      this.#finished = true;
      table.announcer.say(turnWords(live, state.table, state.people).head);
      table.end(this.#sawEnd && you !== null);
    } else if (live.turn === you && !live.result) {
      table.announcer.say(turnWords(live, state.table, state.people).head);
      if (!live.moved) table.sound("turn");
      table.hands.focusSource();
    }
    table.settled();
  }

  /**
   * Shows the state at once instead of the events, and announces all of them.
   * @param {boolean} [soon] everything but the cards a frame later
   */
  skip(soon = false) {
    this.#queue.clear();
    for (let left = this.#unsaid.length; left > 0; left -= 1) this.#say();
    if (this.#state.log.length > 0) this.#state.last = this.#lastTarget();
    this.#count();
    this.#table.show(this.#state.live, {}, soon);
    this.#settle(true);
  }

  /**
   * The sound of a card laid on the table or on another card; a pay-off card rings.
   * @param {View} before
   * @param {Move} move
   */
  soundOf(before, move) {
    const paid = this.#moments.begin(before, move);
    if (paid !== null) this.#table.sound("payoff", paid);
    else if (!move.pass) this.#table.sound(cardsOn(before, move.target).length > 0 ? "card" : "table");
  }
}
