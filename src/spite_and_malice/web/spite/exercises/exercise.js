// Exercises: replaces the connection to the server if nothing is stored. Each move is sent with all earlier ones to be
// replayed; the result is passed to the table as events, as a real table's server would send.

import { make, makeButton } from "../../kernel/dom/make.js";
import { post, sentenceOf } from "../../kernel/line/requests.js";
import { storedHead } from "../../kernel/people/me.js";
import { _ } from "../../texts.js";

/** @import {Asked} from "../requests.js" */
/** @import {ExerciseAction} from "./messages.js" */
/** @import {Stage} from "../stage.js" */
/** @import {Receiver, Table, View} from "../types.js" */

/**
 * An exercise in the server's response (docs/protocol.md).
 * @typedef {{undo: boolean, table: Table, start: View, actions: ExerciseAction[]}} Exercised
 */

/** The player's own head on their seat. @param {Table} table @returns {Table} */
function withOwnHead(table) {
  return { ...table, seats: table.seats.map((seat, at) => (at === table.you ? { ...seat, head: storedHead() } : seat)) };
}

/** @template {Exercised} T */
export class Exercise {
  /** @type {T | null} */
  answer = null;
  /** Called when another answer has come, or an error instead. @type {(error: string) => void} */
  changed = () => {};
  /** @type {string[]} the player's moves so far */
  moves = [];
  #receiver;
  #path = "";
  #version = 0;
  #ids = 0;
  /** Counts the starts, so that a late response to an earlier one is dropped. */
  #round = 0;

  /** @param {Receiver} receiver */
  constructor(receiver) {
    this.#receiver = receiver;
  }

  /** Opens the first exercise. */
  connect() {}

  restart() {
    this.start(this.#path);
  }

  forget() {}

  /** The reason why the last move of a response was not made; empty if it was. @param {T} _answer @returns {string} */
  left(_answer) {
    return "";
  }

  /** The last move of a response was not made. @param {string} _move @param {T} _answer */
  refused(_move, _answer) {}

  /** An answer has come. @param {T} answer */
  take(answer) {
    this.answer = answer;
  }

  /** The move to make next, the way that it begins, and its reason, on request. @returns {{move: string, line: string[], reason: string} | null} */
  hint() {
    return null;
  }

  /** Goes on to the next exercise. */
  next() {}

  /** Begins an exercise, or begins it again. @param {string} path where it is played */
  async start(path) {
    this.#round += 1;
    const answer = await this.#ask([], undefined, path);
    if (!answer) return;
    this.#path = path;
    this.moves = [];
    this.take(answer);
    this.#receiver.receive({
      type: "snapshot",
      ...this.#stand(),
      table: withOwnHead(answer.table),
      view: answer.start,
      log: [],
      played: [],
      standing: null,
    });
    this.changed("");
  }

  /**
   * Shows moves from the beginning of the exercise, regardless of the moves made in it.
   * @param {T["actions"]} actions
   */
  show(actions) {
    const { answer } = this;
    if (!answer) return;
    this.#round += 1;
    this.take({ ...answer, actions, undo: false });
    const stand = { ...this.#stand(0), undo: false };
    this.#receiver.receive({
      type: "snapshot", ...stand, table: withOwnHead(answer.table), view: answer.start, log: [], played: [], standing: null,
    });
    this.#tell(0, null);
  }

  /**
   * @param {Asked} message as to a table's server
   * @returns {string} its id
   */
  send(message) {
    this.#ids += 1;
    const id = `exercise-${this.#ids}`;
    // The answer comes after the sender knows the id.
    queueMicrotask(() => this.#carryOut(message, id));
    return id;
  }

  /** @param {Asked} message @param {string} id */
  #carryOut(message, id) {
    const hint = message.type === "hint" ? this.hint() : null;
    if (message.type === "move") this.#play(String(message.move), id);
    else if (message.type === "undo") this.#undo(id);
    else if (message.type === "next") this.next();
    else if (message.type === "undo_turn") this.restart();
    else if (hint) this.#receiver.receive({ type: "hint", id, ply: this.#ply, ...hint });
    else this.#refuse(id, this.noHelp);
  }

  /** The answer to a request for help where there is none. */
  get noHelp() {
    return _("Here you find the way yourself, or ask for a hint.");
  }

  /** @param {string} move @param {string} id */
  async #play(move, id) {
    const round = this.#round;
    const answer = await this.#ask([...this.moves, move], id);
    if (!answer || round !== this.#round) return;
    const left = this.left(answer);
    if (left) {
      this.refused(move, answer);
      this.#refuse(id, left);
      this.changed("");
      return;
    }
    const known = this.#ply;
    this.moves.push(move);
    this.take(answer);
    this.#tell(known, id);
    this.changed("");
  }

  /**
   * Sends the table the actions since a given one.
   * @param {number} known
   * @param {string | null} id of the message that caused them
   */
  #tell(known, id) {
    /** @type {T} */ (this.answer).actions.slice(known).forEach((action, index) => {
      this.#receiver.receive({
        type: "event",
        ...this.#stand(known + index + 1),
        seat: action.seat,
        action: "move",
        move: action.move,
        id: index === 0 ? id : null,
        view: action.view,
        match: null,
        standing: null,
        secret: null,
      });
    });
  }

  /** @param {string} id */
  async #undo(id) {
    const round = this.#round;
    const moves = this.moves.slice(0, -1);
    const answer = await this.#ask(moves, id);
    if (!answer || round !== this.#round) return;
    this.moves = moves;
    this.undone();
    this.take(answer);
    const view = answer.actions.at(-1)?.view ?? answer.start;
    const seat = answer.table.you ?? 0;
    this.#receiver.receive({ type: "event", ...this.#stand(), seat, action: "undo", move: null, id, view });
    this.changed("");
  }

  /** The requests to the server other than moves. @returns {{[wish: string]: boolean}} */
  get wishes() {
    return {};
  }

  /** A move was taken back. */
  undone() {}

  /**
   * Makes the server play moves. Its refusals are passed to the table under the id of the message.
   * @param {string[]} moves
   * @param {string} [id]
   * @returns {Promise<T | null>}
   */
  async #ask(moves, id, path = this.#path) {
    try {
      return await post(path, { moves, ...this.wishes });
    } catch (error) {
      const text = sentenceOf(error);
      if (id) this.#refuse(id, text);
      else this.changed(text);
      return null;
    }
  }

  get #ply() {
    return this.answer?.actions.length ?? 0;
  }

  /** The state of the table, for a message to it. @param {number} [ply] */
  #stand(ply = this.#ply) {
    this.#version += 1;
    const undo = Boolean(this.answer?.undo) && ply === this.#ply;
    return { version: this.#version, game: this.#round, ply, undo };
  }

  /** @param {string} id @param {string} message */
  #refuse(id, message) {
    const { answer } = this;
    const view = answer ? (answer.actions.at(-1)?.view ?? answer.start) : null;
    const stand = { version: this.#version, ply: this.#ply, undo: Boolean(answer?.undo) };
    this.#receiver.receive({ type: "refused", id, code: "illegal_move", message, view, ...stand });
  }
}

/** Shows the text together with the table, which by then has the size left for it. @param {HTMLElement} page */
export function reveal(page) {
  requestAnimationFrame(() => requestAnimationFrame(() => page.classList.add("ready")));
}

/** "I think this is right": records a turn judged as missed for the operator, and shows the response in its place. */
export class Objection {
  element = make("div", "objection");
  #stage;
  /** The name under which the offer is stored. */
  #url = "";
  #moves = "";

  /** @param {Stage} stage */
  constructor(stage) {
    this.#stage = stage;
    this.element.hidden = true;
  }

  /**
   * Offers it for a turn; without one there is nothing to object to. A page without a server has no operator.
   * @param {string} url of the puzzle
   * @param {string[] | null} moves
   */
  offer(url, moves) {
    const isAlone = document.documentElement.dataset.alone !== undefined;
    this.element.hidden = !moves || isAlone;
    const text = JSON.stringify(moves);
    if (this.element.hidden || (url === this.#url && text === this.#moves)) return;
    this.#url = url;
    this.#moves = text;
    const error = make("p", "error");
    error.setAttribute("role", "alert");
    const button = makeButton("", _("I think this is right"), () => this.#keep(url, moves ?? [], error));
    this.element.replaceChildren(button, error);
  }

  /** @param {string} url @param {string[]} moves @param {HTMLElement} error */
  async #keep(url, moves, error) {
    try {
      const { words } = await post(`${url}/objection`, { moves });
      const answer = make("p", "", words);
      // The focus stays at the button's place.
      answer.tabIndex = -1;
      this.element.replaceChildren(answer);
      answer.focus();
      this.#stage.announce(words);
    } catch (problem) {
      error.textContent = sentenceOf(problem);
    }
  }
}

// The game version of a puzzle: its name, which opens its rules, and its special rules.

export class Version {
  name;
  /** Visible if there is room for it. */
  special = make("div", "special");

  /** @param {Stage} stage */
  constructor(stage) {
    this.name = makeButton("bare step", "", () => stage.toggleTab("rules"));
    this.name.title = _("The rules of this version");
  }

  /** @param {Table} table @param {HTMLElement[]} more elements beside the name */
  tell({ name, differences }, ...more) {
    this.name.replaceChildren(make("span", "", name), ...more);
    const list = make("ul", "", ...differences.map((text) => make("li", "", text)));
    this.special.replaceChildren(make("h3", "", _("What is special here")), list);
    this.special.hidden = differences.length === 0;
  }
}
