"""The cases of 1986 played by the rules of 2012: what the editions share comes out alike.

Each case is changed as little as the edition asks for: its cards bear other numbers, one more laser
is gone, an empty deck has no 31st card, a last round is agreed on. Those that come
out otherwise are listed, and nothing else may: the list is what the editions differ in.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.problem import Refused
from adjudicator.documents.cases import differences, read_case
from adjudicator.documents.problems import RefusedFile
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986, FORTRESS_AMERICA_2012
from adjudicator.registry import by_name

CASES = Path(__file__).resolve().parents[2] / "cases" / FORTRESS_AMERICA_1986.name

OTHERWISE = {
    "eleven lasers": {
        "action-1/laser-destroyed-not-back", "action-1/laser-none-left",
        "action-1/laser-thirteenth", "action-1/laser-twelfth", "action-6/laser-stays-destroyed",
        "cards/one-at-a-time-laser-first", "cards/p86-03-all-lasers", "chapter-4/lasers-all-twelve",
    },
    "ten turns": {"chapter-3/no-turn-limit"},
    "transport": {"action-3/infantry-rides-along"},
    "zones are flown over and bombed": {
        "action-3/bomber-over-anothers-zone", "action-3/helicopter-over-anothers-zone",
        "action-3/no-flight-over-foreign-zones", "action-3/usa-bomber-over-a-zone",
        "action-3/usa-helicopter-over-a-zone", "action-5/us-does-not-bomb-a-zone",
        "action-6/not-over-a-foreign-zone", "action-6/us-bomber-leaves-around-zones",
    },
    "31 cards": {
        "cards/bonus-cards-without-a-card-left", "cards/deck-last-two",
        "cards/deck-never-a-discard",
    },
    "nothing stands in for partisans": {
        "cards/infantry-before-the-last-partisan", "cards/infantry-for-partisans",
        "cards/infantry-for-partisans-must-be-said", "cards/infantry-for-three-partisans",
        "cards/infantry-of-the-card-first", "cards/p86-15-infantry-stands-in",
        "cards/p86-21-infantry-stands-in", "cards/stand-ins-by-default",
    },
    "the invaders win together": {
        "chapter-3/concede-in-a-battle", "chapter-3/concede-usa-equal-points",
        "chapter-3/concede-usa-points", "chapter-3/concede-usa-two-sides-add",
    },
    "bombers are not kept beside": {
        "chapter-4/bombers-attack-from-beside", "chapter-4/bombers-beside-alone",
        "chapter-4/bombers-not-named-over-the-target", "chapter-4/bombers-not-over-the-target",
    },
}  # fmt: skip
"""By what the editions differ in, the cases of 1986 that show it."""


def folders() -> list[str]:
    """Returns the folders of cases; simultaneous turns are in 1986 alone."""
    return sorted(path.name for path in CASES.iterdir() if path.name != "together")


def in_2012(text: str) -> dict[str, Any]:
    """Returns a case of 1986 as one of 2012."""
    text = text.replace(FORTRESS_AMERICA_1986.name, FORTRESS_AMERICA_2012.name)
    case: dict[str, Any] = json.loads(text.replace("p86-", "p12-"))
    told, given = case.get("state"), case["start"]
    if isinstance(told, dict) and "lasers_left" in told:
        told["lasers_left"] -= 1
    if isinstance(given, str):
        return case
    start = given["start"]
    destroyed = start.get("lasers_destroyed", {})
    lasers = len(start.get("lasers", ())) + sum(destroyed.values())
    if destroyed and lasers == FORTRESS_AMERICA_1986.edition.lasers:
        most = max(destroyed, key=lambda side: int(destroyed[side]))
        destroyed[most] -= 1
        start["lasers_destroyed"] = {side: count for side, count in destroyed.items() if count}
        if isinstance(told, dict) and most in told.get("lasers_destroyed", {}):
            told["lasers_destroyed"][most] -= 1
    if len(start.get("discards", ())) + len(start.get("hand", ())) >= 28:
        start["discards"] = [*start.get("discards", ()), "p12-31"]
    if start.get("last_round") or "last-round-begun" in text:
        given.setdefault("options", {})["invader_victory"] = "individual"
    return case


@pytest.mark.parametrize("folder", folders())
def test_the_cases_of_1986_hold_in_2012_but_for_those_listed(folder: str, tmp_path: Path) -> None:
    games, file = by_name(), tmp_path / "case.json"
    otherwise = set()
    for path in sorted((CASES / folder).glob("*.json")):
        file.write_text(json.dumps(in_2012(path.read_text(encoding="utf-8"))), encoding="utf-8")
        try:
            holds = not differences(read_case(file, games), games)
        except (Refused, RefusedFile):
            holds = False
        if not holds:
            otherwise.add(f"{folder}/{path.stem}")
    listed = {case for cases in OTHERWISE.values() for case in cases}
    assert otherwise == {case for case in listed if case.startswith(f"{folder}/")}
