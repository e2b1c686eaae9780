"""`adjudicator luck`: the dice of a log against what was to be expected of them."""

from __future__ import annotations

import functools
import json
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from adjudicator import registry
from adjudicator.api.luck_rows import MOST_POINTS, ThrowsRow, faces_rows, panels, throws_rows
from adjudicator.audit import tfd1
from adjudicator.cli.luck_words import chance_text, luck_text
from adjudicator.core.trials import Trial
from adjudicator.matches.published.rolled import Rolled
from tests.audit import demo_logs
from tests.audit.log_changes import chained, lines_of
from tests.cli.calls import call
from tests.cli.toy_commands import new, opened, sheet
from tests.core.hand import HAND, hand_scenario
from tests.core.toy_orders import MARCH
from tests.registered import registered

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "fortress-america-1986-match"
SIDES = ("usa", "western", "southern", "eastern")


@functools.cache
def told_of_example(*words: str) -> dict[str, Any]:
    return told(EXAMPLE, *words)


def told(*words: str | Path) -> dict[str, Any]:
    done = call("luck", *words, "--json")
    assert done.exit_code == 0, done.output
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def plain(*words: str | Path) -> str:
    done = call("luck", *words)
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    return " ".join(done.stdout.split())


def demo(raw: bytes, folder: Path) -> Path:
    path = folder / "log.jsonl"
    path.write_bytes(raw)
    return path


# --- the example match ----------------------------------------------------------------------------


def test_the_example_match_is_a_pleasure_to_read() -> None:
    done = call("luck", EXAMPLE)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    start = lines.index("western")
    assert lines[start : start + 4] == [
        "western",
        "  hits                                70     31.75      32       57 %      52 %",
        "    attacking                         65     29.58      29       49 %      61 %",
        "    defending                          5      2.17       3       89 %      38 %",
    ]
    flat = " ".join(done.stdout.split())
    assert (
        "western, hits: 32 where 31.75 were to be expected. Fair dice do so well or better in 52 "
        "of 100 times. That is ordinary." in flat
    )
    assert (
        "usa, ones: 15 where 23.15 were to be expected. Fair dice do so badly or worse in" in flat
    )
    assert "A little hot: so far to either side comes in at most 8.2 of 100 times." in flat
    assert "western, ones: 8" not in flat
    assert "61 chances stand here." in flat


def test_json_holds_every_number_exactly() -> None:
    document = told_of_example()
    assert list(document) == [
        "match", "game", "openings", "rolls", "dice", "throws", "faces", "annulled", "notes",
    ]  # fmt: skip
    assert document["game"] == "fortress-america-1986"
    assert document["openings"] == list(range(1, 38))
    assert (document["rolls"], document["dice"], document["notes"]) == (329, 430, [])
    assert document["annulled"] == {"openings": [], "rolls": 0, "dice": 0}
    row = next(one for one in document["throws"] if one["role"] == "lasers")
    assert list(row) == [
        "side", "counts", "role", "kind", "wants", "throws", "expected", "expected_exact",
        "actual", "so_badly", "so_well",
    ]  # fmt: skip
    assert (row["side"], row["kind"], row["throws"], row["actual"]) == ("usa", None, 35, 22)
    assert Fraction(row["expected_exact"]) == Fraction("21.6")
    badly, well = (Fraction(row[name]["exact"]) for name in ("so_badly", "so_well"))
    assert badly + well > 1
    assert row["so_badly"]["chance"] == float(badly)
    assert [one["sides"] for one in document["faces"][:3]] == [[6], [8], [10]]
    assert sum(one["dice"] for one in document["faces"]) == 430
    assert document["faces"][0]["oddest_face"]["times"] == 20
    assert "oddest_face" not in document["faces"][3]


def test_the_log_alone_tells_the_same() -> None:
    assert told(EXAMPLE / "log.jsonl") == told_of_example()


def test_one_side_is_told_by_kind_with_its_own_dice() -> None:
    document = told(EXAMPLE, "--side", "western")
    assert {row["side"] for row in document["throws"]} == {"western"}
    for counts in ("hits", "ones"):
        kinds = [row for row in document["throws"] if row["kind"] and row["counts"] == counts]
        (whole,) = [
            row for row in document["throws"] if not row["role"] and row["counts"] == counts
        ]
        assert sum(row["throws"] for row in kinds) == whole["throws"] == document["dice"] == 70
        assert sum(row["actual"] for row in kinds) == whole["actual"]
        exact = sum((Fraction(row["expected_exact"]) for row in kinds), Fraction(0))
        assert exact == Fraction(whole["expected_exact"])
    assert "bomber, d10 in column 1" in {row["kind"] for row in document["throws"]}


def test_openings_add_up() -> None:
    parts = [told(EXAMPLE, "--n", named) for named in ("-6", "7", "8-")]
    whole = told_of_example()
    assert [n for part in parts for n in part["openings"]] == whole["openings"]
    assert sum(part["dice"] for part in parts) == whole["dice"]
    assert plain(EXAMPLE, "--n", "1-2").startswith(
        "whole-match-3: Fortress America (1986), openings 1 to 2, 0 rolls with 0 dice "
        "No dice were thrown."
    )


def refused(*words: str | Path) -> str:
    done = call("luck", *words)
    assert (done.exit_code, done.stdout) == (2, "")
    return " ".join(done.stderr.replace("│", " ").split())


def test_sides_that_are_not_there_cannot_be_told() -> None:
    assert "sides that threw dice: usa, western, southern, eastern" in refused(
        EXAMPLE, "--side", "northern"
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--n", "2-1"), "openings are 1 to 2"),
        (("--n", "0-2"), "openings are 1 to 2"),
        (("--n", "3"), "openings are 1 to 2"),
        (("--n", "-"), "'-' is none of 3-12, 7, 7- and -12"),
        (("--n", "12"), "openings are 1 to 2"),
        (("--n", "three"), "'three' is none of 3-12, 7, 7- and -12"),
        (("--plot", "chart.svg"), "nothing to draw: who threw which dice is not known"),
        (("--side", "alice"), "who threw which dice is not known: this program knows no game"),
    ],
)
def test_what_is_not_there_cannot_be_told(
    words: tuple[str, ...], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert why in refused(demo(demo_logs.external_match(), tmp_path), *words)
    assert [path.name for path in tmp_path.iterdir()] == ["log.jsonl"]


def test_the_chart_shows_every_side(tmp_path: Path) -> None:
    chart = tmp_path / "luck.svg"
    done = call("luck", EXAMPLE, "--plot", chart)
    assert done.exit_code == 0
    assert done.stdout.endswith(f"wrote {chart}\n")
    root = ET.fromstring(chart.read_bytes())
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for words in (*(f"{side}: hits" for side in SIDES), "+2.7", "+0.3", "−9.4", "+7.0"):  # noqa: RUF001 - a true minus
        assert words in texts
    alone = tmp_path / "western.svg"
    of_western = plain(EXAMPLE, "--side", "western", "--plot", alone)
    assert "The dice themselves, of western:" in of_western
    assert b"southern" not in alone.read_bytes()


# --- games that say nothing of their dice, and games that nobody knows ----------------------------


@pytest.mark.usefixtures("toy_registered")
def test_a_toy_match_shows_its_dice_and_not_those_of_annulled_openings() -> None:
    new()
    assert plain("m").endswith("0 rolls with 0 dice No dice were thrown.")
    opened()
    adjudicated = call("adjudicate", "m", sheet("blue", {"orders": MARCH}))
    assert adjudicated.exit_code == 0
    before = told("m")
    assert before["dice"] > 0
    assert before["throws"] == []
    assert [row["sides"] for row in before["faces"]] == [[6]]
    assert call("rewind", "m", "--to", "1", "--reason", "another march").exit_code == 0
    after = told("m")
    assert (after["openings"], after["dice"], after["faces"]) == ([1], 0, [])
    assert after["annulled"] == {"openings": [2], "rolls": before["rolls"], "dice": before["dice"]}
    counted = f"{before['rolls']} rolls with {before['dice']} dice"
    assert f"* Not counted: {counted} of annulled openings (2)." in plain("m")
    assert "these openings show no dice of a side" in " ".join(
        call("luck", "m", "--side", "blue").stderr.split()
    )
    assert told("m", "--n", "2-2")["openings"] == []


def test_where_sheets_are_withheld_the_log_alone_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The invader's second movement is awaited: his sheet stays sealed, his dice do not."""
    monkeypatch.chdir(tmp_path)
    assert call("new", "fortress-america-1986", "m", "--scenario", "ready").exit_code == 0
    assert call("template", "m", "western", "--play", "--out", "western.json").exit_code == 0
    held = json.loads(Path("western.json").read_text()) | {"hold": ["invasion"]}
    Path("western.json").write_text(json.dumps(held))
    assert call("adjudicate", "m", "western.json").exit_code == 3
    folder, alone = told("m"), told("m/log.jsonl")
    assert folder["notes"] == []
    assert {row["side"] for row in folder["throws"]} == {"usa", "western"}
    assert alone["throws"] == []
    assert alone["faces"] == folder["faces"]
    assert alone["notes"] == [
        "What the rolls were for is not known of all: the sheets of opening 1 and of what follows "
        "it are withheld, and are not here."
    ]


def test_a_log_that_the_rules_do_not_give_is_refused(tmp_path: Path) -> None:
    """Its dice are sound, but the state that an opening reached is another."""
    lines = lines_of((EXAMPLE / "log.jsonl").read_bytes())
    place = next(k for k, line in enumerate(lines) if line["t"] == "state")
    lines = lines[: place + 1]
    lines[place]["sha256"] = "ab" * 32
    done = call("luck", demo(chained(lines), tmp_path))
    assert done.exit_code == 1
    assert "rules-disagree" in done.stderr
    assert "no luck is told" in done.stderr


def test_a_folder_without_a_match_is_none(tmp_path: Path) -> None:
    done = call("luck", tmp_path)
    assert (done.exit_code, done.stdout) == (4, "")
    assert "no-match" in done.stderr


@pytest.mark.usefixtures("toy_registered")
def test_dice_of_a_table_are_marked() -> None:
    new("--mode", "external")
    opened()
    sheet("blue", {"orders": MARCH})
    Path("rolls.json").write_text(
        json.dumps({"turn-1/weather/soldier-2": [3], "turn-1/fight/attacker": [6, 6]})
    )
    done = call("adjudicate", "m", "blue.json", "--rolls", "rolls.json")
    assert done.exit_code in (0, 3), done.output
    document = told("m")
    assert (document["rolls"], document["dice"]) == (2, 3)
    assert "2 rolls with 3 dice were made elsewhere and are taken on trust" in plain("m")


def test_a_game_that_nobody_knows_still_shows_its_dice(tmp_path: Path) -> None:
    path = demo(demo_logs.referee_match(), tmp_path)
    document = told(path)
    assert document["game"] == "demo-rules"
    assert document["throws"] == []
    assert sum(row["dice"] for row in document["faces"]) == document["dice"] > 0
    assert document["notes"][0] == (
        'What the rolls were for is not known of all: this program knows no game "demo-rules".'
    )


def test_annulled_and_hidden_dice_of_foreign_logs_are_told_apart(tmp_path: Path) -> None:
    rewound = told(demo(demo_logs.rewound_match(), tmp_path))
    assert rewound["annulled"]["openings"] == [2, 3]
    assert rewound["openings"] == [1, 4]
    assert rewound["annulled"]["rolls"] == 2
    hidden = plain(demo(demo_logs.hidden_match(), tmp_path))
    assert "1 roll with 3 dice" in hidden
    assert "Not counted: decks, shuffled or sealed, and hidden rolls." in hidden
    trusted = plain(demo(demo_logs.external_match(), tmp_path))
    assert "4 rolls with 6 dice were made elsewhere and are taken on trust" in trusted


def test_a_match_with_hidden_information_keeps_its_secret_until_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "GAMES", registered(HAND))
    monkeypatch.setattr(tfd1, "LINKS", 16)
    monkeypatch.chdir(tmp_path)
    scenario = hand_scenario({"cards": 8, "hand": 3}, ask=["asides"])
    Path("hands.json").write_text(json.dumps(scenario.to_json()))
    assert call("new", "hand", "m", "--scenario", "hands.json").exit_code == 0
    header = json.loads(Path("m/now/state.json").read_bytes())["header"]
    for seat in ("blue", "red"):
        Path(f"{seat}.json").write_text(
            json.dumps({**header, "player": seat, "blind": "ab" * 32, "orders": {}})
        )
    assert call("adjudicate", "m", "blue.json", "red.json").exit_code in (0, 3)
    alone = told("m/log.jsonl")
    assert any("hidden information" in note for note in alone["notes"])
    folder = told("m")
    assert {key: folder[key] for key in folder if key != "notes"} == {
        key: alone[key] for key in alone if key != "notes"
    }


def test_false_dice_have_no_luck(tmp_path: Path) -> None:
    raw = demo_logs.referee_match()
    done = call("luck", demo(raw.replace(b'"values":[', b'"values":[6,', 1), tmp_path), "--json")
    assert done.exit_code == 1
    document = json.loads(done.stdout)
    assert document["outcome"] == "no luck is told"
    assert {one["code"] for one in document["problems"]} == {"log-refuted"}


# --- rows and words -------------------------------------------------------------------------------


def trial(side: str, came: tuple[int, ...], **changes: Any) -> Trial:
    made = Trial(
        label=f"battle/{side}", side=side, role="attacking", kind="3 against 2",
        counts="troops lost", wants="fewer", chances=((0, 1), (1, 1)), came=came,
    )  # fmt: skip
    return made._replace(**changes)


def test_where_fewer_is_better_much_is_bad() -> None:
    (row,) = throws_rows([trial("blue", (1, 1, 1))], kinds=False)
    assert row.so_badly.low == Fraction(1, 8)
    assert row.so_well.low == 1
    text = " ".join(luck_text("x", [row], [], side=None, notes=()).split())
    assert "Fair dice do so badly or worse in 12 of 100 times. That is ordinary." in text
    (panel,) = panels([[trial("blue", (1, 1))], [trial("blue", (0,))]])
    assert (panel.title, panel.good) == ("blue: troops lost", (-100, -50))
    assert panel.deviation == (70, 86)


def test_rows_stand_by_side_count_role_and_kind() -> None:
    thrown = [
        trial("red", (0,), role="holding", kind="b"),
        trial("red", (0,), counts="ones"),
        trial("blue", (0,)),
        trial("red", (1,), role="attacking", kind="a"),
        trial("red", (1,), role="holding", kind="a"),
    ]
    rows = throws_rows(thrown, kinds=True)
    assert [(row.side, row.counts, row.role, row.kind, row.luck.throws) for row in rows] == [
        ("red", "troops lost", "", "", 3),
        ("red", "troops lost", "attacking", "", 1),
        ("red", "troops lost", "attacking", "a", 1),
        ("red", "troops lost", "holding", "", 2),
        ("red", "troops lost", "holding", "a", 1),
        ("red", "troops lost", "holding", "b", 1),
        ("red", "ones", "", "", 1),
        ("red", "ones", "attacking", "", 1),
        ("red", "ones", "attacking", "3 against 2", 1),
        ("blue", "troops lost", "", "", 1),
        ("blue", "troops lost", "attacking", "", 1),
        ("blue", "troops lost", "attacking", "3 against 2", 1),
    ]
    short = throws_rows(thrown, kinds=False)
    assert [(row.side, row.counts, row.role) for row in short] == [
        ("red", "troops lost", ""),
        ("red", "troops lost", "attacking"),
        ("red", "troops lost", "holding"),
        ("red", "ones", ""),
        ("blue", "troops lost", ""),
    ]


@pytest.mark.parametrize(
    ("hits", "words"),
    [
        (10, "in 59 of 100 times. That is ordinary."),
        (5, "A little cold: so far to either side comes in at most 4.1 of 100 times."),
        (4, "The dice were cold: so far to either side comes in at most 1.2 of 100 times."),
        (16, "The dice were hot: so far to either side comes in at most 1.2 of 100 times."),
        (20, "better in 1 of 1000000 times. The dice were very hot: so far to either side comes"),
        (0, "The dice were very cold: so far to either side comes in at most 1 of 520000 times."),
    ],
)
def test_words_judge_by_both_sides(hits: int, words: str) -> None:
    came = (1,) * hits + (0,) * (20 - hits)
    (row,) = throws_rows([trial("blue", came, wants="more", counts="hits")], kinds=False)
    told_ = " ".join(luck_text("x", [row], [], side=None, notes=()).split())
    assert words.replace("1 of 1000000", "1 of 10^6") in told_


def test_a_long_name_has_a_line_of_its_own() -> None:
    rows = throws_rows([trial("blue", (1,), kind="a very long kind of throw, really")], kinds=True)
    lines = luck_text("x", rows, [], side=None, notes=()).splitlines()
    place = lines.index("      a very long kind of throw, really")
    assert lines[place + 1].split() == ["1", "0.50", "1", "50", "%", "100", "%"]


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(1), "100 %"), (Fraction(999, 1000), "> 99 %"), (Fraction(99, 100), "99 %"),
        (Fraction(1, 10), "10 %"), (Fraction(9, 100), "9.0 %"), (Fraction(1, 100), "1.0 %"),
        (Fraction(1, 101), "1 in 100"), (Fraction(1, 2554), "1 in 2600"),
        (Fraction(1, 10**9), "1 in 10^9"), (Fraction(0), "never"),
    ],
)  # fmt: skip
def test_chances_as_people_read_them(chance: Fraction, text: str) -> None:
    assert chance_text(chance) == text


def rolled(sides: int, *values: int) -> Rolled:
    return Rolled(1, f"d{sides}", sides, values, on_trust=False)


def test_few_dice_of_a_kind_are_added_up_with_others() -> None:
    rolls = [rolled(6, 1, 2, 3, 4, 5, 6), rolled(8, 8), rolled(10, 10, 10), rolled(1, 1, 1)]
    six, others = faces_rows([*rolls, rolled(4)])
    assert (six.sides, six.dice) == ((6,), 6)
    assert six.oddest is not None
    assert six.oddest.chance.low == 1
    assert (others.sides, others.dice, others.oddest) == ((8, 10), 3, None)
    assert others.luck is not None
    assert others.luck.at_least.low == Fraction(1, 800)
    shown = luck_text("x", [], [six, others], side=None, notes=())
    assert "2 kinds         3      15.5       28    100 % 1 in 800" in shown


def test_dice_of_a_million_sides_are_counted_and_no_more() -> None:
    (row,) = faces_rows([rolled(MOST_POINTS + 2, 7)])
    assert (row.luck, row.oddest) == (None, None)
    assert row.as_json() == {"sides": [MOST_POINTS + 2], "dice": 1}
    shown = luck_text("x", [], [row], side=None, notes=())
    assert "-: more than 250000 points; such sums are not counted out." in shown


def test_a_row_says_what_it_wants() -> None:
    (row,) = throws_rows([trial("blue", (0, 1))], kinds=False)
    assert isinstance(row, ThrowsRow)
    document = row.as_json()
    assert (document["wants"], document["role"]) == ("fewer", None)
    assert document["so_well"] == {"chance": 0.75, "exact": "3/4"}
