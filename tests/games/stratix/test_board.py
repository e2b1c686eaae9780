"""Each check of a board refuses its own mutation, and nothing crashes on nonsense."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from adjudicator.games.stratix.board import ARMIES, KINDS, Board, grid
from adjudicator.games.stratix.geometry import NOWHERE, Geometry
from adjudicator.games.stratix.rules.board_checks import check_board

Document = dict[str, Any]
Found = list[tuple[str, tuple[str | int, ...]]]

MAP = Path(__file__).parents[3] / "maps/four-fronts/map.json"


@cache
def _text() -> str:
    return MAP.read_text()


def shipped() -> Document:
    document: Document = json.loads(_text())
    return document


def found(document: Document) -> Found:
    board = Board.model_validate_json(json.dumps(document))
    return [(problem.code, problem.path) for problem in check_board(board)]


def messages(document: Document) -> list[str]:
    board = Board.model_validate_json(json.dumps(document))
    return [problem.message for problem in check_board(board)]


def test_the_shipped_board_is_sound() -> None:
    assert found(shipped()) == []


def test_every_square_is_counted() -> None:
    """21 red squares and 60 of the battle zone a quadrant, 8 bridges, 29 of water: 361."""
    board = shipped()
    red = [sum(map(len, facts["lines"])) for facts in board["quadrants"].values()]
    zones = [len(facts["zone"]) for facts in board["quadrants"].values()]
    assert (red, zones) == ([21] * 4, [60] * 4)
    assert (len(board["bridges"]), len(board["water"])) == (8, 29)
    assert sum(red) + sum(zones) + 8 + 29 == len(grid()) == 361


def test_the_pieces_of_an_army_fill_its_lines() -> None:
    """Six infantry on the DMZ, and so on, up to the ICBM in the corner."""
    counts = tuple(range(len(KINDS), 0, -1))
    for facts in shipped()["quadrants"].values():
        assert tuple(len(line) for line in facts["lines"]) == counts
        assert facts["lines"][-1] == [facts["corner"]]


def test_a_quarter_turn_or_a_mirror_puts_the_board_on_itself() -> None:
    board = shipped()
    recon = {one for facts in board["quadrants"].values() for one in facts["recon"]}
    for squares in (recon, set(board["bridges"]), set(board["water"])):
        numbers = {grid().numbers[name] for name in squares}
        assert {grid().turned(one) for one in numbers} == numbers
        mirrored = {(18 - file, rank) for file, rank in map(grid().at, numbers)}
        assert mirrored == set(map(grid().at, numbers))


def test_only_bridges_lead_on_foot_from_quadrant_to_quadrant() -> None:
    geometry = Geometry(Board.model_validate_json(_text()))

    def reached(passable: Callable[[int], bool]) -> set[int]:
        start = geometry.zones[0][0]
        seen, todo = {start}, [start]
        for here in todo:
            for there in geometry.grid.near[here]:
                free = not geometry.line[there] and not geometry.is_water[there]
                if free and passable(there) and there not in seen:
                    seen.add(there)
                    todo.append(there)
        return seen

    assert reached(lambda square: not geometry.is_bridge[square]) == set(geometry.zones[0])
    assert len(reached(lambda square: True)) == 4 * 60 + 8


def test_geometry_knows_what_each_square_is() -> None:
    geometry = Geometry(Board.model_validate_json(_text()))
    number = geometry.grid.numbers
    assert [geometry.line[number[name]] for name in ("d3", "a1", "s14", "g7")] == [1, 6, 1, 0]
    assert [geometry.quadrant[number[name]] for name in ("a1", "a9", "k11", "j7")] == [
        0, 0, 2, NOWHERE,
    ]  # fmt: skip
    assert geometry.joins[number["j17"]] == (1, 2)
    assert len(geometry.recon) == sum(geometry.is_recon) == 12


# -- own maps -------------------------------------------------------------------------------------


def _moved(document: Document, *, squares: dict[str, str]) -> Document:
    """Returns the document with squares renamed, wherever they stand."""
    text = json.dumps(document)
    for old, new in squares.items():
        text = text.replace(f'"{old}"', f'"?{new}"')
    moved: Document = json.loads(text.replace('"?', '"'))
    return moved


def test_an_own_map_may_put_bridges_elsewhere() -> None:
    """All eight one square nearer to the middle, and water where they were. (Ruling 41)"""
    there = {"c10": "d10", "j17": "j16", "q10": "p10", "j3": "j4"}
    both = there | {new: old for old, new in there.items()}
    assert found(_moved(shipped(), squares=both)) == []


def test_an_own_map_may_put_recon_spaces_elsewhere() -> None:
    board = shipped()
    for name, square in zip(ARMIES, ("g7", "g13", "m13", "m7"), strict=True):
        recon = board["quadrants"][name]["recon"]
        centre = next(one for one in recon if one[0] in "fn")
        recon[recon.index(centre)] = square
    assert found(board) == []


Mutation = Callable[[Document], object]


def _south_west(board: Document) -> Document:
    facts: Document = board["quadrants"]["south-west"]
    return facts


SW = ("quadrants", "south-west")
MUTATIONS: dict[str, tuple[Mutation, Found]] = {
    "a quadrant is missing": (
        lambda board: board["quadrants"].pop("south-west"),
        [("wrong-quadrants", ("quadrants",))],
    ),
    "a fifth quadrant": (
        lambda board: board["quadrants"].update(middle=_south_west(board)),
        [("wrong-quadrants", ("quadrants",))],
    ),
    "no such square": (
        lambda board: board["water"].__setitem__(0, "t1"),
        [("unknown-square", ("water", 0))],
    ),
    "no such corner": (
        lambda board: _south_west(board).update(corner="a20"),
        [("unknown-square", (*SW, "corner"))],
    ),
    "a square twice in a zone": (
        lambda board: _south_west(board)["zone"].append("a7"),
        [("doubled-square", (*SW, "zone", 60))],
    ),
    "bridge and water": (
        lambda board: board["water"].append("c10"),
        [("doubled-square", ("water", 29)), ("wrong-squares", ("water",))],
    ),
    "another corner": (
        lambda board: _south_west(board).update(corner="a2"),
        [("wrong-squares", (*SW, "corner"))],
    ),
    "five lines": (
        lambda board: _south_west(board)["lines"].pop(),
        [("wrong-squares", (*SW, "lines"))],
    ),
    "a line lacks a square": (
        lambda board: _south_west(board)["lines"][0].remove("d3"),
        [("wrong-squares", (*SW, "lines", 0))],
    ),
    "lines exchanged": (
        lambda board: _south_west(board)["lines"].reverse(),
        [("wrong-squares", (*SW, "lines", index)) for index in range(6) for _ in range(2)],
    ),
    "a zone lacks a square": (
        lambda board: _south_west(board)["zone"].remove("g7"),
        [("wrong-squares", (*SW, "zone"))],
    ),
    "the water lacks a square": (
        lambda board: board["water"].remove("a10"),
        [("wrong-squares", ("water",))],
    ),
    "the deck lies elsewhere": (
        lambda board: board.update(deck="j9"),
        [("wrong-squares", ("deck",))],
    ),
    "two recon spaces": (
        lambda board: _south_west(board)["recon"].remove("f6"),
        [
            ("wrong-recon-spaces", (*SW, "recon")),
            ("not-symmetric", ("quadrants", "south-east", "recon", 1)),
        ],
    ),
    "a recon space twice": (
        lambda board: _south_west(board)["recon"].__setitem__(0, "f6"),
        [
            ("wrong-recon-spaces", (*SW, "recon", 1)),
            ("not-symmetric", ("quadrants", "south-east", "recon", 0)),
        ],
    ),
    "a recon space in another quadrant": (
        lambda board: _south_west(board)["recon"].__setitem__(1, "g12"),
        [
            ("wrong-recon-spaces", (*SW, "recon", 1)),
            ("not-symmetric", ("quadrants", "south-east", "recon", 1)),
            ("not-symmetric", (*SW, "recon", 1)),
        ],
    ),
    "a bridge on land": (
        lambda board: board["bridges"].update(g7=board["bridges"]["g10"]),
        [
            ("doubled-square", ("bridges", "g7")),
            ("wrong-bridge", ("bridges", "g7")),
            ("not-symmetric", ("bridges", "g7")),
        ],
    ),
    "a bridge that joins others": (
        lambda board: board["bridges"]["g10"].update(joins=["north-west", "south-west"]),
        [("wrong-bridge", ("bridges", "g10", "joins"))],
    ),
    "no bridge": (
        lambda board: (
            board["bridges"].pop("g10"), board["bridges"].pop("c10"),
            board["water"].extend(["g10", "c10"]),
        ),
        [
            ("wrong-bridge", ("bridges",)),
            ("not-symmetric", ("bridges", "j3")),
            ("not-symmetric", ("bridges", "j7")),
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", MUTATIONS)
def test_a_mutation_is_refused(what: str) -> None:
    mutation, expected = MUTATIONS[what]
    board = shipped()
    mutation(board)
    assert sorted(found(board), key=str) == sorted(expected, key=str)


def test_messages_name_the_squares() -> None:
    board = shipped()
    _south_west(board)["lines"][0].remove("d3")
    board["water"].append("a1")
    assert messages(board) == [
        "a1 already stands in quadrants.south-west.lines[5][0]",
        "line 1 of south-west lacks d3",
        "the water does not hold a1",
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"water": ["A1"]},
        {"water": ["a1"] * 400},
        {"quadrants": []},
        {"deck": None},
        {"bridges": {"c10": {"joins": ["south-west"]}}},
        {"bridges": {"here": {"joins": ["south-west", "north-west"]}}},
        {"colour": "red"},
    ],
)
def test_the_model_refuses_other_shapes(change: Document) -> None:
    with pytest.raises(ValidationError):
        Board.model_validate_json(json.dumps(shipped() | change))


SQUARES = st.sampled_from([*grid().names, "t1", "a20", "z99"])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from([*ARMIES, "middle"]), st.sampled_from(["zone", "recon", "lines"]),
                  st.lists(SQUARES, max_size=7)),
        max_size=4,
    ),
    st.dictionaries(SQUARES, st.tuples(st.sampled_from(ARMIES), st.sampled_from(ARMIES)),
                    max_size=9),
    st.lists(SQUARES, max_size=30),
    SQUARES,
)  # fmt: skip
def test_nonsense_is_refused_without_a_crash(
    changes: list[tuple[str, str, list[str]]],
    bridges: dict[str, tuple[str, str]],
    water: list[str],
    deck: str,
) -> None:
    board = shipped()
    for quadrant, field, squares in changes:
        facts = board["quadrants"].setdefault(quadrant, _south_west(board))
        facts[field] = [squares] if field == "lines" else squares
    board["bridges"] = {square: {"joins": joins} for square, joins in bridges.items()}
    board |= {"water": water, "deck": deck}
    assert found(board)
