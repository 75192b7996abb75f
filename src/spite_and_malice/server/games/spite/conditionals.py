"""What a player who waits lays down for their next turn: conditions on what lies open, and moves for when they hold.

Everything follows from the player's own view. A plan ends at the first hidden card of its own moves, such as a pay-off
card that is turned up, and it is held back as soon as a card that was drawn since could be played: nothing hidden ever
comes between a condition and a move (docs/protocol.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from msgspec import Struct, convert, to_builtins

from spite_and_malice.analysis.wording import capital, centre_name, line_name, ranks_listed
from spite_and_malice.engine import Move, Position, Stage, View
from spite_and_malice.play.game import NO_MOVES
from spite_and_malice.rules.naming import card_name
from spite_and_malice.texts import N_, _, listed

from .table import Table, shown_name

MOST_LINES: Final = 8
MOST_MOVES: Final = 24
"""How many lines somebody may lay down for a turn, and how many moves a line may have."""

TOLD: Final[dict[str, str]] = {
    "": "",
    "played": N_("What you laid down was played."),
    "stopped": N_("What you laid down was played up to where a card that you drew can be played."),
    "drawn": N_("What you laid down was not played: a card that you drew can be played."),
    "none": N_("None of your conditions came true: nothing that you laid down was played."),
}
"""What became of the lines for the newest turn."""


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition and the moves for when it holds as the turn begins.

    ``centre`` has for each centre place the number of its cards, ``tops`` for each seat the top cards of its pay-off
    piles; null in either stands for any.
    """

    centre: tuple[int | None, ...]
    tops: tuple[tuple[str | None, ...] | None, ...]
    moves: tuple[str, ...] = ()


class Laid(Struct, frozen=True):
    """The lines of one person for their next turn in a game, in order: the first that fits is played.

    ``hand`` is what they held when they laid them down, ``told`` what became of the lines before (`TOLD`).
    """

    id: str
    game: int
    hand: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    told: str = ""


class Unplayable(ValueError):
    """A line that cannot be laid down; the text says why."""


def offers(table: Table, seat: int | None) -> bool:
    """Return whether somebody at a seat may lay something down now: by correspondence, while another person moves."""
    turn = table.turn
    if seat is None or turn is None or turn == seat or not table.settings.is_by_correspondence:
        return False
    own = table.row.seats[seat]
    return own.kind == "person" and own.stand_in is None and table.program_at(turn) is None


@dataclass(slots=True)
class Ahead:
    """The table as a line has it after some of its moves: ``view`` for words, ``legal`` what can follow."""

    view: View
    legal: tuple[str, ...]
    is_done: bool = False
    """Whether the line ends here: with the turn, or because a hidden card comes to light."""


def ahead(view: View, line: Line) -> Ahead:
    """Return what can follow the moves of a line, from the view of the player who waits. Raises `Unplayable`."""
    seat = _seat(view)
    _check_form(view, line)
    shown = supposed(view, line)
    position = _position(shown)
    at = Ahead(shown, _choices(position, line))
    for text in line.moves:
        if at.is_done or text not in at.legal:
            raise Unplayable(_("What you laid down cannot be played any more. Choose again."))
        effects = position.play(text, None)
        if effects.reveals or position.is_over or position.turn != seat:
            at = Ahead(at.view, (), is_done=True)
            continue
        at = Ahead(_carried(at.view, Move.parse(text)), _choices(position, line))
    return at


def supposed(view: View, line: Line) -> View:
    """Return the view that a line supposes as its turn begins; stacks that would be built on have any cards."""
    centre = list(view.centre_places)
    for place, height in enumerate(line.centre[: len(centre)]):
        if height is not None and height != len(centre[place]):
            filler = view.rules.deck.cards()[0]
            centre[place] = (*centre[place][:height], *[filler] * (height - len(centre[place])))
    if view.rules.centre is None:
        # A place that nothing was played to is none of the position's.
        while centre and not centre[-1] and len(centre) > len(view.centre):
            centre.pop()
    return replace(
        view,
        centre=tuple(centre),
        turn=_seat(view),
        stage=Stage.PLAY,
        cover=None,
        passes=0,
        moved=False,
        legal=(),
        goes_on=(),
    )


def changed_places(view: View, line: Line) -> list[int]:
    """Return the centre places that a line supposes to be other than they are."""
    places = view.centre_places
    return [
        place
        for place, height in enumerate(line.centre[: len(places)])
        if height is not None and height != len(places[place])
    ]


def fits(view: View, line: Line) -> bool:
    """Return whether the condition of a line holds in the view of the player whose turn has begun."""
    for place, height in enumerate(line.centre):
        if height is not None and height != (len(view.centre[place]) if place < len(view.centre) else 0):
            return False
    for seat, tops in enumerate(line.tops):
        if tops is not None and tops != tuple(pile.top for pile in view.payoff(seat)):
            return False
    return True


def is_held_back(view: View, laid: Laid, moves: Sequence[str]) -> bool:
    """Return whether a card that the player drew since could be played, after they have made some moves of a line."""
    known = Counter(laid.hand)
    known.subtract(card for text in moves for card in Move.parse(text).cards)
    drawn = Counter(view.hand(_seat(view))) - known
    return any(
        drawn[card] and known[card] <= 0
        for move in view.legal_moves
        if move.plays_to_centre or move.target.startswith("L")
        for card in move.cards
    )


def is_known(view: View, laid: Laid) -> bool:
    """Return whether the player still holds what they held when they laid the lines down."""
    return not Counter(laid.hand) - Counter(view.hand(_seat(view)))


def condition_words(view: View, line: Line, names: Sequence[str]) -> str:
    """Say in the current language what a line supposes."""
    parts = [_stack_words(view, place, height) for place, height in enumerate(line.centre) if height is not None]
    parts += [
        top_words(names[seat], tops) for seat, tops in enumerate(line.tops) if tops is not None and seat != view.seat
    ]
    return (
        capital(_("If {conditions}:").format(conditions=listed(list(dict.fromkeys(parts)))))
        if parts
        else _("Whatever happens:")
    )


def _stack_words(view: View, place: int, height: int) -> str:
    if _is_empty_place(view, place):
        return _("an empty [centre stack] needs {rank}").format(rank=needed(view, height))
    return _("{top} needs {rank}").format(top=centre_name(view, place), rank=needed(view, height))


def _is_empty_place(view: View, place: int) -> bool:
    return place >= len(view.centre) or not view.centre[place]


def top_words(name: str, tops: Sequence[str | None]) -> str:
    """Say that a pay-off pile still shows what it shows now."""
    cards = listed([card_name(top) for top in tops if top is not None])
    return _("the [pay-off card] of {name} is still {card}").format(name=name, card=cards)


def needed(view: View, height: int) -> str:
    """Name what a centre stack of a height takes next."""
    return ranks_listed(view, [height + 1])


def moves_words(view: View, line: Line) -> str:
    """Name the moves of a line in the current language."""
    return line_name(supposed(view, line), [Move.parse(text) for text in line.moves], changed_places(view, line))


def choice_words(at: Ahead, text: str, places: Sequence[int]) -> str:
    """Name one move that can follow; ``places`` are the centre places that are only supposed."""
    move = Move.parse(text)
    if move.is_pass:
        return _("Pass")
    return line_name(at.view, [move], places)


def distinct(view: View, legal: Sequence[str]) -> list[str]:
    """Return moves without those that differ only in which of several empty places they go to."""
    seen: set[tuple[str, str]] = set()
    kept = []
    for text in legal:
        move = Move.parse(text)
        if _is_empty(view, move):
            key = f"{move.source}{move.cards}", move.target[0]
            if key in seen:
                continue
            seen.add(key)
        kept.append(text)
    return kept


def _is_empty(view: View, move: Move) -> bool:
    """Return whether a move goes to an empty centre place or an empty side stack."""
    if move.is_pass or move.target[0] == "L":
        return False
    stacks = view.centre if move.target[0] == "C" else view.side(view.turn)
    number = int(move.target[1:]) - 1
    return number >= len(stacks) or not stacks[number]


def place_words(view: View, place: int) -> str:
    """Name a centre place beside a choice."""
    if _is_empty_place(view, place):
        return _("Empty [centre stack]")
    return _("[centre stack] with {top}").format(top=centre_name(view, place))


def height_words(view: View, height: int, *, is_now: bool) -> str:
    """Say what a centre stack takes next as the turn begins."""
    return (_("needs {rank}, as now") if is_now else _("needs {rank}")).format(rank=needed(view, height))


def names_at(table: Table) -> list[str]:
    """Return the name at each seat in the current language."""
    return [shown_name(seat) for seat in table.row.seats]


def read_lines(obj: object) -> tuple[Line, ...]:
    """Read stored lines."""
    return convert(obj, tuple[Line, ...], strict=False)


def write_lines(lines: Sequence[Line]) -> list[object]:
    """Return lines as they are stored."""
    return [to_builtins(line) for line in lines]


def _seat(view: View) -> int:
    assert view.seat is not None
    return view.seat


def _check_form(view: View, line: Line) -> None:
    """Raise `Unplayable` for a line that does not belong to this table, or is too long."""
    places, rules = len(view.centre_places), view.rules
    is_one = (
        len(line.centre) == places
        and len(line.tops) == rules.players
        and len(line.moves) <= MOST_MOVES
        and all(height is None or 0 <= height < rules.build_to for height in line.centre)
        and all(
            tops is None or tops == tuple(pile.top for pile in view.payoff(seat)) for seat, tops in enumerate(line.tops)
        )
        and not any(text in NO_MOVES for text in line.moves)
    )
    if not is_one:
        raise Unplayable(_("The table has changed. Look at it again."))


def _position(view: View) -> Position:
    """Return the position of a view, with the cards that are drawn as the turn begins, which nobody knows."""
    return Position.from_view(view, max(0, view.rules.hand - len(view.hand(_seat(view)))))


def _choices(position: Position, line: Line) -> tuple[str, ...]:
    """Return the legal moves whose target is known: no stack of any height, no pay-off pile that may be another."""
    return tuple(sorted(str(move) for move in position.legal_moves if _is_settled(move, line)))


def _is_settled(move: Move, line: Line) -> bool:
    if move.plays_to_centre:
        place = int(move.target[1:]) - 1
        return place >= len(line.centre) or line.centre[place] is not None
    if move.target.startswith("L"):
        return line.tops[int(move.target[1:].split(".")[0])] is not None
    return True


def _carried(view: View, move: Move) -> View:
    """Return a view after a move of the seat to move that brings nothing to light."""
    cards = list(_cards_of(view, move))
    players = list(view.players)
    owner = view.rules.partner(view.turn) if move.source.startswith("+") else view.turn
    assert owner is not None
    source, player = move.source.lstrip("+"), players[owner]
    if source[0] == "H":
        assert not isinstance(player.hand, int)
        hand = list(player.hand)
        for card in cards:
            hand.remove(card)
        players[owner] = replace(player, hand=tuple(hand))
    else:
        stacks = list(player.side)
        number = int(source[1:]) - 1
        stacks[number] = stacks[number][:-1]
        players[owner] = replace(player, side=tuple(stacks))
    centre = list(view.centre)
    number = int(move.target[1:].split(".")[0]) - 1
    if move.target[0] == "C":
        while len(centre) <= number:
            centre.append(())
        centre[number] = (*centre[number], *cards)
        if len(centre[number]) == view.rules.build_to:
            centre[number] = ()
    elif move.target[0] == "S":
        own = players[view.turn]
        stacks = list(own.side)
        stacks[number] = (*stacks[number], *cards)
        players[view.turn] = replace(own, side=tuple(stacks))
    return replace(view, players=tuple(players), centre=tuple(centre))


def _cards_of(view: View, move: Move) -> Iterator[str]:
    yield from move.cards or (view.card_of(move),)
