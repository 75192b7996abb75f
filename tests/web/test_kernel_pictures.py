"""A person's own picture for the backs of the cards, without a browser: the visible part."""

from __future__ import annotations

from typing import Any

import pytest

from .modules import Modules


def cropped(modules: Modules, size: tuple[int, int] | None, act: str) -> Any:
    """Return the result of something done with a picture of a size; None is no picture.

    The script has `where()`, the rectangle of the whole picture on a back of 350 × 490, and the `dialog`, its `canvas`
    and `slider`; the stored value is `kept`.
    """
    return modules.evaluate(
        f"""async (size) => {{
          const {{ page, fetched }} = await import("/tests/stand-in-page.js");
          const site = page("");
          const {{ document }} = site;
          const drawn = [];
          const clips = [];
          const pen = {{ fillRect() {{}}, save() {{}}, beginPath() {{}}, clip() {{}}, restore() {{}},
            roundRect: (...rect) => clips.push(rect), drawImage: (_picture, ...rect) => drawn.push(rect) }};
          const {{ createElement }} = document;
          document.createElement = (name) => Object.assign(createElement(name), name !== "canvas" ? {{}} : {{
            getContext: () => pen, toDataURL: (type) => `data:${{type}},x`, clientWidth: 175, captured: new Set(),
            setPointerCapture(id) {{ this.captured.add(id); }},
            hasPointerCapture(id) {{ return this.captured.has(id); }},
          }});
          globalThis.createImageBitmap = async () => {{
            if (!size) throw new Error("no picture");
            return {{ width: size[0], height: size[1] }};
          }};
          try {{
            const {{ cropPicture }} = await import("/static/kernel/settings/own-back.js");
            const chosen = cropPicture({{}});
            await fetched();
            const dialog = document.querySelector("dialog");
            const close = dialog.close.bind(dialog);
            dialog.close = (value = "") => {{ dialog.returnValue = value; close(); dialog.onclose(); }};
            const [canvas, slider] = ["canvas", "input"].map((name) => dialog.querySelector(name));
            const press = (words) => dialog.querySelectorAll("button").find((one) => one.textContent === words).click();
            const where = () => drawn.at(-1).map(Math.round);
            const point = (type, more) =>
              canvas.dispatchEvent(Object.assign(new Event(type), {{ pointerId: 1, ...more }}));
            {act}
          }} finally {{ delete globalThis.createImageBitmap; site.away(); }}
        }}""",
        size,
    )


@pytest.mark.parametrize(
    ("size", "where"),
    [((700, 980), [0, 0, 350, 490]), ((700, 490), [-175, 0, 700, 490]), ((350, 980), [0, -245, 350, 980])],
)
def test_a_picture_covers_the_back_and_its_middle_is_seen(
    modules: Modules, size: tuple[int, int], where: list[int]
) -> None:
    act = 'const found = [where(), clips[0]]; press("Use it"); return [...found, await chosen];'
    assert cropped(modules, size, act) == [where, [17, 17, 316, 456, 12], "data:image/jpeg,x"]


def test_a_picture_is_moved_by_keys_and_fingers_but_never_off_the_back(modules: Modules) -> None:
    """A finger's movement is scaled by the canvas's display size."""
    act = """const found = [where()];
    const key = (name) => {
      const event = Object.assign(new Event("keydown", { cancelable: true }), { key: name });
      canvas.dispatchEvent(event);
      found.push([...where().slice(0, 2), event.defaultPrevented]);
    };
    ["ArrowLeft", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowDown", "a"].forEach(key);
    point("pointermove", { movementX: 10, movementY: 0 });
    found.push(where()[0]);
    point("pointerdown");
    point("pointermove", { movementX: 10, movementY: 0 });
    found.push(where()[0]);
    point("pointermove", { movementX: 1_000, movementY: 0 });
    found.push(where()[0]);
    point("pointermove", { movementX: -1_000, movementY: 9 });
    found.push(where().slice(0, 2));
    return found;"""
    start, left, right, again, up, down, other, loose, moved, most, least = cropped(modules, (700, 490), act)
    assert start == [-175, 0, 700, 490]
    assert (left, right, again) == ([-183, 0, True], [-175, 0, True], [-167, 0, True])
    assert (up, down, other) == ([-167, 0, True], [-167, 0, True], [-167, 0, False])
    assert (loose, moved, most, least) == (-167, -147, 0, [-350, 0])


def test_a_picture_grows_about_the_middle_of_what_is_seen(modules: Modules) -> None:
    act = """const size = (times) => { slider.value = times; slider.oninput(); return where(); };
    const found = [size("2")];
    const event = Object.assign(new Event("keydown", { cancelable: true }), { key: "ArrowDown" });
    canvas.dispatchEvent(event);
    return [...found, where(), size("1"), slider.max];"""
    assert cropped(modules, (350, 490), act) == [[-175, -245, 700, 980], [-175, -237, 700, 980], [0, 0, 350, 490], "4"]


@pytest.mark.parametrize(("size", "words"), [((350, 490), "Cancel"), (None, "Close")])
def test_nothing_is_kept_of_what_was_not_chosen_or_cannot_be_shown(
    modules: Modules, size: tuple[int, int] | None, words: str
) -> None:
    act = f'press("{words}"); return [await chosen, document.querySelector("dialog"), canvas !== null];'
    assert cropped(modules, size, act) == [None, None, size is not None]
