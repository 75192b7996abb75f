"""Steps per second of a network that plays on `BatchEnv`: on the processor, and on a GPU with one copy per step.

    .venv/bin/python -m benchmarks.research_gpu          takes PyTorch and, for half of it, a GPU; about a minute

By wall time. With several threads each has its own batch, and all of them share one network. Moves are drawn
by the network's chances; an illegal one would be refused.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import torch

from spite_and_malice.interop.arrays import Masks, Rows
from spite_and_malice.interop.batch import BatchEnv

GAMES: Final = 1024
"""In each batch."""
HIDDEN: Final = (512, 2048)
"""Units in each of the two hidden layers, of a small network and a large one."""
THREADS: Final = (1, 4, 8)
SECONDS: Final = 2.0
"""For each figure."""

Step = Callable[[], None]
_pinned: Final[list[Rows | Masks]] = []
"""Arrays that stay where they are: memory that was pinned once and freed must not be pinned again."""


def network(hidden: int, games: BatchEnv) -> torch.nn.Sequential:
    """A network of two hidden layers, with an output for each move."""
    torch.manual_seed(1)
    inner = [torch.nn.Linear(games.encoder.size, hidden), torch.nn.ReLU(), torch.nn.Linear(hidden, hidden)]
    return torch.nn.Sequential(*inner, torch.nn.ReLU(), torch.nn.Linear(hidden, games.encoder.actions))


def drawn(policy: torch.nn.Module, observations: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """A legal move for each row, by the network's chances."""
    likings = policy(observations).masked_fill(masks == 0, -torch.inf)
    return torch.multinomial(likings.softmax(dim=1), 1)[:, 0]


def pin(array: Rows | Masks) -> None:
    """Pin an array so that a GPU can read it in place."""
    if failed := int(torch.cuda.cudart().cudaHostRegister(array.ctypes.data, array.nbytes, 0)):
        raise RuntimeError(f"cudaHostRegister says {failed}")
    _pinned.append(array)


def player(policy: torch.nn.Module, device: str, seed: int, pinned: bool = False) -> Step:
    """A function that makes a step in a batch of its own."""
    games = BatchEnv("standard", GAMES, seed)
    observations, masks = torch.from_dlpack(games.observations), torch.from_dlpack(games.masks)
    assert observations.data_ptr() == games.observations.ctypes.data
    if pinned:
        pin(games.observations)
        pin(games.masks)
    stream = torch.cuda.Stream() if device == "cuda" else None

    def step() -> None:
        with torch.inference_mode(), torch.cuda.stream(stream):
            there = [each.to(device, non_blocking=pinned) for each in (observations, masks)]
            # The moves come back only after the copies have been read.
            games.step(drawn(policy, *there).cpu().numpy())

    return step


def check(policy: torch.nn.Module) -> float:
    """By how much the GPU's answer to pinned rows differs from the processor's, as a share of the latter's size."""
    games = BatchEnv("standard", GAMES, 9)
    for _ in range(50):
        games.step(games.sample())
    rows = torch.from_dlpack(games.observations)
    pin(games.observations)
    with torch.inference_mode():
        found = policy.to("cuda")(rows.to("cuda", non_blocking=True)).cpu().double()
        wanted = policy.to("cpu").double()(rows.double())
    policy.float()
    return float((found - wanted).norm() / wanted.norm())


def alone(seed: int) -> Step:
    """A function that makes a random step, without a network."""
    games = BatchEnv("standard", GAMES, seed)

    def step() -> None:
        games.step(games.sample())

    return step


def measured(steps: list[Step]) -> float:
    """Steps per second of all games, each batch in its own thread."""
    made = [0] * len(steps)
    until = [0.0]

    def play(number: int) -> None:
        while time.perf_counter() < until[0]:
            steps[number]()
            made[number] += GAMES

    for step in steps:
        for _ in range(10):
            step()
    threads = [threading.Thread(target=play, args=(number,)) for number in range(len(steps))]
    started = time.perf_counter()
    until[0] = started + SECONDS
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(made) / (time.perf_counter() - started)


def rows() -> Iterator[tuple[str, list[float]]]:
    """Yield each measurement, and its steps per second by the number of threads."""
    cores = os.cpu_count() or 1
    yield "games alone, moves by lot", [measured([alone(seed) for seed in range(count)]) for count in THREADS]
    for hidden in HIDDEN:
        policy = network(hidden, BatchEnv("standard", 1))
        found = []
        for count in THREADS:
            torch.set_num_threads(max(1, cores // count))
            found.append(measured([player(policy, "cpu", seed) for seed in range(count)]))
        yield f"two layers of {hidden} on the processor", found
        if torch.cuda.is_available():
            print(f"two layers of {hidden}: the GPU differs by {check(policy):.1e}", flush=True)
            policy.to("cuda")
            for pinned in (False, True):
                found = [measured([player(policy, "cuda", seed, pinned) for seed in range(count)]) for count in THREADS]
                yield f"two layers of {hidden} on the GPU, {'from pinned memory' if pinned else 'copied'}", found


def main() -> None:
    """Print the figures."""
    names = [line for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines() if "model name" in line]
    gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else "no GPU"
    print(names[0].partition(":")[2].strip(), f"{os.cpu_count()} cores", gpu, f"PyTorch {torch.__version__}", sep=", ")
    print("| `standard`, 1024 games a thread | " + " | ".join(f"{count} threads" for count in THREADS) + " |")
    for name, figures in rows():
        print(f"| {name} | " + " | ".join(f"{figure:,.0f}" for figure in figures) + " |", flush=True)


if __name__ == "__main__":
    main()
