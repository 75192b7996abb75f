"""The person's identity and letters, without a browser: name and head, waiting letters, the lists of own games."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.web.modules import Modules

PAGE: Final = '<main class="page"></main>'
BEN: Final = {"who": "b1", "name": "Ben", "head": None}
MESSAGE: Final[dict[str, Any]] = {
    "id": "m", "sender": BEN, "url": None, "game": None, "evening": None, "text": "Tonight at eight?",
}  # fmt: skip
INVITATION: Final[dict[str, Any]] = {
    "id": "i", "sender": BEN, "url": "/table/t", "game": "Flinch", "evening": None, "text": "",
}  # fmt: skip
EVENING: Final[dict[str, Any]] = {
    "id": "e", "sender": BEN, "url": "/evening/e", "game": None, "evening": "Friday", "text": "",
}  # fmt: skip


def with_letters(
    modules: Modules, letters: list[dict[str, Any]], act: str, markup: str = PAGE, answers: dict[str, Any] | None = None
) -> Any:
    """Follow letters on a page and return the result of something done there, and the other requests.

    The script has `rows` and their data, may `press` a button by its label, let time `pass`, and change the `waiting`.
    """
    told = modules.evaluate(
        f"""async (how) => {{
          const {{ visit }} = await import("/tests/visit-page.js");
          const waiting = how.answers["GET /api/people/letters"];
          return visit(how, async (site) => {{
            const {{ document, kept, clock, went, told, pass }} = site;
            const {{ fetched }} = await import("/tests/stand-in-page.js");
            kept.set("spite.settings", '{{"sound":false}}');
            kept.set("spite.name", "Anna");
            kept.set("spite.head", "hoot");
            const rows = () => document.querySelectorAll(".letter");
            const section = () => document.querySelector(".letters");
            const press = async (words, at = 0) => {{
              rows()[at].querySelectorAll("button").find((one) => one.textContent === words).click();
              await fetched();
            }};
            const {{ followLetters }} = await import("/static/kernel/people/letters.js");
            followLetters();
            await fetched();
            {act}
          }});
        }}""",
        {
            "markup": markup,
            "module": "/static/kernel/people/introduction.js",
            "answers": {"GET /api/people/letters": {"letters": letters}, **(answers or {})},
        },
    )
    return told["seen"], [asked for asked in told["asked"] if asked[1] != "/api/people/letters"]


def test_letters_say_who_writes_and_what_can_be_done(modules: Modules) -> None:
    rows = """return rows().map((row) => [
      row.querySelector(".letter-words").textContent,
      row.querySelectorAll(".letter-acts button, .letter-acts a").map(({ textContent }) => textContent),
    ]);"""
    seen, _ = with_letters(modules, [MESSAGE, INVITATION, EVENING], rows)
    assert seen == [
        ["Ben writes: Tonight at eight?", ["Answer", "Report", "Put away"]],
        ["Ben invites you to a game: Flinch.", ["Join", "Not now"]],
        ["Ben invites you to an evening: Friday.", ["Join", "Not now"]],
    ]
    brief, _ = with_letters(modules, [MESSAGE, INVITATION], rows, '<main class="table"></main>')
    assert [acts for _, acts in brief] == [["Read", "Put away"], ["Join", "Not now"]]


def test_letters_come_first_on_a_page_over_a_table_and_go_with_the_last(modules: Modules) -> None:
    where = """const { parentElement, className } = section();
    const before = [parentElement.localName, className, section().getAttribute("aria-live")];
    waiting.letters = [];
    told.dispatchEvent(new Event("spite-called"));
    await fetched();
    return [before, section() === null, kept.get("spite.letters")];"""
    assert with_letters(modules, [MESSAGE], where)[0] == [["main", "letters panel", "polite"], True, "[]"]
    at_table = with_letters(modules, [MESSAGE], where, '<main class="table"></main>')[0]
    assert at_table[0][:2] == ["body", "letters panel at-table"]


def test_a_message_is_put_away_and_no_more_asked_about(modules: Modules) -> None:
    act = """waiting.letters = [];
    await press("Put away");
    return rows().length;"""
    put_away: dict[str, Any] = {"DELETE /api/people/letters/m": {}}
    assert with_letters(modules, [MESSAGE], act, answers=put_away) == (0, [["DELETE", "/api/people/letters/m", {}]])


def test_what_is_refused_is_said_beside_the_letter(modules: Modules) -> None:
    act = """await press("Not now");
    return rows().map((row) => row.querySelector("[role=alert]").textContent);"""
    refused = {"DELETE /api/people/letters/i": {"error": {"message": "Not today."}}}
    assert with_letters(modules, [INVITATION], act, answers=refused)[0] == ["Not today."]


def test_whoever_joins_goes_where_the_server_seats_them(modules: Modules) -> None:
    act = 'await press("Join"); return went;'
    joined = {"POST /api/people/letters/i/join": {"url": "/table/other"}}
    went, asked = with_letters(modules, [INVITATION], act, answers=joined)
    assert went == ["http://table.test/table/other"]
    assert asked == [["POST", "/api/people/letters/i/join", {"name": "Anna", "head": "hoot"}]]


@pytest.mark.parametrize(("refused", "words"), [(False, "Reported"), (True, "Really report it to the operator?")])
def test_a_message_is_reported_with_a_second_press(modules: Modules, refused: bool, words: str) -> None:
    act = """await press("Report");
    const once = [rows()[0].querySelectorAll("button")[1].textContent];
    await press("Really report it to the operator?");
    once.push(rows()[0].querySelectorAll("button")[1].textContent);
    return [...once, rows()[0].querySelector(".error").textContent];"""
    answer = {"error": {"message": "Too many."}} if refused else {}
    seen, asked = with_letters(modules, [MESSAGE], act, answers={"POST /api/people/b1/report": answer})
    assert seen == ["Really report it to the operator?", words, "Too many." if refused else ""]
    assert asked == [["POST", "/api/people/b1/report", {"letter": "m"}]]


def test_an_answer_is_sent_and_its_letter_put_away(modules: Modules) -> None:
    act = """await press("Answer");
    const form = rows()[0].querySelector("form");
    clock.pass(0);
    const input = form.querySelector("input");
    const said = [document.activeElement === input, input.maxLength, input.getAttribute("aria-label")];
    input.value = "Gladly.";
    waiting.letters = [];
    form.dispatchEvent(new Event("submit", { cancelable: true }));
    await fetched();
    return [...said, rows().length];"""
    answers: dict[str, Any] = {"POST /api/people/b1/message": {}, "DELETE /api/people/letters/m": {}}
    seen, asked = with_letters(modules, [MESSAGE], act, answers=answers)
    assert seen == [True, 280, "Your answer to Ben", 0]
    said = {"name": "Anna", "head": "hoot", "text": "Gladly."}
    assert asked == [["POST", "/api/people/b1/message", said], ["DELETE", "/api/people/letters/m", {}]]


def test_looks_grow_rarer_until_something_comes_and_rest_while_nobody_looks(modules: Modules) -> None:
    act = """let looks = 0;
    const fetch = globalThis.fetch;
    globalThis.fetch = (...words) => ((looks += 1), fetch(...words));
    const next = async () => {
      const [before, since] = [looks, clock.now];
      while (looks === before && clock.now - since < 200_000) clock.pass(100);
      await fetched();
      return Math.round((clock.now - since) / 1000);
    };
    const waits = [];
    for (let time = 0; time < 8; time += 1) waits.push(await next());
    waiting.letters = [];
    waits.push(await next(), await next());
    document.documentElement.dataset.line = "";
    waits.push(await next());
    document.hidden = true;
    waits.push(await next());
    document.hidden = false;
    document.dispatchEvent(new Event("visibilitychange"));
    await fetched();
    delete document.documentElement.dataset.line;
    waits.push(await next());
    globalThis.fetch = fetch;
    return waits;"""
    waits, _ = with_letters(modules, [MESSAGE], act)
    # A letter has just come, so the first wait is short. With a connection the server announces letters.
    assert waits == [15, 20, 25, 33, 43, 56, 60, 60, 60, 15, 200, 200, 20]


def me(modules: Modules, act: str) -> Any:
    """Return the result of something done with me.js, with nothing stored yet."""
    return modules.evaluate(
        f"""async () => {{
          const {{ page }} = await import("/tests/stand-in-page.js");
          const site = page("");
          try {{
            const me = await import("/static/kernel/people/me.js");
            const {{ kept, told }} = site;
            {act}
          }} finally {{ site.away(); }}
        }}"""
    )


def test_a_name_is_kept_as_the_server_would_write_it(modules: Modules) -> None:
    seen = me(
        modules,
        """let told_ = 0;
        told.addEventListener("spite-me", () => (told_ += 1));
        const names = [me.storedName()];
        for (const name of [" Ada ", "A\\u202eda", "\\u200b", "♠", ""]) {
          me.storeName(name);
          names.push(me.storedName());
        }
        return [names, told_];""",
    )
    assert seen == [["", "Ada", "Ada", "", "♠", ""], 5]


def test_a_guest_has_a_head_that_stays_and_differs_from_the_others(modules: Modules) -> None:
    seen = me(
        modules,
        """const guest = me.storedHead();
        const beside = me.headBeside([guest, null]);
        const alone = me.headBeside(["ada", null]);
        const full = me.headBeside(["crumb", "hoot", "russet", "tibble"]);
        const again = me.storedHead();
        me.storeHead("ada");
        return { guest, beside, alone, full, again, own: [me.storedHead(), me.headBeside(["ada"])] };""",
    )
    guests = {"crumb", "hoot", "russet", "tibble"}
    assert seen["guest"] in guests
    assert seen["beside"] in guests - {seen["guest"]}
    assert [seen[name] for name in ("alone", "full", "again")] == [seen["guest"]] * 3
    assert seen["own"] == ["ada", "ada"]


def test_whoever_has_told_a_name_and_no_head_has_one_made_from_the_name(modules: Modules) -> None:
    assert me(modules, 'me.storeName("Ada"); return me.storedHead();') == ""


@pytest.mark.parametrize(
    ("name", "letters", "size"),
    [
        ("Ada", "A", 66),
        ("ada lovelace", "AL", 50),
        ("Anna who lives by the Sea", "AS", 50),
        ("Anna von der au", "AA", 50),
        ("  ", "?", 66),
        ("<b", "&#60;", 66),
        ("ß", "SS", 50),
    ],
)
def test_a_face_is_made_from_the_letters_of_a_name(modules: Modules, name: str, letters: str, size: int) -> None:
    drawing = modules.evaluate(
        """async (name) => (await import("/static/kernel/people/monogram.js")).monogram(name)""", name
    )
    assert f'font-size="{size}"' in drawing
    assert drawing.endswith(f">{letters}</text></svg>")


@pytest.mark.parametrize(
    ("seat", "drawing"),
    [
        ({"kind": "person", "head": "hoot"}, "hoot"),
        ({"kind": "person", "player": "club", "mood": "glad"}, ""),
        ({"kind": "computer", "player": "club"}, "club"),
        ({"kind": "computer", "player": "club", "mood": "calm"}, "club"),
        ({"kind": "computer", "player": "club", "mood": "glad"}, "club#glad"),
        ({"kind": "computer", "player": "greedy", "mood": "glad"}, ""),
        ({"kind": "computer", "player": None}, ""),
    ],
)
def test_a_seat_shows_the_head_of_its_person_or_of_its_level_in_its_mood(
    modules: Modules, seat: dict[str, Any], drawing: str
) -> None:
    source = """async (seat) => {
      const { page, fetched } = await import("/tests/stand-in-page.js");
      const site = page("");
      try {
        const fresh = Math.random();
        const { faceOf, headOf } = await import(`/static/kernel/people/heads.js?${fresh}`);
        // It is there, so that it need not be waited for.
        await import(`/static/kernel/people/monogram.js?${fresh}`);
        const face = faceOf(seat, 40);
        const found = [headOf(seat), face.localName, face.src ?? null, face.style.width, face.textContent];
        await site.pass(2_000);
        await fetched();
        return [...found, face.querySelector("text")?.textContent ?? null];
      } finally { site.away(); }
    }"""
    file, hash_, mood = drawing.partition("#")
    drawn = [drawing, "img", f"http://table.test/static/heads/{file}.svg{hash_}{mood}", "40px", "", None]
    made = ["", "span", None, "40px", "A", "AM"]
    assert modules.evaluate(source, {"name": " Anna Maria", **seat}) == (drawn if drawing else made)


def test_faces_of_many_names_differ_and_that_of_a_name_stays(modules: Modules) -> None:
    names = [f"Ada {number}" for number in range(600)]
    drawings = modules.evaluate(
        """async (names) => {
          const { monogram } = await import("/static/kernel/people/monogram.js");
          return names.map(monogram);
        }""",
        [*names, " Ada 1 ", "Zoe\u0308", "Zo\u00eb"],
    )
    assert drawings[600] == drawings[1]
    assert drawings[601] == drawings[602]
    walls = [drawing.partition("<text")[0] for drawing in drawings[:600]]
    # 60 walls with patterns, one of which is rotated.
    assert 60 < len(set(walls)) < 600
    assert max(walls.count(wall) for wall in set(walls)) < 30


GAMES: Final = """<section><ul>
<li id="one"><button data-give-up="t1" data-question="Really give up?">Give up</button></li>
<li id="two"><button data-give-up="t2">Take off</button></li>
</ul></section>
<section><ul><li id="three"><button data-delete="t3" data-goes="table">Delete</button></li></ul></section>
<section><ul><li id="four"><button data-delete="t4">Delete</button></li></ul></section>
<details><button data-clear>Clear</button><ul><li><button data-give-up="t5">x</button></li>
<li><button data-give-up="t6">x</button></li></ul></details>"""


def of_games(modules: Modules, act: str, answers: list[str]) -> Any:
    """Return the result of something done on a page with one's own games, and the requests."""
    told = modules.evaluate(
        f"""async (how) => (await import("/tests/visit-page.js")).visit(how, async (site) => {{
          const {{ document, clock }} = site;
          const {{ fetched }} = await import("/tests/stand-in-page.js");
          const the = (selector) => document.querySelector(selector);
          const press = async (selector, detail = 1) => {{
            the(selector).dispatchEvent(Object.assign(new Event("click"), {{ detail }}));
            await fetched();
          }};
          {act}
        }})""",
        {
            "markup": GAMES,
            "module": "/static/kernel/people/own-games.js",
            "answers": {answer: {} for answer in answers},
        },
    )
    return told["seen"], [f"{method} {url}" for method, url, _ in told["asked"]]


def test_a_running_game_is_given_up_with_a_second_press_that_is_no_double_click(modules: Modules) -> None:
    asks = ["POST /api/tables/t1/give-up"]
    act = """await press("#one button");
    await press("#one button", 2);
    const said = [the("#one button").textContent];
    clock.pass(5_999);
    said.push(the("#one button").textContent);
    clock.pass(1);
    said.push(the("#one button").textContent);
    await press("#one button");
    said.push(the("#one button").textContent);
    await press("#one button");
    return [...said, the("#one") === null, the("#two") === null];"""
    seen, asked = of_games(modules, act, asks)
    assert seen == ["Really give up?", "Really give up?", "Give up", "Really give up?", True, False]
    assert asked == asks


def test_a_list_goes_with_its_last_game(modules: Modules) -> None:
    act = """await press("#two button");
    const before = document.querySelectorAll("section").length;
    await press("#three button");
    const said = the("#three button").textContent;
    await press("#three button");
    return [before, document.querySelectorAll("section").length, said];"""
    seen, asked = of_games(modules, act, ["POST /api/tables/t2/give-up", "DELETE /api/tables/t3"])
    assert seen == [3, 2, "Delete it for good? It will not count any more."]
    assert asked == ["POST /api/tables/t2/give-up", "DELETE /api/tables/t3"]


def test_what_is_refused_stays_with_its_reason(modules: Modules) -> None:
    act = """await press("#four button");
    const asked = the("#four button").textContent;
    await press("#four button");
    const { textContent, disabled } = the("#four button");
    clock.pass(10_000);
    return [asked, textContent, disabled, the("#four button").textContent];"""
    question = "Really? The others keep the game; for you it will no longer count."
    sorry = "Something went wrong here. Try again in a moment."
    assert of_games(modules, act, [])[0] == [question, sorry, False, sorry]


def test_a_whole_list_is_cleared_with_one_press(modules: Modules) -> None:
    asks = ["POST /api/tables/t5/give-up", "POST /api/tables/t6/give-up"]
    act = 'await press("[data-clear]"); return [the("details") === null, document.querySelectorAll("section").length];'
    assert of_games(modules, act, asks) == ([True, 3], asks)


def choosing(modules: Modules, shown: str, act: str) -> Any:
    """Return the result of something done in the choice of name and head, by somebody with the head of an owl.

    The script has `the(selector)`, the `choices`, the values `told` on closing, and may `open` it.
    """
    return modules.evaluate(
        f"""async (shown) => {{
          const {{ page, fetched }} = await import("/tests/stand-in-page.js");
          const site = page("");
          const {{ document, kept }} = site;
          try {{
            const {{ chooseMe }} = await import("/static/kernel/people/head-picker.js");
            const the = (selector) => document.querySelector(selector);
            const choices = () => document.querySelectorAll(".head-choice");
            const called = (choice) => choice.querySelector(".called").textContent;
            const told = [];
            const open = () => chooseMe(shown, (...chosen) => told.push(chosen));
            {act}
          }} finally {{ site.away(); }}
        }}""",
        shown,
    )


def test_the_head_that_one_has_comes_first_and_another_is_kept_and_told(modules: Modules) -> None:
    act = """kept.set("spite.head", "hoot");
    await open();
    const count = choices().length;
    const seen = [called(choices()[0]), document.activeElement === choices()[0], called(choices()[1])];
    const pressed = () => choices().filter((choice) => choice.getAttribute("aria-pressed") === "true").map(called);
    seen.push(pressed(), choices()[0].title);
    choices().find((choice) => called(choice) === "Otto").click();
    return [count, seen, told, kept.get("spite.head"), the("dialog")];"""
    count, seen, told, kept, dialog = choosing(modules, "Anna", act)
    assert count == 43
    assert seen == ["Hoot", True, "From my name", ["Hoot"], "an owl"]
    assert (told, kept, dialog) == ([["otto", ""]], "otto", None)


@pytest.mark.parametrize(
    ("typed", "cancelled", "told"),
    [(" Ben ", False, [["hoot", "Ben"]]), ("Ben", True, []), ("Anna", False, []), (" ", False, [])],
)
def test_a_name_is_kept_where_the_choice_is_not_broken_off(
    modules: Modules, typed: str, cancelled: bool, told: list[Any]
) -> None:
    act = f"""kept.set("spite.head", "hoot");
    kept.set("spite.name", "Anna");
    await open();
    const input = the("input");
    input.value = "{typed}";
    if ({str(cancelled).lower()}) the("dialog").dispatchEvent(new Event("cancel"));
    the("dialog").close();
    return [told, kept.get("spite.name")];"""
    assert choosing(modules, "Anna", act) == [told, told[0][1] if told else "Anna"]


@pytest.mark.parametrize(
    ("shown", "name", "coarse", "focus"),
    [("", "", False, "input"), ("", "", True, "button"), ("Anna", "", False, "button"), ("", "Anna", False, "button")],
)
def test_who_is_new_types_a_name_first_but_not_on_a_phone(
    modules: Modules, shown: str, name: str, coarse: bool, focus: str
) -> None:
    act = f"""if ("{name}") kept.set("spite.name", "{name}");
    globalThis.matchMedia = () => ({{ matches: {str(coarse).lower()} }});
    await open();
    return document.activeElement.localName;"""
    assert choosing(modules, shown, act) == focus


def test_arrows_go_through_the_heads_by_rows_and_no_further(modules: Modules) -> None:
    act = """await open();
    const all = choices();
    all.forEach((choice, at) => (choice.offsetTop = 100 * Math.floor(at / 6)));
    const found = [];
    const press = (key, more = {}) => {
      const event = Object.assign(new Event("keydown", { cancelable: true }), { key, ...more });
      the(".head-grid").dispatchEvent(event);
      found.push([all.indexOf(document.activeElement), event.defaultPrevented]);
    };
    all[0].focus();
    ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp", "a"].forEach((key) => press(key));
    for (const held of ["altKey", "ctrlKey", "metaKey"]) press("ArrowRight", { [held]: true });
    the("input").focus();
    press("ArrowRight");
    return found;"""
    goes = [[1, True], [7, True], [6, True], [0, True], [0, True], [0, False]]
    assert choosing(modules, "Anna", act) == [*goes, *[[0, False]] * 3, [-1, False]]


def test_the_head_made_from_the_name_follows_what_is_typed(modules: Modules) -> None:
    act = """await open();
    const made = () => choices().find((choice) => called(choice) === "From my name").firstElementChild.textContent;
    const found = [made()];
    for (const name of ["Zoe", " "]) {
      the("input").value = name;
      the("input").dispatchEvent(new Event("input"));
      found.push(made());
    }
    return found;"""
    assert choosing(modules, "Anna", act) == ["A", "Z", "A"]


def test_an_account_is_offered_where_there_is_a_server(modules: Modules) -> None:
    act = """await open();
    const found = [the(".my-account")?.textContent ?? null];
    the("dialog").close();
    document.documentElement.dataset.alone = "";
    await open();
    return [...found, the(".my-account")];"""
    assert choosing(modules, "Anna", act) == ["Keep your games on every device", None]
