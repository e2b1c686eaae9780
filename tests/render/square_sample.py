"""Boards of four quarters to draw: the start, the middle of a match, its end.

The geometry is worked out here from the corner triangles; nothing is played.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from hashlib import sha256

from adjudicator.core.report import USUAL_STYLE, Style
from adjudicator.core.values import FrozenMap
from adjudicator.render.squares.picture import (
    KINDS,
    ArmyEntry,
    Blast,
    CardShown,
    Corner,
    Ground,
    Kind,
    Loss,
    MoveShown,
    PieceEntry,
    QuarterEntry,
    Return,
    SquareEntry,
    SquarePicture,
)

__all__ = ["ARMIES", "POSITIONS", "board", "position"]

ARMIES: tuple[Corner, ...] = ("south-west", "north-west", "north-east", "south-east")
LOOKS = ("blue", "teal", "yellow", "green")
OUT = "south-east"
"""The army that is out in the assault."""
POSITIONS = ("start", "middle", "assault", "two")
NAMES: dict[Kind, str] = {
    "icbm": "ICBM", "jet": "Jet fighter", "helicopter": "Helicopter", "artillery": "Artillery",
    "tank": "Tank", "infantry": "Infantry",
}  # fmt: skip
LINES: tuple[Kind, ...] = ("infantry", "tank", "artillery", "helicopter", "jet", "icbm")
"""Who stands on the red lines, the DMZ first."""
_RECON = {(7, 2), (5, 5), (2, 7)}
_BRIDGES = {(9, 2), (9, 6), (9, 12), (9, 16), (2, 9), (6, 9), (12, 9), (16, 9)}


def _dice(words: str, sides: int) -> int:
    return int.from_bytes(sha256(words.encode()).digest()[:8], "big") % sides


def name_of(file: int, rank: int) -> str:
    return f"{chr(ord('a') + file)}{rank + 1}"


@cache
def board() -> dict[str, SquareEntry]:
    """Returns the squares."""
    return {name_of(file, rank): _square(file, rank) for rank in range(19) for file in range(19)}


def _square(file: int, rank: int) -> SquareEntry:
    if (file, rank) in _BRIDGES:
        return SquareEntry(ground="bridge", words="bridge")
    if 9 in (file, rank):
        ground: Ground = "deck" if file == rank else "water"
        return SquareEntry(ground=ground, words=ground)
    corner: Corner = {
        (True, True): ARMIES[0], (True, False): ARMIES[1], (False, False): ARMIES[2],
        (False, True): ARMIES[3],
    }[file < 9, rank < 9]  # fmt: skip
    away = min(file, 18 - file), min(rank, 18 - rank)
    line = 6 - sum(away)
    if line > 0:
        red: Ground = "dmz" if line == 1 else "staging"
        return SquareEntry(ground=red, quarter=corner, line=line, words=f"{red}, {corner}")
    free: Ground = "recon" if away in _RECON else "battle"
    return SquareEntry(ground=free, quarter=corner, words=f"{free}, {corner}")


def position(name: str, *, style: Style = USUAL_STYLE) -> SquarePicture:
    """Returns one of the positions."""
    armies = (ARMIES[0], ARMIES[2]) if name == "two" else ARMIES
    pieces: dict[str, PieceEntry] = {}
    for square, facts in board().items():
        if facts.line and facts.quarter in armies:
            kind = LINES[facts.line - 1]
            pieces[square] = _piece(facts.quarter, kind)
    captured: dict[str, dict[Kind, int]] = {army: {} for army in armies}
    if name not in ("start", "two"):
        _scatter(name, pieces, captured)
    gone = OUT if name == "assault" else ""
    removed = Counter(facts.kind for facts in pieces.values() if facts.army == gone)
    pieces = {square: facts for square, facts in pieces.items() if facts.army != gone}
    events = _events(pieces) if name == "middle" else {}
    return SquarePicture.model_validate(
        {
            "title": ("Four Fronts", "Turn 34: North-west to move"),
            "description": "A position.",
            "squares": board(),
            "quarters": tuple(
                QuarterEntry(
                    id=army, name=army.capitalize(), corner=army,
                    army=army if army in armies else None,
                    ceasefire=name == "middle" and army == "south-east",
                )
                for army in ARMIES
            ),
            "armies": tuple(
                _army(name, army, pieces, captured[army]).model_copy(
                    update={"is_out": army == gone}
                    | ({"removed": FrozenMap(removed)} if army == gone else {})
                )
                for army in armies
            ),
            "pieces": pieces,
            "kinds": NAMES,
            "deck": {
                "start": "36 cards in the recon deck", "two": "36 cards in the recon deck",
                "middle": "17 cards left in the recon deck", "assault": "The recon deck is used up",
            }[name],
            "deck_left": {"middle": 17, "assault": 0}.get(name, 36),
            "banner": "Final assault" if name == "assault" else "",
            "style": style,
            **events,
        }
    )  # fmt: skip


def _piece(army: str, kind: Kind, duty: str = "none") -> PieceEntry:
    return PieceEntry.model_validate(
        {"army": army, "kind": kind, "duty": duty, "words": f"{NAMES[kind]} of {army}"}
    )


def _scatter(
    name: str, pieces: dict[str, PieceEntry], captured: dict[str, dict[Kind, int]]
) -> None:
    """Sends pieces out over the board."""
    free = [
        square for square, facts in board().items() if facts.ground in ("battle", "bridge", "recon")
    ]
    keep = 2 if name == "middle" else 9
    for square, piece in list(pieces.items()):
        if not _dice(f"{name}{square}", keep) and name == "assault":
            continue
        if name == "middle" and _dice(f"{name}{square}", 5) < 2:
            continue
        del pieces[square]
        if _dice(f"{name}-{square}", 5) < (1 if name == "middle" else 2):
            lost = captured[piece.army]
            lost[piece.kind] = lost.get(piece.kind, 0) + 1
            continue
        target = free[_dice(f"{name}>{square}", len(free))]
        if target not in pieces:
            is_recon = board()[target].ground == "recon" and name == "middle"
            duty = ("due" if piece.army == "north-west" else "safe") if is_recon else "none"
            pieces[target] = _piece(piece.army, piece.kind, duty)


def _events(pieces: dict[str, PieceEntry]) -> dict[str, object]:
    """Puts four moves and what they did on the board."""
    for square in ("d4", "e5", "f5", "g6", "b11", "h9", "q7", "m13", "l12", "n12", "n14", "c14",
                   "g12", "h11", "r3", "r10", "p12", "g10", "g7", "r9", "q11", "q16"):  # fmt: skip
        pieces.pop(square, None)
    pieces["g6"] = _piece("south-west", "tank")
    pieces["m13"] = _piece("north-west", "icbm")
    pieces["f14"] = _piece("north-west", "helicopter", "due")
    pieces["n14"] = _piece("north-east", "infantry", "safe")
    pieces["g10"] = _piece("north-west", "infantry")
    pieces["b15"] = _piece("north-west", "infantry")
    pieces["p12"] = _piece("south-east", "helicopter")
    return {
        "moves": (
            MoveShown(army="south-west", kind="tank", path=("d4", "e5", "f5", "g6"),
                      words="South-west: tank d4 to g6"),
            MoveShown(army="north-west", kind="icbm", path=("g7", "m13"), manner="flight",
                      words="North-west: ICBM g7 to m13"),
            MoveShown(army="north-east", kind="infantry", path=("q16", "n14"), manner="card",
                      words="North-east: infantry to n14 by a card"),
            MoveShown(army="south-east", kind="helicopter", path=("r9", "r10", "q11", "p12"),
                      manner="flight", words="South-east: helicopter r9 to p12"),
        ),
        "blasts": (Blast(at="m13", words="Blast at m13"),),
        "losses": (
            Loss(at="g6", army="north-west", kind="infantry", words="Struck"),
            Loss(at="m13", army="south-east", kind="jet", words="Struck"),
            Loss(at="l12", army="north-east", kind="tank", cause="blast", words="In the blast"),
            Loss(
                at="n12", army="north-west", kind="artillery", cause="blast", words="In the blast"
            ),
            Loss(at="r3", army="south-east", kind="infantry", cause="other", words="Forced loss"),
        ),
        "returns": (Return(at="b15", army="north-west", words="Recovered"),),
    }  # fmt: skip


def _army(
    name: str, army: str, pieces: dict[str, PieceEntry], captured: dict[Kind, int]
) -> ArmyEntry:
    held = [facts.kind for facts in pieces.values() if facts.army == army]
    zone = [
        facts.army for square, facts in pieces.items()
        if board()[square].quarter == army and board()[square].ground in ("battle", "recon")
    ]  # fmt: skip
    own = zone.count(army)
    number = ARMIES.index(army)
    cards = {"middle": (2, 3, 0, 1)}.get(name, (0, 0, 0, 0))[number]
    faces = (CardShown(number=9, title="Dig in"), CardShown(number=16, title="Refit"))
    return ArmyEntry(
        id=army, name=army.capitalize(), look=LOOKS[number],
        pieces=FrozenMap((kind, held.count(kind)) for kind in KINDS),
        captured=FrozenMap(captured),
        cards=cards, faces=faces if name == "middle" and number == 0 else (),
        own=own, foreign=len(zone) - own,
        margin=("holds by 3" if own > 2 else "stands level") if name == "assault" else "",
        plays=army == "north-west" or (name == "two" and army == "south-west"),
    )  # fmt: skip
