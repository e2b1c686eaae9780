"""Reading JSON: the profile, the places, all problems at once, and never a traceback."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.problem import Path, Problem
from adjudicator.core.values import MAX_INTEGER, canonical
from adjudicator.documents.json_input import Document, Limits, read_json
from adjudicator.documents.problems import AT_KEY, MAX_PROBLEMS, Located, RefusedFile, render

SHEET = """{
  "t": "orders", "game": "g", "n": 3, "pledge": null,
  "orders": {
    "maneuvers": [
      {"order": "move", "unit": "bomber", "count": 1, "path": ["w2", "portland"]},
      {"order": "move", "unit": "hovertank", "count": -2, "path": ["w3", "portland"]}
    ],
    "attacks": []
  },
  "answers": {"turn-3/western/target-1": {"order": "target", "x": "\\u00e9 é \\ud83d\\ude00"}}
}
"""


def refused(raw: bytes | str, **limits: int) -> list[str]:
    """What is said of a file that must be refused: line:column, code and message."""
    octets = raw.encode() if isinstance(raw, str) else raw
    with pytest.raises(RefusedFile) as caught:
        read_json(octets, source="west.json", limits=Limits(**limits))
    assert all(one.source == "west.json" for one in caught.value.located)
    assert all(one.problem.kind == "malformed" for one in caught.value.located)
    return [render(one).splitlines()[0].removeprefix("west.json:") for one in caught.value.located]


def hint(raw: str) -> str:
    with pytest.raises(RefusedFile) as caught:
        read_json(raw.encode(), source="west.json")
    return caught.value.problems[0].hint


def paths(data: Any, start: Path = ()) -> Iterator[Path]:
    yield start
    pairs: Iterable[tuple[str | int, Any]] = ()
    if isinstance(data, dict):
        pairs = data.items()
    elif isinstance(data, list):
        pairs = enumerate(data)
    for step, inner in pairs:
        yield from paths(inner, (*start, step))


def text_from(text: str, place: tuple[int, int]) -> str:
    line, column = place
    return "".join(text.splitlines(keepends=True)[line - 1 :])[column - 1 :]


class TestGoodFiles:
    def test_data_and_source(self) -> None:
        document = read_json(SHEET.encode(), source="west.json")
        assert document.data == json.loads(SHEET)
        assert document.source == "west.json"

    @pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
    def test_line_ends_and_byte_order_mark_do_not_matter(self, ends: str) -> None:
        raw = b"\xef\xbb\xbf" + SHEET.replace("\n", ends).encode()
        document = read_json(raw, source="west.json")
        assert document.data == json.loads(SHEET)
        assert document.locate(("orders", "maneuvers", 1, "path", 1)) == (6, 74)
        assert document.locate(("t",), key=True) == (2, 3)

    def test_every_value_is_found_where_it_stands(self) -> None:
        document = read_json(SHEET.encode(), source="west.json")
        decoder = json.JSONDecoder()
        found = list(paths(document.data))
        assert len(found) == 26
        for path in found:
            here = text_from(SHEET, document.locate(path))
            assert decoder.raw_decode(here)[0] == document.at(path)

    def test_every_key_is_found_where_it_stands(self) -> None:
        document = read_json(SHEET.encode(), source="west.json")
        for path in paths(document.data):
            if path and isinstance(path[-1], str):
                here = text_from(SHEET, document.locate(path, key=True))
                assert here.startswith(json.dumps(path[-1]))

    def test_what_is_missing_is_looked_for_where_it_would_stand(self) -> None:
        document = read_json(SHEET.encode(), source="west.json")
        first = ("orders", "maneuvers", 0)
        assert document.locate((*first, "with", "w2")) == document.locate(first) == (5, 7)
        assert document.locate((*first, "with"), key=True) == (5, 7)
        assert document.text_at((*first, "with")) == ""

    def test_columns_count_characters(self) -> None:
        document = read_json('{"title": "😀é", "n": 1}'.encode(), source="west.json")
        assert document.locate(("n",)) == (1, 22)

    def test_a_problem_gets_its_place_and_text(self) -> None:
        document = read_json(SHEET.encode(), source="west.json")
        path = ("orders", "maneuvers", 1, "path", 1)
        located = document.located(Problem("not-adjacent", "no", path))
        assert (located.line, located.column, located.text) == (6, 74, '"portland"')
        about_key = document.located(Problem("unknown", "no", ("orders",), facts=(AT_KEY,)))
        assert (about_key.line, about_key.column, about_key.text) == (3, 3, "")
        whole = document.located(Problem("stale", "no"))
        assert (whole.line, whole.column, whole.text) == (1, 1, "")

    @pytest.mark.parametrize("number", [0, -1, MAX_INTEGER, -MAX_INTEGER])
    def test_integers(self, number: int) -> None:
        assert read_json(str(number).encode(), source="x").data == number

    def test_depth_limit_is_exact(self) -> None:
        for depth in (1, 5, 64):
            for inside in ("", "1", *(["[1]", "{}"] if depth > 1 else [])):
                outer = depth - ("[" in inside or "{" in inside)
                raw = ("[" * outer + inside + "]" * outer).encode()
                limits = Limits(depth=depth)
                assert read_json(raw, source="x", limits=limits).data == json.loads(raw)
                with pytest.raises(RefusedFile) as caught:
                    read_json(b"[" + raw + b"]", source="x", limits=limits)
                assert caught.value.problems[0].code == "too-deep"

    def test_wide_and_shallow_is_not_deep(self) -> None:
        raw = b"[" + b'{"a": [[1], {}]},' * 100 + b"[]]"
        assert read_json(raw, source="x", limits=Limits(depth=4)).data == json.loads(raw)
        assert read_json(raw, source="x").data == json.loads(raw)
        with pytest.raises(RefusedFile):
            read_json(raw, source="x", limits=Limits(depth=3))

    def test_size_limit_is_exact(self) -> None:
        assert read_json(b"[1]", source="x", limits=Limits(size=3)).data == [1]
        assert refused("[1 ]", size=3)[0] == (
            " malformed file-too-large: the file has more than 3 bytes"
        )


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("", ["1:1: malformed empty-file: the file is empty"]),
        (" \n\t", ["1:1: malformed empty-file: the file is empty"]),
        (
            '{"a": 1,\n "a": 2}',
            ['2:2: malformed duplicate-key: the key "a" stands twice in this object'],
        ),
        ("[2.0]", ["1:2: malformed not-an-integer: 2.0 is not written as a whole number"]),
        ("[1e3]", ["1:2: malformed not-an-integer: 1e3 is not written as a whole number"]),
        (
            "[9007199254740992]",
            ["1:2: malformed integer-too-large: the number 9007199254740992 is too large"],
        ),
        (
            f"[{'7' * 5000}]",
            [f"1:2: malformed integer-too-large: the number {'7' * 29}… is too large"],
        ),
        ("[NaN]", ["1:2: malformed not-a-number: NaN is not a number that a file may hold"]),
        (
            "[-Infinity]",
            ["1:2: malformed not-a-number: -Infinity is not a number that a file may hold"],
        ),
        ("[007]", ["1:2: malformed bad-number: 007 is not a number"]),
        (
            '["a\\ud800b"]',
            ["1:4: malformed lone-surrogate: \\ud800 is only half of a character"],
        ),
        (
            '["\\ude00\\ud83d"]',
            [
                "1:3: malformed lone-surrogate: \\ude00 is only half of a character",
                "1:9: malformed lone-surrogate: \\ud83d is only half of a character",
            ],
        ),
        (
            '{"é": 1}',
            ['1:2: malformed non-ascii-key: the key "é" has characters outside ASCII'],
        ),
        (
            '{"\\u00e9": 1}',
            ['1:2: malformed non-ascii-key: the key "é" has characters outside ASCII'],
        ),
        (
            '["a\tb"]',
            ["1:4: malformed control-character: a text may not hold the control character U+0009"],
        ),
        (
            '["a\\u0000b\\b"]',
            [
                "1:4: malformed control-character: "
                "a text may not hold the control character U+0000",
                "1:11: malformed control-character: "
                "a text may not hold the control character U+0008",
            ],
        ),
        (
            '["a\x9bb"]',
            ["1:4: malformed control-character: a text may not hold the control character U+009B"],
        ),
        ("[1] x", ["1:5: malformed trailing-text: there is more text after the end"]),
        ("{}}", ["1:3: malformed trailing-text: there is more text after the end"]),
        ('{"a": [1', ["1:9: malformed unfinished: the file ends inside a list"]),
        ('{"a": 1', ["1:8: malformed unfinished: the file ends inside an object"]),
        ('{"a":', ["1:6: malformed unfinished: the file ends where a value belongs"]),
        ('{"a"', ["1:5: malformed unfinished: the file ends after a key"]),
        (
            '["abc\n"]',
            [
                "1:2: malformed unfinished: "
                "the text that begins here has no closing quote on its line"
            ],
        ),
        ('["abc\\', ["1:2: malformed unfinished: the text that begins here has no closing quote"]),
        ("[1,]", ['1:3: malformed comma-too-many: there is a comma before "]"']),
        ("[,1]", ["1:2: malformed comma-too-many: there is a comma too many"]),
        ("[1 2]", ["1:4: malformed comma-missing: a comma is missing before 2"]),
        (
            '{"a": {} "b": 2.5}',
            [
                '1:10: malformed comma-missing: a comma is missing before "b"',
                "1:15: malformed not-an-integer: 2.5 is not written as a whole number",
            ],
        ),
        ('{"a" 1}', ['1:6: malformed colon-missing: a colon is missing after the key "a"']),
        ('{"a": }', ['1:7: malformed value-missing: the key "a" has no value']),
        (
            "{5: 1}",
            ["1:2: malformed key-expected: a key in quotes belongs here, not 5"],
        ),
        ("[:]", ["1:2: malformed value-expected: a value belongs here, not :"]),
        ("[1}", ['1:3: malformed wrong-bracket: "}" stands where the list is closed with "]"']),
        (
            "{'a': “b”}",
            [
                "1:2: malformed wrong-quotes: 'a' does not stand in straight double quotes",
                "1:7: malformed wrong-quotes: “b” does not stand in straight double quotes",
            ],
        ),
        ("['a]", ["1:2: malformed wrong-quotes: 'a] does not stand in straight double quotes"]),
        (
            "{a: True}",
            [
                '1:2: malformed no-quotes: the key "a" stands without quotes',
                "1:5: malformed no-quotes: the word True stands without quotes",
            ],
        ),
        ("[NAN]", ["1:2: malformed not-a-number: NAN is not a number that a file may hold"]),
        ('["\\x"]', ["1:3: malformed bad-escape: \\x is no escape that JSON knows"]),
        (
            '["\\u12"]',
            ["1:3: malformed bad-escape: \\u is not followed by four hexadecimal digits"],
        ),
        (
            '["\\ud83d\\u0041"]',
            ["1:3: malformed lone-surrogate: \\ud83d is only half of a character"],
        ),
        ("[1, // one\n 2]", ["1:5: malformed comment: there is a comment here"]),
        ("/* x", ["1:1: malformed comment: there is a comment here"]),
        (
            "[\u00a01]",
            ["1:2: malformed strange-blank: the character U+00A0 stands between the values"],
        ),
        (b'["\xff"]', ["1:3: malformed not-utf8: the byte ff is not UTF-8 text here"]),
        (b'{"a":\n "\xc3', ["2:3: malformed not-utf8: the byte c3 is not UTF-8 text here"]),
        (b'["\xed\xa0\x80"]', ["1:3: malformed not-utf8: the byte ed is not UTF-8 text here"]),
        (
            "[]".encode("utf-16"),
            ["1:1: malformed not-utf8: the file seems to be written in UTF-16"],
        ),
        (
            "[]".encode("utf-16-be"),
            ["1:1: malformed not-utf8: the file seems to be written in UTF-16"],
        ),
        (
            "[]".encode("utf-32"),
            ["1:1: malformed not-utf8: the file seems to be written in UTF-32"],
        ),
    ],
)
def test_what_is_malformed(raw: bytes | str, expected: list[str]) -> None:
    assert refused(raw) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("[2.0]", "Write 2"),
        ("[-2.50]", "Write a whole number, without decimals and without an exponent"),
        ("[True]", "Write true"),
        ("[None]", "Write null"),
        ("[hovertank]", 'Write "hovertank"'),
        ("['w2']", 'Write "w2"'),
        ('["a\tb"]', r"Write \t for a tab"),
        ("[[\n1}", 'The list opened on line 1 is closed with "]"'),
        ("{}]", "There is one closing bracket too many, here or further up"),
    ],
)
def test_hints(raw: str, expected: str) -> None:
    assert hint(raw) == expected


def test_all_problems_of_a_file_are_gathered_in_order() -> None:
    raw = '{"a": 1.5,\n "é": 99999999999999999999,\n "a": NaN,\n "b": [1e9]}'
    assert [line.partition(": malformed ")[0] for line in refused(raw)] == [
        "1:7",
        "2:2",
        "2:7",
        "3:2",
        "3:7",
        "4:8",
    ]


def test_too_many_problems_are_counted_and_said() -> None:
    lines = refused("[" + "1.5," * 500 + "1]")
    assert len(lines) == MAX_PROBLEMS + 1
    assert lines[-1].endswith(
        f"malformed too-many-problems: reading stopped after {MAX_PROBLEMS} problems"
    )


def test_a_problem_knows_its_path() -> None:
    with pytest.raises(RefusedFile) as caught:
        read_json(b'{"orders": {"moves": [{"count": 1.5}]}}', source="x")
    assert caught.value.problems[0].path == ("orders", "moves", 0, "count")


def read_or_refuse(raw: bytes) -> Document | None:
    """Reads; whatever the bytes are, the answer is a document or located problems."""
    located: tuple[Located, ...] = ()
    document = None
    try:
        document = read_json(raw, source="x")
    except RefusedFile as refusal:
        located = refusal.located
    assert (document is None) == bool(located)
    text = raw.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    last = len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    for one in located:
        assert 1 <= one.line <= last or one.problem.code == "file-too-large"
        assert render(one).replace("\n", "").isprintable()
    return document


def test_every_truncation_is_refused() -> None:
    raw = SHEET.rstrip().encode()
    for length in range(len(raw)):
        assert read_or_refuse(raw[:length]) is None


def test_deep_and_long_files_are_refused_in_time() -> None:
    for raw in (
        b"[" * 10**6,
        b'{"a":' * 10**5,
        b"9" * 10**6,
        b'"' + b"a" * 10**6,
        b"1." + b"0" * 10**6,
    ):
        assert read_or_refuse(raw) is None
    for raw in (b"[," * 10**5, b"/*" * 10**5, b"'" * 10**6, b"\\" * 10**6, b'["\\' + b"u" * 10**6):
        assert read_or_refuse(raw) is None


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-MAX_INTEGER, MAX_INTEGER)
    | st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff")),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.from_regex(r"[a-z0-9_/-]{0,9}", fullmatch=True), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(json_values, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_whatever_lies_within_the_profile_is_read(
    data: Any, indent: int | str | None, ascii_only: bool
) -> None:
    text = json.dumps(data, indent=indent, ensure_ascii=ascii_only)
    document = read_json(text.encode(), source="x")
    assert canonical(document.data) == canonical(data)
    for path in paths(data):
        here = "".join(text.split("\n")[document.locate(path)[0] - 1 :])
        found = json.JSONDecoder().raw_decode(here[document.locate(path)[1] - 1 :])[0]
        assert found == document.at(path)


@given(st.binary(max_size=200))
def test_random_bytes_never_break_the_reader(raw: bytes) -> None:
    read_or_refuse(raw)


@given(st.text(st.sampled_from("{}[]\",:\\/u0019.-+eEntfNI \n\t'“é#*"), max_size=40))
def test_random_json_like_text_never_breaks_the_reader(text: str) -> None:
    document = read_or_refuse(text.encode())
    if document is not None:
        assert canonical(document.data) == canonical(json.loads(text))
        assert document.locate(()) >= (1, 1)


@given(st.data())
def test_mutated_sheets_never_break_the_reader(data: st.DataObject) -> None:
    raw = bytearray(SHEET.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    document = read_or_refuse(bytes(raw))
    if document is not None:
        for path in paths(document.data):
            assert document.locate(path) >= (1, 1)
