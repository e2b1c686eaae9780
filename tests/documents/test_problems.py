"""Messages, as a player reads them."""

from __future__ import annotations

import json

import pytest

from adjudicator.core.problem import Problem, Refused, Unusable
from adjudicator.documents.json_input import read_json
from adjudicator.documents.problems import (
    AT_KEY,
    Located,
    RefusedFile,
    UnusableFile,
    as_json,
    list_of,
    path_text,
    quoted,
    render,
    shortened,
    summary,
)

FULL = Located(
    Problem(
        "not-adjacent",
        "hovertank may not go from w3 to portland",
        ("orders", "maneuvers", 1, "path", 1),
        rule="1986 action 3",
        hint="w3 borders northwest-california, w2, w4",
        facts=(("here", "w3"),),
    ),
    "orders/n0003/western.json",
    14,
    22,
    '"portland"',
)


def test_a_message_with_everything() -> None:
    assert render(FULL) == (
        "orders/n0003/western.json:14:22: illegal not-adjacent: "
        "hovertank may not go from w3 to portland\n"
        '    orders.maneuvers[1].path[1] "portland"\n'
        "    w3 borders northwest-california, w2, w4.   Rule 1986 action 3."
    )


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (Problem("c", "what"), "f.json:2:3: illegal c: what"),
        (Problem("c", "what", kind="malformed"), "f.json:2:3: malformed c: what"),
        (Problem("c", "what", warning=True), "f.json:2:3: warning c: what"),
        (Problem("c", "what", ("a", 0)), "f.json:2:3: illegal c: what\n    a[0]"),
        (Problem("c", "what", rule="13.42"), "f.json:2:3: illegal c: what\n    Rule 13.42."),
        (Problem("c", "what", hint="Wait"), "f.json:2:3: illegal c: what\n    Wait."),
        (Problem("c", "what", hint="Really?"), "f.json:2:3: illegal c: what\n    Really?"),
        (
            Problem("c", "what", hint='Paste this:\n{"n": 3}', rule="1"),
            'f.json:2:3: illegal c: what\n    Paste this:\n    {"n": 3}\n    Rule 1.',
        ),
        (Problem("c", "a\nb\x1b[31m"), "f.json:2:3: illegal c: a\\u000ab\\u001b[31m"),
    ],
)
def test_parts_that_are_missing_leave_no_trace(problem: Problem, expected: str) -> None:
    assert render(Located(problem, "f.json", 2, 3)) == expected


def test_a_problem_of_a_whole_file_and_of_no_file() -> None:
    problem = Problem("no-such-file", "there is no such file", kind="unusable")
    assert render(Located(problem, "f\n.json")) == (
        "f\\u000a.json: unusable no-such-file: there is no such file"
    )
    assert render(Located(problem, "")) == "unusable no-such-file: there is no such file"


def test_the_end_of_a_very_long_path_is_shown() -> None:
    located = Located(Problem("c", "what", (*range(100), "end")), "f", 1, 1)
    line = render(located).splitlines()[1]
    assert len(line) == 204
    assert line.startswith("    …")
    assert line.endswith("[99].end")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), ""),
        (("orders", "maneuvers", 1, "path", 0), "orders.maneuvers[1].path[0]"),
        (("with", "los-angeles"), "with.los-angeles"),
        (("answers", "turn-3/western"), 'answers["turn-3/western"]'),
        ((2, "a"), "[2].a"),
        (("", 'a"b'), '[""]["a\\"b"]'),
    ],
)
def test_paths(path: tuple[str | int, ...], text: str) -> None:
    assert path_text(path) == text


def test_texts_are_shortened_and_printable() -> None:
    assert shortened("a\n   b\tc") == "a b c"
    assert shortened("x" * 61) == "x" * 59 + "…"
    assert shortened("x" * 60) == "x" * 60
    assert shortened(" " * 1000 + "x") == "…"
    assert shortened("a\u202eb") == "a\\u202eb"
    assert quoted('say "w2"\\') == '"say \\"w2\\"\\\\"'
    assert quoted("a\x00\U000e0001") == '"a\\u0000\\U000e0001"'
    assert quoted("x" * 100, 10) == '"' + "x" * 9 + '…"'
    assert list_of(["a", "b"]) == "a, b"
    assert list_of("abcdef", 2) == "a, b and 4 more"


def test_json_form_has_always_the_same_keys() -> None:
    assert as_json(FULL) == {
        "source": "orders/n0003/western.json",
        "line": 14,
        "column": 22,
        "kind": "illegal",
        "warning": False,
        "code": "not-adjacent",
        "message": "hovertank may not go from w3 to portland",
        "path": ["orders", "maneuvers", 1, "path", 1],
        "text": '"portland"',
        "hint": "w3 borders northwest-california, w2, w4",
        "rule": "1986 action 3",
        "facts": {"here": "w3"},
    }
    whole = as_json(Located(Problem("c", "what", facts=(AT_KEY,)), "f"))
    assert whole.keys() == as_json(FULL).keys()
    assert whole["line"] is None
    assert json.loads(json.dumps(whole)) == whole


def test_summary() -> None:
    warning = Located(Problem("no-blind", "w", warning=True), "b.json", 1, 1)
    outcome = "nothing was adjudicated"
    assert summary([FULL, FULL], outcome) == "2 problems in 1 file; nothing was adjudicated."
    assert summary([FULL, warning], outcome) == (
        "1 problem and 1 warning in 2 files; nothing was adjudicated."
    )
    assert summary([warning], "all is well") == "1 warning in 1 file; all is well."


def test_refusals_carry_places_and_problems() -> None:
    refusal = RefusedFile([FULL])
    assert isinstance(refusal, Refused)
    assert refusal.problems == (FULL.problem,)
    assert refusal.located == (FULL,)
    place = f"{FULL.source}:{FULL.line}:{FULL.column}"
    assert str(refusal) == f"{place}: {FULL.problem.message}"
    assert str(RefusedFile([FULL._replace(line=0)])) == f"{FULL.source}: {FULL.problem.message}"
    unusable = UnusableFile([FULL])
    assert isinstance(unusable, Unusable)
    assert unusable.located == (FULL,)
    assert unusable.problems == (FULL.problem,)


def test_malformed_messages_as_they_are_printed() -> None:
    raw = """{
  "orders": {
    "maneuvers": [
      {"order": "move", "count": 2.0, "path": ['w2', "portland"]},
    ]
  }
"""
    with pytest.raises(RefusedFile) as caught:
        read_json(raw.encode(), source="western.json")
    assert "\n".join(map(render, caught.value.located)) == (
        "western.json:4:34: malformed not-an-integer: 2.0 is not written as a whole number\n"
        "    orders.maneuvers[0].count 2.0\n"
        "    Write 2.\n"
        "western.json:4:48: malformed wrong-quotes: "
        "'w2' does not stand in straight double quotes\n"
        "    orders.maneuvers[0].path[0] 'w2'\n"
        '    Write "w2".\n'
        'western.json:4:66: malformed comma-too-many: there is a comma before "]"\n'
        "    orders.maneuvers\n"
        "    Take it out.\n"
        "western.json:7:1: malformed unfinished: the file ends inside an object\n"
        '    The object opened on line 1 is closed with "}".'
    )
