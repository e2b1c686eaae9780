"""Tables for people: what they say, in both languages, with names that nobody should trust."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from random import Random  # noqa: TID251 - events by chance, from a seed

import pytest

from adjudicator.tournament.standings import english, german
from adjudicator.tournament.standings.balance import balance
from adjudicator.tournament.standings.luck import event_luck
from adjudicator.tournament.standings.ratings import RatingRules, ratings
from adjudicator.tournament.standings.table import standings
from adjudicator.tournament.standings.tables import (
    Table,
    Words,
    balance_tables,
    luck_table,
    ratings_table,
    sides_table,
    standings_table,
    table_text,
    teams_table,
)
from adjudicator.tournament.standings.values import TIE_BREAKS, Event, Player
from tests.tournament.checks import event_of
from tests.tournament.fair_events import fair_throws
from tests.tournament.ratings_by import made_up


def every_table(words: Words) -> tuple[Table, ...]:
    """One of each."""
    played = event_of(9)
    found = standings(*played)
    matches = made_up(1, 3, 60, players=9)
    day = matches[-1].day + timedelta(days=60)
    return (
        standings_table(found, played.event, words),
        teams_table(found, words),
        sides_table(found, words),
        *balance_tables(balance(played.results, {"p003"}), words),
        ratings_table(ratings(matches, today=day), RatingRules(), day, words),
        luck_table(event_luck(fair_throws(Random(1), 6)), words),
    )


def test_both_languages_have_the_same_keys_and_places() -> None:
    assert english.WORDS.keys() == german.WORDS.keys()
    for key, text in english.WORDS.items():
        assert sorted(re.findall(r"\{\w*\}", text)) == sorted(
            re.findall(r"\{\w*\}", german.WORDS[key])
        ), key
    for name in TIE_BREAKS:
        assert {name, f"{name}-what"} <= english.WORDS.keys()


@pytest.mark.parametrize("language", ["en", "de", "tlh"])
def test_every_table_can_be_told(language: str) -> None:
    for table in every_table(Words(language)):
        assert all(len(row) == len(table.columns) for row in table.rows)
        text = table_text(table)
        assert text.startswith(f"{table.title}\n\n{table.columns[0].heading[:1].strip()}")
        assert all(line == line.rstrip() for line in text.splitlines())
        assert len(text.splitlines()) >= 3 + len(table.rows)


def test_a_small_standings_table_as_it_stands() -> None:
    played = event_of(0)
    event = Event(seats=2, rounds=1, tie_breaks=("direct-encounter", "lot"))
    players = [replace(one, handicap=Fraction(0)) for one in played.players[:2]]
    text = table_text(standings_table(standings(event, players, (), ()), event, Words("de")))
    assert text == (
        "Stand: noch keine Runde ist ausgelost\n"
        "\n"
        "Platz  Spieler  Wertung  DV  Los  Partien  Siege\n"
        "    1  p001           0   1    7        0      0\n"
        "    2  p002           0   1   14        0      0\n"
        "\n"
        "DV: direkter Vergleich, der Platz unter denen, die gleich standen.\n"
        "Los: der Platz in der Auslosung.\n"
        "Partien: gegen andere gespielt, ohne kampflose und spielfreie Runden.\n"
    )


def test_who_are_equal_in_everything_share_a_place() -> None:
    """That is said where it is so, and nothing of a knock-out."""
    event = Event(seats=2, rounds=1)
    players = [Player(id="p001"), Player(id="p002")]
    notes = standings_table(standings(event, players, (), ()), event, Words()).notes
    assert "Who are equal in everything share a place." in notes
    assert not any("knock-out" in note for note in notes)


@pytest.mark.parametrize(
    "name",
    [
        "\u202egnirts",
        "\x1b[2J",
        "a\nb",
        "{0.__class__}",
        "=1+1",
        "x" * 300,
        "日" * 40,
        "e\u0301" * 40,
    ],
)
def test_names_cannot_break_a_table(name: str) -> None:
    plain = [table_text(table) for table in every_table(Words())]
    words = Words(names={"p001": name, "red": name, "usa": name})
    for before, table in zip(plain, every_table(words), strict=True):
        text = table_text(table)
        assert all(one.isprintable() for one in text.replace("\n", ""))
        assert len(before.splitlines()) <= len(text.splitlines()) <= len(before.splitlines()) + 5


def test_who_share_a_name_are_told_apart() -> None:
    words = Words(names={"p001": "Ann", "p002": "ann ", "p003": "Bob"})
    assert words.names(["p001", "p002", "p003"]) == "Ann (p001), ann  (p002), Bob"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(3), "3"),
        (Fraction(5, 2), "2,5"),
        (Fraction(200, 3), "66,67"),
        (Fraction(-1, 2), "-0,5"),
        (Fraction(-1, 1000), "0,00"),
        (Fraction(29, 10_000), "0,00"),
    ],
)
def test_numbers(value: Fraction, shown: str) -> None:
    assert Words("de").number(value) == shown


def test_ratings_show_three_decimals_and_shares_percent() -> None:
    words = Words()
    assert words.number(24.12351, 3) == "24.124"
    assert words.number(-0.0004, 3) == "0.000"
    assert (words.percent(0.5), words.percent(Fraction(1, 40))) == ("50 %", "2.5 %")
    assert "2026-01-01" in ratings_table((), RatingRules(), date(2026, 1, 1), words).title


def test_who_is_named_is_told() -> None:
    third = ((0, 2), (1, 1))
    found = event_luck({"p001": [(third, 1)] * 20, "p002": [(third, 0)] * 40})
    notes = luck_table(found, Words(names={"p001": "Ann", "p002": "Bob"})).notes
    assert notes[:2] == ("Ann had good luck.", "Bob had bad luck.")
