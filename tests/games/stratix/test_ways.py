"""Why a move or a path is refused, held against both generators: legal, or exactly one problem."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.games.stratix.board import ARMIES, Board
from adjudicator.games.stratix.cards import CardFile
from adjudicator.games.stratix.options import Options
from adjudicator.games.stratix.rules.generate import reaches
from adjudicator.games.stratix.rules.projected import ever_reached
from adjudicator.games.stratix.rules.ways import check_path, why_not
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import Piece
from tests.games.stratix import slow
from tests.games.stratix.positions import by_chance, geometry, slow_of


@cache
def book() -> Ruleset:
    """Returns the shipped board with all armies."""
    board = Board.model_validate_json(slow.MAP.read_bytes())
    cards = CardFile.model_validate_json((slow.MAP.parent / "cards.json").read_bytes())
    return Ruleset(board, cards, Options(), ARMIES)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_legal_has_no_problem_and_all_else_has_one(seed: int) -> None:
    given = by_chance(f"faults-{seed}")
    for side in given.alive:
        for origin in given.squares[side]:
            legal = set(reaches(geometry(), given, origin))
            for target in range(len(geometry().grid)):
                found = list(why_not(book(), given, origin, target))
                assert len(found) == (target not in legal), (seed, origin, target, found)


@pytest.mark.parametrize("seed", range(6))
def test_every_path_of_the_slow_generator_is_right(seed: int) -> None:
    """With another square in it, it is right if and only if the slow generator knows it."""
    board, given, names = geometry(), by_chance(f"ways-{seed}"), geometry().grid.names
    plain, written, numbers = slow.shipped(), slow_of(given), board.grid.numbers
    wrong = 0
    for place, square in enumerate(sorted(written.pieces)):
        if written.pieces[square][1] not in ("infantry", "tank", "helicopter"):
            continue
        ways = set(plain.ways(written, square))
        for index, way in enumerate(sorted(ways)[place % 5 :: 29]):
            numbered = [numbers[one] for one in way]
            assert not list(check_path(book(), given, numbered)), (seed, way)
            if len(way) < 3:
                continue
            step = 1 + index % (len(way) - 2)
            near = board.grid.near[numbered[step]]
            numbered[step] = near[index % len(near)]
            changed = tuple(names[one] for one in numbered)
            found = list(check_path(book(), given, numbered))
            assert len(found) == (changed not in ways), (seed, changed, found)
            wrong += len(found)
    assert wrong > 20


def test_a_move_between_recon_spaces_is_possible_one_day() -> None:
    """In the final assault; so a reply may wait for it."""
    tank = Piece(side="south-east", kind="tank")
    assert "n6" in ever_reached(book(), tank, "l3")
    assert "n7" not in ever_reached(book(), tank, "l3")
