"""The names of cards, places and lines of plays in the sentences of hints, in the reader's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from spite_and_malice.engine import Move, View
from spite_and_malice.rules import card_text
from spite_and_malice.rules.naming import Naming, card_name, rank_name
from spite_and_malice.texts import _, listed


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
    """Name cards by their codes: "5♥ and 6♣"."""
    return listed([card_name(card_text(card)) for card in cards])


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
    names: list[str] = []
    for at, move in enumerate(moves):
        if not move.target:
            steps.append(_("a pass"))
            continue
        pile = piles.setdefault(move.target, _cards_at(view, move.target))
        if not names:
            is_supposed = pile and move.target[0] == "C" and int(move.target[1:]) - 1 in supposed
            top = ranks_listed(view, [len(pile)]) if is_supposed else _top_name(view, move.target, pile)
        names.append(_played(view, move, taken, len(pile) + 1))
        pile += move.cards or (view.card_of(move, taken[move.source]),)
        taken[move.source] += 1
        is_complete = move.target[0] == "C" and len(pile) == view.rules.build_to
        if is_complete:
            pile.clear()
        if is_complete or at + 1 == len(moves) or moves[at + 1].target != move.target:
            steps.append(on_stack(listed(names), top, move.target))
            names = []
    return _(", then ").join(steps)


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


def _played(view: View, move: Move, taken: Counter[str], height: int) -> str:
    """Name the card that a move plays after those `taken` from their places, and its height in the centre.

    A card is said to be from the hand if an equal card lies on top of a side stack.
    """
    cards = move.cards or (view.card_of(move, taken[move.source]),)
    card = listed([_standing(view, each, height) if move.target[0] == "C" else card_name(each) for each in cards])
    partners, pile = move.source[0] == "+", move.source.lstrip("+")
    if pile[0] == "H":
        own = view.players[view.turn].side
        tops = [stack[: len(stack) - taken[f"S{number}"]][-1:] for number, stack in enumerate(own, 1)]
        is_doubtful = move.plays_to_centre and any(top == cards for top in tops)
        return _("{card} from your hand").format(card=card) if is_doubtful else card
    if pile[0] == "P":
        return payoff_name(card, partners=partners, joker=cards == ("*",))
    text = _("{card} from your partner's [side stack]") if partners else _("{card} from your [side stack]")
    return text.format(card=card)


def payoff_name(card: str, *, partners: bool, joker: bool) -> str:
    """Name a card of a pay-off pile: "your pay-off card 6♣", "your pay-off card (a joker)"."""
    if joker:
        text = _("your partner's [pay-off card] ({card})") if partners else _("your [pay-off card] ({card})")
    else:
        text = _("your partner's [pay-off card] {card}") if partners else _("your [pay-off card] {card}")
    return text.format(card=card)


def _standing(view: View, card: str, height: int) -> str:
    """Name a card at a height in the centre, a wild one with the rank that it stands for."""
    if not view.rules.is_wild(card):
        return card_name(card)
    rank = rank_name(height, suited=Naming(view.rules).suited)
    return _("{card} as {rank}").format(card=card_name(card), rank=rank)
