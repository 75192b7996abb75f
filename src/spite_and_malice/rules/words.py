"""The rules of a table in words, in the current language: full sentences, and the differences from other rules."""

from __future__ import annotations

from typing import Final, NamedTuple

from spite_and_malice.arguments import of_type
from spite_and_malice.rules.cards import Deck
from spite_and_malice.rules.field import Field
from spite_and_malice.rules.fields import FIELDS
from spite_and_malice.rules.model import Rules
from spite_and_malice.rules.naming import Naming, capital, natural
from spite_and_malice.texts import _, listed, ngettext

_STANDARD: Final = Rules()


class Topic(NamedTuple):
    """Some sentences that belong together, under a short title."""

    title: str
    sentences: list[str]


def describe(rules: Rules) -> list[str]:
    """Say the rules in full sentences, in reading order: every field that matters, nothing that does not apply."""
    return [sentence for topic in describe_by_topic(rules) for sentence in topic.sentences]


def describe_by_topic(rules: Rules) -> list[Topic]:
    """Say the rules as `describe` does, under titles."""
    say = Naming(of_type(rules, Rules, "rules", 'preset_rules("standard") has those of a preset'))
    topics = (
        (_("The aim"), (_players, _aim)),
        (_("Your turn"), (_sources, _forced, _loading, _empty_hand)),
        (_("Ending your turn"), (_discard, _side_order, _no_discard, _pairs, _pass)),
        (_("The centre"), (_centre, _completed, _wilds, _wild_covered)),
        (_("The cards"), (_decks, _hand, _side_stacks, _first)),
        (_("When nobody gets there"), (_stock_out, _stalemate)),
        (_("The score"), (_score, _score_unfinished, _target)),
    )
    return [
        Topic(title, [text for sentence in sentences if (text := sentence(rules, say))]) for title, sentences in topics
    ]


def differences(rules: Rules, base: Rules = _STANDARD) -> list[str]:
    """Name every field in which `rules` differ from `base`, as a short phrase about its value in `rules`.

    The phrases come in the order of the fields; there are none if the two are the same game.
    """
    say = Naming(rules)
    entries = [entry for field in FIELDS.values() for entry in field.parts or (field,)]
    phrases = [
        capital(entry.in_words(rules, say)) for entry in entries if _meaning(rules, entry) != _meaning(base, entry)
    ]
    return list(dict.fromkeys(phrases))


def _meaning(rules: Rules, field: Field) -> object:
    """Return a value that two rules share if and only if a field means the same in both."""
    value = field.of(rules)
    if isinstance(value, Deck):
        return (value.packs, tuple(pair for pair in value.numbers or () if pair[1]), value.jokers)
    return frozenset(value) if isinstance(value, tuple) else value


def _players(rules: Rules, say: Naming) -> str:
    if rules.partners:
        text = _("{players} players play as {pairs} pairs; partners sit opposite each other.")
        return capital(text.format(players=say.number(rules.players), pairs=say.number(rules.side_count)))
    if rules.players == 2:
        return _("Two players play against each other.")
    text = ngettext("{count} player plays, each alone.", "{count} players play, each for themselves.", rules.players)
    return capital(text.format(count=say.number(rules.players)))


def _aim(rules: Rules, say: Naming) -> str:
    piles = rules.payoff_piles
    if piles == 1:
        has = _("Each of you has a [pay-off pile] of {cards}, only its top card face up")
    else:
        has = ngettext(
            "Each of you has {count} [pay-off pile] of {cards}, only its top card face up",
            "Each of you has {count} [pay-off piles] of {cards} each, only their top cards face up",
            piles,
        )
    if rules.partners:
        text = _("{has}; the first pair to be rid of all its [pay-off cards] wins the game.")
    else:
        text = _("{has}; the first to be rid of all those cards wins the game.")
    return text.format(has=has.format(count=say.number(piles), cards=say.cards(rules.payoff)))


def _decks(rules: Rules, say: Naming) -> str:
    deck, cards = say.deck(rules.deck), say.cards(rules.deck.count())
    if rules.payoff_deck is None:
        return _("You play with {deck}: {cards} in all.").format(deck=deck, cards=cards)
    over = rules.payoff_deck.count() - rules.players * rules.payoff_piles * rules.payoff
    if over:
        rest = ngettext("; {count} card is left over", "; {count} cards are left over", over)
        rest = rest.format(count=say.number(over))
    else:
        rest = ""
    return _(
        "Hands and [stock] come from {deck}: {cards} in all. "
        "The [pay-off piles] are dealt from a deck of their own, {payoff_deck}: {payoff_cards} in all{rest}."
    ).format(
        deck=deck,
        cards=cards,
        payoff_deck=say.deck(rules.payoff_deck),
        payoff_cards=say.cards(rules.payoff_deck.count()),
        rest=rest,
    )


def _hand(rules: Rules, say: Naming) -> str:
    text = ngettext(
        "Your hand is {count} card; at the start of your turn you draw it anew if it is gone.",
        "Your hand is {count} cards; at the start of your turn you draw until you hold that many again.",
        rules.hand,
    )
    return text.format(count=say.number(rules.hand))


def _side_stacks(rules: Rules, say: Naming) -> str:
    side = rules.side
    if rules.side_dealt:
        text = ngettext(
            "You have {count} [side stack] of your own, with a card dealt to it face up at the start.",
            "You have {count} [side stacks] of your own, with a card dealt to each of them face up at the start.",
            side,
        )
    else:
        text = ngettext(
            "You have {count} [side stack] of your own, empty at the start.",
            "You have {count} [side stacks] of your own, empty at the start.",
            side,
        )
    return text.format(count=say.number(side))


def _first(rules: Rules, say: Naming) -> str:
    match rules.first:
        case "dealer":
            return _("The dealer begins: the first is drawn by lot, then the deal moves on one seat with every game.")
        case "left":
            return _(
                "The player to the dealer's left begins: the first dealer is drawn by lot, "
                "then the deal moves on one seat with every game."
            )
        case "highest":
            if rules.wilds:
                begins = _("The player who shows the highest card on a [pay-off pile] begins; wild cards count lowest.")
            else:
                begins = _("The player who shows the highest card on a [pay-off pile] begins.")
            tie = _("Players who tie shuffle their [pay-off piles] and turn up again; after 20 ties a lot decides.")
            if rules.players == 2:
                return f"{begins} {tie}"
            return f"{begins} {tie} " + _("Only those who tied take part; the highest card that they turn up begins.")


def _centre(rules: Rules, say: Naming) -> str:
    centre = rules.centre
    if centre is None:
        room = _("There is always room for another [centre stack], and you all share them.")
    else:
        room = ngettext(
            "There is room for {count} [centre stack], which you all share.",
            "There is room for {count} [centre stacks], which you all share.",
            centre,
        ).format(count=say.number(centre))
    if say.suited:
        text = _("{room} A [stack] is built up one rank at a time from {low} to {high}, whatever the suits.")
    else:
        text = _("{room} A [stack] is built up one number at a time from {low} to {high}.")
    return text.format(room=room, low=say.rank(1), high=say.rank(rules.build_to))


def _completed(rules: Rules, say: Naming) -> str:
    if rules.completed == "aside":
        return _("A finished [stack] is set aside, and its place is free again.")
    return _("A finished [stack] is shuffled into the [stock] at once, and its place is free again.")


def _wilds(rules: Rules, say: Naming) -> str:
    if not rules.wilds:
        return _("There are no wild cards.")
    if not rules.wild_never:
        text = _("{kinds} are wild: on a [centre stack] they stand for whatever comes next.")
        return capital(text.format(kinds=say.wilds()))
    text = _("{kinds} are wild: on a [centre stack] they stand for whatever comes next, but never for {ranks}.")
    return capital(text.format(kinds=say.wilds(), ranks=say.ranks(rules.wild_never, either=True)))


def _wild_covered(rules: Rules, say: Naming) -> str | None:
    if not (rules.wilds and rules.wild_covered):
        return None
    return _(
        "You may play a wild card only if you see a natural card, one higher, that you can cover it with, "
        "and you must cover it before you do anything else."
    )


def _sources(rules: Rules, say: Naming) -> str:
    if rules.partners:
        return _(
            "On your turn, play as many cards to the centre as you like: from your hand, and from the tops of the "
            "[pay-off piles] and [side stacks] that you and your partner have, but never from your partner's hand."
        )
    if rules.payoff_piles == 1:
        return _(
            "On your turn, play as many cards to the centre as you like: from your hand, the top of your [pay-off "
            "pile] and the tops of your [side stacks]."
        )
    return _(
        "On your turn, play as many cards to the centre as you like: from your hand, the tops of your [pay-off piles] "
        "and the tops of your [side stacks]."
    )


def _forced(rules: Rules, say: Naming) -> str | None:
    ranks = natural(rules, rules.forced)
    if not ranks:
        return None
    names = {
        "hand": _("from your hand"),
        "payoff": ngettext("from your [pay-off pile]", "from your [pay-off piles]", rules.payoff_piles),
        "side": ngettext("from your [side stack]", "from your [side stacks]", rules.side),
    }
    places = listed([name for place, name in names.items() if place in rules.forced_from], either=True)
    text = _("{ranks} that can go to the centre {places} must be played before you do anything else.")
    return capital(text.format(ranks=say.ranks(ranks), places=places))


def _loading(rules: Rules, say: Naming) -> str | None:
    if not rules.loading:
        return None
    sentences = [
        _(
            "You may load an opponent: put a card from your hand, or the top of a [pay-off pile] of yours, onto an "
            "opponent's [pay-off pile] if it is of the same suit and one rank higher or lower."
        )
    ]
    if "K" in rules.wilds:
        sentences.append(_("A wild king loads and is loaded on as a king."))
    if "*" in rules.wilds:
        sentences.append(_("[Jokers] have no suit, so they neither load nor are loaded on."))
    if rules.partners:
        sentences.append(_("The last [pay-off card] that a pair has can only go to the centre."))
    else:
        sentences.append(_("Your last [pay-off card] can only go to the centre."))
    return " ".join(sentences)


def _empty_hand(rules: Rules, say: Naming) -> str:
    if rules.empty_hand == "end":
        return _("If you play the last card of your hand, your turn ends.")
    text = ngettext(
        "If you play the last card of your hand, you draw {count} new card and go on.",
        "If you play the last card of your hand, you draw {count} new cards and go on.",
        rules.hand,
    )
    return text.format(count=say.number(rules.hand))


def _discard(rules: Rules, say: Naming) -> str:
    text = ngettext(
        "To end your turn, put a card from your hand onto your [side stack].",
        "To end your turn, put a card from your hand onto one of your [side stacks].",
        rules.side,
    )
    if not rules.side_filled:
        return text
    fill = ngettext(
        "While a [side stack] of yours is empty, a discard does not end your turn: you go on putting cards on the "
        "empty [stacks], and do nothing else, until none is empty; then one more discard ends your turn. "
        "If your hand runs out before that, you draw {count} new card and play on.",
        "While a [side stack] of yours is empty, a discard does not end your turn: you go on putting cards on the "
        "empty [stacks], and do nothing else, until none is empty; then one more discard ends your turn. "
        "If your hand runs out before that, you draw {count} new cards and play on.",
        rules.hand,
    ).format(count=say.number(rules.hand))
    return f"{text} {fill}"


def _side_order(rules: Rules, say: Naming) -> str:
    if rules.side_order == "any":
        return _("A [side stack] takes cards in any order, and only its top card can be played.")
    text = _(
        "A [side stack] runs downwards: each card equals the one it covers or is one lower, and only the top card can "
        "be played."
    )
    if not rules.wilds:
        return text
    if rules.wild_never:
        wild = _("A wild card there stands for any value that fits, but never for {ranks}.")
        wild = wild.format(ranks=say.ranks(rules.wild_never, either=True))
    else:
        wild = _("A wild card there stands for any value that fits.")
    return f"{text} {wild}"


def _no_discard(rules: Rules, say: Naming) -> str | None:
    ranks = natural(rules, rules.no_discard)
    if not ranks:
        return None
    text = _("{ranks} may not be put on a [side stack].")
    if rules.wilds:
        text = _("{ranks} may not be put on a [side stack]; wild cards may.")
    return capital(text.format(ranks=say.ranks(ranks)))


def _pairs(rules: Rules, say: Naming) -> str | None:
    if not rules.pairs:
        return None
    if rules.wilds:
        text = _(
            "You may discard two natural cards of one rank, or two wild cards of one kind, together onto a [side "
            "stack]."
        )
    else:
        text = _("You may discard two cards of one rank together onto a [side stack].")
    if not rules.side_filled:
        return text
    filled = _("A pair never fills an empty [side stack]; it always ends your turn.")
    return f"{text} {filled}"


def _pass(rules: Rules, say: Naming) -> str:
    if rules.pass_:
        return _("You may also pass: end your turn without a discard.")
    return _("You pass only when you can do nothing else.")


def _unfinished(rules: Rules, say: Naming) -> str:
    """Say who wins a game that nobody finished."""
    if rules.stock_out != "fewest":
        return _("nobody wins")
    if rules.partners:
        return _("the pair with the fewest [pay-off cards] left wins, or nobody if the fewest are equal")
    return _("whoever has the fewest [pay-off cards] left wins, or nobody if the fewest are equal")


def _stock_out(rules: Rules, say: Naming) -> str:
    aside = rules.completed == "aside"
    if rules.stock_out == "renew":
        if aside:
            text = _(
                "When you must draw and the [stock] is gone, the finished [stacks] set aside are shuffled and become "
                "the [stock]; if there are none, a fresh set of {deck} does."
            )
        else:
            text = _(
                "When you must draw and the [stock] is gone, a fresh set of {deck} is shuffled and becomes the [stock]."
            )
        return text.format(deck=say.deck(rules.deck))
    if aside:
        text = _(
            "When you must draw and the [stock] is gone, the finished [stacks] set aside are shuffled and become the "
            "[stock]; if there are none, the game is over at once and {outcome}."
        )
    else:
        text = _("When you must draw and the [stock] is gone, the game is over at once and {outcome}.")
    return text.format(outcome=_unfinished(rules, say))


def _stalemate(rules: Rules, say: Naming) -> str:
    intro = _("When everybody in turn has ended a turn without moving a card, that is a stalemate")
    outcome = _unfinished(rules, say)
    match rules.stalemate:
        case "end":
            return _("{intro}: the game is over and {outcome}.").format(intro=intro, outcome=outcome)
        case "low":
            return _(
                "{intro}: the next player who holds {cards} that can be played has the turn and must start with it. "
                "If nobody holds one, the game is over and {outcome}."
            ).format(intro=intro, cards=_low_cards(rules, say), outcome=outcome)
        case "redeal":
            return _(
                "{intro}: all cards but the [pay-off piles] are shuffled, everybody gets a new hand and the [centre "
                "stacks] and [side stacks] start again. If the cards are too few for that, the game is over and "
                "{outcome}."
            ).format(intro=intro, outcome=outcome)


def _low_cards(rules: Rules, say: Naming) -> str:
    return _("a natural ace or two") if say.suited else _("a natural 1 or 2")


def _score(rules: Rules, say: Naming) -> str:
    score = rules.score
    if score.win and score.card:
        text = _(
            "Getting rid of the [pay-off cards] scores {win}, and {card} more for every [pay-off card] the others have "
            "left."
        )
    elif score.card:
        text = _("Getting rid of the [pay-off cards] scores {card} for every [pay-off card] the others have left.")
    elif score.win:
        text = _("Getting rid of the [pay-off cards] scores {win}.")
    else:
        text = _("Getting rid of the [pay-off cards] scores no points.")
    text = text.format(win=say.points(score.win), card=say.points(score.card))
    if not (rules.partners and (score.win or score.card)):
        return text
    both = _("Both partners are given the points of their pair.")
    return f"{text} {both}"


def _score_unfinished(rules: Rules, say: Naming) -> str:
    score = rules.score
    if score.stalemate == "none" or not score.card:
        return _("If a game ends without that, nobody scores.")
    if rules.partners:
        text = _(
            "If a game ends without that, the pair with the fewest [pay-off cards] left scores {points} for every card "
            "that each other pair has more; if the fewest are equal, nobody scores."
        )
    else:
        text = _(
            "If a game ends without that, whoever has the fewest [pay-off cards] left scores {points} for every card "
            "that each of the others has more; if the fewest are equal, nobody scores."
        )
    return text.format(points=say.points(score.card))


def _target(rules: Rules, say: Naming) -> str:
    if rules.target == 1:
        return _("One game is played, not a match: whoever wins it has won.")
    points = say.points(rules.target)
    if rules.partners:
        return _("The match goes on until a pair has {points}.").format(points=points)
    return _("The match goes on until somebody has {points}.").format(points=points)
