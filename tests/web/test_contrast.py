"""Text is readable on every surface, with system colours, and with more contrast."""

from __future__ import annotations

import base64
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from spite_and_malice.server.http.files import looks
from tests.web.conftest import OpenFake, ViewOf, new_context

CONTRAST: Final = 7.0

TEXTS: Final = ("--ink", "--ink-soft", "--accent-ink", "--good", "--bad")
PAPERS: Final = ("--raised", "--panel", "--ground")

LEAST: Final = """async ([picture, texts, papers]) => {
  const luminance = (r, g, b) => [r, g, b].map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const probe = document.body.appendChild(document.createElement("i"));
  const ofColour = (name) => {
    probe.style.color = `var(${name})`;
    pen.fillStyle = getComputedStyle(probe).color;
    pen.fillRect(0, 0, 1, 1);
    return luminance(...pen.getImageData(0, 0, 1, 1).data);
  };
  const inks = Object.fromEntries(texts.map((name) => [name, ofColour(name)]));
  const grounds = papers.map(ofColour);
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  // The rim is left out, and the grain averaged over the size of a letter: nobody reads a thread.
  const [rim, grain] = [16, 12];
  const [width, height] = [image.width, image.height].map((side) => Math.floor((side - 2 * rim) / grain));
  Object.assign(canvas, { width, height });
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, rim, rim, width * grain, height * grain, 0, 0, width, height);
  const { data } = pen.getImageData(0, 0, width, height);
  for (let at = 0; at < data.length; at += 4) grounds.push(luminance(data[at], data[at + 1], data[at + 2]));
  const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const [darkest, lightest] = [grounds.reduce((a, b) => Math.min(a, b)), grounds.reduce((a, b) => Math.max(a, b))];
  const least = (ink) => Math.min(contrast(ink, darkest), contrast(ink, lightest));
  return Object.fromEntries(Object.entries(inks).map(([name, ink]) => [name, least(ink)]));
}"""
"""The least contrast of each text on some papers and on every spot of a picture."""

STYLE: Final = "(element, name) => getComputedStyle(element).getPropertyValue(name)"


def style(element: Locator, name: str) -> str:
    """Return the computed value of a property."""
    found: str = element.evaluate(STYLE, name)
    return found


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("surface", looks()["surface"])
def test_text_stands_out_on_every_surface(fake_table: OpenFake, view_of: ViewOf, surface: str, scheme: str) -> None:
    view = view_of("standard-2/0")
    page = fake_table(view, settings={"speed": "off", "surface": surface}, color_scheme=scheme).page
    assert page.locator("html").get_attribute("data-surface") == surface
    page.add_style_tag(content=":is(#cards, #above, #status, .bar, .outline, .pile) { visibility: hidden; }")
    picture = base64.b64encode(page.screenshot(scale="css")).decode()
    found = page.evaluate(LEAST, [picture, TEXTS, PAPERS])
    assert {name: round(least, 2) for name, least in found.items() if least < CONTRAST} == {}


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_with_the_systems_colours_lines_say_what_light_says(fake_table: OpenFake, view_of: ViewOf, scheme: str) -> None:
    view = view_of("standard-2/0") | {"turn": 0, "legal": []}
    view["centre"][0] = []
    page = fake_table(view, forced_colors="active", color_scheme=scheme).page
    assert style(page.locator(".outline.centre.empty").first, "border-top-style") == "solid"
    assert style(page.locator(".area:not(.own).turn"), "outline-style") == "solid"
    assert style(page.locator(".area.own"), "outline-style") == "none"


def test_with_the_systems_colours_the_chosen_is_told_from_the_rest(fake_table: OpenFake, view_of: ViewOf) -> None:
    # The drawer has its tabs where it is not docked beside the table.
    page = fake_table(view_of("standard-2/0"), (768, 1024), forced_colors="active").page
    page.locator("[data-panel=settings]").click()
    chosen = page.locator(".segments input:checked + span").first
    other = page.locator(".segments input:not(:checked) + span").first
    tab = page.get_by_role("tab", selected=True)
    expect(tab).to_have_text("Settings")
    assert style(chosen, "background-color") != style(other, "background-color")
    assert style(tab, "background-color") != style(page.get_by_role("tab", selected=False).first, "background-color")


def test_with_the_systems_colours_a_game_is_set_up_by_what_is_seen(browser: Browser, site: str) -> None:
    context = new_context(browser, (1280, 800), {}, forced_colors="active")
    page = context.new_page()
    page.goto(f"{site}/new?preset=partners")
    chosen, other = page.locator(".pill:has(:checked)").first, page.locator(".pill:not(:has(:checked))").first
    start = page.locator("[data-start]")
    assert style(chosen, "background-color") != style(other, "background-color")
    assert style(start, "background-color") == style(chosen, "background-color")
    context.close()


@pytest.mark.parametrize(("contrast", "soft"), [("no-preference", True), ("more", False)])
def test_who_asks_for_contrast_gets_it(fake_table: OpenFake, view_of: ViewOf, contrast: Any, soft: bool) -> None:
    page = fake_table(view_of("standard-2/0"), contrast=contrast).page
    assert is_soft(page) == [soft, soft]


def test_contrast_can_be_chosen_with_two_colours_or_four(fake_table: OpenFake, view_of: ViewOf) -> None:
    page = fake_table(view_of("standard-2/0"), settings={"colours": "contrast"}).page
    assert is_soft(page) == [False, False], "as it was chosen once"
    root = page.locator("html")
    assert style(root, "--club") != style(root, "--spade")
    page.locator("[data-panel=settings]").click()
    page.get_by_label("Two colours").check()
    assert is_soft(page) == [False, False]
    assert style(root, "--club") == style(root, "--spade")
    page.get_by_label("High contrast").uncheck()
    assert is_soft(page) == [True, True]


def is_soft(page: Page) -> list[bool]:
    """Return whether text and cards are softer than they could be."""
    note, root = page.locator("#status .note"), page.locator("html")
    return [style(note, "color") != style(page.locator("body"), "color"), style(root, "--spade") != "#000"]
