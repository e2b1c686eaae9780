"""The table of the forger's test, as it stands in the README, and what stays by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tests.audit.forgeries.allowed import Allowed
from tests.audit.forgeries.findings import Findings, JudgeName
from tests.audit.forgeries.matches import honest

__all__ = ["kinds", "table"]

JUDGES: tuple[JudgeName, ...] = ("package", "file", "page", "full")
HEADS = (
    "mode", "players' chains", "hidden", "matches", "forged logs", "package", "file", "page",
    "full audit", "package: not proven", "full audit: not proven",
    "package: sound", "of these, other dice", "full audit: sound", "of these, other dice",
)  # fmt: skip
Group = tuple[str, str, str]


def table(found: Mapping[str, Findings]) -> Iterator[str]:
    """Yields the lines of the table: a row for each way to play, then all of them together."""
    groups: dict[Group, list[Findings]] = {}
    for title, one in found.items():
        match = honest(title)
        chains, hidden = ("yes" if said else "no" for said in (match.has_chains, match.is_hidden))
        groups.setdefault((match.known.mode, chains, hidden), []).append(one)
    yield f"| {' | '.join(HEADS)} |"
    yield "|" + "---|" * len(HEADS)
    for group, ones in groups.items():
        yield _row(group, ones)
    yield _row(("all", "", ""), list(found.values()))


def _row(group: Group, ones: Sequence[Findings]) -> str:
    refuted = [sum(one.refuted.get(judge, 0) for one in ones) for judge in JUDGES]
    tried = sum(one.tried for one in ones)
    not_proven = [
        sum(one.not_proven.get(judge, 0) for one in ones) for judge in ("package", "full")
    ]
    sound = [count for judge in ("package", "full") for count in _sound(ones, judge)]
    cells = (*group, len(ones), tried, *refuted, *not_proven, *sound)
    return f"| {' | '.join(map(str, cells))} |"


def _sound(ones: Sequence[Findings], judge: str) -> tuple[int, int]:
    """How many stay sound for a judge, and how many of them show other dice."""
    stays = [
        (said.other_dice, number)
        for one in ones
        for said, number in one.stays.items()
        if said.judge == judge and said.verdict == "sound"
    ]
    return sum(number for _, number in stays), sum(number for other, number in stays if other)


def kinds(found: Mapping[str, Findings], allowed: Sequence[Allowed]) -> Iterator[str]:
    """Yields a line for each kind that is not refuted everywhere, with counts and the reason."""
    counts: dict[str, Counter[str]] = {}
    for one in found.values():
        for said, number in one.stays.items():
            counts.setdefault(said.kind, Counter())[f"{said.judge} {said.verdict}"] += number
    heads = ("kind", "package: sound", "not proven", "full audit: sound", "not proven", "why")
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    columns = ("package sound", "package not proven", "full sound", "full not proven")
    for listed in allowed:
        of_kind = counts.get(listed.kind, Counter())
        cells = (listed.kind, *(of_kind[column] for column in columns), listed.why)
        yield f"| {' | '.join(map(str, cells))} |"
