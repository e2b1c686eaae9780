"""The topic `match`: conceding and agreeing a draw, at any time, in the toy game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.audit import log
from adjudicator.audit.chance import ExternalDice
from adjudicator.audit.opening import Opening, SavedMatch, Secrets, first_match, offer_of, open_next
from adjudicator.audit.replay import replay
from adjudicator.audit.tfd1 import json_hash
from adjudicator.core.dry_run import DryRun, dry_run
from adjudicator.core.ending import (
    DrawAccepted,
    DrawOffered,
    DrawOfferLapsed,
    MatchOrdersGiven,
    SeatConceded,
)
from adjudicator.core.game import Event, OrderFailed, QuestionAnswered
from adjudicator.core.sheet import Sheet, read_sheet
from adjudicator.core.table import Answered
from adjudicator.core.values import canonical
from tests.core.toy import SEATS, TOY, Fell, Over, Toy, ToyRules, toy_scenario

CONCEDE = {"match": [{"order": "concede"}]}
OFFER = {"match": [{"order": "offer-draw"}]}
ACCEPT = {"match": [{"order": "accept-draw"}]}
BLUE_FIRST = {
    "blue": {"bids": [{"order": "bid", "gold": 1}]},
    "red": {"bids": [{"order": "bid", "gold": 0}]},
}
MARCH = {"blue": {"march": [{"order": "march", "unit": "soldier", "count": 2}]}}
WEATHER = {"turn-1/weather/soldier-2": [3]}
FIGHT = {"turn-1/fight/attacker": [5, 5]}
RED_MARCH = {"red": {"march": [{"order": "march", "unit": "champion", "count": 1}]}}


class Duel:
    """A match of the toy game with its log, opening by opening, in external mode."""

    def __init__(self, *, decides: bool = False, **options: Any) -> None:
        scenario = toy_scenario({}, **options)
        self.rules: ToyRules = TOY.open(scenario, {})
        self.rules.ends_by_concession = decides
        offer = offer_of(self.rules, scenario, {}, name="duel", mode="external", master=None)
        joins = [
            log.Join(offer=json_hash(offer.to_json()), player=seat, salt="12" * 32, anchor=None)
            for seat in SEATS
        ]
        self.genesis = log.Genesis.of(offer, joins)
        self.raw, head = log.append(log.START, self.genesis)
        self.saved = first_match(self.rules, self.genesis, head)
        self.events: tuple[Event, ...] = ()

    def sheet(self, seat: str, parts: Mapping[str, Any]) -> Sheet:
        document = {
            "t": "orders", "game": self.saved.gid, "n": self.saved.n + 1, "head": self.saved.head,
            "player": seat, "pledge": None, "orders": {},
            **(parts if "orders" in parts or "answers" in parts else {"orders": parts}),
        }  # fmt: skip
        read, problems = read_sheet(TOY, document)
        assert read is not None, problems
        return read

    def send(
        self, sheets: Mapping[str, Any], dice: Mapping[str, Sequence[int]] | None = None
    ) -> bool:
        """Locks sheets; returns whether an opening came of it."""
        opening = open_next(
            self.rules, self.genesis, self.saved,
            {seat: self.sheet(seat, parts) for seat, parts in sheets.items()},
            secrets=Secrets(), external=ExternalDice(dice or {}),
        )  # fmt: skip
        self.events = opening.run.events if isinstance(opening, Opening) else opening.events
        if not isinstance(opening, Opening):
            return False
        self.raw += opening.lines
        # What goes on is what was saved, nothing else.
        self.saved = SavedMatch.model_validate_json(canonical(opening.saved.to_json()))
        return True

    @property
    def state(self) -> Toy:
        return Toy.model_validate_json(canonical(self.saved.position))

    @property
    def awaited(self) -> list[tuple[str | None, str]]:
        return [(one.seat, one.topic) for one in self.saved.pending]

    def dry(self, seat: str, parts: Mapping[str, Any]) -> DryRun[Toy]:
        sheet = self.sheet(seat, parts)
        return dry_run(self.rules, self.saved, {seat: sheet}, self.saved.n + 1, seat=seat)

    def check_log(self) -> None:
        """The log made again from line 0 is the log, and leads to the same save."""
        read = log.parse_log(self.raw)
        again = replay(self.rules, read)
        assert (again.problems, again.waiting_for) == ((), ())
        assert again.saved.to_json() == self.saved.to_json()


def in_battle(**options: Any) -> Duel:
    """Blue marched with two soldiers; red has the second turn, and blue is asked for a loss."""
    duel = Duel(ask=["losses"], **options)
    duel.send(BLUE_FIRST)
    duel.send(MARCH, WEATHER | FIGHT)
    duel.send({"blue": {"bids": [{"order": "bid", "gold": 0}]},
               "red": {"bids": [{"order": "bid", "gold": 1}]}})  # fmt: skip
    march = {"orders": {"march": [{"order": "march", "unit": "champion", "count": 1},
                                  {"order": "march", "unit": "soldier", "count": 1}]}}  # fmt: skip
    duel.send(
        {"red": march},
        {"turn-2/weather/champion-1": [3], "turn-2/weather/soldier-2": [3],
         "turn-2/fight/defender": [4, 1], "turn-2/fight/attacker": [5, 5]},
    )  # fmt: skip
    assert duel.awaited == [("red", "losses")]
    assert duel.saved.journal
    return duel


def test_an_offer_alone_makes_an_opening_and_changes_nothing_else() -> None:
    duel = Duel()
    before = duel.saved
    assert duel.send({"red": OFFER})
    assert list(duel.events) == [DrawOffered(seat="red")]
    assert duel.state.draw_offers == ("red",)
    assert duel.saved.n == 1
    assert not duel.saved.begun
    # It is not the sheet that the player-turn awaits.
    assert duel.saved.pending == before.pending
    assert duel.send(BLUE_FIRST)
    assert duel.state.mover == "blue"
    duel.check_log()


def test_a_draw_needs_every_seat() -> None:
    duel = Duel()
    duel.send({"red": OFFER})
    assert duel.send({"blue": ACCEPT})
    assert list(duel.events) == [DrawAccepted(seat="blue"), Over()]
    assert duel.saved.is_over
    assert duel.saved.pending == ()
    duel.check_log()
    both = Duel()
    both.send({"red": OFFER, "blue": OFFER})
    assert list(both.events) == [DrawOffered(seat="blue"), DrawOffered(seat="red"), Over()]


def test_an_offer_stands_until_the_next_sheet_of_its_seat() -> None:
    duel = Duel()
    duel.send({"red": OFFER})
    assert not duel.send({"red": OFFER})
    assert duel.send({"red": {"match": []}})
    assert list(duel.events) == [DrawOfferLapsed(seat="red")]
    assert not duel.state.draw_offers
    duel.send({"red": OFFER})
    duel.send(BLUE_FIRST)
    assert duel.events[0] == DrawOfferLapsed(seat="red")
    duel.send({"blue": OFFER})
    duel.send({"blue": MARCH["blue"] | OFFER}, WEATHER | FIGHT)
    assert duel.state.draw_offers == ("blue",)
    duel.check_log()


def test_an_acceptance_of_an_offer_that_lapses_with_it_fails() -> None:
    duel = Duel()
    duel.send({"red": OFFER})
    assert duel.send({"red": {"match": []}, "blue": ACCEPT})
    (failed,) = (event for event in duel.events if isinstance(event, OrderFailed))
    assert (failed.seat, failed.topic, failed.code) == ("blue", "match", "no-draw-offer")
    assert not duel.state.draw_offers
    assert not duel.saved.is_over
    duel.check_log()


def test_a_concession_that_decides_ends_a_suspended_step() -> None:
    duel = in_battle(decides=True)
    reached = duel.state
    assert duel.send({"blue": CONCEDE})
    assert list(duel.events) == [SeatConceded(seat="blue"), Over()]
    assert duel.saved.is_over
    assert duel.saved.journal == ()
    assert duel.saved.checkpoint == duel.saved.position
    assert duel.saved.withheld == ()
    # All that had happened in the step still has.
    assert duel.state.hosts == reached.hosts
    duel.check_log()
    assert not duel.send({"red": OFFER})


def test_words_in_a_suspended_step_are_heard_again_in_their_place() -> None:
    duel = in_battle()
    (question,) = duel.saved.pending
    assert duel.send({"blue": OFFER})
    assert list(duel.events) == [DrawOffered(seat="blue")]
    assert duel.saved.pending == (question,)
    assert isinstance(duel.saved.journal[-1], MatchOrdersGiven)
    assert duel.state.draw_offers == ("blue",)
    duel.check_log()
    assert duel.send({"blue": {"match": []}})
    assert duel.send({"blue": OFFER})
    assert [type(entry) for entry in duel.saved.journal[-3:]] == [MatchOrdersGiven] * 3
    # An answer goes on from there.
    answer = {"answers": {question.label: {"order": "lose", "unit": "soldier"}}}
    assert duel.send({"red": answer})
    assert [event.unit for event in duel.events if isinstance(event, Fell)] == ["soldier"]
    duel.check_log()


def test_a_seat_that_conceded_is_not_waited_for() -> None:
    """What is asked of it goes by default, though the match wants it asked each time."""
    duel = in_battle()
    assert duel.send({"red": CONCEDE})
    assert duel.events[0] == SeatConceded(seat="red")
    answered = [e for e in duel.events if isinstance(e, QuestionAnswered) and e.seat == "red"]
    assert {event.source for event in answered} <= {"default", "only"}
    assert answered
    assert ("red", "losses") not in duel.awaited
    duel.check_log()


def test_nothing_more_of_its_orders_is_taken() -> None:
    """Neither what it held back nor what a later player-turn would ask for."""
    duel = Duel()
    duel.send(BLUE_FIRST)
    held = {"orders": MARCH["blue"], "hold": ["march"]}
    assert not duel.send({"blue": held})
    duel.send({"blue": held, "red": OFFER})
    assert duel.awaited == [("blue", "march")]
    silent = {"match": list[Any]()}
    assert duel.send({"blue": CONCEDE, "red": silent}, {"turn-1/fight/attacker": [1, 1]})
    assert not any(duel.state.hosts["blue"].field.values())
    assert duel.state.turn == 2
    # Its bid is the first legal one; only red is awaited.
    assert duel.awaited == [("red", "orders")]
    assert duel.send({"red": {"bids": [{"order": "bid", "gold": 1}]}})
    assert duel.state.mover == "red"
    duel.check_log()


def test_an_order_that_was_begun_is_not_taken_up_again_after_a_concession() -> None:
    """A roll is awaited between two orders of one topic; the second one is not carried out."""
    duel = Duel()
    duel.send(BLUE_FIRST)
    march = [{"order": "march", "unit": unit, "count": 1} for unit in ("soldier", "champion")]
    assert duel.send({"blue": {"march": march}})
    assert duel.awaited == [(None, "rolls")]
    assert duel.send({"blue": CONCEDE})
    assert duel.awaited == [(None, "rolls")]
    dice = {"turn-1/weather/soldier-1": [3], "turn-1/fight/attacker": [1, 1]}
    assert duel.send({}, dice)
    assert dict(duel.state.hosts["blue"].field) == {"champion": 0, "soldier": 1}
    duel.check_log()
    # The journal says why, so that going through it again takes nothing either.
    duel = Duel()
    duel.send(BLUE_FIRST)
    duel.send({"blue": {"march": march}})
    duel.send({"blue": CONCEDE})
    duel.send({}, {"turn-1/weather/soldier-1": [3]})
    assert duel.awaited == [(None, "rolls")]
    duel.send({"red": OFFER})
    duel.send({}, {"turn-1/fight/attacker": [1, 1]})
    duel.check_log()


def test_the_journal_of_a_topic_that_ends_by_a_concession_is_gone_through_again() -> None:
    duel = Duel(march_is_long=True)
    duel.send(BLUE_FIRST)
    held = {"orders": MARCH["blue"], "hold": ["march"]}
    duel.send({"blue": held, "red": OFFER})
    duel.send({"blue": CONCEDE, "red": {"match": []}})
    assert duel.awaited == [(None, "rolls")]
    (entry,) = (e for e in duel.saved.journal if isinstance(e, Answered))
    assert (entry.source, entry.value) == ("conceded", None)
    assert not duel.send({}, {})
    duel.send({}, {"turn-1/dusk": [1]})
    duel.send({}, {"turn-1/fight/attacker": [1, 1]})
    duel.check_log()


def test_the_dry_run_tells_what_a_word_does() -> None:
    duel = in_battle(decides=True)
    dry = duel.dry("blue", CONCEDE)
    assert (dry.why, dry.pending) == ("over", ())
    assert dry.events == (SeatConceded(seat="blue"), Over())
    dry = duel.dry("blue", OFFER)
    assert (dry.why, dry.stopped_at) == ("awaited", duel.saved.pending[0].label)
    assert dry.events == (DrawOffered(seat="blue"),)
    fresh = Duel()
    whole = fresh.dry("red", BLUE_FIRST["red"] | OFFER)
    assert whole.problems == ()
    assert DrawOffered(seat="red") in whole.events


def test_a_word_before_it_leaves_a_sheet_examined_as_a_whole() -> None:
    """What the sheet lacks is missed, though the seat has another sheet in force."""
    duel = Duel()
    duel.send(BLUE_FIRST)
    empty = {"orders": {"losses": list[Any]()}}
    assert [problem.code for problem in duel.dry("blue", empty).problems] == ["nobody-marched"]
    duel.send({"blue": OFFER})
    assert [problem.code for problem in duel.dry("blue", empty).problems] == ["nobody-marched"]


def test_all_seats_may_concede_at_once() -> None:
    duel = Duel(decides=True)
    duel.send({"red": CONCEDE, "blue": CONCEDE})
    assert list(duel.events) == [SeatConceded(seat="blue"), SeatConceded(seat="red"), Over()]
    duel.check_log()


def test_a_concession_can_leave_a_draw_agreed() -> None:
    duel = Duel()
    duel.send({"red": OFFER})
    duel.send({"blue": CONCEDE})
    assert list(duel.events) == [SeatConceded(seat="blue"), Over()]
    assert duel.state.draw_offers == ("red",)
    other = Duel()
    other.send({"red": OFFER})
    other.send({"red": CONCEDE})
    assert not other.state.draw_offers
