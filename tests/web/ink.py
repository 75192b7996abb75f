"""Cards that visibly show no rank: by the ink in the part of each card where its rank belongs."""

from __future__ import annotations

import base64
from typing import Final

from playwright.sync_api import Page

LEAST: Final = 0.04
"""The least inked part: a covered three of the classic deck, on a phone, shows 0.06."""

INKED: Final = """async (picture) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(image, 0, 0);
  const corners = [...document.querySelectorAll("#cards .card")].map((card) => card.getBoundingClientRect());
  return [...document.querySelectorAll("#cards .card:not(.down, .veiled)")].flatMap((card) => {
    const { x, y } = card.getBoundingClientRect();
    const width = parseFloat(card.style.getPropertyValue("--w"));
    // As far as the next card of its column.
    const shown = corners.filter((one) => Math.abs(one.x - x) < 2 && one.y > y + 1)
      .reduce((least, one) => Math.min(least, one.y - y), width);
    // Of a pile squared only the edges show.
    if (shown < 8) return [];
    // Rank and suit of a small card lie one under the other, else in the corner.
    const wide = card.classList.contains("small") ? 0.7 : 0.42;
    const { data } = pen.getImageData(x + 2, y + 2, width * wide, Math.min(shown, width * 0.5) - 3);
    let inked = 0;
    for (let at = 0; at < data.length; at += 4) inked += Math.min(data[at], data[at + 1], data[at + 2]) < 100 ? 4 : 0;
    return [[card.dataset.card, inked / data.length]];
  });
}"""


def cards_without_rank(page: Page) -> list[str]:
    """Return the face-up cards without a visible rank, once everything is at rest."""
    page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    inked: list[tuple[str, float]] = page.evaluate(INKED, base64.b64encode(page.screenshot()).decode())
    assert inked
    return [f"{card}: {share:.3f}" for card, share in inked if share < LEAST]
