"""The pages of an event: values in, bytes out. They have no clock; days come from files."""

from __future__ import annotations

import dataclasses
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.api.games import game_named
from adjudicator.api.named_files import MAX_SIZE, read_bytes
from adjudicator.api.problems import Unusable, unusable_file
from adjudicator.api.texts import colours, page_html, visible
from adjudicator.api.verifying import verifier_page
from adjudicator.site.page import Markup, report_style
from adjudicator.tournament import facts
from adjudicator.tournament.audited import AuditedMatch, EventAudit
from adjudicator.tournament.event_luck import EventLuck
from adjudicator.tournament.rounds import RoundPairing
from adjudicator.tournament.site.feed import FEED, feed_of
from adjudicator.tournament.site.public import PublicMatch
from adjudicator.tournament.site.publishing import public_files
from adjudicator.tournament.site.shown import Shown, Told
from adjudicator.tournament.standings import tables as made
from adjudicator.tournament.standings.ratings import RatingRules
from adjudicator.tournament.standings.tables import Column, Table

__all__ = ["TEMPLATES", "Known", "pages_of"]

_ADDRESS = re.compile(r"(https?://[^\s<>\"']*[^\s<>\"'.,;:!?)])")
_LATEST = 8
_MINUTE = "%Y-%m-%d %H:%M UTC"
_LEADERS = 8
TEMPLATES = (
    "layout.html.j2", "macros.html.j2", "front.html.j2", "entries.html.j2", "round.html.j2",
    "standings.html.j2", "match.html.j2", "rulings.html.j2", "audit.html.j2", "luck.html.j2",
    "pages.css",
)  # fmt: skip
"""What a club may replace: templates in Jinja's language, and the style."""


@dataclass(frozen=True, kw_only=True)
class Known:
    """What pages show beside the event's own files."""

    matches: Mapping[str, PublicMatch]
    """By id, the matches that can be shown."""
    audit: EventAudit | None = None
    """None: the event was not audited."""
    luck: EventLuck | None = None
    """None: no luck is told."""


class _Page(NamedTuple):
    href: str
    name: str


def pages_of(
    shown: Shown, known: Known, *, templates: Path | None = None, url: str = ""
) -> dict[str, bytes]:
    """Returns all files of an event's site, by path; the same event gives the same bytes.

    Args:
        templates: a folder with templates that take the place of ours, by their names.
        url: the address of the folder, for the feed; empty: not known.

    Raises:
        Unusable: a template of the folder cannot be read, or fails.
    """
    site = _Site(shown, known, templates, f"{url.rstrip('/')}/" if url else "")
    return dict(sorted(site.files()))


class _Site:
    def __init__(self, shown: Shown, known: Known, templates: Path | None, url: str) -> None:
        self.shown, self.known, self.url = shown, known, url
        self.event, self.say = shown.event, shown.say
        self.game = game_named(self.event.event.game).title
        self._folder = templates
        self._texts: dict[str, str] = {}
        self._audited = {one.match: one for one in known.audit.matches} if known.audit else {}
        self.pages = [*self._pages()]

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yields path and bytes of each file."""
        public = dict(public_files(self.event))
        yield from public.items()
        yield "pages.css", (colours() + report_style() + self._text("pages.css")).encode()
        yield "verify.html", verifier_page()
        yield FEED, feed_of(self.shown, self.url)
        yield "index.html", self._front([*public])
        yield "entries.html", self._page("entries", "entries.html", self.say("entries"),
                                         entries=self.shown.entries())  # fmt: skip
        for paired in self.event.started:
            yield _round_page(paired), self._round(paired)
        yield "standings.html", self._standings()
        yield "rulings.html", self._rulings()
        yield "audit.html", self._audit()
        if self.known.luck is not None:
            found = made.luck_table(self.known.luck.players, self.shown.tables)
            yield "luck.html", self._page("luck", "luck.html", self.say("luck"), luck=found)
        for match in self.event.matches:
            yield from self._match(match)

    # -- what all pages share -------------------------------------------------------------------

    def _pages(self) -> Iterator[_Page]:
        say = self.say
        yield _Page("index.html", say("front"))
        yield _Page("entries.html", say("entries"))
        for paired in self.event.started:
            yield _Page(_round_page(paired), say("round", number=paired.round))
        for name in ("standings", "rulings", "audit"):
            yield _Page(f"{name}.html", say(name))
        if self.known.luck is not None:
            yield _Page("luck.html", say("luck"))

    def _page(self, template: str, here: str, heading: str, up: str = "", **values: Any) -> bytes:
        event = self.event.event
        head, _, foot = self._text("layout.html.j2").partition("{{ body }}")
        text = self._text("macros.html.j2") + head + self._text(f"{template}.html.j2") + foot
        try:
            page = page_html(
                text, self.shown.language, word=self.say, code=self.shown.language, up=up,
                here=here, heading=heading, title=event.title, game=self.game,
                pages=self.pages,
                link=f"{self.url}{here}" if self.url else "", **values,
            )  # fmt: skip
        except Exception as error:  # Whatever a club's template does wrong is no fault of ours.
            if self._folder is None:
                raise
            raise self._broken(template, error) from error
        return page.lstrip("\n").encode()

    def _broken(self, template: str, error: Exception) -> Unusable:
        message = visible(f"a template cannot be used: {error or type(error).__name__}")
        hint = "Take the program's own template and change it little by little."
        return unusable_file(
            f"{self._folder}/{template}.html.j2", "template-unusable", message, hint
        )

    def _text(self, name: str) -> str:
        if name not in self._texts:
            own = None if self._folder is None else self._folder / name
            if own is not None and own.is_file():
                raw = read_bytes(own, limit=MAX_SIZE)
            else:
                raw = pkgutil.get_data(__name__, name) or b""
            self._texts[name] = raw.decode("utf-8", "replace")
        return self._texts[name]

    def _told(self, lines: Iterable[Told]) -> list[dict[str, str]]:
        return [
            {"when": self.say("line", n=one.n, at=one.at.astimezone(UTC).strftime(_MINUTE)),
             "match": one.match, "page": f"matches/{one.match}/index.html", "text": one.text}
            for one in lines
        ]  # fmt: skip

    # -- the pages ------------------------------------------------------------------------------

    def _front(self, public: Sequence[str]) -> bytes:
        shown, event = self.shown, self.event.event
        leaders = None
        if self.event.started:
            table = made.standings_table(shown.standings, facts.rules_of(self.event), shown.tables)
            leaders = dataclasses.replace(table, rows=table.rows[:_LEADERS], notes=())
        logs = [f"matches/{one}/log.jsonl" for one in self.known.matches]
        return self._page(
            "front", "index.html", self.say("front"), state=shown.state, leaders=leaders,
            latest=self._told([*shown.lines()][: -_LATEST - 1 : -1]),
            facts=[*shown.facts(self.game)], about=_paragraphs(event.about),
            draws=[*shown.draws()], files=[*public, *logs],
            enter=self.say("enter-ask", referee=shown.referee(event.referees[0].id)),
        )  # fmt: skip

    def _round(self, paired: RoundPairing) -> bytes:
        shown, say = self.shown, self.say
        rows = [*shown.pairings(paired)]
        has_groups = any(group for _, group, _, _ in rows)
        seats = [visible(seat) for seat in self.event.event.all_seats]
        groups = [say("group")] if has_groups else []
        headings = [say("match"), *groups, *seats, say("result")]
        table = Table(
            title=say("pairings", number=paired.round),
            columns=tuple(Column(heading=one, is_number=False) for one in headings),
            rows=tuple(
                (match, *([group] if has_groups else []), *named, outcome)
                for match, group, named, outcome in rows
            ),
        )  # fmt: skip
        after = facts.standings_of(self.event, after=paired.round)
        found = made.standings_table(after, facts.rules_of(self.event), shown.tables)
        return self._page(
            "round", _round_page(paired), say("round", number=paired.round), pairings=table,
            links={match: f"matches/{match}/index.html" for match, *_ in rows},
            byes=[*shown.byes(paired)], notes=[*shown.notes(paired)], standings=[found],
        )  # fmt: skip

    def _standings(self) -> bytes:
        shown, rules, words = self.shown, facts.rules_of(self.event), self.shown.tables
        groups = sorted({
            one.group for one in self.event.matches.values() if one.group is not None
        })  # fmt: skip
        found: list[Table] = []
        if len(groups) != 1:  # Of the whole event; of a single group its own table says the same.
            found = [made.standings_table(shown.standings, rules, words)]
        for group in groups:
            of = facts.standings_of(self.event, group=group)
            table = made.standings_table(of, rules, words)
            title = f"{table.title}, {self.say('group')} {group}"
            found += [dataclasses.replace(table, title=title), shown.group_table(group)]
        if not groups and self.event.started:
            found.append(shown.crosstable())
        if shown.standings.teams:
            found.append(made.teams_table(shown.standings, words))
        if any(one.players for one in shown.standings.sides):
            found.append(made.sides_table(shown.standings, words))
        if self.event.results:
            rated = facts.ratings_of(self.event, today=shown.day)
            found.append(made.ratings_table(rated, RatingRules(), shown.day, words))
            sides = made.balance_tables(facts.balance_of(self.event), words)
            found += [one for one in sides if one.rows]
        earlier = [
            _Page(_round_page(one), self.say("after", number=one.round))
            for one in self.event.started
        ]
        return self._page("standings", "standings.html", self.say("standings"), tables=found,
                          earlier=earlier)  # fmt: skip

    def _rulings(self) -> bytes:
        event, say, shown = self.event.event, self.say, self.shown
        rulings = [
            {"heading": say("ruling", n=one.n, day=one.day, referee=shown.referee(one.by)),
             "text": one.text}
            for one in event.rulings
        ]  # fmt: skip
        amendments = [
            {"heading": say("amendment", n=one.n, day=one.day, referee=shown.referee(one.by)),
             "text": f"{one.reason} {say('changes', fields=', '.join(one.changes))}"}
            for one in event.amendments
        ]  # fmt: skip
        withdrawals = [
            say("withdrawal", player=shown.name(one.id), day=one.withdrawn.day)
            + (f" {one.withdrawn.reason}" if one.withdrawn.reason else "")
            for one in self.event.players.players
            if one.withdrawn is not None
        ]
        return self._page(
            "rulings", "rulings.html", say("rulings"), rulings=rulings, amendments=amendments,
            decisions=self._told(shown.decisions()), withdrawals=withdrawals,
        )  # fmt: skip

    def _audit(self) -> bytes:
        found, say = self.known.audit, self.say
        if found is None:
            return self._page("audit", "audit.html", say("audit"), verdict="")
        links = {one.match: f"matches/{one.match}/index.html" for one in found.matches}
        return self._page(
            "audit", "audit.html", say("audit"), links=links,
            verdict=say("verdict-is", verdict=say(found.verdict)), findings=self._findings(found),
            matches=self._audit_table(found.matches),
            hash=say("tournament-hash", hash=found.tournament),
            kept=say("event-head", head=found.head) if found.head else "",
        )  # fmt: skip

    def _findings(self, found: EventAudit) -> Table | None:
        if not found.findings:
            return None
        keys = ("file", "verdict", "says")
        return Table(
            title=self.say("findings"),
            columns=tuple(Column(heading=self.say(key), is_number=False) for key in keys),
            rows=tuple(
                (visible(one.path), self.say(one.verdict), visible(one.says))
                for one in found.findings
            ),
        )  # fmt: skip

    def _audit_table(self, matches: Sequence[AuditedMatch]) -> Table:
        numbers = ("openings", "rolls", "rewinds", "corrections")
        keys = ("match", "verdict", *numbers, "withheld", "late", "head", "says")
        return Table(
            title=self.say("matches"),
            columns=tuple(Column(heading=self.say(key), is_number=key in numbers) for key in keys),
            rows=tuple(
                (one.match, self.say(one.verdict), *(str(getattr(one, key)) for key in numbers),
                 _counts(one.withheld), _counts(one.late), one.head[:16], visible(one.says))
                for one in matches
            ),
        )  # fmt: skip

    def _match(self, match: str) -> Iterator[tuple[str, bytes]]:
        shown, say = self.shown, self.say
        public = self.known.matches.get(match)
        inside = f"matches/{match}"
        begun = (self.event.match_folder(match) / "log.jsonl").is_file()
        found = self._audited.get(match)
        verdict = "" if found is None else say(found.verdict)
        if found is not None and found.says:
            verdict += f": {visible(found.says)}"
        picture = ""
        if public is not None and public.map:
            picture = say("map-of", match=match, n=public.n)
            yield f"{inside}/map.svg", public.map
        if public is not None:
            yield f"{inside}/log.jsonl", public.log
        lacking = say("not-begun") if not begun else say("no-map")
        if public is not None and not picture:
            lacking = say("hidden")
        yield f"{inside}/index.html", self._page(
            "match", f"{inside}/index.html", say("match-title", match=match), "../../",
            outcome=shown.outcome(self.event.matches[match]),
            seats=[(visible(seat), shown.name(player))
                   for seat, player in self.event.seated(match).items()],
            source=[*shown.source(match)], lines=self._told(shown.lines(match)), verdict=verdict,
            picture=picture, report=Markup("" if public is None else public.report),
            lacking=lacking,
            has_log=public is not None,
        )  # fmt: skip


def _round_page(paired: RoundPairing) -> str:
    return f"round-{paired.round:02d}.html"


def _counts(by_seat: Mapping[str, int]) -> str:
    return ", ".join(f"{visible(seat)} {count}" for seat, count in by_seat.items())


def _paragraphs(text: str) -> list[list[str]]:
    """Returns the paragraphs of a text: words, and in every second place an address of the web."""
    return [
        _ADDRESS.split(visible(part.strip(), keep="\n"))
        for part in text.split("\n\n")
        if part.strip()
    ]
