"""The structure of the browser's modules: none has its own state, and parts reach the table through its stage."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import spite_and_malice
from spite_and_malice.server.http.modules import needs_unjoined
from tests.web.modules import Modules

WEB: Final = Path(spite_and_malice.__file__).parent / "web"
MODULES: Final = sorted(WEB.rglob("*.js"))

REMEMBERED: Final = {
    ("static/texts.js", "named"): "texts with the names of the piles, as long as these stay the same",
    ("kernel/dom/elements.js", "written"): "what an element's style was last set to, as long as there is the element",
    ("spite/moves.js", "parsed"): "the moves of a view, which never changes: taken apart once",
    ("patience/piles.js", "known"): "the piles of the rules of a view, which never changes: worked out once",
    ("patience/layout/frame.js", "cut"): "where these piles lie, as long as the window stays the same",
    ("patience/layout/frame.js", "frameAround"): "what lays foundations in a figure, once it is fetched",
}
"""Caches of these modules, which are invisible from outside."""

THE_TABLE_ITSELF: Final = {"feed.js", "hands.js", "main.js", "replay.js", "stage.js"}
"""The modules that may use the table's own class: its pages, its gestures, its feed, and the stage."""

BINDING: Final = re.compile(
    r"^(?:export )?(let|var|const) (?:/\*\*.*?\*/ )?([\w$]+|\{[^}]*\}|\[[^\]]*\])(?: =\s*(.*)|;)", re.M
)
COLLECTION: Final = re.compile(r"new (?:Weak)?(?:Map|Set)\b|new Array\b|\[|\{")
UNCHANGING: Final = re.compile(r"new (?:Intl\.|RegExp\b|URL\b)")
CHANGES: Final = (
    r"(?<![\w$.#]){name}(?:\??\.[\w$]+|\[[^\]\n]*\])*"
    r"(?:\.(?:push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|set|add|delete|clear)\(|"
    r"(?:\.[\w$]+|\[[^\]\n]*\])\s*(?:[-+*/%|&?]{{0,3}}=(?![=>])|\+\+|--))"
    r"|Object\.assign\({name}\b|delete {name}\b"
)


def kept(module: str) -> set[str]:
    """Return the top-level names of a module that are changed while the page lives."""
    found = set()
    for kind, name, value in BINDING.findall(module):
        if kind != "const":
            found.add(name)
        elif COLLECTION.match(value):
            if re.search(CHANGES.format(name=re.escape(name)), module):
                found.add(name)
        elif value.startswith("new ") and not UNCHANGING.match(value):
            found.add(name)
    return found


def test_no_module_keeps_state() -> None:
    found = {(path.relative_to(WEB).as_posix(), name) for path in MODULES for name in kept(path.read_text())}
    assert found == set(REMEMBERED), "state belongs to an object: web/spite/state.js, or one of a part's own"


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("let next = 0;", {"next"}),
        ("let film;", {"film"}),
        ("export let next = 0;", {"next"}),
        ("const heard = [];\nfunction hear(one) {\n  heard.push(one);\n}", {"heard"}),
        ("const known = new Map();\nfunction know(one) {\n  known.set(one, 1);\n}", {"known"}),
        ('const known = {};\nfunction know(one) {\n  known[one] = "";\n}', {"known"}),
        ("const state = {\n  ply: 0,\n};\nfunction on() {\n  state.ply += 1;\n}", {"state"}),
        ("const table = new TableView();", {"table"}),
        ("const NAMES = new Set(['a']);\nconst has = (one) => NAMES.has(one) && NAMES[0] === one;", set()),
        ("function on() {\n  let next = 0;\n  const heard = [];\n  heard.push(next);\n}", set()),
    ],
)
def test_state_is_found(module: str, names: set[str]) -> None:
    assert kept(module) == names


def mentioned(path: Path) -> set[str]:
    """Return the modules that a module imports, now, later or as types."""
    names = re.findall(r'(?:from |import\(|^import )"(\.[^"]+)"', path.read_text(), re.M)
    return {resolved(path, name).name for name in names}


def imported(path: Path) -> set[Path]:
    """Return the modules that a module cannot run without."""
    names = re.findall(r'^import (?:[^;"]*from )?"(\.[^"]+)";', path.read_text(), re.M)
    return {resolved(path, name) for name in names}


def resolved(path: Path, name: str) -> Path:
    """Return the file of an import: files in static/ are served one folder higher."""
    found = (path.parent / name).resolve()
    return found if found.exists() else found.parent / "static" / found.name


LAYERS: Final = {
    "static": {"static", "kernel", "offline", "pages"},
    "kernel": {"kernel", "static"},
    "spite": {"spite", "kernel", "static"},
    "patience": {"patience", "kernel", "static"},
    "offline": {"offline", "kernel", "static"},
    "pages": {"pages", "spite", "patience", "kernel", "static"},
}
"""The folders that modules of each folder may import from, types included; static/, loaded by all pages, fetches parts
later."""


@pytest.mark.parametrize("folder", LAYERS)
def test_a_folder_takes_only_from_folders_below_it(folder: str) -> None:
    sheets = re.compile(r'styled\("([^"]+)"\)')
    found = []
    for path in sorted(file for file in (WEB / folder).rglob("*") if file.suffix in (".js", ".ts")):
        text = path.read_text()
        # The service worker's files are assembled separately.
        names = {resolved(path, name) for name in re.findall(r'["\'](\.{1,2}/[\w./-]+\.js)["\']', text)}
        names |= {WEB / sheet for sheet in sheets.findall(text)}
        for other in names:
            if other.is_relative_to(WEB) and other.relative_to(WEB).parts[0] not in LAYERS[folder]:
                found.append(f"{path.relative_to(WEB)} takes {other.relative_to(WEB)}")
    assert found == []


def test_no_imports_go_in_a_circle() -> None:
    done: set[Path] = set()

    def follow(path: Path, way: tuple[Path, ...]) -> None:
        assert path not in way, " -> ".join(one.name for one in (*way[way.index(path) :], path))
        if path in done:
            return
        for other in sorted(imported(path)):
            follow(other, (*way, path))
        done.add(path)

    for path in MODULES:
        follow(path, ())


def test_parts_of_the_page_reach_the_table_through_its_stage() -> None:
    assert {path.name for path in MODULES if "table.js" in mentioned(path)} == THE_TABLE_ITSELF


@pytest.mark.parametrize("page", ["main.js", "replay.js"])
def test_nobody_imports_a_page(page: str) -> None:
    assert [path.name for path in MODULES if page in mentioned(path)] == []


@pytest.mark.parametrize("page", ["spite/main.js", "spite/replay/replay.js", "patience/main.js", "patience/replay.js"])
def test_what_a_module_needs_is_known(page: str) -> None:
    needed: set[Path] = set()
    waiting = {WEB / page}
    while waiting:
        path = waiting.pop()
        needed.add(path)
        waiting |= imported(path) - needed
    assert {address_of(path) for path in needed} == set(needs_unjoined()[page])


def address_of(path: Path) -> str:
    """Return the address of a module below the prefix of all."""
    return path.relative_to(WEB / "static" if path.is_relative_to(WEB / "static") else WEB).as_posix()


WAITS: Final = r"""(sources) => sources.map((source) => {
  const code = source
    .replace(/^(?:import|export)\s[^;]*?\bfrom\s*"[^"]*";|^import "[^"]*";/gm, "")
    .replace(/^export (?:default )?/gm, "")
    .replaceAll("import.meta", "meta");
  try {
    // Here the language forbids the word in every sense but inside functions.
    new Function(`class Top { static {\n${code}\n} }`);
    return "";
  } catch (error) {
    return String(error);
  }
})"""
"""Of each module the reason why its code cannot be in a synchronous place; empty if it can."""


def test_no_module_waits_at_its_top(modules: Modules) -> None:
    reasons = modules.evaluate(WAITS, [path.read_text() for path in MODULES])
    found = {path.relative_to(WEB).as_posix(): why for path, why in zip(MODULES, reasons, strict=True) if why}
    assert found == {}, (
        "WebKit may never run a graph of modules of which one waits: wait in a function that the module calls"
    )


@pytest.mark.parametrize(
    ("module", "waits"),
    [
        ("await load();", True),
        ('import { a } from "./a.js";\nexport const b = (await a()) ?? 1;', True),
        ("try {\n  await load();\n} catch {}", True),
        ("for await (const one of all()) use(one);", True),
        ("if (page) { const { a } = await import('./a.js'); a(); }", True),
        ("await (start)();", True),
        ("const a = [...(await all())];", True),
        ("class A {\n  static #one = await one();\n}", True),
        ('import { a } from "./a.js";\nimport "./b.js";\nexport { c } from "./c.js";\na(import.meta.url);', False),
        ("export async function load() {\n  await a();\n}\nvoid load();", False),
        ("const load = async () => await a();\n// await\nconst word = 'await';", False),
        ("class A {\n  async #all() {\n    for await (const one of this) use(one);\n  }\n}", False),
    ],
)
def test_such_waiting_is_found(module: str, waits: bool, modules: Modules) -> None:
    assert (modules.evaluate(WAITS, [module]) != [""]) == waits


def started() -> set[str]:
    """Return the modules that pages name in their markup, except tables, which never report readiness."""
    tables = ("table.html.j2", "patience_table.html.j2", "replay.html.j2", "offline.html.j2")
    named: set[str] = set()
    for path in (WEB / "templates").glob("*.j2"):
        if path.name not in tables:
            named |= set(re.findall(r'<script type="module" src="{{ static }}/(.+?)"', path.read_text()))
    return named - {"ready.js"}


@pytest.mark.parametrize("name", sorted(started()))
def test_a_page_module_says_last_that_it_has_run(name: str) -> None:
    path = WEB / name if (WEB / name).exists() else WEB / "static" / name
    assert path.read_text().splitlines()[-1].startswith("export const ready = ")


CANCELLED_BY_A_VALUE: Final = re.compile(
    r"\bon(?:click|dblclick|auxclick|contextmenu|key\w+|pointer\w+|mouse\w+|touch\w+|wheel|submit|reset|drag\w*|drop"
    r"|before\w+|cancel|copy|cut|paste|select\w*)\b(?: *=(?!=)| *:|[\"'] *,)"
)
"""An event that a handler cancels by returning false, where it is a property or an attribute."""


def test_no_handler_cancels_an_event_by_what_it_returns() -> None:
    lines = ((path.name, line.strip()) for path in MODULES for line in path.read_text().splitlines())
    found = [(name, line) for name, line in lines if CANCELLED_BY_A_VALUE.search(line)]
    assert found == [], "use addEventListener: there a value that is returned does nothing"


def test_no_page_has_handlers_in_its_markup() -> None:
    pages = sorted((WEB / "templates").glob("*.j2"))
    assert len(pages) > 20
    handlers = re.compile(r"<[^>]*\son[a-z]+\s*=")
    assert [page.name for page in pages if handlers.search(page.read_text())] == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('input.onkeydown = ({ key }) => key === "Enter" && dialog.close();', True),
        ("dialog.onclick = (event) => event.target === dialog && dialog.close();", True),
        ('Object.assign(tab, { type: "button", onclick: () => open(id) });', True),
        ('button.setAttribute("onclick", "return false");', True),
        ("form.onsubmit=act;", True),
        ('button.addEventListener("click", act);', False),
        ("if (button.onclick === act) return;", False),
        ("dialog.onclose = () => dialog.remove();", False),
        ("input.onchange = () => choose(input.value);", False),
    ],
)
def test_such_a_handler_is_found(line: str, found: bool) -> None:
    assert bool(CANCELLED_BY_A_VALUE.search(line)) == found


def test_a_function_that_never_returns_fails_and_the_next_one_runs() -> None:
    modules = Modules(seconds=0.5)
    with pytest.raises(pytest.fail.Exception, match="not answered within"):
        modules.evaluate("() => { for (;;); }")
    modules.seconds = 120.0
    assert modules.evaluate("(number) => number + 1", 41) == 42
    modules.close()
