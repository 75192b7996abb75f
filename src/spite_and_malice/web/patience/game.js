// The whole patience table: the server's last message, the picture on the screen, the unanswered requests.

import { Announcer } from "../kernel/dom/announce.js";
import { sizeOf } from "../kernel/dom/elements.js";
import { lazily } from "../kernel/dom/lazily.js";
import { spoken } from "../kernel/cards/cards.js";
import { Queue } from "../kernel/cards/queue.js";
import { applySettings, loadSettings, saveSettings, SPEEDS } from "../kernel/settings/settings.js";
import { hear, hearRoom } from "../kernel/sound/sounds.js";
import { _ } from "../texts.js";
import { Board } from "./board.js";
import { Hands } from "./hands.js";
import { inOrder, layoutPatience } from "./layout/layout.js";
import { carry, countAt, homeCount, legalMoves, parseMove, placeOf, stockWord } from "./moves.js";
import { isLuck, pilesOf } from "./piles.js";
import { PatienceScene } from "./scene.js";
import { Timeline } from "./timeline.js";
import { Tools } from "./tools.js";
import { actionSentence, capital, choiceSentence, hindranceOf, partnersSentence } from "./words.js";

/** @import {Faces} from "../kernel/cards/cards.js" */
/** @import {Sound} from "../kernel/sound/sound.js" */
/** @import {Layout, Message, Move, PlaceId, Settings, Spot, View} from "./types.js" */
/** @import {Asked} from "./requests.js" */
/** @import {Change} from "./scene.js" */
/**
 * @import {PatienceEnd as End, PatienceEvent as Event, PatienceHint as Hint,
 *   PatienceRefused as Refused, PatienceSnapshot as Snapshot, PatienceState as State, PatienceTableInfo as Table} from "./messages.js"
 */

/**
 * @typedef {import("../kernel/line/socket.js").Wire<Asked>} Wire
 * @typedef {{root: HTMLElement, below: HTMLElement, cards: HTMLElement, above: HTMLElement, tools: HTMLElement,
 *   words: HTMLElement, live: HTMLElement, title: HTMLElement, meters: HTMLElement, finish: HTMLDialogElement}} Elements
 */

/** The number of gestures that may wait for a pending answer. */
const PATIENT = 4;
/** The number of passes through the stock without a play after which help is offered. */
const FRUITLESS = 30;
/** Actions that wait for the answer to an earlier one, instead of being ignored. */
const LATER = ["undo", "redo", "hint", "solve"];
/** Requests answered after the event that counts them. */
const QUESTIONS = ["hint", "solve"];
/** The time between two cards that go to their foundations automatically. */
const FINISH_GAP = 85;
const FINISH_FLIGHT = 260;
const PLAY = 180;
/** Everything is face up: the time left to say that one plays on. */
const FINISH_AFTER = 2500;

const fetchHelp = lazily(() => import("./help.js"));
const fetchEnding = lazily(() => import("./ending.js"));

export class PatienceTable {
  table = /** @type {Table} */ (/** @type {unknown} */ (undefined));
  /** The view on the screen. */
  view = /** @type {View} */ (/** @type {unknown} */ (undefined));
  /** The server's last message. */
  live = /** @type {View} */ (/** @type {unknown} */ (undefined));
  state = /** @type {State} */ (/** @type {unknown} */ (undefined));
  /** @type {End | null} */
  end = null;
  /** @type {number | null} */
  version = null;
  /** @type {number | null} */
  game = null;
  /** The message if no position was found from which this game can be won, else empty. */
  hopeless = "";
  layout = /** @type {Layout} */ (/** @type {unknown} */ (undefined));
  /** The parts for drawing cards. @type {Faces} */
  faces = new Map();
  #ply = 0;
  /** The time when the state came, by this page's clock. */
  #toldAt = 0;
  /** @type {{id: string, type: string, shown: boolean, ply?: number, more?: object, about?: Spot} | null} */
  #pending = null;
  /**
   * The last hint and its position: requested again there, it is shown again and counts once.
   * @type {{view: View, hint: Hint} | null}
   */
  #advised = null;
  /** Gestures that came while an answer was pending. @type {(() => void)[]} */
  #later = [];
  #timeline = new Timeline();
  /** Has the player been told that all cards are face up? */
  #offered = false;
  /** The timer until the game finishes automatically. */
  #finishing = 0;
  /** The card that the keyboard's focus follows, and its target. @type {{card: string, place: PlaceId} | null} */
  #followed = null;
  #queue = new Queue(() => this.#settle());
  #ui;

  /** @param {Elements} ui @param {Settings} settings @param {Wire} wire */
  constructor(ui, settings, wire) {
    this.#ui = ui;
    this.settings = settings;
    this.wire = wire;
    this.root = ui.root;
    this.hands = new Hands(this);
    this.board = new Board(ui.below, ui.above);
    this.announcer = new Announcer(ui.live, (text) => capital(spoken(text)));
    this.scene = new PatienceScene(ui.cards, (place) => place === "S" && this.#draw(), this.faces);
    this.tools = new Tools(ui, this);
    addEventListener("spite-settings", () => this.change(loadSettings()));
    document.addEventListener("visibilitychange", () => this.#look());
    new ResizeObserver(() => this.view && this.show(this.view, { instant: true })).observe(ui.root);
  }

  /** The legal moves, while no answer is pending. */
  get moves() {
    return this.#pending === null && this.view === this.live && !this.end ? legalMoves(this.view) : [];
  }

  get waits() {
    return this.#pending !== null;
  }

  get busy() {
    return this.#queue.busy;
  }

  /** Is the table locked: the game over, or paused with its cards covered? */
  get resting() {
    return this.end !== null || this.state.paused === "pause";
  }

  /** Milliseconds played by now: as at the server, the clock stops after a long time without an action. */
  get elapsed() {
    return this.state.elapsed + Math.min(performance.now() - this.#toldAt, this.state.counts_on);
  }

  // Messages.

  /** @param {Message} message */
  receive(message) {
    if (message.type === "snapshot") this.#snapshot(message);
    else if (message.type === "event") this.#event(message);
    else if (message.type === "refused") this.#refused(message);
    else {
      this.#answered(message.id);
      if (message.type === "hint") this.#advised = { view: this.live, hint: message };
      else if (message.type === "solved") this.#advised = null;
      // The answer to a question about another position no longer matters.
      if (message.type !== "accepted" && message.ply === this.#ply) void this.#help((help) => help.answer(this, message));
      if (!this.busy) this.#settle();
    }
  }

  /** @param {Snapshot} message */
  #snapshot(message) {
    const fresh = message.game !== this.game;
    const first = this.view === undefined;
    const knewEnd = this.end !== null;
    const same = !fresh && this.#isLive(message.view);
    // Moves played while the connection was lost have been sent again.
    const stands = same && this.#pending?.shown === true;
    if (!stands) this.#drop();
    // A card that is being dragged when the connection comes back stays under the finger.
    if (!same) this.hands.clear();
    this.table = message.table;
    this.version = message.version;
    if (this.game !== message.game) this.hopeless = "";
    this.game = message.game;
    this.#take(message);
    if (fresh) this.#offered = false;
    this.tools.name(this.table);
    const dealt = fresh && message.ply === 0;
    this.show(stands ? this.view : this.live, { instant: first && !dealt, deal: fresh && (dealt || !first) });
    if (dealt) this.sound("shuffle");
    if (dealt && !first) this.announcer.say(_("New cards."));
    this.tools.quiet();
    // The page's facts about the game are shown again when it comes back.
    if (this.state.verdict) void this.#help((help) => help.tellVerdict(this));
    this.#settle();
    if (document.hidden) this.#look();
    // Anyone who comes back to a finished game is shown its result.
    if (this.end && !knewEnd) void this.tellEnd();
  }

  /**
   * Is a move pending that is already shown, with the cards as they were when it was played?
   * @param {View} view the server's current view
   */
  #stands(view) {
    return this.#pending?.shown === true && this.#isLive(view);
  }

  /** Do the cards lie as they did at the server's last message? @param {View} view */
  #isLive(view) {
    return JSON.stringify(view) === JSON.stringify(this.live);
  }

  /** The clock stops while the page is hidden; the cards are then covered, if the player wants that. */
  #look() {
    if (!this.view || this.end) return;
    if (document.hidden && this.settings.cover && this.state.running) this.act("pause");
    this.wire.send({ type: "look", shown: !document.hidden });
  }

  /** Drops everything pending. */
  #drop() {
    this.#queue.clear();
    this.#later = [];
    if (this.#pending) this.wire.forget(this.#pending.id);
    this.#pending = null;
    this.#timeline.clear();
  }

  /** @param {{ply: number, view: View, state: State, end: End | null}} message */
  #take({ ply, view, state, end }) {
    this.#ply = ply;
    this.live = view;
    this.state = state;
    this.end = end;
    this.#toldAt = performance.now();
  }

  /** @param {Event} message */
  #event(message) {
    // Events before the snapshot are part of it.
    if (this.version === null) return;
    if (message.version !== this.version + 1) {
      if (message.version > this.version) this.wire.restart();
      return;
    }
    const before = this.live;
    const own = this.#pending !== null && message.id === this.#pending.id;
    const shown = own && this.#pending?.shown === true;
    const ended = message.end !== null && this.end === null;
    const stands = !own && this.#stands(message.view);
    this.version = message.version;
    this.#take(message);
    this.#timeline.note(message.action, message.moves.length, before);
    if (own && !QUESTIONS.includes(this.#pending?.type ?? "")) this.#pending = null;
    if (message.action === "finish") this.#playOut(before, message, ended);
    else if (message.action.startsWith("auto:")) this.#goHome(before, message, ended);
    else {
      // Cards may still be on their way home, as they were before this.
      this.#queue.clear();
      const sentence = actionSentence(message.action, message.moves, before, this.live);
      // Anyone who asked to go back is shown how far.
      if (message.action.startsWith("rescue")) this.tell(sentence);
      else this.announcer.say(sentence);
      if (!shown && message.moves.length > 0) this.#soundOf(message.action, before, this.live);
      this.show(stands ? this.view : this.live, {});
      if (ended) this.#queue.push(async (wait) => wait(PLAY * 2 * this.#pace));
      if (ended) this.#queue.push(async () => void this.#ending());
    }
    if (!this.busy) this.#settle();
  }

  /** @param {Refused} message */
  #refused(message) {
    const pending = message.id !== null && message.id === this.#pending?.id ? this.#pending : null;
    const stands = pending !== null && message.view !== undefined && this.#stands(message.view);
    if (pending) this.#answered(pending.id);
    if (message.version !== undefined && message.view && message.state) {
      this.version = message.version;
      this.#take({ ply: message.ply ?? 0, view: message.view, state: message.state, end: this.end });
    }
    // Stopping or resuming the clock moves no card: moves played meanwhile stay valid.
    if (stands && message.code === "stale" && pending.ply !== this.#ply) {
      this.#send(pending.type, pending.more, true);
      return;
    }
    if (pending?.about && message.code === "illegal_move") {
      this.refuse(message.message, pending.about.place, pending.about.index);
      if (!this.busy) this.#settle();
      return;
    }
    if (this.live) {
      this.hands.clear();
      this.show(this.live, {});
    }
    this.#later = [];
    if (message.code === "no_rescue") {
      this.hopeless = message.message;
      void this.#help((help) => help.tellHopeless(this));
      return;
    }
    if (message.code === "not_yours") void this.#help((help) => help.showStranger(this));
    this.tell(message.message);
  }

  /** @param {string} id */
  #answered(id) {
    if (this.#pending?.id !== id) return;
    this.#pending = null;
  }

  /**
   * The rest is certain: the cards go to their foundations automatically.
   * @param {View} before
   * @param {Event} event
   * @param {boolean} ended
   */
  #playOut(before, { moves, turned }, ended) {
    let view = before;
    const coming = [...turned];
    moves.forEach((text, at) => {
      const move = parseMove(text, view);
      view = carry(view, move, move.source === "S" || isLuck(view) ? coming.splice(0, move.count) : []);
      const after = at === moves.length - 1 ? this.live : view;
      this.#queue.push(async (wait) => {
        this.show(after, { duration: FINISH_FLIGHT });
        this.sound("payoff", Math.min(7, Math.floor((at * 8) / moves.length)));
        await wait((at === moves.length - 1 ? FINISH_FLIGHT : FINISH_GAP) * this.#pace);
      });
    });
    if (ended) this.#queue.push(async () => void this.#ending());
  }

  /**
   * A card goes home automatically, once the earlier moves have been shown.
   * @param {View} before
   * @param {Event} event
   * @param {boolean} ended
   */
  #goHome(before, { action, moves, view }, ended) {
    this.announcer.say(actionSentence(action, moves, before, view));
    // Moves played meanwhile are already sent, and their answers include this too.
    if (this.#pending?.shown) return;
    this.#queue.push(async (wait) => {
      await wait(FINISH_GAP * this.#pace);
      this.#soundOf(action, before, view);
      this.show(view, { duration: FINISH_FLIGHT });
      if (ended) await wait(FINISH_FLIGHT * this.#pace);
    });
    if (ended) this.#queue.push(async () => void this.#ending());
  }

  get #pace() {
    return SPEEDS[this.settings.speed];
  }

  /** Everything has been shown. */
  #settle() {
    if (this.view !== this.live && this.#pending === null) this.show(this.live, {});
    this.#follow();
    if (this.#pending === null) this.#later.shift()?.();
    this.#offerFinish();
    if (this.live.result === "stuck" && !this.end && this.#pending === null) {
      void this.#help((help) => help.tellStuck(this));
    }
  }

  /** The rest is certain: it runs automatically in a moment, or on request. Anyone who plays on is not asked again. */
  #offerFinish() {
    const { can_finish, can_redo } = this.state;
    if (!can_finish) this.#offered = false;
    // Anyone who takes moves back has something else in mind, and a game of pure luck is not won yet.
    if (!can_finish || isLuck(this.live) || can_redo || this.resting || this.#offered || this.#pending !== null) return;
    this.#offered = true;
    if (!this.settings.finish) {
      this.#askToFinish();
      return;
    }
    this.tell(_("As good as won: the cards go home on their own."), [{ text: _("Let me play on"), act: () => this.begin() }]);
    this.#finishing = window.setTimeout(() => this.act("finish"), FINISH_AFTER);
  }

  /** The last moves need no thought. */
  #askToFinish() {
    this.tell(_('As good as won: "{finish}" plays the rest.', { finish: _("Finish") }));
  }

  /** Celebrates and shows the result. */
  async #ending() {
    const { ending } = await fetchEnding();
    if (this.end) await ending(this, this.#ui.finish);
  }

  /** Shows the card with the result again. */
  async tellEnd() {
    const { showEnd } = await fetchEnding();
    await showEnd(this, this.#ui.finish);
  }

  /** With the keyboard, the focus follows the card. */
  #follow() {
    const followed = this.#followed;
    this.#followed = null;
    const at = followed && placeOf(this.view, followed.card, followed.place);
    if (at) (this.board.button(`${at.place}#${at.index}`) ?? this.board.button(at.place))?.focus();
  }

  // Showing.

  /** @param {View} view @param {Change} change */
  show(view, change) {
    this.view = view;
    const before = this.layout;
    this.layout = layoutPatience(view, sizeOf(this.root), this.settings);
    this.scene.pace = this.#pace;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key ?? null;
    const from = before?.places.find(({ key }) => key === focused)?.rect;
    const time = this.scene.show(this.layout, change);
    this.#draw();
    // The focused button may have disappeared with its card.
    if (focused && !this.board.button(focused) && this.#followed === null) {
      const place = focused.split("#")[0];
      (this.board.button(`${place}#${Math.max(0, countAt(view, place) - 1)}`) ?? this.board.button(place) ?? this.#nearest(from))?.focus();
    }
    return time;
  }

  /** The button nearest to the place of a former one. @param {import("./types.js").Rect | undefined} from */
  #nearest(from) {
    if (!from) return undefined;
    const away = (/** @type {import("./types.js").Place} */ { rect }) => Math.hypot(rect.x - from.x, rect.y - from.y);
    const [best] = [...this.layout.places].sort((a, b) => away(a) - away(b));
    return best && this.board.button(best.key);
  }

  #draw() {
    const { layout, view } = this;
    this.root.dataset.mode = layout.mode;
    this.root.classList.toggle("paused", this.state.paused === "pause" && !this.end);
    this.board.draw(view, layout, this.moves.length > 0 || this.#pending === null ? this.moves : legalMoves(this.live), this.scene.arrivals("S"));
    this.#foresee();
    this.tools.draw();
  }

  /** @param {PlaceId[]} places */
  light(places) {
    this.board.light(places, this.layout);
  }

  /**
   * Shows a card that waits for its partner, and the cards that can go with it.
   * @param {Spot | null} picked
   * @param {Spot[]} partners
   * @param {PlaceId[]} [places] its other possible targets
   */
  mark(picked, partners, places = []) {
    this.#point(picked, partners);
    if (places.length > 0) this.light(places);
    if (picked && partners.length > 0) this.announcer.say(partnersSentence(this.view, picked, partners, places));
  }

  /**
   * Shows a card that waits for its place, and names its possible targets.
   * @param {Spot} picked
   * @param {Spot[]} targets the first choice first
   */
  offer(picked, targets) {
    this.#point(picked, targets);
    this.light(targets.map(({ place }) => place));
    this.tell(choiceSentence(this.view, picked, targets));
  }

  /** @param {Spot | null} picked @param {Spot[]} others */
  #point(picked, others) {
    const pieces = (/** @type {Spot[]} */ spots) => new Set(spots.map(({ place, index }) => this.scene.piece(place, index)));
    this.scene.mark("picked", pieces(picked ? [picked] : []));
    this.scene.mark("can", pieces(others));
    this.board.mark(picked, others);
    this.#foresee();
  }

  /** @param {PlaceId | null} place */
  hover(place) {
    this.board.hover(place);
  }

  /** The button under the mouse or with the keyboard's focus. */
  #pointed = "";

  /** Shows where a press would send the card pointed at. @param {string} key of its button, empty for none */
  point(key) {
    this.#pointed = key;
    if (this.view) this.#foresee();
  }

  #foresee() {
    const place = this.#pointed && this.board.button(this.#pointed) ? this.hands.ahead(this.#pointed) : null;
    this.board.foresee(place, place === null ? 0 : Math.max(0, countAt(this.view, place) - 1));
  }

  /** A line for the player. @param {string} text @param {import("./tools.js").Offer[]} [offers] */
  tell(text, offers = []) {
    this.tools.tell(text, offers);
    this.announcer.say(text);
  }

  /**
   * Explains why a gesture plays nothing; the card shakes its head.
   * @param {string} text
   * @param {PlaceId} place
   * @param {number} index
   */
  refuse(text, place, index) {
    this.tell(text);
    this.sound("refusal");
    const side = this.scene.piece(place, index)?.element.firstElementChild;
    if (!side || this.#pace === 0 || this.scene.motion.still) return;
    side.animate([0, -5, 5, -3, 2, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: 300 });
  }

  /** Looks closer at a pile. @param {string} key */
  look(key) {
    void this.#help((help) => help.look(this, key.split("#")[0]));
  }

  // Acting.

  /** Before any gesture. */
  begin() {
    if (this.busy) this.skip();
    else this.scene.finish();
    this.#forget();
  }

  /** Removes the outdated messages and markings. */
  #forget() {
    clearTimeout(this.#finishing);
    this.tools.quiet();
    this.light([]);
    this.scene.mark("hinted", new Set());
  }

  skip() {
    this.scene.finish();
    this.#queue.clear();
    this.show(this.live, {});
    if (this.end) void this.#ending();
    this.#settle();
  }

  /** The buttons at their current places, the upper ones last. */
  get buttons() {
    return inOrder(this.layout, this.view);
  }

  /** Does something when the pending answer has come. @param {() => void} act */
  later(act) {
    if (this.#later.length < PATIENT) this.#later.push(act);
  }

  /** The number of turns of the stock since the last play. */
  #turned = 0;

  /** @param {Move} move @param {string | null} followed the card that the focus follows */
  play(move, followed) {
    if (this.#pending || this.resting) return;
    this.hands.unpick();
    this.#followed = followed === null ? null : { card: followed, place: move.target };
    this.#forget();
    const before = this.live;
    const { autoplay } = this.settings;
    this.#send("move", { move: move.text, ...(autoplay === "off" ? {} : { autoplay }) }, true);
    this.#soundOf(move.text, before, carry(before, move));
    this.show(carry(before, move), {});
    this.#turned = move.source === "S" || move.target === "S" ? this.#turned + 1 : 0;
    if (this.#turned > 0 && this.#turned % FRUITLESS === 0) {
      this.tell(_("You have turned the stock {n} times and played nothing. A hint may help.", { n: this.#turned }), [
        { text: _("Hint"), act: () => this.act("hint") },
        { text: _("Can this still be won?"), act: () => this.act("solve") },
      ]);
    }
  }

  /** Turns the next cards of the stock, or turns the waste over; in a game without choices, makes the only move. */
  turn() {
    if (this.waits) {
      this.later(() => this.turn());
      return;
    }
    const move = isLuck(this.live) ? this.moves[0] : this.moves.find(({ source, target }) => source === "S" || target === "S");
    if (move) this.play(move, null);
    else if (this.layout.spots.has("S")) this.ask(stockWord(this.live), "S", this.live.stock - 1);
  }

  /**
   * Asks why a move is not allowed, for the card that was to make it.
   * @param {string} move
   * @param {PlaceId} place
   * @param {number} index
   */
  ask(move, place, index) {
    if (this.waits || this.resting) return;
    this.#send("why", { move }, false, { place, index });
  }

  /** @param {"undo" | "redo" | "finish" | "pause" | "resume" | "give_up" | "hint" | "solve" | "rescue"} type @param {{count?: number}} [more] */
  act(type, more = {}) {
    if (this.waits) {
      // A question whose answer is still being computed is not asked twice.
      const thought = this.#pending?.type === type && (type === "hint" || type === "solve");
      if (LATER.includes(type) && !thought) this.later(() => this.act(type, more));
      return;
    }
    const { state } = this;
    const hindrance = hindranceOf(type, state, this.end !== null);
    if (hindrance) {
      this.tell(hindrance);
      return;
    }
    this.#forget();
    this.hands.unpick();
    if (type === "hint" && state.can_finish && !isLuck(this.live)) {
      this.#askToFinish();
      return;
    }
    if (type === "hint" && this.live.result === "stuck") {
      void this.#help((help) => help.tellStuck(this));
      return;
    }
    if (type === "hint" && this.#advised?.view === this.live) {
      const { hint } = this.#advised;
      void this.#help((help) => help.answer(this, hint));
      return;
    }
    const ahead = type === "undo" || type === "redo" ? this.#timeline.ahead(type, more.count ?? 1) : null;
    this.#send(type, more, ahead !== null);
    if (ahead) {
      this.#soundOf(type, this.live, ahead);
      this.show(ahead, {});
    }
    if (type === "hint" || type === "solve" || type === "rescue") this.tools.wonder();
    this.tools.draw();
  }

  pause() {
    this.act(this.state.paused === "pause" ? "resume" : "pause");
  }

  /** @param {"again" | "next"} type @param {object} [more] */
  anew(type, more = {}) {
    this.#pending = { id: this.wire.send(/** @type {Asked} */ ({ type, game: this.game, ...more })), type, shown: false };
  }

  /**
   * @param {string} type "why" for an illegal move
   * @param {object} [more]
   * @param {boolean} [shown] whether its result is already shown
   * @param {Spot} [about] the card concerned
   */
  #send(type, more = {}, shown = false, about = undefined) {
    const said = type === "why" ? "move" : type;
    const id = this.wire.send(/** @type {Asked} */ ({ type: said, game: this.game, ply: this.#ply, ...more }));
    this.#pending = { id, type, shown, ply: this.#ply, more, about };
  }

  /** @param {(help: typeof import("./help.js")) => void} act */
  async #help(act) {
    act(await fetchHelp());
  }

  /** @param {string} action @param {View} before @param {View} after */
  #soundOf(action, before, after) {
    const home = homeCount(after);
    if (action === "redeal") this.sound("shuffle");
    else if (home > homeCount(before)) this.sound("payoff", Math.min(7, Math.floor((home * 8) / (52 * pilesOf(after).rules.packs))));
    else this.sound("card");
  }

  /** @param {Sound} name @param {number} [step] */
  sound(name, step = 0) {
    return hear(this.settings, name, step);
  }

  toggleSound() {
    this.change({ ...this.settings, sound: !this.settings.sound });
    this.tell(this.settings.sound ? _("Sound on.") : _("Sound off."));
  }

  /** @param {Settings} settings */
  change(settings) {
    this.settings = settings;
    saveSettings(settings);
    void hearRoom(settings);
    const dressed = applySettings(settings);
    if (this.view) this.show(this.view, {});
    dressed.then((faces) => {
      if (faces && faces !== this.faces && settings === this.settings) this.wear(faces);
    });
  }

  /** Redraws every card. @param {Faces} faces */
  wear(faces) {
    this.faces = faces;
    this.scene.redraw(faces);
    if (this.view) this.show(this.view, {});
  }
}
