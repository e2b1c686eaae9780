"""The pictures of the game's README: python -m tests.games.invasion_america.pictures

Writes the files of `examples/invasion-america` anew: a start in mid-war in New England, and what
the map shows of one player-turn there. A test holds the files to this.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adjudicator.audit.chance import OpenedDice
from adjudicator.core.report import Style
from tests.games.invasion_america.playing import opened, play

__all__ = ["FOLDER", "files"]

FOLDER = Path(__file__).parents[3] / "examples/invasion-america"
_STANDS = """
esc armour n0145 10; esc armour n0145 8; esc armour n0145 8; esc mechanised n0345 5;
esc infantry n0345 6; esc infantry n0346; esc infantry n0346; esc armour n0446; esc infantry n0446;
esc supply n0246; esc infantry n0246; esc cas n0245; esc lrb n0245; esc infantry n0745;
esc mechanised n0745; us armour n0244 6; us mechanised n0244; us infantry n0344; us militia n0344;
us infantry s3844; us infantry s3844; us militia s3844; us militia s3745 2; us cas s3644;
us armour s3644; us mechanised n0143; us militia n0143; us militia s3843; us infantry s3742;
canada infantry n0544; canada armour n0544; canada militia n0645; canada infantry n0648;
canada militia n0648; canada mechanised n0642; us rail s3640; us infantry s3543; us lrb s3543
"""
"""Who stands where, with the strengths that are known."""
_ORDERS: Mapping[str, Any] = {
    "naval": [
        {"order": "sail", "units": ["esc-amphibious-01"], "to": "s3745"},
        {"order": "sail", "units": ["esc-carrier-01"], "to": "s3746"},
    ],
    "movement": [
        {"order": "move", "units": ["esc-armour-04"], "path": ["n0445", "n0345"]},
        {"order": "move", "units": ["esc-infantry-02"], "path": ["n0245"]},
    ],
    "combat": [
        {
            "order": "attack",
            "units": ["esc-armour-01", "esc-armour-02", "esc-armour-03", "esc-infantry-01",
                      "esc-mechanised-01"],
            "hexes": ["n0244"],
            "advance": [{"units": ["esc-armour-01", "esc-armour-02"], "to": "target"}],
        },
        {"order": "attack", "units": ["esc-amphibious-01"], "hexes": ["s3745"]},
    ],
}  # fmt: skip
_SECRET = "09" * 32


def start() -> dict[str, Any]:
    """Returns the position: the third game-turn, in which the E.S.C. is next."""
    units: list[dict[str, Any]] = []
    for words in _STANDS.replace("\n", " ").split(";"):
        nation, unit_type, at, *strength = words.split()
        known = {"strength": int(strength[0])} if strength else {}
        units.append({"nation": nation, "type": unit_type, "in": at, **known})
    units += [
        {"nation": "esc", "type": "amphibious", "in": "s3549", "carrying": {"infantry": 2}},
        {"nation": "esc", "type": "carrier", "in": "s3549"},
    ]
    return {"turn": 3, "side": "esc", "units": units}


def files() -> Iterator[tuple[str, str]]:
    """Yields every file by its name, with its text."""
    document = {
        "format": 1, "scenario": "new-england", "game": "invasion-america",
        "map": "invasion-america", "title": "New England in the third game-turn",
        "seats": {"aggressors": {"sides": ["sau", "esc", "pal"]}, "us": {"sides": ["us"]}},
        "options": {"scenario": "one", "garrison": False}, "start": start(),
    }  # fmt: skip
    yield "new-england.json", json.dumps(document, indent=1) + "\n"
    rules = opened(start(), scenario="one", garrison=False)
    done = play(rules, {"aggressors": _ORDERS}, OpenedDice(_SECRET))
    around = Style(around="n0145", radius=4)
    yield "turn.svg", rules.picture(done.state, done.events, around)
    lines = around.model_copy(update={"arrows": "none", "supply": ("esc", "us"), "zones": ("us",)})
    yield "supply-and-zones.svg", rules.picture(done.state, done.events, lines)


def main() -> None:
    """Writes all files."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in files():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"{name}: {len(text)} characters")


if __name__ == "__main__":
    main()
