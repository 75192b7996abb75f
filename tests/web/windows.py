"""The windows named in tests: a desktop, a tablet, a phone upright and a phone in landscape."""

from __future__ import annotations

from typing import Final

WINDOWS: Final = {"desktop": (1280, 800), "tablet": (768, 1024), "phone": (360, 640), "landscape": (640, 360)}
