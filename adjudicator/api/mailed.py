"""What a player has of a match: a mailed state.json, or a clone of the match folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from adjudicator.api.begun import BegunMatch
from adjudicator.api.named_files import SheetFile, located_in
from adjudicator.api.position import Pending, Position
from adjudicator.api.shown import MapStyle, RenderedReport, ReportStyle, style_of
from adjudicator.audit import log
from adjudicator.audit.opening import SavedMatch
from adjudicator.core.game import Rules
from adjudicator.core.limits import MAX_LOG
from adjudicator.core.problem import Unusable
from adjudicator.core.save import state_of
from adjudicator.core.visible import visible
from adjudicator.documents.json_input import MAX_SIZE, read_json
from adjudicator.documents.keys.seat_keys import Played
from adjudicator.documents.kinds import check_no_log
from adjudicator.documents.maps import map_files_of, places_near
from adjudicator.documents.offers import open_game
from adjudicator.documents.storage import read_bytes
from adjudicator.documents.views import (
    NAME_A_VIEW,
    View,
    check_position,
    read_view,
    saved_of,
    scenario_of,
)
from adjudicator.matches.fallbacks import picture_or_plain
from adjudicator.narrate.narrator import Saying
from adjudicator.registry import by_name

if TYPE_CHECKING:  # loaded only where a clone is looked at
    from adjudicator.documents.sheets import CheckedSheet
    from adjudicator.matches.shown import ShownMatch

__all__ = ["Clone", "MailedState", "Played", "SeenPosition", "read_state"]

_OF_A_STATE = Saying("of-a-state", {})


class SeenPosition(Position):
    """A match as a player has it: the position as far as it was shown, and no sheets."""

    view: View
    """The state.json."""

    @property
    def holds_sheets(self) -> bool:
        """No: a state.json does not hold the sheets in force."""
        return False

    @property
    def pending(self) -> tuple[Pending, ...]:
        """What is awaited, as whoever got the file may read it."""
        return self.saved.pending

    def _everybodys(self) -> Any:
        """Returns the position as it was shown."""
        return state_of(self.rules.game, self.view.state)

    def log_near(self, near: Sequence[Path]) -> log.Log | None:
        """Returns the log.jsonl that was mailed with it, if it lies in one of these folders."""
        for path in dict.fromkeys(folder / "log.jsonl" for folder in near):
            if not path.is_file():
                continue
            try:
                read = log.parse_log(read_bytes(path, limit=MAX_LOG))
            except Unusable:
                continue
            if any(line.hash == self.head for line in read.lines):
                return read
        return None

    def _drawn(self, style: MapStyle, caption: tuple[str, ...] = ()) -> str:
        drawn = style_of(self, style, caption)
        return picture_or_plain(
            self.rules_in(style.get("language")), self._everybodys(), (), n=self.reached,
            on_fault=self.faults, style=drawn,
        )  # fmt: skip


class MailedState(SeenPosition):
    """A state.json that was mailed: it answers check, template, map and report as a match does."""

    def __init__(self, view: View, rules: Rules[Any], saved: SavedMatch) -> None:
        super().__init__()
        self.view, self._rules, self._saved = view, rules, saved

    @property
    def rules(self) -> Rules[Any]:
        """The rules bound to what the file says."""
        return self._rules

    @property
    def saved(self) -> SavedMatch:
        """Where the match stands, as far as the file says."""
        return self._saved

    @property
    def seat(self) -> str | None:
        """Whose view it is; None: everybody's."""
        return self.view.seat

    @property
    def name(self) -> str:
        """The name of the match; empty where an old file does not say it."""
        return self.view.match or ""

    @property
    def sides_by_seat(self) -> Mapping[str, tuple[str, ...]]:
        """The sides that each seat leads."""
        return {seat: tuple(led.sides) for seat, led in self.view.scenario.seats.items()}

    @property
    def played(self) -> Played:
        """Which match it is, as far as the file says so."""
        chain = next(iter(self._saved.chains.values()), None)
        return Played(self._saved.gid, self.view.match if chain is None else chain.match)

    def map(
        self, *, n: int | None = None, seat: str | None = None, **style: Unpack[MapStyle]
    ) -> str:
        """Returns the map of the position that it shows, as whoever got it may see it."""
        self._check_own(n, seat)
        return self._drawn(style)

    def report(
        self, *, n: int | None = None, seat: str | None = None, **how: Unpack[ReportStyle]
    ) -> RenderedReport:
        """Returns how the match stands, and what is awaited; not what happened."""
        from adjudicator.api.logged import rendered_opening
        from adjudicator.matches.published.logged import Past

        self._check_own(n, seat)
        state = self._everybodys()
        past = Past(self._saved, state, state, (), _OF_A_STATE)
        rules = self.rules_in(how.get("language"))
        return rendered_opening(rules, past, self.view.seat, on_fault=self.faults, how=how)

    def _check_own(self, n: int | None, seat: str | None) -> None:
        """Raises ValueError if another position is wanted, or what another seat may know."""
        if n is not None:
            raise ValueError("a state.json shows one position")
        self.check_seat(seat)
        if self.is_hidden and seat not in (None, self.seat):
            whose = f"{self.seat} may" if self.seat else "everybody may"
            raise ValueError(f"this state.json shows what {whose} know, and not {seat}'s view")


class Clone(SeenPosition, BegunMatch):
    """A clone of a match, which cannot be made again without what lies with the referee.

    It shows what everybody may know of the newest opening.
    """

    def __init__(self, shown: ShownMatch) -> None:
        super().__init__()
        self._shown = shown
        self.view, self.folder = shown.view, shown.folder

    @property
    def rules(self) -> Rules[Any]:
        """The rules of the match."""
        return self._shown.rules

    @property
    def saved(self) -> SavedMatch:
        """Where the match stands, as everybody may know it."""
        return self._shown.saved

    @property
    def genesis(self) -> log.Genesis:
        """Line 0 of its log."""
        return self._shown.genesis

    @property
    def notices(self) -> tuple[str, ...]:
        """What is missing here, and what stands in for it."""
        (lacking,) = self._shown.why.problems
        return (f"{lacking.message}; told from {self._shown.views / 'state.json'}",)

    @property
    def has_log(self) -> bool:
        """No: what stands in it was compared with the state.json, as of one that was mailed."""
        return False

    @property
    def seats_with_key(self) -> tuple[str, ...]:
        """The seats that must sign their sheets, as the log says now, sorted."""
        return tuple(sorted(self._shown.keys))

    def _judged(self, file: SheetFile) -> CheckedSheet:
        """Returns a sheet judged by what everybody knows, its signature by the key in the log."""
        from adjudicator.documents.keys.signatures import sheet_fault

        judged: CheckedSheet = super()._judged(file._replace(signature=None))
        seat = judged.sheet.seat
        key, signature = self._shown.keys.get(seat), file.signature
        fault = sheet_fault(file.source, seat, key, raw=file.raw, signature=signature)
        return judged if fault is None else judged._replace(located=(*judged.located, fault))

    @property
    def pledges_awaited(self) -> tuple[str, ...]:
        """What a locked opening awaits: seats for their pledges, or "the beacon"."""
        return self._shown.awaited()

    def map(
        self, *, n: int | None = None, seat: str | None = None, **style: Unpack[MapStyle]
    ) -> str:
        """Returns the map of the newest opening, as everybody may see it; see `Shown.map`."""
        self._check_everybodys(n, seat)
        return self._drawn(style, self.caption)

    def report(
        self, *, n: int | None = None, seat: str | None = None, **how: Unpack[ReportStyle]
    ) -> RenderedReport:
        """Returns the report of the newest opening as it came: it cannot be told again here."""
        self._check_everybodys(n, seat)
        if "language" in how or "template" in how:
            raise ValueError("a clone shows the report as it came; open its log to tell it again")
        text, html = (
            read_bytes(self._shown.views / name, limit=MAX_SIZE).decode(errors="replace")
            for name in ("report.txt", "report.html")
        )
        return RenderedReport(visible(text, keep="\n"), html)

    def newest_files(self) -> tuple[str, str]:
        """Returns the map of the newest opening, with all that happened, and its report as text.

        Both as they came with the clone: `map` draws the position anew, and knows no events.

        Raises:
            UnusableFile: one is not there.
        """
        svg, text = (
            read_bytes(self._shown.views / name, limit=MAX_SIZE).decode(errors="replace")
            for name in ("map.svg", "report.txt")
        )
        return svg, visible(text, keep="\n")

    def _check_everybodys(self, n: int | None, seat: str | None) -> None:
        if n not in (None, self.n):
            raise ValueError("a clone shows its newest opening; open its log for an earlier one")
        if seat is not None and self.is_hidden:
            raise ValueError("a clone shows what everybody may know")


def read_state(raw: bytes | Path | str, *, places: Sequence[Path] = ()) -> MailedState:
    """Returns a mailed state.json, from its bytes or its file.

    Args:
        raw: the bytes, or the path of the file.
        places: where files of the map lie that are not shipped; none: near the file.

    Raises:
        RefusedFile: it is malformed or invalid; every problem with its place.
        UnusableFile: its game or map is not known here.
    """
    path = None if isinstance(raw, bytes) else Path(raw)
    content = raw if isinstance(raw, bytes) else read_bytes(Path(raw), limit=MAX_SIZE)
    source = "state.json" if path is None else str(path)
    check_no_log(content, source, "no-view", wanted="mailed state.json", hint=NAME_A_VIEW)
    document = read_json(content, source=source)
    view, game = read_view(document, by_name())
    near = places or (() if path is None else places_near(path))
    if path is None:
        rules = _rules_of(view, game, near)
    else:
        with located_in(path, "scenario"):
            rules = _rules_of(view, game, near)
    saved = saved_of(view, game)
    check_position(rules, saved, document)
    return MailedState(view, rules, saved)


def _rules_of(view: View, game: Any, places: Sequence[Path]) -> Rules[Any]:
    scenario = scenario_of(view)
    return open_game(game, scenario, map_files_of(game, scenario, places))
