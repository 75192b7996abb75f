"""The rules of a game of patience in words, for its players (PATIENCE.md sections 1 to 5)."""

from __future__ import annotations

from spite_and_malice.patience.rules.model import Rules
from spite_and_malice.rules.words import Topic
from spite_and_malice.texts import _, ngettext


def describe(rules: Rules) -> list[str]:
    """Return whole sentences that say these rules completely, in the language that is spoken."""
    return [sentence for topic in describe_by_topic(rules) for sentence in topic.sentences]


def describe_by_topic(rules: Rules) -> list[Topic]:
    """Say the rules as `describe` does, under titles."""
    return [
        Topic(
            _("The cards"),
            [
                _("Patience is played alone with one pack of 52 cards."),
                _(
                    "Seven piles lie on the table, with one to seven cards; only the top card of each is face up."
                    " The other 24 cards are the stock."
                ),
            ],
        ),
        Topic(
            _("The aim"),
            [
                _(
                    "You win when all cards lie on the four foundations, one for each suit,"
                    " each from the ace up to the king."
                ),
                _worry_back(rules),
            ],
        ),
        Topic(
            _("The seven piles"),
            [
                _("On the seven piles cards go down in rank, red on black and black on red."),
                _(
                    "You may move a face-up card together with all that lie on it."
                    " A card that is freed is turned up at once."
                ),
                _only_king(rules),
            ],
        ),
        Topic(_("Stock and waste"), [_turning(rules), _passes(rules)]),
        Topic(_("The end"), [_("When no move is left, take moves back and try another way, or give the game up.")]),
    ]


def _only_king(rules: Rules) -> str:
    if rules.empty == "king":
        return _("Only a king, with what lies on it, may be moved to an empty pile.")
    return _("Any card, with what lies on it, may be moved to an empty pile.")


def _turning(rules: Rules) -> str:
    if rules.draw == 1:
        return _("Cards are turned from the stock to the waste one at a time; the top card of the waste can be played.")
    return _(
        "Cards are turned from the stock to the waste three at a time, and the last of them lies on top;"
        " only the top card of the waste can be played."
    )


def _passes(rules: Rules) -> str:
    if rules.passes is None:
        return _(
            "When the stock is used up, the waste becomes the stock again in the same order, as often as you like."
        )
    if rules.passes == 1:
        return _("You go through the stock only once.")
    return ngettext(
        "When the stock is used up, the waste becomes the stock again in the same order;"
        " you go through it {passes} time in all.",
        "When the stock is used up, the waste becomes the stock again in the same order;"
        " you go through it {passes} times in all.",
        rules.passes,
    ).format(passes=rules.passes)


def _worry_back(rules: Rules) -> str:
    if rules.worry_back:
        return _("The top card of a foundation may go back to the seven piles.")
    return _("A card on a foundation stays there.")
