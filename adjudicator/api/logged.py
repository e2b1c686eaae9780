"""A log, with its folder or alone: any of its openings told and drawn again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Unpack

from adjudicator.api.shown import MapStyle, RenderedReport, ReportStyle, Shown, style_of
from adjudicator.api.texts import render_report
from adjudicator.audit import log
from adjudicator.audit.log import Lock
from adjudicator.audit.replay import Replayed
from adjudicator.compose.pen import with_position
from adjudicator.core.game import Rules
from adjudicator.core.redaction import redacted
from adjudicator.documents.printed import pretty
from adjudicator.documents.views import view_document
from adjudicator.matches.fallbacks import OnFault, picture_or_plain, plain_report, rendered_or_plain
from adjudicator.matches.opening_report import opening_report
from adjudicator.matches.people import caption_of
from adjudicator.matches.published.logged import Logged, Past, is_log
from adjudicator.narrate.languages import narrator_of
from adjudicator.registry import by_name

__all__ = ["MatchLog", "is_log", "open_log", "rendered_opening"]


def open_log(path: Path | str, *, places: Sequence[Path] = ()) -> MatchLog:
    """Opens a log.jsonl, or the one in a match folder, to tell of any opening.

    Args:
        places: where files of the map lie that are not shipped; none: near the log.

    Raises:
        RefusedFile: lines of the log are damaged.
        UnusableFile: it is no log, or its game or map cannot be used.

    >>> log = adjudicator.open_log("examples/stratix-match/log.jsonl")
    >>> print(log.report(n=1).text.splitlines()[0])
    The lot for the first move
    """
    return MatchLog(Logged.open(Path(path), by_name(), places))


class MatchLog(Shown):
    """A log that was opened. Its dice are not audited: `verify` does that."""

    def __init__(self, logged: Logged) -> None:
        super().__init__()
        self.logged = logged
        """The log as it was read: for tests and tools, its form may change."""
        self._newest: tuple[int | None, Past] | None = None
        """The opening that was last asked for: map and report are often wanted of the same."""
        self._replayed: Replayed[Any] | None = None
        """All of them, once several were asked for."""

    @property
    def rules(self) -> Rules[Any]:
        """The rules that the log names."""
        return self.logged.rules

    @property
    def name(self) -> str:
        """The name of the match."""
        return self.logged.genesis.offer.game

    @property
    def last(self) -> int:
        """The number of the newest opening; 0 before the first."""
        return self.logged.last

    @property
    def sides_by_seat(self) -> Mapping[str, tuple[str, ...]]:
        """The sides that each seat leads."""
        seats = self.logged.genesis.offer.to_json()["scenario"]["seats"]
        return {seat: tuple(led["sides"]) for seat, led in seats.items()}

    def annulled(self, n: int | None) -> str:
        """Returns what to say of an opening that was taken back; empty: it stands."""
        annulled = self._past(n).annulled
        return "" if annulled is None else narrator_of(self.rules).said(annulled)

    def map(
        self, *, n: int | None = None, seat: str | None = None, **style: Unpack[MapStyle]
    ) -> str:
        """Returns the map as SVG text; see `Shown.map`."""
        self.check_seat(seat)
        drawn = style_of(self, style, self._caption)
        past = self._past(n)
        rules = self.rules_in(style.get("language"))
        return picture_or_plain(
            rules, rules.view(past.state, seat), redacted(rules, past.events, seat),
            n=past.saved.reached, on_fault=self.faults, style=drawn,
        )  # fmt: skip

    def report(
        self, *, n: int | None = None, seat: str | None = None, **how: Unpack[ReportStyle]
    ) -> RenderedReport:
        """Returns what happened in an opening; see `Shown.report`.

        Args:
            n: a past opening, 0 is the start; None: the newest.
            seat: as this seat may read it; None: as everybody may.
            how: in which language, from which template, and whether with pictures.
        """
        self.check_seat(seat)
        rules = self.rules_in(how.get("language"))
        return rendered_opening(
            rules, self._past(n), seat, on_fault=self.faults, caption=self._caption,
            genesis=self.logged.read.genesis, how=how,
        )  # fmt: skip

    def since(
        self, n: int | None = None, *, seat: str | None = None, language: str | None = None
    ) -> str:
        """Returns what happened since an opening, by place, in at most 25 lines of plain text.

        With a seat, its standing orders in force follow.

        Args:
            n: what happened after this opening, 0 is the start; None: after the newest one that
                has a sheet of the seat.
            seat: as this seat may know it; None: as everybody may.
            language: as for `report`.

        Raises:
            ValueError: there is no such opening or seat, neither is given, or the game does not
                speak the language.
            UnusableFile: an opening cannot be made again with what is at hand.
        """
        from adjudicator.matches.published.since import since_lines

        self.check_seat(seat)
        if n is None and seat is None:
            raise ValueError("name an opening, or the seat since whose last turn is to be told")
        after = self._last_of(seat) if n is None else n
        if not 0 <= after <= self.last:
            raise ValueError(f"openings are 0 to {self.last}")
        now = self._past(None).saved
        numbers = [one for one in range(after + 1, now.n + 1) if one not in now.annulled]
        pasts = [self._past(one) for one in numbers]
        rules = self.rules_in(language)
        lines = since_lines(rules, pasts, now, since=after, seat=seat, is_last_turn=n is None)
        return "".join(f"{line}\n" for line in lines)

    def _last_of(self, seat: str | None) -> int:
        """Returns the newest opening with a sheet of a seat; 0: there is none."""
        found = 0
        for line in self.logged.read.lines:
            if isinstance(line.payload, Lock) and line.payload.orders.get(str(seat)):
                found = line.payload.n
        return min(found, self.last)

    def dispute(self, *, n: int | None = None, full: bool = False) -> RenderedReport:
        """Returns all of one opening in one report, for a tournament director.

        Args:
            n: the opening; None: the newest.
            full: with what players may not know; the folder of the match must be here.

        Raises:
            ValueError: there is no such opening; or the log alone holds no secrets.
            RefusedFile: the log is refuted.
            UnusableFile: the opening cannot be made again with what is at hand.
        """
        from adjudicator import __version__
        from adjudicator.matches.published.dispute_report import dispute_report

        number = self.last if n is None else n
        if not 1 <= number <= self.last:
            raise ValueError(f"openings are 1 to {self.last}")
        if full and self.logged.folder is None:
            raise ValueError("a log alone holds no secrets")
        program = f"adjudicator {__version__}"
        report = dispute_report(
            self.logged, number, full=full, program=program, on_fault=self.faults
        )
        return RenderedReport(*render_report(report))

    @property
    def is_alone(self) -> bool:
        """Whether the log alone was opened, without the folder of the match."""
        return self.logged.folder is None

    @property
    def _home(self) -> Path | None:
        return self.logged.folder

    @property
    def _caption(self) -> tuple[str, ...]:
        return caption_of(self.logged.folder) if self.logged.folder is not None else ()

    def _past(self, n: int | None) -> Past:
        if n is not None and not 0 <= n <= self.last:
            raise ValueError(f"openings are 0 to {self.last}")
        if self._newest is not None and self._newest[0] == n:
            return self._newest[1]
        if self._newest is None:
            past = self.logged.past(n)
        else:  # whoever asks for a second opening will ask for more
            self._replayed = self._replayed or self.logged.replayed()
            past = self.logged.past_in(self._replayed, n)
        self._newest = (n, past)
        return past


def rendered_opening(
    rules: Rules[Any],
    past: Past,
    seat: str | None,
    *,
    on_fault: OnFault,
    caption: tuple[str, ...] = (),
    genesis: log.Genesis | None = None,
    how: ReportStyle,
) -> RenderedReport:
    """Returns the report of an opening as one seat, or everybody, may read it.

    Args:
        genesis: of the log, so that a page on which sheets are made brings the position along.
    """
    template = how.get("template")
    render = render_report if template is None else partial(render_report, template=template)
    report = opening_report(
        rules, past.saved, before=past.before, events=past.events, state=past.state, seat=seat,
        on_fault=on_fault, caption=caption, pictures=how.get("pictures", True),
    )  # fmt: skip
    if past.annulled:
        first = narrator_of(rules).said(past.annulled)
        report = report._replace(summary=(first, *report.summary))
    if report.pen is not None and genesis is not None:
        view = rules.view(past.state, seat).to_json()
        mailed = view_document(rules, genesis, past.saved, seat=seat, state=view)
        report = report._replace(pen=with_position(report.pen, pretty(mailed)))
    n = past.saved.reached
    events = redacted(rules, past.events, seat)
    text, html = rendered_or_plain(
        render,
        report,
        lambda: plain_report(rules, events, n),
        n=n,
        on_fault=on_fault,
    )
    return RenderedReport(text, html)
