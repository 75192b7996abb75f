"""The sounds: their length, loudness and pitch; and the sound of each move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import FakeTable, ViewOf, new_context, snapshot_of, wait_on
from .modules import Modules
from .person import corner, middle
from .places import hand, place

SOUNDS = ["table", "card", "shuffle", "payoff", "turn", "finished", "gift", "refusal", "win", "loss"]
LONGEST = {"win": 2.0}
RATE = 44_100

MEASURE = """async ([sound, rate, step]) => {
  const { render } = await import("/static/kernel/sound/sound.js");
  const samples = render(sound, rate, step);
  const same = render(sound, rate, step).every((sample, at) => sample === samples[at]);
  let loudest = 0, most = 0, sum = 0, turns = 0;
  const span = Math.round(rate * 0.05);
  samples.forEach((sample, at) => {
    loudest = Math.max(loudest, Math.abs(sample));
    sum += sample ** 2 - (at >= span ? samples[at - span] ** 2 : 0);
    most = Math.max(most, sum / span);
    if (at > 0.1 * rate && sample * samples[at - 1] < 0) turns += 1;
  });
  return { seconds: samples.length / rate, loudest, rms: Math.sqrt(most), last: Math.abs(samples.at(-1)),
    first: Math.abs(samples[0]), pitch: turns / 2 / (samples.length / rate - 0.1), same };
}"""


@pytest.fixture(scope="module")
def table(browser: Browser, view_of: ViewOf) -> Iterator[Page]:
    """Return one page for all."""
    context = new_context(browser, (1280, 800), {"speed": "off"})
    yield FakeTable(context, snapshot_of(view_of("standard-2/0"))).page
    context.close()


def test_there_is_a_measure_for_every_sound(modules: Modules) -> None:
    names = """async () => (await import("/static/kernel/sound/sound.js")).SOUND_NAMES"""
    assert modules.evaluate(names) == SOUNDS


@pytest.mark.parametrize("sound", SOUNDS)
def test_a_sound_is_short_loud_and_clips_nothing(modules: Modules, sound: str) -> None:
    found = modules.evaluate(MEASURE, [sound, RATE, 0])
    assert 0.1 < found["seconds"] <= LONGEST.get(sound, 0.3) + 1e-6
    # Two at once stay below 1; earlier, the loudest was 0.1.
    assert 0.4 < found["loudest"] <= 0.5 + 1e-6
    assert found["rms"] > 0.08
    assert (found["first"], found["last"]) == (pytest.approx(0, abs=0.02), 0)
    assert found["same"]


ON_A_PHONE = """async ([sound, rate]) => {
  const { render } = await import("/static/kernel/sound/sound.js");
  const samples = render(sound, rate);
  const context = new OfflineAudioContext(1, samples.length, rate);
  const buffer = context.createBuffer(1, samples.length, rate);
  buffer.copyToChannel(samples, 0);
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(new BiquadFilterNode(context, { type: "highpass", frequency: 600 })).connect(context.destination);
  source.start();
  const heard = (await context.startRendering()).getChannelData(0);
  const span = Math.round(rate * 0.05);
  let sum = 0, most = 0;
  heard.forEach((sample, at) => {
    sum += sample ** 2 - (at >= span ? heard[at - span] ** 2 : 0);
    most = Math.max(most, sum / span);
  });
  return 10 * Math.log10(most);
}"""


@pytest.mark.parametrize("sound", SOUNDS)
def test_a_sound_is_heard_from_a_small_speaker(table: Page, sound: str) -> None:
    # A phone reproduces almost nothing below this. In decibels below full scale.
    assert table.evaluate(ON_A_PHONE, [sound, RATE]) > -24


def test_pay_off_cards_in_a_row_rise(modules: Modules) -> None:
    pitches = [modules.evaluate(MEASURE, ["payoff", RATE, step])["pitch"] for step in range(9)]
    assert pitches == sorted(pitches)
    assert len(set(pitches)) == 9
    # After the last step it no longer rises.
    assert modules.evaluate(MEASURE, ["payoff", RATE, 30])["pitch"] == pitches[-1]


def test_after_a_while_of_silence_the_speaker_sleeps(table: Page) -> None:
    found = table.evaluate(
        """async () => {
          const { Speaker } = await import("/static/kernel/sound/sound.js");
          const told = [];
          const due = new Map();
          window.setTimeout = (act) => due.set(due.size + 1, act).size;
          window.clearTimeout = (which) => due.set(which, () => {});
          const after = (name) => {
            const plain = AudioContext.prototype[name];
            AudioContext.prototype[name] = function () { told.push(name); return plain.call(this); };
          };
          ["suspend", "resume"].forEach(after);
          const speaker = new Speaker();
          const wait = () => due.forEach((act) => act());
          speaker.play("card", 0);
          speaker.play("card", 0);
          told.length = 0;
          wait();
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          speaker.play("card", 0);
          return told;
        }"""
    )
    assert found == ["suspend", "resume"]


def test_what_a_move_was(modules: Modules) -> None:
    found = modules.evaluate(
        """async () => {
          const { Moments } = await import("/static/spite/moments/moments.js");
          const view = (hand, payoff, centre, more) => ({ centre: [centre], stock: 9, turn: 0,
            moved: true, result: null,
            players: [{ hand, payoff: [{ count: payoff, top: "5h" }], side: [[]] }], ...more });
          const move = (source, target) => ({ seat: 0, source, target, cards: [], text: "" });
          const moments = new Moments();
          const paying = move("payoff:0:0", "centre:0");
          const begins = [
            moments.begin(view([], 3, [], { moved: false }), paying),
            moments.begin(view([], 2, []), move("hand:0", "centre:0")),
            moments.begin(view([], 2, []), paying),
            moments.begin(view([], 1, [], { moved: false }), paying),
          ];
          const last = moments.end(view([], 1, ["Ah"]), paying, view([], 0, [], { result: {} }));
          const gift = moments.end(view(["2h"], 2, []), move("hand:0", "centre:0"), view(["a", "b", "c"], 2, ["2h"]));
          const turned = moments.end(view(["2h"], 2, []), paying, view(["2h"], 1, ["5h"]));
          const passed = view(["a", "b"], 2, [], { turn: 1 });
          const discard = moments.end(view(["2h"], 2, []), move("hand:0", "side:0:0"), passed);
          return [begins, last, gift, turned, discard];
        }"""
    )
    begins, last, gift, turned, discard = found
    assert begins == [0, None, 1, 0]
    assert last == {"paid": 0, "finished": "centre:0", "turned": None, "gift": None}
    assert gift == {"paid": None, "finished": None, "turned": None, "gift": 0}
    assert (turned["turned"], turned["finished"]) == ("payoff:0:0", None)
    assert discard == {"paid": None, "finished": None, "turned": None, "gift": None}


def test_the_volume_is_a_setting_and_none_is_off(table: Page) -> None:
    table.get_by_role("button", name="Settings").click()
    table.get_by_label("Volume").fill("30")
    stored = "JSON.parse(localStorage.getItem('spite.settings'))"
    assert table.evaluate(f"[{stored}.volume, {stored}.sound]") == [30, True]
    table.get_by_label("Volume").fill("0")
    assert table.evaluate(f"[{stored}.volume, {stored}.sound]") == [0, False]
    assert not table.get_by_label("Sound", exact=True).is_checked()


def test_the_room_can_be_repeated_and_is_far_softer_than_a_card(modules: Modules) -> None:
    found = modules.evaluate(
        """async (rate) => {
          const { renderRoom, render } = await import("/static/kernel/sound/sound.js");
          const room = renderRoom(rate);
          const steps = room.map((sample, at) => Math.abs(sample - room.at(at - 1)));
          const power = (samples) => samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length;
          const most = steps.reduce((one, other) => Math.max(one, other));
          return { seam: steps[0], most, ratio: power(room) / power(render("card", rate)) };
        }""",
        RATE,
    )
    assert found["seam"] < found["most"]
    assert found["ratio"] < 0.02


FELT = """
  window.felt = [];
  navigator.vibrate = (tremor) => window.felt.push(tremor);
  window.loops = 0;
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...words) { window.loops += this.loop; start.apply(this, words); };
"""


@pytest.mark.parametrize("felt", [True, False])
def test_a_phone_trembles_and_a_room_is_heard_if_wanted(browser: Browser, view_of: ViewOf, felt: bool) -> None:
    settings = {"speed": "off", "vibration": felt, "room": felt}
    context = new_context(browser, (360, 640), settings, has_touch=True, is_mobile=True)
    context.add_init_script(FELT)
    table = FakeTable(context, snapshot_of(view_of("standard-2/0")))
    page = table.page
    page.get_by_role("button", name="Settings").tap()
    expect(page.get_by_label("Vibration")).to_be_checked(checked=felt)
    page.keyboard.press("Escape")
    page.touchscreen.tap(*corner(hand(table, "7c")))
    page.touchscreen.tap(*middle(place(page, "centre:1")))
    expect(page.locator("#status .note")).not_to_be_empty()
    wait_on(page, lambda: page.evaluate("window.felt.length > 0") == felt)
    wait_on(page, lambda: page.evaluate("window.loops") == felt)
    page.get_by_role("button", name="Settings").tap()
    page.get_by_label("A quiet room around the table, with a fire").set_checked(True)
    wait_on(page, lambda: page.evaluate("window.loops") == 1)
    assert table.problems.found == []
    context.close()


def test_what_cannot_tremble_offers_no_choice_of_it(table: Page) -> None:
    assert table.get_by_label("Vibration").count() == 0
