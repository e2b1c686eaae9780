"""The page of a match for spectators, and the files beside it: values in, bytes out.

One `index.html` holds all that it shows; it works from a disk and asks nobody for anything. Without
scripts it has the last map and all reports.
"""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.api.problems import unusable_file
from adjudicator.api.spectating import Scores, WatchedOpening, colours_of, watch
from adjudicator.api.texts import (
    colours,
    lean_script,
    page_html,
    script_hash,
    shared_macros,
)
from adjudicator.api.verifying import verifier_page
from adjudicator.site import english, german
from adjudicator.site.charts import graph, marks, reach_of, ticks
from adjudicator.site.cutting import cut
from adjudicator.site.earlier import Earlier, check_map, facts_in, read_page
from adjudicator.site.facts import Facts, Luck, Opening, Series, Side, series_of
from adjudicator.site.feed import FEED, PAGE, feed_of

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.api.shown import Faults
    from adjudicator.api.spectating import Watched

__all__ = [
    "LOG", "VERIFY", "Before", "Markup", "Site", "page_of", "report_style", "report_template",
    "site_of",
]  # fmt: skip

LOG = "log.jsonl"
VERIFY = "verify.html"
_WORDS: Mapping[str, Mapping[str, str]] = {"en": english.WORDS, "de": german.WORDS}
_ALIVE = re.compile(r"<(?:/?(?:script|noscript)|!)", re.IGNORECASE)
_SCRIPT_WORDS = (
    "play", "pause", "place", "to-play", "waits", "dice", "die", "copied", "copy-by-hand",
)  # fmt: skip


class Markup(str):
    """Markup that is safe by its making: a template puts it in as it is."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


class Before(NamedTuple):
    """A page that was made before."""

    page: bytes
    source: str
    """What problems call it."""


class Site(NamedTuple):
    """A page for spectators and what lies beside it."""

    files: Mapping[str, bytes]
    """By name: the page, the feed, the log, the verifier's page."""
    facts: Facts
    """What the page says of the match."""
    made: tuple[int, ...]
    """The openings that were made now; others are those of the page before."""
    missing: tuple[int, ...]
    """The openings that the page lacks: they cannot be made here, and no page before had them."""
    faults: Faults
    """What the program failed to draw or to tell; something plain stands in for it."""


def site_of(
    match: Path,
    *,
    now: datetime,
    before: Before | None = None,
    dated: Before | None = None,
    url: str = "",
) -> Site:
    """Returns the page of a match for spectators, and the files that lie beside it.

    Nothing that a seat alone may know is in it. The same match, page before and moments give the
    same bytes.

    Args:
        match: the folder of the match, a clone of it, or its log.
        now: when the openings are shown that were on no page before.
        before: the page before: its openings stay as they are there, and only others are made.
        dated: a page from which only the moments are taken at which openings were first shown.
        url: the address of the folder in which the page will lie, for the feed; empty: unknown.

    Raises:
        RefusedFile: lines of the log are damaged, or its rules do not give what it says.
        UnusableFile: there is no match, or its game or map cannot be used; or a page before is
            none that was made here, or one of another match.
    """
    old = None if before is None else read_page(*before)
    known = {} if old is None else {one.n: one.state for one in old.facts.openings}
    watched = watch(match, template=report_template(), known=known)
    for page, facts in ((before, old and old.facts), (dated, _facts_of(dated))):
        if page is not None and facts is not None and facts.id != watched.id:
            raise _of_another(page.source)
    kept = {n: state for n, state in known.items() if watched.states.get(n) == state}
    facts = _facts(watched, old, kept, _moments(old, _facts_of(dated), now))
    own = {one.n: one for one in watched.openings}
    maps = {n: _map_of(own[n]) if n in own else _old(old).maps[n] for n in _numbers(facts)}
    reports = {n: _report_of(own[n]) if n in own else _old(old).reports[n] for n in maps}
    url = f"{url.rstrip('/')}/" if url else ""
    files = {
        PAGE: page_of(facts, maps, reports, [n for n in watched.missing if n not in maps]),
        FEED: feed_of(facts, url),
        LOG: watched.log,
        VERIFY: verifier_page(),
    }
    missing = tuple(n for n in watched.missing if n not in maps)
    return Site(files, facts, tuple(own), missing, watched.faults)


def _of_another(source: str) -> Exception:
    return unusable_file(
        source,
        "site-of-another",
        "this page is that of another match",
        "Name the page that was made for this match last, or another folder.",
    )


def _old(old: Earlier | None) -> Earlier:
    assert old is not None, "an opening is made now, or was on the page before"
    return old


def _numbers(facts: Facts) -> list[int]:
    return [one.n for one in facts.openings]


def _facts_of(dated: Before | None) -> Facts | None:
    return None if dated is None else facts_in(*dated)


def _moments(old: Earlier | None, dated: Facts | None, now: datetime) -> Mapping[Any, str]:
    """Returns when openings were first shown, by number and state; by None what is new."""
    found: dict[Any, str] = {None: now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}
    for facts in (dated, None if old is None else old.facts):
        for one in () if facts is None else facts.openings:
            found[one.n, one.state] = one.updated
    return found


# -- what is said of the match --------------------------------------------------------------------


def _facts(
    watched: Watched, old: Earlier | None, kept: Mapping[int, str], moments: Mapping[Any, str]
) -> Facts:
    """Returns what the page says of a match, out of what was made now and what is kept."""
    sides, held, lost = _sides(watched, old)
    openings = {one.n: one for one in (old.facts.openings if old else ()) if one.n in kept}
    if old is not None and old.facts.sides != sides:  # It had no figures, or others.
        openings = {n: one.model_copy(update={"scores": None}) for n, one in openings.items()}
    openings |= {one.n: _opening(one, sides, moments) for one in watched.openings}
    for n, told in openings.items():
        before = openings.get(n - 1)
        if not told.turn and before is not None:  # A clone knows what is next, and not what was.
            openings[n] = told.model_copy(update={"turn": before.next_turn})
    return Facts(
        id=watched.id,
        name=watched.name,
        title=watched.title,
        people=watched.people,
        game=watched.game,
        language=watched.language if watched.language in _WORDS else "en",
        sides=sides,
        held=held,
        lost=lost,
        stands=watched.stands,
        annulled=watched.annulled,
        openings=tuple(openings[n] for n in sorted(openings)),
    )


def _sides(watched: Watched, old: Earlier | None) -> tuple[tuple[Side, ...], str, str]:
    """Returns the sides as graphs show them, and what is counted of them."""
    scores = next((one.scores for one in watched.openings if one.scores is not None), None)
    if scores is None and old is not None:
        return old.facts.sides, old.facts.held, old.facts.lost
    if scores is None:
        thrown = dict.fromkeys(of.side for one in watched.openings for of in one.luck)
        sides = [(side, side) for side in thrown]
        looks: list[str | None] = [None for _ in sides]
    else:
        sides = [(one.side, one.name) for one in scores.sides]
        looks = [one.look for one in scores.sides]
    found = tuple(
        Side(id=side, name=name, colour=colour)
        for (side, name), colour in zip(sides, colours_of(looks), strict=True)
    )
    return found, "" if scores is None else scores.held, "" if scores is None else scores.lost


def _opening(one: WatchedOpening, sides: Sequence[Side], moments: Mapping[Any, str]) -> Opening:
    return Opening(
        n=one.n,
        state=one.state,
        turn=one.turn,
        next_turn=one.next_turn,
        title=one.title,
        headline=one.headline,
        due=one.due,
        is_over=one.is_over,
        standing=next(iter(one.standings), ""),
        dice=one.dice,
        scores=_figures(one.scores, sides),
        luck=tuple(Luck(**of._asdict()) for of in one.luck),
        updated=moments.get((one.n, one.state), moments[None]),
    )


def _figures(scores: Scores | None, sides: Sequence[Side]) -> tuple[tuple[int, int], ...] | None:
    if scores is None:
        return None
    by_side = {one.side: (one.held, one.lost) for one in scores.sides}
    return tuple(by_side.get(side.id, (0, 0)) for side in sides)


def _map_of(one: WatchedOpening) -> str:
    """Returns the map of an opening; one that came as a file is looked at."""
    if one.text:
        check_map(one.map)
    return one.map


def _report_of(one: WatchedOpening) -> str:
    """Returns the report of an opening as it stands in the page."""
    if not one.text:
        return one.report.strip()
    return page_html(_PLAIN, "en", title=one.title, headline=one.headline, text=one.text).strip()


_PLAIN = """
<header><h2>{{ title }}</h2>
{% if headline %}
<p class="headline">{{ headline }}</p>
{% endif %}
</header>
<pre>{{ text }}</pre>
"""


# -- the page -------------------------------------------------------------------------------------


def page_of(
    facts: Facts,
    maps: Mapping[int, str],
    reports: Mapping[int, str],
    missing: Sequence[int] = (),
) -> bytes:
    """Returns the page.

    Args:
        maps: by opening, as SVG text.
        reports: by opening, as HTML of the template of reports.
        missing: the openings that it lacks.
    """
    words, series = _WORDS[facts.language], series_of(facts)
    chain = [facts.openings[facts.shown].n]
    chain += [n for n in reversed(_numbers(facts)) if n != chain[0]]
    made = cut([_inert(maps[n]) for n in chain])
    shown = {
        "words": {key: words[key] for key in _SCRIPT_WORDS},
        "series": series.model_dump(),
        "chain": chain,
        "changes": made.changes,
    }
    scripts = tuple(lean_script(_file(name)) for name in ("maps.js", "page.js"))
    page = page_html(
        _file("page.html.j2"),
        facts.language,
        facts=facts,
        now=facts.openings[facts.shown],
        words=words,
        state=_state(facts, words),
        reports=[(one, Markup(reports[one.n]), one.n in facts.annulled) for one in facts.openings],
        rows=_rows(facts, series),
        graphs=_graphs(facts, series, words),
        marks=Markup(marks(facts, series)),
        ticks=ticks(facts),
        missing=", ".join(map(str, missing)),
        base=Markup(made.base),
        pieces=Markup(made.pieces),
        facts_json=_json(facts.model_dump()),
        shown_json=_json(shown),
        scripts=[(Markup(text), script_hash(text)) for text in scripts],
        style=Markup(colours() + _file("report.css") + _file("page.css")),
        files={"log": LOG, "verify": VERIFY, "feed": FEED},
    )
    return page.encode()


def _inert(svg: str) -> str:
    """Returns a map as it is; what a package of a game drew may not end the block that holds it.

    Raises:
        ValueError: it holds a script or a comment.
    """
    if found := _ALIVE.search(svg):
        raise ValueError(f"a map of a page holds no {found[0]}")
    return svg


def _state(facts: Facts, words: Mapping[str, str]) -> str:
    """Returns whose turn it is, or how the match ended."""
    now = facts.openings[facts.shown]
    if now.is_over:
        return now.standing or words["over"]
    return words["to-play"].format(seats=", ".join(now.due)) if now.due else words["waits"]


def _rows(facts: Facts, series: Series) -> list[tuple[Side, list[str]]]:
    """Returns how each side stands where the page begins: what it holds, lost, how lucky it was."""
    at = facts.shown
    kinds = [of for of in (series.held, series.lost) if of]
    rows = []
    for place, side in enumerate(facts.sides):
        cells = ["\N{EN DASH}" if of[place][at] is None else str(of[place][at]) for of in kinds]
        if series.luck:
            cells.append(_lucky(series.luck[place][at]))
        rows.append((side, cells))
    return rows if kinds or series.luck else []


def _lucky(hundredths: int) -> str:
    """Writes luck with its sign and one decimal."""
    tenths = (abs(hundredths) + 5) // 10
    sign = "" if not tenths else "+" if hundredths > 0 else "\N{MINUS SIGN}"
    return f"{sign}{tenths // 10}.{tenths % 10}"


def _graphs(
    facts: Facts, series: Series, words: Mapping[str, str]
) -> list[tuple[str, str, str, Markup]]:
    """Returns of each graph its caption, from where to where it reaches, a note, the drawing."""
    found = []
    if series.held:
        so_far = words["lost-so-far"].format(what=facts.lost)
        for caption, lines in ((facts.held, series.held), (so_far, series.lost)):
            low, top = reach_of(lines)
            drawn = Markup(graph(caption, facts, lines))
            found.append((caption, f"{low} \N{EN DASH} {top}", "", drawn))
    if series.luck:
        reach = " \N{EN DASH} ".join(map(_lucky, reach_of(series.luck)))
        drawn = Markup(graph(words["luck"], facts, series.luck, steps=False))
        found.append((words["luck"], reach, words["luck-what"], drawn))
    return found


def _json(value: Any) -> Markup:
    """Returns data as text: `<` is escaped, so no text of it ends or begins an element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(re.sub("[<\u2028\u2029]", lambda one: f"\\u{ord(one[0]):04x}", text))


def report_template() -> str:
    """Returns the template of one opening as spectators are told it, for `report.css`."""
    return f"{shared_macros()}{_file('report.html.j2')}"


def report_style() -> str:
    """Returns the style sheet of what `report_template` makes."""
    return _file("report.css")


def _file(name: str) -> str:
    raw = pkgutil.get_data("adjudicator.site", name)
    assert raw is not None, "the package brings its page along"
    return raw.decode()
