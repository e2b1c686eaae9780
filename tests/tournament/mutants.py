"""Damaged standings that a check must notice: `python -m tests.tournament.mutants`.

Each mutant is the program with one piece of text changed. Events by chance are checked with it as
they are with the program: the second reading, the properties, and what gacrux says.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from random import Random  # noqa: TID251 - events by chance, from a seed
from types import ModuleType
from typing import NamedTuple

import adjudicator

__all__ = ["MUTANTS", "Mutant", "is_caught", "main", "said_by_gacrux"]

_ROOM = "adjudicator.tournament.standings"
_CHECKS = ("tests.tournament.chance_events", "tests.tournament.plain", "tests.tournament.checks",
           "tests.tournament.tiebreaks")  # fmt: skip


class Mutant(NamedTuple):
    """A text in a module, and what stands there instead."""

    module: str
    old: str
    new: str


MUTANTS = (
    Mutant("values", "if one.corrects is not None:", "if False:"),
    Mutant("values", "standing.pop(one.corrects, None)", "standing.get(one.corrects)"),
    Mutant("scoring", "best = scoring.win if sharing == 1", "best = scoring.win if sharing"),
    Mutant("scoring", "taken += sharing[place]", "taken += 1"),
    Mutant("scoring", "sum(places, Fraction(0)) / sharing[place]", "sum(places, Fraction(0))"),
    Mutant("scoring", "one.points**2 for one", "one.points for one"),
    Mutant("scoring", "scoring.total / sharing", "scoring.total"),
    Mutant("scoring", "points if one.awarded is None else one.awarded", "points"),
    Mutant("scoring", "return [unplayed.forfeit_loss] *", "return [unplayed.forfeit_win] *"),
    Mutant("scoring", "return [unplayed.bye_asked] *", "return [unplayed.bye_given] *"),
    Mutant("scoring", "if one.forfeits else", "if not one.forfeits else"),
    Mutant("scoring", "if result.kind not in MET:", 'if result.kind == "void":'),
    Mutant("scoring", ".count(first) == 1", ".count(first) >= 1"),
    Mutant("records", 'if result.kind == "void":', "if False:"),
    Mutant("records", "        if one.scores:\n", "        if True:\n"),
    Mutant("records", "one.round <= after]", "one.round < after]"),
    Mutant("records", 'return self.kind in ("bye-asked", "absent", "double-forfeit")',
           'return self.kind in ("bye-asked", "double-forfeit")'),
    Mutant("records", "return self.seated.forfeits", "return True"),
    Mutant("records", "                    entries.append(_absence(player, one.number))",
           "                    pass"),
    Mutant("tiebreaks", "one.won and one.seated.seat in event.weaker", "one.won"),
    Mutant("tiebreaks", "for one in had if one.met for x", "for one in had for x"),
    Mutant("tiebreaks", '"lot")\n', ")\n"),
    Mutant("tiebreaks", "(last + 1 - one.round)", "(last - one.round)"),
    Mutant("tiebreaks", "one.round > there and not one.opponents", "not one.opponents"),
    Mutant("tiebreaks", "one.round > there and not one.opponents", "one.round > there"),
    Mutant("tiebreaks", "one.met or (forfeited and event.paired_beforehand)", "True"),
    Mutant("tiebreaks", "one.met or (forfeited and event.paired_beforehand)", "one.met"),
    Mutant("tiebreaks", "return min(own, adjusted[one.opponents[0]])", "return own"),
    Mutant("tiebreaks", "min(own, draw * records.length)", "own"),
    Mutant("tiebreaks", "strength * one.score if squares", "strength if squares"),
    Mutant("tiebreaks", "own = [part for part in left if part.voluntary]", "own = left[:0]"),
    Mutant("tiebreaks", "least is None or left[0].value > least.value", "least is None"),
    Mutant("tiebreaks", "max(0, len(left) - high)", "len(left)"),
    Mutant("tiebreaks", '"buchholz-cut-2": (2, 0)', '"buchholz-cut-2": (1, 0)'),
    Mutant("tiebreaks", "is_whole or not any(missing.values())", "True"),
    Mutant("tiebreaks", "+ missing[id_] * best", ""),
    Mutant("tiebreaks", "if len(piece) > 1 else", "if False else"),
    Mutant("tiebreaks", "/ len(had) for other", "for other"),
    Mutant("table", "key=lambda one: -one.score)[:best]", "key=lambda one: one.score)[:best]"),
    Mutant("table", ", one.handicap)", ", Fraction(0))"),
    Mutant("table", "if one.scores and one.id not in waiting}", "if one.id not in waiting}"),
    Mutant("table", "(top.get(id_, behind), -scores[id_])", "-scores[id_]"),
    Mutant("table", "if name in LOWER_IS_BETTER else -1", "if name in LOWER_IS_BETTER else 1"),
    Mutant("table", "members[: event.team_best]", "members"),
    Mutant("table", "place = len(rows) + 1\n        for id_ in sorted(group):",
           "for id_ in sorted(group):\n            place = len(rows) + 1"),
    Mutant("table", "one.round == number and one.kind", "one.round >= number and one.kind"),
)  # fmt: skip
"""All of them."""


class _Damaged(MetaPathFinder, Loader):
    """Finds the modules of the room; damages one."""

    def __init__(self, mutant: Mutant | None) -> None:
        self._mutant = mutant

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if self._mutant is None or name != f"{_ROOM}.{self._mutant.module}":
            return None
        return ModuleSpec(name, self)

    def exec_module(self, module: ModuleType) -> None:
        assert self._mutant is not None
        path = Path(adjudicator.__file__).parent.joinpath(
            "tournament", "standings", f"{self._mutant.module}.py"
        )
        source = path.read_text("utf-8")
        assert source.count(self._mutant.old) == 1, (self._mutant, source.count(self._mutant.old))
        source = source.replace(self._mutant.old, self._mutant.new)
        exec(compile(source, str(path), "exec"), module.__dict__)


@contextmanager
def _with(mutant: Mutant | None) -> Iterator[tuple[ModuleType, ModuleType]]:
    """Gives `checks` and `tiebreaks` that use the damaged program; puts everything back."""
    ours = [name for name in sys.modules if name.startswith(_ROOM) or name in _CHECKS]
    kept = {name: sys.modules.pop(name) for name in ours}
    finder = _Damaged(mutant)
    sys.meta_path.insert(0, finder)
    try:
        yield (
            importlib.import_module("tests.tournament.checks"),
            importlib.import_module("tests.tournament.tiebreaks"),
        )
    finally:
        sys.meta_path.remove(finder)
        for name in [n for n in sys.modules if n.startswith(_ROOM) or n in _CHECKS]:
            del sys.modules[name]
        sys.modules.update(kept)


Said = Mapping[int, Mapping[str, tuple[int, tuple[Fraction, ...]]]]


def said_by_gacrux(count: int) -> Said:
    """What gacrux says of the first events by chance, every fourth of them in groups."""
    from tests.tournament.tiebreaks import event_of, gacrux_says

    return {seed: gacrux_says(event_of(seed, in_groups=seed % 4 == 3)) for seed in range(count)}


def is_caught(mutant: Mutant, said: Said, *, events: int) -> bool:
    """Whether a check notices a mutant: it fails, or the program does."""
    with _with(mutant) as (checks, tiebreaks):
        try:
            for seed in range(events):
                played = checks.event_of(seed)
                checks.check_again(played)
                checks.check_properties(played, Random(seed))
            tiebreaks.check_meeting_again()
            for seed, theirs in said.items():
                played = tiebreaks.event_of(seed, in_groups=seed % 4 == 3)
                if tiebreaks.differences(played, theirs):
                    return True
        except (AssertionError, ValueError, KeyError, TypeError, NameError, IndexError):
            return True
    return False


def main() -> int:
    """Tries every mutant."""
    said = said_by_gacrux(120)
    missed = [one for one in MUTANTS if not is_caught(one, said, events=120)]
    for one in missed:
        print(f"not noticed: {one}")
    print(f"{len(MUTANTS)} mutants, {len(missed)} not noticed")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
