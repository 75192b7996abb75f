// The table's names for things, and its sentences about moves and turns. Explanations are derived from the view and its
// rules; none of them decides anything.

import { cardName, cardParts, cardShort, isWild, rankWritten, rankWithArticle } from "../kernel/cards/cards.js";
import { cardsOn, legalMoves, partnerOf, placeParts } from "./moves.js";
import { _, listed, ngettext } from "../texts.js";

/** @import {People} from "./messages.js" */
/** @import {Move, PlaceId, SeatRating, Table, View} from "./types.js" */

/** @param {Table} table @param {number} seat */
export function nameOf(table, seat) {
  return table.you === seat ? _("You") : (table.seats[seat]?.name ?? _("Seat {n}", { n: seat + 1 }));
}

/**
 * The name of a place in a sentence.
 * @param {PlaceId} place
 * @param {View} view
 * @param {Table} table
 */
export function placeName(place, view, table) {
  const { kind, seat, index } = placeParts(place);
  const n = index + 1;
  if (kind === "stock") return _("[stock]");
  if (kind === "centre") return _("[centre stack] {n}", { n });
  const name = nameOf(table, /** @type {number} */ (seat));
  const yours = seat === table.you;
  if (kind === "hand") return yours ? _("your hand") : _("{name}'s hand", { name });
  if (kind === "side") return yours ? _("your [side stack] {n}", { n }) : _("{name}'s [side stack] {n}", { name, n });
  if (view.rules.payoff_piles === 1) return yours ? _("your [pay-off pile]") : _("{name}'s [pay-off pile]", { name });
  return yours ? _("your [pay-off pile] {n}", { n }) : _("{name}'s [pay-off pile] {n}", { name, n });
}

/**
 * The cards of a move and their source: "K♦ as 7 from your pay-off pile".
 * @param {Move} move
 * @param {View} view the view the move was made in, or with `played` any of its game
 * @param {Table} table
 * @param {string} [played] the card and its rank, as in a snapshot; empty if it has none
 */
export function cargo(move, view, table, played) {
  const { kind, seat } = placeParts(move.source);
  const [top, rank] = played === undefined ? seen(move, view) : played.split(" ");
  const cards = move.cards.length > 0 || !top ? move.cards : [top];
  let card = listed(cards.map(cardShort)) || _("a card");
  if (rank && isWild(cards[0] ?? "", view.rules)) {
    card = _("{card} as {rank}", { card, rank: rankWritten(Number(rank), view.rules) });
  }
  if (kind === "hand") return card;
  const name = nameOf(table, /** @type {number} */ (seat));
  if (seat === table.you) {
    return kind === "payoff"
      ? _("{card} from your [pay-off pile]", { card })
      : _("{card} from your [side stack]", { card });
  }
  if (seat === move.seat) {
    return kind === "payoff"
      ? _("{card} from the [pay-off pile]", { card })
      : _("{card} from a [side stack]", { card });
  }
  return kind === "payoff"
    ? _("{card} from {name}'s [pay-off pile]", { card, name })
    : _("{card} from {name}'s [side stack]", { card, name });
}

/** The top card of a move's source, and its rank at the target. @param {Move} move @param {View} view */
function seen(move, view) {
  const rank = move.target.startsWith("centre:") ? String(cardsOn(view, move.target).length + 1) : "";
  return [cardsOn(view, move.source).at(-1) ?? "", rank];
}

/**
 * The name of the card that a move covers: stacks have no numbers on the table. A wild card in the centre is named with
 * the rank that it stands for: "K♥ (7)". Empty if it covers none.
 * @param {Move} move
 * @param {View} view the one before it
 */
export function coveredBy(move, view) {
  const cards = cardsOn(view, move.target);
  const top = cards.at(-1);
  if (!top) return "";
  const stands = placeParts(move.target).kind === "centre" && isWild(top, view.rules);
  return stands ? `${cardShort(top)} (${rankWritten(cards.length, view.rules)})` : cardShort(top);
}

/**
 * "Ada plays K♦ as 7 on 6♠."
 * @param {Move} move
 * @param {View} view the view the move was made in
 * @param {Table} table
 */
export function moveSentence(move, view, table) {
  const you = move.seat === table.you;
  const name = nameOf(table, move.seat);
  if (move.pass) return you ? _("You pass.") : _("{name} passes.", { name });
  const { kind } = placeParts(move.target);
  const top = coveredBy(move, view);
  const said = { name, card: cargo(move, view, table), top, place: placeName(move.target, view, table) };
  if (kind === "centre") {
    if (!top) return you ? _("You play {card} on an empty [stack].", said) : _("{name} plays {card} on an empty [stack].", said);
    return you ? _("You play {card} on {top}.", said) : _("{name} plays {card} on {top}.", said);
  }
  if (kind === "side") {
    if (!top) return you ? _("You put {card} on an empty [side stack].", said) : _("{name} puts {card} on an empty [side stack].", said);
    return you ? _("You put {card} on the [side stack] with {top}.", said) : _("{name} puts {card} on the [side stack] with {top}.", said);
  }
  return you ? _("You load {card} on {place}.", said) : _("{name} loads {card} on {place}.", said);
}

/**
 * A move under its player's name: "7♥ on 6♠"; if the card that it covers is unknown, "7♥ to the centre".
 * @param {Move} move
 * @param {View} view the view the move was made in, or with `played` any of its game
 * @param {Table} table
 * @param {string} [played] as in `cargo`
 */
export function moveNote(move, view, table, played) {
  if (move.pass) return _("Passed");
  const { kind } = placeParts(move.target);
  const card = cargo(move, view, table, played);
  if (kind === "payoff") return _("{card} on {place}", { card, place: placeName(move.target, view, table) });
  if (played !== undefined) return kind === "centre" ? _("{card} to the centre", { card }) : _("{card} to a [side stack]", { card });
  const top = coveredBy(move, view);
  if (kind === "centre") return top ? _("{card} on {top}", { card, top }) : _("{card} on an empty [stack]", { card });
  return top ? _("{card} on the [side stack] with {top}", { card, top }) : _("{card} on an empty [side stack]", { card });
}

/**
 * The rank that a centre stack takes next, null if it takes nothing.
 * @param {View} view
 * @param {number} index
 * @param {number} [height] the number of its cards that count
 */
export function nextRank(view, index, height = view.centre[index]?.length ?? 0) {
  return height < view.rules.build_to ? height + 1 : null;
}

/** The number of a seat's turns. @param {string[]} log @param {number} seat */
export function turnsOf(log, seat) {
  const seats = log.map((entry) => Number(entry.split(" ")[0]));
  return seats.filter((at, index) => at === seat && seats[index - 1] !== seat).length;
}

/** The people whose consent the next deal needs: everybody who has not left. @param {People | null} people */
export function awaited(people) {
  return (people?.seats ?? []).filter((seat) => seat.kind === "person" && seat.stand_in !== "left");
}

/**
 * The label for the next step after a game: if others are asked as well, one declares oneself ready.
 * @param {Table} table
 * @param {People | null} people
 */
export function nextWords({ match }, people) {
  if (awaited(people).length > 1) {
    if (isReady(people)) return _("You are ready");
    return match.over ? _("Ready for a rematch") : _("Ready for the next game");
  }
  return match.over ? _("Rematch") : _("Next game");
}

/** Has this person declared to be ready for the next game? @param {People | null} people */
export const isReady = (people) => Boolean(people && people.you !== null && people.seats[people.you].ready);

/** The points of each side of a match, in the order of the seats. @param {Table} table @returns {Map<number, number>} by side */
export function sidePoints({ match, seats }) {
  return new Map(seats.map(({ side }, seat) => [side, match.scores[seat]]));
}

/**
 * The score of a match: "Game 2 · You 12, Ada 5 · to 50"; empty for a single game. With more than three sides, your own
 * and the best of the others are shown: the plates show all points.
 * @param {Table} table
 * @param {number} game its number at this table, 0 before the first
 * @param {boolean} ended is that game over?
 */
export function matchWords(table, game, ended) {
  const { scores, target, games_played: played } = table.match;
  if (target <= 1 || scores.length === 0) return "";
  const points = [...sidePoints(table)];
  const many = points.length > 3;
  if (game === 0 || (many && points.every(([, each]) => each === 0))) return _("Match to {target}", { target });
  const own = table.you === null ? null : table.seats[table.you].side;
  const most = Math.max(...points.flatMap(([side, each]) => (side === own ? [] : [each])));
  const sides = points.flatMap(([side, each]) => {
    if (many && side !== own && (each < most || each === 0)) return [];
    const names = table.seats.flatMap((seat, index) => (seat.side === side ? [nameOf(table, index)] : []));
    return [`${names.join(" + ")} ${each}`];
  });
  return _("Game {game} · {scores} · to {target}", { game: played + (ended ? 0 : 1), scores: sides.join(", "), target });
}

/**
 * The same with hardly any room: "12:5", one's own side first, or with more than two sides "12/50".
 * @param {Table} table of a match
 */
export function matchFigures(table) {
  const { match, seats, you } = table;
  const points = sidePoints(table);
  const own = seats[you ?? 0].side;
  if (points.size > 2) return `${you === null ? Math.max(...points.values()) : points.get(own)}/${match.target}`;
  const others = [...points].flatMap(([side, each]) => (side === own ? [] : [each]));
  return [points.get(own), ...others].join(":");
}

/**
 * The headline beside the hand and a line with the possible actions.
 * @param {View} view
 * @param {Table} table
 * @param {People | null} people
 * @returns {{head: string, hint: string}}
 */
export function turnWords(view, table, people) {
  if (view.result) return { head: resultHeadline(view, table), hint: resultReason(view, table) };
  if (table.you !== null && people?.seats[table.you].stand_in) return { head: _("A stand-in plays for you."), hint: "" };
  if (view.turn !== table.you) return { head: _("{name}'s turn.", { name: nameOf(table, view.turn) }), hint: "" };
  return { head: _("Your turn."), hint: turnHint(view) || (stockRunsOut(view) ? stockHint(view) : "") };
}

/** The number of cards at which the page warns that the stock runs out, if that ends the game. */
const FEW_LEFT = 10;

/** Is the stock nearly empty, and the game over with it? @param {View} view */
export const stockRunsOut = ({ stock, aside, rules, result }) => !result && rules.stock_out !== "renew" && aside.length === 0 && stock <= FEW_LEFT;

/**
 * The place of a seat in the order of play, starting from oneself: 1 is one's own.
 * @param {View} view
 * @param {Table} table
 * @param {number} seat
 */
export function placeInOrder(view, table, seat) {
  const { players } = view.rules;
  return ((seat - (table.you ?? 0) + players) % players) + 1;
}

/** The order of play, beginning with this person. @param {View} view @param {Table} table */
export function orderWords(view, table) {
  const order = table.seats.map((_seat, seat) => seat).sort((a, b) => placeInOrder(view, table, a) - placeInOrder(view, table, b));
  const names = order.map((seat) => {
    if (seat === table.you) return _("you");
    const name = nameOf(table, seat);
    return table.you !== null && partnerOf(view.rules, table.you) === seat ? _("{name} (your partner)", { name }) : name;
  });
  return _("Order of play: {names}.", { names: listed(names) });
}

/** @param {View} view */
function stockHint({ stock, rules }) {
  const left = ngettext("{n} card is left in the [stock].", "{n} cards are left in the [stock].", stock);
  const end = rules.stock_out === "fewest" ? _("When it is gone, the fewest [pay-off cards] win.") : _("When it is gone, nobody wins.");
  return `${left} ${end}`;
}

/** The sentences that most turns need at some point. */
export const nothingFits = () => _("Nothing fits: put a card on a [side stack] to end your turn.");

/** @param {View} view */
export function turnHint(view) {
  const { rules } = view;
  const moves = legalMoves(view);
  if (view.stage === "cover" && view.cover !== null) {
    const rank = nextRank(view, view.cover);
    return rank === null
      ? _("Cover the wild card.")
      : _("Cover the wild card with {rank}.", { rank: rankWithArticle(rank, rules) });
  }
  if (view.stage === "break") return _("Start with an ace or a 2 from your hand.");
  if (view.stage === "fill") {
    const empty = view.players[view.turn].side.filter((stack) => stack.length === 0).length;
    return empty > 0
      ? ngettext(
          "Fill your last empty [side stack] from your hand.",
          "Fill your [side stacks] from your hand: {n} are empty.",
          empty,
        )
      : _("Your [side stacks] are full: one more card on any of them ends your turn.");
  }
  if (mustPlay(view)) {
    const plays = moves.map((move) => cardParts(cardOf(view, move)).rank);
    const ranks = [...new Set(plays)].sort((a, b) => a - b).map((rank) => rankWithArticle(rank, rules));
    return capital(_("{rank} must be played first.", { rank: listed(ranks, true) }));
  }
  if (moves.some((move) => move.target.startsWith("centre:"))) return "";
  if (moves.some((move) => move.target.startsWith("payoff:"))) {
    return _("Nothing fits the centre: load a [pay-off pile], or put a card on a [side stack].");
  }
  if (moves.some((move) => move.target.startsWith("side:"))) {
    return moves.some((move) => move.pass)
      ? _("Nothing fits: put a card on a [side stack] or pass to end your turn.")
      : nothingFits();
  }
  return moves.length > 0 ? _("Nothing fits: pass to end your turn.") : "";
}

/** Are there only cards that the rules force the player to play? @param {View} view */
export function mustPlay(view) {
  return (
    view.rules.forced.length > 0 &&
    view.legal.length > 0 &&
    legalMoves(view).every((move) => {
      const card = cardOf(view, move);
      return (
        move.target.startsWith("centre:") &&
        !isWild(card, view.rules) &&
        view.rules.forced.includes(cardParts(card).rank)
      );
    })
  );
}

/** The card that a move plays, "" for none. @param {View} view @param {Move} move */
function cardOf(view, move) {
  if (move.pass) return "";
  return move.cards[0] ?? cardsOn(view, move.source).at(-1) ?? "";
}

/** @param {View} view @param {Table} table */
export function resultHeadline(view, table) {
  const winners = view.result?.winners ?? [];
  if (winners.length === 0) return _("Nobody wins.");
  const others = winners.filter((seat) => seat !== table.you).map((seat) => nameOf(table, seat));
  const names = listed(others);
  if (others.length === winners.length) {
    return ngettext("{names} wins.", "{names} win.", others.length, { names });
  }
  return others.length > 0 ? _("You and {names} win.", { names }) : _("You win.");
}

/** @param {View} view @param {Table} table */
export function resultReason(view, table) {
  const { reason = "", winners } = view.result ?? { winners: /** @type {number[]} */ ([]) };
  if (reason === "payoff") {
    return winners.includes(table.you ?? -1)
      ? _("You have played your last [pay-off card].")
      : ngettext("{names} has played the last [pay-off card].", "{names} have played the last [pay-off card].", winners.length, {
          names: listed(winners.map((seat) => nameOf(table, seat))),
        });
  }
  if (reason === "stock") return _("The [stock] has run out.");
  return reason === "stalemate" ? _("Everybody passed in turn: a stalemate.") : "";
}

/**
 * A card, its place and its possible targets, for screen readers.
 * @param {View} view
 * @param {Table} table
 * @param {Move[]} moves legal from here
 * @param {string | null} card
 * @param {string} where
 */
export function cardLabel(view, table, moves, card, where) {
  const name = capital(cardName(card));
  const targets = moves.filter((move) => move.cards.length < 2).map((move) => placeName(move.target, view, table));
  if (targets.length === 0) return `${name}, ${where}`;
  return _("{card}, {where}; can go to {places}", { card: name, where, places: [...new Set(targets)].join(", ") });
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A rating in the form shown beside a name. @param {SeatRating} rating */
export function ratingWords({ rating, give_or_take: points }) {
  return _("rating about {rating}, give or take {points}", { rating, points });
}

/** The number of turns of the first game that are explained. */
const EXPLAINED = 3;

/**
 * A newcomer's possible actions, for when there is nothing else to say; "" if they are known by now.
 * @param {View} view at one's turn
 * @param {string[]} log
 */
export function firstWords(view, log) {
  if (view.stage !== "play" || view.seat === null || turnsOf(log, view.seat) > EXPLAINED) return "";
  const centre = legalMoves(view).filter(({ target }) => target.startsWith("centre:"));
  if (centre.length === 0) return "";
  return centre.some(({ source }) => source.startsWith("payoff:"))
    ? _("Your [pay-off card] fits a [centre stack]. Whoever is rid of their [pay-off pile] first wins.")
    : _("Cards with a bright edge fit a [centre stack]. One from your hand on a [side stack] ends your turn.");
}
