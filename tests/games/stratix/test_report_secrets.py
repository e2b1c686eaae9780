"""What no report of Four Fronts may tell: kept cards, the deck, and duties not kept."""

from __future__ import annotations

from adjudicator.core.redaction import redacted
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.board import ARMIES
from adjudicator.games.stratix.state import Breach
from tests.games.stratix.told import Turn, at, dealt, match, shuffled_otherwise, texts


def test_a_kept_card_is_told_to_its_holder_alone() -> None:
    rules, turns = match(4)
    shown = 0
    for turn in turns:
        kept = [event for event in turn.events if isinstance(event, e.CardKept)]
        for event in kept:
            (deck,) = turn.after.decks
            if event.position in deck.public or turn.after.result is not None:
                continue
            title = rules.book.cards.cards[deck.card(event.position) or ""].title
            for seat in (None, *ARMIES):
                views = rules.view(turn.before, seat), rules.view(turn.after, seat)
                report = rules.report(views[0], redacted(rules, turn.events, seat), views[1])
                told = " ".join(text for one in report.paragraphs for text in texts(one.lines))
                assert (f" {title} and keeps it." in told) is (seat == event.side)
                shown += 1
    assert shown > 10


def test_what_was_seen_of_the_deck_is_told_to_its_army_alone() -> None:
    rules, state = dealt()
    side = "south-west"
    positions = state.pile[:3]
    back = positions[::-1]
    events = (
        e.DeckLookedAt(side=side, positions=positions), e.DeckArranged(side=side, positions=back),
    )  # fmt: skip
    after = at(rules, state, *events)
    told = {}
    for seat in (None, side, "north-west"):
        views = rules.view(state, seat), rules.view(after, seat)
        report = rules.report(views[0], redacted(rules, events, seat), views[1])
        told[seat] = texts(report.paragraphs[0].lines)
    (deck,) = after.decks
    cards = [rules.book.cards.cards[deck.card(place) or ""] for place in positions]
    one, two, three = (f"{facts.number} {facts.title}" for facts in cards)
    assert told[side] == [
        f"South-West looks at the top 3 cards of the deck: {one}, {two} and {three}.",
        f"South-West puts them back, the next one to be drawn first: {three}, {two} and {one}.",
    ]
    assert told[None][0] == "South-West looks at the top 3 cards of the deck."
    drawn = at(rules, after, e.CardDrawn(side="north-west", square="f14", position=back[0]),
               e.CardKept(side="north-west", position=back[0]))  # fmt: skip
    report = rules.report(state, events, rules.view(drawn, side))
    assert texts(report.paragraphs[0].lines)[1] == (
        "South-West puts them back, the next one to be drawn first: one that was drawn since, "
        f"{two} and {one}."
    )


def test_what_nobody_may_know_leaves_the_report_as_it_is() -> None:
    rules, turns = match(4)
    for turn in turns[10::60]:
        if turn.after.result is not None:
            continue
        for seat in (None, *ARMIES):
            events = redacted(rules, turn.events, seat)
            reports = []
            for change in (False, True):
                before, after = (
                    shuffled_otherwise(state, seat) if change else state
                    for state in (turn.before, turn.after)
                )
                views = rules.view(before, seat), rules.view(after, seat)
                told = rules.report(views[0], events, views[1])
                reports.append((told, rules.standings(views[1])))
            assert reports[0] == reports[1]


def test_a_breach_is_not_pointed_out() -> None:
    """Rulings 7 and 60: a report of a breach reads like one of a duty that was kept."""
    rules, turns = match(4)
    found = [turn for turn in turns if turn.after.breach is not None]
    assert len(found) > 1
    for turn in found:
        after = turn.after.model_copy(update={"breach": None})
        events = tuple(
            event.model_copy(update={"breach": None}) if isinstance(event, e.TurnEnded) else event
            for event in turn.events
        )
        assert rules.report(turn.before, turn.events, turn.after) == rules.report(
            turn.before, events, after
        )
        assert rules.standings(turn.after) == rules.standings(after)
    assert isinstance(found[0].after.breach, Breach)
    assert isinstance(found[0], Turn)
