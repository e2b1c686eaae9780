"""Every kind of file that a person can hand in, and the matches and desks in which they lie.

A new kind is one more entry of `KINDS`, and what lies beside it in `make`.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests import beacon
from tests.core.hand import hand_scenario
from tests.core.toy import SEATS, toy_scenario
from tests.games.stratix.playing import board as fronts
from tests.games.stratix.playing import scenario as four_fronts
from tests.intake.invasion_files import make_invasion
from tests.keys import make_key, sign

__all__ = ["KINDS", "Kind", "make"]

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "fortress-america-1986"
MATCH = ROOT / "examples" / "fortress-america-1986-match"
MAP = ROOT / "maps" / "fortress-america"
FRONTS = ROOT / "maps" / "four-fronts"
CHART = ROOT / "maps" / "galactic-conquest" / "map.json"
HEXES = ROOT / "maps" / "invasion-america"
CASES = ROOT / "tests" / "cases" / "fortress-america-1986"
INVASION_CASES = ROOT / "tests" / "cases" / "invasion-america"


class Kind(NamedTuple):
    """One kind of file that a person can hand in."""

    name: str
    file: str
    """Where it lies in the workplace."""
    commands: tuple[str, ...]
    """The commands that read it."""
    bases: tuple[Path, ...]
    """Valid files of the kind, the first of which fits into the workplace as it is; those that are
    not whole paths lie in the workplace."""
    places: bool = True
    """Whether a refusal for what is in the file has a line."""
    is_sheet: bool = False
    """Whether it is mostly changed a little, so that the rules are reached."""
    program: str = ""
    """The program without which there is none."""


def _named(*names: str) -> tuple[Path, ...]:
    return tuple(map(Path, names))


_ON_HEXES = (
    "new invasion-america made --scenario hexes.json --name made --map hexes",
    "case hexes-case.json --map hexes",
    "new invasion-america made --scenario hexes-set-up.json --name made --map hexes",
)
"""What reads a folder with a map of hexes, and plays on it."""
_OF_MODES = ("t", "rewound", "corrected", "replaced", "locked", "opened", "mutual", "beacon",
             "public", "external", "ended", "signed")  # fmt: skip
"""Matches of the toy game: a log of each way to play, and of each kind of line."""

KINDS: tuple[Kind, ...] = (
    Kind(
        "sheet", "western.json",
        ("check m western.json", "check state.json western.json", "adjudicate m western.json"),
        (EXAMPLE / "western.json", *sorted(MATCH.glob("orders/n000*/*.json"))), is_sheet=True,
    ),
    Kind(
        "scenario", "scenario.json",
        ("new fortress-america-1986 made --scenario scenario.json --name made",),
        tuple(sorted((MAP / "scenarios").glob("*.json"), key=lambda one: one.name != "ready.json")),
    ),
    Kind(
        "map", "fortress-america/map.json",
        ("new fortress-america-1986 made --scenario scenario.json --name made", "status m"),
        (MAP / "map.json",),
    ),
    Kind(
        "outlines", "fortress-america/outlines.json",
        ("new fortress-america-1986 made --scenario scenario.json --name made",),
        (MAP / "outlines.json",),
    ),
    Kind(
        "cards", "fortress-america/cards.json",
        ("new fortress-america-1986 made --scenario scenario.json --name made", "status m"),
        (MAP / "cards.json",), places=False,
    ),
    Kind(
        "own map", "board/map.json",
        ("new fortress-america-1986 made --scenario scenario.json --name made --map board",
         "new fortress-america-1986 made --scenario board/scenario.json --name made",
         "case case.json --map board/map.json", "status board/state.json"),
        (MAP / "map.json",),
    ),
    Kind(
        "own cards", "board/cards.json",
        ("new fortress-america-1986 made --scenario scenario.json --name made --map board",),
        (MAP / "cards.json",),
    ),
    Kind(
        "own dice", "dice-2012.json",
        ("new fortress-america-2012 made --scenario ready --name made --map dice-2012.json",),
        (MAP / "dice-2012.json",),
    ),
    Kind(
        "own cards of 2012", "mine.json",
        ("new fortress-america-2012 made --scenario ready --name made --cards mine.json",),
        (MAP / "cards-2012.json",),
    ),
    Kind(
        "own chart", "chart.json",
        ("new galactic-conquest made --scenario three --name made --map chart.json",
         "map made --out made.svg"),
        (CHART,),
    ),
    Kind(
        "own board", "fronts.json",
        ("new stratix made --scenario two --name made --map fronts.json",
         "map made --out made.svg"),
        (FRONTS / "map.json",),
    ),
    Kind(
        "own recon cards", "recon.json",
        ("new stratix made --scenario two --name made --cards recon.json",),
        (FRONTS / "cards.json",),
    ),
    Kind(
        "kept map", "own/map/map.json", ("status own", "verify own", "map own --out made.svg"),
        (MAP / "map.json",), places=False,
    ),
    Kind(
        "view", "state.json",
        (
            "status state.json", "template state.json western", "map state.json --out made.svg",
            "check state.json western.json", "template state.json western --play",
            "status state.json --json",
        ),
        (
            EXAMPLE / "before" / "now" / "state.json",
            EXAMPLE / "after" / "now" / "state.json",
            MATCH / "now" / "state.json",
        ),
    ),
    Kind(
        "log", "m/log.jsonl",
        (
            "verify m", "status m", "check m western.json", "report m", "map m --out made.svg",
            "verify m --dice-only", "adjudicate m western.json", "verify m --json",
        ),
        (EXAMPLE / "before" / "log.jsonl", EXAMPLE / "after" / "log.jsonl"),
    ),
    Kind(
        "save", "a/referee/save.json",
        ("status a", "adjudicate a --out made", "template a western", "report a"),
        (EXAMPLE / "after" / "referee" / "save.json",),
    ),
    Kind(
        "stamp", "a/now/stamp.json", ("status a", "adjudicate a --out made", "report a"),
        (EXAMPLE / "after" / "now" / "stamp.json",),
    ),
    Kind(
        "sheets at once", "h/referee/orders/n0001/received.jsonl",
        ("status h", "report h --n 1", "adjudicate h h-blue.json h-red.json"),
        _named("h/referee/orders/n0001/received.jsonl"),
    ),
    Kind(
        "notes", "m/match.json", ("status m", "status m --json", "adjudicate m western.json"),
        (EXAMPLE / "before" / "match.json",),
    ),
    Kind(
        "secret", "m/referee/secret.json", ("adjudicate m western.json",),
        (EXAMPLE / "before" / "referee" / "secret.json",),
    ),
    Kind(
        "waiting sheet", "m/referee/orders/n0001/western.json",
        ("status m", "adjudicate m", "verify m"),
        (EXAMPLE / "western.json",), is_sheet=True,
    ),
    Kind(
        "rolls", "rolls.json", ("adjudicate x x-western.json --rolls rolls.json",),
        (EXAMPLE / "rolls.json",),
    ),
    Kind("case", "case.json", ("case case.json",), tuple(sorted(CASES.rglob("*.json")))),
    Kind(
        "toy sheet", "t-blue.json",
        ("check t t-blue.json", "adjudicate t t-blue.json", "template t blue --from t-blue.json"),
        _named("t-blue.json"), is_sheet=True,
    ),
    Kind(
        "toy log", "t/log.jsonl",
        (
            "verify t", "status t", "dispute t", "rewind t --to 0 --reason again", "report t --n 1",
            "head t", "join t/log.jsonl blue --out made.json --key made-key.json",
            "adjudicate t t-blue.json", "verify t/log.jsonl --json", "verify t --after rewound",
            "new --continue t made --name made", "pledge t blue --key blue-key.json --out made",
            "correct t patch.json --reason mended",
        ),
        _named(*(f"{name}/log.jsonl" for name in _OF_MODES), "h/log.jsonl", "over/log.jsonl"),
    ),
    Kind(
        "toy save", "t/referee/save.json",
        ("status t", "adjudicate t t-blue.json", "check t t-blue.json",
         "rewind t --to 0 --reason x"),
        _named("t/referee/save.json"),
    ),
    Kind(
        "offer", "offer/offer.json",
        ("join offer/offer.json blue --out made.json --key made-key.json",
         "begin offer blue-join.json red-join.json"),
        _named("offer/offer.json"),
    ),
    Kind(
        "join", "blue-join.json", ("begin offer blue-join.json red-join.json",),
        _named("blue-join.json"),
    ),
    Kind(
        "answer of the beacon", "round.json", ("adjudicate awaits-round --beacon round.json",),
        _named("round.json"),
    ),
    Kind("seat's join", "seat.json", ("seat begun seat.json",), _named("seat.json")),
    Kind(
        "key file", "blue-key.json",
        ("pledge locked blue --sheet blue.json --key blue-key.json --out made",),
        _named("blue-key.json"), places=False,
    ),
    Kind(
        "pledge", "blue-pledge.json",
        ("adjudicate locked blue-pledge.json red-pledge.json", "check locked blue-pledge.json"),
        _named("blue-pledge.json"),
    ),
    Kind(
        "record of pledges", "blue-key.pledged.json",
        ("pledge locked blue --sheet blue.json --key blue-key.json --out made",),
        _named("blue-key.pledged.json"), places=False,
    ),
    Kind(
        "what a key remembers", "blue-key.seen.jsonl",
        ("pledge locked blue --sheet blue.json --key blue-key.json --out made",
         "verify locked --key blue-key.json", "check locked blue.json --key blue-key.json"),
        _named("blue-key.seen.jsonl"), places=False,
    ),
    Kind(
        "waiting pledge", "locked/referee/pledges/n0001/red.json",
        ("status locked", "adjudicate locked blue-pledge.json"), _named("red-pledge.json"),
    ),
    Kind(
        "patch", "patch.json", ("correct t patch.json --reason mended",), _named("patch.json"),
        is_sheet=True,
    ),
    Kind(
        "share of a secret", "share-1.json",
        ("escrow lost --restore share-1.json --restore share-2.json",),
        _named("share-1.json", "t/referee/secret.json"), places=False,
    ),
    Kind(
        "signature of a sheet", "g-blue.json.sig",
        ("check signed g-blue.json", "adjudicate signed g-blue.json"),
        _named("g-blue.json.sig", "head.txt.sig"), places=False, program="ssh-keygen",
    ),
    Kind(
        "signature of a head", "head.txt.sig", ("head signed --add head.txt.sig",),
        _named("head.txt.sig", "g-blue.json.sig"), places=False, program="ssh-keygen",
    ),
    Kind(
        "kept signature", "signed/heads/k0000-blue.sig", ("verify signed",),
        _named("head.txt.sig"), places=False, program="ssh-keygen",
    ),
    Kind(
        "public key", "blue.pub",
        ("new toy made --scenario duel.json --name made --seat-key blue=blue.pub",
         "join offer/offer.json blue --public-key blue.pub --out made.json --key made-key.json"),
        _named("blue.pub", "referee.pub"), places=False, program="ssh-keygen",
    ),
    Kind(
        "hand sheet", "h-blue.json",
        ("check h h-blue.json", "check h-state-blue.json h-blue.json",
         "adjudicate h h-blue.json h-red.json"),
        _named("h-blue.json"), is_sheet=True,
    ),
    Kind(
        "hidden view", "h-state-blue.json",
        ("status h-state-blue.json", "template h-state-blue.json blue",
         "check h-state-blue.json h-blue.json", "map h-state-blue.json --out made.svg",
         "template h-state-blue.json blue --play"),
        _named("h-state-blue.json", "h-state.json"),
    ),
    Kind(
        "hand log", "h/log.jsonl",
        ("verify h", "status h", "adjudicate h h-blue.json h-red.json", "report h", "dispute h",
         "dispute h --full"),
        _named("h/log.jsonl", "over/log.jsonl"),
    ),
    Kind(
        "galactic sheet", "c-amber.json",
        ("check c c-amber.json", "check c-state-amber.json c-amber.json",
         "adjudicate c c-amber.json c-azure.json"),
        _named("c-amber.json"), is_sheet=True,
    ),
    Kind(
        "galactic view", "c-state-amber.json",
        ("status c-state-amber.json", "template c-state-amber.json amber",
         "check c-state-amber.json c-amber.json", "map c-state-amber.json --out made.svg",
         "template c-state-amber.json amber --play"),
        _named("c-state-amber.json", "c-state.json", "c-end.json"),
    ),
    Kind(
        "stratix scenario", "written.json",
        ("new stratix made --scenario written.json --name made",),
        _named("written.json"),
    ),
    Kind(
        "stratix sheet", "s-west.json",
        ("check s s-west.json", "check s-state-west.json s-west.json", "adjudicate s s-west.json"),
        _named("s-west.json"), is_sheet=True,
    ),
    Kind(
        "stratix view", "s-state-west.json",
        ("status s-state-west.json", "template s-state-west.json south-west",
         "check s-state-west.json s-west.json", "map s-state-west.json --out made.svg",
         "template s-state-west.json south-west --play"),
        _named("s-state-west.json", "s-state.json", "s-end.json"),
    ),
    Kind("own hexes", "hexes/map.json", _ON_HEXES, (Path("hexes/map.json"), HEXES / "map.json")),
    Kind("own counters", "hexes/counters.json", _ON_HEXES, (HEXES / "counters.json",)),
    Kind("own tables", "hexes/tables.json", _ON_HEXES, (HEXES / "tables.json",)),
    Kind("own shores", "hexes/shores.json", _ON_HEXES[:1], (HEXES / "shores.json",)),
    Kind(
        "kept hexes", "i-own/map/map.json", ("status i-own", "verify i-own"),
        _named("hexes/map.json"), places=False,
    ),
    Kind(
        "invasion scenario", "i-written.json",
        ("new invasion-america made --scenario i-written.json --name made",),
        (Path("i-written.json"), Path("hexes.json"), *sorted(HEXES.glob("scenarios/*.json"))),
    ),
    Kind(
        "invasion sheet", "i-esc.json",
        ("check i i-esc.json", "check i-state.json i-esc.json", "adjudicate i i-esc.json"),
        _named("i-esc.json"), is_sheet=True,
    ),
    Kind(
        "invasion home sheet", "i-home-us.json",
        ("check i-home i-home-us.json", "adjudicate i-home i-home-us.json"),
        _named("i-home-us.json"), is_sheet=True,
    ),
    Kind(
        "invasion set-up", "i-set-up.json",
        ("check i-set i-set-up.json", "adjudicate i-set i-set-up.json"),
        _named("i-set-up.json"), is_sheet=True,
    ),
    Kind(
        "invasion answers", "i-us.json",
        ("check i-mid i-us.json", "check i-mid-state.json i-us.json", "adjudicate i-mid i-us.json"),
        _named("i-us.json"), is_sheet=True,
    ),
    Kind(
        "invasion view", "i-mid-state.json",
        ("status i-mid-state.json", "template i-mid-state.json us",
         "check i-mid-state.json i-us.json", "map i-mid-state.json --out made.svg"),
        _named("i-mid-state.json", "i-state.json", "i-home-state.json", "i-set-state.json",
               "i-end.json"),
    ),
    Kind(
        "invasion log", "i-mid/log.jsonl",
        ("verify i-mid", "status i-mid", "adjudicate i-mid i-us.json", "report i-mid",
         "luck i-mid"),
        _named("i-mid/log.jsonl", "i-over/log.jsonl"),
    ),
    Kind(
        "invasion case", "hexes-case.json",
        ("case hexes-case.json", "case hexes-case.json --map hexes"),
        (Path("hexes-case.json"), *sorted(INVASION_CASES.rglob("*.json"))),
    ),
    Kind(
        "hand save", "h/referee/save.json",
        ("status h", "adjudicate h h-blue.json h-red.json", "template h blue"),
        _named("h/referee/save.json"),
    ),
)  # fmt: skip
"""Every kind of file."""


def make(given: Callable[[str], None]) -> None:
    """Makes the valid files in the present folder, from the examples and by commands.

    Args:
        given: gives a command, which must succeed.
    """
    shutil.copytree(EXAMPLE / "before", "m")
    shutil.copytree(EXAMPLE / "after", "a")
    Path("fortress-america").mkdir()
    Path("board").mkdir()
    Path("hexes").mkdir()
    board = json.loads((MAP / "map.json").read_bytes()) | {"title": "A board of somebody's own"}
    Path("board/map.json").write_text(json.dumps(board, indent=1))
    for path in MAP.glob("*.json"):
        shutil.copy(path, Path("fortress-america") / path.name)
    for kind in KINDS:
        if (
            kind.bases[0].is_absolute()
            and not Path(kind.file).exists()
            and "waiting" not in kind.name
            and "kept" not in kind.name
        ):
            shutil.copy(kind.bases[0], kind.file)
    genesis = json.loads(Path("m/log.jsonl").read_bytes().splitlines()[0])
    Path("same.json").write_text(json.dumps(genesis["offer"]["scenario"]))
    given("new fortress-america-1986 x --mode external --scenario same.json --name x")
    given("new fortress-america-1986 own --scenario same.json --name own --map board")
    shutil.copy("own/now/state.json", "board")
    genesis = json.loads(Path("own/log.jsonl").read_bytes().splitlines()[0])
    Path("board/scenario.json").write_text(json.dumps(genesis["offer"]["scenario"]))
    header = json.loads(Path("x/now/state.json").read_bytes())["header"]
    sheet = json.loads(Path("western.json").read_bytes()) | header | {"player": "western"}
    Path("x-western.json").write_text(json.dumps(sheet))
    Path("duel.json").write_text(json.dumps(toy_scenario({"soldiers": 5}).to_json()))
    written = fronts("A: J d7, T f4; C: T m13, J p13", deck=["r01", "r12", "r23"])
    Path("written.json").write_text(json.dumps(four_fronts(written).to_json()))
    Path("hands.json").write_text(json.dumps(hand_scenario({"cards": 8, "hand": 3}).to_json()))
    _make_toys(given)
    _make_locked(given)
    _make_signed(given)
    _make_hands(given)
    _make_galactic(given)
    _make_stratix(given)
    make_invasion(given)


def _sheet(match: str, seat: str, out: str, **parts: Any) -> None:
    newest = Path(match, "now")
    header = json.loads((newest / "state.json").read_bytes())["header"]
    whole = {**header, "player": seat, "blind": "5e" * 32, "orders": {}, **parts}
    Path(out).write_text(json.dumps(whole, indent=1))


def _bids(match: str, beside: str = "") -> None:
    for seat, gold in zip(SEATS, (2, 1), strict=True):
        orders = {"bids": [{"order": "bid", "gold": gold}]}
        _sheet(match, seat, f"{beside}{seat}.json", orders=orders)


def _march(match: str, out: str) -> None:
    orders = [{"order": "march", "unit": "soldier", "count": 2},
              {"order": "march", "unit": "champion", "count": 1}]  # fmt: skip
    standing = [{"standing": "losses", "first": ["soldier"]}]
    _sheet(match, "blue", out, orders={"march": orders}, standing=standing, hold=["losses"])


def _make_toys(given: Callable[[str], None]) -> None:
    """The toy game: after its first opening, and what may become of it."""
    patch = [{"op": "test", "path": "/hosts/red/gold", "value": 4},
             {"op": "replace", "path": "/hosts/red/gold", "value": 3}]  # fmt: skip
    for name in ("t", "public", "external"):
        mode = "referee" if name == "t" else name
        given(f"new toy {name} --scenario duel.json --name toy-{name} --mode {mode}")
        _bids(name)
        given(f"adjudicate {name} blue.json red.json")
    gold = json.loads(Path("t/referee/save.json").read_bytes())["position"]["hosts"]["red"]["gold"]
    patch[0]["value"] = gold
    patch[1]["value"] = gold + 1
    Path("patch.json").write_text(json.dumps(patch))
    _march("t", "t-blue.json")
    for name in ("rewound", "corrected", "ended", "lost"):
        shutil.copytree("t", name)
    given("escrow t --out share.json --shares 2")
    given("rewind rewound --to 0 --reason again")
    given("correct corrected patch.json --reason mended")
    _sheet("ended", "blue", "concede.json", orders={"match": [{"order": "concede"}]})
    given("adjudicate ended concede.json")
    Path("lost/referee/secret.json").unlink()


def _make_locked(given: Callable[[str], None]) -> None:
    """The modes that lock first: offered, begun, with a seat replaced, locked and opened."""
    for mode in ("sealed", "mutual"):
        given(f"new toy {mode} --scenario duel.json --name toy-{mode} --mode {mode} --joins")
        shutil.copytree(mode, f"{mode}-offer")
        for seat in SEATS:
            for made in ("join", "key"):
                Path(f"{seat}-{made}.json").unlink(missing_ok=True)
            given(f"join {mode}/offer.json {seat} --out {seat}-join.json --key {seat}-key.json")
        given(f"begin {mode} blue-join.json red-join.json")
        shutil.copytree(mode, f"{mode}-begun")
        _bids(mode)
        given(f"adjudicate {mode} blue.json red.json")
        for seat in SEATS:
            given(f"pledge {mode} {seat} --sheet {seat}.json --key {seat}-key.json "
                  f"--out {seat}-pledge.json")  # fmt: skip
        shutil.copytree(mode, f"{mode}-locked")
        given(f"adjudicate {mode} blue-pledge.json red-pledge.json")
        if mode == "sealed":
            for seat in SEATS:  # the files of this mode are those that lie on the desk
                for made in ("join.json", "key.json", "pledge.json", "key.seen.jsonl"):
                    Path(f"{seat}-{made}").replace(f"sealed-{seat}-{made}")
                shutil.copy(f"{seat}.json", f"sealed-{seat}.json")
    for seat in SEATS:
        for made in ("-join.json", "-key.json", "-pledge.json", "-key.seen.jsonl", ".json"):
            Path(f"sealed-{seat}{made}").replace(f"{seat}{made}")
        _remember_as_before(seat)
    for name in ("offer", "begun", "locked"):
        Path(f"sealed-{name}").rename(name)
    Path("sealed").rename("opened")
    given("join begun/log.jsonl blue --out seat.json --key seat-key.json")
    shutil.copytree("begun", "replaced")
    given("seat replaced seat.json")
    given("new toy beacon --scenario duel.json --name toy-beacon --mode beacon")
    given(f"adjudicate beacon --round {beacon.ROUND}")
    _bids("beacon", "b-")
    given("adjudicate beacon b-blue.json b-red.json")
    Path("round.json").write_bytes(beacon.answer())
    shutil.copytree("beacon", "awaits-round")
    given("adjudicate beacon --beacon round.json")


def _remember_as_before(seat: str) -> None:
    """Writes the record of pledges of older versions beside that of this one."""
    lines = Path(f"{seat}-key.seen.jsonl").read_text().splitlines()
    whose, *seen = (json.loads(line) for line in lines)
    locks = {str(line["n"]): line["hash"] for line in seen if line["t"] == "lock"}
    record = {**whose, "t": "pledged", "locks": locks}
    Path(f"{seat}-key.pledged.json").write_text(json.dumps(record))


def _make_signed(given: Callable[[str], None]) -> None:
    """A match in which blue signs its sheets and the referee heads, if that can be done here."""
    if shutil.which("ssh-keygen") is None:
        return
    make_key(Path("blue"))
    make_key(Path("referee"))
    given("new toy signed --scenario duel.json --name signed --public-key referee.pub "
          "--seat-key blue=blue.pub")  # fmt: skip
    given("head signed --out head.txt")
    sign(Path("head.txt"), Path("referee"), "tfd1-head")
    _bids("signed", "g-")
    sign(Path("g-blue.json"), Path("blue"), "tfd1-sheet")


def _make_hands(given: Callable[[str], None]) -> None:
    """The hidden hands: in the middle, and over, so that everything is revealed."""
    given("new hand h --scenario hands.json --name hands")
    shutil.copytree("h", "over")
    given("adjudicate over --play all --until over")
    given("adjudicate h --play all")
    newest = Path("h/now")
    for seat in SEATS:
        shutil.copy(f"h/referee/now/{seat}/state.json", f"h-state-{seat}.json")
        given(f"template h-state-{seat}.json {seat} --play --out h-{seat}.json")
    shutil.copy(newest / "state.json", "h-state.json")


def _make_galactic(given: Callable[[str], None]) -> None:
    """Galactic Conquest: some turns on, and a view of a match that is over."""
    given("new galactic-conquest c --scenario two --name galactic")
    for _ in range(8):
        given("adjudicate c --play all")
    newest = Path("c/now")
    shutil.copy(newest / "state.json", "c-state.json")
    shutil.copy("c/referee/now/amber/state.json", "c-state-amber.json")
    for seat in ("amber", "azure"):
        given(f"template c {seat} --play --out c-{seat}.json")
    shutil.copytree("c", "c-over")
    _sheet("c-over", "azure", "c-concede.json", orders={"match": [{"order": "concede"}]})
    given("adjudicate c-over c-concede.json")
    shutil.copy(Path("c-over/now") / "state.json", "c-end.json")


def _make_stratix(given: Callable[[str], None]) -> None:
    """Four Fronts: some turns on, south-west to move; and a view of a match that is over."""
    given("new stratix s --scenario written.json --name stratix")
    given("adjudicate s --play all")
    newest = Path("s/now")
    shutil.copy(newest / "state.json", "s-state.json")
    shutil.copy("s/referee/now/south-west/state.json", "s-state-west.json")
    way = {"from": "f4", "to": "f7"}
    inner = {"order": "reply", "if": "any", "move": {"from": "f7", "to": "f8"}}
    when = {"side": "north-east", "from": "m13", "to": "p12"}
    reply = {"order": "reply", "if": [when], "move": way, "then": [inner], "confirm": 2}
    orders = {"move": [{"order": "move", "from": "d7", "to": "g7"}], "replies": [reply]}
    standing = [{"standing": "single", "play": True}]
    _sheet("s", "south-west", "s-west.json", orders=orders, standing=standing)
    shutil.copytree("s", "s-over")
    concede = {"match": [{"order": "concede"}]}
    _sheet("s-over", "north-east", "s-concede.json", orders=concede)
    given("adjudicate s-over s-concede.json")
    shutil.copy(Path("s-over/now") / "state.json", "s-end.json")
