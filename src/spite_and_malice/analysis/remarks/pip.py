"""What is said by Pip, who is delighted by everything."""

from __future__ import annotations

from typing import Final

from spite_and_malice.texts import N_

from .occasions import Occasion

LINES: Final = {
    Occasion.MEET: (
        N_("Hello! New cards, my favourite kind!"),
        N_("Shall we? I have been shuffling in my head."),
        N_("I don't know what I'm doing, and I'm doing it fast!"),
    ),
    Occasion.REVENGE: (
        N_("You again! I lost, and it was brilliant."),
        N_("Last time was yours. This one might be anybody's!"),
    ),
    Occasion.AGAIN: (N_("I won last time! I'm still telling people."), N_("I beat you once. Twice would be a habit!")),
    Occasion.MY_PAYOFF: (
        N_("It fits! Did you see? It fits!"),
        N_("One fewer on my pile. Easy!"),
        N_("Off you go, little card."),
    ),
    Occasion.MY_TWO: (N_("Two of them! In one turn! I counted!"),),
    Occasion.MY_SEVERAL: (N_("My pile is melting!"),),
    Occasion.MY_LAST: (
        N_("I can nearly see the table under my pile!"),
        N_("Three or fewer! Don't look, I get nervous."),
    ),
    Occasion.MY_HAND: (N_("Empty hands! For a moment I could have waved!"), N_("I played every last one of them.")),
    Occasion.MY_BLOCK: (
        N_("Oh! Was that your spot? It was a nice spot."),
        N_("I'm in your way! Not on purpose. I think."),
        N_("Your card could have gone there. Could have!"),
    ),
    Occasion.MY_WILD: (N_("A wild card! Whee! And gone."), N_("People say to save those. People wait a lot.")),
    Occasion.MY_NOTHING: (
        N_("Nothing for the middle. I like how mine look, though."),
        N_("I put one down. Somewhere. It will be fine."),
    ),
    Occasion.MY_STACK: (N_("A whole stack! I put the roof on!"), N_("Full! Take it away, thank you!")),
    Occasion.YOUR_PAYOFF: (N_("Ooh, that was a good one."), N_("Your pile is getting shorter. I saw that!")),
    Occasion.YOUR_TWO: (N_("Two at once? You can do that?"),),
    Occasion.YOUR_SEVERAL: (N_("More than one! Save some for later!"),),
    Occasion.YOUR_LAST: (
        N_("Your pile is tiny! How did it get so tiny?"),
        N_("Only a few left for you? I'd better hurry up."),
    ),
    Occasion.YOUR_HAND: (N_("Your hand was empty! All of it, out!"),),
    Occasion.YOUR_BLOCK: (
        N_("Hey! My card was about to go there!"),
        N_("I had a place, and now I have a story."),
        N_("Right on top of my plan! I had one!"),
    ),
    Occasion.YOUR_GIFT: (N_("Is that for me? My top card fits there!"), N_("You opened the door! Can I come in?")),
    Occasion.YOUR_MISS: (N_("Psst. Your pile had one that fitted."), N_("You left one lying! I do that all the time.")),
    Occasion.YOUR_RUN: (N_("All those cards! I lost count, and I was happy."), N_("Do that again! I blinked!")),
    Occasion.YOUR_NOTHING: (N_("Nothing? I know that feeling. It passes."),),
    Occasion.LEAD: (N_("I'm ahead! Somebody write that down!"),),
    Occasion.BEHIND: (N_("I'm miles behind. Nice view from here."),),
    Occasion.WON: (N_("I won? I won! What did I do?"), N_("Best game ever. Again?")),
    Occasion.WON_CLOSE: (N_("You were so close! I closed my eyes!"),),
    Occasion.LOST: (N_("You won! I clapped, you could not hear it."), N_("That was fun. I'd lose to you any day.")),
    Occasion.LOST_CLOSE: (N_("I nearly had it! Nearly is my best so far."),),
    Occasion.DRAWN: (N_("Nobody won! So nobody lost. I like it."),),
}
