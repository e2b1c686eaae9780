"""The limits of files: each is reached, said, and kept to in time."""

from __future__ import annotations

import ast
import itertools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import log
from adjudicator.audit.log import parse_log
from adjudicator.cli import table_dice
from adjudicator.core import limits
from adjudicator.core.limits import (
    MAX_PROBLEMS,
    MAX_TEXT,
    MAX_UNDONE,
    MAX_VALUES,
    MAX_WRONG_ROLLS,
)
from adjudicator.documents.json_input import read_json
from adjudicator.documents.problems import RefusedFile
from tests.audit.demo_logs import DemoMatch
from tests.intake.bench import Ran, Workplace, faults_of, run


def test_every_limit_says_what_it_is_for() -> None:
    tree = ast.parse(Path(limits.__file__).read_text())
    named = {
        node.targets[0].id: text
        for node, text in itertools.pairwise(tree.body)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    named.pop("__all__")
    assert sorted(named) == sorted(limits.__all__)
    for name, text in named.items():
        assert isinstance(text, ast.Expr), name
        assert isinstance(text.value, ast.Constant), name
        assert str(text.value.value).endswith("."), name


def codes(raw: bytes) -> list[str]:
    try:
        read_json(raw, source="f")
    except RefusedFile as error:
        return [problem.code for problem in error.problems]
    return []


def test_as_much_as_may_be_is_read_and_no_more() -> None:
    most = b"[" + b"0," * (MAX_VALUES - 2) + b"0]"
    assert not codes(most)
    assert codes(most[:-1] + b",0]") == ["too-many-values"]
    assert not codes(json.dumps("," * MAX_TEXT).encode())
    assert codes(json.dumps("," * (MAX_TEXT + 1)).encode()) == ["text-too-long"]
    assert codes(json.dumps({"k" * (MAX_TEXT + 1): 0}).encode()) == ["text-too-long"]
    assert not codes(b" " * 100_000 + b"0" + b" " * 100_000)
    assert not codes(json.dumps(["," * MAX_TEXT] * 50).encode())


def test_a_log_is_read_until_there_are_enough_problems() -> None:
    read = parse_log(DemoMatch().raw + b"{}\n" * 100_000)
    assert len(read.problems) <= MAX_PROBLEMS + 4
    assert read.problems[-1].code == "too-many-problems"
    assert len(read.lines) == 1
    assert read.total > len(read.lines)


def test_a_line_is_no_longer_than_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    genesis = DemoMatch().raw
    for name, most in (("MAX_LOG_LINE", 10), ("MAX_LOG_COMMAS", 3)):
        with monkeypatch.context() as patch:
            patch.setattr(log, name, most)
            with pytest.raises(ValueError, match="a line has at most"):
                log.checked_size(genesis)
    many = b'{"joins":[' + b"0," * 100_000 + b'0],"t":"genesis"}\n'
    assert [problem.code for problem in parse_log(many).problems][-1] == "line-invalid"
    assert len(parse_log(many).problems) < 5


def sheet_with(**parts: Any) -> None:
    document = json.loads(Path("western.json").read_bytes()) | parts
    Path("western.json").write_text(json.dumps(document))


def checked() -> Ran:
    ran = run("check m western.json")
    assert not faults_of(ran), (faults_of(ran), ran.trace)
    assert ran.seconds < 15
    return ran


MOVE = {"order": "move", "unit": "infantry", "count": 1, "path": ["w1", "w2"]}


def test_sheets_of_thousands_of_orders(workplace: Workplace) -> None:
    sheet_with(orders={"maneuvers": [MOVE] * 10_000})
    assert " too-many-values: " in checked().err
    for order in (MOVE, {**MOVE, "unit": "elephant"}, {**MOVE, "path": ["w1", "atlantis"]}, {}):
        sheet_with(orders={"maneuvers": [order] * 2500, "invasion": []})
        ran = checked()
        assert ran.code == 1
        assert ran.err.count("\nwestern.json:") <= MAX_PROBLEMS


def test_sheets_of_thousands_of_answers_and_names(workplace: Workplace) -> None:
    label = "/".join(["turn-1", *["x" * 40] * 50])
    order = {"order": "target", "unit": "bomber"}
    many: tuple[dict[str, Any], ...] = (
        {"answers": {f"turn-{n}/a": order for n in range(5000)}},
        {"answers": {label: order, "y" * 3000: order}},
        {"standing": [{"standing": "retreat", "prefer": ["city"] * 3000}] * 5},
        {"hold": ["invasion"] * 5000},
        {"hold": ["x" * 300] * 5000},
        {"orders": {f"topic-{n}": [] for n in range(5000)}},
        {"orders": {"attacks": [{"order": "attack", "area": "portland", "with": {
            f"w{n}": {"infantry": 1} for n in range(3000)}}]}},
    )  # fmt: skip
    for parts in many:
        sheet_with(**parts)
        ran = checked()
        assert ran.err.count("\nwestern.json:") <= MAX_PROBLEMS
        sheet_with(answers=None, standing=None, hold=None, orders={})


def test_numbers_that_are_too_large_for_the_rules(workplace: Workplace) -> None:
    for count in (0, -1, 2**53 - 1, 10**5000):
        raw = json.dumps({**MOVE, "count": 7}).replace("7", "1" + "0" * 5000, 1)
        text = raw if count == 10**5000 else json.dumps({**MOVE, "count": count})
        document = json.loads(Path("western.json").read_bytes()) | {"orders": {"maneuvers": []}}
        whole = json.dumps(document).replace('"maneuvers": []', f'"maneuvers": [{text}]')
        Path("western.json").write_text(whole)
        assert checked().code in (0, 1)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (["x\n"], f"{MAX_WRONG_ROLLS} lines in a row were no dice"),
        (["undo\n"], f"{MAX_WRONG_ROLLS} lines in a row were no dice"),
        (["\x00" * 10_000], f"{MAX_WRONG_ROLLS} lines in a row were no dice"),
        (["7\n", "undo\n"], f"{MAX_UNDONE} rolls were taken back"),
    ],
)
def test_an_endless_pipe_is_not_asked_for_ever(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch, typed: list[str], words: str
) -> None:
    monkeypatch.setattr(table_dice, "MAX_UNDONE", 3)
    monkeypatch.setattr(table_dice, "read_line", itertools.cycle(typed).__next__)
    ran = workplace.run("adjudicate x x-western.json --rolls -")
    assert ran.code == 4, ran.err
    assert " no-dice-typed: " in ran.err
    assert words.replace(str(MAX_UNDONE), "3") in ran.err
    assert not ran.changed


def test_options_are_read_as_files_are(workplace: Workplace) -> None:
    for value in ("[" * 100_000, "NaN", "1e999", "\udcff", '"\\ud800"', "1" * 5000, "{", '{"a":1}'):
        words = ["new", "fortress-america-1986", "made", "--option", f"reinforcements={value}"]
        ran = workplace.run(words)
        assert not faults_of(ran), (value[:20], faults_of(ran), ran.trace)
        assert ran.code == 1


def test_real_processes(workplace: Workplace) -> None:
    """What only a process of its own shows: an endless input, a pipe that is closed, raw bytes."""
    for words, typed, code in (
        ("adjudicate x x-western.json --rolls -", b"\xff\xfe\x00" * 100_000, 4),
        ("check m /dev/zero", b"", 4),
        ("verify /dev/stdin", b"", 4),
    ):
        ran = subprocess.run(
            [sys.executable, "-m", "adjudicator", *words.split()],
            input=typed, capture_output=True, timeout=600, check=False,
        )  # fmt: skip
        assert ran.returncode == code, ran.stderr
        assert b"Traceback" not in ran.stderr
