"""Requests to the server, and a page's display of the responses, without a browser."""

from __future__ import annotations

from typing import Any, Final

from .modules import Modules

LATER: Final = "Something went wrong here. Try again in a moment."
UNREACHABLE: Final = "The table server cannot be reached. Try again in a moment."


def asked(modules: Modules, act: str, markup: str = "") -> Any:
    """Return the result of something done on a page.

    The script has `requests` (the module), `sent` (the requests), and `answers`, which returns the next response: a
    status and a text, or an error.
    """
    source = f"""async (markup) => {{
      const {{ page, fetched }} = await import("/tests/stand-in-page.js");
      const site = page(markup);
      const {{ fetch }} = globalThis;
      const sent = [];
      let answers = () => [200, "{{}}"];
      globalThis.fetch = async (url, options) => {{
        sent.push([options.method, String(url), options.body]);
        const [status, text] = answers();
        return new Response(text, {{ status }});
      }};
      try {{
        const requests = await import("/static/kernel/line/requests.js");
        const the = (selector) => site.document.querySelector(selector);
        {act}
      }} finally {{
        globalThis.fetch = fetch;
        site.away();
      }}
    }}"""
    return modules.evaluate(source, markup)


def test_an_answer_is_returned_and_a_refusal_thrown_with_all_that_was_said(modules: Modules) -> None:
    act = """const said = async (status, text) => {
      answers = () => [status, text];
      try {
        return await requests.post("/api/tables", { preset: "standard" });
      } catch (error) {
        return [error instanceof requests.Unreachable, error.message, error.code, error.fields, error.said];
      }
    };
    const refusal = { message: "Too many.", code: "busy", fields: ["target"], retry: 3 };
    return [
      await said(201, '{"id":"a"}'), await said(409, JSON.stringify({ error: refusal })), await said(502, "<html>"),
      await said(200, "<html>"), await said(500, '{"id":"a"}'), sent[0].slice(0, 1), sent[0][2],
    ];"""
    answer, refused, *silent, method, body = asked(modules, act)
    refusal = {"message": "Too many.", "code": "busy", "fields": ["target"], "retry": 3}
    assert answer == {"id": "a"}
    assert refused == [False, "Too many.", "busy", ["target"], refusal]
    assert silent == [[False, LATER, "", [], {}]] * 3
    assert (method, body) == (["POST"], '{"preset":"standard"}')


def test_no_line_is_told_apart_from_a_request_that_was_given_up(modules: Modules) -> None:
    act = """answers = () => { throw new TypeError("gone"); };
    const seen = (error) => [error instanceof requests.Unreachable, error.message];
    const fault = (signal) => requests.post("/api/x", {}, signal).catch(seen);
    const { signal } = new AbortController();
    return [await fault(), await fault(signal), await fault(AbortSignal.abort())];"""
    assert asked(modules, act) == [[True, UNREACHABLE], [True, UNREACHABLE], [False, "gone"]]


def test_a_reader_is_told_what_was_refused_and_nothing_of_a_fault_in_the_page(modules: Modules) -> None:
    act = """const { Refused, sentenceOf } = requests;
    return [
      new Refused("The table is full."), new TypeError("Importing a module script failed."),
      new TypeError("x is undefined"), new Error("module"), "module",
    ].map(sentenceOf);"""
    refused, unfetched, *others = asked(modules, act)
    assert refused == "The table is full."
    assert unfetched.startswith("This could not be fetched")
    assert others == [LATER] * 3


def test_buttons_that_lead_away_sleep_until_that_is_refused(modules: Modules) -> None:
    act = """const [error, ...buttons] = ["#error", "#one", "#two"].map(the);
    error.textContent = "Refused before.";
    const seen = () => [error.textContent, ...buttons.map(({ disabled }) => disabled)];
    const found = [];
    await requests.leave(error, buttons, async () => void found.push(seen()));
    found.push(seen());
    await requests.leave(error, buttons, async () => { throw new requests.Refused("The table is full."); });
    return [...found, seen()];"""
    markup = '<p id="error"></p><button id="one"></button><button id="two"></button>'
    asleep = ["", True, True]
    assert asked(modules, act, markup) == [asleep, asleep, ["The table is full.", False, False]]


def test_a_page_without_a_line_offers_the_game_that_is_kept_here(modules: Modules) -> None:
    act = """const error = the("#error");
    const { leave, Refused, Unreachable } = await import("/static/kernel/line/requests.js?offline");
    Object.assign(globalThis, { isSecureContext: true, caches: { match: async () => "found" } });
    window.caches = caches;
    const offered = async (problem) => {
      await leave(error, [], async () => { throw problem; });
      await fetched();
      return error.querySelector("a")?.href ?? null;
    };
    const gone = new Unreachable("No line.");
    const found = [await offered(gone)];
    site.document.documentElement.dataset.offline = "/offline/";
    // It is there, so that it need not be waited for.
    await import("/static/kernel/line/offline-banner.js?offline");
    return [...found, await offered(new Refused("No.")), await offered(gone)];"""
    assert asked(modules, act, '<p id="error"></p>') == [None, None, "/offline/"]


def test_after_the_end_of_a_day_it_is_asked_once_which_day_to_play(modules: Modules) -> None:
    act = """const { beginOfDay } = await import("/static/kernel/new-day.js");
    const [error, button] = ["#error", "#play"].map(the);
    let code = "new_day";
    const played = [];
    const play = async (day) => {
      played.push(day);
      if (code) throw new requests.Refused("A new day has begun.", [], { code });
    };
    const day = { day: "2026-03-05", as_today: true };
    const offers = () => site.document.querySelectorAll(".new-day").map((offer) => [
      offer.querySelector("a").href, offer.querySelector("button").textContent,
    ]);
    const begin = () => beginOfDay(error, button, day, "/day", play);
    await begin();
    await begin();
    const found = [offers(), button.disabled];
    code = "";
    the(".new-day button").click();
    await fetched();
    found.push(offers(), played.at(-1), error.textContent);
    code = "busy";
    await begin();
    return [...found, offers()];"""
    markup = '<main><p id="error"></p><button id="play"></button></main>'
    offers, asleep, taken, chosen, told, of_another = asked(modules, act, markup)
    assert offers == [["/day", "Play the deal of March 5"]]
    assert (asleep, taken, told) == (False, [], "")
    assert chosen == {"day": "2026-03-05", "as_today": False}
    assert of_another == []


def test_rules_are_kept_by_the_button_or_enter_but_not_by_the_end_of_a_typed_word(modules: Modules) -> None:
    act = """const { offerToKeep } = await import("/static/kernel/keep-rules.js");
    const [name, button, told] = ["#name", "#keep", "#told"].map(the);
    told.scrollIntoView = () => {};
    name.value = "Sunday";
    offerToKeep(the("main"), () => ({ preset: "standard", rules: { wilds: 2 } }), (kept) => `Kept as ${kept}.`);
    const press = async (key, more = {}) => {
      const typed = { key, isComposing: false, keyCode: 13, ...more };
      const event = Object.assign(new Event("keydown", { cancelable: true }), typed);
      name.dispatchEvent(event);
      const asleep = button.disabled;
      await fetched();
      return [sent.length, event.defaultPrevented, asleep, button.disabled, told.textContent];
    };
    answers = () => [201, '{"name": "Sunday 2"}'];
    const found = [await press("a"), await press("Enter", { isComposing: true })];
    found.push(await press("Enter", { keyCode: 229 }), await press("Enter"));
    answers = () => [409, '{"error": {"message": "There are too many."}}'];
    return [...found, await press("Enter"), JSON.parse(sent[0][2])];"""
    markup = """<main><input id="name" data-keep-name><button id="keep" data-keep-now></button>
      <p id="told" data-keep-told></p></main>"""
    *typed, kept, refused, body = asked(modules, act, markup)
    assert typed == [[0, False, False, False, ""]] * 3
    assert kept == [1, True, True, False, "Kept as Sunday 2."]
    assert refused == [2, True, True, False, "There are too many."]
    assert body == {"name": "Sunday", "preset": "standard", "rules": {"wilds": 2}}
