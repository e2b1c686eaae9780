"""What is made from an opening: map, report, state, events, and copies of published sheets.

now/                       map, report, state, events of the newest opening, for everybody
referee/now/<seat>/        what a seat sees otherwise
orders/n0007/<seat>.json   sheets, when the log publishes them, and their signatures

Views of earlier openings are made when somebody asks for them (`report --n`): nothing grows with a
match but its log and its sheets. All that is written here can be made again, so none of it is
synced: the stamp of now/ tells what a power cut left half done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import Opening, SavedMatch
from adjudicator.core.game import Rules, event_name
from adjudicator.core.limits import MAX_SIZE
from adjudicator.core.redaction import redacted
from adjudicator.core.report import Report
from adjudicator.core.save import state_of
from adjudicator.documents.json_input import read_json
from adjudicator.documents.printed import pretty
from adjudicator.documents.problems import RefusedFile
from adjudicator.documents.storage import (
    PRIVATE,
    REFEREE,
    make_folder,
    read_bytes,
    write_atomically,
)
from adjudicator.matches.fallbacks import Fault, fault_words, plain_report, rendered_or_plain
from adjudicator.matches.newest_views import are_there, views_key, write_now
from adjudicator.matches.stored_sheets import stored_bytes, stored_signature

__all__ = [
    "START_VIEWS",
    "OpeningFiles",
    "Render",
    "rewound_views",
    "views_missing",
    "views_of",
    "write_published",
]

START_VIEWS = "n0000-start"
"""The name of the views of the position in which a match begins."""

Render: TypeAlias = Callable[[Report], tuple[str, str]]
"""Gives a report as text and as HTML."""


def views_of(opening: Opening[Any]) -> str:
    """Returns the name of an opening's views."""
    return f"n{opening.n:04d}-{opening.run.turns[0]}"


def views_missing(folder: Path, saved: SavedMatch, head: str | None) -> str:
    """Returns the number of the newest opening if its views are not there; else nothing.

    Args:
        head: the head of the log that they name; None: it cannot be told.
    """
    return "" if are_there(folder, saved, None, head=head) else str(saved.n)


def rewound_views(saved: SavedMatch) -> str:
    """Returns the name of the views after a rewind."""
    return f"{views_key(saved, saved.n)}-rewound-to-{saved.reached}"


class OpeningFiles(NamedTuple):
    """Writes what is made from the openings of one match. All of it can be made again."""

    folder: Path
    """The folder of the match."""
    rules: Rules[Any]
    genesis: log.Genesis
    render: Render
    notices: list[str]
    """What to tell of faults of the program that were met; whoever tells of them takes them out."""

    def write_opening(self, opening: Opening[Any], mailed: SavedMatch | None = None) -> list[Path]:
        """Writes all that is made from an opening; the views, and of them the stamp, last.

        Args:
            mailed: the match as its views tell it, where the head has moved since.
        """
        from adjudicator.matches.checkpoints import keep_checkpoint

        written = write_published(self.folder, opening.published)
        keep_checkpoint(self.folder, opening.saved)
        return written + self.write_views(
            opening.n,
            opening.run.turns[0],
            mailed or opening.saved,
            before=opening.run.before,
            state=opening.run.state,
            events=opening.run.events,
        )

    def write_start(self, saved: SavedMatch) -> list[Path]:
        """Writes the views of the position in which a match begins."""
        start = self.rules.start
        return self.write_views(0, "start", saved, before=start, state=start, events=())

    def write_rewound(self, saved: SavedMatch) -> list[Path]:
        """Writes the views of the position to which the match was taken back."""
        state = state_of(self.rules.game, saved.position)
        name = f"rewound-to-{saved.reached}"
        return self.write_views(saved.n, name, saved, before=state, state=state, events=())

    def write_views(
        self,
        n: int,
        name: str,
        saved: SavedMatch,
        *,
        before: Any,
        state: Any,
        events: Sequence[Any],
    ) -> list[Path]:
        """Writes map, report, state and events of the newest opening; per seat where they differ.

        Returns those of everybody.
        """
        from adjudicator.matches.newest_views import keep_layout

        met: dict[str, Fault] = {}
        everybody = self._views(saved, None, before, state, events=events, met=met)
        own = {}
        for seat in self.rules.seats:
            if self.rules.is_hidden or self.rules.view(state, seat) != self.rules.view(state, None):
                files = self._views(saved, seat, before, state, events=events, met=met)
                own[seat] = {file: raw for file, raw in files.items() if raw != everybody[file]}
        key = views_key(saved, n)
        self._keep_faults(key, met.values())
        if not met:
            keep_layout(self.folder, self.rules)
        return write_now(self.folder, saved, f"{key}-{name}", everybody=everybody, own=own)

    def taken_notices(self) -> tuple[str, ...]:
        """Returns what is to be told of faults that were met, once."""
        taken = tuple(self.notices)
        self.notices.clear()
        return taken

    def _keep_faults(self, key: str, met: Iterable[Fault]) -> None:
        """Keeps the traces of faults with the referee: they may name what is hidden."""
        for fault in met:
            folder = make_folder(self.folder, REFEREE, "faults", lasting=False)
            path = folder / f"{key}-{fault.what}.txt"
            trace = fault.trace.encode(errors="backslashreplace")
            write_atomically(path, trace, mode=PRIVATE, lasting=False)
            self.notices.append(fault_words(fault, f"the trace is in {path}"))

    def _views(
        self,
        saved: SavedMatch,
        seat: str | None,
        before: Any,
        state: Any,
        *,
        events: Sequence[Any],
        met: dict[str, Fault],
    ) -> dict[str, bytes]:
        """Returns the files of one view; of what fails, the first fault is added to `met`."""
        from adjudicator.compose.pen import with_position
        from adjudicator.documents.views import view_document
        from adjudicator.matches.opening_report import opening_report
        from adjudicator.matches.people import caption_of, in_match_language

        view = self.rules.view(state, seat)
        told, rules = redacted(self.rules, events, seat), in_match_language(self.rules, self.folder)

        def on_fault(fault: Fault) -> None:
            met.setdefault(fault.what, fault)

        report = opening_report(
            rules, saved, before=before, events=events, state=state, seat=seat, on_fault=on_fault,
            caption=caption_of(self.folder),
        )  # fmt: skip
        mailed = pretty(
            view_document(self.rules, self.genesis, saved, seat=seat, state=view.to_json())
        )
        if report.pen is not None:
            report = report._replace(pen=with_position(report.pen, mailed))
        text, html = rendered_or_plain(
            self.render,
            report,
            lambda: plain_report(rules, told, saved.reached),
            n=saved.reached,
            on_fault=on_fault,
        )
        return {
            "map.svg": next(one.svg for one in report.figures if one.is_usual).encode(),
            "report.txt": text.encode(),
            "report.html": html.encode(),
            "state.json": mailed,
            "events.json": pretty(
                [{"event": event_name(event), **event.to_json()} for event in told]
            ),
        }


def write_published(
    folder: Path, published: Mapping[int, Mapping[str, Mapping[str, Any]]]
) -> list[Path]:
    """Writes the sheets that the log shows, as they were received; what is there stays.

    Args:
        published: by opening and seat.
    """
    written = []
    for n, files in sorted(published.items()):
        for seat, document in sorted(files.items()):
            path = make_folder(folder, "orders", f"n{n:04d}", lasting=False) / f"{seat}.json"
            if _says(path, document):  # Git may track it: whoever wrote it, it stays.
                raw = read_bytes(path, limit=MAX_SIZE)
            else:
                received = stored_bytes(folder, n, seat, tfd1.json_hash(document))
                raw = received if received is not None else pretty(document)
                write_atomically(path, raw, lasting=False)
            written.append(path)
            signature = stored_signature(folder, n, seat, raw)
            if signature is not None:
                beside = path.with_name(f"{path.name}.sig")
                write_atomically(beside, signature, lasting=False)
                written.append(beside)
    return written


def _says(path: Path, document: Mapping[str, Any]) -> bool:
    """Whether a published sheet is there already, however it is spaced and ordered."""
    if not path.is_file():
        return False
    try:
        there = read_json(read_bytes(path, limit=MAX_SIZE), source=str(path)).data
    except RefusedFile:
        return False
    return isinstance(there, dict) and tfd1.json_hash(there) == tfd1.json_hash(document)
