"""Conceding and agreeing a draw: at every place where a match can stop, and how it is told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import pytest

from adjudicator.audit.chance import ExternalDice, OpenedDice, ScriptedDice
from adjudicator.core.ending import DrawAccepted, DrawOffered, DrawOfferLapsed
from adjudicator.core.game import Event, Pending
from adjudicator.core.referee import Run, Save, first_save, run
from adjudicator.core.values import canonical
from adjudicator.games.fortress_america import FortressAmericaRules
from adjudicator.games.fortress_america.options import Question
from adjudicator.games.fortress_america.state import State
from adjudicator.narrate.text import report_text
from tests.games.fortress_america.playing import TWO, declare, opened, play, sheet, start
from tests.games.fortress_america.suspended import (
    Rules,
    WritingTable,
    by_chance,
    piecemeal,
    rules_for,
)
from tests.games.suspended import told

CONCEDE = {"match": [{"order": "concede"}]}
OFFER = {"match": [{"order": "offer-draw"}]}
ACCEPT = {"match": [{"order": "accept-draw"}]}
SILENT: dict[str, Any] = {"match": []}


def loaded(save: Save) -> Save:
    """What goes on is what was saved, nothing else."""
    return Save.model_validate_json(canonical(save.to_json()))


def asked(save: Save) -> Pending | None:
    """Returns the question that is open, if the player-turn has begun."""
    found = [one for one in save.pending if one.topic != "orders"]
    return found[0] if found else None


def with_offers(rules: Rules, save: Save, written: WritingTable) -> tuple[Save, list[Event], int]:
    """Plays a player-turn mail by mail; before each answer the USA offers a draw or is silent."""
    dice = ScriptedDice(written.dice)
    seat = rules.book.seat_of(rules.state_of(save).side)
    first = sheet(seat, 1, orders=written.orders_of(seat))
    done = run(rules, save, {seat: first}, 1, dice=dice)
    events, words, n = told(done.events), 0, 1
    while (question := asked(done.save)) is not None:
        assert question.seat is not None
        answer = {question.label: written.answers[question.seat][question.label]}
        other = "usa" if question.seat != "usa" else "western"
        for parts in ({other: {"orders": OFFER}}, {other: {"orders": SILENT}},
                      {question.seat: {"answers": answer}}):  # fmt: skip
            n += 1
            ((who, what),) = parts.items()
            done = run(rules, loaded(done.save), {who: sheet(who, n, **what)}, n, dice=dice)
            assert done.grew
            events += told(done.events)
            words += who == other
    heard = [e for e in events if isinstance(e, DrawOffered | DrawOfferLapsed)]
    assert len(heard) == words
    return done.save, [event for event in events if event not in heard], words


@pytest.mark.parametrize("seed", range(2))
def test_words_between_all_questions_change_nothing_else(seed: int) -> None:
    quiet, asking = rules_for(), rules_for(ask=list(get_args(Question)))
    save = first_save(quiet)
    words = 0
    for turn in range(5):
        written = by_chance(quiet, quiet.state_of(save), f"words-{seed}-{turn}")
        plain, events, _ = piecemeal(asking, save, 1, written)
        spoken, same, count = with_offers(asking, save, written)
        assert same == events
        assert spoken.checkpoint == plain.checkpoint
        save, words = plain, words + count
    assert words > 10


def stops(rules: Rules, seed: str) -> Iterator[tuple[Save, State]]:
    """Yields the match at each of its questions in a turn by chance, answered by the first one."""
    save = first_save(rules)
    dice = OpenedDice("ab" * 32)
    written = by_chance(rules, rules.state_of(save), seed)
    western = sheet("western", 1, orders=written.orders_of("western"))
    done = run(rules, save, {"western": western}, 1, dice=dice)
    n = 1
    while (question := asked(done.save)) is not None:
        yield loaded(done.save), done.state
        n += 1
        done = answered(rules, done.save, question, n)


def answered(rules: FortressAmericaRules, save: Save, question: Pending, n: int) -> Run[State]:
    seat, options = question.seat, question.options
    assert seat is not None
    assert options
    answer = sheet(seat, n, answers={question.label: options[0]})
    return run(rules, loaded(save), {seat: answer}, n, dice=OpenedDice("ab" * 32))


@pytest.mark.parametrize("seat", ["western", "southern", "usa"])
def test_anybody_may_concede_at_any_question(seat: str) -> None:
    asking = rules_for(ask=list(get_args(Question)))
    places = 0
    for number in range(8):
        for save, state in stops(asking, f"concede-{number}"):
            places += 1
            n = 50
            done = run(asking, save, {seat: sheet(seat, n, orders=CONCEDE)}, n,
                       dice=OpenedDice("ab" * 32))  # fmt: skip
            assert done.grew
            assert done.state.conceded == (seat,)
            if seat == "usa":
                assert done.save.is_over
                assert done.state.units == state.units
                continue
            while (question := asked(done.save)) is not None:
                assert question.seat != seat
                n += 1
                done = answered(asking, done.save, question, n)
            assert done.state.side != "western"
            assert all(one.seat not in (seat, None) for one in done.save.pending)
    assert places > 8


def test_rolls_elsewhere_may_be_awaited_meanwhile() -> None:
    """What happened in a step before the concession stays as it was: nobody had conceded yet."""
    gone = {"infantry": 24, "hovertank": 12, "mobile-unit": 9, "helicopter": 9, "bomber": 6}
    almost = gone | {"infantry": 23}
    destroyed = {"western": gone, "southern": almost, "eastern": almost}
    rules = opened(start("denver eastern infantry 1", side="eastern", turn=1, destroyed=destroyed))
    # Eastern's last unit is cut off; southern has one in reserve: so the USA has not won.
    done = play(rules, {"eastern": {}}, ExternalDice({}))
    assert asked(done.save) is not None
    spoken = sheet("southern", 2, orders=CONCEDE)
    done = run(rules, loaded(done.save), {"southern": spoken}, 2, dice=ExternalDice({}))
    assert asked(done.save) is not None
    rolls = {"turn-1/usa/cards/1": [1], "turn-1/usa/cards/2": [1]}
    done = run(rules, loaded(done.save), {}, 3, dice=ScriptedDice(rolls))
    assert len(done.state.hand) == 2
    assert (done.state.side, done.state.result) == ("usa", None)


def text(rules: FortressAmericaRules, done: Run[State]) -> str:
    return report_text(rules.report(done.before, done.events, done.state))


SMALL = start("w1 western infantry 1; s1 southern infantry 1; e1 eastern infantry 1")


def test_a_concession_is_told() -> None:
    rules = opened(SMALL)
    done = play(rules, {"western": CONCEDE}, {})
    assert "Concession and draw\n-------------------\nThe western invader concedes.\n" in text(
        rules, done
    )
    assert "The western invader has conceded.\n" in text(rules, done)
    assert rules.standings(done.state)[0] == "The western invader has conceded."
    last = play(rules, {"southern": CONCEDE, "eastern": CONCEDE}, {}, done.save, 2)
    over = "The match is over, won by the USA: the other side has conceded."
    assert over in text(rules, last).replace("\n", " ")
    assert rules.standings(last.state)[0] == over
    assert "Won by the USA" in rules.picture(last.state, last.events)


def test_a_draw_is_told() -> None:
    rules = opened(SMALL, TWO)
    offered = play(rules, {"usa": OFFER}, {})
    told_so = text(rules, offered)
    assert told_so.startswith("A word on the match, in turn 1 of the western invader\n")
    assert "The USA offers a draw.\n" in told_so
    silent = play(rules, {"usa": SILENT}, {}, offered.save, 2)
    assert "The USA no longer offers or accepts a draw.\n" in text(rules, silent)
    done = play(rules, {"invaders": ACCEPT}, {}, offered.save, 2)
    assert type(done.events[0]) is DrawAccepted
    assert "The invaders accept the draw.\n" in text(rules, done)
    assert "The match is over: all seats left in it agreed to a draw." in text(rules, done)
    assert ">A draw<" in rules.picture(done.state, done.events)


def test_a_turn_that_goes_by_is_told() -> None:
    rules = opened(start("w1 western infantry 1; s1 southern infantry 1; e1 eastern infantry 1",
                         turn=1))  # fmt: skip
    done = play(rules, {"southern": CONCEDE}, {})
    done = play(rules, {"western": {}}, {}, done.save, 2)
    assert "The southern invader has conceded: its turn passes without orders." in " ".join(
        text(rules, done).split()
    )
    assert (done.state.side, done.state.turn) == ("eastern", 1)


def test_the_end_in_the_middle_of_a_battle_is_told() -> None:
    rules = opened(
        start("w1 western infantry 1; w2 western hovertank 1 infantry 1;"
              "portland usa hovertank 1 infantry 1"),
        TWO, ask=["targets"],
    )  # fmt: skip
    label = "turn-1/western/battle/portland/defender/mechanized/hovertank"
    done = play(rules, {"invaders": {"declare": declare("portland")}}, {label: [8]})
    over = play(rules, {"usa": CONCEDE}, {}, done.save, 2)
    assert "The USA concedes." in text(rules, over)
    assert "won by the invaders: the other side has conceded." in " ".join(
        text(rules, over).split()
    )
    assert rules.picture(over.state, over.events)
