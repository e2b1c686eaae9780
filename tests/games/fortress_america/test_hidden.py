"""Invader cards: hands are hidden; views and what is heard say nothing of another seat's cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.redaction import redacted
from adjudicator.core.report import USUAL_STYLE
from adjudicator.core.values import canonical
from adjudicator.games.fortress_america import FORTRESS_AMERICA_2012, FortressAmericaRules
from adjudicator.games.fortress_america.state import INVADERS, State
from tests.games.fortress_america.playing import SEATS, TWO, opened, place, play, start

GAME = FORTRESS_AMERICA_2012
POSITION = "w1 western infantry 1; s1 southern infantry 1; e1 eastern infantry 1"


def decks(rules: FortressAmericaRules, **tops: Sequence[str]) -> dict[str, list[str]]:
    """Returns how the decks lie: by side the cards on top, the others in their stated order."""
    lying = {}
    for side in INVADERS:
        own = sorted(card for card, facts in rules.book.invader_cards.items() if facts.side == side)
        top = [*tops.get(side, ())]
        lying[f"invader-cards/{side}"] = top + [card for card in own if card not in top]
    return lying


def rules_of(seats: Any = None, **fields: Any) -> FortressAmericaRules:
    dealt = {"western": 2, "southern": 2}
    given = start(POSITION, turn=2, invader_cards=dealt, **fields)
    return opened(given, seats, game=GAME, invader_cards=True)


def dealt(rules: FortressAmericaRules, **tops: Sequence[str]) -> State:
    """Deals; these cards lie on top."""
    source = ScriptedDice({}, decks(rules, **tops))
    return play(rules, {seat: {} for seat in rules.seats}, source).state


def shown(rules: FortressAmericaRules, state: State, seat: str | None) -> Mapping[str, bytes]:
    """Returns all that a seat gets to see of a state."""
    view = rules.view(state, seat)
    step = rules.next_step(view)
    return {
        "state": canonical(view.to_json()),
        "report": repr(rules.report(view, (), view)).encode(),
        "standings": "\n".join(rules.standings(view)).encode(),
        "map": rules.picture(view, (), USUAL_STYLE).encode(),
        "step": b"" if step is None else step.label.encode(),
    }


MINE, ONE, OTHER = ("i12-w4", "i12-w7"), ("i12-s1", "i12-s2"), ("i12-s8", "i12-s5")


@pytest.mark.parametrize("seat", ["western", "eastern", "usa", None])
def test_a_hand_is_seen_by_its_owner_alone(seat: str | None) -> None:
    """Two states that differ only in the southern deck look alike, byte by byte, to all others."""
    rules = rules_of()
    one = dealt(rules, western=MINE, southern=ONE)
    other = dealt(rules, western=MINE, southern=OTHER)
    assert one != other
    assert shown(rules, one, seat) == shown(rules, other, seat)
    assert rules.view(one, "southern") != rules.view(other, "southern")


def test_the_owner_sees_his_hand_in_state_report_and_map() -> None:
    rules = rules_of()
    state = dealt(rules, western=MINE)
    seen = shown(rules, state, "western")
    for card in MINE:
        assert all(card.encode() in seen[name] for name in ("state", "report", "map")), card
    rest = [card for card in rules.book.invader_cards if card not in MINE]
    view = rules.view(state, "western")
    known = {card.value for held in view.invader_decks.values() for card in held.deck.order if card}
    assert known == {*MINE}
    assert not any(card.encode() in seen["report"] for card in rest)


def test_a_seat_sees_the_hands_of_all_its_invaders() -> None:
    rules = rules_of(TWO)
    view = rules.view(dealt(rules, western=MINE, southern=ONE), "invaders")
    known = {card.value for held in view.invader_decks.values() for card in held.deck.order if card}
    assert known == {*MINE, *ONE}


def test_a_view_of_a_view_is_that_view() -> None:
    rules = rules_of()
    state = dealt(rules)
    for seat in (*SEATS, None):
        view = rules.view(state, seat)
        assert rules.view(view, seat) == view
        assert not list(rules.check_state(view))


def test_nobody_hears_how_a_deck_lies_or_what_is_drawn() -> None:
    """The deal, and a turn in which a card is drawn, sound the same whatever the cards."""
    told = []
    for top in (MINE, ("i12-w1", "i12-w2")):
        rules = rules_of()
        lying = decks(rules, western=(*top, "i12-w5" if top == MINE else "i12-w8"))
        first = play(rules, {seat: {} for seat in SEATS}, ScriptedDice({}, lying))
        coming = [{"order": "draw"}, place("infantry", 5, "w2")]
        next_ = play(rules, {"western": {"reinforcements": coming}}, {}, first.save, 2)
        told.append(
            [
                redacted(rules, [*first.events, *next_.events], seat)
                for seat in ("usa", "southern", None)
            ]
        )
    assert told[0] == told[1]


def test_what_was_held_back_in_vain_is_its_own_seats_business() -> None:
    """An order for a card that could not be played is heard by its seat alone."""
    rules = rules_of()
    lying = decks(rules, western=("i12-w8", "i12-w7"))
    first = play(rules, {seat: {} for seat in SEATS}, ScriptedDice({}, lying))
    orders = {
        "reinforcements": [place("infantry", 5, "w2"), place("infantry", 3, "w3")],
        "cards": [{"order": "play", "card": "i12-w8"}],
    }
    done = play(rules, {"western": orders}, {}, first.save, 2)
    for seat in ("usa", "southern", None):
        text = canonical([event.to_json() for event in redacted(rules, done.events, seat)])
        assert b"i12-w8" not in text, seat
    own = canonical([event.to_json() for event in redacted(rules, done.events, "western")])
    assert b"i12-w8" in own


def test_what_was_played_is_seen_by_all() -> None:
    rules = rules_of(control={"seattle": "western"})
    first = play(
        rules, {seat: {} for seat in SEATS}, ScriptedDice({}, decks(rules, western=("i12-w1",)))
    )
    orders = {
        "cards": [{"order": "play", "card": "i12-w1"}],
        "reinforcements": [place("infantry", 5, "seattle"), place("infantry", 3, "w3")],
    }
    done = play(rules, {"western": orders}, {}, first.save, 2)
    for seat in (*SEATS, None):
        seen = shown(rules, done.state, seat)
        assert b"i12-w1" in seen["report"]
        assert b"Foothold" in seen["map"]


def test_at_the_end_all_is_known() -> None:
    rules = rules_of()
    state = dealt(rules)
    over = rules.evolve(state, rules.draw_agreed(state)[0])
    assert rules.view(over, None) == over


def test_without_the_option_nothing_is_hidden() -> None:
    rules = opened(start(POSITION), game=GAME)
    assert not rules.is_hidden
    assert rules.view(rules.start, None) is rules.start
    document = rules.start.to_json()
    assert isinstance(document, dict)
    assert not {"invader_decks", "in_force", "to_deal", "card_drawn"} & document.keys()
    assert b"Invader hands" not in shown(rules, rules.start, "usa")["map"]
