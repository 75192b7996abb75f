"""The results of solving many deals of each preset, written by ``python -m benchmarks.patience_solvers``.

The deals are those with the numbers 0, 1, 2, ..., each searched for a second of processor time.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Measured(NamedTuple):
    """How many deals were searched, how many of them were won and how many proved lost; all others are open.

    `moves` is the median number of moves of the wins found.
    """

    deals: int
    won: int
    lost: int
    moves: int


MEASURED: Final[dict[str, Measured]] = {
    "klondike-1": Measured(300, 272, 28, 239),
    "klondike-3": Measured(500, 417, 79, 165),
    "double-klondike": Measured(500, 483, 0, 1114),
    "westcliff": Measured(300, 300, 0, 118),
    "carpet": Measured(500, 461, 37, 89),
    "whitehead": Measured(300, 276, 19, 120),
    "freecell": Measured(300, 300, 0, 115),
    "relaxed-freecell": Measured(500, 500, 0, 102),
    "bakers-game": Measured(300, 227, 73, 102),
    "eight-off": Measured(300, 299, 1, 105),
    "seahaven": Measured(300, 258, 42, 94),
    "forecell": Measured(300, 252, 44, 107),
    "penguin": Measured(500, 499, 1, 91),
    "spider-1": Measured(300, 300, 0, 122),
    "spider-2": Measured(300, 290, 0, 146),
    "spider-4": Measured(500, 433, 0, 169),
    "relaxed-spider": Measured(200, 145, 0, 169),
    "spiderette": Measured(500, 450, 10, 94),
    "will-o-the-wisp": Measured(300, 288, 2, 94),
    "simple-simon": Measured(300, 284, 15, 84),
    "scorpion": Measured(300, 36, 264, 52),
    "wasp": Measured(300, 248, 47, 56),
    "yukon": Measured(500, 440, 33, 96),
    "russian": Measured(300, 19, 281, 85),
    "alaska": Measured(300, 252, 44, 102),
    "forty-thieves": Measured(500, 229, 2, 316),
    "josephine": Measured(500, 310, 2, 610),
    "limited": Measured(50, 47, 0, 2126),
    "congress": Measured(60, 4, 0, 230),
    "parliament": Measured(60, 17, 0, 217),
    "rank-and-file": Measured(296, 260, 0, 2214),
    "miss-milligan": Measured(60, 40, 0, 203),
    "royal-cotillion": Measured(200, 86, 0, 170),
    "sultan": Measured(200, 177, 0, 298),
    "canfield": Measured(500, 349, 121, 228),
    "canfield-strict": Measured(300, 202, 74, 225),
    "storehouse": Measured(300, 125, 175, 149),
    "osmosis": Measured(500, 111, 348, 232),
    "peek": Measured(60, 8, 6, 94),
    "beleaguered-castle": Measured(300, 205, 89, 116),
    "streets-and-alleys": Measured(300, 153, 134, 137),
    "stronghold": Measured(300, 288, 10, 135),
    "fortress": Measured(300, 62, 238, 100),
    "fan": Measured(300, 143, 155, 78),
    "la-belle-lucie": Measured(200, 151, 2, 64),
    "three-shuffles": Measured(200, 172, 0, 62),
    "trefoil": Measured(200, 171, 2, 59),
    "super-flower-garden": Measured(200, 116, 0, 66),
    "cruel": Measured(500, 483, 5, 60),
    "perseverance": Measured(200, 158, 23, 62),
    "calculation": Measured(60, 26, 0, 76),
    "sir-tommy": Measured(60, 5, 0, 84),
    "lady-betty": Measured(60, 1, 0, 89),
    "bakers-dozen": Measured(300, 288, 0, 87),
    "bisley": Measured(500, 418, 67, 57),
    "bristol": Measured(500, 490, 0, 83),
    "grandfathers-clock": Measured(500, 493, 7, 46),
    "east-haven": Measured(300, 250, 48, 102),
    "raglan": Measured(300, 255, 43, 111),
    "king-albert": Measured(300, 204, 87, 131),
    "somerset": Measured(300, 140, 156, 142),
    "pyramid": Measured(300, 200, 99, 77),
    "pyramid-all": Measured(300, 197, 101, 83),
    "giza": Measured(300, 96, 204, 28),
    "fourteen": Measured(300, 274, 26, 26),
    "aces-up": Measured(500, 248, 216, 72),
    "monte-carlo": Measured(500, 442, 58, 35),
    "monte-carlo-13": Measured(500, 497, 3, 35),
    "golf": Measured(300, 139, 161, 51),
    "dead-king-golf": Measured(300, 83, 217, 51),
    "black-hole": Measured(300, 258, 41, 51),
    "worm-hole": Measured(300, 300, 0, 53),
    "tri-peaks": Measured(300, 294, 6, 49),
    "montana": Measured(500, 500, 0, 89),
    "accordion": Measured(500, 500, 0, 51),
    "clock": Measured(500, 37, 463, 52),
}
"""By the ids of the presets."""
