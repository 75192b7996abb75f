"""What sets rules apart from others, as short phrases: one for each field that differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from spite_and_malice.rules.deck import Deck
from spite_and_malice.rules.fields import FIELDS
from spite_and_malice.rules.model import Rules
from spite_and_malice.rules.naming import Naming, capital
from spite_and_malice.texts import _, ngettext

STANDARD: Final = Rules()


def differences(rules: Rules, base: Rules = STANDARD) -> list[str]:
    """Name every field in which `rules` differ from `base`, as a short phrase that says what it is in `rules`.

    The phrases come in the order of the fields; there are none if the two are the same game.
    """
    say = Naming(rules)
    phrases = [
        capital(phrase(say)) for name, phrase in _PHRASES.items() if _meaning(rules, name) != _meaning(base, name)
    ]
    return list(dict.fromkeys(phrases))


def _meaning(rules: Rules, name: str) -> object:
    """Return a value that two rules share if and only if what `name` stands for is the same in both."""
    if name == "score":
        return (rules.score.win, rules.score.card)
    if name == "score unfinished":
        return rules.score.stalemate
    value = getattr(rules, FIELDS[name].attribute)
    if isinstance(value, Deck):
        return (value.packs, tuple(pair for pair in value.numbers or () if pair[1]), value.jokers)
    return frozenset(value) if isinstance(value, tuple) else value


def _players(say: Naming) -> str:
    count = say.rules.players
    return ngettext("{count} player", "{count} players", count).format(count=say.number(count))


def _partners(say: Naming) -> str:
    return _("partners play together") if say.rules.partners else _("everybody plays alone")


def _deck(say: Naming) -> str:
    deck = say.deck(say.rules.deck)
    return deck if say.rules.payoff_deck is None else _("{deck} for hands and stock").format(deck=deck)


def _payoff_deck(say: Naming) -> str:
    if say.rules.payoff_deck is None:
        return _("one deck for hands and pay-off piles")
    return _("{deck} for the pay-off piles alone").format(deck=say.deck(say.rules.payoff_deck))


def _wilds(say: Naming) -> str:
    if not say.rules.wilds:
        return _("no wild cards")
    return _("{kinds} are wild").format(kinds=say.wilds())


def _build_to(say: Naming) -> str:
    return _("centre stacks run to {rank}").format(rank=say.rank(say.rules.build_to))


def _wild_never(say: Naming) -> str:
    if not say.rules.wild_never:
        return _("wild cards stand for anything")
    return _("wild cards never stand for {ranks}").format(ranks=say.ranks(say.rules.wild_never, either=True))


def _wild_covered(say: Naming) -> str:
    if say.rules.wild_covered:
        return _("a wild card must be covered at once")
    return _("a wild card need not be covered")


def _hand(say: Naming) -> str:
    count = say.rules.hand
    return ngettext("{count} card in hand", "{count} cards in hand", count).format(count=say.number(count))


def _payoff(say: Naming) -> str:
    return _("{cards} in a pay-off pile").format(cards=say.cards(say.rules.payoff))


def _payoff_piles(say: Naming) -> str:
    count = say.rules.payoff_piles
    return ngettext("{count} pay-off pile each", "{count} pay-off piles each", count).format(count=say.number(count))


def _centre(say: Naming) -> str:
    count = say.rules.centre
    if count is None:
        return _("any number of centre stacks")
    return ngettext("{count} centre stack", "{count} centre stacks", count).format(count=say.number(count))


def _completed(say: Naming) -> str:
    if say.rules.completed == "aside":
        return _("finished stacks are set aside")
    return _("finished stacks go into the stock at once")


def _side(say: Naming) -> str:
    count = say.rules.side
    return ngettext("{count} side stack each", "{count} side stacks each", count).format(count=say.number(count))


def _side_order(say: Naming) -> str:
    if say.rules.side_order == "descending":
        return _("side stacks run downwards")
    return _("side stacks take cards in any order")


def _side_dealt(say: Naming) -> str:
    if say.rules.side_dealt:
        return _("a card is dealt to each side stack")
    return _("side stacks start empty")


def _side_filled(say: Naming) -> str:
    if say.rules.side_filled:
        return _("empty side stacks are filled first")
    return _("side stacks may stay empty")


def _no_discard(say: Naming) -> str:
    if not say.rules.no_discard:
        return _("any card may be discarded")
    return _("{ranks} may not be discarded").format(ranks=say.ranks(say.rules.no_discard))


def _pairs(say: Naming) -> str:
    return _("pairs may be discarded") if say.rules.pairs else _("one card a discard")


def _pass(say: Naming) -> str:
    return _("you may pass") if say.rules.pass_ else _("you pass only when nothing else is left")


def _loading(say: Naming) -> str:
    return _("opponents may be loaded") if say.rules.loading else _("no loading")


def _empty_hand(say: Naming) -> str:
    if say.rules.empty_hand == "end":
        return _("an empty hand ends the turn")
    return _("an empty hand is filled at once")


def _forced(say: Naming) -> str:
    if not say.rules.forced:
        return _("no card has to be played")
    places = {
        "hand": _("from the hand"),
        "payoff": _("from the pay-off pile"),
        "side": _("from the side stacks"),
    }
    named = say.listing([name for place, name in places.items() if place in say.rules.forced_from])
    return _("{ranks} must be played {places}").format(ranks=say.ranks(say.rules.forced), places=named)


def _first(say: Naming) -> str:
    match say.rules.first:
        case "highest":
            return _("the highest pay-off card begins")
        case "dealer":
            return _("the dealer begins")
        case "left":
            return _("the dealer's left neighbour begins")


def _stock_out(say: Naming) -> str:
    match say.rules.stock_out:
        case "draw":
            return _("nobody wins when the stock is gone")
        case "fewest":
            return _("the fewest cards win when the stock is gone")
        case "renew":
            return _("the stock is renewed when it is gone")


def _stalemate(say: Naming) -> str:
    match say.rules.stalemate:
        case "end":
            return _("a stalemate ends the game")
        case "low":
            return _("a low card breaks a stalemate")
        case "redeal":
            return _("a stalemate brings a new deal")


def _score(say: Naming) -> str:
    score = say.rules.score
    text = _("{win} for winning and {card} a card")
    return text.format(win=say.points(score.win), card=say.points(score.card))


def _score_unfinished(say: Naming) -> str:
    if say.rules.score.stalemate == "none":
        return _("an unfinished game scores nothing")
    return _("an unfinished game scores the difference")


def _target(say: Naming) -> str:
    return _("a match to {points}").format(points=say.points(say.rules.target))


_PHRASES: Final[dict[str, Callable[[Naming], str]]] = {
    "players": _players,
    "partners": _partners,
    "deck": _deck,
    "payoff_deck": _payoff_deck,
    "wilds": _wilds,
    "build_to": _build_to,
    "wild_never": _wild_never,
    "wild_covered": _wild_covered,
    "hand": _hand,
    "payoff": _payoff,
    "payoff_piles": _payoff_piles,
    "centre": _centre,
    "completed": _completed,
    "side": _side,
    "side_order": _side_order,
    "side_dealt": _side_dealt,
    "side_filled": _side_filled,
    "no_discard": _no_discard,
    "pairs": _pairs,
    "pass": _pass,
    "loading": _loading,
    "empty_hand": _empty_hand,
    "forced": _forced,
    "forced_from": _forced,
    "first": _first,
    "stock_out": _stock_out,
    "stalemate": _stalemate,
    "score": _score,
    "score unfinished": _score_unfinished,
    "target": _target,
}
