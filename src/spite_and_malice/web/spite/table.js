// The whole table: draws its state, and carries out the requests of gestures and other parts of the page. Parts not
// needed for the first drawing are fetched when needed.

import { Announcer } from "../kernel/dom/announce.js";
import { Board, keyOf } from "./board/board.js";
import { set, sizeOf, style, writeWords } from "../kernel/dom/elements.js";
import { Feed, LAST_PLAY } from "./feed.js";
import { Hands, playablePieces, selectionHint } from "./hands.js";
import { isNewcomer } from "./exercises/progress.js";
import { layoutTable } from "./board/layout.js";
import { planner } from "./board/plan.js";
import { lazily, shown } from "../kernel/dom/lazily.js";
import { carry, endsTurn, legalMoves } from "./moves.js";
import { covered } from "./one-device.js";
import { raceOf } from "./board/plates.js";
import { Scene } from "./scene.js";
import { applySettings, loadSettings, saveSettings, SPEEDS } from "../kernel/settings/settings.js";
import { hear, hearRoom } from "../kernel/sound/sounds.js";
import { StatusLine } from "./board/status.js";
import { _ } from "../texts.js";
import { firstWords, matchFigures, matchWords } from "./words.js";

/** @import {Course} from "./feed.js" */
/** @import {Move, PlaceId, Settings, TableMessage, View, Wire} from "./types.js" */
/** @import {Moment} from "./moments/moments.js" */
/** @import {Change} from "./scene.js" */
/** @import {Asked} from "./requests.js" */
/** @import {Sound} from "../kernel/sound/sound.js" */
/** @import {Stage} from "./stage.js" */
/** @import {State} from "./state.js" */

/**
 * @typedef {{root: HTMLElement, below: HTMLElement, cards: HTMLElement, above: HTMLElement, status: HTMLElement,
 *   live: HTMLElement, finish: HTMLDialogElement, reader: HTMLDialogElement, title: HTMLElement}} Elements
 *
 * What the table needs from its page: informing other parts of its events, and taking the player's whole turn back.
 * `turn` and `end` say whether it announces the player's turn and the result of a game. `asks` makes the page ask first
 * whether a pass may end the game, if it would, and returns whether it did.
 * @typedef {{tellAll: Stage["tellAll"], undoTurn: () => void, turn: boolean, end: boolean,
 *   asks?: (view: View) => boolean}} Host
 */

/** The parts of the page that make up a table (table.html.j2). @returns {Elements} */
function elements() {
  const ids = ["below", "cards", "above", "status", "live", "title", "finish", "reader"];
  const found = ids.map((id) => [id, document.getElementById(id)]);
  return Object.fromEntries([["root", document.getElementById("table")], ...found]);
}

export class TableView {
  /** The cards of the game that runs. @type {Scene | null} */
  scene = null;
  #ui = elements();
  #host;
  /** Are the cards of a new game on their way? The possible actions are shown when they have arrived. */
  #dealing = false;
  /** Are cards being brought to their end, with everything redrawn afterwards? */
  #finishing = false;
  /** Must everything but the cards still be drawn? */
  #behind = false;
  /** In CSS pixels, as last measured: measuring it forces a page layout. */
  /** @type {import("./types.js").Size} */
  #size = { width: 0, height: 0 };
  #planned = planner();
  /** Is this somebody's first game? */
  #isNew = isNewcomer(this.#ui.root);
  /** Has the player asked for the next game? */
  #asked = false;
  /** The card that shows how the last game ended. @type {import("./moments/ready.js").Ready | null} */
  #told = null;
  #effects = lazily(async () => new (await import("./moments/effects.js")).Effects(this.state, this.root));

  /** @param {State} state @param {Wire} wire @param {Host} host */
  constructor(state, wire, host) {
    const ui = this.#ui;
    this.#host = host;
    this.state = state;
    this.wire = wire;
    this.root = ui.root;
    this.board = new Board(ui.below, ui.above);
    this.announcer = new Announcer(ui.live);
    this.hands = new Hands(this);
    this.feed = new Feed(this);
    this.status = new StatusLine(ui.status, {
      undo: () => this.undo(),
      "undo-turn": () => host.undoTurn(),
      pass: () => this.pass(),
      result: () => this.#tellResult(),
      next: () => this.next(),
      grown: () => this.show(state.view, {}),
      whole: () => this.#read(),
    });
    addEventListener("spite-settings", () => this.change(loadSettings()));
    this.#measure();
    new ResizeObserver(() => {
      if (this.#measure() && state.view) this.show(state.view, { instant: true });
    }).observe(ui.root);
  }

  /** Records the size of the table; returns whether it has changed. */
  #measure() {
    const size = sizeOf(this.root);
    if (size.width === this.#size.width && size.height === this.#size.height && size.letters === this.#size.letters) return false;
    this.#size = size;
    return true;
  }

  get busy() {
    return this.feed.busy;
  }

  /** The moves that a gesture can currently mean. */
  get moves() {
    const { view, live, pending } = this.state;
    return view === live && pending === null ? legalMoves(view) : [];
  }

  /** How long the cards of the last game are still visibly leaving, in milliseconds. */
  #gathered = 0;
  /** Is a move on its way after which the player continues? */
  get waits() {
    const { pending, view, you } = this.state;
    return pending?.type === "move" && view.turn === you && !view.result && !this.#leaves;
  }

  /** May the player take back a move now? A computer player moves before anybody could: the button would only flash. */
  get #mayUndo() {
    const { undo, pending, live, table, you } = this.state;
    return undo && pending === null && !this.busy && (live.turn === you || table.seats[live.turn].kind !== "computer");
  }

  /** Has a turn of the player just ended that may be taken back, with nothing done since? */
  get #mayUndoTurn() {
    const { live, people, pending, log, you } = this.state;
    if (!people?.settings.undo_turns || you === null || live.result || pending || this.busy) return false;
    const alone = people.seats.filter((seat) => seat.kind !== "computer").length === 1;
    return alone && live.turn === you && !live.moved && log.some((entry) => entry.startsWith(`${you} `));
  }

  /** Has the player just ended the turn? Its light goes with the card, not with the server's answer. */
  get #leaves() {
    const move = this.state.pending?.move;
    return move ? endsTurn(move, this.state.live) : false;
  }

  /** Processes a message of the server. @param {TableMessage} message @param {Course} [course] of a snapshot */
  receive(message, course = {}) {
    this.feed.receive(message, course);
  }

  // Showing.

  /**
   * Clears the table for a game.
   * @param {boolean} fresh is it different from the last?
   * @returns whether it was cleared
   */
  setUp(fresh) {
    if (this.scene && !fresh) return false;
    const { live, faces, layout } = this.state;
    const last = this.scene;
    this.#gathered = last?.gather(layout?.anchors.get("stock")) ?? 0;
    this.scene = new Scene(this.#ui.cards, live.rules, (place) => this.#land(place), faces);
    // Ending its cards' motion also ends that of the last game's cards.
    if (last) this.scene.motion = last.motion;
    // A person who is still looking at the result keeps it, unless they have asked for the next game.
    const stays = !this.#asked && this.#ui.finish.open && this.#told?.goesOn();
    this.#told = null;
    this.#asked = false;
    if (!stays) this.#ui.finish.close();
    return true;
  }

  /**
   * @param {View} view
   * @param {Change} change
   * @param {boolean} [soon] everything but the cards a frame later: then the effect of a gesture is visible at once
   * @returns {number} milliseconds
   */
  show(view, change, soon = false) {
    const { state } = this;
    state.view = view;
    state.layout = layoutTable(covered(view, state.table, state.people), this.#size, state.settings, state.head, this.status.room, this.#planned);
    this.hands.check();
    const scene = /** @type {Scene} */ (this.scene);
    scene.pace = SPEEDS[state.settings.speed];
    const time = scene.show(state.layout, change.deal ? { ...change, wait: this.#gathered } : change);
    this.#gathered = 0;
    this.#dealing = scene.arriving && (this.#dealing || change.deal === true);
    if (soon) void this.#refreshSoon();
    else this.refresh();
    return time;
  }

  async #refreshSoon() {
    this.#behind = true;
    this.status.hold();
    // No card stays raised for that frame.
    this.#markPicked();
    await shown();
    if (this.#behind) this.refresh();
  }

  /**
   * Brings every card to its destination; the accompanying changes are drawn once instead of with each card.
   * @param {boolean} [soon] a frame later
   */
  #finish(soon = false) {
    this.arrive();
    if (!this.#behind) return;
    if (soon) void this.#refreshSoon();
    else this.refresh();
  }

  /** Brings every card to its destination, and draws nothing else: `begin` does. @returns whether any was on its way */
  arrive() {
    const arriving = this.scene?.arriving ?? false;
    this.#behind ||= arriving;
    if (this.#behind) this.status.hold();
    this.#finishing = true;
    this.scene?.finish();
    this.#finishing = this.#dealing = false;
    return arriving;
  }

  /** A card has arrived at a place. @param {PlaceId} place */
  #land(place) {
    if (this.#finishing) return;
    this.board.land(place);
    if (!this.#dealing || this.scene?.arriving) return;
    this.#dealing = false;
    this.refresh();
  }

  /** Draws everything that is not a card, and the marks on cards. */
  refresh() {
    this.#behind = false;
    const { hands, moves, root } = this;
    const { view, table, layout, lit, marks, ratings, head, you, game } = this.state;
    const { selection } = hands;
    const scene = /** @type {Scene} */ (this.scene);
    set(root, "data-mode", layout.mode);
    const arrivals = scene.arrivals.bind(scene);
    const unlit = this.#dealing || this.#leaves;
    const open = covered(view, table, this.state.people);
    this.board.draw({ view: open, table, layout, moves, selection, lit, unlit, marks, ratings, arrivals });
    this.#markCards();
    this.status.show({
      view,
      table,
      layout,
      lit,
      moves,
      hint: this.#hint,
      coach: this.#isNew && view.turn === you ? firstWords(view, this.state.log) : "",
      quiet: unlit,
      undo: this.#mayUndo,
      undoTurn: this.#mayUndoTurn,
      backs: this.state.people?.settings.undo_turns ?? false,
      mark: marks.get(you ?? -1) ?? null,
      isTold: this.#host.end,
      people: this.state.people,
      isOnly:
        (root.dataset.day !== undefined && game === 1) ||
        root.dataset.practice !== undefined ||
        (root.dataset.back !== undefined && table.match.over),
    });
    this.nameTable();
    const title = `${this.status.headline.replace(/\.$/, "")} · ${table.name}`;
    if (document.title !== title) document.title = title;
    this.#host.tellAll("drawn", undefined);
  }

  /** Redraws everything that depends on the picked cards. */
  choose() {
    this.#markPicked();
    if (this.#behind) return;
    this.board.choose(this.hands.selection);
    this.status.hint(this.#hint);
  }

  #markCards() {
    const scene = /** @type {Scene} */ (this.scene);
    const { view, lit } = this.state;
    scene.mark("can", new Set(playablePieces(view, this.moves, scene)));
    this.#markPicked();
    scene.mark("hinted", new Set(lit.filter((key) => key.startsWith("hand:")).map((key) => scene.pieceAt(key))));
  }

  #markPicked() {
    const { hands, scene } = this;
    const { last } = this.state;
    scene?.mark("picked", new Set(hands.pieces()));
    scene?.mark("last", new Set([last && !hands.selection ? scene.piece(last) : undefined]));
  }

  /** The possible actions with the picked cards. */
  get #hint() {
    const { selection } = this.hands;
    return selection ? selectionHint(this.moves, selection) : "";
  }

  /** The bar shows the game and, in a match, the score. */
  nameTable() {
    const { title } = this.#ui;
    const { table, game, view } = this.state;
    const stand = matchWords(table, game ?? 1, Boolean(view?.result));
    const text = stand ? `${table.name} · ${stand}` : table.name;
    if (stand) set(this.root, "data-match", `${String(table.match.target).length}`);
    else this.root.removeAttribute("data-match");
    if (title.textContent === text) return;
    title.replaceChildren(table.name);
    if (!stand) return;
    const part = (/** @type {string} */ className, /** @type {string} */ words) => {
      const span = Object.assign(document.createElement("span"), { className });
      writeWords(span, words, table.seats);
      return span;
    };
    const [which, rest] = stand.split(/ · (.*)/);
    const parts = rest ? [part("which", `${which} · `), part("match", rest)] : [part("match", which)];
    title.replaceChildren(part("name", `${table.name} · `), ...parts);
    title.dataset.brief = matchFigures(table);
  }

  /** Everything that happened has been shown. */
  settled() {
    this.hands.goOn();
    this.#host.tellAll("shown", undefined);
  }

  /**
   * A line only for the player, in place of the hint.
   * @param {string} text
   * @param {string} [brief] a shorter visible form
   */
  tell(text, brief) {
    this.status.tell(text, brief);
    this.announcer.say(text);
  }

  /** Explains why a gesture plays nothing. @param {PlaceId} source @param {string[]} cards @param {PlaceId} target */
  async explain(source, cards, target) {
    const { view, table } = this.state;
    const { whyNot } = await import("./help/why.js");
    this.tell(whyNot(view, table, source, cards, target));
    this.mark({ refused: true });
  }

  /** Shows messages for which the table has too little room. */
  async #read() {
    const { showWords } = await import("./help/dialogs.js");
    showWords(this.#ui.reader, this.status.told);
  }

  /** Looks closer at a place: stacks fanned out, or a line that describes it. @param {PlaceId} place */
  async look(place) {
    const { lookAt } = await import("./help/dialogs.js");
    const { view, table, faces } = this.state;
    const line = lookAt(place.split("#")[0], view, table, faces, this.#ui.reader);
    if (line) this.tell(line);
  }

  /** @param {number} seat */
  async lookAtSeat(seat) {
    const { view, table, faces, you, worlds } = this.state;
    // In a lesson and in a replay nobody would see another head.
    if (seat === you && this.root.dataset.table && table.seats[seat].kind === "person") {
      const { chooseMe } = await import("../kernel/people/head-picker.js");
      await chooseMe(table.seats[seat].name, (head, name) => this.#wear(head, name));
      return;
    }
    const dialog = this.#ui.reader;
    const { showStacks } = await import("./help/dialogs.js");
    showStacks(dialog, view, table, faces, seat, null, worlds.get(seat));
    this.#host.tellAll("looked", { dialog, seat });
  }

  /** Shows the others another head and name at one's seat. @param {string} head @param {string} name */
  #wear(head, name) {
    const { table, you } = this.state;
    table.seats[/** @type {number} */ (you)].head = head || null;
    this.wire.send({ type: "wear", head: head || null, ...(name && { name }) });
    this.refresh();
  }

  // Acting.

  /**
   * Before any gesture: everything still moving is brought to its end.
   * @param {boolean} [soon] everything but the cards a frame later
   */
  begin(soon = false) {
    if (this.busy) this.skip(soon);
    else this.#finish(soon);
    for (const one of this.root.querySelectorAll(".flourish")) one.remove();
    this.status.tell("");
    this.#host.tellAll("begun", undefined);
  }

  /** @param {boolean} [soon] everything but the cards a frame later */
  skip(soon = false) {
    if (soon) this.status.hold();
    this.#finish(true);
    this.feed.skip(soon);
  }

  /** The buttons at their current places. */
  get buttons() {
    return this.state.layout.places.map(({ id, index, rect }) => ({ key: keyOf(id, index), rect }));
  }

  /** @param {Move} move */
  play(move) {
    const { state, hands } = this;
    const { live } = state;
    if (state.pending || !this.moves.some((one) => one.text === move.text)) return;
    const allowed = state.allow?.(move.text) ?? true;
    if (allowed !== true) {
      hands.clear();
      this.tell(allowed || "");
      this.show(state.view, {});
      return;
    }
    if (move.pass && this.#host.asks?.(state.view)) {
      hands.clear();
      return;
    }
    state.last = move.target || state.last;
    const pieces = new Set(hands.pieces());
    hands.clear();
    this.#send("move", { move: move.text }, move);
    this.scene?.mark("picked", pieces);
    const last = move.source.startsWith("payoff:") && raceOf(live, move.seat).left === 1;
    this.show(carry(live, move), last ? { move, duration: LAST_PLAY } : { move }, true);
    this.board.rest();
    this.feed.soundOf(live, move);
  }

  pass() {
    const move = this.moves.find((one) => one.pass);
    const { live, pending, you } = this.state;
    if (move) this.play(move);
    else if (pending || this.busy || live.result) return;
    else this.tell(live.turn === you ? _("You may pass only when nothing else is possible.") : _("It is not your turn."));
  }

  undo() {
    if (this.state.pending || this.busy) return;
    if (!this.state.undo) {
      this.tell(_("There is no move to take back: only moves of your own turn can be, until a card has come to light."));
      return;
    }
    this.hands.clear();
    this.#send("undo");
    this.refresh();
  }

  /** There is no redo here, the usual meaning of Ctrl+Y. */
  cannotRedo() {
    this.tell(_("What was taken back is not done again here: play the card once more."));
  }

  next() {
    if (!this.#ui.finish.open && !this.state.live.result) return;
    this.#asked = true;
    this.#send("next");
  }

  /** Stops the countdown to the next game. */
  #wait() {
    this.#asked = false;
    this.wire.send(/** @type {Asked} */ ({ type: "wait", game: this.state.game }));
  }

  /** The people present, or those ready for the next game, have changed. */
  meet() {
    if (this.state.people) this.#told?.meet(this.state.people);
  }

  /** @param {"move" | "undo" | "next"} type @param {object} [more] @param {Move | null} [move] already shown */
  #send(type, more = {}, move = null) {
    const { game, ply } = this.state;
    const id = this.wire.send(/** @type {Asked} */ ({ type, game, ...(type === "next" ? {} : { ply }), ...more }));
    this.state.pending = { id, type, move };
  }

  // Accompanying effects.

  /** @param {Sound} name @param {number} [step] of a pay-off card in its row, from 0 */
  sound(name, step = 0) {
    if (name !== "turn" || this.#host.turn) void hear(this.state.settings, name, step);
  }

  /** Something worth a sound and an effect of its own. @param {Partial<Moment> & {refused?: boolean}} moment */
  async mark(moment) {
    const { finished = null, gift = null, turned = null, refused = false } = moment;
    if (finished) this.sound("finished");
    else if (gift !== null) this.sound("gift");
    else if (refused) this.sound("refusal");
    else if (turned === null) return;
    if (this.state.settings.speed !== "off") (await this.#effects()).show(moment);
  }

  /** Shows how a game ended. @param {boolean} seen did a player see it end? */
  async end(seen) {
    const { live, you } = this.state;
    if (seen) this.sound(live.result?.winners.includes(you ?? -1) ? "win" : "loss");
    if (!this.#host.end) return;
    this.#told = await (await this.#effects()).end(seen, this.#ui.finish, () => this.next(), () => this.#wait());
    this.meet();
  }

  /** Shows the result again; results not shown yet come automatically. */
  #tellResult() {
    const { finish } = this.#ui;
    if (finish.dataset.game === String(this.state.game)) finish.showModal();
  }

  toggleSound() {
    const { settings } = this.state;
    this.change({ ...settings, sound: !settings.sound });
    this.tell(settings.sound ? _("Sound off.") : _("Sound on."));
  }

  /** @param {Settings} settings */
  change(settings) {
    const { state } = this;
    state.settings = settings;
    saveSettings(settings);
    void hearRoom(settings);
    const applied = applySettings(settings);
    this.#measure();
    if (state.view) this.show(state.view, {});
    applied.then((faces) => {
      if (!faces || faces === state.faces || settings !== state.settings) return;
      state.faces = faces;
      if (!state.view) return;
      this.scene?.redraw(faces);
      this.show(state.view, {});
    });
  }
}
