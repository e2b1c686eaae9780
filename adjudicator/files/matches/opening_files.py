"""What is made from an opening: map, report, state, events, and copies of published sheets.

openings/n0007-turn-2-western/   map, report, state, events; per seat where they differ
orders/n0007/<seat>.json         sheets, when the log publishes them, and their signatures
referee/states/0007.json         the whole state
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core import log, tfd1
from adjudicator.core.game import Rules, event_name
from adjudicator.core.hearing import heard
from adjudicator.core.limits import MAX_SIZE
from adjudicator.core.opening import Opening, SavedMatch
from adjudicator.core.report import Report
from adjudicator.core.save import state_of
from adjudicator.core.values import canonical
from adjudicator.files.json_input import read_json
from adjudicator.files.matches.people import caption_of
from adjudicator.files.matches.stand_ins import (
    Fault,
    fault_words,
    plain_report,
    rendered_or_plain,
)
from adjudicator.files.matches.stored_sheets import orders_folder, stored_sheets, stored_signature
from adjudicator.files.pretty import pretty
from adjudicator.files.problems import RefusedFile
from adjudicator.files.storage import PRIVATE, REFEREE, make_folder, read_bytes, write_atomically
from adjudicator.files.written.views import view_document

__all__ = [
    "START_VIEWS",
    "VIEW_FILES",
    "OpeningFiles",
    "Render",
    "rewound_views",
    "views_key",
    "views_missing",
    "views_of",
]

START_VIEWS = "n0000-start"
"""The folder of the views of the position in which a match begins, in openings/."""

VIEW_FILES = ("map.svg", "report.txt", "report.html", "state.json", "events.json")
"""What everybody may see of an opening, in the order in which it is written."""

Render: TypeAlias = Callable[[Report], tuple[str, str]]
"""Gives a report as text and as HTML."""


def views_key(saved: SavedMatch, n: int) -> str:
    """Returns how the name of the folder of an opening's views begins.

    After a rewind it is that of the last number used with a part of its own, which comes after it
    by name: `n0004.1-rewound-to-2` after `n0004-turn-2-western`.
    """
    parts = sum(1 for rewound in saved.rewinds if rewound.n == n)
    return f"n{n:04d}.{parts}" if parts else f"n{n:04d}"


def views_of(opening: Opening[Any]) -> str:
    """Returns the name of the folder of an opening's views, in openings/."""
    return f"n{opening.n:04d}-{opening.run.turns[0]}"


def views_missing(folder: Path, saved: SavedMatch) -> list[str]:
    """Returns how the names of folders of views begin that a match should have and has not."""
    there = {path.parent.name.partition("-")[0] for path in folder.glob("openings/*/events.json")}
    keys = [f"n{n:04d}" for n in range(saved.n + 1)]
    for number, rewound in enumerate(saved.rewinds, start=1):
        then = saved.model_copy(update={"rewinds": saved.rewinds[:number]})
        keys.append(views_key(then, rewound.n))
    return [key for key in keys if key not in there]


def rewound_views(saved: SavedMatch) -> str:
    """Returns the name of the folder of the views after a rewind, in openings/."""
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

    def write_opening(self, opening: Opening[Any]) -> list[Path]:
        """Writes all that is made from an opening; the views, and in them events.json, last."""
        written = []
        stored = stored_sheets(self.folder)
        for n, files in sorted(opening.published.items()):
            for seat, document in sorted(files.items()):
                path = make_folder(self.folder, "orders", f"n{n:04d}") / f"{seat}.json"
                as_received = stored(n, seat, tfd1.json_hash(document)) is not None
                received = orders_folder(self.folder, n) / f"{seat}.json"
                if _says(path, document):  # Git may track it: whoever wrote it, it stays.
                    raw = read_bytes(path, limit=MAX_SIZE)
                else:
                    raw = read_bytes(received, limit=MAX_SIZE) if as_received else pretty(document)
                    write_atomically(path, raw)
                written.append(path)
                signature = stored_signature(self.folder, n, seat, raw)
                if signature is not None:
                    beside = path.with_name(f"{path.name}.sig")
                    write_atomically(beside, signature)
                    written.append(beside)
        path = make_folder(self.folder, REFEREE, "states") / f"{opening.n:04d}.json"
        write_atomically(path, canonical(opening.saved.position) + b"\n", mode=PRIVATE)
        return written + self.write_views(
            opening.n,
            opening.run.turns[0],
            opening.saved,
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
        """Writes map, report, state and events of one opening; per seat where they differ."""
        folder = make_folder(self.folder, "openings", f"{views_key(saved, n)}-{name}")
        met: dict[str, Fault] = {}
        everybody = self._views(saved, None, before, state, events=events, met=met)
        written = []
        for seat in self.rules.seats:
            if self.rules.is_hidden or self.rules.view(state, seat) != self.rules.view(state, None):
                own = self._views(saved, seat, before, state, events=events, met=met)
                differing = {file: raw for file, raw in own.items() if raw != everybody[file]}
                written += self._write_files(folder, differing, f"-{seat}")
        self._keep_faults(views_key(saved, n), met.values())
        return written + self._write_files(folder, everybody, "")

    def taken_notices(self) -> tuple[str, ...]:
        """Returns what is to be told of faults that were met, once."""
        taken = tuple(self.notices)
        self.notices.clear()
        return taken

    def _keep_faults(self, key: str, met: Iterable[Fault]) -> None:
        """Keeps the traces of faults with the referee: they may name what is hidden."""
        for fault in met:
            path = make_folder(self.folder, REFEREE, "faults") / f"{key}-{fault.what}.txt"
            write_atomically(path, fault.trace.encode(errors="backslashreplace"), mode=PRIVATE)
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
        from adjudicator.files.matches.opening_report import opening_report

        view = self.rules.view(state, seat)
        told = heard(self.rules, events, seat)

        def meet(fault: Fault) -> None:
            met.setdefault(fault.what, fault)

        report = opening_report(
            self.rules, saved, before=before, events=events, state=state, seat=seat, meet=meet,
            caption=caption_of(self.folder),
        )  # fmt: skip
        text, html = rendered_or_plain(
            self.render,
            report,
            lambda: plain_report(self.rules, told, saved.reached),
            n=saved.reached,
            meet=meet,
        )
        return {
            "map.svg": report.figures[0].svg.encode(),
            "report.txt": text.encode(),
            "report.html": html.encode(),
            "state.json": pretty(
                view_document(self.rules, self.genesis, saved, seat=seat, state=view.to_json())
            ),
            "events.json": pretty(
                [{"event": event_name(event), **event.to_json()} for event in told]
            ),
        }

    @staticmethod
    def _write_files(folder: Path, files: Mapping[str, bytes], suffix: str) -> list[Path]:
        written = []
        for name, raw in files.items():
            stem, _, extension = name.partition(".")
            path = folder / f"{stem}{suffix}.{extension}"
            write_atomically(path, raw)
            written.append(path)
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
