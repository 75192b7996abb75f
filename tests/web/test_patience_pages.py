"""The pages around a game of patience, without a browser: choosing it, house rules, one's records, a replay."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from tests.web.modules import Modules

CHOICE: Final = """<form data-deal><input type="radio" name="preset" value="klondike-1" checked>
<input type="radio" name="preset" value="golf"><input type="radio" name="deal" value="random" checked>
<input type="radio" name="deal" value="winnable"><input type="radio" name="deal" value="number">
<input type="radio" name="deal" value="microsoft"><div class="deal-number"><input name="number" value=""></div>
<div data-levels><input type="radio" name="level" value="" checked><input type="radio" name="level" value="hard"></div>
<p data-error></p><p data-searching></p><button data-stop hidden></button><button type="submit" disabled></button>
</form><div data-rules="klondike-1"></div><div data-rules="golf"></div>"""
GALLERY: Final = """<div class="gallery"><form data-gallery-search><select name="played"></select></form>
<p data-found></p><div data-results></div><div data-families></div></div>"""
SAME: Final = """<form data-deal><input name="same" value="d7"><p data-error></p><p data-searching></p>
<button data-stop hidden></button><button type="submit" disabled></button></form>"""


def visited(modules: Modules, module: str, markup: str, act: str, **how: Any) -> Any:
    """Return the result of something done on a page with one module, and all requests.

    The script has `the(selector)`, `pick(name, value)` for one of a few, `send()` for the form, and lets time `pass`.
    """
    told = modules.evaluate(
        f"""async (how) => (await import("/tests/visit-page.js")).visit(how, async (site) => {{
          const {{ fetched }} = await import("/tests/stand-in-page.js");
          const {{ document, kept, went, pass }} = site;
          const the = (selector) => document.querySelector(selector);
          const all = (selector) => document.querySelectorAll(selector);
          const told = (form, type, target) => {{
            const event = new Event(type, {{ cancelable: true }});
            Object.defineProperty(event, "target", {{ value: target ?? form }});
            form.dispatchEvent(event);
          }};
          const chosen = (name) => all(`[name=${{name}}]`).find((one) => one.checked)?.value ?? null;
          const pick = (name, value) => {{
            for (const one of all(`[name=${{name}}]`)) one.checked = one.value === value;
            told(the("form"), "change", all(`[name=${{name}}]`)[0]);
          }};
          const send = async () => {{ told(the("form"), "submit"); await fetched(); }};
          {act}
        }})""",
        {"markup": markup + GALLERY, "module": f"/static/patience/{module}.js", **how},
    )
    return told["seen"], [asked for asked in told["asked"] if not asked[1].endswith(".svg")]


DEALT: Final = {"POST /api/patience": {"url": "/table/t"}}


@pytest.mark.parametrize(
    ("picks", "wish", "kept"),
    [
        ([], {"preset": "klondike-1", "deal": "random", "level": None}, ["random", None]),
        ([("preset", "golf")], {"preset": "golf", "deal": "random", "level": None}, ["random", None]),
        (
            [("deal", "winnable"), ("level", "hard")],
            {"preset": "klondike-1", "deal": "winnable", "level": "hard"},
            ["winnable", "hard"],
        ),
        # A number is used only once.
        ([("deal", "number")], {"preset": "klondike-1", "deal": "1234", "level": None}, ["daily", "easy"]),
        ([("deal", "microsoft")], {"preset": "klondike-1", "deal": "microsoft-1234", "level": None}, ["daily", "easy"]),
    ],
)
def test_the_game_and_deal_that_were_chosen_are_dealt_and_kept(
    modules: Modules, picks: list[tuple[str, str]], wish: dict[str, Any], kept: list[Any]
) -> None:
    act = f"""const number = the("[name=number]");
    number.value = " 1,2 34";
    told(the("form"), "change", number);
    for (const [name, value] of {json.dumps(picks)}) pick(name, value);
    await send();
    const {{ preset, deal, level }} = JSON.parse(kept.get("spite.patience"));
    return [went, preset, deal, level, the("[type=submit]").disabled];"""
    last = {"deal": "daily", "level": "easy"}
    seen, asked = visited(modules, "choose", CHOICE, act, answers=DEALT, kept={"spite.patience": json.dumps(last)})
    assert seen == [["http://table.test/table/t"], wish["preset"], *kept, True]
    assert asked == [["POST", "/api/patience", {**wish, "rules": {}}]]


@pytest.mark.parametrize(
    ("query", "chosen"),
    [
        ("", ["golf", "winnable", "hard"]),
        ("?preset=klondike-1", ["klondike-1", "winnable", "hard"]),
        ("?deal=random", ["klondike-1", "random", "hard"]),
    ],
)
def test_what_was_chosen_last_is_chosen_unless_a_link_says_otherwise(
    modules: Modules, query: str, chosen: list[str]
) -> None:
    last = {"preset": "golf", "deal": "winnable", "level": "hard"}
    seen, _ = visited(
        modules,
        "choose",
        CHOICE,
        'return ["preset", "deal", "level"].map(chosen);',
        kept={"spite.patience": json.dumps(last)},
        address=f"http://table.test/patience{query}",
    )
    assert seen == chosen


@pytest.mark.parametrize("last", [{"preset": "gone", "deal": "number"}, {"deal": "microsoft", "level": "gone"}])
def test_what_is_offered_no_more_changes_nothing(modules: Modules, last: dict[str, str]) -> None:
    act = 'return ["preset", "deal", "level"].map(chosen);'
    seen, _ = visited(modules, "choose", CHOICE, act, kept={"spite.patience": json.dumps(last)})
    assert seen == ["klondike-1", "random", ""]


def test_what_goes_with_a_choice_is_shown_with_it(modules: Modules) -> None:
    act = """const shown = () => [
      the(".deal-number").hidden, the("[name=number]").required, the("[data-levels]").hidden,
      all("[data-rules]").filter(({ hidden }) => !hidden).map(({ dataset }) => dataset.rules),
    ];
    const found = [shown()];
    for (const [name, value] of [["deal", "number"], ["deal", "microsoft"], ["deal", "winnable"], ["preset", "golf"]]) {
      pick(name, value);
      found.push(shown());
    }
    return found;"""
    seen, _ = visited(modules, "choose", CHOICE, act)
    number = [False, True, True, ["klondike-1"]]
    assert seen == [
        [True, False, True, ["klondike-1"]],
        *[number] * 2,
        [True, False, False, ["klondike-1"]],
        [True, False, False, ["golf"]],
    ]


def test_rules_that_are_chosen_beside_a_game_go_with_it(modules: Modules) -> None:
    rules = """<form data-deal><input name="passes" value="3"><input name="empty" value="any">
    <input name="worry_back" type="checkbox">"""
    _, asked = visited(
        modules, "choose", CHOICE.replace("<form data-deal>", rules), "await send(); return null;", answers=DEALT
    )
    assert asked[0][2]["rules"] == {"passes": 3, "empty": "any", "worry_back": False}


def test_the_same_deal_again_is_dealt_without_a_choice(modules: Modules) -> None:
    seen, asked = visited(modules, "choose", SAME, 'await send(); return kept.has("spite.patience");', answers=DEALT)
    assert (seen, asked) == (False, [["POST", "/api/patience", {"deal": "d7"}]])


def test_a_search_that_takes_long_says_so_and_can_be_stopped(modules: Modules) -> None:
    act = """const stop = the("[data-stop]");
    stop.scrollIntoView = () => {};
    const { fetch } = globalThis;
    const urls = [];
    globalThis.fetch = (url, { signal }) => {
      if (url.startsWith("/api/patience")) urls.push(url);
      if (url !== "/api/patience") return fetch(url, { method: "POST" });
      return new Promise((_done, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
    };
    const seen = () => [the("[data-searching]").textContent !== "", stop.hidden, the("[type=submit]").disabled];
    await send();
    const found = [seen()];
    await pass(399);
    found.push(seen());
    await pass(1);
    found.push(seen());
    stop.click();
    await fetched();
    globalThis.fetch = fetch;
    return [...found, seen(), urls, the("[data-error]").textContent];"""
    seen, _ = visited(modules, "choose", CHOICE, act, answers={"POST /api/patience/stop": {}})
    asleep, told, awake = [False, True, True], [True, False, True], [False, True, False]
    assert seen == [asleep, asleep, told, awake, ["/api/patience", "/api/patience/stop"], ""]


def test_a_search_that_is_over_soon_says_nothing_and_lets_go_of_its_buttons(modules: Modules) -> None:
    act = """const stop = the("[data-stop]");
    stop.scrollIntoView = () => {};
    const found = [];
    for (let time = 0; time < 2; time += 1) {
      await send();
      found.push(the("[data-error]").textContent, the("[type=submit]").disabled);
      await pass(1000);
      found.push(the("[data-searching]").textContent, stop.hidden);
    }
    stop.click();
    await fetched();
    the("[type=submit]").disabled = true;
    dispatchEvent(new Event("pageshow"));
    return [...found, the("[type=submit]").disabled];"""
    refused = {"POST /api/patience": {"error": {"message": "No such deal.", "fields": []}}}
    seen, asked = visited(modules, "choose", CHOICE, act, answers=refused)
    assert seen == ["No such deal.", False, "", True, "No such deal.", False, "", True, False]
    assert [address for _method, address, _body in asked] == ["/api/patience"] * 2


def test_a_long_search_is_stopped_with_the_button_to_begin_another_in_focus(modules: Modules) -> None:
    act = """the("[data-stop]").scrollIntoView = () => {};
    const { fetch } = globalThis;
    globalThis.fetch = (_url, { signal }) =>
      new Promise((_done, fail) => signal?.addEventListener("abort", () => fail(signal.reason)));
    await send();
    await pass(500);
    the("[data-stop]").click();
    await fetched();
    globalThis.fetch = fetch;
    await pass(500);
    return [document.activeElement === the("[type=submit]"), the("[data-searching]").textContent];"""
    seen, _ = visited(modules, "choose", CHOICE, act)
    assert seen == [True, ""]


def test_only_the_number_is_freed_of_words(modules: Modules) -> None:
    act = """const number = the("[name=number]");
    number.value = "Deal number 1,234";
    told(the("form"), "change", all("[name=deal]")[0]);
    const found = [number.value];
    told(the("form"), "change", number);
    return [...found, number.value];"""
    seen, _ = visited(modules, "choose", CHOICE, act)
    assert seen == ["Deal number 1,234", "1234"]


def test_patience_on_the_home_page_deals_the_game_of_the_last_time(modules: Modules) -> None:
    markup = """<section data-patience><input type="radio" name="preset" value="klondike-1" checked>
    <input type="radio" name="preset" value="golf"><p data-error></p><button data-patience-deal disabled></button>
    </section>"""
    act = """const button = the("[data-patience-deal]");
    const found = [button.disabled, all("[name=preset]")[1].checked];
    all("[name=preset]")[0].checked = false;
    button.click();
    await fetched();
    return [...found, went, JSON.parse(kept.get("spite.patience")).preset];"""
    kept = {"spite.patience": '{"preset": "golf"}'}
    seen, asked = visited(modules, "begin", markup, act, kept=kept, answers=DEALT)
    assert seen == [False, True, ["http://table.test/table/t"], "golf"]
    assert asked == [["POST", "/api/patience", {"preset": "golf"}]]


HOUSE: Final = """<form data-house="klondike-1"><div data-field="draw"><input type="radio" name="draw" value="1">
<input type="radio" name="draw" value="3" checked></div><div data-field="piles"><input type="radio" name="piles"
value="list" checked><input name="piles:list" value="1, 2  3"></div><div data-winnable>
<input type="radio" name="deal" value="winnable" checked><input type="radio" name="deal" value="any"></div>
<div data-keep><input data-keep-name><button data-keep-now></button><p data-keep-told></p></div><p data-error></p>
<button type="submit" disabled></button></form><div data-words></div>"""
RULES: Final = {"preset": "klondike-1", "rules": {"draw": 3, "piles": [1, 2, 3]}}
WORDS: Final[dict[str, Any]] = {
    "rules": {}, "can_decide": True, "topics": [{"title": "Stock", "sentences": ["Three.", "Once."]}],
}  # fmt: skip
STATE: Final = """const seen = () => [
  the("[data-words]").children.map((topic) => topic.textContent), the("[data-error]").textContent,
  all(".wrong").map(({ dataset }) => dataset.field), the("[type=submit]").disabled, the("[data-winnable]").hidden,
  the("[value=any]").checked === true,
];"""


@pytest.mark.parametrize("can_decide", [True, False])
def test_house_rules_are_told_in_words_and_dealt(modules: Modules, can_decide: bool) -> None:
    act = f"{STATE} const found = seen(); await send(); return [...found, went];"
    answers = {"POST /api/patience/rules": {**WORDS, "can_decide": can_decide}, **DEALT}
    seen, asked = visited(modules, "house", HOUSE, act, answers=answers)
    went = ["http://table.test/table/t"]
    assert seen[:6] == [["StockThree.Once."], "", [], False, not can_decide, not can_decide]
    assert seen[6] == went
    assert asked[0] == ["POST", "/api/patience/rules", RULES]
    assert asked[1][1] == "/api/patience"
    if can_decide:
        assert asked[1][2] == {**RULES, "deal": "winnable"}


def test_rules_that_make_no_sense_are_marked_and_cannot_be_dealt(modules: Modules) -> None:
    act = f"""{STATE}
    const found = [seen()];
    const answers = {{ error: null }};
    const {{ fetch }} = globalThis;
    globalThis.fetch = async () => ({{ ok: true, json: async () => ({json.dumps(WORDS)}) }});
    pick("draw", "1");
    told(the("form"), "change", the("[name=deal]"));
    await fetched();
    found.push(seen());
    globalThis.fetch = async () => {{ throw new TypeError("gone"); }};
    told(the("form"), "change", the("[name=draw]"));
    await fetched();
    globalThis.fetch = fetch;
    return [...found, seen().slice(2, 4)];"""
    refused = {"POST /api/patience/rules": {"error": {"message": "Too few piles.", "fields": ["piles"]}}}
    (wrong, right, away), _ = visited(modules, "house", HOUSE, act, answers=refused)
    assert wrong[:4] == [[], "Too few piles.", ["piles"], True]
    assert right[:4] == [["StockThree.Once."], "", [], False]
    # Offline, they are not marked as wrong.
    assert away == [[], False]


FILTER: Final = """<form data-filter><input type="radio" name="preset" value="klondike-1">
<input type="radio" name="preset" value="golf" checked><input type="checkbox" name="without_help" value="on"></form>
<div data-records></div>"""
LINE: Final[dict[str, Any]] = {
    "table": "t", "game": 1, "url": "/replay/t/1", "result": "won", "moves": 90, "time": 61_000, "passes": 1,
    "undos": 0, "hints": 0, "answers": 0, "day": None, "level": None, "number": None, "numbers": "own", "ended_at": 0,
    "offline": False, "points": {},
}  # fmt: skip
RECORDS: Final[dict[str, Any]] = {
    "played": 2, "won": 1, "share": 0.5, "published": None, "streak": 1, "longest_streak": 1, "given_up": 1,
    "best": {"moves": None, "time": None, "passes": None}, "average": None, "points": [], "games": [],
}  # fmt: skip


def records(modules: Modules, told: dict[str, Any], kept: dict[str, str] | None = None) -> Any:
    """Return the figures, the heads and rows of the list, and the hints of a page of records."""
    act = """const words = (selector) => all(selector).map(({ textContent }) => textContent);
    const rows = all("tbody tr").map((row) => row.children.map(({ textContent }) => textContent));
    return [words(".figures dt").map((name, at) => [name, words(".figures dd")[at]]), words("thead th"), rows,
      words(".hint"), all(".figures a, .games-list a").map(({ href }) => href)];"""
    answers = {"GET /api/patience/records?preset=golf&without_help=false": {**RECORDS, **told}}
    return visited(modules, "records", FILTER, act, answers=answers, kept=kept or {})[0]


def test_records_are_figures_and_a_list(modules: Modules) -> None:
    helped = {**LINE, "result": "given_up", "undos": 1, "hints": 2, "day": "2026-05-03", "number": 9, "offline": True}
    hard = {**LINE, "level": "hard", "number": 12, "numbers": "microsoft"}
    told = {"games": [helped, hard], "best": {"moves": LINE, "time": LINE, "passes": None}}
    told["average"] = {"moves": 90.6, "time": 61_000, "passes": 1}
    figures, heads, rows, hints, links = records(modules, told)
    assert figures == [
        ["played", "2"], ["wins", "1"], ["of them won", "50%"], ["wins in a row", "1"], ["longest streak", "1"],
        ["fewest moves", "90"], ["shortest time", "1:01"], ["moves on average", "91"], ["time on average", "1:01"],
    ]  # fmt: skip
    assert heads == ["When", "Which deal", "Result", "Moves", "Time"]
    assert [row[1:] for row in rows] == [
        ["May 3, number 9", "given upwith 1 undo, 2 hints", "90", "1:01"],
        ["Hard deal, Microsoft deal 12", "won", "90", "1:01"],
    ]
    assert [row[0].endswith("offline") for row in rows] == [True, False]
    assert links == ["/replay/t/1"] * 4
    assert len(hints) == 2


@pytest.mark.parametrize(
    ("margin", "words"), [(0, "Of all deals 79% can be won"), (0.5, "Of all deals 79% ± 0.5% can be won")]
)
def test_how_many_deals_can_be_won_is_told_with_who_says_so(modules: Modules, margin: float, words: str) -> None:
    published = {"share": 79, "margin": margin, "source": "A. Uthor"}
    figures, _, _, hints, _ = records(modules, {"published": published, "share": None, "games": [LINE]})
    assert ["of all deals can be won", "79%"] in figures
    assert "of them won" not in dict(figures)
    assert hints[0].startswith(words)
    assert "A. Uthor" in hints[0]


@pytest.mark.parametrize("most", [1, 2])
def test_passes_are_listed_where_there_is_more_than_one(modules: Modules, most: int) -> None:
    _, heads, rows, _, _ = records(modules, {"games": [{**LINE, "passes": most}]})
    assert ("Passes" in heads) == (most == 2)
    assert rows[0][5:] == (["2"] if most == 2 else [])


def test_points_are_those_of_the_scoring_that_was_chosen(modules: Modules) -> None:
    scored = {"id": "vegas", "name": "Vegas", "most": {**LINE, "points": {"vegas": -12}}, "total": 30}
    games = [{**LINE, "points": {"vegas": 5}}, LINE]
    kept = {"spite.settings": '{"scoring": "vegas"}'}
    figures, heads, rows, _, _ = records(modules, {"points": [scored], "games": games}, kept)
    assert figures[-2:] == [["most points", "\u221212"], ["points of all games together", "30"]]
    assert (heads[-1], [row[-1] for row in rows]) == ("Vegas", ["5", "–"])
    assert "Vegas" not in records(modules, {"points": [scored], "games": games})[1]


def test_who_has_played_nothing_is_told_so_and_what_fails_is_said(modules: Modules) -> None:
    act = """const words = [the(".notice").textContent];
    the("[name=without_help]").checked = true;
    told(the("form"), "change");
    await fetched();
    return [...words, the(".notice").textContent, location.search];"""
    query = "GET /api/patience/records?preset=klondike-1&without_help="
    answers = {f"{query}false": {**RECORDS, "played": 0}, f"{query}true": {"error": {"message": "Not now."}}}
    address = "http://table.test/patience/records?preset=klondike-1"
    markup = FILTER.replace(" checked", "")
    seen, _ = visited(modules, "records", markup, act, answers=answers, address=address)
    assert seen[:2] == ["You have not finished a game of this kind yet.", "Not now."]
