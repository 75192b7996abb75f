"""What is said by Nadia, who counts and notices."""

from __future__ import annotations

from typing import Final

from spite_and_malice.texts import N_

from .occasions import Occasion

LINES: Final = {
    Occasion.MEET: (
        N_("Welcome. I shall be counting."),
        N_("Let us see what the cards allow."),
        N_("I have no plan yet. I have no cards yet."),
    ),
    Occasion.REVENGE: (N_("You won our last game. I have thought about it."), N_("Last time I miscounted by you.")),
    Occasion.AGAIN: (
        N_("I won our last game. That says little about this one."),
        N_("Last time it came out as I counted. Let us check."),
    ),
    Occasion.MY_PAYOFF: (
        N_("One, as counted."),
        N_("That was the point of the turn."),
        N_("The pile is one shorter. The rest follows."),
    ),
    Occasion.MY_TWO: (N_("Two. I had counted on both."),),
    Occasion.MY_SEVERAL: (N_("More than one in this turn. I had hoped for it."),),
    Occasion.MY_LAST: (N_("Three at most. Now every card matters."), N_("My pile has become quite legible.")),
    Occasion.MY_HAND: (N_("The hand came out even."), N_("The last one left my hand. That was intended.")),
    Occasion.MY_BLOCK: (
        N_("Your card could have gone there. That is why."),
        N_("I noticed what you were waiting for."),
        N_("You had a place a moment ago. I counted it too."),
    ),
    Occasion.MY_WILD: (
        N_("A wild card. It was worth it, I believe."),
        N_("I keep those until they count. This one counted."),
    ),
    Occasion.MY_NOTHING: (
        N_("No card to the centre. It happens."),
        N_("I only put one aside. That is a move, too."),
    ),
    Occasion.MY_STACK: (N_("One stack complete."), N_("That stack is finished. I was waiting for its last card.")),
    Occasion.YOUR_PAYOFF: (N_("I saw that coming. I could not prevent it."), N_("One fewer for you. Noted.")),
    Occasion.YOUR_TWO: (N_("Two in one turn. I had allowed for one."),),
    Occasion.YOUR_SEVERAL: (N_("That was well ordered."),),
    Occasion.YOUR_LAST: (
        N_("You have three at most. I have noticed."),
        N_("Your pile is short. From now on I look at it first."),
    ),
    Occasion.YOUR_HAND: (N_("Your whole hand was playable. I did not expect that."),),
    Occasion.YOUR_BLOCK: (
        N_("My card had a place before your turn. Well seen."),
        N_("You covered the stack I needed."),
        N_("That closed the door. Quietly, too."),
    ),
    Occasion.YOUR_GIFT: (
        N_("My pay-off card fits now. Thank you."),
        N_("You have opened that for both of us. Mostly for me."),
    ),
    Occasion.YOUR_MISS: (N_("Your pay-off pile had a move left."), N_("There was one more. I only mention it.")),
    Occasion.YOUR_RUN: (
        N_("A long turn. I followed every card."),
        N_("Six cards or more. I had not counted that far."),
    ),
    Occasion.YOUR_NOTHING: (N_("Nothing for the centre. That tells me something."),),
    Occasion.LEAD: (N_("I am some cards ahead. It is not over."),),
    Occasion.BEHIND: (N_("You are well ahead. I shall have to be exact."),),
    Occasion.WON: (N_("It came out. Thank you for the game."), N_("That was all. You defended well.")),
    Occasion.WON_CLOSE: (N_("You needed three at most. I knew it the whole time."),),
    Occasion.LOST: (N_("You were ahead of my count. Well played."), N_("I see where I lost it. Thank you.")),
    Occasion.LOST_CLOSE: (N_("A few cards short. I had hoped for one more turn."),),
    Occasion.DRAWN: (N_("No way through for either of us. I checked twice."),),
}
