"""An opening of Four Fronts as a person reads it, and what no report may tell."""

from __future__ import annotations

import pytest

from adjudicator.core.ending import DrawAccepted, DrawOffered, DrawOfferLapsed, SeatConceded
from adjudicator.core.game import AnswerUnused, Event, OrderCut, OrderFailed, QuestionAnswered
from adjudicator.core.redaction import redacted
from adjudicator.core.report import Report
from adjudicator.core.table import DiceRolled
from adjudicator.core.values import FrozenMap
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.board import ARMIES
from adjudicator.games.stratix.conditions import Reply
from adjudicator.games.stratix.state import Ceasefire, Result, State
from adjudicator.narrate.html import report_html
from adjudicator.narrate.text import report_text
from tests.games.stratix import playing
from tests.games.stratix.told import at, dealt, match, opened, texts

REPLY = Reply.model_validate(
    {"order": "reply", "if": "any", "move": {"from": "c4", "to": "f4"}, "confirm": 1}
)
MOVED = e.PieceMoved(
    side="south-west", kind="infantry", origin="d3", target="f6", path=("e4", "f5")
)
ENDED = e.TurnEnded(side="south-west", next="north-west", turn=2, breach=None)


def paragraphs(report: Report) -> dict[str, list[str]]:
    return {paragraph.heading: texts(paragraph.lines) for paragraph in report.paragraphs}


def said(*events: Event, before: State | None = None) -> list[str]:
    """Returns what is told of events in the paragraph of the turn in which they happen."""
    rules, state = dealt()
    state = before or state
    view = rules.view(state, None)
    report = rules.report(view, events, view)
    return texts(report.paragraphs[0].lines) if len(report.paragraphs) > 1 else []


def lost(reason: e.LossReason, square: str = "f6", kind: str = "tank") -> e.PieceLost:
    return e.PieceLost.model_validate(
        {"side": "north-west", "kind": kind, "square": square, "reason": reason,
         "by": "south-west"}
    )  # fmt: skip


SENTENCES: tuple[tuple[Event, str], ...] = (
    (e.TurnMissed(side="south-west"), "South-West misses its turn."),
    (e.TurnPassed(side="south-west"), "South-West has no legal move: its turn passes."),
    (
        e.CatchFailed(side="south-west", army="north-west"),
        "South-West calls a catch on North-West, but there is nothing to catch.",
    ),
    (MOVED, "South-West's infantry goes from d3 to f6, by e4 and f5."),
    (lost("caught"), "South-West catches North-West: its tank on f6 had to leave and is lost."),
    (
        lost("duty"),
        "North-West moved none of the pieces that had to leave a recon space: its tank on f6 is "
        "lost.",
    ),
    (lost("blocked"), "North-West has no legal move and loses its tank on f6."),
    (lost("ambush"), "North-West's tank on f6 is destroyed, as the card says."),
    (lost("sabotage"), "North-West's tank on f6 is destroyed, as the card says."),
    (lost("blast"), "The blast destroys North-West's tank on f6."),
    (lost("expended", kind="icbm"), "The ICBM is used up."),
    (e.CardDrawn(side="south-west", square="f6", position=35), "South-West draws a card."),
    (e.CardKept(side="south-west", position=35), "South-West draws a card and keeps it."),
    (e.CardShown(side="south-west", card="r11", position=35), "South-West draws 11 Ambush."),
    (
        e.CardShown(side="south-west", card="r06", position=35, is_known=True),
        "South-West draws 6 False signal, which lay under the deck.",
    ),
    (e.CardPlayed(side="south-west", card="r22", position=35), "South-West plays 22 Night march."),
    (
        e.CardDiscarded(side="south-west", card="r09", position=35, reason="nothing-due"),
        "South-West turns up 9 Dig in and discards it: no piece has to leave a recon space.",
    ),
    (
        e.CardDiscarded(side="south-west", card="r09", position=35, reason=None),
        "South-West turns up 9 Dig in and discards it: its holder chose so.",
    ),
    (
        e.CardHadNoEffect(side="south-west", card="r07", reason="none-destroyed"),
        "7 Reinforcements is void: no such piece was destroyed.",
    ),
    (e.CardReturnedToBottom(card="r06", position=35), "6 False signal goes back under the deck."),
    (
        e.DeckLookedAt(side="south-west", positions=(33, 34, 35)),
        "South-West looks at the top 3 cards of the deck.",
    ),
    (
        e.DeckArranged(side="south-west", positions=(35, 33, 34)),
        "South-West puts them back, the next one to be drawn first.",
    ),
    (
        e.PieceRecovered(side="south-west", kind="jet", square="c4"),
        "South-West's jet is recovered on c4, as the card says.",
    ),
    (
        e.PieceReturned(side="south-west", kind="artillery", origin="f6", target="c4"),
        "South-West's artillery piece goes back from f6 to c4, as the card says.",
    ),
    (
        e.CeasefireBegun(side="south-west", quadrant="north-east"),
        "Nothing may be struck in the quarter of North-East until the next turn of South-West.",
    ),
    (e.TurnCancelled(side="south-west"), "South-West misses its next turn."),
    (e.Entrenched(side="south-west", square="f6"), "The piece on f6 need not leave in this turn."),
    (
        e.CardDiscardedUnread(position=35),
        "Nothing was captured and no card was used for twenty rounds: the top card is put away "
        "unread.",
    ),
    (
        e.FinalAssaultBegun(),
        "The recon deck is used up: the final assault begins. Recon spaces are ordinary squares "
        "now, and an army that is outnumbered in its home zone is out.",
    ),
    (
        e.ArmyFallen(side="north-west", reason="outnumbered", own=3, foreign=4),
        "North-West is outnumbered in its home zone, 3 against 4: it is out, and its pieces leave "
        "the board.",
    ),
    (
        e.ArmyFallen(side="north-west", reason="no-pieces", own=0, foreign=0),
        "North-West has no piece left and is out.",
    ),
    (
        e.ArmyWithdrawn(side="north-west"),
        "North-West has conceded and is out: its pieces leave the board, its kept cards the game, "
        "unseen.",
    ),
    (
        e.RepliesKept(side="south-west", replies=(REPLY,)),
        "South-West holds 1 reply ready for what the others do.",
    ),
    (e.ReplyPlayed(side="south-west"), "South-West replies at once, as ordered before."),
    (
        e.ReplyFailed(
            side="south-west", reply=REPLY, code="not-reached", message="f4 is not reached"
        ),
        "South-West's reply c4 to f4 was not played: f4 is not reached.",
    ),
    (
        e.RepliesEnded(side="south-west", reason="none-fits"),
        "None of the replies fits: South-West is asked for a sheet.",
    ),
    (
        e.RepliesEnded(side="south-west", reason="failed"),
        "The reply could not be played: South-West is asked for a sheet.",
    ),
    (
        e.RepliesEnded(side="south-west", reason="taken-back"),
        "The replies are taken back: South-West is asked for a sheet.",
    ),
    (
        e.GameEnded(result=Result(winner="south-west", reason="last-army")),
        "The match is over, won by South-West: no other army is left.",
    ),
    (
        e.GameEnded(result=Result(winner="south-west", reason="conceded")),
        "The match is over, won by South-West: all others have conceded.",
    ),
    (
        e.GameEnded(result=Result(winner="south-west", reason="dead-end")),
        "The match is over, won by South-West: nothing happened for twenty rounds, and it has the "
        "most pieces in the battle zones of the others.",
    ),
    (
        e.GameEnded(result=Result(winner=None, reason="dead-end")),
        "The match is over: a draw, for nothing happened for twenty rounds, and no army alone has "
        "the most pieces in the battle zones of the others.",
    ),
    (
        e.GameEnded(result=Result(winner=None, reason="draw")),
        "The match is over: all seats left in it agreed to a draw.",
    ),
)
ELSEWHERE = {"LotDrawn", "DeckShuffled", "TurnBegun", "TurnEnded", "LossReason", "NoEffectReason"}
"""Events that have a test of their own below, and what is no event."""


@pytest.mark.parametrize(("event", "text"), SENTENCES)
def test_every_event_has_its_sentence(event: Event, text: str) -> None:
    assert said(event)[0] == text


def test_no_event_is_left_out() -> None:
    assert {type(event).__name__ for event, _ in SENTENCES} | ELSEWHERE == {*e.__all__}


@pytest.mark.parametrize(
    "reason",
    ["no-room-to-go", "none-destroyed", "no-target", "no-piece", "no-move", "nothing-due",
     "deck-empty"],
)  # fmt: skip
def test_a_card_that_does_nothing_says_why(reason: e.NoEffectReason) -> None:
    told = said(
        e.CardShown(side="south-west", card="r10", position=35),
        e.CardHadNoEffect(side="south-west", card="r10", reason=reason),
    )
    assert told[0] == "South-West draws 10 New battery."
    assert told[2].startswith("It is void: ")


# -- turns ----------------------------------------------------------------------------------------


def test_the_lot_told() -> None:
    rules, turns = match(4)
    rolled = tuple(
        DiceRolled(label=f"lot/{side}", sides=36 - place, values=(place + 3,))
        for place, side in enumerate(ARMIES)
    )
    first = turns[0]
    drawn = next(event for event in first.events if isinstance(event, e.LotDrawn))
    numbers = dict(zip(ARMIES, (3, 18, 21, 13), strict=True))
    drawn = drawn.model_copy(update={"numbers": FrozenMap(numbers), "side": "north-east"})
    events = (*rolled, drawn, *first.events[1:])
    report = rules.report(
        first.before, redacted(rules, events, None), rules.view(first.after, None)
    )
    assert report.title == "The lot for the first move"
    lot = next(one for one in report.paragraphs if one.heading == "The lot")
    assert [line.text for line in lot.lines] == [
        "Each army draws a recon card: South-West 3, North-West 18, North-East 21 and South-East "
        "13. North-East has the highest and moves first.",
        "The recon deck of 36 cards is shuffled and sealed.",
    ]
    assert [(line.label, line.text) for line in lot.lines[0].lines] == [
        ("lot/south-west", "South-West draws number 3; its place among the 36 cards left"),
        ("lot/north-west", "North-West draws number 18; its place among the 35 cards left"),
        ("lot/north-east", "North-East draws number 21; its place among the 34 cards left"),
        ("lot/south-east", "South-East draws number 13; its place among the 33 cards left"),
    ]
    start = rules.report(rules.start, (), rules.start)
    assert start.title == "The start of a match of Four Fronts"
    assert start.summary == (
        "Next is the lot: each army draws a recon card, and the highest number moves first. Every "
        "seat sends a sheet for it, with no orders.",
    )


def test_a_dealt_position_told() -> None:
    rules, turns = match(4)
    shuffled = next(ev for ev in turns[0].events if isinstance(ev, e.DeckShuffled))
    dealing = shuffled.model_copy(
        update={
            "hands": FrozenMap({"north-east": (1, 2), "south-west": (), "north-west": (5,)}),
            "removed": (33, 34, 35),
        }
    )
    before = turns[0].before.model_copy(update={"phase": "deal"})
    after = at(rules, before, dealing)
    told = {}
    for seat in (None, "north-east"):
        events = redacted(rules, (dealing,), seat)
        told[seat] = paragraphs(rules.report(before, events, rules.view(after, seat)))["The lot"]
    assert told[None] == [
        "The recon deck of 36 cards is shuffled and sealed.",
        "North-West is dealt 1 card to keep.",
        "North-East is dealt 2 cards to keep.",
        "3 cards of it left the game before, unseen.",
    ]
    cards = [rules.book.cards.cards[shuffled.deck.card(place) or ""] for place in (1, 2)]
    names = " and ".join(f"{facts.number} {facts.title}" for facts in cards)
    assert told["north-east"][2] == f"North-East is dealt 2 cards to keep: {names}."


def test_a_turn_told() -> None:
    rules, state = dealt()
    state = state.model_copy(update={"turn": 2, "side": "south-west"})
    events: tuple[Event, ...] = (
        lost("caught", "h3"),
        lost("strike", "f6"),
        MOVED,
        e.CardDrawn(side="south-west", square="f6", position=34),
        e.CardShown(side="south-west", card="r19", position=34),
        e.PieceMoved(side="south-west", kind="infantry", origin="f6", target="c8"),
        e.CardDrawn(side="south-west", square="c8", position=35),
        e.CardShown(side="south-west", card="r11", position=35),
        e.PieceLost(
            side="south-west", kind="infantry", square="c8", reason="ambush", by="south-west"
        ),
        ENDED,
        e.TurnBegun(side="north-west", due=()),
        e.ReplyPlayed(side="north-west"),
        e.PieceMoved(side="north-west", kind="jet", origin="b19", target="b9"),
    )
    report = rules.report(state, events, state)
    assert report.title == "Turn 2 of South-West"
    told = paragraphs(report)
    assert told["Turn 2 of South-West"] == [
        "South-West catches North-West: its tank on h3 had to leave and is lost.",
        "1. South-West's infantry goes from d3 to f6, by e4 and f5, and strikes North-West's tank.",
        "South-West draws 19 Forward observer.",
        rules.book.cards.cards["r19"].text,
        "2. South-West's infantry goes from f6 to c8.",
        "South-West draws 11 Ambush.",
        rules.book.cards.cards["r11"].text,
        "South-West's infantry on c8 is destroyed.",
    ]
    assert told["Turn 2 of North-West"] == [
        "North-West replies at once, as ordered before.",
        "3. North-West's jet goes from b19 to b9.",
    ]
    assert report.summary[:4] == (
        "South-West catches North-West's tank, moves its infantry from d3 to f6, strikes "
        "North-West's tank, draws 19 Forward observer, moves its infantry from f6 to c8 and draws "
        "11 Ambush.",
        "North-West moves its jet from b19 to b9.",
        "Lost: South-West 1 infantry; North-West 2 tanks.",
        rules.standings(state)[0],
    )


def test_a_blast_is_told_under_the_strike() -> None:
    told = said(
        lost("strike", "m13"),
        e.PieceMoved(side="south-west", kind="icbm", origin="g7", target="m13"),
        lost("blast", "l12"),
        e.PieceLost(side="south-west", kind="jet", square="n12", reason="blast", by="south-west"),
        e.PieceLost(
            side="south-west", kind="icbm", square="m13", reason="expended", by="south-west"
        ),
    )
    assert told == [
        "South-West's ICBM goes from g7 to m13 and strikes North-West's tank.",
        "The blast destroys North-West's tank on l12 and South-West's jet on n12.",
        "The ICBM is used up.",
    ]


def test_duties_not_kept_by_several_are_told_in_one_sentence() -> None:
    told = said(MOVED, lost("duty", "f14"), lost("duty", "c12", kind="jet"), ENDED)
    assert told[1:] == [
        "North-West moved none of the pieces that had to leave a recon space: its tank on f14 and "
        "its jet on c12 are lost."
    ]


def test_a_kept_card_played_before_the_move_does_not_make_it() -> None:
    rules, _ = dealt()
    report = rules.report(
        rules.start,
        (
            e.CardPlayed(side="south-west", card="r09", position=3),
            e.Entrenched(side="south-west", square="h3"),
            MOVED,
            ENDED,
        ),
        rules.start,
    )
    (turn, _) = report.paragraphs
    assert [line.text for line in turn.lines] == [
        "South-West plays 9 Dig in.",
        "South-West's infantry goes from d3 to f6, by e4 and f5.",
    ]
    assert [len(line.lines) for line in turn.lines] == [2, 0]


@pytest.mark.parametrize(
    ("source", "ending"),
    [("standing", ", by standing order."), ("default", ", by default."), ("topic", " on d3.")],
)
def test_what_nobody_ordered_is_marked(source: str, ending: str) -> None:
    answered = QuestionAnswered.model_validate(
        {"seat": "north-west", "topic": "lose", "label": "turn-2/north-west/lose",
         "source": source, "index": None}
    )  # fmt: skip
    assert said(answered, lost("blocked", "d3"))[0].endswith(ending)


def test_the_only_legal_move_is_called_so() -> None:
    answered = QuestionAnswered(
        seat="south-west", topic="automatic", label="turn-2/south-west/single", source="standing",
        index=None,
    )  # fmt: skip
    begun = e.TurnBegun(side="south-west", due=())
    moved = MOVED.model_copy(update={"path": ()})
    assert said(answered, begun, moved) == [
        "South-West's infantry goes from d3 to f6, its only legal move."
    ]


def test_a_ceasefire_ends_with_the_turn_of_its_army() -> None:
    _, state = dealt()
    truce = Ceasefire(side="south-west", quadrant="north-east")
    begun = e.TurnBegun(side="south-west", due=())
    state = state.model_copy(update={"ceasefire": truce})
    over = "The cease-fire in the quarter of North-East is over."
    assert said(begun, before=state) == [over]
    assert said(begun, begun, before=state) == [over]
    assert said(e.TurnBegun(side="north-east", due=()), before=state) == []
    missed = e.TurnMissed(side="south-west")
    fallen = e.ArmyFallen(side="south-west", reason="no-pieces", own=0, foreign=0)
    for last in (missed, fallen, e.ArmyWithdrawn(side="south-west")):
        assert said(last, before=state)[1:] == [over]
    began = e.CeasefireBegun(side="south-west", quadrant="north-east")
    assert said(began, begun)[1:] == [over]


def test_orders_that_came_to_nothing_are_told() -> None:
    rules, state = dealt()
    order = {"order": "move", "from": "d3", "to": "f6"}
    events = (
        OrderFailed(
            seat="south-west", topic="move", index=0, order=order, code="x", message="it is gone"
        ),
        OrderCut(seat="south-west", topic="move", index=1, order=order, done=order),
        AnswerUnused(
            seat="south-west", label="turn-2/south-west/lose", order=order, message="not asked"
        ),
    )
    told = paragraphs(rules.report(state, events, state))
    assert told["Orders not carried out as written"] == [
        "South-West's 1st move order, d3 to f6, is not carried out: it is gone.",
        "South-West's 2nd move order, d3 to f6, is carried out in part, with d3 to f6.",
    ]
    assert told["Answers not used"] == [
        "South-West's answer to turn-2/south-west/lose, d3 to f6: not asked."
    ]


def test_words_on_the_match_are_told_first() -> None:
    rules, state = dealt()
    events = (
        DrawOffered(seat="south-west"), DrawAccepted(seat="north-west"),
        DrawOfferLapsed(seat="south-west"), SeatConceded(seat="north-east"),
    )  # fmt: skip
    report = rules.report(state, events, state)
    assert report.title.startswith("A word on the match, before turn ")
    assert report.paragraphs[0].heading == "Concession and draw"
    assert texts(report.paragraphs[0].lines) == [
        "South-West offers a draw.", "North-West accepts the draw.",
        "South-West no longer offers or accepts a draw.", "North-East concedes.",
    ]  # fmt: skip
    ended = e.GameEnded(result=Result(winner=None, reason="draw"))
    report = rules.report(state, (*events, ended), state)
    assert texts(report.paragraphs[0].lines)[-1].startswith("The match is over: ")


def test_a_turn_that_waited_for_an_answer_goes_on() -> None:
    """The relay is asked in one opening and answered in the next one."""
    rules = playing.opened(playing.board("A: M e5, I d3; C: J s9"))
    save = playing.begun(rules, ["r05"])
    orders = {"south-west": {"move": [playing.move("e5", "f6")]}}
    asked = playing.play(rules, orders, save, 2)
    label = "turn-1/south-west/move-1/card-1/relay"
    assert asked.save.pending[0].label == label
    before = rules.view(playing.state_of(save), None)
    report = rules.report(before, redacted(rules, asked.events, None), asked.state)
    assert report.title == "Turn 1 of South-West"
    assert report.summary[0] == "South-West moves its ICBM from e5 to f6 and draws 5 Relay."
    answer = {"orders": {}, "answers": {label: {"order": "relay", "to": "h3"}}}
    done = playing.play(rules, {"south-west": answer}, asked.save, 3)
    events = redacted(rules, done.events, None)
    report = rules.report(rules.view(asked.state, None), events, rules.view(done.state, None))
    assert report.title == "Turn 1 of South-West, continued"
    assert texts(report.paragraphs[0].lines) == [
        "South-West's ICBM goes from f6 to h3, as the card says."
    ]
    assert "Moved by a card" in rules.picture(done.state, events)


# -- how things stand -----------------------------------------------------------------------------


def test_standings_tell_whose_turn_it_is_and_what_each_army_has() -> None:
    rules = opened()
    assert rules.standings(rules.start)[1:] == (
        "South-West: 21 of 21 pieces, 0 kept cards.",
        "North-West: 21 of 21 pieces, 0 kept cards.",
        "North-East: 21 of 21 pieces, 0 kept cards.",
        "South-East: 21 of 21 pieces, 0 kept cards.",
        "The recon deck is not shuffled yet.",
    )
    state = at(
        rules,
        rules.start,
        e.TurnBegun(side="south-west", due=()),
        MOVED,
        e.PieceMoved(side="south-west", kind="tank", origin="d2", target="h3"),
        e.PieceLost(
            side="north-west", kind="tank", square="e19", reason="blocked", by="north-west"
        ),
        e.TurnBegun(side="south-west", due=("f6",)),
    )
    state = state.model_copy(
        update={
            "misses": ("north-east",), "quiet": 40, "turn": 7,
            "ceasefire": Ceasefire(side="south-west", quadrant="north-east"),
            "fallen": ("south-east",), "conceded": ("south-east",),
        }
    )  # fmt: skip
    assert rules.standings(state) == (
        "South-East has conceded.",
        "Turn 7 of South-West is next. Its infantry on f6 has to leave its recon space then.",
        "South-West: 21 of 21 pieces, 0 kept cards.",
        "North-West: 20 of 21 pieces, lost 1 tank, 0 kept cards.",
        "North-East: 21 of 21 pieces, 0 kept cards. It misses its next turn.",
        "South-East is out of the match.",
        "The recon deck is not shuffled yet.",
        "Cease-fire: nothing may be struck in the quarter of North-East until the next turn of "
        "South-West.",
        "Nothing was captured, drawn or eliminated for 40 turns; after 80 the top card is put away "
        "unread.",
    )
    both = state.model_copy(update={"due": ("f6", "h3")})
    assert rules.standings(both)[1] == (
        "Turn 7 of South-West is next. On recon spaces stand its infantry on f6 and its tank on "
        "h3; one of them has to leave then."
    )
    assault = state.model_copy(update={"assault": True, "due": (), "quiet": 79})
    told = rules.standings(assault)
    assert told[2].endswith("in its home zone 2 of its own against 0, 2 ahead.")
    assert told[3].endswith("in its home zone 0 of its own against 0, level.")
    assert told[-1].endswith("after 80 the match ends.")
    over = state.model_copy(update={"result": Result(winner="south-west", reason="conceded")})
    assert rules.standings(over)[0] == (
        "The match is over, won by South-West: all others have conceded."
    )
    waiting = state.model_copy(update={"phase": "deal"})
    assert rules.standings(waiting)[1].startswith("Next the recon deck is shuffled.")


def test_armies_stand_in_clockwise_order_everywhere() -> None:
    for count in (2, 3, 4):
        rules, turns = match(count)
        order = [side.title() for side in ARMIES if side in rules.seats]
        for turn in turns[::50]:
            report = rules.report(turn.before, turn.events, turn.after)
            table = report.tables[0]
            assert [row[0].removesuffix(" (out)") for row in table.rows] == order
            named = [text.split(":")[0].split(" is")[0] for text in rules.standings(turn.after)]
            assert [name for name in named if name in order] == order


def test_options_agreed_on_otherwise_are_told_at_the_start() -> None:
    rules = opened(catch="strict")
    start = rules.report(rules.start, (), rules.start)
    assert start.summary[-1] == 'Options of this match: catch "strict".'


@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_step_of_a_match_is_told(count: int) -> None:
    rules, turns = match(count)
    for turn in turns:
        report = rules.report(turn.before, turn.events, turn.after)
        told = " ".join(text for one in report.paragraphs for text in texts(one.lines))
        for event in turn.events:
            if isinstance(event, e.PieceMoved | e.PieceReturned):
                assert f"from {event.origin} to {event.target}" in told
            if isinstance(event, e.PieceLost):
                assert event.square in told
            if isinstance(event, e.CardShown | e.CardPlayed | e.CardDiscarded):
                assert rules.book.cards.cards[event.card].title in told
        changed = {
            square
            for square in {**turn.before.pieces, **turn.after.pieces}
            if turn.before.pieces.get(square) != turn.after.pieces.get(square)
        }
        rows = report.changes.rows if report.changes else ()
        assert {row[0] for row in rows} == changed
        assert sum(len(row[2].split()) for row in report.tables[1].rows) == len(turn.after.pieces)
    last = turns[-1]
    report = rules.report(last.before, last.events, last.after)
    assert report.summary[0].startswith("The match is over")
    assert "The match is over" in report_text(report)
    assert "<table" in report_html(report)
