"""The board of positions of matches by chance, and what it must not show."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from functools import cache

import pytest

from adjudicator.core.game import Event
from adjudicator.core.redaction import redacted
from adjudicator.core.report import USUAL_STYLE, Style
from adjudicator.core.values import FrozenMap
from adjudicator.games.stratix import StratixRules
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.board import ARMIES, KINDS
from adjudicator.games.stratix.ruleset import balance
from adjudicator.games.stratix.state import Breach, State
from tests.games.stratix.told import Turn, at, match, opened, shuffled_otherwise

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"
COUNTS = (2, 3, 4)


def drawn(
    rules: StratixRules, turn: Turn, seat: str | None = None, style: Style = USUAL_STYLE
) -> ElementTree.Element:
    events = redacted(rules, turn.events, seat)
    text = rules.picture(rules.view(turn.after, seat), events, style)
    return ElementTree.fromstring(text.encode())


def by_id(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {found: one for one in root.iter() if (found := one.get("id"))}


def words(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def texts(element: ElementTree.Element) -> list[str | None]:
    return [text.text for text in element.iter(f"{SVG}text")]


def title(element: ElementTree.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


@cache
def with_event(kind: type[Event]) -> tuple[StratixRules, Turn]:
    """Returns the first step of a match in which something of a kind happened."""
    for count, seed in ((4, "told"), (3, "told"), (4, "more"), (3, "more"), (2, "told")):
        rules, turns = match(count, seed)
        for turn in turns:
            if any(isinstance(event, kind) for event in turn.events):
                return rules, turn
    raise AssertionError(kind)


def number(found: dict[str, ElementTree.Element], what: str) -> int:
    return len([one for one in found if re.fullmatch(rf"{what}-\d+", one)])


@pytest.mark.parametrize("count", COUNTS)
def test_positions_of_whole_matches_are_drawn(count: int, pytestconfig: pytest.Config) -> None:
    every = 40 if pytestconfig.getoption("--exhaustive") else 120
    rules, turns = match(count)
    assert turns[-1].after.result is not None
    for turn in (*turns[::every], turns[-1]):
        state, found = turn.after, by_id(drawn(rules, turn))
        pieces = {one.removeprefix("piece-") for one in found if one.startswith("piece-")}
        assert pieces == {*state.pieces}
        for square, piece in state.pieces.items():
            (use,) = found[f"piece-{square}"].iter(f"{SVG}use")
            assert use.get(XLINK) == f"#kind-{piece.side}-{piece.kind}"
        assert texts(found["deck"]) == [str(len(state.pile) if state.decks else 36)]
        moved = [ev for ev in turn.events if isinstance(ev, e.PieceMoved | e.PieceReturned)]
        assert number(found, "move") == len(moved)
        lost = [event for event in turn.events if isinstance(event, e.PieceLost)]
        assert number(found, "loss") == len(lost)


@pytest.mark.parametrize("count", COUNTS)
def test_panels_tell_what_each_army_has(count: int) -> None:
    rules, turns = match(count)
    for turn in turns[::60]:
        state, found = turn.after, by_id(drawn(rules, turn))
        assert {one for one in found if one in {f"army-{army}" for army in ARMIES}} == {
            f"army-{side}" for side in rules.seats
        }
        for side in rules.seats:
            held = Counter[str](one.kind for one in state.pieces.values() if one.side == side)
            began = Counter(one.kind for one in rules.start.pieces.values() if one.side == side)
            is_out = side in state.fallen
            for kind in KINDS:
                row = found[f"muster-{side}-{kind}"]
                shown = f"\N{MINUS SIGN}{began[kind]}" if is_out else str(held[kind])
                assert texts(row)[-1] == shown
                assert len(list(row.iter(f"{SVG}path"))) == state.captured[side].get(kind, 0)
                if is_out:
                    assert len(list(row.iter(f"{SVG}circle"))) == began[kind]
            assert (f"zone-{side}" in found) is not is_out
            if is_out:
                continue
            own, foreign = balance(rules.book, state, side)
            assert [text for text in texts(found[f"zone-{side}"]) if text and text.isdigit()] == [
                str(own), str(foreign),
            ]  # fmt: skip
        tags = [side for side in rules.seats if "to move" in texts(found[f"army-{side}"])]
        assert tags == ([] if state.phase in ("lot", "deal", "over") else [state.side])


def test_every_square_says_what_it_is() -> None:
    rules = opened()
    found = by_id(drawn(rules, Turn(rules.start, (), rules.start)))
    said = {
        "a1": "a1: South-West, staging area, line 6", "d3": "d3: South-West, DMZ line",
        "f6": "f6: South-West, recon space", "k19": "k19: North-East, battle zone",
        "c10": "c10: bridge between South-West and North-West", "a10": "a10: water",
        "j10": "j10: the recon deck",
    }  # fmt: skip
    assert {square: title(found[f"square-{square}"]) for square in said} == said
    assert len([one for one in found if re.fullmatch(r"square-[a-s]\d+", one)]) == 361


def test_cards_are_shown_to_their_holder_alone() -> None:
    rules, turns = match(4)
    turn = max(turns, key=lambda one: sum(map(len, one.after.hands.values())))
    hands = turn.after.hands
    assert sum(map(len, hands.values())) > 2
    (deck,) = turn.after.decks
    for seat in (None, *ARMIES):
        found = by_id(drawn(rules, turn, seat))
        for army, hand in hands.items():
            told = {0: "no kept cards", 1: "1 kept card"}.get(len(hand), f"{len(hand)} kept cards")
            assert words(found[f"cards-{army}"]) == told
            assert (f"faces-{army}" in found) is (bool(hand) and army == seat)
            if army == seat and hand:
                cards = [rules.book.cards.cards[deck.card(place) or ""] for place in hand]
                said = ", ".join(f"{facts.number} {facts.title}" for facts in cards)
                assert words(found[f"faces-{army}"]) == said


def test_what_nobody_may_know_leaves_the_picture_as_it_is() -> None:
    rules, turns = match(4)
    turn = max(turns, key=lambda one: sum(map(len, one.after.hands.values())))
    other = shuffled_otherwise(turn.after, seat=None)
    assert other.decks != turn.after.decks
    shown = {
        rules.picture(rules.view(state, None), redacted(rules, turn.events, None))
        for state in (turn.after, other)
    }
    assert len(shown) == 1
    for seat in ARMIES:
        other = shuffled_otherwise(turn.after, seat=seat)
        pair = [
            rules.picture(rules.view(state, seat), redacted(rules, turn.events, seat))
            for state in (turn.after, other)
        ]
        assert pair[0] == pair[1]


def test_a_duty_not_kept_is_not_pointed_out() -> None:
    """Rulings 7 and 60: the picture of a breach is that of a piece that has just come."""
    rules, turns = match(4)
    found = [turn for turn in turns if turn.after.breach is not None]
    assert len(found) > 1
    for turn in found[:5]:
        calm = turn.after.model_copy(update={"breach": None})
        assert rules.picture(turn.after, turn.events) == rules.picture(calm, turn.events)
        breach = turn.after.breach
        assert breach is not None
        text = title(by_id(drawn(rules, turn))[f"piece-{breach.square}"])
        assert text.endswith(", cannot be struck here")
    state = rules.start.model_copy(update={"breach": Breach(side="south-west", square="f6")})
    assert rules.picture(state, ()) == rules.picture(rules.start, ())


def test_pieces_that_must_leave_are_marked_until_the_final_assault() -> None:
    rules, turns = match(4)
    due = [turn for turn in turns if turn.after.due]
    assert due
    for turn in due[:5]:
        found = by_id(drawn(rules, turn))
        for square in turn.after.due:
            assert title(found[f"piece-{square}"]).endswith(", has to leave in this turn")
        assert len(list(found["signs"].iter(f"{SVG}circle"))) == sum(
            rules.book.is_recon(square) for square in turn.after.pieces
        )
    assault = [turn for turn in turns if turn.after.assault]
    assert any(rules.book.is_recon(square) for turn in assault for square in turn.after.pieces)
    for turn in assault[:20]:
        assert list(by_id(drawn(rules, turn))["signs"]) == []


def test_a_blast_is_drawn_about_the_target_of_an_icbm() -> None:
    rules = opened()
    events = (
        e.PieceLost(side="north-west", kind="tank", square="m13", reason="strike", by="south-west"),
        e.PieceMoved(side="south-west", kind="icbm", origin="g7", target="m13"),
        e.PieceLost(side="north-east", kind="jet", square="l12", reason="blast", by="south-west"),
        e.PieceMoved(side="south-west", kind="icbm", origin="m13", target="m15"),
    )
    found = by_id(drawn(rules, Turn(rules.start, events, rules.start)))
    assert number(found, "blast") == 1
    assert title(found["blast-1"]) == "Blast about m13"
    assert [title(found[f"loss-{index}"]) for index in (1, 2)] == [
        "North-West's tank, lost on m13", "North-East's jet, lost on l12",
    ]  # fmt: skip
    assert len(list(found["bursts"])) == 2


def test_moves_by_cards_and_recoveries_are_shown_as_such() -> None:
    rules, turn = with_event(e.PieceReturned)
    assert "Moved by a card" in texts(by_id(drawn(rules, turn))["legend"])
    rules, turn = with_event(e.PieceRecovered)
    found = by_id(drawn(rules, turn))
    assert number(found, "return") == 1
    assert "Recovered" in texts(found["legend"])
    events: tuple[Event, ...] = (
        e.PieceMoved(side="south-west", kind="tank", origin="d5", target="d12", by_card=True),
        e.PieceMoved(side="south-west", kind="tank", origin="d6", target="f7"),
    )
    rules = opened()
    legend = texts(by_id(drawn(rules, Turn(rules.start, events, rules.start)))["legend"])
    assert {"Move", "Moved by a card"} <= {*legend}
    assert "Flight" not in legend


def test_a_ceasefire_is_drawn_in_its_quarter() -> None:
    rules, turn = with_event(e.CeasefireBegun)
    truce = turn.after.ceasefire
    assert truce is not None
    found = by_id(drawn(rules, turn))
    assert [one for one in found if one.startswith("ceasefire-")] == [f"ceasefire-{truce.quadrant}"]


def test_the_final_assault_and_its_end_are_announced() -> None:
    rules, turns = match(4)
    begun = next(turn for turn in turns if turn.after.assault)
    found = by_id(drawn(rules, begun))
    assert texts(found["banner"]) == ["FINAL ASSAULT"]
    assert words(found["deck-words"]) == "The recon deck is used up"
    for side in rules.seats:
        is_out = side in begun.after.fallen
        assert ("out" in texts(found[f"army-{side}"])) is is_out
        assert (f"end-{side}" in found) is is_out
        if not is_out:
            said = " ".join(filter(None, texts(found[f"zone-{side}"])))
            assert re.search("ahead|level|behind", said)
    over = by_id(drawn(rules, turns[-1]))
    assert "banner" not in over
    result = turns[-1].after.result
    assert result is not None
    assert ("A draw" if result.winner is None else "Won by ") in words(over["title"])


@pytest.mark.parametrize(
    "style",
    [
        Style(layout="phone"), Style(layout="print"), Style(theme="grey"),
        Style(layout="print", theme="grey"), Style(layout="phone", beside="phone-"),
        Style(arrows="none"),
    ],
)  # fmt: skip
def test_all_styles_draw_a_match(style: Style) -> None:
    rules, turns = match(4)
    for turn in turns[::300]:
        root = drawn(rules, turn, style=style)
        assert root.tag == f"{SVG}svg"
        assert len(ElementTree.tostring(root)) < 170_000


def test_pictures_are_small_and_the_same_twice() -> None:
    rules, turns = match(4)
    for turn in turns[::100]:
        text = rules.picture(turn.after, turn.events)
        assert len(text.encode()) < 150_000
        again = State.model_validate_json(turn.after.model_dump_json())
        assert rules.picture(again, turn.events) == text


def test_before_the_lot_nobody_moves() -> None:
    rules = opened()
    found = by_id(drawn(rules, Turn(rules.start, (), rules.start)))
    assert "The lot for the first move" in words(found["title"])
    assert words(found["deck-words"]) == "The recon deck is not shuffled yet"
    assert not any("to move" in texts(found[f"army-{side}"]) for side in ARMIES)
    lost = at(
        rules,
        rules.start,
        e.LotDrawn(numbers=FrozenMap(dict(zip(ARMIES, (3, 9, 1, 7), strict=True))),
                   side="north-west"),
    )  # fmt: skip
    found = by_id(drawn(rules, Turn(rules.start, (), lost)))
    assert words(found["title"])
