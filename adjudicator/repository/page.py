"""README.md of a match: what a forge shows first (repository 1). Each turn makes it anew.

Made of what everybody may know, and of nothing that depends on who makes it or when: the same turn
gives the same bytes. Names are words of strangers: nothing in them is markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from adjudicator.api.begun import BegunMatch
from adjudicator.api.match import Match
from adjudicator.api.texts import visible
from adjudicator.repository.inbox import inbox_path
from adjudicator.repository.settings import RepositorySettings

__all__ = ["README", "match_page"]

README = "README.md"
"""Where it lies."""
_MARKUP = re.compile(r"([\\`*_\[\]<>#|&~@]|:(?=//)|(?<=www)\.)")
"""What would be markup, or what a forge makes a link of, inside of a line."""


def match_page(
    match: BegunMatch,
    settings: RepositorySettings,
    until: Mapping[str, str] = MappingProxyType({}),
) -> bytes:
    """Returns the README.md of a match as it stands.

    Args:
        until: by seat, until when it has time; empty where no clock runs.
    """
    return ("\n".join(_lines(match, settings, until)).rstrip("\n") + "\n").encode()


def _lines(
    match: BegunMatch, settings: RepositorySettings, until: Mapping[str, str]
) -> Iterator[str]:
    title, *rest = dict.fromkeys((*match.caption, match.title))
    yield f"# {_plain(title)}"
    yield ""
    for line in rest:
        yield f"{_plain(line)}  "
    yield f"{_plain(match.game_title)}. Opening {match.n}."
    yield ""
    yield "![The map](now/map.svg)"
    yield ""
    yield "## Now"
    yield ""
    yield from (f"* {_plain(line)}" for line in match.standings)
    yield ""
    yield from _awaited(match, until)
    yield "[What happened last](now/report.txt)"
    yield ""
    if settings.page is not None and settings.page.url:
        yield f"[All openings, with dice and graphs]({settings.page.url})"
        yield ""
    if not match.is_over:
        yield from _to_play(match, settings)
    yield from _to_verify()


def _awaited(match: BegunMatch, until: Mapping[str, str]) -> Iterator[str]:
    if match.is_over:
        yield "The match is over."
        yield ""
        return
    yield f"Awaited for opening {match.n + 1}:"
    yield ""
    for one in match.awaited:
        who = one.seat or "whoever holds the match"
        by = f", until {until[who]}" if who in until else ""
        yield f"* {_plain(who)}: {_WHAT[one.what]}{by}"
    yield ""


_WHAT = {
    "sheet": "its order sheet",
    "answer": "an answer",
    "roll": "dice",
    "pledge": "its pledge",
    "beacon": "the value of the beacon",
    "round": "the round of the beacon",
}


def _to_play(match: BegunMatch, settings: RepositorySettings) -> Iterator[str]:
    n = match.n + 1
    seats = [one.seat for one in match.awaited if one.seat is not None]
    seat = seats[0] if seats else "SEAT"
    yield "## To play"
    yield ""
    yield "```sh"
    yield "git pull"
    if match.is_locked:
        yield f"adjudicator git pledge {seat}"
    else:
        sheet, subject = inbox_path(seat, n, "sheet"), "."
        if isinstance(match, Match) and seat in match.files_to_mail().own:
            subject = f"decrypted/{seat}/state.json"
            yield "adjudicator git view"
        yield f"adjudicator template {subject} {seat} --out {sheet}"
        yield f"# write your orders into {sheet}, then:"
        yield "adjudicator git submit" + (" --go-on" if match.mode == "mutual" else "")
    yield "```"
    yield ""
    if settings.sheets == "sealed":
        yield "Sheets are sealed: only the referee can read what you send."
        yield ""


def _to_verify() -> Iterator[str]:
    yield "## To verify"
    yield ""
    yield "```sh"
    yield "adjudicator verify ."
    yield "```"
    yield ""
    yield "[log.jsonl](log.jsonl) alone proves the dice and every result."


def _plain(text: str) -> str:
    """Returns a text in one line, of which nothing is markup."""
    return _MARKUP.sub(r"\\\1", visible(text))
