"""The shape of every sound, and when it is heard, without a browser.

After an intended change, listen to the sound, then rewrite the file with ``python -m tests.web.test_kernel_sounds``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from .modules import Modules

FILE: Final = Path(__file__).with_name("sounds.txt")
"""A line for each: its name and seconds; then for each slice its level in decibels below full scale, and its pitch."""


def sounds(modules: Modules) -> list[str]:
    """Return the shape of the sounds: loudness and pitch from slice to slice; also for the rising payoff sound."""
    lines: list[str] = modules.evaluate(
        """async (rate) => {
          const { render, renderRoom, SOUND_NAMES } = await import("/static/kernel/sound/sound.js");
          const slices = (samples, size) => {
            const found = [];
            for (let from = 0; from < samples.length; from += size) {
              const part = samples.slice(from, from + size);
              const power = part.reduce((sum, sample) => sum + sample ** 2, 0) / part.length;
              const turns = part.reduce((count, sample, at) => count + (at > 0 && sample * part[at - 1] < 0), 0);
              const level = power > 1e-9 ? Math.round(-10 * Math.log10(power)) : 99;
              found.push(`${level}/${Math.round((turns * rate) / 2 / part.length / 10)}`);
            }
            return found.join(" ");
          };
          const line = (name, samples, seconds) =>
            `${name} ${(samples.length / rate).toFixed(2)} ${slices(samples, Math.round(rate * seconds))}`;
          const steps = [1, 2, 3, 4, 5, 6, 7, 8].map((step) => ["payoff", step]);
          const all = [...SOUND_NAMES.map((name) => [name, 0]), ...steps];
          const each = all.map(([name, step]) => line(`${name}-${step}`, render(name, rate, step), 0.02));
          return [...each, line("room", renderRoom(rate), 0.25)];
        }""",
        22_050,
    )
    return lines


def test_every_sound_is_as_it_was_listened_to(modules: Modules) -> None:
    kept = FILE.read_text(encoding="utf-8").splitlines()
    now = sounds(modules)
    assert [line.split()[:2] for line in now] == [line.split()[:2] for line in kept]
    for before, after in zip(kept, now, strict=True):
        slices = [[tuple(map(int, part.split("/"))) for part in line.split()[2:]] for line in (before, after)]
        for (level, pitch), (other_level, other_pitch) in zip(*slices, strict=True):
            # The last digit of a browser's sine may change a rounding.
            assert (abs(level - other_level) <= 1, abs(pitch - other_pitch) <= 6) == (True, True), before.split()[0]


def test_an_overtone_too_high_for_the_rate_is_not_heard_as_a_lower_one(modules: Modules) -> None:
    """A headset for calls has 8000 samples a second, in which 4494 hertz would sound as 3506."""
    key, mirrored = modules.evaluate(
        """async (rate) => {
          const { render } = await import("/static/kernel/sound/sound.js");
          const samples = render("loss", rate);
          const [from, length] = [1000, 240];
          const level = (pitch) => {
            const turn = 2 * Math.PI;
            const [sine, cosine] = [Math.sin, Math.cos].map((wave) => {
              const part = (_, n) => (1 - Math.cos((turn * n) / length)) * wave((turn * pitch * n) / rate);
              return Array.from({ length }, part).reduce((sum, share, n) => sum + share * samples[from + n], 0);
            });
            return Math.hypot(sine, cosine);
          };
          return [level(494), level(3506)];
        }""",
        8000,
    )
    assert mirrored < key / 1000


def speaker(modules: Modules, act: str) -> Any:
    """Return the result of something done with a speaker: `told` has the calls to its context."""
    return modules.evaluate(
        f"""async () => {{
          const {{ page }} = await import("/tests/stand-in-page.js");
          const site = page("");
          const {{ document, clock }} = site;
          const told = [];
          class Node {{
            constructor(_context, options) {{
              Object.assign(this, options);
              const setTargetAtTime = (...to) => told.push(["gain", ...to]);
              if ("gain" in options) this.gain = {{ value: options.gain, setTargetAtTime }};
            }}
            connect(to) {{ this.to = to; return to; }}
            start() {{ told.push(["start", this.loop ?? false, this.buffer.samples.length, this.to.gain.value]); }}
            stop(at) {{ told.push(["stop", at]); }}
          }}
          let made = 0;
          class AudioContext {{
            state = "running"; sampleRate = 8000; currentTime = 5; destination = {{}};
            createBuffer(_channels, _length) {{
              made += 1;
              return {{ samples: [], copyToChannel(samples) {{ this.samples = samples; }} }};
            }}
            suspend() {{ this.state = "suspended"; told.push(["suspend"]); }}
            resume() {{ this.state = "running"; told.push(["resume"]); }}
          }}
          const away = {{ AudioContext, DynamicsCompressorNode: Node, AudioBufferSourceNode: Node, GainNode: Node }};
          Object.assign(globalThis, away);
          try {{
            const {{ Speaker, SOUND_NAMES }} = await import("/static/kernel/sound/sound.js");
            const speaker = new Speaker();
            {act}
          }} finally {{
            for (const name of Object.keys(away)) delete globalThis[name];
            site.away();
          }}
        }}"""
    )


def test_a_speaker_sleeps_after_a_while_without_a_sound_and_wakes_for_the_next(modules: Modules) -> None:
    act = """clock.pass(14_999);
    speaker.play("card", 1);
    clock.pass(14_999);
    const awake = [...told];
    clock.pass(1);
    speaker.play("card", 0.5);
    return [awake, told.slice(awake.length), made];"""
    heard, later, made = speaker(modules, act)
    # Half of the slider is a quarter as loud, and the same sound is computed once.
    assert heard == [["start", False, 1280, pytest.approx(1.8)]]
    assert later == [["suspend"], ["resume"], ["start", False, 1280, pytest.approx(0.45)]]
    assert made == 1


def test_cards_of_a_row_are_sounds_of_their_own_until_they_rise_no_more(modules: Modules) -> None:
    act = 'for (const step of [0, 1, 8, 9, 30, 1]) speaker.play("payoff", 1, step); return made;'
    assert speaker(modules, act) == 3


def test_the_room_is_heard_until_it_is_ended_and_keeps_the_speaker_awake(modules: Modules) -> None:
    act = """speaker.room(0.5);
    speaker.room(1);
    clock.pass(60_000);
    document.hidden = true;
    document.dispatchEvent(new Event("visibilitychange"));
    document.hidden = false;
    document.dispatchEvent(new Event("visibilitychange"));
    speaker.room(0);
    document.dispatchEvent(new Event("visibilitychange"));
    clock.pass(15_000);
    return told;"""
    gain = [["gain", pytest.approx(loud), 5, 0.4] for loud in (0.45, 1.8, 0)]
    assert speaker(modules, act) == [
        *(["start", True, 16 * 8000, 0], ["resume"], gain[0], gain[1]),
        *(["suspend"], ["resume"], gain[2], ["stop", pytest.approx(8.2)], ["suspend"]),
    ]


def test_every_sound_is_worked_out_beforehand(modules: Modules) -> None:
    act = """void speaker.prepare();
    const steps = [made];
    for (let moment = 0; moment < 7; moment += 1) { await site.pass(1); steps.push(made); }
    for (let moment = 0; moment < 500 && made < SOUND_NAMES.length; moment += 1) await site.pass(1);
    const before = made;
    for (const name of SOUND_NAMES) speaker.play(name, 1);
    return [steps, before === SOUND_NAMES.length, made === before];"""
    # One component in each idle period, so that the page can do something else: a card on the table has five.
    assert speaker(modules, act) == [[0, 0, 0, 0, 0, 0, 1, 1], True, True]


def heard(modules: Modules, settings: dict[str, Any], act: str) -> Any:
    """Return the sounds and vibrations with given settings, through a stand-in for the speaker."""
    return modules.evaluate(
        f"""async (settings) => {{
          const {{ page, fetched }} = await import("/tests/stand-in-page.js");
          const site = page("");
          const told = [];
          globalThis.AudioContext = class {{
            constructor() {{ told.push("opened"); throw new Error("no sound here"); }}
          }};
          try {{
            const fresh = Math.random();
            const {{ hear }} = await import(`/static/kernel/sound/sounds.js?${{fresh}}`);
            // It is there, so that it need not be waited for.
            await import(`/static/kernel/sound/sound.js?${{fresh}}`);
            const going = async (act) => {{
              void act();
              await site.pass(2_000);
              await fetched();
              await fetched();
              await site.pass(100);
              return [told.splice(0).length, site.trembled.splice(0)];
            }};
            {act}
          }} finally {{ delete globalThis.AudioContext; site.away(); }}
        }}""",
        {"sound": True, "volume": 50, "vibration": False, "room": False, **settings},
    )


@pytest.mark.parametrize(
    ("settings", "untouched", "touched"),
    [
        ({}, [1, []], [1, []]),
        ({"vibration": True}, [1, []], [1, [[18]]]),
        ({"sound": False, "vibration": True}, [0, []], [0, [[18]]]),
        ({"volume": 0}, [0, []], [0, []]),
        ({"sound": False}, [0, []], [0, []]),
    ],
)
def test_nothing_is_heard_or_felt_before_a_page_was_touched_or_where_it_is_not_wanted(
    modules: Modules, settings: dict[str, Any], untouched: list[Any], touched: list[Any]
) -> None:
    """The speaker is opened in advance if it will be needed, because that takes long."""
    act = """navigator.userActivation.hasBeenActive = false;
    const before = await going(() => hear(settings, "payoff"));
    navigator.userActivation.hasBeenActive = true;
    return [before, await going(() => hear(settings, "payoff"))];"""
    assert heard(modules, settings, act) == [untouched, touched]


if __name__ == "__main__":
    node = Modules()
    FILE.write_text("\n".join([*sounds(node), ""]), encoding="utf-8")
    node.close()
