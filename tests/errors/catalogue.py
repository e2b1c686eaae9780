"""Plays the entries of the catalogue: makes the match, runs the command, returns what is shown."""

from __future__ import annotations

import atexit
import base64
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from adjudicator.audit import tfd1
from adjudicator.audit.automatic import header_for
from adjudicator.audit.log import Join
from adjudicator.audit.opening import LockOptions
from adjudicator.cli.app import app
from adjudicator.core.game import Game, Scenario
from adjudicator.core.report import Report
from adjudicator.documents.joins import Invitation, joined
from adjudicator.documents.scenarios import find_scenario, with_options
from adjudicator.games.fortress_america import FORTRESS_AMERICA_2012
from adjudicator.games.nine_fields import NINE_FIELDS
from adjudicator.judge.inside.desk import Desk
from adjudicator.matches.match import Match
from adjudicator.matches.newest_views import views_key, write_now
from adjudicator.matches.opening_files import OpeningFiles
from adjudicator.matches.referee.new_match import begin_match, new_match, offer_match
from tests.errors.events import make_event
from tests.errors.logs import changed_log
from tests.errors.mails import mailed
from tests.errors.patches import PATCHES
from tests.errors.repositories import make_repository, without_ids
from tests.games.fortress_america.playing import GAME, place, scenario, start
from tests.games.galactic_conquest import playing as galactic
from tests.games.invasion_america import playing as invasion
from tests.games.stratix import playing as stratix

__all__ = ["Entry", "entries", "shown"]

FOLDER = Path(__file__).resolve().parent
SECRET = "5e" * 32
BLIND = "b1" * 32
LATER = {"run", "stdout", "log", "patch", "mail", "dropped", "base64", "event"}
"""What run.json says of the command, and not of the match before it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One provoked problem: a folder with run.json, expected.txt and the files of the user."""

    code: str
    folder: Path

    @property
    def name(self) -> str:
        """The code, and the variant if there are several."""
        return str(self.folder.relative_to(FOLDER))

    @property
    def run(self) -> dict[str, Any]:
        """What run.json says."""
        document: dict[str, Any] = json.loads((self.folder / "run.json").read_bytes())
        return document

    @property
    def expected(self) -> str:
        """The exact text that the user sees."""
        return (self.folder / "expected.txt").read_text()


def entries() -> list[Entry]:
    """Returns the entries of the catalogue, sorted."""
    return [
        Entry(path.relative_to(FOLDER).parts[0], path.parent)
        for path in sorted(FOLDER.rglob("run.json"))
    ]


def shown(entry: Entry) -> tuple[int, str]:
    """Returns the exit code and the text of the command of an entry, run in a folder of its own."""
    run = entry.run
    folder = Path(tempfile.mkdtemp())
    try:
        with pytest.MonkeyPatch.context() as monkeypatch:
            monkeypatch.chdir(folder)
            if not run.get("views"):
                monkeypatch.setattr(OpeningFiles, "write_views", _no_pictures)
            if "links" in run:
                monkeypatch.setattr(tfd1, "LINKS", run["links"])
            match = _match_once(run)
            for path in entry.folder.iterdir():
                if path.name not in ("run.json", "expected.txt") and path.is_file():
                    Path(path.name).write_bytes(_with_header(path.read_bytes(), match))
            if "log" in run:
                Path("log.jsonl").write_bytes(changed_log(run))
            if "patch" in run:
                PATCHES[run["patch"]](monkeypatch)
            if "mail" in run:
                return mailed(run["mail"], monkeypatch)
            if "dropped" in run:
                return 1, _dropped(run["dropped"], base64.b64decode(run["base64"]))
            if "account" in run:
                monkeypatch.setenv("ADJUDICATOR_ACCOUNT", run["account"])
            if "repository" in run:
                make_repository(run["repository"], monkeypatch)
            if "event" in run:
                make_event(run["event"], monkeypatch)
            told = Path("pushed").read_bytes() if "pushed" in run.get("repository", ()) else None
            result = CliRunner().invoke(app, run["run"].split(), input=told)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        text = result.stdout if run.get("stdout") else result.stderr
        return result.exit_code, without_ids(text) if run["run"].startswith("git ") else text
    finally:
        shutil.rmtree(folder)


def _dropped(name: str, raw: bytes) -> str:
    """Returns what the judge's page says of a file that it does not take."""
    Path("dropped").write_bytes(raw)
    asked = {"do": "take", "name": name, "at": "dropped"}
    return "\n".join([*json.loads(Desk(Path("desk")).answer(json.dumps(asked)))["refused"], ""])


def _match_once(run: Mapping[str, Any]) -> Match | None:
    """Makes the match as `_match` does; where an entry before began alike, its folder is copied."""
    key = json.dumps({name: said for name, said in run.items() if name not in LATER})
    if key in _made:
        kept, match = _made[key]
        if kept.exists():
            shutil.copytree(kept, "m", symlinks=True)
        return match
    match, kept = _match(run), _kept() / str(len(_made))
    if Path("m").exists():
        shutil.copytree("m", kept, symlinks=True)
    _made[key] = kept, match
    return match


_made: dict[str, tuple[Path, Match | None]] = {}
"""What the matches of entries are, by what run.json says of them."""


@cache
def _kept() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="catalogue-"))
    atexit.register(shutil.rmtree, folder)
    return folder


def _match(run: Mapping[str, Any]) -> Match | None:
    """Makes the match in the folder `m`, or offers it, and plays what comes before."""
    game: Game = GAME
    if run.get("game") == galactic.GAME.name:
        game = galactic.GAME
        if "position" in run:
            planets = galactic.planets(run["position"], **run.get("start", {}))
            seats = run.get("seats", galactic.TWO)
            scene = galactic.scenario(planets, seats, **run.get("options", {}))
        else:
            shipped = find_scenario(game, run["scenario"]).scenario
            scene = with_options(game, shipped, run.get("options", {}))
    elif run.get("game") == stratix.GAME.name:
        game = stratix.GAME
        fields = {"side": None} | run.get("start", {})
        written = stratix.board(run["position"], **fields)
        seats = run.get("seats", stratix.TWO)
        scene = stratix.scenario(written, seats, **run.get("options", {}))
    elif run.get("game") == invasion.GAME.name:
        game, scene = invasion.GAME, _invasion(run)
    elif run.get("game") == NINE_FIELDS.name:
        game, shipped = NINE_FIELDS, find_scenario(NINE_FIELDS, "standard").scenario
        shipped = shipped.model_copy(update={"start": run.get("start", {})})
        scene = with_options(game, shipped, run.get("options", {}))
    elif "position" in run:
        written = start(run["position"], **run.get("start", {}))
        second = run.get("game") == FORTRESS_AMERICA_2012.name
        game = FORTRESS_AMERICA_2012 if second else GAME
        scene = scenario(written, game=game, **run.get("options", {}))
    elif "scenario" in run:
        scene = find_scenario(GAME, run["scenario"]).scenario
    else:
        return None
    mode = run.get("mode", "referee")
    if "chains" in run:
        match = _joined(scene, mode, run["chains"], amended=run.get("amended", True))
    else:
        match = new_match(
            Path("m"), game, scene, name=run.get("name", "catalogue"), mode=mode, title="",
            render=_no_words, make_secret=lambda: SECRET, seat_keys=run.get("seat_keys"),
            plays=run.get("plays", ()),
        )  # fmt: skip
    if match is None:
        return None
    for step in run.get("before", ()):
        if "round" in step:
            match.adjudicate([], lock_options=LockOptions(round=step["round"]))
        sheets = []
        for seat, parts in step.get("sheets", {}).items():
            written = {"orders": {"setup": _set_up(seat)}} if parts == "set-up" else parts
            document = {**_header(match, seat), "orders": {}, **written}
            sheets.append((f"{seat}.json", json.dumps(document).encode()))
        if "sheets" in step:
            match.adjudicate(sheets, step.get("rolls"))
    return match


def _invasion(run: Mapping[str, Any]) -> Scenario:
    """Returns the scenario of an entry about Invasion: America."""
    if "scenario" in run:
        shipped = find_scenario(invasion.GAME, run["scenario"]).scenario
        return with_options(invasion.GAME, shipped, run.get("options", {}))
    written = {"units": invasion.units(run["position"]), **run.get("start", {})}
    options = {"scenario": "four", **run.get("options", {})}
    return invasion.scenario(written, run.get("seats", invasion.TWO), **options)


def _joined(
    scene: Scenario, mode: Any, chains: Sequence[str] | None, *, amended: bool
) -> Match | None:
    """Offers a match, and begins it if it is said which seats join with chains of their own."""
    rules, offer = offer_match(
        Path("m"), GAME, scene, name="catalogue", mode=mode, title="", amended=amended,
        make_secret=lambda: SECRET,
    )  # fmt: skip
    if chains is None:
        return None
    joins = []
    for seat in rules.seats:
        made = joined(
            Invitation(offer, None), seat, chain=seat in chains, public_key=None,
            make_secret=partial(tfd1.digest, seat.encode()),
        )  # fmt: skip
        assert isinstance(made.join, Join)
        joins.append(made.join)
    return begin_match(Path("m"), rules, offer, joins, render=_no_words)


def _set_up(side: str) -> list[dict[str, Any]]:
    """The set-up of a side as in the scenario `ready`."""
    units = find_scenario(GAME, "ready").scenario.start["units"]
    return [
        place(kind, count, area)
        for area, sides in units.items()
        for kind, count in sides.get(side, {}).items()
    ]


def _no_words(report: Report) -> tuple[str, str]:
    return "", ""


def _no_pictures(
    match: Match, n: int, name: str, saved: Any, *, before: Any, state: Any, events: Sequence[Any]
) -> list[Path]:
    """Stands in for the pictures and reports, which take most of the time and show no problem."""
    views = f"{views_key(saved, n)}-{name}"
    return write_now(match.folder, saved, views, everybody={"events.json": b"[]\n"}, own={})


def _header(match: Match, seat: str) -> dict[str, Any]:
    return {**header_for(match.saved, seat), "blind": BLIND}


def _with_header(raw: bytes, match: Match | None) -> bytes:
    """Puts the header block in the place of `"@header": "western"`; lines stay where they are."""
    if Path("m", "offer.json").exists():
        offer = tfd1.json_hash(json.loads(Path("m", "offer.json").read_bytes()))
        raw = raw.replace(b'"@offer"', f'"{offer}"'.encode())
    if match is None:
        return raw
    for seat in match.rules.seats:
        block = json.dumps(_header(match, seat))[1:-1]
        raw = raw.replace(f'"@header": "{seat}"'.encode(), block.encode())
        blind = tfd1.clock_blind(match.saved.gid, match.saved.n + 1, seat)
        raw = raw.replace(f'"@derived": "{seat}"'.encode(), block.replace(BLIND, blind).encode())
    raw = raw.replace(b'"@gid"', f'"{match.saved.gid}"'.encode())
    return raw.replace(b'"@head"', f'"{match.saved.head}"'.encode())


def rewritten() -> Iterator[str]:
    """Writes every expected.txt anew; yields the names of the entries that changed."""
    for entry in entries():
        code, text = shown(entry)
        path = entry.folder / "expected.txt"
        written = f"exit {code}\n{text}"
        if not path.exists() or path.read_text() != written:
            path.write_text(written)
            yield entry.name


if __name__ == "__main__":
    for changed in rewritten():
        print(f"look at {changed}/expected.txt")
