"""What is awaited next, with the toy game: sheets, questions, rolls, the end."""

from __future__ import annotations

from typing import Any

from adjudicator.audit.opening import SavedMatch
from adjudicator.core.decks import RefusingDice
from adjudicator.core.game import Pending
from adjudicator.core.referee import first_save, run
from adjudicator.core.report import Line
from adjudicator.matches.fallbacks import Fault
from adjudicator.matches.opening_report import next_paragraph, opening_report
from tests.core.toy import TOY, toy_scenario

GID, HEAD = "ab" * 32, "cd" * 32
RULES = TOY.open(toy_scenario({}), {})


def met(fault: Fault) -> None:
    raise AssertionError(fault)


def saved(*pending: Pending, is_over: bool = False) -> SavedMatch:
    save = run(RULES, first_save(RULES), {}, 1, dice=RefusingDice()).save
    fields = {name: getattr(save, name) for name in type(save).model_fields}
    fields |= {"pending": pending or save.pending, "is_over": is_over}
    return SavedMatch(**fields, game="toy", rules_version=1, gid=GID, n=6, head=HEAD, k=9)


def question(options: int | None) -> Pending:
    orders = tuple({"gold": gold, "order": "bid"} for gold in range(options or 0))
    return Pending(
        label="turn-1/bid/blue",
        topic="bids",
        seat="blue",
        prompt="Bid.",
        rule="toy 1",
        options=None if options is None else orders,
    )


def raised(fault: Fault) -> None:
    raise AssertionError(fault.trace)


def texts(*lines: Line) -> list[str]:
    return [text for line in lines for text in (line.text, *texts(*line.lines))]


def told(save: SavedMatch) -> list[str]:
    return texts(*next_paragraph(RULES, save, view=RULES.start, on_fault=raised).lines)


def test_sheets_of_several_seats_share_a_header() -> None:
    lines = told(saved())
    assert lines[:2] == [
        "From blue: the order sheet for turn-1-bids. Its topics: bids.",
        "From red: the order sheet for turn-1-bids. Its topics: bids.",
    ]
    assert lines[2].endswith('Put in the seat as "player": blue, red.')
    assert lines[3:] == [
        '"t": "orders", "n": 7, "pledge": null,',
        '"game":',
        f'  "{GID}",',
        '"head":',
        f'  "{HEAD}",',
        '"player": "SEAT",',
    ]


def test_a_question_comes_with_its_answers_and_a_header_to_paste() -> None:
    lines = told(saved(question(2)))
    assert lines[:5] == [
        "blue is asked: Bid. (toy 1)",
        'Answer under "answers" by this label with one of these:',
        '"turn-1/bid/blue":',
        '  {"order": "bid", "gold": 0}',
        '  {"order": "bid", "gold": 1}',
    ]
    assert lines[6] == '"t": "orders", "n": 7, "player": "blue", "pledge": null,'
    assert max(map(len, lines[6:])) <= 70


def test_many_answers_are_counted() -> None:
    lines = told(saved(question(40)))
    assert lines[1].startswith("There are 40 legal answers; all are in state.json.")
    assert lines[3] == '  {"order": "bid", "gold": 0}'
    assert not any('"gold": 1' in line for line in lines)


def test_orders_of_a_held_topic_and_rolls_are_asked_for() -> None:
    assert told(saved(question(None)))[0] == "blue is asked for orders under bids: Bid. (toy 1)"
    rolls = Pending(label="turn-1/tie", topic="rolls", seat=None, prompt="1d2", rule="")
    assert told(saved(rolls)) == ["Roll 1d2 and give the result under this label:", "turn-1/tie"]


def test_nothing_is_awaited_after_the_end() -> None:
    assert told(saved(is_over=True)) == ["Nothing: the match is over."]


def test_the_game_tells_and_the_match_adds_what_is_next() -> None:
    state = RULES.start
    report = opening_report(
        RULES, saved(), before=state, events=(), state=state, seat="red", on_fault=met
    )
    assert report.title == "Toy"
    assert [paragraph.heading for paragraph in report.paragraphs] == ["Next"]


def test_a_page_has_the_map_for_every_screen_and_the_one_before() -> None:
    before, after = RULES.start, RULES.start.model_copy(update={"turn": 2})

    def screens(state: Any, *, pictures: bool = True) -> list[tuple[str, bool]]:
        report = opening_report(
            RULES, saved(), before=before, events=(), state=state, pictures=pictures, on_fault=met
        )
        return [(figure.screen, figure.folded) for figure in report.figures]

    shown = [("wide", False), ("narrow", False), ("print", False)]
    assert screens(before) == shown
    assert screens(after) == [*shown, ("any", True)]
    assert screens(after, pictures=False) == []
