"""A Swiss: beside bbpPairings' recorded rounds, and what our check refuses of any engine."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from adjudicator.api.problems import Refused
from adjudicator.tournament.pairing.check import check_pairs, had_bye, in_order_of_boards
from adjudicator.tournament.pairing.engine import EngineFailed, Impossible
from adjudicator.tournament.pairing.gacrux import PINNED, Gacrux
from adjudicator.tournament.pairing.program import ProgramEngine
from adjudicator.tournament.pairing.relaxing import relaxation_of
from adjudicator.tournament.pairing.swiss import Unpairable, pair_swiss
from adjudicator.tournament.pairing.trf import Swiss, read_pairs
from adjudicator.tournament.pairing.values import BYE, Entrant, Game, Pair, Points
from tests.tournament.groups_played import all_played
from tests.tournament.recorded import Recorded, answers, name_of, recorded, swiss_of
from tests.tournament.swiss_events import THREE, event, rounds_of

ROUNDS = recorded()
SAMPLE = ROUNDS[45::102]
"""Three of the 336; `python -m tests.tournament.recorded` asks for all."""


def pairs_of(one: Recorded) -> tuple[Pair, ...]:
    return tuple(
        Pair(first=name_of(white), second=name_of(black) if black else BYE)
        for white, black in one.pairs
    )


class Says:
    """An engine that says what it is told to."""

    absent_as_entries = False

    def __init__(self, text: str = "") -> None:
        self.text = text

    def version(self) -> str:
        return "says 1"

    def pair(self, trf: str, *, round_number: int, absent: Sequence[int]) -> str:
        if not self.text:
            raise Impossible
        return self.text


def test_recorded_rounds() -> None:
    """What gacrux says to the recorded file, and to ours of the same games, is bbpPairings'."""
    for one in SAMPLE:
        assert answers(one, Gacrux()) == (one.pairs, one.pairs)
    assert Gacrux().version() == f"gacrux {PINNED}"


def test_our_reading_of_colours() -> None:
    """The check passes all 336 recorded rounds as they are, and none with two who change sides."""
    for one in ROUNDS:
        swiss, pairs = swiss_of(one), pairs_of(one)
        assert check_pairs(swiss, pairs) == ()
        first = pairs[0]
        turned = (replace(first, first=first.second, second=first.first), *pairs[1:])
        assert {problem.code for problem in check_pairs(swiss, turned)} == {"wrong-sides"}


def _mutants(swiss: Swiss, pairs: tuple[Pair, ...]) -> Iterator[tuple[str, tuple[Pair, ...]]]:
    """Answers that an engine must not give, and the code of what is wrong."""
    one, two, *rest = pairs
    yield "not-paired", pairs[1:]
    yield "paired-twice", (*pairs, Pair(first=one.first, second=two.first))
    yield "paired-twice", (replace(one, second=two.first), *pairs[1:])
    yield "not-to-be-paired", (replace(one, second="p999"), *pairs[1:])
    yield "wrong-byes", (Pair(first=one.first), Pair(first=one.second), two, *rest)
    absent = [entrant.id for entrant in swiss.entrants if entrant.absent]
    if absent:
        yield "not-to-be-paired", (replace(one, first=absent[0]), *pairs[1:])
    others = {player: pair for pair in pairs for player in pair.players}
    for game in swiss.games:
        here = [others.get(player) for player in (game.first, game.second)]
        if game.kind == "played" and here[0] != here[1] and None not in here:
            meet = (Pair(first=game.first, second=game.second),)
            yield "met-before", meet + tuple(pair for pair in pairs if pair not in here)
            break
    for pair in swiss.apart:
        if {*pair} <= others.keys():
            kept = tuple(one for one in pairs if not {*pair} & {*one.players})
            yield "kept-apart", (Pair(first=pair[0], second=pair[1]), *kept)
            break
    bye = next((pair for pair in pairs if pair.second == BYE), None)
    given = [game.first for game in swiss.games if game.kind == "bye-given"]
    again = [player for player in given if player in others and others[player] != bye]
    if bye and again:
        mine = others[again[0]]
        left = mine.second if mine.first == again[0] else mine.first
        kept = tuple(pair for pair in pairs if pair not in (bye, mine))
        yield "second-bye", (Pair(first=again[0]), Pair(first=bye.first, second=left), *kept)


def test_mutants_are_refused() -> None:
    """What breaks one rule is refused with its code, whatever engine says it."""
    seen: dict[str, int] = {}
    for one in ROUNDS[2::9]:
        swiss, pairs = swiss_of(one), pairs_of(one)
        numbers = {entrant.id: number for number, entrant in enumerate(swiss.entrants, start=1)}
        for code, mutant in _mutants(swiss, pairs):
            seen[code] = seen.get(code, 0) + 1
            assert code in {problem.code for problem in check_pairs(swiss, mutant)}
            lines = [f"{numbers.get(pair.first)} {numbers.get(pair.second, 0)}" for pair in mutant]
            with pytest.raises(EngineFailed):
                pair_swiss(swiss, Says("\n".join([str(len(lines)), *lines])))
    assert {code for code, count in seen.items() if count >= 4} == {
        "not-paired", "paired-twice", "not-to-be-paired", "wrong-byes", "met-before",
        "kept-apart", "second-bye",
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "1\n1 2\n1 2",
        "2\n1 2",
        "one\n1 2",
        "1\n1 -2",
        "1\n0 1",
        "1\n1 99",
        "1\n1 2 3",
        "1\n\u0661 2",
        "-1",
        "1\n1,2",
    ],
)
def test_answers_that_are_no_pairs(text: str) -> None:
    """Text that is not exactly so many pairs of numbers of the file."""
    with pytest.raises(ValueError, match="pair"):
        read_pairs(text, 4)
    with pytest.raises(EngineFailed):
        pair_swiss(event("no-pairs", 4, rounds=3), Says(text))


@pytest.mark.parametrize(("players", "points"), [(13, THREE), (16, None)])
def test_events_by_chance(players: int, points: object) -> None:
    """Forfeits, open matches, absent players, byes, kept apart: each round stands our check.

    `pair_swiss` checks each; here the whole event is looked at by a plain reading.
    """
    begun = event(f"chance-{players}", players, rounds=3)
    if points is THREE:
        begun = replace(begun, points=THREE)
    met: set[frozenset[str]] = set()
    byes: list[str] = []
    for swiss, paired in rounds_of(begun, Gacrux(), f"chance-{players}"):
        here = sorted(one.id for one in swiss.entrants if not one.absent)
        assert sorted(player for pair in paired.pairs for player in pair.players) == here
        forfeits = {
            frozenset((game.first, game.second))
            for game in swiss.games
            if game.kind in ("forfeited", "double-forfeit")
        }
        for pair in paired.pairs:
            assert frozenset(pair.players) not in met - forfeits
            assert pair.players not in swiss.apart
            assert pair.players[::-1] not in swiss.apart
            met.add(frozenset(pair.players))
        byes += [pair.first for pair in paired.pairs if pair.second == BYE]
        assert len(byes) == len(set(byes))
        assert paired.pairs == in_order_of_boards(swiss, reversed(paired.pairs))


def test_open_matches_count_as_draws() -> None:
    """An unfinished match pairs as a draw does, and its two do not meet again."""
    swiss = event("open", 8, rounds=3)
    pairs = pair_swiss(swiss, Gacrux()).pairs
    winners = (BYE, BYE, pairs[2].first, pairs[3].second)
    drawn = tuple(
        Game(round=1, first=pair.first, second=pair.second, kind="agreed", winner=winner)
        for pair, winner in zip(pairs, winners, strict=True)
    )
    still = (*(replace(game, kind="open") for game in drawn[:2]), *drawn[2:])
    asked = replace(swiss, round=2, games=drawn)
    assert pair_swiss(asked, Gacrux()) == pair_swiss(replace(asked, games=still), Gacrux())


def stand_in(folder: Path) -> Path:
    program = folder / "bbpPairings"
    root = Path(__file__).parents[2]
    program.write_text(
        f'#!/bin/sh\ncd {root}\nexec {sys.executable} -m tests.tournament.stand_in "$@"\n'
    )
    program.chmod(0o755)
    return program


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a script")
def test_program(tmp_path: Path) -> None:
    """A program that is called as bbpPairings is gives the recorded pairs; it gets absent entries.

    bbpPairings itself cannot be built here; `stand_in.py` answers with what it answered.
    """
    engine = ProgramEngine(stand_in(tmp_path))
    (one,) = [one for one in ROUNDS if len(one.absent) == 7][:1]
    assert answers(one, engine)[1] == one.pairs
    assert engine.version().startswith("bbpPairings sha256:")
    two = replace(all_played(2), rounds=9)
    with pytest.raises(Unpairable):
        pair_swiss(two, engine)
    with pytest.raises(EngineFailed, match="ended with code 3"):
        pair_swiss(event("unknown", 6, rounds=3), engine)
    with pytest.raises(EngineFailed, match="cannot be read"):
        ProgramEngine(tmp_path / "none").version()
    with pytest.raises(EngineFailed, match="gave no answer"):
        pair_swiss(event("unknown", 6, rounds=3), ProgramEngine(tmp_path / "none"))


def test_no_gacrux(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra it says which one to install; a failure of its own is told."""
    monkeypatch.setattr("adjudicator.tournament.pairing.gacrux.find_spec", lambda name: None)
    with pytest.raises(EngineFailed) as raised:
        pair_swiss(event("none", 6, rounds=3), Gacrux())
    assert "wargame-adjudicator[tournament]" in raised.value.problems[0].hint
    monkeypatch.undo()
    with pytest.raises(EngineFailed, match="gacrux did not pair the round"):
        Gacrux().pair("012 nothing\n", round_number=1, absent=[])


def test_not_for_an_engine() -> None:
    """Points that no file holds are refused, with what to do instead."""
    thirds = replace(event("thirds", 6, rounds=3), points=Points(win=Fraction(1, 3)))
    with pytest.raises(EngineFailed, match="no engine can be asked: the engine counts in tenths"):
        pair_swiss(thirds, Gacrux())


def test_no_module_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package of that name in the current folder is not run in the place of the engine."""
    shadow = tmp_path / "gacrux"
    shadow.mkdir()
    (shadow / "__init__.py").touch()
    (shadow / "pairingchecker.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    monkeypatch.chdir(tmp_path)
    assert len(pair_swiss(event("folder", 6, rounds=3), Gacrux()).pairs) == 3
    assert not (tmp_path / "ran").exists()


# --- no pairing ---------------------------------------------------------------------------------


def four(apart: tuple[tuple[str, str], ...]) -> Swiss:
    entrants = tuple(Entrant(id=f"p{number:03d}") for number in range(1, 5))
    return Swiss(round=1, rounds=5, entrants=entrants, apart=apart)


def test_wishes_go_first() -> None:
    """Of five pairs kept apart among four the one must go that lets two pairs meet; no more."""
    swiss = four((("p001", "p002"), ("p001", "p003"), ("p001", "p004"), ("p002", "p003")))
    with pytest.raises(Unpairable) as raised:
        pair_swiss(swiss, Gacrux())
    offered = raised.value.relaxation
    assert offered is not None
    assert (len(offered.apart), offered.again) == (1, ())
    assert "kept apart" in raised.value.problems[0].hint
    paired = pair_swiss(swiss, Gacrux(), relax=offered)
    assert paired.relaxed == offered
    assert offered.apart[0] in [tuple(sorted(pair.players)) for pair in paired.pairs]


@pytest.mark.parametrize("players", [2, 4, 6])
def test_then_meeting_again(players: int) -> None:
    """When everybody met everybody they meet again, with the other side; our pairs, and said so."""
    swiss = all_played(players)
    with pytest.raises(Unpairable) as raised:
        pair_swiss(swiss, Gacrux())
    offered = raised.value.relaxation
    assert offered is not None
    assert len(offered.again) == players // 2
    assert "meet again, with the other side" in raised.value.problems[0].hint
    paired = pair_swiss(swiss, Gacrux(), relax=offered)
    assert paired.engine == "adjudicator"
    before = {(game.first, game.second) for game in swiss.games}
    assert all((pair.second, pair.first) in before for pair in paired.pairs)
    turned = tuple(replace(pair, first=pair.second, second=pair.first) for pair in offered.pairs)
    with pytest.raises(Refused) as refused:
        pair_swiss(swiss, Gacrux(), relax=replace(offered, pairs=turned))
    assert {problem.code for problem in refused.value.problems} == {"wrong-sides"}


def test_a_win_in_the_place_of_a_bye() -> None:
    """Who won against somebody who played twice gets no bye: to the engine they had one."""
    ids = ("p001", "p002", "p003")
    games = (
        Game(round=1, first="p001", second="p002", kind="played", winner="p001"),
        Game(round=1, first="p003", second="p001", kind="played", winner="p003", uncounted="p001"),
        Game(round=2, first="p002", second="p003", kind="played", winner="p002"),
        Game(round=2, first="p001", kind="bye-given"),
    )
    entrants = tuple(Entrant(id=one) for one in ids)
    swiss = Swiss(round=3, rounds=5, entrants=entrants, games=games, apart=(("p002", "p003"),))
    assert sorted(had_bye(swiss)) == ["p001", "p003"]
    with pytest.raises(Unpairable) as raised:
        pair_swiss(swiss, Gacrux())
    offered = raised.value.relaxation
    assert offered is not None
    assert offered.again == (("p001", "p003"),)
    paired = pair_swiss(swiss, Gacrux(), relax=offered)
    assert paired.pairs[-1] == Pair(first="p002")


def test_nothing_helps() -> None:
    """Three of whom each had a bye: nothing that may be let go helps, and that is said."""
    players = ("p001", "p002", "p003")
    games = tuple(
        Game(round=number, first=player, kind="bye-given")
        for number, player in enumerate(players, start=1)
    )
    swiss = Swiss(
        round=4, rounds=5, entrants=tuple(Entrant(id=one) for one in players), games=games
    )
    assert relaxation_of(swiss) is None
    with pytest.raises(Unpairable) as raised:
        pair_swiss(swiss, Gacrux())
    assert raised.value.relaxation is None
    with pytest.raises(EngineFailed, match="there is one"):
        pair_swiss(four(()), Says())


def test_everybody_absent() -> None:
    """A round in which nobody plays has no pairs, and no engine is asked."""
    swiss = four(())
    nobody = replace(swiss, entrants=tuple(replace(one, absent=True) for one in swiss.entrants))
    assert pair_swiss(nobody, Says()).pairs == ()
