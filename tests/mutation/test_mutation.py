"""The tool that asks what cases notice: it must be able to fail itself."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.coverage_table import BOOKS, Rulebook
from tests.mutation.__main__ import main
from tests.mutation.changes import applied, changes_in, wording_names
from tests.mutation.findings import Findings, blind_rows, equivalents, findings, strangers
from tests.mutation.rows import Row, all_shows, rows_of, targets_of
from tests.mutation.trial import tried

(GALACTIC,) = (book for book in BOOKS if book.game.name == "galactic-conquest")
(FRONTS,) = (book for book in BOOKS if book.game.name == "stratix")


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever computes for half a second never ends: these cases take a hundredth."""
    monkeypatch.setattr("tests.mutation.trial.MOST_SECONDS", 0.5)


def texts(source: str, wording: frozenset[str] = frozenset()) -> list[str]:
    (function,) = ast.parse(source).body
    return [change.text.partition(" | ")[2] for change in changes_in(function, wording)]


def found_for(
    rows: tuple[Row, ...],
    folder: Path | None = None,
    *,
    seconds: int = 60,
    everywhere: bool = False,
) -> Findings:
    return findings(
        GALACTIC, rows, {}, folder=folder, everywhere=everywhere, has_time=lambda: seconds > 0
    )


def a_row(citation: str, function: str, *keys: str, book: Rulebook = GALACTIC) -> Row:
    shows = tuple(show for show in all_shows(book) if show.key in keys)
    assert len(shows) == len(keys)
    return Row(citation, targets_of(book, function), shows)


def test_what_is_changed() -> None:
    assert texts("def f(a, b):\n    return a < b + 1") == [
        "a < b + 1 -> a <= b + 1",
        "b + 1 -> b - 1",
        "1 -> 2",
    ]
    assert texts("def f(a):\n    if not a.b and a:\n        return any(a)") == [
        "not a.b and a -> True",
        "not a.b and a -> False",
        "not a.b and a -> not a.b or a",
        "not a.b and a -> a",
        "not a.b and a -> not a.b",
        "not a.b -> a.b",
        "any(a) -> all(a)",
    ]
    assert texts('def f(a):\n    """Two, 2."""\n    return [x for x in a if x == "usa"]') == [
        "x == 'usa' -> True",
        "x == 'usa' -> False",
        "x == 'usa' -> x != 'usa'",
        "'usa' -> 'usa-changed'",
    ]
    assert texts('def f(a):\n    return 1 if a else 1\n    assert a > 1') == [
        "a -> True", "a -> False", "1 -> 2", "1 -> 2 (2)",
    ]  # fmt: skip


def test_what_is_wording_is_left_alone() -> None:
    problem = (
        'def f(a):\n    yield Problem("no-way", f"{a + 1} is too much", ("at", 2), "step 2", '
        'hint=amount(a + 1, "piece"))'
    )
    assert texts(problem) == ["'no-way' -> 'no-way-changed'"]
    named = wording_names(ast.parse("from adjudicator.core.english import joined\nimport json"))
    assert named == {"joined"}
    assert texts("def f(a):\n    return joined(a[0])", named) == []
    assert texts('def f(a):\n    return f"turn-{a}/lot"') == [
        "'turn-' -> 'turn--changed'",
    ]


def test_a_change_is_taken_back() -> None:
    (function,) = ast.parse("def f(a):\n    return (a - 1, a - 1)").body
    before = ast.dump(function)
    for change in changes_in(function):
        with applied(change):
            assert ast.dump(function) != before
        assert ast.dump(function) == before


@pytest.mark.exhaustive
def test_a_planted_weak_row_is_found_and_a_good_one_stays_good() -> None:
    """Two rows name the same function; the cases of one have nothing to do with it."""
    good = a_row("good", "fortify.path_between", "step-6/along-a-path", "step-6/not-through-others")
    weak = a_row("weak", "fortify.path_between", "step-1/one-planet", "step-2/card-twice")
    found = found_for((good, weak))
    assert [row.citation for row in found.blind] == ["weak"]
    assert found.rows[0].noticed > 0
    assert found.rows[1].noticed == 0
    assert found.rows[1].unfelt == ("fortify.path_between",)
    assert found.noticed == found.rows[0].noticed


def test_a_planted_weak_row_is_found_quickly_too() -> None:
    """A row that notices something is not tried any further; one that notices nothing is."""
    good = a_row("good", "fortify.path_between", "step-6/along-a-path", "step-6/not-through-others")
    weak = a_row("weak", "fortify.path_between", "step-1/one-planet", "step-2/card-twice")
    found = blind_rows((good, weak), {}, folder=None, has_time=lambda: True)
    every = len(good.targets[0].changes)
    assert [(row.citation, row.is_blind) for row in found] == [("good", False), ("weak", True)]
    assert (found[0].noticed, found[1].noticed, found[1].changes) == (1, 0, every)
    assert found[0].changes < every
    found = blind_rows((good,), {}, folder=None, has_time=lambda: False)
    assert not found[0].is_blind, "who was not tried is not weak"


def test_constants_and_what_runs_at_import_are_changed() -> None:
    row = a_row("troops", "ruleset.STARTING_TROOPS", "set-up/troops-of-3")
    found = found_for((row,))
    assert (found.changes, found.noticed) == (8, 2), "the 3 and the 35"


def test_a_change_that_never_ends_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.mutation.trial.MOST_SECONDS", 0.2)
    row = a_row("path", "fortify.path_between", "step-6/along-a-path")
    (target,) = row.targets
    endless = ast.parse("[0 for _ in iter(int, 1)]", mode="eval").body
    known: dict[str, bool] = {}
    tried(target, target.changes[0]._replace(other=endless), [row.shows], known, anew=False)
    assert known == {row.shows[0].fingerprint: True}
    greedy = ast.parse("[0] * (1 << 40)", mode="eval").body
    known = {}
    tried(target, target.changes[0]._replace(other=greedy), [row.shows], known, anew=False)
    assert known == {row.shows[0].fingerprint: True}


def test_what_is_kept_hides_no_change() -> None:
    """Flights of a helicopter are reckoned once a match; the second row's case comes later."""
    one, other = (
        a_row(key, "geometry.Geometry.hops_of", f"pieces/{key}", book=FRONTS)
        for key in ("helicopter-channel-is-free", "helicopter-too-far")
    )
    found = findings(FRONTS, (one, other), {}, folder=None, everywhere=False, has_time=lambda: True)
    assert [row.noticed > 0 for row in found.rows] == [True, True]


def test_verdicts_are_kept(tmp_path: Path) -> None:
    row = a_row("path", "fortify.path_between", "step-6/not-through-others")
    found = found_for((row,), tmp_path)
    assert found.rows[0].noticed > 0
    kept = json.loads((tmp_path / "fortify.path_between.json").read_bytes())
    assert found_for((row,), tmp_path) == found
    assert json.loads((tmp_path / "fortify.path_between.json").read_bytes()) == kept


def test_what_had_no_time_is_told() -> None:
    row = a_row("path", "fortify.path_between", "step-6/along-a-path")
    found = found_for((row,), seconds=0)
    assert found.untried > 0
    assert not found.blind, "who was not tried is not weak"


@pytest.mark.exhaustive
def test_other_cases_of_the_game_are_asked_too() -> None:
    weak = a_row("weak", "elimination.elimination", "step-1/one-planet")
    found = found_for((weak,), everywhere=True)
    assert [row.citation for row in found.blind] == ["weak"]
    assert found.elsewhere > 0


def test_cases_must_hold_to_begin_with() -> None:
    row = a_row("path", "fortify.path_between", "step-6/along-a-path")
    (show,) = row.shows
    wrong = show.case.model_copy(update={"never": ({},)})
    with pytest.raises(ValueError, match="step-6/along-a-path"):
        found_for((row._replace(shows=(show._replace(case=wrong),)),))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.name)
def test_every_equivalent_is_a_change_and_has_a_reason(book: Rulebook) -> None:
    listed, rows = equivalents(book.game.name), rows_of(book)
    assert strangers(listed, rows) == [], "listed as equivalent, but no such change"
    assert all(reason.strip() for reason in listed.values())
    assert strangers({"book.nothing | a -> b": "made up"}, rows) == ["book.nothing | a -> b"]


@pytest.mark.exhaustive
def test_an_equivalent_is_not_counted() -> None:
    row = a_row("path", "fortify.path_between", "step-6/along-a-path")
    all_of = found_for((row,))
    change = f"fortify.path_between | {row.targets[0].changes[0].text}"
    less = findings(
        GALACTIC, (row,), {change: "a test"}, folder=None, everywhere=False, has_time=lambda: True
    )
    assert less.changes == all_of.changes - 1
    assert less.equivalent == {change: "a test"}
    assert replace(less, equivalent={}).rows[0].changes == less.changes


@pytest.mark.exhaustive
def test_the_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A bounded run; rows known to be good stay good."""
    monkeypatch.setattr("tests.mutation.__main__.KEPT", tmp_path)
    assert main(["galactic-conquest", "step 6", "--rows-only", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["game"] == "galactic-conquest"
    assert all(row["noticed"] for row in told["rows"] if row["changes"])
    assert main(["galactic-conquest", "step 6", "--rows-only", "--survivors"]) == 0
    assert "| galactic-conquest |" in capsys.readouterr().out
    assert main(["galactic-conquest", "step 6", "--blind", "--afresh"]) == 0
    assert "1 rows, 0 of which notice nothing, 0 not tried" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="no paragraph"):
        main(["galactic-conquest", "step 99"])
    with pytest.raises(SystemExit, match="no game"):
        main(["go"])
