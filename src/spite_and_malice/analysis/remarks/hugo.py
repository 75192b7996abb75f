"""What is said by Hugo, who enjoys being in the way."""

from __future__ import annotations

from typing import Final

from spite_and_malice.texts import N_

from .occasions import Occasion

LINES: Final = {
    Occasion.MEET: (
        N_("There you are. I'll be in your way shortly."),
        N_("Cards, table, opponent. Good. Let's go."),
        N_("You look like somebody with plans. Shame."),
    ),
    Occasion.REVENGE: (N_("You won last time. I took it personally."), N_("Back for more? So am I.")),
    Occasion.AGAIN: (N_("Last time went my way. I see no reason to change it."), N_("You came back. Brave.")),
    Occasion.MY_PAYOFF: (N_("One down."), N_("Next, please."), N_("That is how a pile gets short.")),
    Occasion.MY_TWO: (N_("Two. Efficient."),),
    Occasion.MY_SEVERAL: (N_("A good turn's work."),),
    Occasion.MY_LAST: (N_("Nearly home. Try and stop me."), N_("Three or fewer. Watch the stacks.")),
    Occasion.MY_HAND: (N_("Hand cleared."), N_("No card left unused. As it should be.")),
    Occasion.MY_BLOCK: (
        N_("Were you waiting for that stack? I know."),
        N_("Your card had a place. Had."),
        N_("Excuse me. No, actually, don't."),
    ),
    Occasion.MY_WILD: (N_("A wild card well spent."), N_("I don't like parting with those.")),
    Occasion.MY_NOTHING: (N_("Nothing from me. Your move."), N_("One to the side. Patience.")),
    Occasion.MY_STACK: (N_("Stack closed."), N_("That one is out of the way. For once, not by me.")),
    Occasion.YOUR_PAYOFF: (N_("I should have been standing there."), N_("Fine. One. I'll allow it.")),
    Occasion.YOUR_TWO: (N_("Two? I must be slipping."),),
    Occasion.YOUR_SEVERAL: (N_("That was a hole in my fence."),),
    Occasion.YOUR_LAST: (
        N_("Few cards left, I see. I'm standing up for this."),
        N_("Now it gets narrow for you. I'll see to it."),
    ),
    Occasion.YOUR_HAND: (N_("Whole hand out. Tidy work."),),
    Occasion.YOUR_BLOCK: (
        N_("Blocked. By you. I'm almost proud."),
        N_("That was my place. Well stood."),
        N_("In my way, are you? I respect that."),
    ),
    Occasion.YOUR_GIFT: (N_("You left the gate open."), N_("My card fits there now. Sure about that?")),
    Occasion.YOUR_MISS: (N_("You had a card to pay off. I was braced for it."), N_("Left one lying. Thank you.")),
    Occasion.YOUR_RUN: (N_("Long turn. I was looking for a place to stand."), N_("Six and more. You came prepared.")),
    Occasion.YOUR_NOTHING: (N_("Nothing? Good. I mean, what a pity."),),
    Occasion.LEAD: (N_("I'm ahead. Standing in the way pays."),),
    Occasion.BEHIND: (N_("You got past me. Several times, it seems."),),
    Occasion.WON: (N_("Done. Good fight."), N_("And there. You made me work for it.")),
    Occasion.WON_CLOSE: (N_("A few more cards and it was yours. I know."),),
    Occasion.LOST: (N_("You got through. Well played."), N_("I was in the way, just not enough. Again?")),
    Occasion.LOST_CLOSE: (N_("Three cards or fewer short. I'll remember those."),),
    Occasion.DRAWN: (N_("Nobody got through. I call that a success."),),
}
