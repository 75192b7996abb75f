"""Who sits at the table, and the sentences about moves, turns and ends, those of `web/spite/words.js`.

The texts are the same, so that each is translated once; a test keeps them in sync. None of them decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from spite_and_malice.engine import Move, Stage, View
from spite_and_malice.play.game import FORFEIT, RESIGN
from spite_and_malice.rules import Rules, card_rank
from spite_and_malice.rules.naming import Naming, card_name, rank_name
from spite_and_malice.texts import _, listed, ngettext


@dataclass(frozen=True, slots=True)
class Company:
    """The names of the seats and the side of each; `you` is your own seat, None for a spectator."""

    names: tuple[str, ...]
    sides: tuple[int, ...]
    you: int | None

    @classmethod
    def of(cls, seats: Sequence[Mapping[str, Any]], you: int | None) -> Company:
        """Read the seats of a snapshot or of a message about the people."""
        return cls(tuple(seat["name"] for seat in seats), tuple(seat["side"] for seat in seats), you)

    def name(self, seat: int) -> str:
        """Return a seat's name for the beginning of a sentence."""
        if seat == self.you:
            return _("You")
        return self.names[seat] or _("Seat {n}").format(n=seat + 1)


def card_short(card: str) -> str:
    """Name a card in running text: "7♥", "10♠", "12", "joker"."""
    return _("[joker]") if card == "*" else card_name(card)


def rank_label(rank: int, rules: Rules) -> str:
    """Return a rank as printed on the cards of this table."""
    return rank_name(rank, suited=Naming(rules).suited)


def next_rank(view: View, number: int) -> int | None:
    """Return the rank that a centre stack takes next, None if it takes nothing."""
    height = len(view.centre[number]) if number < len(view.centre) else 0
    return height + 1 if height < view.rules.build_to else None


def move_sentence(move: Move, seat: int, view: View, company: Company) -> str:
    """Say a move of a seat from the view before it: "Ada plays K♦ as 7 on stack 2."."""
    you, name = seat == company.you, company.name(seat)
    if move.is_pass:
        return _("You pass.") if you else _("{name} passes.").format(name=name)
    card, place = _cargo(move, seat, view, company), _target(move, view, company)
    n = move.target[1:]
    if move.plays_to_centre:
        said = _("You play {card} on [stack] {n}.") if you else _("{name} plays {card} on [stack] {n}.")
    elif move.is_discard:
        said = _("You put {card} on [side stack] {n}.") if you else _("{name} puts {card} on [side stack] {n}.")
    else:
        said = _("You load {card} on {place}.") if you else _("{name} loads {card} on {place}.")
    return said.format(name=name, card=card, n=n, place=place)


def concession_sentence(action: str, seat: int, company: Company) -> str:
    """Say that a seat has ended the game as its loser, by the action that a replay has; "" for any other action."""
    name = company.name(seat)
    if action == RESIGN:
        return _("You give up.") if seat == company.you else _("{name} gives up.").format(name=name)
    if action == FORFEIT:
        return _("You do not come back.") if seat == company.you else _("{name} does not come back.").format(name=name)
    return ""


def undo_sentence(seat: int, company: Company) -> str:
    """Say that a seat has taken its last move back."""
    if seat == company.you:
        return _("You take the last move back.")
    return _("{name} takes the last move back.").format(name=company.name(seat))


def move_note(move: Move, seat: int, view: View, company: Company, played: str | None = None) -> str:
    """Say a move without its player: "7♥ on stack 2".

    If the view is not the one before it, `played` is the server's description of it (`Game.cards_played`).
    """
    if move.is_pass:
        return _("Passed")
    card = _cargo(move, seat, view, company, played)
    if move.plays_to_centre:
        return _("{card} on [stack] {n}").format(card=card, n=move.target[1:])
    if move.is_discard:
        return _("{card} on [side stack] {n}").format(card=card, n=move.target[1:])
    return _("{card} on {place}").format(card=card, place=_target(move, view, company))


def _cargo(move: Move, seat: int, view: View, company: Company, played: str | None = None) -> str:
    """Name the cards of a move and where they come from: "K♦ as 7 from your pay-off pile"."""
    if played is None:
        rank = next_rank(view, int(move.target[1:]) - 1) if move.plays_to_centre else None
        top = view.card_of(move)
    else:
        top, _space, height = played.partition(" ")
        rank = int(height) if height else None
    cards = move.cards or ((top,) if top else ())
    card = listed([card_short(each) for each in cards]) or _("a card")
    if rank and cards and view.rules.is_wild(cards[0]):
        card = _("{card} as {rank}").format(card=card, rank=rank_label(rank, view.rules))
    if move.source == "H":
        return card
    owner = view.rules.partner(seat) if move.source.startswith("+") else seat
    payoff, n = move.plays_payoff, move.source.lstrip("+")[1:]
    if owner == company.you:
        said = _("{card} from your [pay-off pile]") if payoff else _("{card} from your [side stack] {n}")
    elif owner == seat:
        said = _("{card} from the [pay-off pile]") if payoff else _("{card} from [side stack] {n}")
    else:
        said = _("{card} from {name}'s [pay-off pile]") if payoff else _("{card} from {name}'s [side stack] {n}")
    return said.format(card=card, n=n, name=company.name(owner or 0))


def _target(move: Move, view: View, company: Company) -> str:
    """Name the pay-off pile that a move loads; an empty text for other moves."""
    if not move.is_load:
        return ""
    seat, _dot, n = move.target[1:].partition(".")
    yours, name = int(seat) == company.you, company.name(int(seat))
    if view.rules.payoff_piles == 1:
        return _("your [pay-off pile]") if yours else _("{name}'s [pay-off pile]").format(name=name)
    said = _("your [pay-off pile] {n}") if yours else _("{name}'s [pay-off pile] {n}")
    return said.format(name=name, n=n)


def turn_words(view: View, company: Company) -> str:
    """Say whose turn it is and, if that is not obvious, what to do."""
    if view.turn != company.you:
        return _("{name}'s turn.").format(name=company.name(view.turn))
    return " ".join(filter(None, (_("Your turn."), _turn_hint(view))))


def _turn_hint(view: View) -> str:
    moves = view.legal_moves
    if view.stage == Stage.COVER and view.cover is not None:
        rank, n = next_rank(view, view.cover), view.cover + 1
        if rank is None:
            return _("Cover the wild card on [stack] {n}.").format(n=n)
        return _("Cover the wild card on [stack] {n} with {rank}.").format(n=n, rank=_with_article(rank, view.rules))
    if view.stage == Stage.BREAK:
        return _("Start with an ace or a 2 from your hand.")
    if view.stage == Stage.FILL:
        empty = sum(not stack for stack in view.side(view.turn))
        if not empty:
            return _("Your [side stacks] are full: one more card on any of them ends your turn.")
        return ngettext(
            "Fill your last empty [side stack] from your hand.",
            "Fill your [side stacks] from your hand: {n} are empty.",
            empty,
        ).format(n=empty)
    if ranks := _forced(view, moves):
        said = _("{rank} must be played first.").format(
            rank=listed([_with_article(rank, view.rules) for rank in ranks], either=True)
        )
        return said[:1].upper() + said[1:]
    if any(move.plays_to_centre for move in moves):
        return ""
    if any(move.is_load for move in moves):
        return _("Nothing fits the centre: load a [pay-off pile], or put a card on a [side stack].")
    may_pass = any(move.is_pass for move in moves)
    if any(move.is_discard for move in moves):
        if may_pass:
            return _("Nothing fits: put a card on a [side stack] or pass to end your turn.")
        return _("Nothing fits: put a card on a [side stack] to end your turn.")
    return _("Nothing fits: pass to end your turn.") if may_pass else ""


def _forced(view: View, moves: Sequence[Move]) -> list[int]:
    """Return the ranks that the rules force to be played, if nothing else is legal."""
    cards = [view.card_of(move) for move in moves]
    forced = view.rules.forced
    if not forced or not moves or not all(move.plays_to_centre for move in moves):
        return []
    if any(not card or view.rules.is_wild(card) or card_rank(card) not in forced for card in cards):
        return []
    return sorted({card_rank(card) for card in cards})


def _with_article(rank: int, rules: Rules) -> str:
    """Return "an ace", "a 6", "an 8", "a king"."""
    label = rank_label(rank, rules)
    named = {"A": _("an ace"), "J": _("a jack"), "Q": _("a queen"), "K": _("a king")}
    if label in named:
        return named[label]
    return (_("an {rank}") if rank in (8, 11) else _("a {rank}")).format(rank=label)


def result_words(view: View, company: Company) -> str:
    """Say who has won a game that is over, and by what."""
    assert view.outcome is not None
    winners = view.outcome.winners
    if not winners:
        return " ".join(filter(None, (_("Nobody wins."), _reason(view, company))))
    others = [company.name(seat) for seat in winners if seat != company.you]
    names = listed(others)
    if len(others) == len(winners):
        said = ngettext("{names} wins.", "{names} win.", len(others)).format(names=names)
    else:
        said = _("You and {names} win.").format(names=names) if others else _("You win.")
    return " ".join(filter(None, (said, _reason(view, company))))


def _reason(view: View, company: Company) -> str:
    assert view.outcome is not None
    reason, winners = view.outcome.reason, view.outcome.winners
    if reason == "payoff":
        if company.you in winners:
            return _("You have played your last [pay-off card].")
        names = listed([company.name(seat) for seat in winners])
        said = ngettext(
            "{names} has played the last [pay-off card].", "{names} have played the last [pay-off card].", len(winners)
        )
        return said.format(names=names)
    if reason == "stock":
        return _("The [stock] has run out.")
    if reason == "stalemate":
        return _("Everybody passed in turn: a stalemate.")
    is_own, name = view.turn == company.you, company.name(view.turn)
    if reason == "resignation":
        return _("You gave up.") if is_own else _("{name} gave up.").format(name=name)
    return _("You did not come back.") if is_own else _("{name} did not come back.").format(name=name)


def stalemate_words(view: View, company: Company) -> str:
    """Say what each side has left, and who scores what if the game ends in a stalemate (RULES.md section 6)."""
    rules, sides = view.rules, list(dict.fromkeys(company.sides))
    seats = {side: [seat for seat, own in enumerate(company.sides) if own == side] for side in sides}
    left = {side: sum(pile.count for seat in seats[side] for pile in view.payoff(seat)) for side in sides}
    names = {side: listed([company.name(seat) for seat in seats[side]]) for side in sides}
    mine = None if company.you is None else company.sides[company.you]
    counts = [f"{_('you') if side == mine and not rules.partners else names[side]} {left[side]}" for side in sides]
    said = [_("[Pay-off cards] left: {sides}.").format(sides=listed(counts))]
    least = min(left.values())
    ahead = [side for side in sides if left[side] == least]
    if len(ahead) > 1:
        return " ".join([*said, _("They are equal: nobody wins, and nobody scores.")])
    side, score = ahead[0], rules.score
    points = score.card * sum(count - least for count in left.values()) if score.stalemate == "difference" else 0
    if rules.stock_out == "fewest":
        said.append(_("You would win.") if side == mine else _("{names} would win.").format(names=names[side]))
    if not points:
        said.append(_("Nobody would score."))
    elif side == mine:
        said.append(ngettext("You would score {n} point.", "You would score {n} points.", points).format(n=points))
    else:
        text = ngettext("{names} would score {n} point.", "{names} would score {n} points.", points)
        said.append(text.format(names=names[side], n=points))
    return " ".join(said)


def match_words(match: Mapping[str, Any], game: int, company: Company) -> str:
    """Say the score of a match: "Game 2 · You 12, Ada 5 · to 50"; nothing for a single game."""
    target, scores = match["target"], match["scores"]
    if target <= 1 or not scores:
        return ""
    if game == 0:
        return _("Match to {target}").format(target=target)
    sides = []
    for side in dict.fromkeys(company.sides):
        seats = [seat for seat, own in enumerate(company.sides) if own == side]
        sides.append(f"{' + '.join(company.name(seat) for seat in seats)} {scores[seats[0]]}")
    return _("Game {game} · {scores} · to {target}").format(game=game, scores=", ".join(sides), target=target)


def people_sentences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Say what has changed among the people, for one who was there all the time."""
    said = []
    for number, (was, now) in enumerate(zip(before["seats"], after["seats"], strict=False)):
        name = now["name"] or was["name"]
        if number == after["you"]:
            if now["stand_in"] and not was["stand_in"]:
                said.append(_("A stand-in plays for you."))
        elif now["kind"] == "open" and was["kind"] == "person":
            said.append(_("{name} has left the seat.").format(name=was["name"]))
        elif now["kind"] != "person":
            continue
        elif was["kind"] != "person":
            said.append(_("{name} sits down.").format(name=name))
        elif now["stand_in"] and not was["stand_in"]:
            said.append(_("A stand-in plays for {name}.").format(name=name))
        elif was["stand_in"] and not now["stand_in"]:
            # People who are given more time need not be present.
            said += [_("{name} is back and plays on.").format(name=name)] if now["here"] else []
        elif was["here"] and not now["here"]:
            said.append(_("{name} has lost the connection.").format(name=name))
        elif now["here"] and not was["here"]:
            said.append(_("{name} is back.").format(name=name))
    return said


_DAY_MS: Final = 86_400_000
_MANY: Final = 2
"""The number of days from which on remaining time is given in days."""


def situation_sentence(people: Mapping[str, Any], now: int) -> str:
    """Say the situation before the first game, what happens next and, at ``now`` in UTC milliseconds, how soon."""
    found = people.get("now")
    if found is None:
        return ""
    left = "" if found["at"] is None else left_text(found["at"] - now)
    return " ".join(filter(None, (found["words"], found["then"], left)))


def left_text(milliseconds: int) -> str:
    """Return remaining time: as a clock shows it, or in days if there are two or more."""
    days = milliseconds // _DAY_MS
    return clock_text(milliseconds) if days < _MANY else ngettext("{n} day", "{n} days", days).format(n=days)


def clock_text(milliseconds: int) -> str:
    """Return remaining time as a clock shows it: "4:05", "1:12:00"."""
    minutes, seconds = divmod(max(0, -(-milliseconds // 1000)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
