"""The moves of pieces, one rule after the other; the vectors of the rules among them."""

from __future__ import annotations

import pytest

from adjudicator.games.stratix.board import ARMIES, KINDS
from adjudicator.games.stratix.rules.generate import (
    EMPTY,
    after,
    blast,
    is_attackable,
    kind_at,
    moves,
    reaches,
    side_at,
)
from tests.games.stratix.positions import fast_of, geometry, named, numbered, set_up
from tests.games.stratix.slow import SlowPosition

SW, NW, NE, SE = ARMIES


def position(
    south_west: str, north_east: str = "", *, assault: bool = False, ceasefire: str | None = None
) -> SlowPosition:
    """Reads "d3 infantry, a1 icbm"; south-west moves."""
    pieces = {}
    for army, text in ((SW, south_west), (NE, north_east)):
        for part in filter(None, text.split(", ")):
            square, kind = part.split(" ")
            pieces[square] = (army, kind)
    return SlowPosition(pieces, (SW, NE), assault, ceasefire)


def ends(origin: str, given: SlowPosition) -> set[str]:
    """Returns where the piece on a square can end."""
    names, fast = geometry().grid.names, fast_of(given)
    return {names[end] for end in reaches(geometry(), fast, geometry().grid.numbers[origin])}


def squares(text: str) -> set[str]:
    return set(text.split())


# -- the set-up -----------------------------------------------------------------------------------


@pytest.mark.parametrize("army", range(4))
def test_every_army_has_350_moves_at_the_start(army: int) -> None:
    """118 of infantry, 68 of tanks, 74 of artillery, 18, 48 and 24 of the others. (Ruling 20)"""
    start = fast_of(set_up(ARMIES))
    found = moves(geometry(), start, army)
    counts = [sum(kind_at(start, move[0]) == kind for move in found) for kind in range(len(KINDS))]
    assert counts == [118, 68, 74, 18, 48, 24]


def test_vectors_1_to_4() -> None:
    """Onto a recon space; between two men; along a line of own men; the missile over all."""
    start = fast_of(set_up((SW, NE)))
    found = {named(move) for move in moves(geometry(), start, 0)}
    assert ("d3", "f6") in found
    assert ("e1", "h4") in found
    assert {("b3", f"{file}3") for file in "efghik"} <= found
    assert ("a1", "g7") in found
    assert not [move for move in found if move[1] in start_squares()]


def start_squares() -> set[str]:
    return set(set_up(ARMIES).pieces)


# -- red squares ----------------------------------------------------------------------------------


def test_nobody_stops_on_red_squares_or_goes_back() -> None:
    assert not ends("a1", position("a1 icbm")) & squares("a2 b2 c3 b1 f1 a6")
    assert not ends("d4", position("d4 jet")) & squares("d3 d2 c4 b4 c3 b2 a1")
    assert not ends("d6", position("d6 infantry")) & squares("b5 c4 d3")
    assert ends("d3", position("d3 jet")) >= squares("d4 e4 e3 i8 d16 m3")
    assert not ends("d3", position("d3 jet")) & squares("c4 e2 b5 f1")


def test_a_piece_goes_out_along_own_red_squares() -> None:
    assert ends("a3", position("a3 helicopter, a4 artillery")) >= squares("b6 c5 d6")
    assert ends("b4", position("b4 helicopter")) >= squares("b6 b7 e4 c5 d6")
    assert "g1" in ends("e1", position("e1 artillery, f1 infantry"))


def test_the_exit_move_strikes_nobody() -> None:
    """For flying pieces, line pieces and ground pieces; behind the enemy the line has ended."""
    given = position("d3 infantry, d2 jet, d1 artillery, c3 helicopter, a1 icbm", "d6 tank, g7 jet")
    for origin in ("d3", "d2", "d1", "c3", "a1"):
        assert "d6" not in ends(origin, given)
    assert not ends("d2", given) & squares("d6 d7 d8")
    assert "g7" not in ends("a1", given)
    assert "h8" in ends("a1", given)


def test_vector_6_an_infantry_piece_shut_in_cannot_move() -> None:
    assert not ends("d3", position("d3 infantry", "d4 tank, e3 tank, e4 jet"))


def test_red_squares_of_absent_armies_are_barred() -> None:
    """Neither entered nor flown over, by whatever flies."""
    assert "a18" not in ends("a13", position("a13 icbm"))
    assert "s10" not in ends("g10", position("g10 jet"))
    assert not ends("f18", position("f18 jet")) & squares("e18 d18 a18 e19 f19")
    assert "g19" in ends("g16", position("g16 helicopter"))
    assert "d16" in ends("e16", position("e16 jet"))
    assert not ends("d16", position("d16 helicopter")) & squares("c16 d17 c17 e18")


# -- three steps ----------------------------------------------------------------------------------


def test_ground_pieces_go_three_steps_exactly() -> None:
    found = ends("e13", position("e13 tank"))
    assert found >= squares("e16 h13 h16 b13 b14 d13 f14 e12")
    assert "e13" not in found
    assert all(abs(ord(end[0]) - ord("e")) <= 3 for end in found)


def test_ground_pieces_pass_nobody_and_strike_at_the_end() -> None:
    ring = "d12 tank, d13 tank, d14 tank, e12 tank, e14 tank, f12 tank, f13 tank"
    assert ends("e13", position(f"e13 tank, {ring}, f14 tank")) == set()
    assert "h16" in ends("e13", position(f"e13 tank, {ring}"))
    struck = ends("e13", position(f"e13 tank, {ring}", "h15 jet, g15 jet"))
    assert "h15" in struck
    assert "h16" not in struck


def test_vector_5_one_bridge_a_move() -> None:
    found = ends("j7", position("j7 tank"))
    assert "g10" not in found
    assert "g9" in found
    assert "c10" in ends("d8", position("d8 infantry"))
    assert "d12" in ends("c9", position("c9 infantry"))


def test_ground_pieces_do_not_swim() -> None:
    assert not ends("e9", position("e9 infantry")) & squares("e11 e12 f12 e10")
    assert "f11" in ends("f9", position("f9 infantry"))


# -- straight lines -------------------------------------------------------------------------------


def test_vector_7_a_jet_is_stopped_by_the_first_enemy() -> None:
    found = ends("h5", position("h5 jet", "j7 tank, k8 infantry"))
    assert "j7" in found
    assert not found & squares("k8 l9")


def test_jets_and_artillery_pass_own_pieces_and_water() -> None:
    given = position("b9 artillery, b12 tank", "b15 tank")
    assert ends("b9", given) >= squares("b11 b13 b14")
    assert not ends("b9", given) & squares("b12 b10 b15 c10")
    assert "b8" in ends("e11", position("e11 jet, d10 tank"))


def test_artillery_goes_along_files_and_ranks_only() -> None:
    found = ends("g7", position("g7 artillery"))
    assert found >= squares("g1 g19 a7 s7 g10 j7")
    assert all(end[0] == "g" or end[1:] == "7" for end in found)


def test_the_missile_passes_over_anything() -> None:
    found = ends("g7", position("g7 icbm, h8 tank", "i9 tank, m13 tank"))
    assert found >= squares("i9 k11 l12 m13 o15")
    assert not found & squares("h8 j10 s19")


# -- helicopters ----------------------------------------------------------------------------------


def test_vector_8_the_channel_is_crossed_for_free() -> None:
    assert ends("i5", position("i5 helicopter")) >= squares("k5 l5 m5")
    assert "n5" not in ends("i5", position("i5 helicopter"))


def test_a_helicopter_flies_along_the_channel_in_one_step() -> None:
    """From bridge to bridge; the square behind the channel's end is one step too. (Ruling 19)"""
    found = ends("j3", position("j3 helicopter"))
    assert found >= squares("j7 j13 j17 l17 h17")
    assert not found & squares("j10 j2 j4")


def test_a_helicopter_does_not_turn_above_water() -> None:
    """From i1 to j2 and back would be two steps; a step ends on a space. (Ruling 40)"""
    ring = ends("i1", position("i1 helicopter"))
    assert ring >= squares("k1 k3 l1 m1 m3 i4 f2")
    assert "m4" in ring
    assert "j2" not in ring
    assert "i1" not in ring


def test_a_helicopter_passes_over_all_and_strikes_at_the_end() -> None:
    given = position("g7 helicopter, g8 tank", "g9 tank, h8 jet")
    assert ends("g7", given) >= squares("g9 h8 h9 g10")
    assert "g8" not in ends("g7", given)


# -- recon spaces, cease-fire, blast --------------------------------------------------------------


@pytest.mark.parametrize("kind", ["tank", "helicopter", "infantry"])
def test_vector_9_not_from_recon_space_to_recon_space(kind: str) -> None:
    assert "h3" not in ends("f6", position(f"f6 {kind}"))
    assert "h3" in ends("f6", position(f"f6 {kind}", assault=True))


def test_recon_spaces_are_passed_over() -> None:
    assert "h5" in ends("f5", position("f5 jet, h8 tank"))
    assert "c7" in ends("c9", position("c9 artillery"))
    assert not ends("c8", position("c8 jet")) & squares("q8 f14 c12")


def test_an_enemy_on_a_recon_space_is_safe_and_ends_the_line() -> None:
    given = position("f3 jet, f5 icbm, e9 helicopter, e3 tank", "f6 tank")
    for origin in ("f3", "f5", "e9", "e3"):
        assert "f6" not in ends(origin, given)
    assert "f7" not in ends("f3", given)
    assert "f7" in ends("f5", given)
    assert "f6" in ends("f3", position("f3 jet", "f6 tank", assault=True))


def test_a_cease_fire_covers_a_battle_zone_not_its_bridges() -> None:
    given = position("g9 jet, b7 icbm", "g10 infantry, b13 tank", ceasefire=NW)
    assert "g10" in ends("g9", given)
    assert "b13" not in ends("b7", given)
    assert "b14" in ends("b7", given)
    assert "g14" not in ends("g9", position("g9 artillery", "g13 tank", ceasefire=NW))


def _fallen(given: SlowPosition, origin: str, target: str) -> set[str]:
    """Returns the squares on which a move leaves nobody, but for its start."""
    move = numbered((origin, target))
    before, behind = fast_of(given), after(geometry(), fast_of(given), move)
    names = geometry().grid.names
    assert side_at(behind, move[1]) == 0
    assert sorted(square for own in behind.squares for square in own) == [
        square for square, piece in enumerate(behind.board) if piece != EMPTY
    ]
    return {
        names[square]
        for square in range(len(names))
        if before.board[square] != EMPTY and behind.board[square] != before.board[square]
    } - {origin}


def test_vector_10_the_blast() -> None:
    """The target, an enemy and an own man around it; not who is safe; the missile stays."""
    given = position("g7 icbm, n12 tank", "m13 tank, l12 infantry, n14 jet")
    assert _fallen(given, "g7", "m13") == {"m13", "l12", "n12"}


def test_the_blast_spares_red_squares_cease_fires_and_the_missile_itself() -> None:
    beside = position("e5 icbm, d3 infantry, d5 tank", "e4 tank, f4 jet")
    assert _fallen(beside, "e5", "e4") == {"e4", "f4", "d5"}
    truce = position("g9 icbm, i10 tank", "g10 tank, g11 tank, h9 tank", ceasefire=NW)
    assert _fallen(truce, "g9", "g10") == {"g10", "h9"}


def test_a_missile_that_strikes_nobody_harms_nobody() -> None:
    given = position("g7 icbm, n12 tank", "l12 infantry")
    assert _fallen(given, "g7", "m13") == set()
    assert blast(geometry(), fast_of(given), numbered(("g7", "m13"))) != ()


def test_who_may_be_struck() -> None:
    numbers, calm = geometry().grid.numbers, fast_of(position("", "f6 tank"))
    assault = fast_of(position("", "f6 tank", assault=True))
    truce = fast_of(position("", "f6 tank", assault=True, ceasefire=SW))
    said = [is_attackable(geometry(), calm, numbers[one]) for one in ("f6", "f5", "a1", "g10")]
    assert said == [False, True, False, True]
    assert is_attackable(geometry(), assault, numbers["f6"])
    assert not is_attackable(geometry(), truce, numbers["f6"])
    assert is_attackable(geometry(), truce, numbers["g10"])
