"""What is done to a match while it is killed, starved or disturbed: one line for each operation.

An operation is a command as a user types it, in a folder that `prepare` made ready: the match is
the folder `m`, sheets lie beside it. To try another command, add a line to `OPERATIONS`.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from adjudicator import registry
from adjudicator.api.texts import render_report
from adjudicator.audit.automatic import header_for
from adjudicator.audit.opening import PlayedMode
from adjudicator.cli.app import app
from adjudicator.cli.common import Exit
from adjudicator.documents.keys.signatures import HEAD
from adjudicator.documents.library import map_folder
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986
from adjudicator.games.galactic_conquest import GALACTIC_CONQUEST
from adjudicator.games.invasion_america import INVASION_AMERICA
from adjudicator.matches.match import Match
from adjudicator.matches.referee.new_match import new_match
from tests import beacon
from tests.core.toy import SEATS, TOY, toy_scenario
from tests.core.toy_orders import MARCH
from tests.games.galactic_conquest.own_chart import world
from tests.games.invasion_america.playing import scenario as on_hexes
from tests.games.invasion_america.playing import units
from tests.keys import make_key, sign
from tests.registered import registered

__all__ = [
    "OPERATIONS",
    "Operation",
    "Ran",
    "bids",
    "command",
    "content",
    "laboratory",
    "march",
    "new_toy",
]

SECRET = "5e"
KEY = "key-toy-2026-blue.json"


class Operation(NamedTuple):
    """A command, and how the folder is made in which it is given."""

    name: str
    prepare: Callable[[], None]
    words: str
    otherwise: str = ""
    """What is given where the command finds its work half done and refuses it."""
    match: str = "m"
    """The folder that is written to."""
    repeats: bool = False
    """Whether it says the same once more when it is given again and its work is done already."""
    litters: bool = False
    """Whether it only looks at the match: what it began beside a key file is left for `mend`."""
    is_slow: bool = False
    """Whether one run takes so long that only the exhaustive run tries every point."""


class Ran(NamedTuple):
    """How a command ended."""

    code: int
    text: str


@contextlib.contextmanager
def laboratory() -> Iterator[None]:
    """The program knows the toy, its secrets are no secrets, and nobody waits for the disk.

    A sync changes nothing for a process that is killed: it counts as a call, but is not made.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            registry,
            "GAMES",
            registered(TOY, FORTRESS_AMERICA_1986, GALACTIC_CONQUEST, INVASION_AMERICA),
        )
        patch.setattr(secrets, "token_hex", lambda size: SECRET * size)
        patch.setattr(os, "fsync", lambda file: None)
        beacon.believed(patch)
        yield


def command(words: str) -> Ran:
    """Gives a command in the present folder."""
    result = CliRunner().invoke(app, words.split())
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ran(result.exit_code, result.output)


def content(folder: Path) -> dict[str, bytes]:
    """Returns all files of a folder but for locks, and what was left unfinished among them."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


# -- positions ------------------------------------------------------------------------------------


def new_toy(mode: PlayedMode = "referee", **options: Any) -> Match:
    """Makes the match `m` of the toy game."""
    return new_match(
        Path("m"), TOY, toy_scenario({"soldiers": 5}, **options), name="toy-2026", mode=mode,
        title="Toy", render=render_report,
    )  # fmt: skip


def _opened() -> Match:
    return Match.open(Path("m"), registry.by_name(), render_report)


def _sheet(match: Match, seat: str, orders: dict[str, Any], **parts: Any) -> None:
    document = {**header_for(match.saved, seat), "blind": SECRET * 32, "orders": orders, **parts}
    Path(f"{seat}.json").write_text(json.dumps(document, indent=1))


def bids(match: Match, blue: int = 2, red: int = 1) -> None:
    """Writes the sheets in which both seats bid."""
    for seat, gold in (("blue", blue), ("red", red)):
        _sheet(match, seat, {"bids": [{"order": "bid", "gold": gold}]})


def march(match: Match, **parts: Any) -> None:
    """Writes the sheet in which blue marches."""
    _sheet(match, "blue", MARCH, **parts)


def _play(*seats: str) -> Match:
    match = _opened()
    files = [(f"{seat}.json", Path(f"{seat}.json").read_bytes()) for seat in seats]
    assert match.adjudicate(files).opening is not None
    return match


def nothing() -> None:
    """There is no match, but a scenario."""
    Path("duel.json").write_text(json.dumps(toy_scenario({"soldiers": 5}).to_json()))


def own_board() -> None:
    """There is no match, but a map that is not the shipped one."""
    board = json.loads((map_folder("fortress-america") / "map.json").read_bytes())
    Path("mine.json").write_text(json.dumps(board | {"title": "Mine"}))


def fresh() -> None:
    """Both seats are to bid, and their sheets are there."""
    bids(new_toy())


def fresh_waiting() -> None:
    """Both seats are to bid; the sheet of one waits."""
    fresh()
    assert _opened().adjudicate([("red.json", Path("red.json").read_bytes())]).opening is None


def old_folder() -> None:
    """A match of an older program: an address in match.json, and git takes single seats' files."""
    fresh()
    people = Path("m/match.json")
    notes = json.loads(people.read_bytes())
    notes["seats"]["blue"] = {"name": "Anna", "address": "anna@example.org"}
    people.write_text(json.dumps(notes))
    Path("m/referee/people.json").unlink()
    Path("m/.gitignore").write_bytes(b"/referee/\n.lock\n.new-*\nkey-*.json\n")


def to_march() -> None:
    """Blue is to march; its sheet is there."""
    fresh()
    march(_play("blue", "red"))


def suspended() -> None:
    """In the middle of a player-turn blue is asked for a loss; its sheet is withheld."""
    bids(new_toy(mode="external"))
    match = _play("blue", "red")
    two = {"march": [*MARCH["march"], {"order": "march", "unit": "champion", "count": 1}]}
    _sheet(match, "blue", two)
    _play("blue")
    rolls = {"turn-1/weather/soldier-2": [2], "turn-1/weather/champion-3": [2],
             "turn-1/fight/attacker": [1, 1]}  # fmt: skip
    Path("rolls.json").write_text(json.dumps(rolls))


def to_end() -> None:
    """One opening more, and the match is over."""
    to_march()
    _play("blue")
    _sheet(_opened(), "blue", {"match": [{"order": "concede"}]})


def without_save() -> None:
    """The save is lost."""
    to_march()
    Path("m/referee/save.json").unlink()


def without_views() -> None:
    """All maps and reports are lost."""
    to_march()
    shutil.rmtree("m/now")


def torn() -> None:
    """A killed run left the first part of an opening in the log, and half a sheet."""
    to_march()
    log = Path("m/log.jsonl").read_bytes()
    _play("blue")
    after = Path("m/log.jsonl").read_bytes()
    shutil.rmtree("m")
    to_march()
    Path("m/log.jsonl").write_bytes(log + after[len(log) : -40])
    folder = Path("m/referee/orders/n0002")
    folder.mkdir()
    (folder / ".new-1-0").write_bytes(b"{")


def _given(*commands: str) -> None:
    for words in commands:
        ran = command(words)
        assert ran.code in (Exit.DONE, Exit.AWAITED), (words, ran)


def offered() -> None:
    """An offer of a match that locks first; the joins of both seats are there."""
    nothing()
    _given("new toy m --scenario duel.json --name toy-2026 --mode sealed --joins")
    for seat, salt in zip(SEATS, ("b1", "4e"), strict=True):
        _joining(f"join m/offer.json {seat} --out {seat}-join.json", salt)


def begun() -> None:
    """A match that locks first; the sheets of both seats are there."""
    offered()
    _given("begin m blue-join.json red-join.json",
           *(f"template m {seat} --play --out {seat}.json" for seat in SEATS))  # fmt: skip


def locked() -> None:
    """Both sheets are locked, and the pledges of both seats are there."""
    begun()
    _given("adjudicate m blue.json red.json")
    for seat in SEATS:
        _given(f"pledge m {seat} --sheet {seat}.json --out {seat}-pledge.json")


def remembering() -> None:
    """Blue's key lies in the folder of the match, as in a clone, and has nothing to remember."""
    begun()
    Path(KEY).rename(f"m/{KEY}")


def remembered_before() -> None:
    """Blue is to pledge; beside its key lies the record of an older version."""
    remembering()
    _given("adjudicate m blue.json red.json")
    status = json.loads(command("status m --json").text)
    record = {"t": "pledged", "format": 1, "game": _opened().saved.gid, "player": "blue",
              "locks": {"1": status["locked"]["lock"]}}  # fmt: skip
    Path("m", KEY).with_suffix(".pledged.json").write_text(json.dumps(record))


def _joining(words: str, salt: str) -> None:
    """Makes a join whose salt and chain are not those of the seat's first one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_hex", lambda size: salt * size)
        _given(words)


def to_fix() -> None:
    """A match by the beacon whose round is put off, and a sheet waits that cites the first one."""
    bids(new_toy(mode="beacon"))
    _given(f"adjudicate m --round {beacon.ROUND}")
    bids(_opened())
    _given("adjudicate m red.json")


def to_open() -> None:
    """A match by the beacon in which both sheets are locked; its answer is there."""
    to_fix()
    _given("adjudicate m blue.json")
    Path("round.json").write_bytes(beacon.answer())


def replaced() -> None:
    """A sheet waits that answers the log as it is; blue has lost its chain and joins again."""
    begun()
    _given("adjudicate m red.json")
    _joining("join m/log.jsonl blue --out new-join.json --key new-key.json", "7e")


def patched() -> None:
    """Blue has marched; the referee noticed a mistake, and a sheet waits."""
    marched()
    patch = [{"op": "replace", "path": "/hosts/red/gold", "value": 3}]
    Path("patch.json").write_text(json.dumps(patch))


def marched() -> None:
    """Blue has marched, and the sheet of red waits."""
    to_march()
    _sheet(_play("blue"), "red", {"bids": []})
    _given("adjudicate m red.json")


def signed() -> None:
    """The referee has signed the head of the log."""
    nothing()
    make_key(Path("referee"))
    _given("new toy m --scenario duel.json --public-key referee.pub", "head m --out head.txt")
    sign(Path("head.txt"), Path("referee"), HEAD)


def secret_lost() -> None:
    """The secret is lost with all of referee/, and the director has a copy."""
    nothing()
    _given("new toy m --scenario duel.json --name toy-2026", "escrow m --out copy.json")
    shutil.rmtree("m/referee")


def fortress() -> None:
    """The first player-turn of a match of Fortress America, with a sheet of the built-in player."""
    _given("new fortress-america-1986 m --scenario ready",
           "template m western --play --out western.json")  # fmt: skip


def invasion() -> None:
    """A player-turn of Invasion: America in combat, with an attack whose strengths are untried."""
    written = {"side": "esc", "units": units("esc 2 armour s2624; us infantry s2625")}
    Path("front.json").write_text(json.dumps(on_hexes(written, garrison=False).to_json()))
    _given("new invasion-america m --scenario front.json",
           "template m aggressors --out aggressors.json")  # fmt: skip
    attack = {"order": "attack", "units": ["esc-armour-01"], "hexes": ["s2625"]}
    document = json.loads(Path("aggressors.json").read_bytes())
    document["orders"] = {"combat": [attack]}
    Path("aggressors.json").write_text(json.dumps(document))


def own_chart() -> None:
    """A match on a chart of its own, whose layout is lost; sheets for its first opening."""
    Path("world.json").write_text(json.dumps(world(8)))
    _given(
        "new galactic-conquest m --scenario two --map world.json --option troops=8",
        *(f"template m {seat} --play --out {seat}.json" for seat in ("amber", "azure")),
    )
    Path("m/now/layout.json").unlink()


# fmt: off
OPERATIONS: Sequence[Operation] = (
    Operation("new", nothing, "new toy m --scenario duel.json --name toy-2026"),
    Operation("adjudicate: the first opening", fresh, "adjudicate m blue.json red.json",
              repeats=True),
    Operation("adjudicate: a sheet that waits", fresh, "adjudicate m red.json",
              repeats=True),
    Operation("adjudicate: with one that waits", fresh_waiting, "adjudicate m blue.json",
              repeats=True),
    Operation("adjudicate: a later opening", to_march, "adjudicate m blue.json",
              repeats=True),
    Operation("adjudicate: an older folder", old_folder, "adjudicate m blue.json red.json",
              repeats=True),
    Operation("adjudicate: withheld sheets", suspended, "adjudicate m --rolls rolls.json"),
    Operation("adjudicate: the last opening", to_end, "adjudicate m blue.json",
              repeats=True),
    Operation("adjudicate --out: a copy", to_march, "adjudicate m blue.json --out copy",
              "adjudicate copy blue.json", "copy", repeats=True),
    Operation("adjudicate --play: a whole match", fresh, "adjudicate m --play all --until over",
              is_slow=True),
    Operation("new --joins: an offer", nothing,
              "new toy m --scenario duel.json --name toy-2026 --mode sealed --joins"),
    Operation("begin: the joins taken in", offered, "begin m blue-join.json red-join.json",
              repeats=True),
    Operation("adjudicate: a lock", begun, "adjudicate m blue.json red.json", repeats=True),
    Operation("adjudicate: a pledge that waits", locked, "adjudicate m red-pledge.json",
              repeats=True),
    Operation("adjudicate: a lock opened", locked,
              "adjudicate m blue-pledge.json red-pledge.json", repeats=True),
    Operation("adjudicate: a round put off", to_fix,
              f"adjudicate m --round {beacon.ROUND + 1}"),
    Operation("adjudicate: the beacon opens", to_open, "adjudicate m --beacon round.json",
              repeats=True),
    Operation("check: a sheet remembered", remembering, "check m blue.json",
              litters=True),
    Operation("pledge: an older record taken over", remembered_before,
              "pledge m blue --sheet blue.json --out m/pledge.json", litters=True),
    Operation("mend: a lost save made again", without_save, "mend m"),
    Operation("mend: lost maps and reports made again", without_views, "mend m"),
    Operation("mend: a torn log cut", torn, "mend m"),
    Operation("rewind", marched, "rewind m --to 1 --reason another-march"),
    Operation("correct", patched, "correct m patch.json --reason three-gold"),
    Operation("seat: a join replaced", replaced, "seat m new-join.json"),
    Operation("head --add: a signature kept", signed, "head m --add head.txt.sig"),
    Operation("escrow: shares", fresh, "escrow m --out m/referee/share --shares 3"),
    Operation("escrow --restore", secret_lost, "escrow m --restore copy.json"),
    Operation("new --continue", to_march, "new --continue m next --name toy-2027", match="next"),
    Operation("new --map: a map of its own", own_board,
              "new fortress-america-1986 m --map mine.json --name own", is_slow=True),
    Operation("Fortress America: an opening", fortress, "adjudicate m western.json", repeats=True,
              is_slow=True),
    Operation("Invasion: America: an opening", invasion, "adjudicate m aggressors.json",
              repeats=True, is_slow=True),
    Operation("Galactic Conquest: a chart laid out", own_chart,
              "adjudicate m amber.json azure.json", repeats=True, is_slow=True),
)
# fmt: on
"""Every operation that is tried."""
