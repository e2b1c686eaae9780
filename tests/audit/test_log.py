"""Reading and writing the lines of a log."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from adjudicator.audit import log as log_module
from adjudicator.audit import tfd1
from adjudicator.audit.log import (
    MAX_DEPTH,
    START,
    Annul,
    Genesis,
    Head,
    Join,
    Note,
    Offer,
    Rewind,
    Rules,
    Sheet,
    StateReached,
    append,
    parse_log,
)
from adjudicator.audit.tfd1 import ZERO
from adjudicator.audit.verifiers import verify_log
from adjudicator.core.problem import Unusable
from adjudicator.core.strict_json import strict_json
from adjudicator.core.values import MAX_INTEGER, canonical
from tests.audit.demo_logs import DEMO_LOGS, DemoMatch, secret
from tests.audit.log_changes import mutations, package_judges, stand_alone_judges

GENESIS = DemoMatch().raw
HEAD = DemoMatch().head


def line(**fields: Any) -> bytes:
    """A line 1 after the genesis."""
    return canonical({"k": 1, "prev": HEAD.hash, **fields})


def codes(raw: bytes) -> list[str]:
    return [problem.code for problem in parse_log(GENESIS + raw + b"\n").problems]


@pytest.mark.parametrize("raw", DEMO_LOGS.values(), ids=DEMO_LOGS)
def test_a_written_log_reads_back_and_writes_again(raw: bytes) -> None:
    log = parse_log(raw)
    assert (log.problems, log.torn) == ((), 0)
    again, head = append(START, *(line.payload for line in log.lines))
    assert again == raw
    assert log.head == head == Head(len(log.lines) - 1, tfd1.digest(raw.splitlines()[-1]))


def test_lines_are_added_to_a_head() -> None:
    raw, head = append(HEAD, Annul(n=1, reason="x"), Annul(n=2, reason="ü"))
    first, second = raw.splitlines()
    expected = {"k": 1, "prev": HEAD.hash, "t": "annul", "n": 1, "reason": "x"}
    assert json.loads(first) == expected
    assert json.loads(second)["prev"] == tfd1.digest(first)
    assert head == Head(2, tfd1.digest(second))
    assert raw.endswith('"reason":"ü","t":"annul"}\n'.encode())


def test_an_offer_keeps_free_fields_and_they_are_hashed() -> None:
    offer = DemoMatch().offer
    assert offer.to_json()["scenario"] == {"map": "demo", "seats": {"alice": ["red"]}}
    changed = Offer.model_validate({**dict(offer), "scenario": {}})
    assert tfd1.json_hash(changed.to_json()) != tfd1.json_hash(offer.to_json())


def test_the_published_offer_is_one() -> None:
    offer = Offer(
        game="demo-2026",
        rules=Rules(id="demo-rules", sha256=secret("x")),
        anchor=None,
        links=8,
        hidden=None,
        start=secret("y"),
    )
    written = {"t", "v", "game", "rules", "anchor", "links", "hidden", "start"}
    assert set(offer.to_json()) == written


def test_a_genesis_sorts_the_joins_by_their_bytes() -> None:
    match = DemoMatch()
    joins = [match.join(player) for player in ("b", "B", "a")]
    genesis = Genesis.of(match.offer, joins)
    assert [join.player for join in genesis.joins] == ["B", "a", "b"]
    offer = match.offer.to_json()
    assert genesis.gid == tfd1.gid(offer, [join.to_json() for join in joins])


def test_optional_fields_are_left_out() -> None:
    assert set(DemoMatch().join("dora").to_json()) == {"t", "offer", "player", "salt", "anchor"}
    join = Join(offer=secret(), player="a", salt=secret(), anchor=None, public_key="age1")
    assert join.to_json()["public_key"] == "age1"
    state = StateReached(n=1, sha256=secret(), engine="demo rules-1")
    assert set(state.to_json()) == {"t", "n", "sha256", "engine"}


def test_a_sheet_keeps_what_the_rules_read() -> None:
    sheet = DemoMatch().sheet("alice")
    assert sheet.to_json()["orders"] == {"moves": [{"unit": "alice-1", "count": 1}]}
    assert Sheet.model_validate_json(canonical(sheet.to_json())) == sheet


def test_a_torn_last_line_is_told_apart() -> None:
    log = parse_log(GENESIS + b'{"k":1,')
    assert (log.torn, len(log.lines), log.total, log.problems) == (7, 1, 1, ())


@pytest.mark.parametrize(
    "raw",
    [b"", b"\n", b"[]\n", b"{}\n", b'{"t":"lock"}\n', b"\xff\n" + GENESIS, b"1\n"],
)
def test_what_does_not_begin_with_a_genesis_is_no_log(raw: bytes) -> None:
    with pytest.raises(Unusable, match="a log begins with a genesis line"):
        parse_log(raw)


@pytest.mark.parametrize("raw", [GENESIS[:-1], GENESIS.replace(b'"v":"tfd1"', b'"v" "tfd1"')])
def test_a_log_whose_first_line_is_damaged_is_told_apart(raw: bytes) -> None:
    with pytest.raises(Unusable, match="the first line of the log is damaged"):
        parse_log(raw)
    with pytest.raises(verify_log.Damaged):
        verify_log.verify(raw if raw.endswith(b"\n") else raw + b"x\n")


def test_a_log_whose_genesis_is_not_understood_has_no_head() -> None:
    log = parse_log(b'{"t":"genesis"}\n')
    assert (log.lines, log.head, log.total) == ((), START, 1)


def test_lines_after_one_that_is_not_understood_are_not_read_on() -> None:
    log = parse_log(GENESIS + b"[]\n" + line(t="annul", n=1, reason="") + b"\n")
    assert (len(log.lines), log.total) == (1, 3)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "Expecting value"),
        (b"\xff", "byte 0 is not UTF-8"),
        (b"[1]", "a line is an object"),
        (b'{"a":1,"a":1}', "the key 'a' stands twice"),
        ('{"ä":1}'.encode(), "the key 'ä' is not ASCII"),
        (b'{"a":1.0}', "only integers are allowed, not 1.0"),
        (b'{"a":NaN}', "only integers are allowed, not NaN"),
        (b'{"a":"\\ud800"}', "half of a surrogate pair"),
        (b'{"a":%d}' % (MAX_INTEGER + 1), "an integer lies beyond"),
        (b'{"a":-%d}' % (MAX_INTEGER + 1), "an integer lies beyond"),
        (b'{"a":' + b"9" * 5000 + b"}", "an integer lies beyond"),
        (b'{"a":' * 101 + b"1" + b"}" * 101, "nested more than 100 deep"),
        (b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested more than 100 deep"),
    ],
)
def test_malformed_lines(raw: bytes, message: str) -> None:
    (problem,) = parse_log(GENESIS + raw + b"\n").problems
    assert (problem.code, problem.path) == ("line-malformed", (1,))
    assert message in problem.message
    assert problem.facts == (("line", 2),)


@pytest.mark.parametrize(
    "raw",
    [
        line(t="annul", n=1, reason="").replace(b",", b", "),
        b" " + line(t="annul", n=1, reason=""),
        line(t="annul", n=1, reason="a/b").replace(b"/", b"\\/"),
        line(t="annul", n=1, reason="ä").replace("ä".encode(), b"\\u00e4"),
        line(t="annul", n=1, reason="") + b"\r",
    ],
)
def test_lines_that_are_not_canonical(raw: bytes) -> None:
    assert codes(raw) == ["line-not-canonical"]


@pytest.mark.parametrize("k", [0, 2, True, "1", None, 10**15])
def test_lines_are_numbered(k: object) -> None:
    assert codes(line(k=k, t="annul", n=1, reason="")) == ["line-misnumbered"]


@pytest.mark.parametrize("prev", [tfd1.ZERO, None, 1])
def test_lines_are_chained(prev: object) -> None:
    assert codes(line(prev=prev, t="annul", n=1, reason="")) == ["line-unchained"]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"t": "dice"}, 'there is no line of type "dice"'),
        ({"t": ["lock"]}, 'there is no line of type ["lock"]'),
        ({}, "there is no line of type nothing"),
        ({"t": "annul", "n": 1}, "this field is missing"),
        ({"t": "annul", "n": 0, "reason": ""}, "a number of 1 or more belongs here"),
        ({"t": "annul", "n": True, "reason": ""}, "a whole number belongs here"),
        ({"t": "annul", "n": "1", "reason": ""}, "a whole number belongs here"),
        ({"t": "annul", "n": 1, "reason": "", "by": ""}, "there is no such field"),
        ({"t": "annul", "n": 1, "reason": "", "\x1b": ""}, "there is no such field"),
        ({"t": "note"}, "this field is missing"),
        ({"t": "note", "kind": 1}, "a text in quotes belongs here"),
        ({"t": "note", "kind": "two words"}, "the text has not the form"),
        ({"t": "note", "kind": "rewind", "to": -1}, "a number of 0 or more"),
        (
            {"t": "unseal", "n": 1, "label": "a", "i": 1, "salt": secret(), "value": True},
            "belongs here",
        ),
        (
            {"t": "state", "n": 1, "sha256": secret(), "engine": "", "secret": None},
            "an optional field that is not used is left out, not null",
        ),
    ],
)
def test_invalid_lines(fields: dict[str, Any], message: str) -> None:
    log = parse_log(GENESIS + line(**fields) + b"\n")
    assert {problem.code for problem in log.problems} == {"line-invalid"}
    assert message in log.problems[0].message


def test_all_problems_of_a_line_are_gathered() -> None:
    raw = b'{"t": "annul","n":0}\n'
    problems = parse_log(GENESIS + raw).problems
    assert [(problem.code, problem.path) for problem in problems] == [
        ("line-not-canonical", (1,)),
        ("line-misnumbered", (1, "k")),
        ("line-unchained", (1, "prev")),
        ("line-invalid", (1, "n")),
        ("line-invalid", (1, "reason")),
    ]


def test_notes_of_other_kinds_are_free() -> None:
    raw, _ = append(HEAD, Note.model_validate({"kind": "upgrade", "from": 1, "to": [2, None]}))
    (_, note) = parse_log(GENESIS + raw).lines
    assert note.payload.to_json() == {"t": "note", "kind": "upgrade", "from": 1, "to": [2, None]}


def test_a_sheet_may_be_nested_as_deep_as_a_line_may() -> None:
    deep: object = 1
    for _ in range(MAX_DEPTH - 1):
        deep = [deep]
    assert codes(line(t="note", kind="x", deep=deep)) == []
    assert codes(line(t="note", kind="x", deep=[deep])) == ["line-malformed"]


def test_values_are_checked_when_a_line_is_made() -> None:
    with pytest.raises(ValidationError):
        StateReached(n=0, sha256=secret(), engine="demo rules-1")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-MAX_INTEGER, MAX_INTEGER) | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(max_codepoint=127), max_size=4), inner, max_size=3)
    ),
    max_leaves=10,
)


@given(JSON)
def test_strict_json_reads_all_that_the_profile_allows(data: Any) -> None:
    assert strict_json(canonical(data).decode(), depth=MAX_DEPTH) == data


@given(st.binary(max_size=60))
def test_any_bytes_as_a_line_give_problems_and_no_traceback(raw: bytes) -> None:
    log = parse_log(GENESIS + raw + b"\n")
    assert log.problems


# --- plain rolls are read in one step -----------------------------------------------------------


def _logs_with_rolls() -> Iterator[bytes]:
    """Sound logs, every change of one, and lines that are nearly plain rolls."""
    yield from DEMO_LOGS.values()
    yield from (one.raw for one in mutations(DEMO_LOGS["public_match"]) if one.k > 0)
    match = DemoMatch()
    match.opens()
    begun, head = match.raw, match.head
    match.roll("battle/x", 2)
    match.roll('quo"ted\\', 2)
    match.roll("large", 2, 2**32)
    match.state()
    yield match.raw
    good = match.raw[len(begun) :].split(b"\n")[0]
    for old, new in (
        (b'"k":', b'"k":0'), (b'"k":', b'"k":-'), (b'"n":1', b'"n":01'), (b'"n":1', b'"n":1.0'),
        (b'"sides":6', b'"sides":0'), (b'"sides":6', b'"sides":4294967297'),
        (b'"values":[', b'"values":[0,'), (b'"values":[', b'"values":['), (b"]}", b",]}"),
        (b"]}", b'],"x":1}'), (b'"t":"roll"', b'"t":"rolls"'), (b"battle/x", b"battle x"),
        (b"battle/x", b""), (b"battle/x", b"b" * 201), (b'"prev":"', b'"prev":"0'),
        (head.hash.encode(), ZERO.encode()), (b"battle/x", "b\u00e4".encode()), (b"}", b"} "),
        (b"]}", b",9007199254740992]}"), (b"]}", b",9007199254740991]}"), (b",", b", "),
    ):  # fmt: skip
        yield begun + good.replace(old, new, 1) + b"\n"


def test_plain_rolls_are_read_as_any_other_line(monkeypatch: pytest.MonkeyPatch) -> None:
    raws = list(_logs_with_rolls())
    quick = [parse_log(raw) for raw in raws]
    monkeypatch.setattr(log_module, "plain_roll", lambda piece, *, k, prev: None)
    for raw, found in zip(raws, quick, strict=True):
        assert found == parse_log(raw), raw[-300:]


def test_rolls_made_again_are_judged_as_any_other_line() -> None:
    for raw in _logs_with_rolls():
        package_judges(raw)


@given(st.lists(st.tuples(st.lists(st.sampled_from("abc"), max_size=4), st.integers(0, 3))))
def test_labels_come_once_also_where_openings_are_taken_back(
    played: list[tuple[list[str], int]],
) -> None:
    match, standing = DemoMatch(), [0]
    for labels, back in played[:8]:
        match.opens()
        for label in labels:
            match.roll(label, 1)
        match.state()
        standing.append(match.n)
        annulled = [standing.pop() for _ in range(min(back, len(standing) - 1))]
        if annulled:
            lines = [Annul(n=n, reason="Why not") for n in annulled]
            match.add(*lines, Rewind(to=standing[-1]))
    assert package_judges(match.raw) == stand_alone_judges(match.raw)
