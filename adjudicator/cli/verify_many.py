"""`verify` of several matches, or elsewhere: one table, or a line of JSON for each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.api.problems import Located, Problem, RefusedFile
from adjudicator.api.verifying import Verified
from adjudicator.api.verifying import verify as verify_log
from adjudicator.cli.many import Shown, Subject, do_many, subjects_of
from adjudicator.cli.verdicts import WHY, verdict_code
from adjudicator.workers.driver import Driver
from adjudicator.workers.machines import Machines
from adjudicator.workers.outcomes import Outcome
from adjudicator.workers.packed import Packed, pack, unpacked

__all__ = ["verify_many"]


class _Asked(NamedTuple):
    """A match to be verified by a worker that shares its folder."""

    subject: Subject
    dice_only: bool
    near: tuple[Path, ...]


def _verified(asked: _Asked) -> Verified:
    path = asked.subject.path
    found = verify_log(path, dice_only=asked.dice_only, near=asked.near)
    return _moved(found, path, asked.subject.named)


class _Sent(NamedTuple):
    """A match to be verified by a worker that shares nothing."""

    packed: Packed
    log: str
    """The name of its log, where that was named; empty: its folder was."""
    home: Path
    """Its folder, as it was named."""
    dice_only: bool


class _Answer(NamedTuple):
    """What a worker says of a match that was sent to it."""

    hash: str
    """That of the archive which it got."""
    found: Verified


def _verified_there(sent: _Sent) -> _Answer:
    with unpacked(sent.packed) as folder:
        try:
            found = verify_log(folder / sent.log, dice_only=sent.dice_only)
        except RefusedFile as error:
            raise type(error)(_moved_all(error.located, folder, sent.home)) from None
        return _Answer(sent.packed.hash, _moved(found, folder, sent.home))


def _moved(found: Verified, there: Path, here: Path) -> Verified:
    """Returns what was found of a match, with the paths by which it was named."""
    return found._replace(
        path=Path(_path(str(found.path), there, here)),
        located=_moved_all(found.located, there, here),
        false=_moved_all(found.false, there, here),
    )


def _moved_all(located: Sequence[Located], there: Path, here: Path) -> tuple[Located, ...]:
    return tuple(one._replace(source=_path(one.source, there, here)) for one in located)


def _path(text: str, there: Path, here: Path) -> str:
    inside = Path(text)
    return str(here / inside.relative_to(there)) if inside.is_relative_to(there) else text


_PUBLIC = ("log.jsonl", "match.json", "map", "orders", "heads")
"""What an audit reads of a match folder that everybody may have."""


class _Sending(Sequence[_Sent]):
    """Matches that are packed when their turn comes: not all of them at once in memory."""

    def __init__(self, subjects: Sequence[Subject], *, dice_only: bool) -> None:
        self.subjects, self.dice_only = subjects, dice_only
        self.hashes: dict[int, str] = {}
        """By place, the hash of what was sent."""

    def __len__(self) -> int:
        """Returns how many there are."""
        return len(self.subjects)

    def __getitem__(self, place: Any) -> Any:
        """Packs one."""
        named, path = self.subjects[place]
        log = "" if path.is_dir() else path.name
        home = path.parent if log else path
        packed = pack(home, (log, "map") if log else _PUBLIC)
        self.hashes[place] = packed.hash
        return _Sent(packed, log, named.parent if log else named, self.dice_only)

    def judged(self, outcome: Outcome[_Answer]) -> Outcome[Verified]:
        """Returns what was found, if it is of what was sent."""
        if outcome.kind != "done":
            return Outcome(
                outcome.place, outcome.kind, located=outcome.located, trace=outcome.trace,
                killed=outcome.killed,
            )  # fmt: skip
        if outcome.done.hash == self.hashes.get(outcome.place):
            return Outcome(outcome.place, "done", outcome.done.found)
        problem = Problem(
            "archive-changed", "an archive of a match: the answer is about another one",
            hint="Run the same command again; if it stays so, look who else reaches the scheduler.",
            kind="unusable",
        )  # fmt: skip
        return Outcome(outcome.place, "refused", located=(Located(problem, ""),))


def verify_many(
    driver: Driver, named: Sequence[Path], *, dice_only: bool, sends: bool, as_data: bool
) -> None:
    """Verifies matches; prints one table, or a line of JSON for each; ends with the gravest code.

    Args:
        sends: whether the workers share no folders.
    """
    is_far = isinstance(driver.engine, Machines)
    subjects = subjects_of(named, whole=is_far)
    if sends:
        sending = _Sending(subjects, dice_only=dice_only)
        do_many(
            driver, _verified_there, sending, subjects=subjects, shown=_VERDICTS, as_data=as_data,
            judged=sending.judged,
        )  # fmt: skip
    near = (Path().absolute() if is_far else Path(),)
    asked = [_Asked(one, dice_only, near) for one in subjects]
    do_many(driver, _verified, asked, subjects=subjects, shown=_VERDICTS, as_data=as_data)


def _verdict_row(found: Verified) -> list[tuple[str, ...]]:
    problems = (*found.located, *found.false)
    first = problems[0].problem.message if problems else ""
    return [(f"{found.verdict}{WHY.get(found.why or '', '')}", str(found.dice.mode), first)]


_VERDICTS = Shown(
    ("match", "verdict", "dice", "what is wrong"),
    _verdict_row,
    lambda found: {"verified": found.to_json()},
    verdict_code,
)
