"""Hidden cards: views and what is heard say nothing of another army's hand, or of its looks.

A case is judged with all cards known and sees neither views nor what is heard; so what the row
"recon deck: kept cards" says of `views.view`, `views.redact` and unknown cards in `deck.cards_of`
is held by these tests. `kept-cards/kept-and-played.json` holds the rest of that row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from adjudicator.core.redaction import asked, redacted
from adjudicator.core.referee import Run, Save
from adjudicator.core.values import canonical
from adjudicator.games.stratix import StratixRules
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.rules.cards_drawn import draw_card
from adjudicator.games.stratix.state import State
from tests.games.chance import Chance
from tests.games.stratix.chance import RandomTable
from tests.games.stratix.playing import (
    THREE,
    begun,
    board,
    checked,
    deck,
    move,
    of_type,
    opened,
    play,
)

SW, NW, NE = THREE
PIECES = "A: A f9, A g8, I c9, T e4, I d3; B: A e17, A d13, I c16; C: A n17, T m12, I l12, I p17"
CARD = "turn-1/south-west/move-1/card-1"
STEPS = 150
"""So many steps of a match by chance are looked at through every view."""


def _match(hands: Sequence[str], *top: str) -> tuple[StratixRules, Save]:
    """Deals one card to each army; the others lie as said, what is not named below them."""
    rules = opened(board(PIECES, kept=dict.fromkeys(THREE, 1)), THREE)
    return rules, begun(rules, [*hands, *top])


def _turn(
    match: tuple[StratixRules, Save], side: str, *moves: tuple[str, str], n: int = 2, **parts: Any
) -> Run[State]:
    rules, save = match
    orders = {"move": [move(*one) for one in moves]} if moves else {}
    return play(rules, {side: {"orders": orders, **parts}}, save, n)


def _seen(rules: StratixRules, done: Run[State], seat: str | None) -> bytes:
    """All that a seat gets of an opening: the view, what is heard, what is pending."""
    told = [
        rules.view(done.state, seat).to_json(),
        *(f"{type(one).__name__} {one.to_json()}" for one in redacted(rules, done.events, seat)),
        *(question.to_json() for question in asked(rules, done.save.pending, seat)),
    ]
    return canonical(told)


def _tell_apart(rules: StratixRules, one: Run[State], other: Run[State]) -> dict[str | None, bool]:
    return {seat: _seen(rules, one, seat) != _seen(rules, other, seat) for seat in (*THREE, None)}


def test_a_hand_is_seen_by_its_army_alone() -> None:
    """The same turns with other kept cards look the same to all but their armies."""
    runs = []
    for hands in (("r01", "r13", "r16"), ("r22", "r13", "r18")):
        match = _match(hands, "r12", "r23", "r17", "r07")
        runs.append(_turn(match, SW, ("f9", "f6")))
    assert _tell_apart(match[0], *runs) == {SW: True, NW: False, NE: True, None: False}


def test_the_shuffled_deck_is_heard_by_nobody() -> None:
    """The event tells which positions were dealt; no card, not even those of one's own hand."""
    rules = opened(board(PIECES, kept=dict.fromkeys(THREE, 1)), THREE)
    sheets: dict[str, Any] = {seat: {} for seat in THREE}
    done = play(rules, sheets, cards=deck("r01", "r13", "r16"))
    for seat in (*THREE, None):
        (shuffled,) = [
            one for one in redacted(rules, done.events, seat) if isinstance(one, e.DeckShuffled)
        ]
        assert {*shuffled.deck.order} == {None}
        assert dict(shuffled.hands) == {SW: (0,), NW: (1,), NE: (2,)}


def test_a_card_that_is_kept_is_drawn_unseen() -> None:
    runs = []
    for card in ("r15", "r20"):
        match = _match(("r01", "r13", "r16"), card, "r23", "r17")
        runs.append(_turn(match, SW, ("f9", "f6")))
        assert of_type(runs[-1], e.CardKept)
    assert _tell_apart(match[0], *runs) == {SW: True, NW: False, NE: False, None: False}
    cards = {match[0].view(run.state, SW).decks[0].card(3) for run in runs}
    assert cards == {"r15", "r20"}


LOOKS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "other order": (("r12", "r23", "r17"), ("r17", "r12", "r23")),
    "as they lay": (("r12", "r23", "r17"), ("r12", "r23", "r17")),
}


def _looked(lying: Sequence[str], order: Sequence[str]) -> tuple[StratixRules, Run[State]]:
    match = _match(("r01", "r13", "r16"), "r03", *lying, "r07", "r32")
    answer = {"order": "arrange", "cards": [*order]}
    return match[0], _turn(match, SW, ("f9", "f6"), answers={f"{CARD}/arrange": answer})


def test_an_order_of_cards_is_known_to_who_made_it() -> None:
    """Others hear that the top cards were looked at, and not how they went back. (Ruling 34)"""
    rules, one = _looked(("r12", "r23", "r17"), ("r17", "r12", "r23"))
    _, other = _looked(("r12", "r23", "r17"), ("r12", "r23", "r17"))
    assert one.state.pile != other.state.pile
    assert _tell_apart(rules, one, other) == {SW: True, NW: False, NE: False, None: False}
    (looked,) = [
        event for event in redacted(rules, one.events, NW) if isinstance(event, e.DeckLookedAt)
    ]
    assert looked.positions == (4, 5, 6)
    mine = rules.view(one.state, SW)
    assert [mine.decks[0].card(position) for position in mine.pile[:3]] == ["r17", "r12", "r23"]
    assert mine.pile == one.state.pile


def test_the_question_of_a_look_is_read_by_its_army_alone() -> None:
    """Which cards are to be arranged stands in the question, which others see without words."""
    runs = []
    for lying in (("r12", "r23", "r17"), ("r14", "r08", "r28")):
        match = _match(("r01", "r13", "r16"), "r03", *lying, "r07", "r32")
        runs.append(_turn(match, SW, ("f9", "f6")))
        (question,) = runs[-1].save.pending
        assert all(card in question.prompt for card in lying)
        view = match[0].view(runs[-1].state, SW)
        assert [view.decks[0].card(position) for position in view.pile[:3]] == [*lying]
    told = [[_seen(match[0], run, seat) for seat in (NW, NE, None)] for run in runs]
    # What lies in the deck differs only where nobody sees it.
    assert [len(one) for one in told[0]] == [len(one) for one in told[1]]
    for seat in (NW, NE, None):
        texts = [str(asked(match[0], run.save.pending, seat)) for run in runs]
        assert texts[0] == texts[1]


def test_a_look_does_not_tell_how_another_army_had_arranged_the_cards() -> None:
    """Which cards are looked at is told in the order of the deck, not as they lie. (Ruling 34)"""
    match = _match(("r01", "r13", "r16"), "r12", "r03", "r17", "r23", "r07")
    state = _turn(match, SW, ("g8", "g7")).state
    # South-west has put the card at 6 on top of those at 5 and 7; north-west draws r03, at 4.
    arranged = state.model_copy(
        update={"pile": (4, 6, 5, 7, *state.pile[5:]), "removed": (3,),
                "looked": type(state.looked)({SW: (5, 6, 7)})}
    )  # fmt: skip
    table = RandomTable(match[0], arranged, Chance("look"))
    draw_card(match[0].book, table, NW, "c12")
    (looked,) = [event for event in table.events if isinstance(event, e.DeckLookedAt)]
    assert looked.positions == (5, 6, 7)
    assert table.state.looked[NW] == (5, 6, 7)


def test_an_arranged_card_that_was_drawn_is_no_longer_hidden() -> None:
    rules, done = _looked(("r12", "r23", "r17"), ("r17", "r12", "r23"))
    after = play(rules, {NW: {"move": [move("e17", "e16")]}}, done.save, 3)
    last = play(rules, {NE: {"move": [move("n17", "n14")]}}, after.save, 4)
    drawn, _ = of_type(last, e.CardDrawn)
    # South-west had put r17 on top, which lay third: at position 6; it lets another be drawn.
    assert drawn.position == 6
    everybody = rules.view(last.state, None)
    assert everybody.decks[0].card(6) == "r17"
    assert dict(last.state.looked) == {SW: (5,)}


def test_what_a_fallen_army_arranged_stays_hidden() -> None:
    """An army that leaves takes what it knows with it: nobody sees the order then."""
    states = []
    for order in (("r17", "r12", "r23"), ("r23", "r12", "r17")):
        rules, done = _looked(("r12", "r23", "r17"), order)
        states.append(rules.evolve(done.state, e.ArmyWithdrawn(side=SW)))
    for seat in (NW, NE, None):
        assert rules.view(states[0], seat) == rules.view(states[1], seat)
    assert not states[0].hands[SW]


def test_a_known_card_among_arranged_ones_is_not_planned_on() -> None:
    """In the view of the others a public card comes behind those whose place nobody knows."""
    match = _match(("r01", "r13", "r16"), "r12", "r06", "r17", "r23", "r07")
    rules, state = match[0], _turn(match, SW, ("g8", "g7")).state
    (deck,) = state.decks
    arranged = state.model_copy(
        update={"decks": (deck.unsealed(4),), "pile": (4, 3, 5, *state.pile[3:]),
                "looked": type(state.looked)({SW: (3, 4, 5)})}
    )  # fmt: skip
    assert rules.view(arranged, NW).pile[:4] == (3, 5, 4, 6)
    assert rules.view(arranged, SW).pile[:4] == (4, 3, 5, 6)


def test_a_view_of_a_view_is_that_view() -> None:
    rules, done = _looked(("r12", "r23", "r17"), ("r17", "r12", "r23"))
    for seat in (*THREE, None):
        view = rules.view(done.state, seat)
        assert rules.view(view, seat) == view
        assert rules.view(view, None) == rules.view(done.state, None)


@pytest.mark.parametrize("scenario", ["two", "three", "four"])
def test_next_step_needs_no_card(scenario: str) -> None:
    """Whoever looks, the same step comes next; and views are good states, all through a match."""
    rules, choose = opened(scenario), Chance(f"views-{scenario}")
    state = rules.start
    for _ in range(STEPS):
        step = rules.next_step(state)
        if step is None:
            break
        for seat in (*rules.seats, None):
            view = rules.view(state, seat)
            theirs = rules.next_step(view)
            assert theirs is not None
            assert theirs._replace(run=step.run) == step
            assert not list(rules.check_state(view))
            known = {*state.hands.get(seat or "", ()), *state.looked.get(seat or "", ())}
            for sealed in view.decks:
                seen = {place for place, card in enumerate(sealed.order) if card is not None}
                assert seen == known | {*sealed.public}
        table = RandomTable(rules, state, choose)
        step.run(table)
        state = table.state


def test_a_sheet_is_judged_on_what_its_army_knows() -> None:
    """The dry run ends where an unknown card is drawn; a card that its army has seen is obeyed."""
    rules, save = _match(("r01", "r13", "r16"), "r12", "r23", "r17")
    done = checked(rules, SW, {"move": [move("f9", "f6")]}, save)
    assert (done.why, done.problems) == ("dice", ())
    assert [type(event) for event in done.events][-1] is e.CardDrawn
    rules, looked = _looked(("r12", "r23", "r17"), ("r12", "r23", "r17"))
    save = play(rules, {NW: {"move": [move("e17", "e16")]}}, looked.save, 3).save
    save = play(rules, {NE: {"move": [move("p17", "o14")]}}, save, 4).save
    seen = checked(rules, SW, {"move": [move("g8", "c8")]}, save)
    assert [event.card for event in seen.events if isinstance(event, e.CardShown)] == ["r12"]


def test_the_hand_of_another_army_is_no_hint() -> None:
    """A card of somebody else's hand is refused in the same words as one that lies in the deck."""
    rules, save = _match(("r01", "r13", "r16"), "r12", "r15")
    texts = [
        str(checked(rules, SW, {"play": [{"order": "play", "card": card}]}, save).problems[0])
        .replace(card, "it")
        for card in ("r13", "r15", "r22")
    ]  # fmt: skip
    assert len({*texts}) == 1
    assert "You keep r01." in texts[0]


def test_replies_are_their_armys_own() -> None:
    """What an army will answer is neither seen nor heard by the others."""
    runs = []
    for target in ("f7", "f5"):
        rules, save = _match(("r01", "r13", "r16"), "r12", "r23")
        reply = {"order": "reply", "if": "any", "move": {"from": "f8", "to": target}, "confirm": 1}
        orders = {"move": [move("f9", "f8")], "replies": [reply]}
        runs.append(play(rules, {SW: orders}, save, 2))
        assert of_type(runs[-1], e.RepliesKept)
        for seat in (*THREE, None):
            assert {*rules.view(runs[-1].state, seat).replies} == ({SW} if seat == SW else set())
    assert _tell_apart(rules, *runs) == {SW: True, NW: False, NE: False, None: False}


def test_at_the_end_all_is_known() -> None:
    rules, done = _looked(("r12", "r23", "r17"), ("r17", "r12", "r23"))
    over = rules.evolve(done.state, rules.draw_agreed(done.state)[0])
    assert rules.view(over, None) == over
