"""The file that engines get: its columns, and that nothing which a player may choose enters it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from adjudicator.tournament.pairing.trf import Swiss, scores_of, seeded, written
from adjudicator.tournament.pairing.values import BYE, Entrant, Game, Points
from tests.tournament.recorded import recorded, swiss_of

IDS = ("p001", "p002", "p003", "p004", "p005")
GAMES = (
    Game(round=1, first="p001", second="p002", kind="played", winner="p001"),
    Game(round=1, first="p003", second="p004", kind="forfeited", winner="p004"),
    Game(round=1, first="p005", kind="bye-given"),
    Game(round=2, first="p002", second="p003", kind="open"),
    Game(round=2, first="p005", second="p001", kind="double-forfeit"),
    Game(round=2, first="p004", kind="bye-asked", worth=Fraction(1, 2)),
    Game(round=3, first="p004", second="p001", kind="void"),
    Game(round=3, first="p002", second="p005", kind="adjudicated", uncounted="p002"),
    Game(round=3, first="p003", second="p002", kind="agreed"),
)


def event() -> Swiss:
    return Swiss(
        round=4,
        rounds=5,
        entrants=tuple(Entrant(id=name, rating=2000 - 100 * int(name[1:])) for name in IDS),
        games=GAMES,
        apart=(("p005", "p004"), ("p004", "p005"), ("p001", "p999")),
    )


def test_lines() -> None:
    """Every kind of result in its columns; who met without counting is named as forbidden."""
    swiss = event()
    absent = replace(
        swiss, entrants=tuple(replace(one, absent=one.id == "p003") for one in swiss.entrants)
    )
    name, after = " " * 30, " " * 28
    assert written(swiss).splitlines() == [
        "012 event",
        f"001    1      p001{name}1900{after} 1.0    3     2 w 1     5 b -  0000 - Z",
        f"001    2      p002{name}1800{after} 1.0    4     1 b 0     3 w =     3 b =",
        f"001    3      p003{name}1700{after} 1.0    5     4 w -     2 b =     2 w =",
        f"001    4      p004{name}1600{after} 1.5    1     3 b +  0000 - H  0000 - Z",
        f"001    5      p005{name}1500{after} 1.5    2  0000 - U     1 w -  0000 - H",
        "142 5",
        "152 W",
        "260   1  99    2    5",
        "260   1  99    4    5",
    ]
    assert written(absent, absent=True).splitlines()[3].endswith("2 w =  0000 - Z")
    assert written(replace(swiss, top="b")).count("152 B") == 1


def test_recorded_files() -> None:
    """Our file of a recorded round has the recorded entries, column by column."""
    for one in recorded()[5::17]:
        ours = [line for line in written(swiss_of(one)).splitlines() if line[:3] == "001"]
        theirs = [line for line in one.without_absent.splitlines() if line[:3] == "001"]
        assert [line[:14] + line[47:85] + line[89:] for line in ours] == [
            line[:14] + line[47:85] + line[89:] for line in theirs
        ]


def test_who_met_without_counting() -> None:
    """They are forbidden; where one of them forfeited, they never met and are not."""
    assert "260   1  99    2    5" in written(event())
    forfeited = replace(GAMES[7], kind="forfeited", winner="p005")
    swiss = replace(event(), games=(*GAMES[:7], forfeited, GAMES[8]))
    assert "260   1  99    2    5" not in written(swiss)
    assert written(swiss).splitlines()[5].endswith("0000 - F")


HOSTILE = [
    "Eve\n001    9      p009",
    "p001\r152 B",
    "Zo\u00eb",
    "a" * 34,
    "p\u202e001",
    "p\x00",
    "p 001",
    "P001",
    "",
    "p001\n",
    "\u0660",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_enters(name: str) -> None:
    """What is no id is refused: no line, column, control character or direction gets in."""
    swiss = event()
    with pytest.raises(ValueError, match="no id"):
        written(replace(swiss, entrants=(Entrant(id=name), *swiss.entrants)))


def test_every_line_keeps_its_columns() -> None:
    """With extreme ratings, wishes and sides of any text the file has the same bytes."""
    swiss = event()
    dressed = tuple(
        replace(one, wishes=("a\nb", "260   1  99    1    2"), had=("\x1b[2J",))
        for one in swiss.entrants
    )
    assert written(replace(swiss, entrants=dressed)) == written(swiss)
    loud = (Entrant(id="p006", rating=10**9), Entrant(id="p007", rating=-5))
    lines = written(replace(swiss, entrants=(*swiss.entrants, *loud))).splitlines()
    assert [line[47:84] for line in (lines[1], lines[7])] == [" " * 34 + "0.0"] * 2
    assert all(line.isascii() and line.isprintable() for line in lines)


def test_what_cannot_be_written() -> None:
    """Twice in a round, rounds that are none, points that are no tenths."""
    swiss = event()
    thirds = Points(win=Fraction(1, 3))
    for wrong, said in (
        (replace(swiss, entrants=(*swiss.entrants, swiss.entrants[0])), "each once"),
        (replace(swiss, round=6), "round 6 of 5"),
        (replace(swiss, rounds=100), "at most 99"),
        (replace(swiss, games=(*GAMES, GAMES[0])), "two entries"),
        (replace(swiss, round=3), "before 3"),
        (replace(swiss, points=thirds), "tenths"),
    ):
        with pytest.raises(ValueError, match=said):
            written(wrong)


@pytest.mark.parametrize(
    ("worth", "counted", "letter"),
    [("0", "0", "Z"), ("1/4", "0", "Z"), ("2/3", "1/2", "H"), ("1", "1", "F"), ("25", "1", "F")],
)
def test_byes_of_any_worth(worth: str, counted: str, letter: str) -> None:
    """A bye of any worth counts as the most of win, draw and nothing that it covers."""
    games = (replace(GAMES[5], worth=Fraction(worth)),)
    swiss = replace(event(), games=games)
    assert scores_of(swiss)["p004"] == Fraction(counted)
    assert written(swiss).splitlines()[4].endswith(f"0000 - {letter}  0000 - Z")


def test_other_points() -> None:
    """3-1-0: its line, the points in it, and what a bye is worth."""
    three = Points(win=Fraction(3), draw=Fraction(1), bye_given=Fraction(3))
    games = (*GAMES[:5], replace(GAMES[5], worth=Fraction(1)), *GAMES[6:])
    swiss = replace(event(), points=three, games=games)
    text = written(swiss)
    assert "\n162  W 3.0    D 1.0    L 0.0    P 3.0\n" in text
    assert scores_of(swiss) == dict(zip(IDS, map(Fraction, (3, 2, 2, 4, 4)), strict=True))
    assert [line[80:84] for line in text.splitlines()[1:6]] == [
        " 3.0",
        " 2.0",
        " 2.0",
        " 4.0",
        " 4.0",
    ]


def test_seeding() -> None:
    """By rating, equal ones by lot, eliminators last whatever their rating."""
    entrants = (
        Entrant(id="p001", rating=5, lot=2),
        Entrant(id="p002", rating=5, lot=1),
        Entrant(id="p003", rating=9, fills=True),
        Entrant(id="p004"),
    )
    assert [one.id for one in seeded(entrants)] == ["p002", "p001", "p004", "p003"]
    assert BYE == ""
