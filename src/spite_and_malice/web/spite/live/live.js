// Tables with more than one person, or with spectators: the gathering before the game, presence, clocks, stand-ins,
// chat. Loaded only for such tables.

import { make, makeButton } from "../../kernel/dom/make.js";
import { serverNow } from "../../kernel/dom/times.js";
import { go, tournamentOf } from "../../places.js";
import { _ } from "../../texts.js";
import { Chat } from "./chat.js";
import { link, showPanel } from "./closed.js";
import { confirm } from "./parts.js";
import { styled } from "../../kernel/dom/lazily.js";
import { PeoplePanel } from "./people.js";
import { hear } from "../../kernel/sound/sounds.js";
import { changes, clockText, dealWords, lasting, lostSeat, readyWords } from "./words.js";

/** @import {People} from "../messages.js" */
/** @import {Asked} from "../requests.js" */
/** @import {GatheringTable, TableEvent, TableMessage, TableSnapshot} from "../types.js" */
/** @import {Stage} from "../stage.js" */

const TICK = 1000;
/** With this little time left a clock warns. */
const SOON = 10_000;
const PEOPLE = "people";
const ICON = "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c0-3.500 3-5.500 6.500-5.500s6.500 2 6.500 5.500M16 4.300a3.500 3.500 0 0 1 0 6.500M18 14.800c2.200.7 3.500 2.500 3.500 5.200";

/** @param {Stage} stage */
export async function mount(stage) {
  await styled("spite/live/live.css");
  const live = new Live(stage);
  stage.on("message", (message) => live.receive(message));
  return live;
}

class Live {
  /** @type {People | null} */
  #people = null;
  /** The time when the clocks were last sent. */
  #toldAt = 0;
  /** What happened to one's own seat, while one only watches. */
  #lost = "";
  /** The time when the countdown to the next game was last sent. */
  #readyAt = 0;
  /** The seat to move, null while no clock runs. @type {number | null} */
  #turn = null;
  /** @type {import("./lobby.js").Lobby | null} */
  #lobby = null;
  /** The latest gathering table, null once there is a game. @type {GatheringTable | null} */
  #gathering = null;
  /** The action for when a message is refused, by its id. @type {Map<string, (message: string) => void>} */
  #asked = new Map();
  #words = make("span", "live-words");
  /** @type {Set<number>} */
  #gone = new Set();
  /** Whether the player's own time is nearly up, which the page announces once. */
  #hurries = false;
  /** Whether the people muted at other tables are known. */
  #knowsMuted = false;
  #act = makeButton("small", "", () => this.#acts());
  #banner = make("div", "live-banner", this.#words, this.#act);
  #acts = () => {};
  /** Whether one's seat was requested back from the stand-in. */
  #returns = false;
  /** Whether one waits and may add conditional moves, and the label of their button once known. */
  #plans = false;
  #planned = "";
  /** Whether the outcome of the previous conditional moves was fetched. */
  #knows = false;
  #stage;
  #chat;
  #panel;

  /** @param {Stage} stage */
  constructor(stage) {
    this.#stage = stage;
    const ask = this.#ask.bind(this);
    this.#chat = new Chat(stage, ask, () => stage.badge(PEOPLE, this.#chat.unread));
    this.#panel = new PeoplePanel(stage, ask, this.#chat);
    stage.on("rated", () => {
      if (this.#people) this.#meet(this.#people);
    });
    stage.on("looked", ({ dialog, seat }) => {
      this.#chat.reactTo(dialog, seat);
      void this.#offerFriendship(dialog, seat);
    });
    setInterval(() => this.#tick(), TICK);
  }

  /** A tournament game is lost by absence, which a link away does not show. @param {string} path its target */
  leaveFor(path) {
    const { you, settings } = this.#people ?? {};
    if (you === undefined || you === null || this.#turn === null || this.#people?.seats[you].stand_in) {
      go(path);
      return;
    }
    const time = lasting((settings?.away_seconds ?? 0) * 1000);
    confirm({
      title: _("Leave while the game is going?"),
      words: _("Your clock runs on. When you have been away for {time}, a stand-in plays for you and the game counts as lost.", { time }),
      yes: _("Leave the table"),
      no: _("Stay"),
      act: () => go(path),
    });
  }

  /** @param {TableMessage} message */
  receive(message) {
    if (message.type === "snapshot") this.#snapshot(message);
    else if (message.type === "people") this.#meet(message);
    else if (message.type === "event") this.#event(message);
    else if (message.type === "said") {
      this.#asked.delete(message.id ?? "");
      this.#chat.add(message);
    } else if (message.type === "accepted") this.#asked.delete(message.id);
    else if (message.type === "refused" && message.id) {
      this.#asked.get(message.id)?.(message.message);
      this.#asked.delete(message.id);
    }
  }

  /**
   * @param {Asked} message
   * @param {(message: string) => void} [refused]
   */
  #ask(message, refused = (text) => this.#stage.tell(text)) {
    const id = this.#stage.send(message);
    this.#asked.set(id, refused);
    return id;
  }

  /** @param {TableSnapshot} message */
  #snapshot(message) {
    this.#gathering = message.view === null ? /** @type {GatheringTable} */ (message.table) : null;
    this.#turn = message.view && !message.view.result ? message.view.turn : null;
    this.#chat.restore(message.chat ?? []);
    if (!this.#gathering) this.#closeLobby();
    if (message.people) this.#meet(message.people);
  }

  /** @param {TableEvent} message */
  #event(message) {
    this.#turn = message.view.result ? null : message.view.turn;
    if (this.#people) this.#showBanner(this.#people);
    if (!this.#people || !message.clocks) return;
    this.#people.clocks = message.clocks;
    this.#toldAt = performance.now();
    this.#tick();
  }

  /** Offers a friendship in the dialog about a seat. @param {HTMLDialogElement} dialog @param {number} seat */
  async #offerFriendship(dialog, seat) {
    const people = this.#people;
    const id = this.#stage.root.dataset.table ?? "";
    if (!people || people.you === null || people.seats[seat].kind !== "person") return;
    const { friendButton, knownAt } = await import("./acquaintance.js");
    const known = (await knownAt(id))[seat];
    if (known) dialog.querySelector(".panel-head")?.after(make("p", "friend-offer", friendButton(id, seat, known)));
  }

  /** People muted at another table are muted here. @param {People} people */
  async #muteAgain({ you, seats }) {
    if (you === null || this.#knowsMuted || !seats.some(({ kind }, seat) => kind === "person" && seat !== you)) return;
    this.#knowsMuted = true;
    const { knownAt } = await import("./acquaintance.js");
    const known = await knownAt(/** @type {string} */ (this.#stage.root.dataset.table));
    known.forEach((one, seat) => one?.avoidance && !this.#chat.isMuted(seat) && this.#chat.toggleMute(seat));
  }

  /** Updates the people present. @param {People} people */
  #meet(people) {
    const before = this.#people;
    this.#people = people;
    void this.#muteAgain(people);
    this.#lost = (before && lostSeat(before, people)) || (people.you === null ? this.#lost : "");
    this.#toldAt = performance.now();
    this.#readyAt = performance.now();
    this.#chat.people(people);
    if (before && before.state === people.state) {
      for (const sentence of changes(before, people, this.#gone)) this.#stage.announce(sentence);
    }
    if (this.#gathering) {
      this.#showLobby(this.#gathering, people);
      return;
    }
    this.#stage.tab(PEOPLE, _("People"), (body) => this.#panel.draw(body), ICON);
    this.#panel.update(people);
    this.#showBanner(people);
    this.#tick();
    void this.#lookAhead(people);
  }

  /** @param {GatheringTable} table @param {People} people */
  async #showLobby(table, people) {
    const { Lobby } = await import("./lobby.js");
    if (this.#gathering !== table) return;
    if (!this.#lobby) {
      this.#lobby = new Lobby(this.#ask.bind(this), this.#chat);
      this.#stage.lobby(this.#lobby.element);
    }
    this.#lobby.update(table, this.#people ?? people, this.#stage.state.ratings);
  }

  #closeLobby() {
    this.#stage.lobby(null);
    // Somebody who waited may be looking at something else.
    if (this.#lobby && document.hidden) void hear(this.#stage.settings, "turn");
    this.#lobby?.close();
    this.#lobby = null;
  }

  /** The one line that matters now, under the bar. @param {People} people */
  #showBanner(people) {
    const own = people.you === null ? null : people.seats[people.you];
    const free = people.seats.some((seat) => seat.free);
    let text = this.#away(people);
    let label = "";
    this.#comeBack(own);
    if (own?.stand_in) {
      const over = own.stand_in === "clock" && people.settings.clock?.kind === "player";
      const plain = over ? _("Your time is up: a stand-in plays this game to its end for you.") : _("A stand-in plays for you.");
      text = (people.state === "running" && people.now?.words) || plain;
      label = over ? "" : _("Take your seat back");
      this.#acts = () => this.#ask({ type: "back" });
    } else if (people.now?.acts.includes("more_time") || people.now?.acts.includes("claim")) {
      // The player to move, and for how long, is shown beside the hand and on the plates.
      text = people.now.words;
      label = _("What now?");
      this.#acts = async () => (await import("./absent.js")).choose(this.#stage, people);
    } else if (readyWords(people)) {
      const left = people.deals_in === null ? null : people.deals_in - (performance.now() - this.#readyAt);
      text = [readyWords(people), dealWords(left)].join(" ");
      label = people.you === null || left === null ? "" : _("Stop");
      this.#acts = () => this.#ask(/** @type {Asked} */ ({ type: "wait", game: this.#stage.state.game }));
    } else if (people.you === null && free) {
      text = this.#lost || _("You are watching. A seat is free.");
      label = _("Take a seat");
      this.#acts = () => this.#stage.openTab(PEOPLE);
    } else if (this.#planned && people.now?.acts.includes("plan")) {
      text ||= people.now.words;
      label = this.#planned;
      this.#acts = async () => (await import("./laid.js")).planTurn(this.#stage, (words) => this.#plan(words));
    } else if (!text) text = this.#lost;
    this.#words.textContent = text;
    this.#act.textContent = label;
    this.#act.hidden = label === "";
    this.#stage.banner(text ? this.#banner : null);
  }

  /**
   * The conditional moves are fetched when the wait begins, and their outcome when one's turn has come.
   * @param {People} people
   */
  async #lookAhead({ settings, you, now }) {
    if (you === null || !settings.clock || !["yours", "theirs"].includes(now?.state ?? "")) return;
    const waits = now?.acts.includes("plan") ?? false;
    if (waits === this.#plans && (waits || this.#knows)) return;
    this.#plans = waits;
    this.#knows = true;
    const { laidDown } = await import("./laid.js");
    const { words, told } = await laidDown(this.#stage).catch(() => ({ words: "", told: "" }));
    if (told) this.#stage.tell(told);
    if (waits) this.#plan(words);
  }

  /** @param {string} words of the button */
  #plan(words) {
    this.#planned = words;
    if (this.#people) this.#showBanner(this.#people);
  }

  /**
   * Requests the seat once for somebody who was away and has returned to the table.
   * @param {People["seats"][number] | null} own
   */
  #comeBack(own) {
    if (own?.stand_in !== "away") this.#returns = false;
    else if (!this.#returns && document.visibilityState === "visible") {
      this.#returns = true;
      this.#ask({ type: "back" });
    }
  }

  /** Whether the game waits for an absent player, and until when. @param {People} people */
  #away({ seats, you, state, now }) {
    if (this.#turn === null || state !== "running") return "";
    // An absent player's time also runs out during one's own turn.
    if (now?.at && now.state === "away") return `${now.words} ${now.then} ${clockText(Math.max(0, now.at - serverNow()))}`;
    const seat = this.#turn === you ? null : seats[this.#turn];
    if (!seat || seat.kind !== "person" || seat.here || seat.stand_in) return "";
    // The player to move is shown beside the hand.
    if (now?.at) return `${now.then} ${lasting(now.at - serverNow())}`;
    const { name, away_since: since } = seat;
    if (since === null) return _("{name} is away.", { name });
    return _("{name} is away for {time}.", { name, time: lasting(serverNow() - since) });
  }

  /** Also warns screen reader users that their time is nearly up. @param {boolean} soon */
  #hurry(soon) {
    if (soon && !this.#hurries) this.#stage.announce(_("Your time is nearly up."));
    this.#hurries = soon;
  }

  /** Clocks and absences advance between messages. */
  #tick() {
    const people = this.#people;
    if (!people || this.#gathering) return;
    const passed = performance.now() - this.#toldAt;
    for (const [number, seat] of people.seats.entries()) {
      const told = people.clocks?.[number] ?? null;
      const left = told === null ? Infinity : told - (number === this.#turn ? passed : 0);
      const clock = told === null ? "" : clockText(left);
      const soon = number === this.#turn && left <= SOON && !seat.stand_in;
      if (number === people.you) this.#hurry(soon);
      const away = seat.kind === "person" && !seat.here;
      if (!clock && !away && !seat.stand_in) this.#stage.mark(number, null);
      else {
        const label = seat.stand_in ? _("a stand-in plays") : away ? _("away") : "";
        const [sign, short] = seat.stand_in ? [_("stand-in"), "⚙"] : [label, label];
        this.#stage.mark(number, { sign, short, label, clock, soon });
      }
    }
    this.#showBanner(people);
    this.#panel.tick();
  }
}

/** @param {Stage} stage @param {string} message the server's sentence */
export async function showClosed(stage, message) {
  await styled("spite/live/live.css");
  const { back, backWords } = stage.root.dataset;
  const tournament = tournamentOf(stage.root);
  if (tournament) {
    const { showCup } = await import("./cup.js");
    return showCup(stage, message, tournament, backWords ?? "");
  }
  const open = back ? link(back, backWords ?? "", true) : link("/open", _("Tables with a free seat"), true);
  showPanel(stage, message, open, link("/", _("To the home page")));
}
