// The gathering before the first game: the link, the seats and the people present, the rules in words, and the host's
// options.

import { lazily } from "../../kernel/dom/lazily.js";
import { make, makeButton, write } from "../../kernel/dom/make.js";
import { serverNow } from "../../kernel/dom/times.js";
import { storedOpponent } from "../../kernel/line/requests.js";
import { storedName, storeName } from "../../kernel/people/me.js";
import { _, ngettext } from "../../texts.js";
import { clockWords, settingsWords } from "../setup/table-settings.js";
import { ratingWords } from "../words.js";
import { avatar, confirm, linkField } from "./parts.js";
import { USUAL_OPPONENT, Waiting } from "./waiting.js";
import { clockText, stateWords } from "./words.js";

/** @import {Chat} from "./chat.js" */
/** @import {People, SeatPresence} from "../messages.js" */
/** @import {HostForm} from "./host.js" */
/** @import {Ask, GatheringTable, SeatRating} from "../types.js" */

export class Lobby {
  element = make("section", "lobby-body");
  /** @type {GatheringTable} */
  #table = /** @type {never} */ (undefined);
  /** @type {People} */
  #people = /** @type {never} */ (undefined);
  /** @type {(SeatRating | null)[]} */
  #ratings = [];
  #title = make("h2", "lobby-title");
  #lead = make("p", "lead");
  /** What happens without action, and how soon. */
  #then = make("span", "");
  #left = make("b", "lobby-left");
  #soon = make("p", "lobby-then", this.#then, " ", this.#left);
  #nameField = make("label", "field lobby-name");
  #ticking = 0;
  #name = make("input", "");
  #invite = make("details", "lobby-invite");
  #friends = Object.assign(make("p", "lobby-friends"), { hidden: true });
  #pace = Object.assign(make("select", ""), { onchange: () => this.#choosePace() });
  #paceField = make("label", "field lobby-pace", _("At once or by correspondence"), this.#pace);
  /**
   * The time until a computer player takes over, if the table is not by correspondence.
   * @type {number | null | undefined}
   */
  #away = undefined;
  /** The friends are fetched once, by a person with a seat here. */
  #offer = lazily(async () => {
    const { offerInvitations } = await import("./acquaintance.js");
    await offerInvitations(this.#friends, this.#table.id);
  });
  /** Shown above the seats while one waits for anybody. @type {Waiting | null} */
  #waiting = null;
  #seats = make("ol", "lobby-seats");
  #free = true;
  #error = make("p", "error");
  /** The seat to be swapped with another. @type {number | null} */
  #swapping = null;
  #pardon = makeButton("bare small", _("Let them back in"), () => this.#ask({ type: "pardon" }));
  #kicked = make("p", "hint lobby-kicked", make("span", ""), " ", this.#pardon);
  #start = makeButton("primary large", _("Start the game"), () => this.#ask({ type: "start" }));
  #fill = makeButton("large", _("Start with computer players"), () => this.#fillAndStart(storedOpponent() ?? USUAL_OPPONENT));
  #stand = makeButton("bare", _("Leave your seat"), () => this.#ask({ type: "stand" }));
  #acts = make("div", "lobby-acts", this.#start, this.#fill, this.#stand);
  #differences = make("ul", "tags");
  #rules = make("ul", "lobby-rules");
  #settings = make("ul", "lobby-settings");
  #sealed = make("details", "sealed");
  #change = makeButton("small", _("Change"), () => this.#openForm());
  #chatPlace = make("div", "lobby-chat panel");
  /** The options of a choice of computer players. @type {DocumentFragment | null} */
  #computers = null;
  /** @type {HostForm | null} */
  #form = null;
  #hostForm = lazily(async () => {
    const { HostForm } = await import("./host.js");
    this.#form = new HostForm((changes) => this.#ask({ type: "configure", ...changes }));
    return this.#form;
  });
  /** The computer players to choose from come with the host's form. */
  #fetchComputers = lazily(async () => {
    const form = await this.#hostForm();
    this.#computers = await form.computers(this.#table);
    this.#drawSeats();
  });
  #ask;
  #chat;

  /** @param {Ask} ask @param {Chat} chat */
  constructor(ask, chat) {
    this.#ask = (/** @type {Parameters<Ask>[0]} */ message, refused = () => {}) => {
      this.#error.textContent = "";
      return ask(message, (text) => {
        this.#error.textContent = text;
        refused();
      });
    };
    this.#chat = chat;
    Object.assign(this.#name, { maxLength: 40, autocomplete: "nickname", value: storedName(), placeholder: _("Your name") });
    this.#name.onchange = () => this.#rename();
    this.#error.setAttribute("role", "alert");
    this.#lead.setAttribute("role", "status");
    this.element.setAttribute("aria-label", _("Before the game"));
    this.#build();
  }

  /** @param {GatheringTable} table @param {People} people @param {(SeatRating | null)[]} ratings of the people there */
  update(table, people, ratings) {
    const fresh = this.#table !== table;
    this.#ratings = ratings;
    this.#table = table;
    this.#people = people;
    if (people.host) void this.#fetchComputers();
    if (fresh) this.#writeTable();
    const { now } = people;
    write(this.#lead, now?.words ?? "");
    write(this.#then, now?.then ?? "");
    this.#soon.hidden = !now?.then;
    // If the seats are reserved, nobody changes their name.
    this.#nameField.hidden = !["sit", "stand", "invite"].some(this.#can);
    this.#count(now?.at ?? null);
    this.#settings.replaceChildren(...settingsWords(people.settings).map((text) => make("li", "", text)));
    this.#drawInvite();
    this.#drawPace();
    this.#drawWaiting();
    this.#drawSeats();
    this.#drawActs();
    this.#kicked.hidden = people.kicked === 0;
    write(/** @type {HTMLElement} */ (this.#kicked.firstElementChild), ngettext("{n} person was asked to leave.", "{n} people were asked to leave.", people.kicked));
    write(this.#pardon, people.kicked > 1 ? _("Let the last one back in") : _("Let them back in"));
    const others = people.seats.some((seat, number) => seat.kind === "person" && number !== people.you);
    const talks = people.you !== null || people.host ? people.settings.chat !== "off" : !this.#chat.isEmpty;
    this.#chatPlace.hidden = !others || !talks;
    if (!this.#chatPlace.hidden && !this.#chatPlace.firstChild) this.#chatPlace.append(this.#chat.element);
    this.#change.hidden = !people.host || people.state !== "gathering";
    document.title = `${now?.words ?? ""} · ${table.name}`;
  }

  /** Whether an action is possible now. @param {string} act */
  #can = (act) => this.#people.now?.acts.includes(act) ?? false;

  /** Counts down to an event, null for none. @param {number | null} end in UTC milliseconds */
  #count(end) {
    clearInterval(this.#ticking);
    const tick = () => write(this.#left, end === null ? "" : clockText(Math.max(0, end - serverNow())));
    tick();
    if (end !== null) this.#ticking = window.setInterval(tick, SECOND);
  }

  /** The game begins. */
  close() {
    this.#form?.close();
    this.#waiting?.show(false);
    this.#count(null);
  }

  #build() {
    const nameField = this.#nameField;
    nameField.append(_("Your name"), this.#name);
    if (!storedName()) nameField.append(make("span", "hint", _("Without a name you are called by your seat number.")));
    const invite = this.#invite;
    invite.append(make("summary", "", _("Invite with this link")), linkField(), this.#friends, this.#paceField);
    invite.open = true;
    const seats = make("div", "", make("h3", "visually-hidden", _("Seats")), nameField, this.#seats, this.#kicked);
    const head = make("div", "lobby-head", make("h3", "", _("The rules of this table")), this.#change);
    const rules = make("details", "lobby-words", make("summary", "", _("All rules in words")), this.#rules);
    rules.open = matchMedia("(min-width: 60rem)").matches;
    const about = make("aside", "lobby-about panel", head, this.#differences, this.#settings, this.#sealed, rules);
    this.#left.setAttribute("role", "timer");
    const main = make("div", "lobby-main", this.#title, this.#lead, this.#soon, invite, seats, this.#error, this.#acts, this.#chatPlace);
    this.element.append(make("div", "lobby-page", main, about));
  }

  /** Whether the table waits for anyone who wants the same game. */
  get #seeking() {
    return this.#people.now?.state === "seeking";
  }

  /** The link is visible as long as it leads to a free seat. */
  #drawInvite() {
    const { seats, you } = this.#people;
    this.#invite.hidden = !this.#can("invite");
    const free = seats.some((seat) => seat.kind === "open");
    if (you !== null && free && this.#people.state === "gathering") void this.#offer();
    if (free === this.#free) return;
    this.#free = free;
    this.#invite.open = free;
  }

  /** The choice between live play and correspondence is visible to the host; every other clock is in the form. */
  #drawPace() {
    const { host, state, settings } = this.#people;
    this.#paceField.hidden = !host || state !== "gathering" || this.#seeking || settings.rated;
    const chosen = JSON.stringify(settings.clock);
    if (this.#pace.dataset.chosen === chosen) return;
    this.#pace.dataset.chosen = chosen;
    const days = [1, 3].map((n) => JSON.stringify({ kind: "move", seconds: n * DAY, increment: 0 }));
    const values = [...new Set(["null", ...days, chosen])];
    this.#pace.replaceChildren(...values.map((value) => new Option(paceWords(JSON.parse(value)), value, false, value === chosen)));
  }

  #choosePace() {
    const clock = JSON.parse(this.#pace.value);
    const { away_seconds: away } = this.#people.settings;
    const settings = clock === null && this.#away !== undefined ? { clock, away_seconds: this.#away } : { clock };
    if (clock !== null && away !== null) this.#away = away;
    this.#ask({ type: "configure", settings }, () => (this.#pace.value = this.#pace.dataset.chosen ?? "null"));
  }

  #drawWaiting() {
    const seeking = this.#seeking;
    if (seeking && !this.#waiting) {
      const isPair = this.#people.seats.length === 2;
      this.#waiting = new Waiting(this.#table.id, isPair ? (player) => this.#fillAndStart(player) : null);
      this.#lead.after(this.#waiting.element);
      // Strangers cannot be sent a link.
      this.#invite.open = false;
    }
    this.#waiting?.show(seeking, this.#people.settings.rated);
  }

  #writeTable() {
    const { name, differences, rules_words: words } = this.#table;
    const promise = this.#people.next_commitment;
    write(this.#title, _(name));
    this.#differences.replaceChildren(...differences.map((text) => make("li", "tag", text)));
    this.#rules.replaceChildren(...words.map((text) => make("li", "", text)));
    this.#sealed.hidden = promise === null;
    const seal = make("code", "", `${promise?.slice(0, 16)}…`);
    this.#sealed.replaceChildren(
      make("summary", "", _("Shuffle sealed:"), " ", seal),
      make(
        "p",
        "hint",
        _("The secret of the shuffle is drawn already, and this is its seal. Every page at the table adds random bytes of its own before the deal. After the game the secret is opened, and your browser can check every card."),
      ),
      make("p", "bytes", promise ?? ""),
    );
  }

  #drawSeats() {
    const { seats } = this.#people;
    while (this.#seats.children.length > seats.length) this.#seats.lastElementChild?.remove();
    seats.forEach((seat, number) => this.#drawSeat(seat, number));
  }

  /** @param {SeatPresence} seat @param {number} number */
  #drawSeat(seat, number) {
    const { seats, you, host, state, out } = this.#people;
    const mine = number === you;
    const gathering = state === "gathering";
    const about = stateWords(seat, mine, serverNow());
    const seeking = this.#seeking;
    const maySwap = host && gathering && seats.length > 2 && seats.every(({ kind }) => kind !== "open");
    const swaps = maySwap ? this.#swapping : null;
    const maySit = !out && (gathering ? seat.kind === "open" && !seeking : seat.free && you === null);
    const choosable = host && !seeking && gathering && seat.kind !== "person" && this.#computers !== null;
    const rating = this.#ratings[number] ?? null;
    const shown = JSON.stringify([seat, about, maySit, mine, you === null, choosable, seeking, rating, maySwap, swaps]);
    let row = /** @type {HTMLElement | undefined} */ (this.#seats.children[number]);
    if (row?.dataset.shown === shown) return;
    if (!row) {
      row = make("li", "");
      this.#seats.append(row);
    }
    const focused = row.contains(document.activeElement) ? document.activeElement?.tagName : null;
    row.dataset.shown = shown;
    row.className = `lobby-seat ${seat.kind}${mine ? " you" : ""}`;
    const sides = new Set(seats.map((each) => each.side)).size;
    const unnamed = mine && !storedName();
    const taken = unnamed ? _("You") : seat.name;
    const unclaimed = seeking ? _("Anybody") : _("Seat {number}", { number: number + 1 });
    const title = seat.kind === "open" ? unclaimed : taken;
    const name = make("div", "lobby-named", choosable ? this.#chooser(seat, number) : make("b", "", title));
    if (sides < seats.length) name.append(make("span", "tag", _("Pair {letter}", { letter: "ABCD"[seat.side] })));
    const who = make("div", "lobby-who", name);
    const words = unnamed ? _("The others see “{name}”.", { name: seat.name }) : about;
    if (!choosable) who.append(make("span", "hint", seat.host && !mine ? _("{about}, host", { about }) : words));
    if (rating && seat.kind !== "open") who.append(make("span", "hint lobby-rating", ratingWords(rating)));
    const acts = make("div", "lobby-seat-acts");
    if (maySit) {
      const sit = makeButton(you === null ? "primary" : "small", you === null ? _("Sit here") : _("Move here"), () => this.#sit(number));
      sit.setAttribute("aria-label", `${sit.textContent}: ${_("Seat {number}", { number: number + 1 })}`);
      acts.append(sit);
    }
    if (mine) {
      acts.append(makeButton("bare small", _("Choose a face"), () => this.#chooseMe(seat.name)));
    }
    if (host && gathering && seat.kind === "person" && !mine) {
      const kick = makeButton("bare small", _("Ask to leave"), () => this.#kick(seat, number));
      kick.setAttribute("aria-label", `${kick.textContent}: ${seat.name}`);
      acts.append(kick);
    }
    if (maySwap) acts.append(this.#swapButton(number));
    row.replaceChildren(avatar(seat), who, acts);
    if (focused) /** @type {HTMLElement | null} */ (row.querySelector(focused))?.focus();
  }

  /** @param {SeatPresence} seat @param {number} number */
  #kick({ name }, number) {
    confirm({
      title: _("Ask {name} to leave?", { name }),
      words: _("The seat is free then, and they cannot sit down here again unless you let them back in."),
      yes: _("Ask to leave"),
      no: _("Leave it be"),
      act: () => this.#ask({ type: "kick", seat: number }),
    });
  }

  /** Picks a seat, or swaps it with the picked one. @param {number} number */
  #swapButton(number) {
    const picked = this.#swapping;
    const { name } = this.#people.seats[picked ?? number];
    const words = picked === null ? _("Swap") : picked === number ? _("Cancel") : _("Swap with {name}", { name });
    const button = makeButton(picked === null || picked === number ? "bare small" : "small", words, () => {
      this.#swapping = picked === null ? number : null;
      if (picked !== null && picked !== number) this.#ask({ type: "swap", seat: picked, other: number });
      this.#drawSeats();
    });
    button.setAttribute("aria-label", `${words}: ${this.#people.seats[number].name}`);
    return button;
  }

  /** The occupant of a seat without a person. @param {SeatPresence} seat @param {number} number */
  #chooser(seat, number) {
    const select = make("select", "", new Option(_("Free for a friend"), "open"));
    const group = Object.assign(make("optgroup", ""), { label: _("Computer players") });
    group.append(/** @type {DocumentFragment} */ (this.#computers).cloneNode(true));
    select.append(group);
    select.value = seat.kind === "open" ? "open" : (seat.player ?? "open");
    select.setAttribute("aria-label", _("Who sits at seat {number}", { number: number + 1 }));
    select.onchange = () => this.#ask({ type: "seat", seat: number, ...(select.value === "open" ? { kind: "open" } : { kind: "computer", player: select.value }) });
    return select;
  }

  #drawActs() {
    const { seats, host, state } = this.#people;
    const free = seats.some((seat) => seat.kind === "open");
    this.#start.hidden = !this.#can("start");
    const offered = this.#seeking && seats.length === 2;
    this.#fill.hidden = !host || !free || state !== "gathering" || offered;
    this.#stand.hidden = !this.#can("stand");
    this.#acts.hidden = this.#start.hidden && this.#fill.hidden && this.#stand.hidden;
  }

  /** @param {number} seat */
  #sit(seat) {
    const name = this.#name.value.trim();
    if (name) storeName(name);
    this.#ask({ type: this.#people.state === "gathering" ? "sit" : "take", seat, name });
  }

  /** @param {string} shown the name at one's seat */
  async #chooseMe(shown) {
    const { chooseMe } = await import("../../kernel/people/head-picker.js");
    await chooseMe(shown, (head, name) => {
      this.#name.value = name;
      this.#ask({ type: "wear", head: head || null, ...(name && { name }) });
    });
  }

  #rename() {
    const name = this.#name.value.trim();
    const { you } = this.#people;
    if (name === "") return;
    storeName(name);
    if (you !== null) this.#ask({ type: "sit", seat: you, name });
  }

  /** @param {string} player */
  #fillAndStart(player) {
    this.#people.seats.forEach((seat, number) => {
      if (seat.kind === "open") this.#ask({ type: "seat", seat: number, kind: "computer", player });
    });
    if (this.#people.settings.start === "host") this.#ask({ type: "start" });
  }

  async #openForm() {
    const form = await this.#hostForm().catch(() => null);
    const opened = await form?.open(this.#table, this.#people.settings);
    this.#error.textContent = opened ? "" : _("This could not be fetched: the server cannot be reached. Try again in a moment.");
  }
}

/** In milliseconds. */
const SECOND = 1000;
/** In seconds. */
const DAY = 86_400;

/** @param {import("../messages.js").ClockSettings | null} clock */
function paceWords(clock) {
  if (clock === null) return _("All at the table together");
  const { kind, seconds } = clock;
  return kind === "move" && seconds % DAY === 0 ? ngettext("{n} day a move", "{n} days a move", seconds / DAY) : clockWords(clock);
}

