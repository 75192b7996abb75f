"""The cast: each head by its name, composed part by part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypedDict


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """A head: the names of its parts and colours (palette.py, face.py, hair.py, wear.py)."""

    wall: str
    skin: str
    shape: str = "oval"
    hair: tuple[str, str] = ("none", "ink")
    eyes: str = "bright"
    iris: str = "#5b3a22"
    glance: float = 0
    brows: str = "calm"
    brow_weight: float = 3
    brow_colour: str = ""
    nose: str = "straight"
    mouth: str = "smile"
    lips: str = ""
    marks: tuple[str, ...] = ()
    beard: tuple[str, str] | None = None
    glasses: tuple[str, str] | None = None
    hat: tuple[str, str, str] | None = None
    jewels: tuple[tuple[str, str], ...] = ()
    clothes: tuple[str, str, str] = ("tee", "navy", "cream")


class Mood(TypedDict, total=False):
    """The parts of a face that show a mood."""

    eyes: str
    glance: float
    brows: str
    mouth: str


GOLD: Final = "#e8b84a"
BROWN, GREEN, BLUE, GREY, HAZEL, DARK = "#5b3a22", "#4f7a4a", "#3f7296", "#66757f", "#8a6a2c", "#2f1d15"

# fmt: off
LEVELS: Final[dict[str, Head]] = {
    "beginner": Head(
        wall="sky", skin="fair", shape="small", hair=("shag", "carrot"), eyes="wide", iris=GREEN, glance=1,
        brows="raised", nose="button", mouth="gap", marks=("blush", "freckles"), hat=("cap", "teal", "mustard"),
        clothes=("stripes", "cream", "brick"),
    ),
    "casual": Head(
        wall="peach", skin="honey", shape="full", hair=("curls", "umber"), eyes="smiling", brows="raised",
        nose="button", mouth="laugh", marks=("blush",), jewels=(("flower", "#d8415a"), ("hoops", GOLD)),
        clothes=("dress", "moss", "mustard"),
    ),
    "club": Head(
        wall="sage", skin="olive", shape="square", hair=("slick", "ink"), eyes="narrow", glance=-1.6,
        brows="sly", brow_weight=3.6, nose="long", mouth="smirk", beard=("handlebar", "ink"),
        glasses=("monocle", GOLD), clothes=("bow tie", "wine", "mustard"),
    ),
    "expert": Head(
        wall="lilac", skin="bronze", shape="heart", hair=("sharp bob", "raven"), eyes="almond", iris=DARK,
        glance=1.4, brows="calm", brow_weight=3, nose="small", mouth="small smile", lips="#9c3345",
        glasses=("square", "#3a2a3f"), jewels=(("drops", GOLD),), clothes=("suit", "ink", "white"),
    ),
    "master": Head(
        wall="night", skin="ebony", shape="long", hair=("cornrows", "snow"), eyes="heavy", iris=DARK,
        brows="arched", brow_weight=3, brow_colour="#e2ddd4", nose="broad", mouth="lips", lips="#a03a48",
        marks=("lines",), jewels=(("drops", GOLD),), clothes=("pearls", "violet", "cream"),
    ),
}
"""The faces of the five levels of computer players, weakest first."""

MOODS: Final[dict[str, dict[str, Mood]]] = {
    "beginner": {
        "pleased": {"eyes": "smiling", "mouth": "laugh"},
        "caught": {"eyes": "wide", "brows": "worried", "mouth": "o"},
        "thinking": {"eyes": "wide", "glance": 2.4, "brows": "worried", "mouth": "pout"},
        "beaten": {"eyes": "closed", "brows": "raised", "mouth": "gap"},
    },
    "casual": {
        "pleased": {"eyes": "smiling", "brows": "arched", "mouth": "grin"},
        "caught": {"eyes": "wide", "brows": "raised", "mouth": "o"},
        "thinking": {"eyes": "soft", "glance": -2.2, "brows": "calm", "mouth": "flat"},
        "beaten": {"eyes": "closed", "brows": "worried", "mouth": "smile"},
    },
    "club": {
        "pleased": {"eyes": "smiling", "brows": "sly", "mouth": "smile"},
        "caught": {"eyes": "wide", "brows": "raised", "mouth": "flat", "glance": 0},
        "thinking": {"eyes": "narrow", "brows": "stern", "mouth": "flat", "glance": 1.8},
        "beaten": {"eyes": "closed", "brows": "worried", "mouth": "flat"},
    },
    "expert": {
        "pleased": {"eyes": "almond", "brows": "arched", "mouth": "smile", "glance": 0},
        "caught": {"eyes": "wide", "brows": "raised", "mouth": "flat", "glance": 0},
        "thinking": {"eyes": "narrow", "brows": "straight", "mouth": "flat", "glance": 1.8},
        "beaten": {"eyes": "closed", "brows": "calm", "mouth": "small smile"},
    },
    "master": {
        "pleased": {"eyes": "smiling", "brows": "arched", "mouth": "smile"},
        "caught": {"eyes": "soft", "brows": "raised", "mouth": "o"},
        "thinking": {"eyes": "narrow", "brows": "sly", "mouth": "lips", "glance": -1.8},
        "beaten": {"eyes": "closed", "brows": "arched", "mouth": "smile"},
    },
}
"""The changes in the faces of the five levels: each of their moods except calm."""

HEADS: Final[dict[str, Head]] = {
    "otto": Head(
        wall="amber", skin="rosy", shape="full", hair=("tufts", "silver"), eyes="dots", brows="raised",
        brow_colour="#b9bcbe", brow_weight=3.8, nose="big", mouth="small smile", marks=("blush", "forehead",
        "crow"), beard=("walrus", "silver"), glasses=("half", "#8a6a34"), clothes=("shirt", "brick", "cream"),
    ),
    "mei": Head(
        wall="coral", skin="porcelain", shape="round", hair=("space buns", "ink"), eyes="almond", iris=DARK,
        brows="calm", nose="small", mouth="smile", lips="#c0443f", marks=("blush",), clothes=("hoodie",
        "mustard", "cream"),
    ),
    "kofi": Head(
        wall="teal", skin="deep", shape="oval", hair=("locs", "umber"), eyes="soft", iris=DARK, brows="calm",
        nose="broad", mouth="grin", beard=("goatee", "umber"), clothes=("tee", "orange", "cream"),
    ),
    "agnes": Head(
        wall="rose", skin="porcelain", shape="round", hair=("set", "snow"), eyes="smiling", brows="calm",
        brow_colour="#b8b0a4", nose="button", mouth="small smile", lips="#b8484f", marks=("blush", "lines",
        "crow"), glasses=("round", "#a8873f"), jewels=(("pearls", "#fdf6e6"),), clothes=("pearls", "sky",
        "cream"),
    ),
    "amir": Head(
        wall="sand", skin="honey", shape="long", hair=("quiff", "ink"), eyes="bright", iris=DARK, glance=-1.2,
        brows="straight", brow_weight=4, nose="hooked", mouth="smirk", beard=("stubble", "ink"),
        clothes=("shirt", "teal", "white"),
    ),
    "zola": Head(
        wall="plum", skin="brown", shape="heart", hair=("afro", "ink"), eyes="lashes", iris=DARK,
        brows="arched", nose="broad", mouth="lips", lips="#b23a4a", jewels=(("hoops", GOLD),), clothes=("dress",
        "mustard", "brick"),
    ),
    "sven": Head(
        wall="navy", skin="fair", shape="square", hair=("undercut", "straw"), eyes="narrow", iris=BLUE,
        brows="stern", brow_colour="#b98f43", nose="straight", mouth="flat", beard=("full", "straw"),
        jewels=(("ring", "#d7dbe0"),), clothes=("jumper", "slate", "cream"),
    ),
    "priya": Head(
        wall="sage", skin="bronze", shape="oval", hair=("long", "ink"), eyes="almond", iris=DARK,
        brows="arched", nose="small", mouth="smile", lips="#a93a4c", marks=("bindi", "stud"), jewels=(("drops",
        GOLD),), clothes=("dress", "rose", "mustard"),
    ),
    "tom": Head(
        wall="clay", skin="rosy", shape="square", hair=("none", "ash"), eyes="soft", iris=BLUE, brows="calm",
        brow_colour="#8f6a45", nose="big", mouth="smirk", marks=("lines",), beard=("stubble", "chestnut"),
        hat=("flat cap", "moss", "moss"), clothes=("scarf", "slate", "mustard"),
    ),
    "yara": Head(
        wall="moss", skin="olive", shape="round", hair=("braids", "umber"), eyes="wide", iris=HAZEL, glance=1.2,
        brows="raised", nose="button", mouth="o", marks=("blush", "freckles"), hat=("straw", "mustard",
        "brick"), clothes=("overalls", "cream", "sky"),
    ),
    "leon": Head(
        wall="lilac", skin="ebony", shape="square", hair=("buzz", "ink"), eyes="bright", iris=DARK, brows="sly",
        nose="broad", mouth="smirk", lips="#94473c", marks=("scar",), jewels=(("ring", GOLD),),
        clothes=("hoodie", "brick", "cream"),
    ),
    "fatima": Head(
        wall="amber", skin="honey", shape="oval", eyes="lashes", iris=BROWN, brows="calm",
        brow_colour="#3a2417", nose="straight", mouth="smile", lips="#b24a4a", marks=("blush",),
        hat=("headscarf", "teal", "teal"), clothes=("tee", "teal", "teal"),
    ),
    "basil": Head(
        wall="teal", skin="fair", shape="long", hair=("receding", "ash"), eyes="closed", brows="raised",
        nose="long", mouth="small smile", marks=("forehead", "bags"), clothes=("bow tie", "navy", "brick"),
    ),
    "inga": Head(
        wall="sky", skin="porcelain", shape="heart", hair=("crown braid", "straw"), eyes="bright", iris=BLUE,
        brows="calm", brow_colour="#b28a3f", nose="small", mouth="smile", lips="#c7545a", marks=("blush",),
        jewels=(("flower", "#e8e4f4"),), clothes=("dress", "brick", "cream"),
    ),
    "diego": Head(
        wall="coral", skin="bronze", shape="full", hair=("side part", "ink"), eyes="smiling", brows="straight",
        brow_weight=4, nose="broad", mouth="grin", beard=("pencil", "ink"), clothes=("suit", "cream", "sky"),
    ),
    "wren": Head(
        wall="peach", skin="fair", shape="small", hair=("pixie", "teal"), eyes="bright", iris=GREY, glance=1.4,
        brows="sly", brow_colour="#14504f", nose="small", mouth="smirk", marks=("freckles", "stud"),
        jewels=(("ring", "#d7dbe0"),), clothes=("stripes", "ink", "white"),
    ),
    "kenji": Head(
        wall="navy", skin="porcelain", shape="oval", hair=("bowl", "ink"), eyes="dots", glance=1,
        brows="straight", nose="small", mouth="smile", glasses=("round", "#2a2629"), clothes=("jumper",
        "mustard", "cream"),
    ),
    "greta": Head(
        wall="sage", skin="rosy", shape="oval", hair=("low bun", "steel"), eyes="narrow", iris=GREY,
        brows="stern", brow_colour="#6f767d", nose="hooked", mouth="flat", lips="#a5484a", marks=("lines",
        "crow"), glasses=("cat", "#7c2a3c"), clothes=("shirt", "slate", "white"),
    ),
    "mateo": Head(
        wall="sand", skin="olive", shape="round", hair=("curls", "chestnut"), eyes="wide", iris=BROWN,
        brows="worried", nose="button", mouth="small smile", marks=("blush",), clothes=("stripes", "white",
        "teal"),
    ),
    "ruth": Head(
        wall="plum", skin="deep", shape="full", hair=("set", "steel"), eyes="soft", iris=DARK, brows="raised",
        brow_colour="#55595e", nose="broad", mouth="smile", lips="#b04553", marks=("lines",), hat=("cloche",
        "wine", "mustard"), clothes=("pearls", "wine", "cream"),
    ),
    "finn": Head(
        wall="moss", skin="fair", shape="oval", hair=("quiff", "copper"), eyes="wink", iris=GREEN, brows="sly",
        nose="straight", mouth="grin", marks=("freckles",), clothes=("shirt", "moss", "cream"),
    ),
    "lola": Head(
        wall="rose", skin="olive", shape="heart", hair=("waves", "plum"), eyes="lashes", iris=BROWN,
        brows="arched", nose="small", mouth="lips", lips="#c22e45", marks=("mole",), clothes=("dress", "ink",
        "rose"),
    ),
    "hassan": Head(
        wall="clay", skin="bronze", shape="long", hair=("none", "ink"), eyes="heavy", iris=DARK,
        brows="straight", brow_weight=4, brow_colour="#26211f", nose="hooked", mouth="small smile",
        beard=("full", "ink"), hat=("turban", "cream", "teal"), clothes=("shirt", "wine", "cream"),
    ),
    "edith": Head(
        wall="lilac", skin="fair", shape="long", hair=("bob", "silver"), eyes="bright", iris=BLUE,
        brows="arched", brow_colour="#8e9397", nose="long", mouth="smirk", lips="#b03a58", marks=("lines",),
        glasses=("round", "#241f2b"), clothes=("scarf", "ink", "orange"),
    ),
    "jonas": Head(
        wall="amber", skin="porcelain", shape="small", hair=("shag", "honey"), eyes="soft", iris=HAZEL,
        glance=-1.4, brows="calm", brow_colour="#8d6328", nose="straight", mouth="small smile",
        hat=("headphones", "brick", "cream"), clothes=("hoodie", "slate", "cream"),
    ),
    "nia": Head(
        wall="coral", skin="ebony", shape="oval", hair=("none", "ink"), eyes="lashes", iris=DARK,
        brows="arched", brow_colour="#1b1210", nose="broad", mouth="smile", lips="#b6404f", jewels=(("hoops",
        GOLD),), clothes=("dress", "teal", "mustard"),
    ),
    "viktor": Head(
        wall="night", skin="porcelain", shape="long", hair=("widow", "ink"), eyes="heavy", iris=GREY,
        brows="arched", brow_weight=3.4, nose="long", mouth="smirk", beard=("goatee", "ink"), clothes=("suit",
        "wine", "white"),
    ),
    "bo": Head(
        wall="sky", skin="honey", shape="round", hair=("crop", "ink"), eyes="smiling", brows="raised",
        nose="small", mouth="gap", marks=("blush",), jewels=(("aid", "#5b92b8"),), clothes=("overalls",
        "orange", "navy"),
    ),
    "sol": Head(
        wall="peach", skin="brown", shape="oval", hair=("curls", "ink"), eyes="bright", iris=HAZEL,
        brows="calm", nose="broad", mouth="smile", marks=("pale",), clothes=("tee", "violet", "cream"),
    ),
    "hilda": Head(
        wall="teal", skin="rosy", shape="full", hair=("bun", "copper"), eyes="dots", brows="raised",
        nose="button", mouth="laugh", marks=("blush",), hat=None, jewels=(("drops", "#e2725f"),),
        clothes=("overalls", "white", "moss"),
    ),
    "marcel": Head(
        wall="sand", skin="fair", shape="oval", hair=("side part", "chestnut"), eyes="soft", iris=BROWN,
        glance=1.4, brows="worried", nose="long", mouth="pout", beard=("pencil", "chestnut"), hat=("beret",
        "ink", "ink"), clothes=("stripes", "white", "navy"),
    ),
    "ines": Head(
        wall="clay", skin="olive", shape="square", hair=("ponytail", "umber"), eyes="bright", iris=GREEN,
        brows="stern", nose="straight", mouth="grin", jewels=(("band", "#d8415a"),), clothes=("tee", "white",
        "white"),
    ),
    "gus": Head(
        wall="navy", skin="rosy", shape="full", hair=("none", "snow"), eyes="dots", brows="calm",
        brow_weight=4.5, brow_colour="#e9e4da", nose="big", mouth="smile", marks=("blush", "crow"),
        beard=("long", "snow"), hat=("beanie", "brick", "cream"), clothes=("jumper", "brick", "cream"),
    ),
    "dita": Head(
        wall="plum", skin="porcelain", shape="heart", hair=("bob", "ink"), eyes="lashes", iris=GREY,
        glance=-1.4, brows="arched", brow_weight=2.4, nose="small", mouth="lips", lips="#b3202c",
        marks=("mole",), hat=("feather", "ink", "teal"), jewels=(("drops", GOLD),), clothes=("dress", "violet",
        "ink"),
    ),
    "raj": Head(
        wall="sage", skin="brown", shape="oval", hair=("side part", "ink"), eyes="bright", iris=DARK,
        brows="raised", brow_weight=3.6, nose="straight", mouth="grin", beard=("stubble", "ink"),
        glasses=("square", "#26211f"), jewels=(("pencil", "#e8a23a"),), clothes=("shirt", "sky", "white"),
    ),
    "silke": Head(
        wall="moss", skin="fair", shape="square", hair=("mohawk", "rose"), eyes="narrow", iris=GREEN,
        brows="sly", brow_colour="#7d3e4e", nose="small", mouth="smirk", lips="#7c2a55", marks=("stud",),
        jewels=(("ring", "#d7dbe0"),), clothes=("tee", "ink", "rose"),
    ),
    "pat": Head(
        wall="rose", skin="honey", shape="full", hair=("crop", "steel"), eyes="smiling", brows="straight",
        brow_colour="#676f78", nose="big", mouth="laugh", marks=("blush", "crow"), hat=("chef", "white",
        "white"), clothes=("scarf", "white", "brick"),
    ),
    "jack": Head(
        wall="amber", skin="bronze", shape="square", hair=("waves", "ink"), eyes="bright", iris=BROWN,
        glance=-1, brows="sly", nose="hooked", mouth="smirk", beard=("goatee", "ink"), glasses=("patch",
        "#231c1f"), hat=("kerchief", "brick", "cream"), jewels=(("hoops", GOLD),), clothes=("shirt", "cream",
        "white"),
    ),
}
"""The heads that people may choose, besides the animals (animals.py)."""
# fmt: on
