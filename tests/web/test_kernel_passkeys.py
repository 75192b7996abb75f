"""Passkeys without a browser: where they can be created, the data sent to the server, and this browser's data."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.web.modules import Modules

OPTIONS: Final = "/api/me/passkeys/options"
KEYS: Final = "/api/me/passkeys"
MARKUP: Final = '<main><button data-keep-games="">Keep</button><p id="links"></p></main>'
ANSWERS: Final[dict[str, Any]] = {
    f"POST {OPTIONS}": {"options": {"challenge": "make"}},
    f"POST {KEYS}": {},
    "POST /api/sign-in/passkey/options": {"options": {"challenge": "show"}},
    "POST /api/sign-in/passkey": {},
    "DELETE /api/me/passkeys/7": {"credential": "c7", "site": "table.test"},
}
WRITTEN: Final[dict[str, Any]] = {
    "id": "made", "type": "public-key", "authenticatorAttachment": "platform", "clientExtensionResults": {},
    "rawId": "-_-_", "response": {"clientDataJSON": "AQ", "signature": "AQID", "transports": ["usb"]},
}  # fmt: skip
NOT_USED: Final = "No passkey was used. Try again, or take another way."


def with_passkeys(
    modules: Modules, act: str, address: str = "https://table.test/me", **answers: Any
) -> tuple[Any, list[Any]]:
    """Return the result of something done in a browser with passkeys, and the requests.

    The script has `keys` (the module), a `credential` of the browser, the calls `asked` of the browser, and `the`
    button that keeps one's games.
    """
    told = modules.evaluate(
        f"""async (how) => (await import("/tests/visit-page.js")).visit(how, async (site) => {{
          const {{ document, kept, went }} = site;
          const {{ installed }} = await import("/tests/stand-ins.js");
          const {{ fetched }} = await import("/tests/stand-in-page.js");
          const bytes = (...all) => new Uint8Array(all).buffer;
          const credential = {{
            id: "made", rawId: bytes(251, 255, 191), type: "public-key", authenticatorAttachment: "platform",
            response: {{
              clientDataJSON: bytes(1), signature: bytes(1, 2, 3), userHandle: null, getTransports: () => ["usb"],
            }},
          }};
          const asked = [];
          const browser = {{ answer: async () => credential }};
          const about = (kind) => (options) => (asked.push([kind, options]), browser.answer());
          const PublicKeyCredential = {{
            parseCreationOptionsFromJSON: ({{ challenge }}) => `${{challenge}} parsed`,
            parseRequestOptionsFromJSON: ({{ challenge }}) => `${{challenge}} parsed`,
            signalUnknownCredential: async (of) => void asked.push(["gone", of]),
          }};
          const away = installed({{
            isSecureContext: true, PublicKeyCredential, window: {{ PublicKeyCredential }},
            navigator: {{ languages: ["en"], credentials: {{ create: about("create"), get: about("get") }} }},
          }});
          const the = () => document.querySelector("button");
          const press = async () => {{ the().click(); await fetched(); return [the().textContent, the().disabled]; }};
          try {{
            const keys = await import("/static/kernel/people/passkeys.js");
            {act}
          }} finally {{ away(); }}
        }})""",
        {
            "markup": MARKUP, "module": "/static/kernel/people/passkeys.js", "address": address,
            "answers": {**ANSWERS, **answers}, "kept": {"spite.name": "Anna"},
        },
    )  # fmt: skip
    return told["seen"], told["asked"]


@pytest.mark.parametrize(
    ("change", "works"),
    [
        ("", True),
        ('location.hostname = "localhost"', True),
        ('location.hostname = "192.168.0.7"', False),
        ('location.hostname = "[::1]"', False),
        ("globalThis.isSecureContext = false", False),
        ("delete window.PublicKeyCredential", False),
        ("delete PublicKeyCredential.parseCreationOptionsFromJSON", False),
    ],
)
def test_passkeys_are_made_at_a_trusted_address_with_a_name(modules: Modules, change: str, works: bool) -> None:
    assert with_passkeys(modules, f"{change}; return keys.passkeysWork();")[0] is works


def test_games_are_kept_with_one_press(modules: Modules) -> None:
    seen, sent = with_passkeys(
        modules,
        """const before = keys.isSignedIn();
        return [before, await press(), keys.isSignedIn(), asked, went];""",
    )
    before, after, signed_in, asked, went = seen
    assert before is False
    assert (after, signed_in, went) == (["Kept: sign in with your passkey anywhere.", True], True, [])
    assert asked == [["create", {"publicKey": "make parsed"}]]
    assert sent == [["POST", OPTIONS, {"name": "Anna"}], ["POST", KEYS, {"credential": WRITTEN}]]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("null", NOT_USED),
        ('Promise.reject(new DOMException("", "NotAllowedError"))', NOT_USED),
        ("Promise.reject(new Error())", NOT_USED),
        (
            'Promise.reject(new DOMException("", "InvalidStateError"))',
            "This device has a passkey for your games already.",
        ),
    ],
)
def test_a_press_without_a_passkey_says_why_and_can_be_repeated(modules: Modules, answer: str, words: str) -> None:
    act = f"browser.answer = async () => {answer}; return [await press(), keys.isSignedIn()];"
    seen, sent = with_passkeys(modules, act)
    assert seen == [[words, False], False]
    assert [address for _method, address, _body in sent] == [OPTIONS]


def test_where_no_passkey_can_be_made_the_press_leads_to_ones_own_page(modules: Modules) -> None:
    (went, asked), sent = with_passkeys(
        modules, 'location.hostname = "192.168.0.7"; await press(); return [went, asked];'
    )
    assert ([place.removeprefix("https://192.168.0.7") for place in went], asked, sent) == (["/me"], [], [])


def test_a_passkey_of_an_extension_that_cannot_name_its_transports_is_as_good(modules: Modules) -> None:
    act = """credential.response.getTransports = () => { throw new Error(); };
    await keys.makePasskey();
    credential.response = { clientDataJSON: credential.response.clientDataJSON };
    await keys.makePasskey();
    return null;"""
    _seen, sent = with_passkeys(modules, act)
    responses = [body["credential"]["response"] for _method, address, body in sent if address == KEYS]
    assert responses == [{"clientDataJSON": "AQ", "signature": "AQID"}, {"clientDataJSON": "AQ"}]


def test_one_signs_in_with_a_passkey_that_one_has(modules: Modules) -> None:
    seen, sent = with_passkeys(modules, "await keys.signInWithPasskey(); return asked;")
    assert seen == [["get", {"publicKey": "show parsed"}]]
    path = "/api/sign-in/passkey"
    assert sent == [["POST", f"{path}/options", {}], ["POST", path, {"credential": WRITTEN}]]


@pytest.mark.parametrize(
    ("change", "signalled"),
    [
        ("", True),
        ("PublicKeyCredential.signalUnknownCredential = async () => { throw new Error(); }", False),
        ("delete PublicKeyCredential.signalUnknownCredential", False),
        ("delete window.PublicKeyCredential", False),
    ],
)
def test_a_browser_that_can_forgets_a_removed_passkey(modules: Modules, change: str, signalled: bool) -> None:
    seen, sent = with_passkeys(modules, f'{change}; await keys.removePasskey("7"); return asked;')
    assert seen == ([["gone", {"rpId": "table.test", "credentialId": "c7"}]] if signalled else [])
    assert sent == [["DELETE", "/api/me/passkeys/7", {}]]


def test_keeping_is_offered_to_those_who_have_no_account_yet(modules: Modules) -> None:
    act = """const links = document.querySelector("#links");
    keys.offerToKeep(links);
    const [{ className, textContent, ariaLive }] = links.children;
    links.replaceChildren();
    keys.rememberSignedIn(true);
    keys.offerToKeep(links);
    const found = [className, textContent, ariaLive, links.childElementCount, keys.isSignedIn()];
    keys.rememberSignedIn(false);
    return [...found, keys.isSignedIn()];"""
    assert with_passkeys(modules, act)[0] == [
        "button bare as-link", "Keep your games on every device", "polite", 0, True, False,
    ]  # fmt: skip


def test_a_browser_that_forgets_a_person_keeps_nothing_of_them(modules: Modules) -> None:
    act = """const stored = { "spite.account": "1", "spite.name": "Anna", other: "x" };
    const localStorage = Object.defineProperty(stored, "removeItem", { value: (key) => delete stored[key] });
    const deleted = [];
    const open = async (name) => ({ delete: async (place) => void deleted.push([name, place]) });
    const caches = { keys: async () => ["a", "b"], open };
    const gone = installed({ localStorage, caches, window: { caches } });
    try {
      await keys.forgetPerson();
      const found = [Object.keys(stored), [...deleted]];
      delete window.caches;
      await keys.forgetPerson();
      return [...found, deleted.length];
    } finally { gone(); }"""
    assert with_passkeys(modules, act)[0] == [["other"], [["a", "/no-line"], ["b", "/no-line"]], 2]
