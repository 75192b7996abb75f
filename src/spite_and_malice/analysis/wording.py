"""The names of cards, places and lines of plays in the sentences of hints, in the reader's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from spite_and_malice.engine import Move, View
from spite_and_malice.rules import card_text
from spite_and_malice.rules.naming import Naming, card_name, rank_name
from spite_and_malice.texts import _, listed, ngettext


def capital(words: str) -> str:
    """Begin a sentence with a capital letter."""
    return words[:1].upper() + words[1:]


def centre_name(view: View, number: int) -> str:
    """Name a centre stack, numbered from 0, by its top card, since stacks bear no numbers on the table."""
    pile = view.centre[number] if number < len(view.centre) else ()
    return _top_name(view, "C", pile) if pile else _("an empty [centre stack]")


def ranks_listed(view: View, ranks: Iterable[int]) -> str:
    """Name ranks as the cards in play show them: "5, 6 and J"."""
    suited = Naming(view.rules).suited
    return listed([rank_name(rank, suited=suited) for rank in ranks])


def cards_listed(cards: Iterable[int]) -> str:
    """Name cards by their codes: "5♥ and 6♣", "6♣ and 2 jokers"."""
    names = list(map(card_name, found := list(map(card_text, cards))))
    if (jokers := found.count("*")) > 1:
        names = [name for name, card in zip(names, found, strict=True) if card != "*"]
        names.append(ngettext("{count} joker", "{count} jokers", jokers).format(count=jokers))
    return listed(names)


def named_at(view: View, height: int) -> str:
    """Name the first centre stack of a height, or a new one if there is none."""
    found = (number for number, pile in enumerate(view.centre) if len(pile) == height)
    return centre_name(view, next(found, len(view.centre)))


def _top_name(view: View, target: str, pile: Sequence[str]) -> str:
    """Name the top card of a stack, a wild one in the centre with the rank that it stands for: "K♥ (7)"."""
    if not pile or target[0] != "C" or not view.rules.is_wild(pile[-1]):
        return card_name(pile[-1]) if pile else ""
    return f"{card_name(pile[-1])} ({rank_name(len(pile), suited=Naming(view.rules).suited)})"


def line_name(view: View, moves: Sequence[Move], supposed: Collection[int] = ()) -> str:
    """Name the moves of a line, one after another from the view on: "5♥ and your pay-off card 6♣ on 4♠".

    A wild card that goes to the centre is named with the rank that it stands for there: "K♣ as 5". Centre stacks that
    are only `supposed` to be as high, numbered from 0, are named by the rank of their top card: "5♥ on 4".
    """
    taken: Counter[str] = Counter()
    piles: dict[str, list[str]] = {}
    steps: list[str] = []
    played: list[_Played] = []
    for at, move in enumerate(moves):
        if not move.target:
            steps.append(_("a pass"))
            continue
        pile = piles.setdefault(move.target, _cards_at(view, move.target))
        if not played:
            is_supposed = pile and move.target[0] == "C" and int(move.target[1:]) - 1 in supposed
            top = ranks_listed(view, [len(pile)]) if is_supposed else _top_name(view, move.target, pile)
        played.append(_played(view, move, taken, len(pile) + 1))
        pile += move.cards or (view.card_of(move, taken[move.source]),)
        taken[move.source] += 1
        is_complete = move.target[0] == "C" and len(pile) == view.rules.build_to
        if is_complete:
            pile.clear()
        if is_complete or at + 1 == len(moves) or moves[at + 1].target != move.target:
            steps.append(on_stack(_cards_played(played), top, move.target))
            played = []
    return _(", then ").join(steps)


class _Played(NamedTuple):
    """A card that is played, its source, and whether its place has to be distinguished from another."""

    name: str
    source: str
    is_doubtful: bool


def _cards_played(played: Sequence[_Played]) -> str:
    groups = list(_in_groups(played))
    if len(groups) == 2 and len(played) > 2:
        return _("{one}, and {other}").format(one=groups[0], other=groups[1])
    return listed(groups)


def _in_groups(played: Sequence[_Played]) -> Iterator[str]:
    """Name cards that are played one after another on a stack, those from the same kind of place together."""
    groups = [(kind, list(cards)) for kind, cards in groupby(played, key=lambda each: each.source.rstrip("0123456789"))]
    for number, (kind, cards) in enumerate(groups):
        names = [each.name for each in cards]
        if kind in ("S", "+S"):
            text = _side_words(partners=kind == "+S", several=len({each.source for each in cards}) > 1)
            yield text.format(card=listed(names))
        elif kind == "H" and (number + 1 < len(groups) and groups[number + 1][0][-1] == "S"):
            # Else these would seem to come from the place that is named after the next.
            yield _("{card} from your hand").format(card=listed(names))
        elif kind == "H":
            for each in cards:
                yield _("{card} from your hand").format(card=each.name) if each.is_doubtful else each.name
        else:
            yield from names


def _side_words(*, partners: bool, several: bool) -> str:
    if partners:
        return (
            _("{card} from your partner's [side stacks]") if several else _("{card} from your partner's [side stack]")
        )
    return _("{card} from your [side stacks]") if several else _("{card} from your [side stack]")


def on_stack(cards: str, top: str, target: str) -> str:
    """Say that cards go to a stack, which `top` names by its top card; it is "" for an empty stack."""
    if target[0] == "L":
        said = _("{card} on the [pay-off pile] with {top}")
    elif target[0] == "C":
        said = _("{card} on {top}") if top else _("{card} on an empty [stack]")
    else:
        said = _("{card} on the [side stack] with {top}") if top else _("{card} on an empty [side stack]")
    return said.format(card=cards, top=top)


def _cards_at(view: View, target: str) -> list[str]:
    if target[0] == "L":
        seat, _dot, pile = target[1:].partition(".")
        top = view.players[int(seat)].payoff[int(pile or 1) - 1].top
        return [top] if top else []
    stacks = view.centre if target[0] == "C" else view.players[view.turn].side
    number = int(target[1:]) - 1
    return list(stacks[number]) if number < len(stacks) else []


def _played(view: View, move: Move, taken: Counter[str], height: int) -> _Played:
    """Name the card that a move plays after those `taken` from their places, and its height in the centre.

    The place of a card of the hand is in doubt if an equal card lies on top of a side stack.
    """
    cards = move.cards or (view.card_of(move, taken[move.source]),)
    card = listed([standing(view, each, height) if move.target[0] == "C" else card_name(each) for each in cards])
    partners, pile = move.source[0] == "+", move.source.lstrip("+")
    if pile[0] == "P":
        card = payoff_name(card, partners=partners, joker=cards == ("*",))
    own = view.players[view.turn].side
    tops = [stack[: len(stack) - taken[f"S{number}"]][-1:] for number, stack in enumerate(own, 1)]
    is_doubtful = pile[0] == "H" and move.plays_to_centre and any(top == cards for top in tops)
    return _Played(card, move.source if pile[0] != "H" else "H", is_doubtful)


def payoff_words(view: View, text: str) -> str:
    """Name the pay-off card that a move plays: "your pay-off card 6♣"."""
    move = Move.parse(text)
    return payoff_name(card_name(view.card_of(move)), partners=move.source[0] == "+", joker=view.card_of(move) == "*")


def payoff_name(card: str, *, partners: bool, joker: bool) -> str:
    """Name a card of a pay-off pile: "your pay-off card 6♣", "your pay-off card (a joker)"."""
    if joker:
        text = _("your partner's [pay-off card] ({card})") if partners else _("your [pay-off card] ({card})")
    else:
        text = _("your partner's [pay-off card] {card}") if partners else _("your [pay-off card] {card}")
    return text.format(card=card)


def standing(view: View, card: str, height: int) -> str:
    """Name a card at a height in the centre, a wild one with the rank that it stands for."""
    if not view.rules.is_wild(card):
        return card_name(card)
    rank = rank_name(height, suited=Naming(view.rules).suited)
    return _("{card} as {rank}").format(card=card_name(card), rank=rank)


def player_name(view: View, seat: int, names: Sequence[str] | None) -> str:
    """Name an opponent, whose name may be unknown."""
    if names is not None:
        return names[seat]
    return _("the next player") if seat == (view.turn + 1) % view.rules.players else _("seat {n}").format(n=seat + 1)
