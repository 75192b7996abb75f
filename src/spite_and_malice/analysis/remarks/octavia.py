"""What is said by Octavia, who is amused."""

from __future__ import annotations

from typing import Final

from spite_and_malice.texts import N_

from .occasions import Occasion

LINES: Final = {
    Occasion.MEET: (
        N_("Ah. Somebody to play with. Do sit."),
        N_("No hurry. The cards have waited longer than we have."),
        N_("Surprise me. It has been a while."),
    ),
    Occasion.REVENGE: (
        N_("You beat me last time. I have been looking forward to you."),
        N_("The last one was yours, and deserved. Shall we see about this one?"),
    ),
    Occasion.AGAIN: (
        N_("I believe I won the last. One forgets so much."),
        N_("Back again? Persistence is the better half of talent."),
    ),
    Occasion.MY_PAYOFF: (
        N_("Ah, there it goes."),
        N_("That one and I had nothing left to say to each other."),
        N_("A small step. One makes many of them."),
    ),
    Occasion.MY_TWO: (N_("Two. The evening improves."),),
    Occasion.MY_SEVERAL: (N_("When they go, they go together."),),
    Occasion.MY_LAST: (
        N_("My pile grows thin. Like good china."),
        N_("Three at most. You may begin to worry, gently."),
    ),
    Occasion.MY_HAND: (N_("An empty hand. How refreshing."), N_("They all had somewhere to be.")),
    Occasion.MY_BLOCK: (
        N_("You were about to use that. So I gathered."),
        N_("Forgive me. I rather liked your plan, too."),
        N_("There was a place for you. Was is such a useful word."),
    ),
    Occasion.MY_WILD: (N_("A wild card, spent without regret."), N_("One saves them for a rainy day. It drizzles.")),
    Occasion.MY_NOTHING: (N_("Nothing at all. How restful."), N_("I only put something aside. It will keep.")),
    Occasion.MY_STACK: (N_("Complete. I do enjoy an ending."), N_("There, a stack brought to its conclusion.")),
    Occasion.YOUR_PAYOFF: (N_("Very nice. I'd have done the same."), N_("One fewer. I was wondering when you would.")),
    Occasion.YOUR_TWO: (N_("Two at once. Now I'm awake."),),
    Occasion.YOUR_SEVERAL: (N_("How generous you are to yourself."),),
    Occasion.YOUR_LAST: (
        N_("You are close. I find I'm enjoying this."),
        N_("Three at most? Then I'd better put down my cup."),
    ),
    Occasion.YOUR_HAND: (N_("You played your hand to its last card. Elegant."),),
    Occasion.YOUR_BLOCK: (
        N_("Ah. You saw what I needed. Good."),
        N_("I was going to play there. You knew, of course."),
        N_("Well stood. I must go round."),
    ),
    Occasion.YOUR_GIFT: (N_("My card can go now. I wonder if you meant it."), N_("How kind. I accept.")),
    Occasion.YOUR_MISS: (
        N_("Your pile had one more to give. They are shy at times."),
        N_("You left one behind. I have done it myself, in another century."),
    ),
    Occasion.YOUR_RUN: (N_("That was worth watching twice."), N_("What a long sentence, and every word in place.")),
    Occasion.YOUR_NOTHING: (N_("Nothing? The cards are resting."),),
    Occasion.LEAD: (N_("I seem to be ahead. Do something about it, please."),),
    Occasion.BEHIND: (N_("You are well ahead. How interesting."),),
    Occasion.WON: (
        N_("Thank you. That was no small pleasure."),
        N_("It fell to me this time. You make it less certain."),
    ),
    Occasion.WON_CLOSE: (N_("A few cards more and I'd be congratulating you."),),
    Occasion.LOST: (
        N_("Well played. I mean that, and I rarely mean it."),
        N_("Beaten. I had almost forgotten the feeling. Charming."),
    ),
    Occasion.LOST_CLOSE: (N_("So near. You kept your nerve better than I did."),),
    Occasion.DRAWN: (N_("A draw. The cards decline to choose."),),
}
