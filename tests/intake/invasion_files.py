"""The files of Invasion: America that people hand in: matches at several moments, and own maps."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from adjudicator.games.invasion_america import InvasionAmericaRules
from tests.games.invasion_america.maps import FOLDER, small
from tests.games.invasion_america.playing import TWO, draft, opened, scenario, units

__all__ = ["make_invasion", "own_hexes"]

COAST = (
    "esc amphibious s2332 [infantry 2, hovercraft 1]; esc amphibious s2230 [supply 1, armour 1]; "
    "esc amphibious s2334; esc supply s2334; esc carrier s2232; esc armour s2624; "
    "esc 2 infantry s2725; esc cas s2622; esc supply s2230; "
    "us 2 infantry s2625; us armour s2726; us 2 militia s2626; us rail s2625; us cas s2627; "
    "us 2 infantry s2333; us rail s2437; us mechanised s2437; us lrb s2830; sau infantry s0449; "
    "pal transport holding-box [infantry 2]; canada infantry n1037"
)
"""A landing beside a front; of the units that fight all strengths are known but one."""
TRIED = {("esc", "infantry"): 4, ("us", "infantry"): 3, ("esc", "armour"): 8}
DIE = "turn-1/esc/combat/attack-1/die"
STANDING = [
    {"standing": "retreat", "prefer": ["supply", "away", "terrain", "city", "s2231"], "side": "esc",
     "in": ["s2624"]},
    {"standing": "displace", "first": ["militia", "cas"], "prefer": ["supply"]},
    {"standing": "exchange", "first": ["infantry", "armour"]},
    {"standing": "advance", "types": ["armour", "infantry"], "to": "target", "in": ["s2625"]},
]  # fmt: skip
LANDING: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "naval": [
        {"order": "sail", "units": ["esc-amphibious-01"], "to": "s2333"},
        {"order": "sail", "units": ["esc-carrier-01"], "to": "s2331"},
        {"order": "unload", "unit": "esc-supply-01"},
        {"order": "load", "unit": "esc-supply-02", "ship": "esc-amphibious-03"},
    ],
    "replacements": [
        {"order": "replace", "nation": "esc", "type": "infantry", "count": 1, "in": "s2230"},
    ],
    "movement": [
        {"order": "move", "units": ["esc-cas-01"], "path": ["s2624"]},
        {"order": "move", "units": ["esc-armour-01"], "path": ["s2330"]},
    ],
    "combat": [
        {
            "order": "attack", "units": ["esc-armour-02", "esc-infantry-03", "esc-infantry-04"],
            "hexes": ["s2625"], "at_least": "1-2", "lose": ["esc-infantry-03"],
            "advance": [{"units": ["esc-armour-02"], "to": "end"},
                        {"units": ["esc-infantry-04"], "to": "target", "along": "s2625"}],
        },
        {
            "order": "attack", "units": ["esc-amphibious-01"], "hexes": ["s2333"],
            "if_won": ["s2625"], "unless_won": [],
        },
    ],
    "mechanised": [{"order": "move", "units": ["esc-armour-02"], "path": ["s2623"]}],
}  # fmt: skip
HOME: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "replacements": [
        {"order": "replace", "nation": "us", "type": "infantry", "count": 1, "in": "s2629"},
        {"order": "replace", "nation": "us", "type": "armour", "in": "s2629"},
    ],
    "rail": [
        {"order": "rail", "unit": "us-rail-02", "carry": "us-mechanised-01", "path": ["s2635"]},
    ],
    "movement": [
        {"order": "move", "units": ["us-infantry-03"], "path": ["s2433"]},
        {"order": "move", "units": ["us-lrb-01"], "path": ["s2729"]},
    ],
    "combat": [
        {"order": "attack", "units": ["us-armour-01", "us-lrb-01"], "hexes": ["s2725"]},
        {"order": "attack", "units": ["us-infantry-01", "us-infantry-02"], "hexes": ["s2624"],
         "unless_won": ["s2725"]},
    ],
    "mechanised": [{"order": "move", "units": ["us-mechanised-01"], "path": ["s2535"]}],
}  # fmt: skip


def _start(text: str, **parts: Any) -> dict[str, Any]:
    """Returns a start in which those who fight have known strengths."""
    written = units(text)
    for party in written:
        tried = TRIED.get((party["nation"], party["type"]))
        if tried is not None and party["in"] in ("s2624", "s2725", "s2625"):
            party["strength"] = tried
    return {"units": written, **parts}


def own_hexes() -> dict[str, Any]:
    """Returns a small map in which every country of the scenarios has a hex."""
    board = small()
    board["map"] = "own-hexes"
    board["countries"] = json.loads((FOLDER / "map.json").read_bytes())["countries"]
    countries = ("us", "canada", "annexation", "cuba", "sau", "us", "us", "us")
    settled = [facts for facts in board["hexes"].values() if facts["kind"] != "lake"]
    for facts, country in zip(settled, countries, strict=False):
        facts["country"] = country
    return board


def make_invasion(given: Callable[[str], None]) -> None:
    """Matches at a landing, in mid-combat, before the U.S. moves, in the set-up and over."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(InvasionAmericaRules, "picture", _no_picture)
        _make_matches(given)
        _make_own_map(given)


def _no_picture(rules: InvasionAmericaRules, *given: object) -> str:
    """No command reads the pictures of openings, and they would take most of the time."""
    return "<svg xmlns='http://www.w3.org/2000/svg'/>"


def _make_matches(given: Callable[[str], None]) -> None:
    options = {"garrison": False}
    start = _start(COAST, side="esc")
    Path("i-written.json").write_text(json.dumps(scenario(start, TWO, **options).to_json()))
    given("new invasion-america i --scenario i-written.json --name invasion")
    _sheet("i", "aggressors", "i-esc.json", orders=LANDING, standing=STANDING, hold=["mechanised"])
    asked = scenario(start, TWO, **options, ask=["retreat", "advance"])
    Path("i-asked.json").write_text(json.dumps(asked.to_json()))
    given("new invasion-america i-mid --scenario i-asked.json --name invasion --mode external")
    _sheet("i-mid", "aggressors", "i-attack.json", orders={"combat": LANDING["combat"][:1]})
    given("adjudicate i-mid i-attack.json")
    Path("i-rolls.json").write_text(json.dumps({DIE: [3]}))
    given("adjudicate i-mid --rolls i-rolls.json")
    Path("i-rolls.json").unlink()
    view = json.loads(_newest("i-mid").read_bytes())
    label = next(one["label"] for one in view["pending"] if one["topic"] == "retreat")
    retreat = {"order": "retreat", "from": "s2625", "path": ["s2526", "s2426"]}
    _sheet("i-mid", "us", "i-us.json", answers={label: retreat}, standing=STANDING[1:2])
    home = scenario(start | {"side": "us"}, TWO, **options)
    Path("i-home.json").write_text(json.dumps(home.to_json()))
    given("new invasion-america i-home --scenario i-home.json --name invasion")
    _sheet("i-home", "us", "i-home-us.json", orders=HOME, standing=STANDING[1:3])
    given("new invasion-america i-set --scenario partisan-revolt-set-up --name invasion")
    rules = opened("partisan-revolt-set-up")
    drafted = draft(rules, rules.start, "aggressors")
    _sheet("i-set", "aggressors", "i-set-up.json", orders={"setup": drafted})
    shutil.copy(_newest("i"), "i-state.json")
    shutil.copy(_newest("i-mid"), "i-mid-state.json")
    shutil.copy(_newest("i-set"), "i-set-state.json")
    shutil.copy(_newest("i-home"), "i-home-state.json")
    shutil.copytree("i-home", "i-over")
    _sheet("i-over", "us", "i-concede.json", orders={"match": [{"order": "concede"}]})
    given("adjudicate i-over i-concede.json")
    shutil.copy(_newest("i-over"), "i-end.json")


def _make_own_map(given: Callable[[str], None]) -> None:
    """A small map beside the shipped files, a start on it, and a player-turn of it as a case."""
    Path("hexes/map.json").write_text(json.dumps(own_hexes(), indent=1))
    placed = units(
        "esc infantry a0304; us infantry a0303; us armour a0303; us rail a0402; us militia a0302; "
        "esc amphibious a0102 [infantry 1]; esc cas a0304; esc supply a0202"
    )
    for party, tried in zip(placed, (4, 3, 6), strict=False):
        party["strength"] = tried
    board = {"units": placed, "side": "esc"}
    document = scenario(board, TWO, garrison=False).to_json()
    Path("hexes.json").write_text(json.dumps(document))
    set_up = scenario({}, TWO, scenario="six").to_json()
    Path("hexes-set-up.json").write_text(json.dumps(set_up))
    given("new invasion-america i-own --scenario hexes.json --name own --map hexes")
    orders = {
        "naval": [{"order": "sail", "units": ["esc-amphibious-01"], "to": "a0103"}],
        "movement": [{"order": "move", "units": ["esc-cas-01"], "path": ["a0403"]}],
        "combat": [{"order": "attack", "units": ["esc-infantry-01"],
                    "hexes": ["a0303"]}],
    }  # fmt: skip
    case = {
        "case": "own-hexes", "why": "a player-turn on a map of somebody's own", "rule": "13.0",
        "game": "invasion-america",
        "start": {name: document[name] for name in ("seats", "options", "start")},
        "orders": {"aggressors": {"orders": orders}}, "dice": {DIE: [4]}, "events": [],
    }  # fmt: skip
    Path("hexes-case.json").write_text(json.dumps(case, indent=1))


def _newest(match: str) -> Path:
    return Path(match, "now") / "state.json"


def _sheet(match: str, seat: str, out: str, **parts: Any) -> None:
    header = json.loads(_newest(match).read_bytes())["header"]
    whole = {**header, "player": seat, "blind": "5e" * 32, "orders": {}, **parts}
    Path(out).write_text(json.dumps(whole, indent=1))
