"""The texts of the lessons: each step's title, task and lesson learnt, and a hint after a move that leads away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from spite_and_malice.texts import N_


@dataclass(frozen=True, slots=True)
class StepTexts:
    """The texts of one step, in English, to be translated when they are shown.

    `then` stands in for `task` once a card has gone to the centre.
    """

    title: str
    task: str
    done: str
    astray: str
    then: str = ""


TEXTS: Final[dict[str, StepTexts]] = {
    "payoff": StepTexts(
        title=N_("Your pay-off pile"),
        task=N_(
            "This is your pay-off pile. Whoever empties theirs first wins, so its top card matters most. "
            "The 4♥ in the centre takes a 5 next: put your 5♦ on it."
        ),
        done=N_("Well played. A new card has been turned up, and your pile is one card nearer to its end."),
        astray=N_("A card from your hand would end your turn. Play the 5♦ from your pay-off pile first."),
    ),
    "centre": StepTexts(
        title=N_("The centre stacks"),
        task=N_(
            "Centre stacks belong to everybody. They begin with an ace and go up to the queen; suits do not matter. "
            "Play your ace, then the 2 on it."
        ),
        done=N_("That is how stacks grow: ace, 2, 3 and so on, from anybody's hand."),
        astray=N_("Not yet: with a discard your turn would be over. Play the ace and the 2 first."),
    ),
    "wild": StepTexts(
        title=N_("Wild cards"),
        task=N_(
            "Kings are wild: a king stands for any card. The 6♥ takes a 7 next, and your 8♠ could follow it. "
            "Let the king be the 7."
        ),
        then=N_("Now the king is the 7. Play the 8♠ from your pay-off pile on it."),
        done=N_("The king stood in for the 7, and your 8♠ is gone. Wild cards are precious: spend them well."),
        astray=N_("The king is worth more on the 6♥: there your pay-off card can follow it."),
    ),
    "discard": StepTexts(
        title=N_("Ending your turn"),
        task=N_(
            "Nothing of yours fits now. To end your turn, put one card from your hand on one of your four side stacks. "
            "Then Rosa plays."
        ),
        done=N_("Rosa has had her turn, and you have drawn: each turn begins with five cards in your hand."),
        astray=N_("Put a card from your hand on a side stack."),
    ),
    "side": StepTexts(
        title=N_("Your side stacks"),
        task=N_(
            "Cards on your side stacks stay yours, but only the top one can be played. Play the 3♥, "
            "then the 4♣ that lies under it."
        ),
        done=N_("High cards below, low ones above: laid down in this order, they come off again one after another."),
        astray=N_("Keep your hand for now: play the 3♥ and the 4♣ from your side stack."),
    ),
    "sweep": StepTexts(
        title=N_("A finished stack"),
        task=N_("A centre stack has come up to the jack. Finish it with your queen, and watch what happens."),
        done=N_("A finished stack goes back into the stock, and its place is free for a new ace."),
        astray=N_("Finish the stack first: put your queen on the J♣."),
    ),
    "refill": StepTexts(
        title=N_("An empty hand"),
        task=N_(
            "You hold two cards, and both fit. Play them both: with an empty hand you draw five new cards at once."
        ),
        done=N_("Five new cards, and still your turn. Emptying your hand is the best thing after a pay-off card."),
        astray=N_("Do not discard now: play both cards, first the 4, then the 5."),
    ),
    "block": StepTexts(
        title=N_("A little malice"),
        task=N_(
            "Look at Rosa's pay-off pile: she needs a stack that stands at 6. Put your 7 there before her, "
            "then end your turn with a discard."
        ),
        then=N_("Now no stack takes her 7♣. End your turn: put a card on a side stack."),
        done=N_("Rosa had to keep her 7♣. Watching the others' pay-off cards is half of the game."),
        astray=N_("If you leave the 6♥ open, Rosa plays her 7. Put your own 7 there first."),
    ),
    "plan": StepTexts(
        title=N_("A plan"),
        task=N_(
            "Your 9♦ needs an 8, and the 8♠ lies under your 4♥. Free it, and build on the 5♠ with your hand. "
            "Where is the king needed?"
        ),
        done=N_("Five moves in one turn. Look for such lines: they win games."),
        astray=N_("That card is needed elsewhere for the way to your 9♦. Think of 6, 7, 8."),
    ),
    "win": StepTexts(
        title=N_("Win the game"),
        task=N_("Only one card is left on your pay-off pile. Empty your hand, see what you draw, and win."),
        done=N_(
            "You have won. Only if the stock is gone when a card must be drawn does nobody win. "
            "Now you know all of it: well done, and enjoy your first game."
        ),
        astray=N_("There is a way to win in this very turn: empty your hand first, then build up to your 3♠."),
    ),
}
