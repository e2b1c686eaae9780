"""`adjudicator editions`: what the editions of a game differ in, in the terminal."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner, Result

from adjudicator import registry
from adjudicator.cli.app import app
from adjudicator.documents.edition_table import differences_of
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986, FORTRESS_AMERICA_2012
from tests.core.toy import TOY
from tests.registered import registered

EDITIONS = (FORTRESS_AMERICA_1986, FORTRESS_AMERICA_2012)


def call(*words: str, columns: int = 100) -> Result:
    return CliRunner().invoke(app, ["editions", *words], env={"COLUMNS": str(columns)})


def test_the_table_has_a_row_for_each_difference() -> None:
    shown = call("fortress-america")
    assert shown.exit_code == 0, shown.output
    paragraphs, lines = (part.splitlines() for part in shown.stdout.split("\n\n"))
    assert " ".join(paragraphs) == (
        "Paragraphs are named as in the rulebook of Fortress America (1986); where another names "
        'them otherwise, the table says so. "-" stands where an edition has no such entry.'
    )
    assert lines[0].endswith("Fortress America (2012)")
    rows = [line for line in lines[2:] if not line.startswith(" ")]
    for row, one in zip(rows, differences_of(EDITIONS), strict=True):
        assert row.startswith(f"{one.fact} ")
    assert ["lasers", "12", "11"] in [row.split() for row in rows]
    assert lines[[line.split()[:1] for line in lines].index(["lasers"]) + 1].strip() == (
        "Lasers of the USA (action 1)."
    )


@pytest.mark.parametrize("columns", [48, 72, 200])
def test_it_fits_the_terminal(columns: int) -> None:
    lines = call("fortress-america", columns=columns).stdout.splitlines()
    assert max(map(len, lines)) <= max(min(columns, 100), 52)


def test_an_edition_stands_for_all() -> None:
    assert call("fortress-america-2012").stdout == call("fortress-america").stdout


def test_the_result_as_json() -> None:
    found = json.loads(call("fortress-america", "--json").stdout)
    first, second = found["editions"]
    assert found["paragraphs_of"] == first
    assert (found["family"], first) == ("fortress-america", FORTRESS_AMERICA_1986.name)
    rows = {row["fact"]: row for row in found["differences"]}
    assert rows["lasers"]["values"] == {first: 12, second: 11}
    assert rows["units.mobile-unit.carries"]["values"][second] == ["infantry", "partisan"]
    assert rows["combat.d6"]["values"][second] is None
    assert rows["options.lasers_at_start"]["values"][first]["maximum"] == 12


def test_a_game_with_one_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    told = call("galactic-conquest")
    assert told.exit_code == 1
    assert told.stderr == (
        "galactic-conquest has one edition; games with several: fortress-america.\n"
    )
    assert not told.stdout
    monkeypatch.setattr(registry, "GAMES", registered(TOY))
    assert call("toy").stderr == "toy has one edition; games with several: none.\n"
    assert call("chess").exit_code == 2
