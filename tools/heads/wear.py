"""Things that heads wear: glasses, hats, jewelry and clothes."""

from __future__ import annotations

from .palette import Tone


def _line(colour: str, width: float) -> str:
    return f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'


def glasses(kind: str, colour: str) -> str:
    """Glasses over the eyes, with a gleam of the lamp."""
    arms = f'<path d="M39 60L31.500 57.500M81 60L88.500 57.500" {_line(colour, 2.2)}/>'
    gleam = '<path d="M43.500 57.500l4-4M66.500 57.500l4-4" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" opacity=".55"/>'
    match kind:
        case "round":
            rims = f'<g fill="#fff" fill-opacity=".16" stroke="{colour}" stroke-width="2.400"><circle cx="48.500" cy="61" r="9.800"/><circle cx="71.500" cy="61" r="9.800"/></g><path d="M58.300 60q1.700-1.500 3.400 0" {_line(colour, 2.2)}/>'
            return arms + rims + gleam
        case "square":
            rims = f'<g fill="#fff" fill-opacity=".14" stroke="{colour}" stroke-width="3"><rect x="38.500" y="53" width="19" height="16" rx="4"/><rect x="62.500" y="53" width="19" height="16" rx="4"/></g><path d="M57.500 58.500h5" {_line(colour, 2.6)}/>'
            return arms + rims + gleam
        case "cat":
            rims = f'<g fill="#fff" fill-opacity=".14" stroke="{colour}" stroke-width="2.800" stroke-linejoin="round"><path d="M36.500 52Q47 52 57.500 56 58 69.500 48.500 69.500T36.500 52Z"/><path d="M83.500 52Q73 52 62.500 56 62 69.500 71.500 69.500T83.500 52Z"/></g><path d="M57.500 58h5" {_line(colour, 2.4)}/>'
            return rims + gleam
        case "half":
            return f'<g fill="#fff" fill-opacity=".2" stroke="{colour}" stroke-width="2"><path d="M40 65.500H57Q56.500 74.500 48.500 74.500T40 65.500Z"/><path d="M63 65.500H80Q79.500 74.500 71.500 74.500T63 65.500Z"/></g><path d="M57 66.500q3-2.500 6 0M40 66L31.500 60M80 66L88.500 60" {_line(colour, 1.8)}/>'
        case "dark":
            return (
                f'<path d="M37.500 54.500H58Q58 69 48 69T37.500 54.500ZM62 54.500H82.500Q82 69 72 69T62 54.500Z" fill="#241f2b"/><path d="M57 56.500q3-1.500 6 0M38 56L31.500 57M82 56L88.500 57" {_line(colour, 2.6)}/>'
                '<path d="M42 58.500l5-2.500M66.500 58.500l5-2.500" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" opacity=".5"/>'
            )
        case "monocle":
            return f'<circle cx="71.500" cy="61" r="9.500" fill="#fff" fill-opacity=".16" stroke="{colour}" stroke-width="2.300"/><path d="M80 66Q88 84 82 104" {_line(colour, 1.4)}/><path d="M67 57.500l4-4" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" opacity=".6"/>'
        case "patch":
            return '<path d="M32 46L88 66" fill="none" stroke="#231c1f" stroke-width="2.400"/><path d="M63.500 53.500Q74 51 81 57 80.500 69 72 69.500 64 67.500 63.500 53.500Z" fill="#231c1f"/>'
    raise ValueError(f"no glasses {kind!r}")


def hat(kind: str, tone: Tone, trim: Tone) -> tuple[str, str]:
    """A hat: the part behind the head, and the part over it."""
    base, dark, light = tone
    match kind:
        case "flat cap":
            return "", (
                f'<path d="M28 42C24 22 42 10 64 11 86 12 96 26 92 40Q60 30 28 42Z" fill="{base}"/>'
                f'<path d="M26 46Q54 30 92 39 80 38 66 40 44 42 28 50 24 50 26 46Z" fill="{dark}"/>'
                f'<path d="M40 24Q50 15 64 16M60 12Q62 22 58 34" {_line(light, 1.8)} opacity=".6"/>'
            )
        case "beanie":
            return "", (
                f'<circle cx="60" cy="7" r="7" fill="{trim.base}"/><path d="M30 40C28 18 42 9 60 9S92 18 90 40Z" fill="{base}"/>'
                f'<path d="M44 14Q39 24 39 34M60 10V34M76 14Q81 24 81 34" {_line(dark, 2)} opacity=".5"/>'
                f'<rect x="27" y="33" width="66" height="13" rx="6" fill="{dark}"/>'
                f'<path d="M36 36v7M44 36v7M52 36v7M60 36v7M68 36v7M76 36v7M84 36v7" {_line(base, 1.8)} opacity=".7"/>'
            )
        case "beret":
            return "", (
                f'<path d="M22 32C22 14 48 5 70 9 94 13 100 28 94 36 86 44 74 36 60 36S34 42 27 40Q22 38 22 32Z" fill="{base}"/>'
                f'<path d="M31 40Q60 28 89 40Q60 36 31 40Z" fill="{dark}"/><path d="M62 9q1-5 4-6" {_line(dark, 2.6)}/><path d="M34 22Q46 12 62 13" {_line(light, 3)} opacity=".5"/>'
            )
        case "bowler":
            return "", (
                f'<path d="M36 36C34 10 46 4 60 4S86 10 84 36Z" fill="{base}"/><path d="M35.500 29Q60 36 84.500 29L84.500 37Q60 43 35.500 37Z" fill="{trim.base}"/>'
                f'<path d="M18 35Q22 43 60 43T102 35Q102 46 60 49.500 18 46 18 35Z" fill="{dark}"/><path d="M44 14Q50 8 60 8.500" {_line(light, 3)} opacity=".55"/>'
            )
        case "straw":
            return (
                f'<ellipse cx="60" cy="40" rx="55" ry="17" fill="{dark}"/>',
                f'<path d="M36 36C34 12 46 7 60 7S86 12 84 36Z" fill="{base}"/><path d="M35.500 27Q60 33 84.500 27L85 37H35Z" fill="{trim.base}"/>'
                f'<path d="M5 38Q30 30 60 32T115 38Q92 50 60 44T5 38Z" fill="{base}"/><path d="M18 38Q40 34 60 35.500M43 16q6-5 13-5" {_line(light, 2.2)} opacity=".7"/>',
            )
        case "fedora":
            return "", (
                f'<path d="M34 34C36 14 44 4 52 8 58 11 62 11 68 8 76 4 84 14 86 34Z" fill="{base}"/><path d="M34.500 28Q60 36 85.500 28L86 38H34Z" fill="{trim.base}"/>'
                f'<path d="M14 40Q36 30 60 35T106 40Q96 50 60 45 24 50 14 40Z" fill="{dark}"/><path d="M44 14Q48 11 52 13" {_line(light, 2.6)} opacity=".55"/>'
            )
        case "cap":
            return "", (
                f'<path d="M30 40C28 18 42 9 60 9S92 18 90 40Q60 32 30 40Z" fill="{base}"/><path d="M60 9V34M44 13Q40 22 40 36M76 13Q80 22 80 36" {_line(dark, 1.6)} opacity=".55"/>'
                f'<circle cx="60" cy="10" r="3" fill="{trim.base}"/><path d="M38 39Q62 26 100 41 107 46 98 48 66 40 40 45 34 43 38 39Z" fill="{trim.base}"/>'
                f'<path d="M46 40Q66 33 92 42" {_line(trim.light, 2)} opacity=".6"/>'
            )
        case "turban":
            return "", (
                f'<path d="M27 50C20 20 40 4 60 4S100 20 93 50Q86 38 60 34 34 38 27 50Z" fill="{base}"/>'
                f'<path d="M28 44Q40 22 70 8M32 50Q46 30 84 14M92 44Q82 26 62 18M60 34Q78 34 92 48" {_line(dark, 2.2)} opacity=".6"/>'
                f'<path d="M36 26Q44 14 56 10" {_line(light, 2.6)} opacity=".6"/><circle cx="60" cy="30" r="4" fill="{trim.base}"/><circle cx="59" cy="29" r="1.500" fill="{trim.light}"/>'
            )
        case "headscarf":
            return (
                f'<path d="M22 66C14 24 34 7 60 7S106 24 98 66C96 92 92 104 100 122H20C28 104 24 92 22 66Z" fill="{dark}"/>',
                f'<path d="M60 7C30 7 16 32 22 68 24 90 40 104 60 108 80 104 96 90 98 68 104 32 90 7 60 7ZM60 30C78 30 86 42 86 58 86 80 74 95 60 95S34 80 34 58C34 42 42 30 60 30Z" fill="{base}" fill-rule="evenodd"/>'
                f'<path d="M31 40Q38 22 58 18M28 74Q38 98 58 103M92 74Q84 94 70 101" {_line(dark, 2)} opacity=".6"/><path d="M38 26Q46 17 60 15" {_line(light, 3)} opacity=".5"/>',
            )
        case "kerchief":
            return "", (
                f'<path d="M29 46C26 20 42 9 60 9S94 20 91 46Q60 28 29 46Z" fill="{base}"/><path d="M89 42q14-4 15 6-8 1-14-1 6 8 2 16-8-6-8-16z" fill="{dark}"/>'
                f'<g fill="{trim.base}"><circle cx="44" cy="26" r="2.600"/><circle cx="58" cy="18" r="2.600"/><circle cx="72" cy="25" r="2.600"/><circle cx="58" cy="31" r="2.300"/><circle cx="83" cy="35" r="2.400"/><circle cx="36" cy="38" r="2.200"/></g>'
            )
        case "cloche":
            return "", (
                f'<path d="M26 52C22 20 40 6 60 6S98 20 94 52Q78 40 60 40T26 52Z" fill="{base}"/><path d="M27 44Q44 32 60 32T93 44L94 53Q78 41 60 41T26 53Z" fill="{trim.base}"/>'
                f'<circle cx="84" cy="36" r="7.500" fill="{trim.light}"/><circle cx="84" cy="36" r="3" fill="{dark}"/><path d="M38 24Q44 14 56 11" {_line(light, 3)} opacity=".55"/>'
            )
        case "paper crown":
            return "", (
                f'<path d="M30 40L25 12 41 23 49 5 60 20 71 5 79 23 95 12 90 40Q60 32 30 40Z" fill="{base}"/><path d="M30 40L29.200 33Q60 25 90.800 33L90 40Q60 32 30 40Z" fill="{dark}"/>'
                f'<circle cx="60" cy="24" r="2.600" fill="{trim.base}"/><circle cx="44" cy="25.500" r="2.300" fill="{trim.base}"/><circle cx="76" cy="25.500" r="2.300" fill="{trim.base}"/>'
            )
        case "headphones":
            return "", (
                f'<path d="M28 60C22 26 38 9 60 9S98 26 92 60" {_line(dark, 5)}/><rect x="22" y="52" width="12" height="22" rx="6" fill="{base}"/><rect x="86" y="52" width="12" height="22" rx="6" fill="{base}"/>'
                f'<path d="M26 58v9M94 58v9" {_line(light, 2)} opacity=".7"/>'
            )
        case "chef":
            return "", (
                f'<path d="M36 40V26C22 24 24 8 38 9 42-1 56-3 61 4 68-3 82 0 83 9 97 8 98 24 84 26V40Q60 33 36 40Z" fill="{base}"/><path d="M36 40V32Q60 25 84 32V40Q60 33 36 40Z" fill="{dark}"/><path d="M48 14v8M60 12v9M72 14v8" {_line(dark, 1.8)} opacity=".7"/>'
            )
        case "feather":
            return "", (
                f'<path d="M30 42Q60 27 90 42L90 48Q60 33 30 48Z" fill="{base}"/><path d="M82 42C78 26 84 10 96 2 100 16 98 32 86 43Z" fill="{trim.base}"/><path d="M84 42Q88 22 95 7" {_line(trim.shade, 1.600)}/>'
            )
    raise ValueError(f"no hat {kind!r}")


def jewel(kind: str, colour: str) -> str:
    """Something small and shiny, or a flower."""
    match kind:
        case "hoops":
            return f'<g fill="none" stroke="{colour}" stroke-width="2.400"><circle cx="31" cy="76" r="5.500"/><circle cx="89" cy="76" r="5.500"/></g>'
        case "drops":
            return f'<g fill="{colour}"><path d="M31 71q4 6 0 9-4-3 0-9zM89 71q4 6 0 9-4-3 0-9z"/></g>'
        case "pearls":
            return f'<g fill="{colour}"><circle cx="31" cy="73" r="3"/><circle cx="89" cy="73" r="3"/></g><g fill="#fff" opacity=".8"><circle cx="30" cy="72" r="1"/><circle cx="88" cy="72" r="1"/></g>'
        case "ring":
            return f'<circle cx="31.500" cy="71" r="2.800" fill="none" stroke="{colour}" stroke-width="1.800"/>'
        case "flower":
            petals = "".join(
                f'<ellipse cx="87" cy="27" rx="4.200" ry="6" transform="rotate({72 * i} 87 32)"/>' for i in range(5)
            )
            return f'<g fill="{colour}">{petals}</g><circle cx="87" cy="32" r="3.600" fill="#f2c14e"/>'
        case "bow":
            return f'<path d="M60 16L44 8V24ZM60 16L76 8V24Z" fill="{colour}"/><circle cx="60" cy="16" r="4" fill="{colour}" stroke="#fff" stroke-opacity=".35" stroke-width="1.200"/>'
        case "aid":
            return f'<path d="M29 57q-5 3-3 10 1 4 4 5" {_line(colour, 3)}/>'
        case "band":
            return f'<path d="M31 43Q60 20 89 43" {_line(colour, 5.5)}/>'
        case "pencil":
            return f'<path d="M84 50L104 34" {_line(colour, 4)}/><path d="M104 34l4-3.200" {_line("#3a2a20", 3)}/>'
    raise ValueError(f"no jewel {kind!r}")


def clothes(kind: str, tone: Tone, trim: Tone) -> str:
    """Shoulders and clothes."""
    base, dark, light = tone
    body = f'<path d="M8 124C10 106 28 101 46 99Q60 108 74 99C92 101 110 106 112 124Z" fill="{base}"/><path d="M84 101C100 104 110 110 112 124H90Z" fill="{dark}" opacity=".6"/>'
    match kind:
        case "tee":
            return body + f'<path d="M44 99Q60 114 76 99" {_line(dark, 3)}/>'
        case "jumper":
            return (
                body
                + f'<path d="M43 98Q60 112 77 98L78 104Q60 119 42 104Z" fill="{dark}"/><path d="M49 106v4M55 109v4M61 110v4M67 109v4M72 106v4" {_line(light, 1.4)} opacity=".6"/>'
            )
        case "shirt":
            return (
                body
                + f'<path d="M44 98L60 110 50 120 38 101ZM76 98L60 110 70 120 82 101Z" fill="{trim.base}"/><path d="M44 98L60 110 76 98" {_line(trim.shade, 1.5)}/>'
            )
        case "suit":
            return (
                body
                + f'<path d="M46 99L60 124 74 99 60 106Z" fill="{trim.base}"/><path d="M45 98L60 122 38 124 34 102ZM75 98L60 122 82 124 86 102Z" fill="{dark}"/>'
            )
        case "bow tie":
            return (
                body
                + '<path d="M45 98L60 120 75 98 60 104Z" fill="#f7f4ee"/>'
                + f'<path d="M60 106L47 100V113ZM60 106L73 100V113Z" fill="{trim.base}"/><circle cx="60" cy="106.500" r="3" fill="{trim.shade}"/>'
            )
        case "scarf":
            return (
                body
                + f'<path d="M36 96Q60 110 84 96 90 104 84 108 60 120 36 108 30 104 36 96Z" fill="{trim.base}"/><path d="M70 108L76 124H62L60 112Z" fill="{trim.shade}"/><path d="M44 101l-3 7M54 105l-2 8M66 105l2 8M76 101l3 7" {_line(trim.light, 2)} opacity=".6"/>'
            )
        case "hoodie":
            return (
                body
                + f'<path d="M30 104C32 92 44 92 48 96Q60 106 72 96C76 92 88 92 90 104Q76 116 60 116T30 104Z" fill="{dark}"/><path d="M53 112v10M67 112v10" {_line(trim.base, 2.2)}/>'
            )
        case "pearls":
            beads = "".join(
                f'<circle cx="{60 + x}" cy="{110 - x * x * 0.026}" r="2.700"/>'
                for x in (-20, -14, -7.5, 0, 7.5, 14, 20)
            )
            return body + f'<path d="M42 98Q60 118 78 98" {_line(dark, 2)}/><g fill="#fdf6e6">{beads}</g>'
        case "stripes":
            return (
                body
                + f'<path d="M20 108Q60 126 100 108M12 117Q60 136 108 117" {_line(trim.base, 4.5)}/><path d="M44 99Q60 112 76 99" {_line(trim.base, 4)}/>'
            )
        case "dress":
            return body + f'<path d="M40 99Q60 124 80 99L74 98Q60 110 46 98Z" fill="{trim.base}"/>'
        case "overalls":
            return (
                body
                + f'<path d="M38 100L44 124H76L82 100 74 99 71 114H49L46 99Z" fill="{trim.base}"/><circle cx="47" cy="115" r="2.200" fill="#f2c14e"/><circle cx="73" cy="115" r="2.200" fill="#f2c14e"/>'
            )
    raise ValueError(f"no clothes {kind!r}")
