"""The folder of an event: made, opened with all its problems at once, locked, written whole."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from adjudicator.api.folders import (
    PRIVATE,
    make_folder,
    make_secret,
    match_lock,
    new_folder,
    remove_unfinished,
)
from adjudicator.api.named_files import (
    MAX_LOG,
    MAX_SIZE,
    REFEREE,
    pretty,
    read_bytes,
    read_json,
    read_model_in,
    write_atomically,
)
from adjudicator.api.problems import (
    Located,
    Problem,
    RefusedFile,
    TryAgain,
    unusable_file,
)
from adjudicator.tournament.chain import (
    about_hash,
    check_chain,
    check_rules,
    event_hash,
    rules_hash,
)
from adjudicator.tournament.event import EVENT, Event, amended
from adjudicator.tournament.event_checks import check_event
from adjudicator.tournament.lots import check_value, committed
from adjudicator.tournament.players import (
    PLAYERS,
    Players,
    check_named,
    check_players,
    public_players,
)
from adjudicator.tournament.results import (
    RESULTS,
    Line,
    Replacement,
    Result,
    ResultLine,
    RoundStarted,
    RulesNoted,
    check_results,
    in_force,
)
from adjudicator.tournament.rounds import (
    DRAW,
    INPUT,
    PAIRING,
    ROUNDS,
    TRF,
    Draw,
    PairedMatch,
    RoundPairing,
    bye_id,
    check_draw,
    check_pairing,
    round_folder,
)

__all__ = ["MARK", "MATCHES", "OpenEvent", "held", "make_event", "open_event"]

MARK = "site.json"
"""The file that says of which event a folder is the site, and how it was made."""
MATCHES = "matches"
"""The folder of all matches."""
_PUBLIC = "public"
_KEY = "draw.key"
_MADE = (EVENT, PLAYERS, RESULTS, ROUNDS, MATCHES, REFEREE)
_MOST_ROUNDS = 99

_CUT = Problem(
    "results-cut", "the file ends in the middle of its last line", (), "event", kind="malformed",
    hint="Put the copy back. Where there is none, take this line away: `tournament result` takes"
    " what logs say again; what a referee decided, or a player claimed, must be said again.",
)  # fmt: skip

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True)
class OpenEvent:
    """An event as its files say, judged. Who changes something holds its lock (`held`)."""

    folder: Path
    """Where it lies."""
    written: Event
    """tournament.json, as it stands there."""
    event: Event
    """The same, as its amendments left it."""
    players: Players
    """players.json."""
    draws: Mapping[int, Draw]
    """By round, its draw."""
    rounds: tuple[RoundPairing, ...]
    """The rounds in order; only the last may be a proposal."""
    lines: tuple[Line, ...]
    """results.jsonl."""
    hashes: tuple[str, ...] = ()
    """By line of it, the SHA-256 of what stands in the file."""

    # -- what stands there ----------------------------------------------------------------------

    @property
    def started(self) -> tuple[RoundPairing, ...]:
        """The rounds that have started."""
        return tuple(one for one in self.rounds if one.started is not None)

    @property
    def proposal(self) -> RoundPairing | None:
        """The round that is paired and has not started."""
        last = self.rounds[-1] if self.rounds else None
        return last if last is not None and last.started is None else None

    @property
    def matches(self) -> dict[str, PairedMatch]:
        """By id, the matches of all rounds that have started."""
        return {one.match: one for paired in self.started for one in paired.matches}

    @property
    def paired(self) -> frozenset[str]:
        """The ids of all who were paired in a round that has started."""
        return frozenset(who for one in self.matches.values() for who in one.seats.values())

    @property
    def results(self) -> dict[str, Result]:
        """By match and bye, the result in force."""
        return in_force(self.lines)

    def seated(self, match: str) -> dict[str, str]:
        """Returns by seat who has it now, replacements in place."""
        seats = dict(self.matches[match].seats)
        for one in self.lines:
            if isinstance(one, Replacement) and one.match == match:
                seats[one.seat] = one.player
        return seats

    def seats_of(self, match: str) -> tuple[str, ...]:
        """Returns the seats of a match, in the game's order: a smaller table has other ones."""
        return self.event.sizes[len(self.matches[match].seats)]

    @property
    def open_matches(self) -> tuple[str, ...]:
        """The matches that have started and have no result."""
        results = self.results
        return tuple(match for match in self.matches if match not in results)

    def match_folder(self, match: str) -> Path:
        """Returns the folder of a match, whether or not it is there."""
        return self.folder / MATCHES / match

    @property
    def draw_key(self) -> str:
        """The referee's 32 bytes, out of which commitments are made, in hexadecimal.

        UnusableFile: they are not there.
        """
        path = self.folder / REFEREE / _KEY
        raw = read_bytes(path, limit=64)
        if len(raw) != 64:
            raise unusable_file(path, "bad-draw-key", "the key of the draws has 64 digits",
                                "Put the copy back.")  # fmt: skip
        return raw.decode("ascii", "replace")

    def check_known(self) -> None:
        """Refuses an event that names players who are not entered: in its referees, or apart.

        Raises:
            RefusedFile: `no-such-player`, each with its place in tournament.json.
        """
        if unknown := _unknown(self):
            raise RefusedFile(unknown)

    # -- what is noted --------------------------------------------------------------------------

    @property
    def head(self) -> str:
        """The hash of the last line of results.jsonl: whoever keeps it can hold the file to it.

        Of an event without lines it is the hash of what tournament.json fixes.
        """
        return self.hashes[-1] if self.hashes else event_hash(self.written)

    @property
    def about_noted(self) -> str:
        """What the last line that notes it has of the words about the event; empty: none does."""
        noted = [one.about for one in self.lines if isinstance(one, RoundStarted | RulesNoted)]
        return noted[-1] if noted else ""

    def rules_noted(self, n: int, now: datetime) -> Iterator[RulesNoted]:
        """Yields the line that notes the rules of now, if they are not those of the last one.

        Args:
            n: the number of the line.
        """
        counts = len(self.written.amendments), len(self.written.rulings)
        noted = [(one.amendments, one.rulings) for one in self.lines if isinstance(one, RulesNoted)]
        about = about_hash(self.event)
        is_new = bool(self.about_noted) and self.about_noted != about
        if is_new or counts != (noted[-1] if noted else (0, 0)):
            yield RulesNoted(n=n, at=now, amendments=counts[0], rulings=counts[1], about=about,
                             digest=rules_hash(self.written, *counts))  # fmt: skip

    def round_noted(self, number: int, n: int, now: datetime) -> Iterator[RoundStarted]:
        """Yields the line that notes the files of a round that has started, if none has.

        Args:
            n: the number of the line.
        """
        if not any(isinstance(one, RoundStarted) and one.round == number for one in self.lines):
            yield RoundStarted(n=n, at=now, round=number, files=self.round_files(number),
                               about=about_hash(self.event))  # fmt: skip

    def round_files(self, number: int) -> dict[str, str]:
        """Returns by name the SHA-256 of the files of a round that are there."""
        folder = self.folder / ROUNDS / round_folder(number)
        return {
            name: hashlib.sha256(read_bytes(folder / name, limit=MAX_SIZE)).hexdigest()
            for name in (DRAW, INPUT, TRF, PAIRING) if (folder / name).is_file()
        }  # fmt: skip

    # -- what is written ------------------------------------------------------------------------

    def write_players(self, players: Players) -> None:
        """Puts players.json in place, and the public copy beside it."""
        make_folder(self.folder, _PUBLIC)
        write_atomically(self.folder / PLAYERS, _pretty(players), mode=PRIVATE)
        replace(self, players=players).keep_public()

    @property
    def public_players(self) -> bytes:
        """What the public copy of players.json is to say."""
        return pretty(public_players(self.players, self.paired))

    def keep_public(self) -> None:
        """Makes the public copy of players.json anew where it says something else."""
        path, wanted = self.folder / _PUBLIC / PLAYERS, self.public_players
        if not path.is_file() or read_bytes(path, limit=MAX_SIZE) != wanted:
            make_folder(self.folder, _PUBLIC)
            write_atomically(path, wanted)

    def write_event(self, event: Event) -> None:
        """Puts tournament.json in place."""
        write_atomically(self.folder / EVENT, _pretty(event))

    def write_draw(self, draw: Draw) -> None:
        """Puts the draw of a round in place."""
        self._write(draw.round, DRAW, _pretty(draw))

    def write_pairing(self, pairing: RoundPairing) -> None:
        """Puts the pairing of a round in place."""
        self._write(pairing.round, PAIRING, _pretty(pairing))

    def write_input(self, number: int, text: str, *, is_trf: bool) -> None:
        """Puts what a pairing engine got in place."""
        self._write(number, TRF if is_trf else INPUT, text.encode("ascii"))

    def _write(self, number: int, name: str, content: bytes) -> None:
        folder = make_folder(self.folder, ROUNDS, round_folder(number))
        write_atomically(folder / name, content)

    def write_lines(self, new: Sequence[Line]) -> None:
        """Adds lines to results.jsonl, each of which cites the one before: all of them, or none."""
        path, before = self.folder / RESULTS, self.head
        raw = read_bytes(path, limit=MAX_LOG)
        raw += b"" if raw.endswith(b"\n") or not raw else b"\n"
        for one in new:
            line = _line(one.model_copy(update={"prev": before}))
            raw, before = raw + line + b"\n", hashlib.sha256(line).hexdigest()
        write_atomically(path, raw)


def _pretty(model: BaseModel) -> bytes:
    return pretty(model.model_dump(mode="json"))


def _line(line: Line) -> bytes:
    told = line.model_dump(mode="json")
    return json.dumps(told, separators=(",", ":"), ensure_ascii=True).encode()


# -- made and opened ----------------------------------------------------------------------------


def make_event(folder: Path, event: Event, draw: Draw | None = None) -> OpenEvent:
    """Makes the folder of an event.

    Args:
        draw: the draw of the first round; None: the referee commits themself.

    Raises:
        RefusedFile: the event contradicts itself.
        UnusableFile: the folder holds something already.
        TryAgain: another run is making it, or the disk is full.
    """
    found = list(check_event(event))
    if found:
        document = read_json(_pretty(event), source=EVENT)
        raise RefusedFile(document.located(one) for one in found)
    with new_folder(folder, (*_MADE, _PUBLIC)):
        key = make_secret()
        for name in (ROUNDS, MATCHES):
            make_folder(folder, name)
        write_atomically(make_folder(folder, REFEREE) / _KEY, key.encode(), mode=PRIVATE)
        write_atomically(folder / PLAYERS, _pretty(Players()), mode=PRIVATE)
        public = make_folder(folder, _PUBLIC)
        write_atomically(public / PLAYERS, pretty(public_players(Players(), ())))
        write_atomically(folder / RESULTS, b"")
        first = make_folder(folder, ROUNDS, round_folder(1))
        write_atomically(first / DRAW, _pretty(draw or committed(event.id, key, 1)))
        write_atomically(folder / EVENT, _pretty(event))
    return open_event(folder)


@contextmanager
def held(folder: Path, *, now: datetime | None = None) -> Iterator[OpenEvent]:
    """Holds the lock of an event and gives it, to be changed; what killed runs left goes.

    Args:
        now: when lines are written to results.jsonl, which new amendments and rulings are noted in
            first, once the event has started; None: none are written.

    Raises:
        TryAgain: `event-locked`, another run holds it.
        RefusedFile, UnusableFile: as `open_event`.
    """
    _check_there(folder)
    if (folder / MARK).is_file():
        raise unusable_file(
            folder, "event-published", "these are the pages of an event: whatever is changed here"
            " is public, and the next `tournament site` takes it away",
            "Name the event's own folder.",
        )  # fmt: skip
    try:
        with match_lock(folder):
            for inside in (folder, folder / ROUNDS, folder / _PUBLIC):
                if inside.is_dir():
                    _tidy(inside)
            event = open_event(folder)
            event.keep_public()
            if now is not None and event.started:
                noted = [*event.rules_noted(len(event.lines) + 1, now)]
                if noted:
                    event.write_lines(noted)
                    event = open_event(folder)
            yield event
    except TryAgain as error:
        if error.problem.code != "match-locked":
            raise
        message = f"the event {folder} is held by another run"
        raise TryAgain(error.problem._replace(code="event-locked", message=message)) from None


def _tidy(folder: Path) -> None:
    if folder.name == ROUNDS:
        remove_unfinished(folder)
        return
    for path in folder.glob(".new-*"):
        if path.is_file():
            path.unlink(missing_ok=True)


def _check_there(folder: Path) -> None:
    if not (folder / EVENT).is_file():
        raise unusable_file(
            folder, "no-event", "this is no folder of an event: it has no tournament.json",
            "`adjudicator tournament new FOLDER GAME` makes one.",
        )  # fmt: skip


def open_event(folder: Path) -> OpenEvent:
    """Returns an event as its files say.

    Raises:
        RefusedFile: files are malformed, invalid, or contradict each other: every problem of all
            of them, each with its place.
        UnusableFile: there is no event here.
    """
    _check_there(folder)
    reader = _Reader(folder)
    opened = reader.read()
    if reader.located or opened is None:
        raise RefusedFile(reader.located)
    return opened


class _Reader:
    """Reads all files of an event, and gathers what is wrong with them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.located: list[Located] = []

    def read(self) -> OpenEvent | None:
        """Returns the event, if its files can be understood at all."""
        written = self._model(Event, self.folder / EVENT)
        players = self._model(Players, self.folder / PLAYERS)
        event = None if written is None else self._amended(written)
        draws: dict[int, Draw] = {}
        rounds: list[RoundPairing] = []
        for number in self._numbers():
            inside = self.folder / ROUNDS / round_folder(number)
            if number == 1 or (inside / DRAW).is_file():  # An event begins with its first draw.
                draw = self._model(Draw, inside / DRAW)
                if draw is not None:
                    draws[number] = draw
            if (inside / PAIRING).is_file():
                paired = self._model(RoundPairing, inside / PAIRING)
                if paired is not None:
                    rounds.append(paired)
        lines, hashes = self._lines()
        if written is None or event is None or players is None or self.located:
            return None
        opened = OpenEvent(
            self.folder, written, event, players, draws, tuple(rounds), lines, hashes
        )
        self._judge(opened)
        return opened

    def _model(self, model: type[M], path: Path) -> M | None:
        try:
            raw = read_bytes(path, limit=MAX_SIZE)
            return read_model_in(model, raw, str(path))
        except RefusedFile as error:
            self.located.extend(error.located)
            return None

    def _amended(self, written: Event) -> Event | None:
        found = list(check_event(written))
        if not found:
            try:
                event = amended(written)
                found = [] if event is written else [
                    _of_amendment(one, written) for one in check_event(event)
                ]  # fmt: skip
            except ValidationError as error:
                place = ("amendments", len(written.amendments) - 1)
                first = error.errors(include_url=False, include_input=False)[0]
                where = ".".join(str(step) for step in first["loc"])
                found = [
                    Problem("amendment-unfit", f"what the amendments leave cannot be: {where}",
                            place, "event", kind="invalid",
                            hint="A new value has the form of the field that it changes.")
                ]  # fmt: skip
        if not found:
            return event
        self._locate(self.folder / EVENT, found)
        return None

    def _numbers(self) -> Iterator[int]:
        for number in range(1, _MOST_ROUNDS + 1):
            if number == 1 or (self.folder / ROUNDS / round_folder(number)).is_dir():
                yield number

    def _lines(self) -> tuple[tuple[Line, ...], tuple[str, ...]]:
        """Returns the lines that can be read, and the hash of each."""
        path = self.folder / RESULTS
        found: list[Line] = []
        hashes: list[str] = []
        try:
            whole = read_bytes(path, limit=MAX_LOG).split(b"\n")
        except RefusedFile as error:
            self.located.extend(error.located)
            return (), ()
        for number, text in enumerate(whole, 1):
            if not text and number == len(whole):
                continue
            try:
                found.append(read_model_in(ResultLine, text, str(path)).root)
                hashes.append(hashlib.sha256(text).hexdigest())
            except RefusedFile as error:
                if number == len(whole):
                    self.located.append(Located(_CUT, str(path), number, len(text)))
                    continue
                self.located.extend(one._replace(line=number) for one in error.located)
        return tuple(found), tuple(hashes)

    def _judge(self, opened: OpenEvent) -> None:
        """Gathers in what files contradict each other."""
        known = [one.id for one in opened.players.players]
        self._locate(self.folder / PLAYERS, [*check_players(opened.players.players, opened.event)])
        if opened.rounds:
            self.located += _unknown(opened)
        for number, draw in opened.draws.items():
            path = self.folder / ROUNDS / round_folder(number) / DRAW
            self._locate(path, [*check_draw(draw, number), *check_value(opened.event.id, draw)])
        fixed = event_hash(opened.written)
        for place, one in enumerate(opened.rounds):
            found = list(check_pairing(one, place + 1, opened.event.sizes, known))
            if one.started is None and place + 1 < len(opened.rounds):
                found.append(
                    Problem("pairing-contradicts", "a later round is there, and this one has not"
                            " started", ("started",), "event", kind="invalid",
                            hint="Put the copy back.")
                )  # fmt: skip
            path = self.folder / ROUNDS / round_folder(one.round) / PAIRING
            self._locate(path, found)
            if one.started is not None and one.event != fixed:
                self._locate(self.folder / EVENT, [_changed(one)])
        sat = {match: dict(one.seats) for match, one in opened.matches.items()}
        for one in opened.started:
            sat |= {bye_id(one.round, bye.player): {"": bye.player} for bye in one.byes}
        first = opened.started[0].event if opened.started else fixed
        chained = check_chain(opened.lines, opened.hashes, first)
        for problem in (*check_results(opened.lines, sat), *chained):
            line, *path_in = problem.path
            self._locate_line(int(line), problem._replace(path=tuple(path_in)), opened)
        self._locate(self.folder / EVENT, [*check_rules(opened.written, opened.lines)])

    def _locate(self, path: Path, problems: Sequence[Problem]) -> None:
        if problems:
            document = read_json(read_bytes(path, limit=MAX_SIZE), source=str(path))
            self.located.extend(document.located(one) for one in problems)

    def _locate_line(self, place: int, problem: Problem, opened: OpenEvent) -> None:
        document = read_json(_line(opened.lines[place]), source=str(self.folder / RESULTS))
        self.located.append(document.located(problem)._replace(line=place + 1))


def _unknown(event: OpenEvent) -> list[Located]:
    named = check_named(event.players.players, event.event)
    found = [_of_amendment(one, event.written) for one in named]
    if not found:
        return []
    path = event.folder / EVENT
    document = read_json(read_bytes(path, limit=MAX_SIZE), source=str(path))
    return [document.located(one) for one in found]


def _of_amendment(problem: Problem, written: Event) -> Problem:
    """Returns a problem of what amendments leave, at the last one that changes its field.

    How many dates there are hangs on the format, too.
    """
    is_count = problem.path == ("dates",)
    fields = ("dates", "format") if is_count else problem.path[:1]
    for place, one in reversed([*enumerate(written.amendments)]):
        changed = [name for name in fields if name in one.changes]
        if is_count and len(changed) == 1:
            hint = "One amendment changes both, format and dates: a date for each round, or none."
            return problem._replace(path=("amendments", place, "changes", changed[0]), hint=hint)
        if changed:
            return problem.under("amendments", place, "changes")
    return problem


def _changed(paired: RoundPairing) -> Problem:
    return Problem(
        "event-changed",
        f"tournament.json says something else than when round {paired.round} started",
        (), "event", kind="invalid",
        hint="Take the change back, and write it as an amendment: its day, who made it, why, and"
        " the new values.",
    )  # fmt: skip
