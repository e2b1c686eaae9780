"""What lies on the page: what each file is, of which match, and which commands go with it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.api.mailed import read_state
from adjudicator.api.named_files import MAX_LOG, MAX_SIZE, read_bytes, sheet_file
from adjudicator.api.problems import AdjudicatorError
from adjudicator.api.routing import addressed
from adjudicator.documents.kinds import begins_as_log

__all__ = ["Act", "Thing", "acts", "match_of", "things"]


class Act(NamedTuple):
    """A command that can be run with what lies there."""

    word: str
    """Under which key the page says what it does."""
    argv: tuple[str, ...]
    """The command behind `adjudicator`; to make a sheet, its position and seat."""
    about: str = ""
    """What the words name besides: a seat, a sheet."""
    shows: str = ""
    """The file that the page then shows."""


class Thing(NamedTuple):
    """A file, or the folder of a match."""

    path: str
    """Below the folder of the page."""
    kind: str
    """`match`, `log`, `view`, `orders`, `offer`, `secret`, `seen`, `report`, `map`; else what it
    says that it is, or `file`."""
    match: str = ""
    """The id of its match, where it says so."""
    name: str = ""
    """What people call the match or game."""
    n: int = 0
    """The number of the next opening, or of a sheet's."""
    seat: str = ""
    """Whose it is."""
    seats: tuple[str, ...] = ()
    """Whose sheets are awaited; of an offer, the seats that can join."""


def things(folder: Path) -> tuple[Thing, ...]:
    """Returns what lies in the folder of the page, the folders of matches first."""
    found: list[Thing] = []
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            found += _in_folder(folder, path)
        else:
            found.append(_thing(folder, path))
    order = ("match", "log", "view", "offer", "orders", "pledge", "join", "report", "map")
    rank = {kind: number for number, kind in enumerate(order)}
    return tuple(sorted(found, key=lambda one: (rank.get(one.kind, len(order)), one.path)))


def _in_folder(folder: Path, path: Path) -> Iterator[Thing]:
    """Yields the match that a folder holds; of any other folder, its files."""
    name = path.relative_to(folder).as_posix()
    if (path / "log.jsonl").is_file():
        match, title = _of_a_log(path / "log.jsonl")
        yield Thing(name, "match", match, title)
    elif (path / "offer.json").is_file() and (path / "referee").is_dir():
        yield Thing(name, "offered", name=path.name)
    else:
        for inner in sorted(path.rglob("*"))[:200]:
            if inner.is_file():
                yield _thing(folder, inner)


def _thing(folder: Path, path: Path) -> Thing:
    name = path.relative_to(folder).as_posix()
    if path.suffix in (".html", ".htm"):
        return Thing(name, "report")
    if path.suffix in (".svg", ".png"):
        return Thing(name, "map")
    if path.stat().st_size > MAX_LOG:
        return Thing(name, "file")
    raw = read_bytes(path, limit=MAX_LOG)
    if begins_as_log(raw):
        match, title = _of_a_log(path)
        return Thing(name, "log", match, title)
    if path.name.endswith(".seen.jsonl"):
        return Thing(name, "seen")
    if len(raw) > MAX_SIZE:
        return Thing(name, "file")
    try:
        said = addressed(sheet_file(path))
    except AdjudicatorError:
        return Thing(name, "file")
    if said.kind == "view":
        return _state(name, path)
    if said.kind == "offer":
        return _offer(name, raw)
    if said.kind == "secret":
        return _key(name, raw)
    kind = said.kind or "file"
    return Thing(name, kind, said.match or "", n=said.n or 0, seat=said.seat or "")


def _state(name: str, path: Path) -> Thing:
    try:
        state = read_state(path)
    except AdjudicatorError:
        return Thing(name, "view")
    asked = {one.seat for one in state.pending if one.seat is not None}
    seats = tuple(seat for seat in state.seats if seat in asked and state.seat in (None, seat))
    title = f"{state.name}: {state.game_title}" if state.name else state.game_title
    return Thing(name, "view", state.id, title, state.n + 1, state.seat or "", seats)


def _offer(name: str, raw: bytes) -> Thing:
    data = _read(raw)
    scenario = data.get("scenario")
    seats = scenario.get("seats") if isinstance(scenario, dict) else None
    named = tuple(sorted(map(str, seats))) if isinstance(seats, dict) else ()
    return Thing(name, "offer", name=str(data.get("game", "")), seats=named)


def _key(name: str, raw: bytes) -> Thing:
    data = _read(raw)
    seat, match = str(data.get("who", "")), str(data.get("match", ""))
    return Thing(name, "secret", str(data.get("game") or ""), match, seat=seat)


def match_of(raw: bytes) -> str:
    """Returns the id of the match that a file says it is of; empty: it says none."""
    if begins_as_log(raw):
        return str(_read(raw.partition(b"\n")[0]).get("gid", ""))
    return addressed(raw).match or "" if len(raw) <= MAX_SIZE else ""


def _read(raw: bytes) -> dict[str, Any]:
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _of_a_log(path: Path) -> tuple[str, str]:
    """Returns the id and the name of the match of a log, as its first line says them."""
    first = _read(read_bytes(path, limit=MAX_LOG).partition(b"\n")[0])
    offer = first.get("offer")
    name = str(offer.get("game", "")) if isinstance(offer, dict) else ""
    return str(first.get("gid", "")), name


# -- what can be done -----------------------------------------------------------------------------


def acts(thing: Thing, others: Sequence[Thing]) -> tuple[Act, ...]:
    """Returns what can be done with a thing, the likeliest first."""
    return tuple(_acts(thing, others))


def _acts(thing: Thing, others: Sequence[Thing]) -> Iterator[Act]:
    path = thing.path
    if thing.kind == "orders":
        for subject in _subjects(thing, others):
            yield Act("check", ("check", subject.path, path), subject.path)
            yield Act("odds", ("odds", subject.path, path), subject.path)
    elif thing.kind == "view":
        for seat in thing.seats:
            yield Act("make", (path, seat), seat)
        yield Act("status", ("status", path))
        yield Act("map", ("map", path, *_shown("map.svg")), shows="map.svg")
        yield Act("report", ("report", path, "--html", *_shown("report.html")), shows="report.html")
    elif thing.kind == "log":
        yield Act("verify", ("verify", path))
        yield Act("luck", ("luck", path))
        yield Act("report", ("report", path, "--html", *_shown("report.html")), shows="report.html")
        yield from _pledges(thing, others)
    elif thing.kind == "match":
        yield from _of_a_match(thing, others)
    elif thing.kind == "offer":
        for seat in thing.seats:
            yield Act("join", ("join", path, seat), seat)


def _of_a_match(thing: Thing, others: Sequence[Thing]) -> Iterator[Act]:
    path = thing.path
    sheets = [one.path for one in others if one.kind in ("orders", "pledge")
              and one.match == thing.match]  # fmt: skip
    yield Act("adjudicate", ("adjudicate", path, *sheets), ", ".join(sheets))
    yield Act("status", ("status", path))
    yield Act("verify", ("verify", path))
    yield Act("report", ("report", path, "--html", *_shown("report.html")), shows="report.html")
    yield from _pledges(thing, others)


def _pledges(thing: Thing, others: Sequence[Thing]) -> Iterator[Act]:
    """Yields answers to a lock, of seats whose key files lie here."""
    for key in others:
        if key.kind == "secret" and key.seat and thing.name and key.name == thing.name:
            yield Act("pledge", ("pledge", thing.path, key.seat), key.seat)


def _subjects(sheet: Thing, others: Sequence[Thing]) -> list[Thing]:
    """Returns what a sheet can be judged by: its own seat's view, a match, everybody's view."""
    found = [one for one in others if one.kind in ("view", "match")
             and sheet.match in ("", one.match) and one.seat in ("", sheet.seat)]  # fmt: skip
    return sorted(found, key=lambda one: (one.n != sheet.n, one.seat != sheet.seat))


def _shown(name: str) -> tuple[str, ...]:
    """Returns the options that write what the page shows."""
    return ("--out", f"/tmp/{name}", "--force")
