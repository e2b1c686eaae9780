"""What a referee amends: openings are taken back, a position is corrected, a seat's join replaced.

A new join enters the log between two openings (TFD1 3.9).
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.audit import log
from adjudicator.audit.correction import OPERATIONS
from adjudicator.audit.opening import Opening, SavedMatch, Secrets, open_next
from adjudicator.audit.rewind import rewind_lines
from adjudicator.core.game import Rules
from adjudicator.core.limits import MAX_LOG
from adjudicator.core.problem import Problem, Refused, TryAgain, Unusable
from adjudicator.core.save import check_reason
from adjudicator.core.values import FrozenMap
from adjudicator.documents.joins import read_replacement
from adjudicator.documents.json_input import Document, read_json
from adjudicator.documents.keys.referee_secret import chain_value, hidden_of
from adjudicator.documents.problems import Located, RefusedFile, UnusableFile, unusable_file
from adjudicator.documents.schemas import schema_of, validate_tagged
from adjudicator.documents.storage import append_durably, read_bytes
from adjudicator.matches.locked_opening import locked_seats
from adjudicator.matches.match import Match
from adjudicator.matches.moved_head import add_between
from adjudicator.matches.opening_files import rewound_views
from adjudicator.matches.played_again import played_again
from adjudicator.matches.stored_sheets import all_sheets

__all__ = [
    "AmendedMatch",
    "SeatReplaced",
    "correct_match",
    "read_patch",
    "replace_seat",
    "rewind_match",
]


class AmendedMatch(NamedTuple):
    """What a rewind or a correction led to."""

    saved: SavedMatch
    written: tuple[Path, ...]
    stale: tuple[str, ...]
    """Seats whose sheets waited: they are stale now."""
    failure: TryAgain | Unusable | None = None
    """Why the save, map or report was not written though the lines stand in the log."""


def rewind_match(match: Match, to: int, reason: str) -> AmendedMatch:
    """Takes back every opening after `to`: their annul lines and the note, in one write.

    Raises:
        Refused: there is nothing to take back, or the match is closed; nothing was changed.
        TryAgain: another run holds the match, or the disk is full.
    """
    check_reason(reason)
    with match.held():
        raw = read_bytes(match.folder / "log.jsonl", limit=MAX_LOG)
        _check_open(match, log.parse_log(raw))
        stale = match.waiting_seats()
        try:
            payloads = rewind_lines(match.saved, to, reason)
        except Refused as error:
            where = str(match.folder)
            raise RefusedFile(Located(problem, where) for problem in error.problems) from None
        lines, _ = log.append(match.saved.log_head, *payloads)
        replayed = played_again(
            match.folder,
            match.rules,
            log.parse_log(raw + lines),
            "the position of that opening is to be made again",
            instead=", or name an earlier opening",
        )
        append_durably(match.folder / "log.jsonl", lines)
        match.saved, match.views = replayed.saved, rewound_views(replayed.saved)
        written, failure = match.write_derived(lambda: match.files.write_rewound(match.saved))
    return AmendedMatch(match.saved, written, stale, failure)


def _check_open(match: Match, read: log.Log) -> None:
    """After the end the hidden-draw secret is public: nothing can be played again."""
    if isinstance(read.lines[-1].payload, log.End):
        message = "the match has ended: its hidden-draw secret is public"
        hint = "Begin a new match."
        raise unusable_file(match.folder, "match-ended", message, hint)
    if match.saved.locked is not None:
        raise unusable_file(
            match.folder,
            "opening-locked",
            f"opening {match.saved.n + 1} is locked and not opened yet",
            "Open it first; it can be taken back then.",
        )


def read_patch(raw: bytes, source: str) -> Document:
    """Reads a JSON patch (RFC 6902).

    Raises:
        RefusedFile: it is malformed or invalid; every problem with its place.
    """
    document = read_json(raw, source=source)
    listed = document.data
    if not isinstance(listed, list) or not listed:
        problem = Problem(
            "no-patch",
            "this is no JSON patch: a list of operations",
            hint='Such as [{"op": "replace", "path": "/turn", "value": 2}].',
            kind="invalid",
        )
        raise RefusedFile([document.located(problem)])
    schemas = {
        tag: schema_of(model, tag, f"urn:adjudicator:patch:{tag}")
        for tag, model in OPERATIONS.items()
    }
    problems = [
        problem
        for index in range(len(listed))
        for problem in validate_tagged(document, (index,), "op", schemas)
    ]
    if problems:
        raise RefusedFile(document.located(problem) for problem in problems)
    return document


def correct_match(match: Match, document: Document, reason: str) -> AmendedMatch:
    """Mends the position by a patch, in an opening of its own without sheets and dice.

    Raises:
        RefusedFile: the patch has problems; nothing was changed.
        Refused: the match is in the middle of a step, or closed.
        TryAgain: another run holds the match, or the disk is full.
    """
    check_reason(reason)
    with match.held():
        _check_open(match, log.parse_log(read_bytes(match.folder / "log.jsonl", limit=MAX_LOG)))
        stale = match.waiting_seats()
        n = match.saved.n + 1
        assert isinstance(document.data, list), "read_patch lets nothing else through"
        patch: tuple[Any, ...] = tuple(document.data)
        correction = log.Correction(
            n=n, reason=reason, patch=tuple(FrozenMap(operation) for operation in patch)
        )
        secrets = Secrets(
            chain_value(match.folder, match.genesis.offer, n),
            hidden=hidden_of(match.folder, match.rules, match.genesis),
        )
        try:
            opening = open_next(
                match.rules, match.genesis, match.saved, {},
                secrets=secrets, earlier=partial(all_sheets, match.folder), correction=correction,
            )  # fmt: skip
            assert isinstance(opening, Opening), "a correction is an opening"
            _check_shown(match.rules, opening)
        except Unusable as error:
            where = str(match.folder)
            raise UnusableFile(Located(problem, where) for problem in error.problems) from None
        except Refused as error:
            raise RefusedFile(document.located(one) for one in error.problems) from None
        played = match.commit(opening)
        match.notices += played.notices
    return AmendedMatch(played.saved, played.written, stale, played.failure)


def _check_shown(rules: Rules[Any], opening: Opening[Any]) -> None:
    """A position that cannot be drawn or told is none that could be played to.

    Where the one before cannot be shown either, that is a fault of the program.
    """
    before, after = (rules.view(one, None) for one in (opening.run.before, opening.run.state))
    error = _fault_of_showing(rules, before, after)
    if error is not None and _fault_of_showing(rules, before, before) is None:
        message = f"such a position cannot be shown: {type(error).__name__} {error}"
        raise Refused([Problem("position-impossible", message)])


def _fault_of_showing(rules: Rules[Any], before: Any, after: Any) -> Exception | None:
    try:
        rules.picture(after, ())
        rules.report(before, (), after)
    except Exception as error:
        return error
    return None


class SeatReplaced(NamedTuple):
    """What a new join of a seat brought about."""

    line: log.Seat
    set_aside: tuple[str, ...]
    """The seats whose sheets waited and answer an older log."""


def replace_seat(match: Match, raw: bytes, source: str) -> SeatReplaced:
    """Takes in a join that replaces that of its seat.

    The head of the log changes: what was mailed of the newest opening is written again, and sheets
    that wait are set aside. Whoever sends theirs anew has seen the new join.

    Raises:
        RefusedFile: the join has problems; nothing was changed.
        Unusable: the match is over, or the sheets of an opening are lost.
        TryAgain: another run holds the match, or the disk is full.
    """
    with match.held():
        saved = match.saved
        if saved.is_over:
            raise unusable_file(
                match.folder, "match-over", "the match is over", "No seat needs a chain."
            )
        if saved.locked is not None:
            raise locked_seats(match.folder, saved.n + 1)
        read = log.parse_log(read_bytes(match.folder / "log.jsonl", limit=MAX_LOG))
        line = read_replacement(read, saved.n, raw, source)
        moved = add_between(match, line)
    return SeatReplaced(line, moved.set_aside)
