"""Thousands of hostile files through the commands: python -m tests.fuzz --examples 20000

Prints how many of each kind were tried, how the commands ended, and every fault: a trace, a
refusal without a code, a disk that has changed, a terminal that is written to, too much time.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.intake.bench import Ran, Workplace, faults_of
from tests.intake.kinds import KINDS, Kind
from tests.intake.mutations import hostile_files

__all__ = ["tried"]

MOST_MEMORY = 1 << 30
"""The most memory, in bytes, that a run may take, all its inputs together."""


def tried(
    kind: Kind, examples: int, workplace: Workplace, *, start: int | None = None
) -> tuple[list[Ran], list[tuple[list[str], bytes, Ran]]]:
    """Tries hostile files of one kind; returns what ran, and the faults with what caused them.

    Args:
        start: the seed; None: always the same files.
    """
    ran_all: list[Ran] = []
    faulty: list[tuple[list[str], bytes, Ran]] = []

    def one(raw: bytes, words: str) -> None:
        ran = workplace.hand_in(kind, raw, words)
        ran_all.append(ran._replace(out="", err=""))
        if found := faults_of(ran, kind):
            faulty.append((found, raw, ran))

    test: Any = given(hostile_files(kind, workplace.model), st.sampled_from(kind.commands))(one)
    if start is not None:
        test = seed(start)(test)
    settings(
        max_examples=examples, deadline=None, database=None, derandomize=start is None,
        phases=[Phase.generate], suppress_health_check=list(HealthCheck),
    )(test)()  # fmt: skip
    return ran_all, faulty


def main() -> int:
    """Tries files of every kind and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--examples",
        type=int,
        default=2000,
        help="how many files in all, at least one of each kind",
    )
    parser.add_argument("--seed", type=int, default=1, help="other files for every number")
    parser.add_argument(
        "--kind", action="append", choices=[kind.name for kind in KINDS], metavar="KIND",
        help="this kind alone; may be repeated",
    )  # fmt: skip
    parser.add_argument("--keep", type=Path, help="a folder for the files that show a fault")
    chosen = parser.parse_args()
    kinds = [kind for kind in KINDS if not chosen.kind or kind.name in chosen.kind]
    workplace = Workplace()
    each = max(1, chosen.examples // len(kinds))
    total, wrong = 0, 0
    print(f"{'kind':20} {'tried':>7} {'taken':>7} {'refused':>8} {'faults':>7} {'slowest':>9}")
    for kind in kinds:
        ran, faulty = tried(kind, each, workplace, start=chosen.seed)
        ends = Counter(one.code for one in ran)
        taken, refused = ends[0] + ends[3], ends[1] + ends[2] + ends[4]
        slowest = max(one.seconds for one in ran)
        total, wrong = total + len(ran), wrong + len(faulty)
        print(
            f"{kind.name:20} {len(ran):7} {taken:7} {refused:8} {len(faulty):7} {slowest:7.2f} s",
            flush=True,
        )
        for number, (found, raw, one) in enumerate(faulty):
            print(f"    {one.words}: {'; '.join(found)}", file=sys.stderr)
            if chosen.keep:
                chosen.keep.mkdir(parents=True, exist_ok=True)
                (chosen.keep / f"{kind.name}-{number}").write_bytes(raw)
                (chosen.keep / f"{kind.name}-{number}.txt").write_text(
                    f"{one.words}\n{found}\n{one.trace}\n{one.err}"
                )
    workplace.close()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{'all':20} {total:7} {'':7} {'':8} {wrong:7}    peak memory {peak} MB")
    if peak << 20 > MOST_MEMORY:
        print(f"more than {MOST_MEMORY >> 20} MB of memory were taken", file=sys.stderr)
        wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
