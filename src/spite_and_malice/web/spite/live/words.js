// Sentences about the people at a table: their presence, their clocks, the ready-made phrases.

import { duration } from "../setup/table-settings.js";
import { _, listed, N_, ngettext } from "../../texts.js";
import { awaited, isReady } from "../words.js";

/** @import {People, Said, SeatPresence} from "../messages.js" */

/** The ready-made phrases of the protocol, by id. */
export const PHRASES = /** @type {Record<string, string>} */ ({
  hello: N_("Hello!"),
  good_luck: N_("Good luck!"),
  thanks: N_("Thank you!"),
  well_played: N_("Well played!"),
  ouch: N_("Ouch!"),
  lucky: N_("Lucky you!"),
  sorry: N_("Sorry!"),
  moment: N_("One moment, please."),
  back: N_("I am back."),
  your_turn: N_("It is your turn."),
  good_game: N_("Good game!"),
  again: N_("Another game?"),
  goodbye: N_("Goodbye!"),
  bravo: N_("Bravo!"),
  cheers: N_("To you!"),
  oh: N_("Oh!"),
  ha: N_("Ha!"),
  phew: N_("Phew!"),
  wait: N_("Just you wait!"),
});

/** @param {Said} said */
export function saidWords({ phrase, text }) {
  return phrase ? _(PHRASES[phrase] ?? phrase) : (text ?? "");
}

/**
 * The time left on a clock: "4:05", "1:12:00", or the nearest number of days: "2 days".
 * @param {number} milliseconds
 */
export function clockText(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds >= 2 * 86_400) return duration(Math.round(seconds / 86_400) * 86_400);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The duration of something, to the minute or to its largest unit. @param {number} milliseconds */
export function lasting(milliseconds) {
  const minutes = Math.max(1, Math.floor(milliseconds / 60_000));
  if (minutes < 60) return duration(minutes * 60);
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? duration(hours * 3600) : duration(Math.floor(hours / 24) * 86_400);
}

/** The presence of the person at a seat. @param {SeatPresence} seat @param {boolean} you @param {number} now */
export function stateWords(seat, you, now) {
  if (seat.kind === "open") return _("Free seat");
  if (seat.kind === "computer") return _("Computer player");
  if (seat.stand_in === "left") return _("has left; a stand-in plays");
  if (seat.stand_in === "clock") return _("ran out of time; a stand-in plays");
  if (seat.stand_in) return _("away; a stand-in plays");
  if (you) return _("you");
  if (seat.here) return _("here");
  const lasts = seat.away_since === null ? 0 : now - seat.away_since;
  return lasts < 60_000 ? _("away") : _("away for {time}", { time: lasting(lasts) });
}

/** The people who are ready for the next game, empty while nobody is. @param {People} people */
export function readyWords(people) {
  const ready = people.seats.filter((seat) => seat.ready);
  if (ready.length === 0) return "";
  const own = isReady(people);
  const shown = own ? awaited(people).filter((seat) => !seat.ready) : ready;
  const names = listed(shown.map((seat) => seat.name));
  if (own) return _("You are ready. Waiting for {names}.", { names });
  return ngettext("{names} is ready for the next game.", "{names} are ready for the next game.", shown.length, { names });
}

/** The time until it is dealt. @param {number | null} left milliseconds of the countdown, null if none runs */
export function dealWords(left) {
  return left === null ? _("It is dealt when everybody is ready.") : _("It is dealt in {time}.", { time: clockText(left) });
}

/**
 * The message that somebody else has one's seat in a running game; empty if one has it, or never had.
 * @param {People} before
 * @param {People} after
 */
export function lostSeat(before, after) {
  if (before.you === null || after.you !== null || after.state === "gathering") return "";
  const { kind, name } = after.seats[before.you];
  if (kind === "computer") return _("A computer player, {name}, has your seat now. You can take it back.", { name });
  return _("{name} has taken your seat. You are watching.", { name });
}

/**
 * The changes among the people, in sentences for those who were there all the time.
 * @param {People} before
 * @param {People} after
 * @param {Set<number>} gone the seats whose people were there and left; kept up to date
 */
export function changes(before, after, gone) {
  const sentences = [];
  for (const [number, seat] of after.seats.entries()) {
    const was = before.seats[number];
    const name = seat.name || was?.name;
    if (was?.here && !seat.here) gone.add(number);
    if (seat.ready && !was?.ready && number !== after.you) sentences.push(_("{name} is ready for the next game.", { name }));
    if (was && was.who !== seat.who) gone.delete(number);
    const isBack = (seat.here || seat.kind !== "person") && gone.delete(number);
    if (!was || number === after.you) continue;
    const another = seat.who !== was.who;
    const sat = another && seat.who !== null && before.seats.some(({ who }) => who === seat.who);
    const sits = another && was.who !== null && after.seats.some(({ who }) => who === was.who);
    if (sat) sentences.push(_("{name} sits at seat {number} now.", { name, number: number + 1 }));
    else if (another && was.kind === "person" && seat.kind !== "open" && !sits) {
      sentences.push(_("{name} takes the seat of {other}.", { name, other: was.name }));
    } else if (another && seat.kind === "person") sentences.push(_("{name} sits down.", { name }));
    else if (seat.kind === "open" && was.kind === "person") {
      if (!sits) sentences.push(_("{name} has left the seat.", { name: was.name }));
    } else if (seat.kind !== "person") continue;
    else if (seat.stand_in && !was.stand_in) sentences.push(_("A stand-in plays for {name}.", { name }));
    else if (was.stand_in && !seat.stand_in) {
      // People who are given more time need not be present.
      if (seat.here) sentences.push(_("{name} is back and plays on.", { name }));
    }
    else if (was.here && !seat.here) sentences.push(_("{name} has lost the connection.", { name }));
    else if (isBack) sentences.push(_("{name} is back.", { name }));
  }
  return sentences;
}
