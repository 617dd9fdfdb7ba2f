"""Batches whose actions are drawn by their masks: by NumPy, and by the batch itself, beside pgx where it is installed.

All of them begin games that are over anew. pgx compiles its steps and its draws together, with one thread; see Koyamada et
al., "Pgx: hardware-accelerated parallel game simulators for reinforcement learning", 2023.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from tests.bench.measuring import installed, rates, steady
from tilewright.runtime import load

PGX = {
    "tic-tac-toe": "tic_tac_toe", "connect-four": "connect_four", "othello": "othello", "hex": "hex", "go": "go_9x9",
    "chess": "chess",
}  # fmt: skip
"""The names that pgx has for the games."""
POSITIONS, STEPS, ROUNDS, LEAST = 1024, 50, 5, 0.3
"""The positions of a batch, the steps of one call of pgx, the rounds, and the seconds of a measurement."""


def bench_batches() -> None:
    """Print the plies a second of batches, and how many times as many they are as those of pgx (aim: 1)."""
    print(f"batches of {POSITIONS}, plies/s ({installed('numpy', 'pgx')})")
    for name in PGX:
        ways = {"masks": steady(_by_masks(name), LEAST, int), "step_random": steady(_by_itself(name), LEAST, int)}
        if find_spec("pgx") is not None:
            ways["pgx"] = steady(_pgx(name), LEAST, int, time.process_time)
        found = rates(ways, ROUNDS)
        parts = [f"{way} {spread.median:,.0f}" for way, spread in found.items()]
        for way in ("masks", "step_random") if "pgx" in found else ():
            ratio = (found[way] / found["pgx"]).median
            parts.append(f"{way} {ratio:.2f} of pgx{' !' * (ratio < 1)}")
        print(f"  {name:14}", "; ".join(parts), flush=True)


def _stepping(name: str, step: Callable[[Any], None]) -> Callable[[int], int]:
    batch = load(name, "native").batch(POSITIONS, seed=1)
    plies = np.asarray(batch.plies)

    def play(times: int) -> int:
        played = 0
        for _ in range(times):
            before = int(plies.sum())
            step(batch)
            played += int(plies.sum()) - before
            over = np.flatnonzero(np.asarray(batch.done))
            if len(over):
                batch.reset(over)
        return played

    return play


def _by_masks(name: str) -> Callable[[int], int]:
    random = np.random.default_rng(1)

    def step(batch: Any) -> None:
        mask = np.asarray(batch.legal())
        batch.step((random.random(mask.shape, dtype=np.float32) * mask).argmax(1))

    return _stepping(name, step)


def _by_itself(name: str) -> Callable[[int], int]:
    return _stepping(name, lambda batch: batch.step_random())


def _pgx(name: str) -> Callable[[int], int]:
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    jax, pgx = import_module("jax"), import_module("pgx")
    env = pgx.make(PGX[name])
    again = import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)

    def step(carried: Any, _: Any) -> Any:
        states, key = carried
        key, drawing, stepping = jax.random.split(key, 3)
        logits = jax.numpy.where(states.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(drawing, logits, axis=-1)
        return (jax.vmap(again)(states, actions, jax.random.split(stepping, POSITIONS)), key), None

    run = jax.jit(lambda carried: jax.lax.scan(step, carried, None, length=STEPS)[0])
    carried = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), POSITIONS)), jax.random.PRNGKey(1)

    def play(times: int) -> int:
        nonlocal carried
        for _ in range(times):
            carried = run(carried)
        jax.block_until_ready(carried[0])
        return times * STEPS * POSITIONS

    return play
