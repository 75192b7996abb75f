"""What is said by Rosa, who is warm, talks and cannot wait."""

from __future__ import annotations

from typing import Final

from spite_and_malice.texts import N_

from .occasions import Occasion

LINES: Final = {
    Occasion.MEET: (
        N_("Sit down, sit down. Tea is on, cards are dealt."),
        N_("There you are! I was about to play both hands."),
        N_("New face! Lovely. I talk, you win, how about that?"),
    ),
    Occasion.REVENGE: (
        N_("You beat me last time. I have not slept. Well, a little."),
        N_("Revenge, then? Politely, of course."),
    ),
    Occasion.AGAIN: (
        N_("No hard feelings about last time? I won so gently."),
        N_("The last one was mine, dear. Your turn to be lucky."),
    ),
    Occasion.MY_PAYOFF: (
        N_("One off the pile. I could sing."),
        N_("That one had been looking at me all evening."),
        N_("There. My grandmother would have nodded."),
    ),
    Occasion.MY_TWO: (N_("Two! I had better not start counting chickens."),),
    Occasion.MY_SEVERAL: (N_("They came off like buttons."),),
    Occasion.MY_LAST: (
        N_("Three at most to go. I can't sit still."),
        N_("Nearly there, and not a word from me. Well, one."),
    ),
    Occasion.MY_HAND: (N_("An empty hand is a tidy hand."), N_("All gone? Where did they go so fast?")),
    Occasion.MY_BLOCK: (
        N_("Oh, did you want that stack? You should have said."),
        N_("I'm so sorry. I'm not, but it sounds nice."),
        N_("That was your place a minute ago, I noticed too late."),
    ),
    Occasion.MY_WILD: (
        N_("I was keeping that one for best. Today is best."),
        N_("There goes my wild card. I shall miss it."),
    ),
    Occasion.MY_NOTHING: (N_("Not a card from me. So, how are you?"), N_("One down on the side, nice and tidy.")),
    Occasion.MY_STACK: (
        N_("A full stack! Like a drawer that finally shuts."),
        N_("I finished that one, if anybody asks."),
    ),
    Occasion.YOUR_PAYOFF: (
        N_("Well done, you. I'd hug you, but the cards."),
        N_("That one was waiting for you, I could tell."),
    ),
    Occasion.YOUR_TWO: (N_("Two in one go? Now you are showing off."),),
    Occasion.YOUR_SEVERAL: (N_("Leave me something to brag about!"),),
    Occasion.YOUR_LAST: (
        N_("You are nearly out! And I was just warming up."),
        N_("Such a small pile. I should have been watching it."),
    ),
    Occasion.YOUR_HAND: (N_("Your whole hand! You could open a shop with that."),),
    Occasion.YOUR_BLOCK: (
        N_("I was just about to put mine there!"),
        N_("My poor card. All dressed up, nowhere to go."),
        N_("That stack and I had plans."),
    ),
    Occasion.YOUR_GIFT: (
        N_("For me? You shouldn't have. You really shouldn't."),
        N_("Why, thank you. My top card was hoping for that."),
    ),
    Occasion.YOUR_MISS: (
        N_("Your pile could have played, dear. I say nothing."),
        N_("You forgot one! It happens to me between sentences."),
    ),
    Occasion.YOUR_RUN: (N_("Goodness. Did you leave any in the pack?"), N_("That was a whole parade.")),
    Occasion.YOUR_NOTHING: (N_("Nothing? Never mind. Biscuit?"),),
    Occasion.LEAD: (N_("I seem to be winning. I must be concentrating."),),
    Occasion.BEHIND: (N_("You are so far ahead, I shall have to shout."),),
    Occasion.WON: (N_("I won! Oh, I do hope you don't mind."), N_("There we are. Lovely game, lovely company.")),
    Occasion.WON_CLOSE: (N_("By a hair! My heart is all over the place."),),
    Occasion.LOST: (
        N_("You won, and I enjoyed every minute of it."),
        N_("Beautifully done. Next time I'll talk less."),
    ),
    Occasion.LOST_CLOSE: (N_("So close I could taste it. Like soup."),),
    Occasion.DRAWN: (N_("Nobody wins? Then the tea wins."),),
}
