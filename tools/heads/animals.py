"""The four animals at the table: cat and mouse, after the game's other name, an owl and a fox."""

from __future__ import annotations

from typing import Final

from .palette import INK, WALLS

_LINE: Final = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'


def _eyes(y: float, dx: float, iris: str, slit: bool = False) -> str:
    drawn = ""
    for x in (60 - dx, 60 + dx):
        pupil = f'<ellipse cx="{x + 0.6}" cy="{y}" rx="{1.7 if slit else 3.4}" ry="5" fill="#160d0b"/>'
        drawn += f'<ellipse cx="{x}" cy="{y}" rx="7" ry="7" fill="{iris}"/>{pupil}<circle cx="{x - 1.4}" cy="{y - 2.4}" r="1.700" fill="#fff"/>'
        drawn += f'<path d="M{x - 7.4} {y - 1.5}Q{x} {y - 11.5} {x + 7.4} {y - 1.5}" {_LINE} stroke="{INK}" stroke-width="2.200"/>'
    return drawn


_CAT: Final = (
    '<path d="M24 56L22 12 48 28ZM96 56L98 12 72 28Z" fill="#3a3f4a"/><path d="M29 42L28 22 41 31ZM91 42L92 22 79 31Z" fill="#d98f8b"/>'
    '<path d="M10 124C14 104 34 98 60 98S106 104 110 124Z" fill="#3a3f4a"/><path d="M44 102Q60 118 76 102L70 124H50Z" fill="#f4efe6"/>'
    '<path d="M60 22C86 22 101 40 101 64 101 88 82 104 60 104S19 88 19 64C19 40 34 22 60 22Z" fill="#454b58"/>'
    '<path d="M82 28C98 44 98 84 72 102 92 98 101 82 101 64 101 48 94 35 82 28Z" fill="#2f3440" opacity=".7"/>'
    '<path d="M60 46C66 58 70 66 82 72 88 82 78 100 60 103 42 100 32 82 38 72 50 66 54 58 60 46Z" fill="#f4efe6"/>'
    '<path d="M52 26v9M60 24v11M68 26v9" fill="none" stroke="#2f3440" stroke-width="3.600" stroke-linecap="round"/>'
    + _eyes(62, 19, "#d9c24a", True)
    + f'<path d="M55.500 75H64.500L60 80.500Z" fill="#d9747a"/><path d="M60 80.500V84M60 84Q54 90.500 48 86M60 84Q66 90.500 72 86" {_LINE} stroke="{INK}" stroke-width="2.200"/>'
    f'<path d="M40 80L18 76M40 85L19 88M80 80L102 76M80 85L101 88" {_LINE} stroke="#fff" stroke-width="1.500" opacity=".85"/>'
    '<path d="M60 110L46 102V118ZM60 110L74 102V118Z" fill="#a8452f"/><circle cx="60" cy="110" r="3.400" fill="#7c2f1f"/>'
)
_MOUSE: Final = (
    '<circle cx="26" cy="34" r="21" fill="#b79a86"/><circle cx="94" cy="34" r="21" fill="#9c7f6b"/><circle cx="27" cy="36" r="14" fill="#eab3a6"/><circle cx="93" cy="36" r="14" fill="#dc9f93"/>'
    '<path d="M14 124C18 106 36 100 60 100S102 106 106 124Z" fill="#5b92b8"/><path d="M42 101Q60 114 78 101" fill="none" stroke="#f7f4ee" stroke-width="5"/>'
    '<path d="M60 28C82 28 92 44 92 62 92 84 76 106 60 106S28 84 28 62C28 44 38 28 60 28Z" fill="#c9ac97"/>'
    '<path d="M76 32C90 48 88 84 66 105 80 100 92 80 92 62 92 48 86 37 76 32Z" fill="#9c7f6b" opacity=".6"/>'
    '<path d="M60 66C72 66 80 78 78 88 74 100 67 106 60 106S46 100 42 88C40 78 48 66 60 66Z" fill="#f3e4d6"/>'
    f'<ellipse cx="46" cy="60" rx="5.200" ry="6.200" fill="{INK}"/><ellipse cx="74" cy="60" rx="5.200" ry="6.200" fill="{INK}"/><circle cx="44.500" cy="57.500" r="2" fill="#fff"/><circle cx="72.500" cy="57.500" r="2" fill="#fff"/>'
    f'<path d="M38 49Q44 44.500 51 47M82 49Q76 44.500 69 47" {_LINE} stroke="#7a5f4e" stroke-width="2.600"/>'
    f'<ellipse cx="60" cy="80" rx="6" ry="4.600" fill="#d9636d"/><ellipse cx="58.300" cy="78.600" rx="2" ry="1.300" fill="#fff" opacity=".7"/><path d="M60 84.500V88Q54 94 49 89.500M60 88Q66 94 71 89.500" {_LINE} stroke="{INK}" stroke-width="2.200"/>'
    '<path d="M57 91.500h6v5.500h-6z" fill="#fff"/><path d="M60 91.500v5.500" stroke="#c9ac97" stroke-width="1"/>'
    f'<path d="M46 82L22 78M46 86L23 91M74 82L98 78M74 86L97 91" {_LINE} stroke="#7a5f4e" stroke-width="1.300" opacity=".8"/>'
)
_OWL: Final = (
    '<path d="M8 124C10 96 30 88 60 88S110 96 112 124Z" fill="#6d4a2e"/><path d="M40 124V106Q60 96 80 106V124Z" fill="#e3c391"/>'
    '<path d="M48 108l4 5 4-5M58 108l4 5 4-5M66 108l4 5 4-5M52 116l4 5 4-5M62 116l4 5 4-5" fill="none" stroke="#a8743f" stroke-width="2"/>'
    '<path d="M22 10Q32 24 46 24 60 20 74 24 88 24 98 10 104 34 99 62 94 100 60 102 26 100 21 62 16 34 22 10Z" fill="#8a5f3b"/>'
    '<path d="M90 20C104 40 98 92 66 102 92 98 98 76 99 62 103 40 100 20 98 10Z" fill="#5f3f25" opacity=".65"/>'
    '<path d="M60 40C54 28 34 28 27 42 20 62 30 84 44 84 54 84 58 76 60 70 62 76 66 84 76 84 90 84 100 62 93 42 86 28 66 28 60 40Z" fill="#f0dcb6"/>'
    '<circle cx="43" cy="58" r="14" fill="#e08b2d"/><circle cx="77" cy="58" r="14" fill="#e08b2d"/><circle cx="43" cy="58" r="14" fill="none" stroke="#6d4a2e" stroke-width="2.400"/><circle cx="77" cy="58" r="14" fill="none" stroke="#6d4a2e" stroke-width="2.400"/>'
    '<circle cx="44" cy="58" r="7.500" fill="#1a100c"/><circle cx="76" cy="58" r="7.500" fill="#1a100c"/><circle cx="41" cy="54.500" r="2.600" fill="#fff"/><circle cx="73" cy="54.500" r="2.600" fill="#fff"/>'
    '<path d="M60 64Q67 70 60 84 53 70 60 64Z" fill="#e8b84a"/><path d="M60 66Q64 72 60 82Z" fill="#b98a24"/>'
    '<path d="M26 36Q40 28 54 42M94 36Q80 28 66 42" fill="none" stroke="#5f3f25" stroke-width="4.600" stroke-linecap="round"/>'
    '<path d="M48 30l4 5M60 27v7M72 30l-4 5" fill="none" stroke="#e3c391" stroke-width="2.600" stroke-linecap="round"/>'
)
_FOX: Final = (
    '<path d="M22 62L18 8 50 30ZM98 62L102 8 70 30Z" fill="#b9501f"/><path d="M27 46L25 20 42 32ZM93 46L95 20 78 32Z" fill="#3a211a"/>'
    '<path d="M12 124C16 104 36 98 60 98S104 104 108 124Z" fill="#2d4468"/><path d="M45 98L60 118 75 98Z" fill="#f7f4ee"/><path d="M60 104L55 110 60 124 65 110Z" fill="#d59a2c"/>'
    '<path d="M60 24C84 24 98 42 102 66 96 86 76 104 60 106 44 104 24 86 18 66 22 42 36 24 60 24Z" fill="#d96a2b"/>'
    '<path d="M82 31C98 48 90 90 64 105.500 80 102 97 86 102 66 99 50 92 38 82 31Z" fill="#a8461a" opacity=".6"/>'
    '<path d="M18 66C34 60 46 66 52 78L60 92 68 78C74 66 86 60 102 66 96 86 76 104 60 106 44 104 24 86 18 66Z" fill="#f8ece0"/>'
    f'<path d="M37 62Q44 52 53 61 45 67 37 62ZM83 62Q76 52 67 61 75 67 83 62Z" fill="#fffaf2"/><circle cx="46" cy="60.500" r="4" fill="#5a3415"/><circle cx="74" cy="60.500" r="4" fill="#5a3415"/><circle cx="46" cy="60.500" r="2.200" fill="#160d0b"/><circle cx="74" cy="60.500" r="2.200" fill="#160d0b"/><circle cx="44.800" cy="58.800" r="1.300" fill="#fff"/><circle cx="72.800" cy="58.800" r="1.300" fill="#fff"/>'
    f'<path d="M35.500 62.500Q44 51 54 61.500M84.500 62.500Q76 51 66 61.500" {_LINE} stroke="{INK}" stroke-width="2.400"/><path d="M36 52Q43 46 51 50M84 49Q77 42 69 47" {_LINE} stroke="#8a3b14" stroke-width="3"/>'
    f'<path d="M53 87Q60 82 67 87 66 93.500 60 95 54 93.500 53 87Z" fill="{INK}"/><ellipse cx="58" cy="87.500" rx="2" ry="1.200" fill="#fff" opacity=".6"/><path d="M60 95V98Q67 101 74 95" {_LINE} stroke="{INK}" stroke-width="2.200"/>'
)
ANIMALS: Final = {"tibble": ("rose", _CAT), "crumb": ("sage", _MOUSE), "hoot": ("night", _OWL), "russet": ("sky", _FOX)}
"""Each animal: its wall, and its drawing."""


def animal(name: str) -> tuple[str, str, str]:
    """The two colours of an animal's wall, and its drawing."""
    wall, drawn = ANIMALS[name]
    return (*WALLS[wall], drawn)
