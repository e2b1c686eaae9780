"""The star chart of positions of a match by chance."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path

import pytest

from adjudicator.core.game import Event, Scenario
from adjudicator.core.report import Style
from adjudicator.games.galactic_conquest import GALACTIC_CONQUEST, GalacticConquestRules
from adjudicator.games.galactic_conquest.events import (
    BattleFought,
    PlanetTaken,
    TroopsCounted,
)
from adjudicator.games.galactic_conquest.picture import picture
from adjudicator.games.galactic_conquest.state import State
from tests.games.galactic_conquest.chance import Chance, LeanTable

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"
MAP = Path(__file__).parents[3] / "maps/galactic-conquest/map.json"
SEATS = ("azure", "crimson", "jade")


@cache
def match(*seats: str) -> tuple[GalacticConquestRules, tuple[tuple[State, tuple[Event, ...]], ...]]:
    """Returns the rules and the player-turns of a match: what happened, and what came of it."""
    scenario = Scenario.model_validate(
        {
            "format": 1,
            "scenario": "chance",
            "game": "galactic-conquest",
            "map": "galactic-conquest",
            "title": "By chance",
            "seats": {seat: {"sides": (seat,)} for seat in seats},
            "start": {},
        }
    )
    rules = GALACTIC_CONQUEST.open(scenario, {"map.json": MAP.read_bytes()})
    turns: list[tuple[State, tuple[Event, ...]]] = []
    choose, state, turn = Chance("draw"), rules.start, ""
    events: list[Event] = []
    while len(turns) < 120 and (step := rules.next_step(state)) is not None:
        if step.turn != turn:
            turns.append((state, tuple(events)))
            turn, events = step.turn, []
        table = LeanTable(rules, state, choose)
        step.run(table)
        state = table.state
        events += table.events
    return rules, tuple(turns)


def tree(state: State, events: tuple[Event, ...], seat: str | None) -> ElementTree.Element:
    rules, _ = match(*SEATS)
    view = rules.view(state, seat)
    return ElementTree.fromstring(picture(rules.narrator, view, events).encode())


def by_id(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {found: one for one in root.iter() if (found := one.get("id"))}


def words(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def texts(element: ElementTree.Element) -> list[str | None]:
    return [text.text for text in element.iter(f"{SVG}text")]


def test_every_turn_shows_its_troops_attacks_and_captures() -> None:
    _, turns = match(*SEATS)
    captures = 0
    for state, events in turns[::4]:
        found = by_id(tree(state, events, None))
        for planet, count in state.troops.items():
            assert found[f"planet-{planet}"].findtext(f"{SVG}text") == str(count)
        fought = {
            (event.origin, event.target) for event in events if isinstance(event, BattleFought)
        }
        assert len([one for one in found if re.fullmatch(r"attack-\d+", one)]) == len(fought)
        for event in events:
            if isinstance(event, PlanetTaken):
                captures += 1
                title = found[f"planet-{event.target}"].findtext(f"{SVG}title") or ""
                assert ("newly captured" in title) is (state.owners[event.target] == event.seat)
    assert captures > 5


def test_a_view_shows_no_cards_but_its_own() -> None:
    _, turns = match(*SEATS)
    state, events = max(turns, key=lambda turn: sum(map(len, turn[0].hands.values())))
    assert min(len(hand) for hand in state.hands.values()) > 0
    for seat in (None, *SEATS):
        root = tree(state, events, seat)
        found = by_id(root)
        for other, hand in state.hands.items():
            count = f"{len(hand)} card" + ("s" if len(hand) > 1 else "")
            assert words(found[f"cards-{other}"]) == count
            cards = [state.decks[held.deck].card(held.position) for held in hand]
            panel = texts(found[f"seat-{other}"])
            known = [card for card in cards if card in panel]
            assert known == (cards if other == seat else [])
        shown = [use for use in root.iter(f"{SVG}use") if "class-" in use.get(XLINK, "")]
        assert len(shown) == (len(state.hands[seat]) if seat else 0)


def test_the_count_that_is_shown_is_that_of_the_turn_that_begins() -> None:
    rules, turns = match(*SEATS)
    shown = 0
    for state, events in turns:
        root = by_id(tree(state, (), None))
        for event in events:
            if isinstance(event, TroopsCounted):
                assert f"+{event.troops}" in texts(root[f"seat-{event.seat}"])
                shown += 1
    assert shown > 50
    assert rules.seats == SEATS


def test_the_neutral_army_of_two_wears_no_look_of_a_seat() -> None:
    rules, turns = match("azure", "crimson")
    state, _ = turns[2]
    text = picture(rules.narrator, rules.view(state, "azure"), ())
    assert "Neutral army" in text
    assert len(re.findall(r"In orders: [\w-]+\nNeutral army: ", text)) == 14


@pytest.mark.parametrize("seats", [("red", "blue"), ("north", "south", "gold", "east", "west")])
def test_seats_wear_looks_of_their_own(seats: tuple[str, ...]) -> None:
    rules, turns = match(*seats)
    text = picture(rules.narrator, turns[1][0], (), style=Style(theme="grey"))
    found = by_id(ElementTree.fromstring(text.encode()))
    assert {f"seat-{seat}" for seat in seats} <= found.keys()


def test_before_the_deal_nobody_holds_a_planet() -> None:
    rules, turns = match(*SEATS)
    text = picture(rules.narrator, turns[0][0], ())
    assert "Unclaimed" in text
    assert "Set-up" in text
