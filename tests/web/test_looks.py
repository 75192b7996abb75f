"""Surfaces, decks and backs: one press dresses the table, and it stays dressed (docs/look.md)."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import FilePayload, Page, expect

from spite_and_malice.play import FairDeal, Game
from spite_and_malice.rules import preset_rules, terms_of
from spite_and_malice.server.http import files
from tests.web.axe import violations
from tests.web.conftest import SIZES, OpenFake, ViewOf, resize
from tests.web.ink import cards_without_rank
from tests.web.modules import Modules

LIGHTER: Final = 8
"""The least difference between a back and a surface, of the hundred steps from black to white."""


def test_one_press_lays_another_surface(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), settings={"speed": "off"}).page
    before = page.evaluate("getComputedStyle(document.body, '::before').backgroundImage")
    page.locator("[data-panel=settings]").click()
    page.get_by_role("radio", name="Walnut").press("Space")
    expect(page.locator("html")).to_have_attribute("data-surface", "walnut")
    assert page.evaluate("getComputedStyle(document.body, '::before').backgroundImage") != before
    page.reload()
    page.wait_for_selector("#cards .card")
    expect(page.locator("html")).to_have_attribute("data-surface", "walnut")
    sheets = page.evaluate(
        "[...document.styleSheets].map((sheet) => sheet.href).filter((href) => /surfaces/.test(href))"
    )
    assert [Path(sheet).stem for sheet in sheets] == ["felt", "walnut"], "the default and the chosen one are fetched"


def test_a_surface_that_is_gone_gives_way_to_the_usual_one(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), settings={"speed": "off", "surface": "../marble"}).page
    expect(page.locator("html")).to_have_attribute("data-surface", "felt")


def test_a_surface_that_does_not_come_stops_nothing_and_is_asked_for_again(
    fake_table: OpenFake, view_of: ViewOf
) -> None:
    page = fake_table(view_of("standard-2/0"), settings={"speed": "off"}).page
    page.route("**/surfaces/*.css", lambda route: route.abort())
    page.reload()
    page.wait_for_selector("#cards .card")
    walnut = """import("/static/kernel/settings/looks.js").then(({ fetchSurface }) => fetchSurface("walnut"))"""
    assert page.evaluate(walnut) is False
    page.unroute("**/surfaces/*.css")
    assert page.evaluate(walnut) is True


def test_one_press_takes_another_deck(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), settings={"speed": "off"}).page
    face = page.locator("#cards .card:not(.down) .front").first
    before = face.inner_html()
    page.locator("[data-panel=settings]").click()
    page.get_by_role("radio", name="Classic").press("Space")
    page.wait_for_function("([face, before]) => face.innerHTML !== before", arg=[face.element_handle(), before])
    page.reload()
    page.wait_for_selector("#cards .card")
    assert page.locator("#cards .card:not(.down) .front").first.inner_html() != before
    fetched = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert {Path(name).stem for name in fetched if "/decks/" in name} == {"classic"}, "only the chosen deck is fetched"


def test_a_covered_number_card_has_its_whole_field(fake_table: OpenFake, view_of: ViewOf) -> None:
    view = view_of("standard-2/0")
    for player in view["players"]:
        player["side"][0] = ["9"] * 4
    page = fake_table(view, settings={"speed": "off"}, size=(360, 640)).page
    widths = page.locator("#cards .card.small.strip:not(.veiled) .compact .colour").evaluate_all(
        """(fields) => fields.map((field) =>
          field.getBoundingClientRect().width / field.closest(".card").getBoundingClientRect().width)"""
    )
    assert widths
    assert widths == pytest.approx([0.92] * len(widths), abs=0.01)


@pytest.mark.parametrize("cards", [10, 13])
def test_the_ranks_of_a_deep_stack_of_number_cards_are_whole(fake_table: OpenFake, view_of: ViewOf, cards: int) -> None:
    view = view_of("standard-2/0")
    view["players"][view["seat"]]["side"][0] = ["9"] * cards
    page = fake_table(view, settings={"speed": "off"}).page
    covered = page.locator(f'#cards .card.dense[data-place="side:{view["seat"]}:0"]')
    assert covered.count() >= cards - 2
    outside = covered.evaluate_all("""(cards) => cards.map((card) => {
        const [field, rank] = [".colour", ".rank"].map((part) => card.querySelector(`.compact ${part}`));
        const { top, bottom } = rank.getBoundingClientRect();
        return [top - field.getBoundingClientRect().top, bottom - top, bottom];
    })""")
    tops = covered.evaluate_all("(cards) => cards.map((card) => card.getBoundingClientRect().top)")
    assert all(above >= 0 and height > 9 for above, height, _ in outside)
    assert all(bottom <= covering for (_, _, bottom), covering in zip(outside, tops[1:], strict=False))


@pytest.mark.parametrize("deck", files.looks()["deck"])
def test_every_deck_has_every_card(fake_table: OpenFake, view_of: ViewOf, deck: str) -> None:
    page = fake_table(view_of("standard-2/0"), settings={"speed": "off", "deck": deck}).page
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"] + [str(number) for number in range(1, 16)]
    undrawn = """async ([deck, cards]) => {
      const { faceSvg } = await import("/static/kernel/cards/cards.js");
      const { readDeck } = await import("/static/kernel/cards/cards.js");
      const faces = await readDeck(deck);
      const drawn = cards.map((card) => [card, faceSvg(card, faces)]);
      const known = (href) => document.getElementById(href.slice(1)) !== null;
      const wrong = drawn.filter(([, face]) => face.includes("<text") || !face.match(/#[^"]+/g).every(known));
      return [wrong.map(([card]) => card), new Set(drawn.map(([, face]) => face)).size];
    }"""
    assert page.evaluate(undrawn, [deck, [*cards, "*"]]) == [[], len(cards) + 1]


@pytest.mark.parametrize("size", [(1280, 800), (360, 640)])
@pytest.mark.parametrize("deck", files.looks()["deck"])
def test_a_wild_card_shows_what_it_stands_for_and_what_it_is(
    fake_table: OpenFake, view_of: ViewOf, deck: str, size: tuple[int, int]
) -> None:
    view = view_of("standard-2/0")
    view["centre"] = [["As", "Kd"], [f"{rank}s" for rank in "A23456789"] + ["Kh"], []]
    page = fake_table(view, size, settings={"speed": "off", "deck": deck}).page
    for card, stands in (("Kd", "2"), ("Kh", "10")):
        drawn = page.locator(f'.card[data-card="{card}"]')
        box, rank = drawn.bounding_box(), drawn.locator(f'.stood[href="#rank-{stands}"]:visible').bounding_box()
        assert box is not None
        assert rank is not None
        assert rank["height"] > 0.2 * box["height"]
        assert box["x"] <= rank["x"] < rank["x"] + rank["width"] <= box["x"] + box["width"]
        assert drawn.locator('[href$="-K"]:visible').count() >= 1


def test_a_card_without_its_deck_still_says_what_it_is(modules: Modules) -> None:
    faces = """() => import("/static/kernel/cards/cards.js").then(({ faceSvg, standsSvg }) =>
        [faceSvg("Qh", new Map()), faceSvg("7s", new Map()), standsSvg("Ks", "9", new Map())])"""
    queen, seven, nine = modules.evaluate(faces)
    assert ">Q<" in queen
    assert ">7<" in seven
    assert ">9<" in nine


def lightness(page: Page, picture: str) -> float:
    """Return the mean lightness (L* of CIELAB) of a picture, whose address is given."""
    mean = """async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
      const pen = canvas.getContext("2d");
      pen.imageSmoothingQuality = "high";
      pen.drawImage(await createImageBitmap(image, { resizeWidth: 1, resizeHeight: 1, resizeQuality: "high" }), 0, 0);
      const parts = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255);
      const linear = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      const y = linear[0] * 0.2126 + linear[1] * 0.7152 + linear[2] * 0.0722;
      return y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y;
    }"""
    return float(page.evaluate(mean, picture))


@pytest.mark.nightly("src/spite_and_malice/web/look/", "src/spite_and_malice/web/kernel/cards/")
def test_backs_stand_out_from_every_surface(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), settings={"speed": "off"}).page
    backs = {back: lightness(page, f"/static/look/backs/{back}.svg") for back in files.looks()["back"]}
    assert len(backs) >= 6
    page.add_style_tag(content=":is(#table, #panel) { visibility: hidden; }")
    for surface in files.looks()["surface"]:
        page.evaluate("async (name) => (await import('/static/kernel/settings/looks.js')).fetchSurface(name)", surface)
        for light in ("light", "dark"):
            page.evaluate(
                "(data) => Object.assign(document.documentElement.dataset, data)", {"surface": surface, "theme": light}
            )
            picture = f"data:image/png;base64,{base64.b64encode(page.screenshot()).decode()}"
            table = lightness(page, picture)
            assert {back: lit for back, lit in backs.items() if abs(lit - table) < LIGHTER} == {}, (
                surface,
                light,
                table,
            )


@pytest.mark.nightly(
    "src/spite_and_malice/web/look/",
    "src/spite_and_malice/web/kernel/settings/",
    "src/spite_and_malice/web/kernel/cards/",
)
def test_a_picture_of_ones_own_is_cut_here_and_sent_to_nobody(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), settings={"speed": "off"}).page
    page.locator("[data-panel=settings]").click()
    page.locator(".pictures.of-back").wait_for()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    picture = FilePayload(name="cat.png", mimeType="image/png", buffer=page.screenshot())
    page.locator("input[type=file]").set_input_files(picture)
    dialog = page.get_by_role("dialog", name="The back of your cards")
    whole = dialog.locator("canvas").evaluate("(canvas) => canvas.toDataURL()")
    dialog.get_by_label("Size").fill("2")
    dialog.locator("canvas").press("ArrowLeft")
    assert dialog.locator("canvas").evaluate("(canvas) => canvas.toDataURL()") != whole
    dialog.get_by_role("button", name="Use it").click()
    own = page.get_by_role("radio", name="Your own")
    expect(own).to_be_checked()
    back = "getComputedStyle(document.querySelector('#cards .back:not(.pack-payoff)')).backgroundImage"
    assert page.evaluate(back).startswith('url("data:image/jpeg')
    # Every page polls for letters now and then; the redrawn form requests the signs.
    host = "http://table.test"
    usual = (f"GET {host}/static/", f"GET {host}/api/people/letters", f"GET {host}/api/signs")
    assert [request for request in asked if not request.startswith(usual)] == []
    page.reload()
    page.wait_for_selector("#cards .card")
    assert page.evaluate(back).startswith('url("data:image/jpeg')
    page.locator("[data-panel=settings]").click()
    page.get_by_role("button", name="Remove your picture").click()
    expect(page.get_by_role("radio", name="Lattice")).to_be_checked()
    expect(own).to_have_count(0)


def test_a_file_that_is_no_picture_is_refused_kindly(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), settings={"speed": "off"}).page
    page.locator("[data-panel=settings]").click()
    text = FilePayload(name="cat.png", mimeType="image/png", buffer=b"no picture")
    page.locator("input[type=file]").set_input_files(text)
    dialog = page.get_by_role("dialog", name="This is no picture that the browser can show.")
    dialog.get_by_role("button", name="Close").click()
    expect(page.get_by_role("radio", name="Lattice")).to_be_checked()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_choosing_looks_is_open_to_everybody(fake_table: OpenFake, view_of: ViewOf, scheme: str) -> None:
    page = fake_table(view_of("standard-2/0"), settings={"speed": "off"}, color_scheme=scheme).page
    page.locator("[data-panel=settings]").click()
    page.locator(".pictures .deck .mini").first.wait_for()
    assert violations(page) == []
    page.get_by_role("radio", name="Lattice").press("ArrowRight")
    expect(page.get_by_role("radio", name="Leaves")).to_be_checked()
    picture = FilePayload(name="cat.png", mimeType="image/png", buffer=page.screenshot())
    page.locator("input[type=file]").set_input_files(picture)
    page.get_by_role("dialog", name="The back of your cards").wait_for()
    assert violations(page) == []


def test_piles_are_as_thick_as_their_cards(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"), settings={"speed": "off"})
    pile = table.page.locator('.pile[data-place="payoff:0:0"]')
    thick = []
    for version, count in enumerate((20, 9, 2, 1), 2):
        table.snapshot["view"]["players"][0]["payoff"][0]["count"] = count
        table.send(**{**table.snapshot, "version": version})
        table.page.locator(".label.payoff").get_by_text(str(count), exact=True).first.wait_for()
        thick.append(float(pile.evaluate("(pile) => parseFloat(pile.style.getPropertyValue('--thick'))")))
    assert thick == sorted(thick, reverse=True)
    assert len(set(thick)) == len(thick)
    assert thick[-1] == 0


def test_a_look_says_what_it_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "surfaces").mkdir()
    (tmp_path / "surfaces" / "slate.css").write_text("/* Dark slate: a school's. */")
    monkeypatch.setattr(files, "LOOK", tmp_path)
    assert files.look_names() == [(tmp_path / "surfaces" / "slate.css", "Dark slate")]
    (tmp_path / "surfaces" / "nameless.css").write_text("[data-surface=nameless] {}")
    with pytest.raises(ValueError, match=r"nameless\.css must begin with what it is called"):
        files.look_names()


@pytest.mark.nightly("src/spite_and_malice/web/look/", "src/spite_and_malice/web/kernel/cards/")
@pytest.mark.parametrize(
    ("position", "deck"),
    [*(("standard-2/0", deck) for deck in files.looks()["deck"]), ("skip-bo-4/0", "large"), ("flinch-5/0", "classic")],
)
def test_the_rank_of_every_card_is_seen(fake_table: OpenFake, view_of: ViewOf, position: str, deck: str) -> None:
    page = fake_table(view_of(position), settings={"speed": "off", "deck": deck}).page
    for size in SIZES:
        resize(page, *size)
        assert cards_without_rank(page) == [], f"{size[0]}x{size[1]}"


@pytest.mark.parametrize("deck", list(files.looks()["deck"]))
def test_the_wild_cards_of_starturn_are_stars_and_no_jesters(fake_table: OpenFake, deck: str) -> None:
    game = Game.deal(preset_rules("starturn", 2, {}), 0, FairDeal(b"stars" * 8, ("a",)))
    view = game.view(game.turn).to_json()
    view["players"][view["seat"]]["hand"][0] = "*"
    view["centre"][0] = ["1", "*"]
    table = fake_table(view, settings={"speed": "off", "deck": deck})
    drawn = "(all) => all.map((one) => [...one.querySelectorAll('.full use')].map((use) => use.getAttribute('href')))"
    faces = table.page.locator('#cards .card[data-card="*"] .front > svg:first-child')
    assert any("joker" in href for face in faces.evaluate_all(drawn) for href in face)
    wild = len(faces.evaluate_all(drawn))
    table.snapshot["table"]["terms"] = dict(terms_of("starturn", piles=False))
    table.page.reload()
    table.page.wait_for_selector("#cards .card")
    assert faces.evaluate_all(drawn) == [["#star", "#star"]] * wild


def rank_drawn(page: Page, rank: str) -> str:
    """Return the drawing of a rank's letter on all cards."""
    return str(page.evaluate("(rank) => document.getElementById(`rank-${rank}`).innerHTML", rank))


def test_the_letters_of_another_pack_are_drawn_and_written(fake_table: OpenFake, view_of: ViewOf) -> None:
    table = fake_table(view_of("standard-2/0"), settings={"speed": "off"})
    page = table.page
    usual = {rank: rank_drawn(page, rank) for rank in "AKQJ"}
    fetched = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/packs/')).length"
    assert page.evaluate(fetched) == 0, "who has the usual letters fetches nothing for them"
    page.locator("[data-panel=settings]").click()
    page.get_by_role("radio", name="Dutch").press("Space")
    page.wait_for_function("document.documentElement.dataset.pack === 'dutch'")
    assert {rank for rank in "AKQJ" if rank_drawn(page, rank) != usual[rank]} == {"K", "Q", "J"}
    page.keyboard.press("Escape")
    note = page.locator("#status .note")
    table.send(type="refused", id=None, code="illegal_move", message="J♠, Q♥ and K♦ after A♣, by JQ.")
    expect(note).to_have_text("B♠, V♥ and H♦ after A♣, by JQ.")
    page.reload()
    page.wait_for_selector("#cards .card")
    assert rank_drawn(page, "K") != usual["K"], "the first card has them"
    page.locator("[data-panel=settings]").click()
    page.get_by_role("radio", name="International").press("Space")
    page.wait_for_function("document.documentElement.dataset.pack === 'international'")
    assert {rank: rank_drawn(page, rank) for rank in "AKQJ"} == usual


def test_letters_that_were_written_are_written_again_in_those_of_the_next_pack(
    fake_table: OpenFake, view_of: ViewOf
) -> None:
    page = fake_table(view_of("standard-2/0"), settings={"speed": "off", "pack": "german"}).page
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p id=told>K♦, Q♦ and J♦</p><code>Q♦</code>')")
    told, code = page.locator("#told"), page.locator("code")
    expect(told).to_have_text("K♦, D♦ and B♦")
    expect(code).to_have_text("Q♦")
    page.locator("[data-panel=settings]").click()
    page.get_by_role("radio", name="French").press("Space")
    expect(told).to_have_text("R♦, D♦ and V♦")


def test_every_pack_has_the_letters_of_every_deck() -> None:
    """If a deck draws its own letters, each pack with other letters draws those too."""
    look = Path(files.LOOK)
    drawn = [re.findall(r'<symbol id="(\w+)-K"', path.read_text("utf-8")) for path in (look / "decks").glob("*.svg")]
    wanted = {"rank", *(prefix for prefixes in drawn for prefix in prefixes)}
    assert len(wanted) > 1
    for pack in (look / "packs").glob("*.svg"):
        found = re.findall(r'<symbol id="(\w+)-([AKQJ])"', pack.read_text("utf-8"))
        changed = {rank for prefix, rank in found if prefix == "rank"}
        assert set(found) == {(prefix, rank) for prefix in wanted for rank in changed}, pack
