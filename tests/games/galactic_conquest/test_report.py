"""An opening as a person reads it, and what no report may tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from adjudicator.core.ending import DrawOffered, SeatConceded
from adjudicator.core.english import nth, possessive
from adjudicator.core.game import AnswerUnused, OrderCut, OrderFailed
from adjudicator.core.redaction import redacted
from adjudicator.core.referee import Run
from adjudicator.core.report import Line, Report
from adjudicator.games.galactic_conquest import GalacticConquestRules
from adjudicator.games.galactic_conquest.events import (
    BattleFought,
    GameEnded,
    InvasionStopped,
    PlanetTaken,
    SeatWithdrawn,
    StopReason,
)
from adjudicator.games.galactic_conquest.state import Result, State
from adjudicator.games.galactic_conquest.words import named
from adjudicator.narrate.html import report_html
from adjudicator.narrate.text import report_text
from tests.games.galactic_conquest.chance import random_match
from tests.games.galactic_conquest.playing import (
    THREE,
    deck,
    invade,
    opened,
    place,
    planets,
    play,
)

FOUGHT = "turn-1/amber/invade-1/battle-"
START = "aldine amber 6; umber amber 1; beryl azure 2; driftgate azure 1"


def told(
    rules: GalacticConquestRules, done: Run[State], before: State, seat: str | None = None
) -> Report:
    """Returns the report that a seat reads."""
    events = redacted(rules, done.events, seat)
    return rules.report(rules.view(before, seat), events, rules.view(done.state, seat))


def texts(lines: Sequence[Line]) -> list[str]:
    """Returns lines with what stands under them, in one column."""
    return [text for line in lines for text in (line.text, *texts(line.lines))]


def paragraphs(report: Report) -> dict[str, list[str]]:
    return {paragraph.heading: texts(paragraph.lines) for paragraph in report.paragraphs}


def turn(
    rules: GalacticConquestRules,
    orders: Mapping[str, Any],
    dice: Mapping[str, Sequence[int]],
    decks: Mapping[str, Sequence[str]] | None = None,
) -> Run[State]:
    """Plays a turn of amber; dice of battles are named by number and role."""
    labelled = {f"{FOUGHT}{name}": values for name, values in dice.items()}
    return play(rules, {"amber": orders}, labelled, decks=decks)


def test_a_turn_told() -> None:
    rules = opened(planets(START))
    orders = {
        "place": [place(3, "aldine")],
        "invade": [invade("aldine", "beryl", until={"captured": True}, move=4)],
        "fortify": [{"order": "fortify", "from": "beryl", "to": "aldine", "count": 2}],
    }
    dice = {
        "1/attacker": [6, 3, 1], "1/defender": [6, 2],
        "2/attacker": [2, 5, 4], "2/defender": [3],
    }  # fmt: skip
    done = turn(rules, orders, dice, decks={"deck-1": deck("b7")})
    report = told(rules, done, rules.start)
    assert report.title == "Turn 1 of Amber"
    assert report.summary == (
        "Amber captures 1 planet: Beryl.",
        "Losses: Amber 1 troop, Azure 2 troops.",
        "Turn 1 of Azure is next. Azure gets 3 troops: 3 for 1 planet.",
    )
    assert paragraphs(report) == {
        "New troops": [
            "Amber gets 3 troops: 3 for 2 planets.",
            "Amber places 3 troops on Aldine.",
        ],
        "Invasions": [
            "Amber attacks Beryl (Azure, 2 troops) from Aldine (9 troops): 2 battles; Amber loses "
            "1, Azure 2. Captured: 4 troops move in.",
            "The dice",
            "Battle 1, 9 against 2, Amber",
            "Azure",
            "Battle 2, 8 against 1, Amber",
            "Azure",
        ],
        "Fortification and card": [
            "Amber moves 2 troops from Beryl to Aldine.",
            "The 81 cards are shuffled into a new draw pile.",
            "Amber draws a card.",
        ],
        "How the match stands": [
            "Amber: 3 planets, 9 troops, 1 card.",
            "Azure: 1 planet, 1 troop, 0 cards.",
            "The neutral army: 38 planets, 38 troops.",
            "Cards: 80 to draw, 0 turned in.",
        ],
    }
    own = told(rules, done, rules.start, "amber")
    assert "Amber draws a card: b7 (bomber)." in paragraphs(own)["Fortification and card"]
    assert own.changes is not None
    assert (
        own.changes.rows
        == (
            ("Aldine", "Amber: 6 troops", "Amber: 6 troops"),
            ("Beryl", "Azure: 2 troops", "Amber: 2 troops"),
        )[1:]
    )
    assert own.changes.note == "1 planet changed. Changed hands: Beryl."
    seats, all_planets = own.tables
    assert seats.rows == (
        ("Amber", "2 \u2192 3", "7 \u2192 9", "0 \u2192 1"),
        ("Azure", "2 \u2192 1", "3 \u2192 1", "0"),
        ("Neutral", "38", "38", "-"),
    )
    assert len(all_planets.rows) == 42
    assert rules.standings(done.state)[0] == report.summary[-1]


def test_dice_say_which_pair_they_won() -> None:
    """The highest two of three are compared; the third die does nothing. Ties hold."""
    rules = opened(planets(START))
    dice = {"1/attacker": [1, 6, 4], "1/defender": [4, 5]}
    orders = {"place": [place(3, "aldine")], "invade": [invade("aldine", "beryl")]}
    done = turn(rules, orders, dice)
    (found,) = [
        one for one in told(rules, done, rules.start).paragraphs if one.heading == "Invasions"
    ]
    battle = found.lines[0].lines[0]
    assert battle.folded
    attack, defence = battle.lines
    assert (attack.label, defence.label) == (f"{FOUGHT}1/attacker", f"{FOUGHT}1/defender")
    assert [(die.value, die.result, die.counts) for die in attack.dice] == [
        (1, "", False), (6, "wins", True), (4, "loses", False),
    ]  # fmt: skip
    assert [(die.value, die.result, die.counts) for die in defence.dice] == [
        (4, "wins", True), (5, "loses", False),
    ]  # fmt: skip
    assert found.lines[0].text.endswith("Called off with 8 troops left on Aldine.")


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("one-battle", "Stopped after one battle, as ordered."),
        ("own", "Stopped with 5 troops left on Aldine, as ordered."),
        (
            "chance",
            "Stopped with 5 troops left on Aldine: the chance to capture it fell below the one "
            "ordered.",
        ),
        ("too-few-troops", "Beaten off: 5 troops left on Aldine, too few to go on."),
        ("conceded", "Broken off: Amber has conceded."),
        ("called-off", "Called off with 5 troops left on Aldine."),
    ],
)
def test_why_an_invasion_stopped(reason: StopReason, text: str) -> None:
    rules = opened(planets(START))
    fought = BattleFought(
        label=f"{FOUGHT}1", seat="amber", origin="aldine", target="beryl", defender="azure",
        attack=(1,), defence=(6,), attackers_lost=1, defenders_lost=0,
    )  # fmt: skip
    stopped = InvasionStopped(
        seat="amber", origin="aldine", target="beryl", reason=reason, battles=1
    )
    (line, _) = paragraphs(rules.report(rules.start, (fought, stopped), rules.start))["New troops"][
        1:3
    ]
    assert line.endswith(text)
    if reason != "called-off":
        none = stopped.model_copy(update={"battles": 0})
        (unfought,) = paragraphs(rules.report(rules.start, (none,), rules.start))["New troops"][1:]
        assert unfought.startswith(
            "Amber attacks Beryl (Azure, 2 troops) from Aldine (6 troops). No battle: "
        )
        assert rules.redact(none, "amber") == none
        assert rules.redact(none, "azure") is rules.redact(none, None) is None
    ahead = paragraphs(rules.report(rules.start, (fought,), rules.start))["New troops"][1]
    assert ahead.endswith("It goes on.")


@pytest.mark.parametrize(
    ("moved", "wanted", "text"),
    [
        (3, 1, "Captured: 3 troops move in (1 ordered; all that fought must)."),
        (5, 9, "Captured: 5 troops move in (9 ordered; one stays on Aldine)."),
        (1, None, "Captured: 1 troop moves in."),
    ],
)
def test_how_many_moved_in(moved: int, wanted: int | None, text: str) -> None:
    rules = opened(planets(START))
    taken = PlanetTaken(
        seat="amber", origin="aldine", target="beryl", loser="azure", moved=moved, wanted=wanted
    )
    shown = rules.redact(taken, "amber")
    assert shown == taken
    (line,) = paragraphs(rules.report(rules.start, (taken,), rules.start))["New troops"][1:]
    assert line.endswith(text)
    assert rules.redact(taken, "azure") == taken.model_copy(update={"wanted": None})


def test_the_set_up_told() -> None:
    rules = opened("two")
    dice = {f"deal/planet-{number}": [1] for number in range(1, 42)}
    first = {"deal/first-1/amber": [3], "deal/first-1/azure": [3],
             "deal/first-2/amber": [2], "deal/first-2/azure": [5]}  # fmt: skip
    dealt = play(rules, {"amber": {}, "azure": {}}, dice | first)
    start = rules.report(rules.start, (), rules.start)
    assert start.title == "The start of a match of Galactic Conquest"
    assert start.summary == (
        "Next is the deal: the order of play is drawn by lot, and the planets are dealt. Every "
        "seat sends a sheet for it, with no orders.",
    )
    report = told(rules, dealt, rules.start)
    assert report.title == "The deal"
    (deal,) = [one for one in report.paragraphs if one.heading == "The deal"]
    assert [line.text for line in deal.lines] == [
        "Amber rolls", "Azure rolls", "Amber rolls, again", "Azure rolls, again",
        "Azure begins; then comes Amber.",
        "Azure gets 14 planets with 1 troop each, and has 26 troops left to place.",
        "Amber gets 14 planets with 1 troop each, and has 26 troops left to place.",
        "The neutral army gets 14 planets with 2 troops each.",
        "Dice by which 41 planets were dealt",
    ]  # fmt: skip
    draws = deal.lines[-1]
    assert draws.folded
    assert draws.lines[0].text == "Aldine to Azure, one of 42 left"
    assert draws.lines[1].text == "Ashfall to Amber, one of 41 left"
    placed = play(
        rules,
        {"amber": {"setup": [place(26, "ashfall")]},
         "azure": {"setup": [place(20, "aldine"), place(6, "bleakrock")]}},
        {}, dealt.save, 2,
    )  # fmt: skip
    report = told(rules, placed, dealt.state)
    assert report.title == "The set-up"
    assert paragraphs(report)["The set-up"] == [
        "Azure places 20 troops on Aldine and 6 troops on Bleakrock.",
        "Amber places 26 troops on Ashfall.",
    ]


def test_claims_told() -> None:
    rules = opened("claimed")
    first = {f"deal/first-1/{seat}": [6 - place] for place, seat in enumerate(rules.seats)}
    dealt = play(rules, {seat: {} for seat in rules.seats}, first)
    one, other = dealt.state.order[:2]
    claim = {"order": "claim", "planet": "aldine"}
    orders: dict[str, Any] = {seat: {"setup": []} for seat in rules.seats}
    orders[one] = {"setup": [claim]}
    orders[other] = {"setup": [claim, place(2, "aldine")]}
    done = play(rules, orders, {}, dealt.save, 2)
    told_of = paragraphs(told(rules, done, dealt.state, other))
    assert told_of["The set-up"][0].endswith(" claims Aldine.")
    (failed,) = told_of["Orders not carried out as written"]
    assert failed.endswith(
        "order to place 2 troops on Aldine did nothing: the planet went to another seat."
    )
    assert "Orders not carried out as written" not in paragraphs(told(rules, done, dealt.state))


HANDS = planets(
    "aldine amber 9; estmark amber 1; beryl azure 1; driftgate crimson 1",
    cards={"amber": 3, "azure": 4},
)


def _dealt(*top: str) -> tuple[GalacticConquestRules, Run[State]]:
    rules = opened(HANDS, THREE)
    sheets: dict[str, Any] = {seat: {} for seat in THREE}
    return rules, play(rules, sheets, {}, decks={"deck-1": deck(*top)})


def _eliminated(*top: str) -> tuple[GalacticConquestRules, State, Run[State]]:
    """Amber takes azure's last planet and his four cards, and turns in a set."""
    rules, dealt = _dealt(*top)
    orders = {
        "place": [place(3, "aldine")],
        "invade": [invade("aldine", "beryl", then=[invade("estmark", "beryl")])],
    }
    label = "turn-1/amber/invade-1/battle-1"
    dice = {f"{label}/attacker": [6, 5, 4], f"{label}/defender": [1]}
    done = play(rules, {"amber": orders}, dice, dealt.save, 2)
    return rules, dealt.state, done


def test_an_elimination_told() -> None:
    rules, before, done = _eliminated("f1", "f2", "b1", "f3", "c4", "c5", "c6")
    report = told(rules, done, before)
    assert "Amber eliminates Azure." in report.summary
    found = paragraphs(report)
    assert (
        "Azure has no troops left and is eliminated by Amber; its 4 cards pass to Amber."
        in (found["Invasions"])
    )
    assert "Amber turns in f1, b1 and c4, one of each class, for 7 troops." in found["Invasions"]
    assert "Azure is out of the match." in found["How the match stands"]
    own = paragraphs(told(rules, done, before, "amber"))
    assert (
        "Azure has no troops left and is eliminated by Amber; its 4 cards pass to Amber: "
        "f3 (fighter), c4 (capital ship), c5 (capital ship) and c6 (capital ship)."
    ) in own["Invasions"]
    assert (
        "Amber turns in f1, b1 and c4, one of each class, for 7 troops, by default."
        in (own["Invasions"])
    )
    assert own["Orders not carried out as written"] == [
        "Amber's attack on Beryl from Estmark, ordered to follow, was skipped: Beryl is yours "
        "already."
    ]
    assert "Orders not carried out as written" not in found


def test_a_report_tells_nothing_that_its_reader_may_not_know() -> None:
    """Two matches that differ in cards that nobody has shown read the same, to the byte."""
    pages = []
    for top in (
        ("f1", "f2", "b1", "f3", "c4", "c5", "c6", "b9"),
        ("f1", "f9", "b1", "b3", "c4", "f5", "b6", "c9"),
    ):
        rules, before, done = _eliminated(*top)
        read = {seat: told(rules, done, before, seat) for seat in (*THREE, None)}
        pages.append({seat: repr(one) for seat, one in read.items()})
        assert report_text(read[None]) == report_text(read["crimson"])
    assert pages[0]["crimson"] == pages[1]["crimson"]
    assert pages[0][None] == pages[1][None]
    assert pages[0]["amber"] != pages[1]["amber"]
    assert pages[0]["azure"] != pages[1]["azure"]


def test_hands_in_standings() -> None:
    """Who sees his hand reads it; who must turn in sets, all read."""
    start = planets(START, cards={"amber": 5, "azure": 1})
    rules = opened(start)
    top = deck("f1", "f2", "b1", "c4", "c5", "c6")
    dealt = play(rules, {seat: {} for seat in rules.seats}, {}, decks={"deck-1": top})
    for seat, line in (
        ("amber", "Azure: 2 planets, 3 troops, 1 card."),
        ("azure", "Azure: 2 planets, 3 troops, 1 card. In hand: c6 (capital ship)."),
    ):
        lines = rules.standings(rules.view(dealt.state, seat))
        assert line in lines
        assert lines[0] == (
            "Turn 1 of Amber is next. Amber gets 3 troops: 3 for 2 planets. It holds 5 cards and "
            "must turn in sets."
        )
    report = told(rules, dealt, rules.start, "azure")
    assert report.title == "The deal"
    assert paragraphs(report)["The deal"] == [
        "The 81 cards are shuffled into a new draw pile.",
        "Amber draws 5 cards.",
        "Azure draws a card: c6 (capital ship).",
    ]


def test_regions_won_and_lost() -> None:
    four = "driftgate azure 1; hollow azure 1; outermark azure 1; wayless azure 1"
    rules = opened(planets(f"{four}; tarn amber 9"))
    taken = PlanetTaken(
        seat="amber", origin="tarn", target="driftgate", loser="azure", moved=3, wanted=None
    )
    after = rules.evolve(rules.start, taken)
    report = rules.report(rules.start, (taken,), after)
    assert "Azure no longer holds all of Uncharted Drift (+2)." in report.summary
    back = rules.report(after, (DrawOffered(seat="azure"),), rules.start)
    assert "Azure now holds all of Uncharted Drift (+2)." in back.summary


def test_words_on_the_match_and_its_end() -> None:
    rules = opened(planets(START))
    ended = GameEnded(result=Result(winner="azure", reason="conceded"))
    said = (SeatConceded(seat="amber"), ended)
    over = rules.evolve(rules.start, ended).model_copy(update={"conceded": ("amber",)})
    report = rules.report(rules.start, said, over)
    assert report.title == "A word on the match, in turn 1 of Amber"
    assert report.summary[:2] == (
        "The match is over, won by Azure: all others have conceded.",
        "Amber has conceded.",
    )
    assert paragraphs(report)["Concession and draw"] == ["Amber concedes."]
    drawn = rules.evolve(rules.start, GameEnded(result=Result(winner=None, reason="draw")))
    assert rules.standings(drawn)[0] == (
        "The match is over: all seats left in it agreed to a draw."
    )
    offered = rules.report(rules.start, (DrawOffered(seat="azure"),), rules.start)
    assert paragraphs(offered)["Concession and draw"] == ["Azure offers a draw."]
    left = rules.report(rules.start, (SeatWithdrawn(seat="azure"),), rules.start)
    assert paragraphs(left)["New troops"][1:] == [
        "Azure withdraws: its planets are neutral with their troops, and its cards are out of play."
    ]


def test_orders_that_failed_or_were_cut() -> None:
    rules = opened(planets(START))
    move = {"order": "fortify", "from": "aldine", "to": "umber", "count": 9}
    events = (
        OrderFailed(seat="amber", topic="invade", index=1, order=invade("umber", "beryl"),
                    code="too-few-troops", message="umber holds 1 troop"),
        OrderCut(seat="amber", topic="fortify", index=0, order=move, done={**move, "count": 1}),
        AnswerUnused(seat="amber", label="turn-1/x", order={"order": "defend", "dice": 2},
                     message="it was not asked"),
        OrderFailed(seat="amber", topic="trade", index=2, message="you do not hold f3", code="x",
                    order={"order": "trade", "cards": ["f1", "f2", "f3"]}),
        OrderFailed(seat="amber", topic="setup", index=3, message="no", code="x",
                    order={"order": "claim", "planet": "beryl"}),
        OrderFailed(seat="amber", topic="fortify", index=10, message="no", code="x",
                    order={**move, "count": "all"}),
        OrderFailed(seat="amber", topic="place", index=11, message="no", code="x",
                    order=place(1, "umber")),
    )  # fmt: skip
    found = paragraphs(rules.report(rules.start, events, rules.start))
    assert found["Orders not carried out as written"] == [
        "Amber's 2nd invade order, Beryl from Umber, is not carried out: Umber holds 1 troop.",
        "Amber's 1st fortify order, 9 troops from Aldine to Umber, is carried out in part, with 1 "
        "troop from Aldine to Umber.",
        "Amber's 3rd trade order, f1, f2 and f3, is not carried out: you do not hold f3.",
        "Amber's 4th setup order, Beryl, is not carried out: no.",
        "Amber's 11th fortify order, all troops but one from Aldine to Umber, is not carried "
        "out: no.",
        "Amber's 12th place order, 1 troop on Umber, is not carried out: no.",
    ]
    assert found["Answers not used"] == [
        "Amber's answer to turn-1/x, with 2: it was not asked.",
    ]
    assert (nth(2), nth(13), possessive("Ares")) == ("2nd", "13th", "Ares'")
    assert named(rules.book, "umber, nowhere") == "Umber, nowhere"


def test_rising_values_and_options() -> None:
    rules = opened(planets(START), set_values="rising")
    assert rules.standings(rules.start)[-1] == "The next set of cards brings 4 troops."
    assert 'Options of this match: set_values "rising".' in (
        rules.report(rules.start, (), rules.start).summary
    )


@pytest.mark.parametrize("name", ["two", "five"])
def test_random_matches_can_be_told(name: str) -> None:
    """Whatever happens has words, for everybody and for each seat, and makes a page."""
    rules = opened(name)
    after, events = random_match(rules, f"told {name}", turns=12)
    for seat in (None, *rules.seats):
        before, view = rules.view(rules.start, seat), rules.view(after, seat)
        report = rules.report(before, redacted(rules, events, seat), view)
        assert len(report.paragraphs) > 10
        assert "loses 0" not in report_text(report)
        assert "<details>" in report_html(report)
