"""What else people call the games of patience, in any language: they are found by these words, which no page shows.

A preset that has no entry is found by its own name. Under `NEAREST` stand games that are not here, with the nearest.
"""

from __future__ import annotations

from typing import Final

OTHER_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "klondike-1": ("Classic Solitaire", "Windows Solitaire", "Fascination", "Triangle", "Small Triangle", "Draw one",
                   "Klondike draw 1", "Kleine Harfe", "Solitär", "Klassisches Solitaire", "Eine Karte ziehen"),
    "klondike-3": ("Classic Solitaire", "Windows Solitaire", "Draw three", "Klondike draw 3", "Vegas",
                   "Las Vegas", "Casino Klondike", "Kleine Harfe", "Solitär", "Drei Karten ziehen"),
    "westcliff": ("West Cliff",),
    "whitehead": ("White Head", "Open Klondike"),
    "freecell": ("Free Cell", "Freie Zelle", "Freizelle", "Freie Zellen", "Microsoft FreeCell"),
    "bakers-game": ("Bäckers Spiel", "Baker", "FreeCell in suits"),
    "eight-off": ("8 Off", "Eightoff", "Acht ab"),
    "seahaven": ("Sea Haven Towers", "Sea Towers", "Seehafentürme"),
    "forecell": ("Fore Cell", "Four Cell"),
    "spider-1": ("Spider 1 suit", "Spinne", "Easy Spider", "Spinne eine Farbe", "Einfarbig"),
    "spider-2": ("Spider 2 suits", "Spinne", "Spinne zwei Farben", "Zweifarbig"),
    "spider-4": ("Spider 4 suits", "Spinne", "Grosse Spinne", "Spinne vier Farben", "Vierfarbig"),
    "spiderette": ("Kleine Spinne", "Little Spider", "Baby Spider", "Spinnlein"),
    "will-o-the-wisp": ("Irrlicht", "Will of the Wisp", "Willow Wisp"),
    "simple-simon": ("Einfacher Simon", "Simple Simons"),
    "scorpion": ("Skorpion",),
    "wasp": ("Wespe",),
    "yukon": ("Jukon",),
    "russian": ("Russische Patience", "Russian Patience", "Russe"),
    "alaska": ("Alaska Patience",),
    "forty-thieves": ("40 Thieves", "Napoleon at St Helena", "Napoleon at Saint Helena", "Napoleon",
                      "Napoleons Patience", "Big Forty",
                      "Roosevelt at San Juan", "Le Cadran", "Vierzig Räuber", "40 Räuber", "Ali Baba",
                      "Die vierzig Räuber", "St Helena", "Sankt Helena"),
    "josephine": ("Joséphine", "Napoleons Josephine"),
    "limited": ("Begrenzt",),
    "rank-and-file": ("Rank & File", "Dress Parade", "Deauville", "Reih und Glied"),
    "canfield": ("Demon", "The Demon", "Fascination", "Dämon", "Teufel", "Demon Thirteen", "Demon Patience"),
    "canfield-strict": ("Demon", "The Demon", "Dämon", "Strict Demon", "American Canfield"),
    "storehouse": ("Thirteen Up", "Provisions", "The Reserve", "Vorratshaus", "Speicher"),
    "beleaguered-castle": ("Sham Battle", "Laying Siege", "Belagerte Burg", "Belagerte Festung", "Besieged Castle",
                           "Siege", "Castle"),
    "streets-and-alleys": ("Streets & Alleys", "Straßen und Gassen", "Gassen"),
    "stronghold": ("Burg", "Hochburg"),
    "fortress": ("Fort", "Festung"),
    "fan": ("La Belle Lucie", "Belle Lucie", "Die schöne Lucie", "Alexander the Great", "Midnight Oil", "Clover Leaf",
            "Fächer", "The Fan"),
    "bakers-dozen": ("Bäckerdutzend", "13 piles", "Bakers Dozen"),
    "east-haven": ("Easthaven", "Osthafen"),
    "raglan": ("Lord Raglan",),
    "king-albert": ("Idiot's Delight", "König Albert", "Koenig Albert"),
    "somerset": ("Usk",),
    "pyramid": ("Pyramide", "Pile of 28", "Thirteen", "Pharaoh", "Tut's Tomb", "King Tut", "Pairs of 13", "Ägypten",
                "Dreizehn"),
    "pyramid-all": ("Pyramide", "Pyramid strict", "Whole pyramid", "Ganze Pyramide"),
    "giza": ("Gizeh", "Pyramid open", "Gise", "Offene Pyramide"),
    "fourteen": ("Fourteen Out", "Fourteens", "Fourteen Puzzle", "Take Fourteen", "14", "Vierzehn"),
    "golf": ("Golf Solitaire", "One Foundation", "Golfen", "Golf Patience"),
    "dead-king-golf": ("Golf strict", "Toter König"),
    "black-hole": ("Blackhole", "Schwarzes Loch"),
    "worm-hole": ("Wormhole", "Wurmloch"),
    "tri-peaks": ("Tri Towers", "Three Peaks", "Triple Peaks", "Tri Peaks Towers", "Drei Gipfel", "Drei Berge",
                  "Dreispitz", "3 Peaks"),
}  # fmt: skip
"""By the ids of the presets."""

NEAREST: Final[dict[str, tuple[str, ...]]] = {
    "klondike-1": ("Harp", "Harfe", "Grosse Harfe", "Agnes", "Thumb and Pouch", "Double Klondike", "Gargantua",
                   "Accordion", "Akkordeon", "Clock", "Uhr", "Calculation"),
    "freecell": ("Penguin", "Pinguin", "Cell 11", "Double FreeCell", "Cruel"),
    "spider-4": ("Relaxed Spider", "Mrs Mop", "Black Widow", "Schwarze Witwe"),
    "yukon": ("Cone", "Chinaman"),
    "forty-thieves": ("Zopf", "Braid", "Der Zopf", "Plait", "Miss Milligan", "Number Ten", "Indian", "Sultan", "Harem",
                      "Tower of Hanoi", "Windmill", "Windmühle", "Grandfather", "Blockade", "Congress", "Kongress",
                      "Maria", "Lucas", "Virginia Reel", "Interregnum", "Red and Black", "British Square", "Diplomat"),
    "canfield": ("Duchess", "Herzogin", "Eagle Wing", "Adler", "Superior Canfield", "Rainbow"),
    "beleaguered-castle": ("Citadel", "Zitadelle", "Chessboard", "Flower Garden", "Blumengarten", "Bouquet"),
    "fan": ("Trefoil", "Shamrocks", "Kleeblatt", "Bristol", "House in the Wood", "Intelligence"),
    "pyramid": ("Elevens", "Aces Up", "Monte Carlo", "Nestor", "Doublets", "Gaps", "Montana", "Elfer", "Mahjong"),
    "golf": ("Putt Putt", "Elevator", "Aufzug", "Thieves of Egypt", "Robert", "Vanishing Cross"),
}  # fmt: skip
"""Names of games that are not here, by the one here that is nearest to them."""
