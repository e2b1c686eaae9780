"""What the judges say of every forgery of a match, by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

from adjudicator.audit.dice_audit import NOT_PROVEN, SOUND
from tests.audit.chromium import Page
from tests.audit.forgeries.attacks import drafts
from tests.audit.forgeries.drafts import DRAWN
from tests.audit.forgeries.forger import forged
from tests.audit.forgeries.judges import full_judges, package_judges
from tests.audit.forgeries.matches import HonestMatch, honest
from tests.audit.log_changes import Judged, lines_of, read_and_judged, stand_alone_judges
from tests.audit.mutations import page_judges

__all__ = ["Findings", "Forgery", "Stays", "dice_of", "findings", "forgeries_of", "judged_by_page"]

JudgeName: TypeAlias = Literal["package", "file", "page", "full"]


class Forgery(NamedTuple):
    """A forged log."""

    kind: str
    raw: bytes
    other_dice: bool
    """Whether it shows other dice than the honest log."""


class Stays(NamedTuple):
    """What a judge says of some forgeries of a kind that it does not refute."""

    kind: str
    judge: JudgeName
    verdict: str
    other_dice: bool


class Findings(NamedTuple):
    """What became of the forgeries of a match."""

    tried: int
    refuted: Mapping[JudgeName, int]
    not_proven: Mapping[JudgeName, int]
    stays: Mapping[Stays, int]
    disagreeing: tuple[str, ...]
    """Kinds of forgeries of which file or page say other than the package, or of other lines; the
    signatures of the beacon, which only the package can check, are left out of this."""


def dice_of(raw: bytes) -> Counter[str]:
    """All that chance gave in a log, as often as it stands there, and the keys that it depended on.

    Two keys can give the same die by chance; they are other dice all the same.
    """
    lines = lines_of(raw)
    drawn = [str(one) for one in _drawn(lines)]
    keyed = {line["n"] for line in lines if line["t"] in DRAWN and "n" in line}
    keys = [
        f"{line.get('key')}" for line in lines if line["t"] == "open" and line.get("n") in keyed
    ]
    return Counter((*drawn, *keys))


def _drawn(lines: Sequence[dict[str, Any]]) -> Iterator[tuple[Any, ...]]:
    for line in lines:
        if line["t"] in (*DRAWN, "unseal") or line.get("kind") == "external-roll":
            yield tuple(sorted((k, v) for k, v in line.items() if k not in ("k", "prev")))


@lru_cache(maxsize=4)
def forgeries_of(title: str) -> tuple[Forgery, ...]:
    """Every forgery of a match once; earlier ends of its log are none, and left out."""
    match = honest(title)
    seen: set[bytes] = set()
    found = []
    dice = dice_of(match.raw)
    for draft in drafts(match):
        for raw in forged(match, draft):
            if raw not in seen and not match.raw.startswith(raw):
                seen.add(raw)
                found.append(Forgery(draft.kind, raw, dice_of(raw) != dice))
    return tuple(found)


def judged_by_page(page: Page, title: str) -> list[Judged]:
    """What the page says of each forgery of a match."""
    return page_judges(page, [one.raw for one in forgeries_of(title)])


def findings(
    title: str, by_page: Sequence[Judged] | None = None, *, kind: str | None = None
) -> Findings:
    """Has every forgery of a match judged; by the page too, if it said something.

    Args:
        kind: the only kind that is judged, by Python; None: all.
    """
    match = honest(title)
    tried = [one for one in forgeries_of(title) if kind in (None, one.kind)]
    stays: Counter[Stays] = Counter()
    refuted: Counter[JudgeName] = Counter()
    not_proven: Counter[JudgeName] = Counter()
    disagreeing = []
    for place, one in enumerate(tried):
        read, of_dice = read_and_judged(one.raw)
        said: dict[JudgeName, Judged] = {
            "package": package_judges(of_dice, read),
            "file": stand_alone_judges(one.raw),
        }
        if by_page is not None:
            said["page"] = by_page[place]
        said["full"] = full_judges(match, read, said["package"])
        if any(said[judge] != of_dice for judge in ("file", "page") if judge in said):
            disagreeing.append(one.kind)
        for judge, judged in said.items():
            refuted[judge] += judged.is_noticed
            not_proven[judge] += judged.verdict == NOT_PROVEN
            if _counts(match, one, judged.verdict):
                stays[Stays(one.kind, judge, judged.verdict, one.other_dice)] += 1
    return Findings(len(tried), refuted, not_proven, _by_worst(stays), tuple(disagreeing))


def _by_worst(stays: Mapping[Stays, int]) -> dict[Stays, int]:
    """Counts by kind, judge and verdict: where any forgery shows other dice, all count as such."""
    counted: dict[Stays, int] = {}
    for one in stays:
        other = one._replace(other_dice=True)
        same = one._replace(other_dice=False)
        worst = other if other in stays else same
        counted[worst] = stays.get(other, 0) + stays.get(same, 0)
    return counted


def _counts(match: HonestMatch, one: Forgery, verdict: str) -> bool:
    """Whether a verdict is less than that the forgery was noticed.

    Of a log that is not proven, either because it was not before, nobody is told more than that
    its dice cannot be judged yet: only other dice count.
    """
    if verdict == SOUND:
        return True
    return verdict == NOT_PROVEN and one.other_dice
