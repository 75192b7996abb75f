"""The colours of the heads: skins, hair, cloth and the walls behind them."""

from __future__ import annotations

from typing import Final, NamedTuple


class Skin(NamedTuple):
    """A skin in lamp light: lit, plain, shaded, its blush, and the lines of nose and wrinkles."""

    light: str
    base: str
    shade: str
    blush: str
    line: str


SKINS: Final = {
    "porcelain": Skin("#fde6d6", "#f7d6c1", "#e6b498", "#ef9d87", "#b9785c"),
    "fair": Skin("#fbd9bd", "#f2c19c", "#da9c73", "#e98a6b", "#a9683f"),
    "rosy": Skin("#fbd3c2", "#f0b49d", "#d68c74", "#e2725f", "#a35a46"),
    "honey": Skin("#f3c795", "#e3ab73", "#c1844c", "#d97c50", "#8f572b"),
    "olive": Skin("#e3b98a", "#cd9a66", "#a87442", "#c46f47", "#784a23"),
    "bronze": Skin("#cf9563", "#b47545", "#8d542c", "#a9502f", "#5f3418"),
    "brown": Skin("#aa7048", "#8f5733", "#6c3c20", "#93412a", "#472411"),
    "deep": Skin("#8b5638", "#703f26", "#522a17", "#7f3424", "#33170b"),
    "ebony": Skin("#6d4433", "#543023", "#3b1f16", "#6b2c23", "#200e08"),
}


class Tone(NamedTuple):
    """Hair or cloth: plain, shaded, and its light."""

    base: str
    shade: str
    light: str


HAIR: Final = {
    "ink": Tone("#26211f", "#141110", "#4a4340"),
    "raven": Tone("#23283a", "#131624", "#454d6b"),
    "umber": Tone("#4a2c1d", "#2f1a10", "#73492f"),
    "chestnut": Tone("#7a4326", "#552a14", "#a5653d"),
    "copper": Tone("#b9562a", "#8a3a18", "#dd8450"),
    "carrot": Tone("#dd7430", "#b0521b", "#f39c5c"),
    "honey": Tone("#c48a3c", "#966323", "#e3b264"),
    "straw": Tone("#e6c071", "#bd9244", "#f6dda0"),
    "ash": Tone("#8f8478", "#6a6057", "#b5aba0"),
    "steel": Tone("#8c949c", "#676f78", "#b3bac1"),
    "silver": Tone("#d3d6d8", "#a3a9ae", "#eef0f1"),
    "snow": Tone("#f1eee8", "#cbc5ba", "#ffffff"),
    "plum": Tone("#6d3a63", "#4b2445", "#965b8a"),
    "teal": Tone("#1f7a78", "#125453", "#46a8a3"),
    "rose": Tone("#d9788f", "#b05069", "#f0a2b4"),
}

CLOTH: Final = {
    "navy": Tone("#2d4468", "#1e2f4b", "#45608b"),
    "brick": Tone("#a8452f", "#7c2f1f", "#c9664d"),
    "wine": Tone("#7c2a3c", "#581b29", "#a34459"),
    "mustard": Tone("#d59a2c", "#a8741a", "#efbc5b"),
    "moss": Tone("#5b7040", "#3f502b", "#7d945d"),
    "teal": Tone("#23706e", "#154e4d", "#3f9592"),
    "cream": Tone("#efe3cb", "#cdbb98", "#fbf5e8"),
    "slate": Tone("#4b5560", "#343c45", "#6b7682"),
    "ink": Tone("#2a2629", "#19161a", "#494349"),
    "rose": Tone("#c4607a", "#98435a", "#e0899f"),
    "sky": Tone("#5b92b8", "#3e6f92", "#86b5d4"),
    "violet": Tone("#6a528f", "#4b386a", "#8d76b3"),
    "orange": Tone("#d9702b", "#ab5119", "#f09758"),
    "white": Tone("#f7f4ee", "#d6d0c4", "#ffffff"),
}

WALLS: Final = {
    "amber": ("#f7cf7d", "#d99a35"),
    "peach": ("#f7c3a0", "#dd8e63"),
    "coral": ("#ef9c83", "#c9614a"),
    "rose": ("#efb3b6", "#c97a84"),
    "plum": ("#a987a8", "#6f4d72"),
    "lilac": ("#c9bfe3", "#9486bd"),
    "sky": ("#b5d7e6", "#74a6c2"),
    "navy": ("#6f8fb5", "#3b567c"),
    "teal": ("#86c4bb", "#3f8a84"),
    "sage": ("#c3d3a6", "#8aa06a"),
    "moss": ("#94ab75", "#5d7645"),
    "sand": ("#ecdcb8", "#c9ae7c"),
    "clay": ("#cf9e80", "#9c6647"),
    "night": ("#5a6a8c", "#2b3653"),
}
INK: Final = "#2a1a16"
