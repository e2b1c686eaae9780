"""How many changes of a log each verifier notices: python -m tests.audit.mutations

Every value, line and pair of neighbours of every demo log, of an example and of a toy match is
changed, one at a time, and the chain of hashes repaired.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.audit.log import Genesis, parse_log
from adjudicator.audit.proof import unproven
from adjudicator.audit.replay import replay
from adjudicator.audit.verifiers import verify_log
from adjudicator.core.problem import Unusable
from adjudicator.core.sheet_writer import awaited_seats
from adjudicator.documents.offers import rules_of
from adjudicator.documents.printed import pretty
from adjudicator.documents.templates import sheet_of_player
from adjudicator.matches.referee.new_match import new_match
from adjudicator.registry import by_name
from tests.audit.chromium import Page, browser, find_chromium
from tests.audit.demo_logs import DEMO_LOGS, secret
from tests.audit.log_changes import (
    CHANGES,
    Change,
    Judged,
    Mutation,
    mutations,
    package_judges,
    stand_alone_judges,
)
from tests.core.toy import TOY, toy_scenario

__all__ = [
    "PAGE",
    "Tried",
    "full_audit_says",
    "mutated_logs",
    "page_judges",
    "toy_match",
    "tried",
    "unnoticed",
]

PAGE = Path(verify_log.__file__).with_suffix(".html")
EXAMPLE = Path(__file__).resolve().parents[2] / "examples/fortress-america-1986/after/log.jsonl"
AT_ONCE = 4_000_000
"""Bytes of logs that the browser is given at a time."""


class Tried(NamedTuple):
    """A mutation, and what two verifiers say of it."""

    mutation: Mutation
    package: Judged
    stand_alone: Judged


@lru_cache(maxsize=1)
def toy_match() -> bytes:
    """The log of a toy match that the built-in player plays to its end."""
    secrets = (secret(str(number)) for number in range(100))
    with tempfile.TemporaryDirectory() as folder:
        match = new_match(
            Path(folder) / "m", TOY, toy_scenario(), name="toy-mutations", mode="referee",
            title="Toy", render=lambda report: ("", ""), make_secret=lambda: next(secrets),
        )  # fmt: skip
        while not match.saved.is_over:
            blind = secret("blind", str(match.saved.n))
            match.adjudicate(
                [
                    (seat, pretty(sheet_of_player(match.rules, match.saved, seat, blind)))
                    for seat in awaited_seats(match.saved.pending)
                ]
            )
        return (match.folder / "log.jsonl").read_bytes()


@lru_cache(maxsize=1)
def mutated_logs() -> Mapping[str, bytes]:
    """The logs that are changed, by name."""
    return {**DEMO_LOGS, "toy_match": toy_match(), "fortress_example": EXAMPLE.read_bytes()}


@cache
def tried(raw: bytes, every: int = 1) -> tuple[Tried, ...]:
    """Mutations of a log, judged once by the package and once by the stand-alone file.

    Args:
        every: 4: each fourth of them.
    """
    return tuple(
        Tried(one, package_judges(one.raw), stand_alone_judges(one.raw))
        for one in islice(mutations(raw), 0, None, every)
    )


def unnoticed(judged: Iterable[Tried]) -> Iterator[Mutation]:
    """Yields the mutations of which the package says that nothing refutes them."""
    return (one.mutation for one in judged if not one.package.is_noticed)


JUDGE = """(async (texts) => {
  const said = [];
  for (const text of texts) {
    const { verdict, found } = await verify(Uint8Array.from(text, (one) => one.charCodeAt(0)));
    said.push([verdict, [...new Set((found?.failures ?? []).map(({ k }) => k))]]);
  }
  return said;
})"""


def page_judges(page: Page, logs: Sequence[bytes]) -> list[Judged]:
    """What the page's own function says of each log; the page must be open in the browser."""
    said: list[Judged] = []
    waiting: list[str] = []
    size = 0
    for place, raw in enumerate(logs, start=1):
        waiting.append(raw.decode("latin-1"))
        size += len(raw)
        if size > AT_ONCE or place == len(logs):
            answers: Any = page.evaluate(f"{JUDGE}({json.dumps(waiting)})")
            said += [Judged(verdict, tuple(lines)) for verdict, lines in answers]
            waiting, size = [], 0
    return said


def full_audit_says(raw: bytes) -> str | None:
    """What the rules, run again, say of a log that nothing else refutes; None if they cannot."""
    read = parse_log(raw)
    genesis = read.lines[0].payload
    assert isinstance(genesis, Genesis)
    try:
        rules = rules_of(genesis, {**by_name(), TOY.name: TOY})
    except Unusable:
        return None
    replayed = replay(rules, read)
    if replayed.problems:
        return "refuted"
    return "not proven" if unproven(rules, read, replayed) else "sound"


# --- the table ----------------------------------------------------------------------------------


class _Counts(NamedTuple):
    """Of one log, how many mutations were noticed by whom; page is None without a browser."""

    made: Counter[Change]
    package: int
    stand_alone: int
    page: int | None
    disagree: int
    missed: tuple[Mutation, ...]
    full: tuple[Mutation, ...] | None
    """What the full audit misses too; None where the rules cannot be run."""


def _count(raw: bytes, page: Page | None) -> _Counts:
    judged = tried(raw)
    said = page_judges(page, [one.mutation.raw for one in judged]) if page else None
    missed = tuple(unnoticed(judged))
    replayed = full_audit_says(raw) is not None
    return _Counts(
        Counter(one.mutation.change for one in judged),
        sum(one.package.is_noticed for one in judged),
        sum(one.stand_alone.is_noticed for one in judged),
        sum(one.is_noticed for one in said) if said is not None else None,
        sum(
            len({one.package, one.stand_alone, *([said[place]] if said else [])}) > 1
            for place, one in enumerate(judged)
        ),
        missed,
        tuple(one for one in missed if full_audit_says(one.raw) == "sound") if replayed else None,
    )


def _print_table(found: Mapping[str, _Counts]) -> None:
    heads = ["log", "tried", *CHANGES, "package", "one file", "page", "disagree", "full audit"]
    rows: list[list[int | str]] = [
        [
            name,
            counts.made.total(),
            *(counts.made[change] for change in CHANGES),
            counts.package,
            counts.stand_alone,
            "-" if counts.page is None else counts.page,
            counts.disagree,
            "-" if counts.full is None else counts.made.total() - len(counts.full),
        ]
        for name, counts in found.items()
    ]
    totals = [
        sum(one for one in column if isinstance(one, int))
        for column in [*zip(*rows, strict=True)][1:]
    ]
    print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    rows.append(["all", *totals])
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")
    print("\nUnnoticed by the dice audits; * also by the full audit:")
    for name, counts in found.items():
        cited = verify_log.verify(mutated_logs()[name]).cited
        places = ", ".join(
            one.name + ("*" if one in (counts.full or ()) else "") for one in counts.missed
        )
        print(f"{name} (lines after {cited} are not cited): {places or 'nothing'}")


def main() -> None:
    """Prints the table of counts, and by name what is not noticed."""
    logs = mutated_logs()
    program = find_chromium()
    if program is None:
        found = {name: _count(raw, None) for name, raw in logs.items()}
    else:
        with tempfile.TemporaryDirectory() as folder, browser(program, Path(folder)) as page:
            page.show(PAGE.as_uri())
            found = {name: _count(raw, page) for name, raw in logs.items()}
    _print_table(found)


if __name__ == "__main__":
    main()
