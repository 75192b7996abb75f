"""Why a move is not legal, in a sentence for the player (RULES.md section 4)."""

from __future__ import annotations

from spite_and_malice.engine.moves import Move
from spite_and_malice.engine.view import View
from spite_and_malice.rules import Rules
from spite_and_malice.rules.cards import KING
from spite_and_malice.texts import _, ngettext


def reason_against(view: View, move: Move) -> str:
    """Explain why `move`, well-formed but not legal for the viewer to move, is refused, and which moves are legal."""
    reason = _by_stage(view) or _by_source(view, move) or _by_target(view, move)
    return _("{move} is not legal. {reason}").format(move=move, reason=reason)


def _by_stage(view: View) -> str:
    """Return the reason why only a few moves are legal at this stage of the turn, or an empty text."""
    if view.stage == "over":
        return _("The game is over.")
    if view.stage == "fill":
        return _("You are filling your [side stacks]: put hand cards on them, on empty ones first.")
    if view.stage == "break":
        return _("You break the stalemate: start with an ace or a 2 from your hand on a [centre stack].")
    if view.cover is not None:
        text = _("The wild card on [centre stack] {number} must be covered first: it needs {rank}, and no wild card.")
        return text.format(number=view.cover + 1, rank=_a_rank(view.rules, len(view.centre[view.cover]) + 1))
    plays = [Move.parse(text) for text in view.legal if "-C" in text]
    ranks = {view.rules.natural_rank(view.card_of(play)) for play in plays}
    if view.rules.forced and len(plays) == len(view.legal) and ranks <= set(view.rules.forced):
        return _("A card that must be played comes first: {moves}.").format(moves=", ".join(view.legal))
    return ""


def _by_source(view: View, move: Move) -> str:
    if move.is_pass:
        return _("You may pass only when nothing else is possible.") if not view.rules.pass_ else ""
    if move.source == "H":
        own = view.players[view.turn].hand
        hand = [] if isinstance(own, int) else list(own)
        for card in move.cards:
            if card not in hand:
                if len(move.cards) == 1:
                    return _("Your hand does not hold {card}.").format(card=card)
                return _("Your hand does not hold {first} and {second}.").format(
                    first=move.cards[0], second=move.cards[1]
                )
            hand.remove(card)
        return ""
    return "" if view.card_of(move) else _("There is no card at that place that you may play.")


def _by_target(view: View, move: Move) -> str:
    card = view.card_of(move)
    number = int(move.target[1:]) - 1 if not move.is_load else 0
    if move.is_load:
        if not view.rules.loading:
            return _("These rules have no loading.")
        return _(
            "A card loads only the [pay-off pile] of an opponent whose top card has the same suit and is one rank "
            "higher or lower, and the last [pay-off card] of a side never loads."
        )
    if move.is_discard:
        return _against_discard(view, move, number)
    if number >= len(view.centre_places):
        return _("There is no centre place {number} to play to.").format(number=number + 1)
    height = len(view.centre_places[number])
    needed = _a_rank(view.rules, height + 1)
    if not view.rules.is_wild(card):
        return _("[Centre stack] {number} takes {rank} next.").format(number=number + 1, rank=needed)
    if height + 1 in view.rules.wild_never:
        text = _("[Centre stack] {number} takes {rank} next, and a wild card cannot stand for it.")
        return text.format(number=number + 1, rank=needed)
    if height + 1 == view.rules.build_to:
        return _("A wild card must be covered at once, so it cannot complete a [centre stack].")
    text = _("A wild card there needs {rank}, and no wild card, that you can put on it at once.")
    return text.format(rank=_a_rank(view.rules, height + 2))


def _against_discard(view: View, move: Move, number: int) -> str:
    stacks = view.players[view.turn].side
    if number >= len(stacks):
        text = ngettext("There is only {count} [side stack].", "There are only {count} [side stacks].", len(stacks))
        return text.format(count=len(stacks))
    if any(view.rules.natural_rank(card) in view.rules.no_discard for card in move.cards):
        return _("That rank may not go to a [side stack].")
    if view.rules.side_filled and not all(stacks):
        return _("Single hand cards go to your empty [side stacks] first.")
    if len(move.cards) == 2 and not view.rules.pairs:
        return _("These rules have no pairs: discard one card.")
    if len(move.cards) == 2:
        return _(
            "Only two natural cards of one rank, or two equal wild cards, that both fit may be discarded together."
        )
    return _("On a [side stack] the card must be equal to or one lower than the card it covers.")


def _a_rank(rules: Rules, rank: int) -> str:
    """Name a card of a rank with its article: "an ace", "a 7", "a queen"."""
    if rules.deck.has_kings or (rules.payoff_deck is not None and rules.payoff_deck.has_kings):
        named = {1: _("an ace"), 11: _("a jack"), 12: _("a queen"), KING: _("a king")}
        if rank in named:
            return named[rank]
    return (_("an {rank}") if rank in (8, 11) else _("a {rank}")).format(rank=rank)
