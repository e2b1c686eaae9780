"""The dice audit: what it proves of sound and of changed logs, and what it says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudicator.audit.log import parse_log
from adjudicator.audit.verifiers import verify_log
from adjudicator.audit.verify import audit_dice
from adjudicator.core.values import MAX_INTEGER
from tests.audit.audited import audits, offered
from tests.audit.bad_lines import MALFORMED, NOT_CANONICAL
from tests.audit.demo_logs import DEMO_LOGS, DemoMatch, secret
from tests.audit.log_changes import (
    chained,
    leaves,
    lines_of,
    package_judges,
    package_says,
    replaced,
    stand_alone_judges,
    stand_alone_says,
)
from tests.audit.mutations import tried, unnoticed

TAIL = ("engine", "sha256")
UNNOTICED: dict[str, dict[int, tuple[str, ...]]] = {
    "new_match": {},
    "referee_match": {20: TAIL},
    "chained_match": {18: TAIL},
    "unnamed_mode_match": {5: TAIL},
    "public_match": {10: TAIL},
    "mutual_match": {8: TAIL},
    "sealed_match": {10: TAIL},
    "beacon_match": {},
    # Dice on trust: nothing holds them but the sheets that cite a later line.
    "external_match": {
        8: ("kind", "label", "values.0", "values.1"),
        9: ("kind", "label", "sides", "values.0"),
        10: TAIL,
    },
    # The sheets of opening 3 are withheld, those of opening 2 cite line 4.
    "withheld_match": {8: ("kind",), 9: TAIL, 14: TAIL},
    "hidden_match": {11: (*TAIL, "secret")},
    # Seals can be checked only when the hidden-draw secret is public; card 3 is unsealed.
    "hidden_match_under_way": {
        3: ("cards.0", "cards.1", "seals.0", "seals.1"),
        5: (*TAIL, "secret"),
    },
    "hands_under_way": {
        3: (*(f"{name}.{i}" for name in ("cards", "seals") for i in range(5)), "label"),
        4: (*TAIL, "secret"),
    },
    "hands_to_the_end": {11: (*TAIL, "secret")},
    "rewound_match": {20: TAIL},
    "amended_match": {17: TAIL},
    # What the clock says of time; how a correction mends; the round for which nothing came yet.
    "amended_beacon_match": {
        5: ("brake", "due.bob", "due.carol", "missed.bob.count", "missed.carol.count"),
        8: TAIL,
        11: ("kind", "patch.0.op", "reason"),
        12: TAIL,
        13: ("round",),
    },
    "beacon_match_without_secret": {12: TAIL, 13: ("round",)},
    "amended_sealed_match": {8: ("brake", "due.bob", "missed.bob.count"), 10: TAIL},
    "amended_hidden_match": {
        3: ("brake", "due.bob", "missed.bob.count"),
        5: (*TAIL, "secret"),
    },
}
"""Of every demo log, the values that can be changed unnoticed: all lie in the uncited tail."""

UNNOTICED_IF_DELETED: dict[str, tuple[int, ...]] = {
    "referee_match": (18, 19),
    "chained_match": (16, 17),
    "unnamed_mode_match": (3, 4),
    "public_match": (8, 9),
    "sealed_match": (8, 9),
    "external_match": (8, 9),
    "withheld_match": (7, 8, 12, 13),
    "hidden_match": (8, 9, 10, 12, 13, 14),
    "hidden_match_under_way": (4,),
    "hands_under_way": (3,),
    "hands_to_the_end": (7, 8, 9, 10, 12, 13, 14),
    "rewound_match": (19,),
    "amended_match": (16,),
    "amended_beacon_match": (7, 11, 13),
    "beacon_match_without_secret": (11, 13),
    "amended_sealed_match": (9,),
    "amended_hidden_match": (4, 6, 7),
}
"""The lines that can be left out unnoticed: rolls (only the full audit misses them), notes, end."""

every_demo = pytest.mark.parametrize("name", DEMO_LOGS)


# --- demo logs ----------------------------------------------------------------------------------


@every_demo
def test_demo_logs_are_sound_and_both_verifiers_count_the_same(name: str) -> None:
    raw = DEMO_LOGS[name]
    audit, alone = audits(raw), verify_log.verify(raw)
    assert audit.failures == ()
    for count, number in alone.counts.items():
        assert getattr(audit, count) == number
    assert audit.mode == alone.mode
    assert audit.lines == alone.total
    assert (audit.openings, audit.annulled) == (alone.n, alone.n - len(alone.alive))
    assert dict(audit.missing_orders) == alone.missing
    assert dict(audit.withheld_pledges) == alone.withheld
    assert list(audit.sheets_not_published) == alone.not_shown
    assert audit.last_cited == alone.cited
    assert audit.ended == alone.ended
    assert list(audit.corrections) == alone.corrections
    assert list(audit.seated) == alone.joined_anew
    assert (audit.drawing, audit.alone, audit.by_none) == (
        alone.drawing,
        alone.alone,
        alone.by_none,
    )
    assert {p: n for p, n in audit.automatic.items() if n} == {
        p: n for p, n in alone.automatic.items() if n
    }


@every_demo
def test_every_changed_value_is_noticed_outside_the_uncited_tail(name: str) -> None:
    lines, cited = lines_of(DEMO_LOGS[name]), audit_dice(parse_log(DEMO_LOGS[name])).last_cited
    missed: dict[int, tuple[str, ...]] = {}
    for one in unnoticed(tried(DEMO_LOGS[name])):
        if one.change == "changed":
            missed[one.k] = (*missed.get(one.k, ()), one.place)
    assert missed == {
        k: tuple(sorted(places, key=list(map(_dotted, leaves(lines[k]))).index))
        for k, places in UNNOTICED[name].items()
    }
    assert all(k > (cited or 0) for k in missed)


def _dotted(place: tuple[str | int, ...]) -> str:
    return ".".join(map(str, place))


@every_demo
def test_every_line_left_out_or_doubled_is_noticed_outside_the_uncited_tail(name: str) -> None:
    missed = list(unnoticed(tried(DEMO_LOGS[name])))
    deleted = tuple(one.k for one in missed if one.change == "left out")
    doubled = tuple(one.k for one in missed if one.change == "doubled")
    assert deleted == UNNOTICED_IF_DELETED.get(name, ())
    assert doubled == ()


@every_demo
def test_a_log_may_end_after_any_opening_and_not_within_one(name: str) -> None:
    lines = lines_of(DEMO_LOGS[name])
    for k in range(1, len(lines) + 1):
        audit = audits(chained(lines[:k]))
        inside = "lock" in [line["t"] for line in lines[:k]][-1:] or (
            [line["t"] for line in lines[:k] if line["t"] in ("lock", "state")][-1:] == ["lock"]
        )
        kind = lines[k - 1].get("kind")
        is_amended = "amended" in lines[0]["offer"]
        if kind == "beacon-round" or lines[k - 1]["t"] == "annul":
            # A round is fixed by itself where sheets must cite it; a rewind is one block.
            expected = "line-order" if kind else "rewind-false"
            allowed = kind is not None and is_amended
            assert [problem.code for problem in audit.failures] == [expected] * (not allowed)
            continue
        if is_amended and inside and lines[k - 1]["t"] != "lock":
            # What stands behind the open line, and the state line, is awaited still.
            assert "opening-unfinished" in [problem.code for problem in audit.failures]
            continue
        waits = lines[k - 1]["t"] == "lock" and audit.mode in ("sealed", "mutual", "beacon")
        assert (audit.locked is not None) == waits
        assert [p.code for p in audit.failures] == ["opening-unfinished"] * (inside and not waits)


@every_demo
def test_every_changed_byte_but_of_the_last_line_is_noticed(name: str) -> None:
    raw = DEMO_LOGS[name]
    last = raw[:-1].rfind(b"\n") + 1
    for place in range(0, last, 97):
        changed = raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]
        judged = package_judges(changed)
        assert judged == stand_alone_judges(changed)
        assert judged.is_noticed


def test_a_torn_last_line_is_reported_and_not_read() -> None:
    raw = DEMO_LOGS["referee_match"] + b'{"k":'
    audit = audits(raw)
    assert audit.verdict == "sound"
    assert audit.reports[0] == (
        "The log is cut off in the middle of a line, whose 5 bytes were not read: ask for it again."
    )
    assert verify_log.report(verify_log.verify(raw))[1] == (
        "A torn last line (5 bytes) was left out."
    )


# --- what is counted and said -------------------------------------------------------------------


def test_a_match_with_the_referees_chain_alone_says_what_the_referee_could_do() -> None:
    audit = audits(DEMO_LOGS["referee_match"])
    assert (audit.mode, audit.players_without_chain) == ("referee", ("alice", "bob", "carol"))
    assert audit.reports == (
        "21 lines in one unbroken chain, 4 openings: sound.",
        "5 rolls (23 dice) and 1 shuffle follow from the locked orders and the opened secrets.",
        "This audit does not know the rules: whether a roll was left out or wrongly named, only "
        "the full audit can say, which plays the match again.",
        "The referee corrected the state (line k=14): 'a unit was lost by mistake'",
        "Openings without a sheet of a seat: alice 1, bob 2, carol 1. That is usual: a seat sends "
        "none while nothing is due from it.",
        "This match was made before the amended rules: whoever wrote sheets of the built-in "
        "player could choose among them, and so among dice.",
        "The last line that a published sheet cites is k=15; the lines after it are not yet "
        "countersigned and could still be replaced by the referee.",
        "Mode: referee.",
        "Without a chain of their own: alice, bob and carol. The referee could have chosen the "
        "salts, could try variants of a state line against orders that they expect, and could, "
        "together with one player, foresee dice while orders could still change.",
        "Where one player alone sends a sheet, the referee and that player together own its dice; "
        "where none does, and the built-in player has all sheets, the referee alone. A referee "
        "who plays is both.",
        "The referee can still say that a mail never arrived, tell somebody the dice before they "
        "are published, or refuse to go on.",
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("new_match", "No published sheet cites a line of this log: nothing is countersigned yet."),
        ("mutual_match", "bob withheld 1 pledge, or is said to have."),
        (
            "chained_match",
            "The dice and cards of 1 of 3 openings depended on one seat (it and the referee "
            "together "
            "own them), those of 0 on no seat (the referee owns them).",
        ),
        (
            "amended_beacon_match",
            "Sheets of the built-in player, or written for a silent seat: bob 1, carol 1. "
            "Anyone can write them again.",
        ),
        ("beacon_match", "The referee chose the rounds of the beacon with the sheets in hand."),
        (
            "withheld_match",
            "Not proven from opening 3 on: its sheet of alice, bob and carol is not in the log; no "
            "opening follows it.",
        ),
        (
            "chained_match",
            "Openings without a sheet of a seat: bob 1, carol 2. That is usual: a seat sends none "
            "while nothing is due from it.",
        ),
        ("chained_match", "Mode: referee."),
        ("unnamed_mode_match", "Mode: referee."),
        ("external_match", "4 rolls taken on trust."),
        ("rewound_match", "2 openings annulled."),
        (
            "chained_match",
            "carol joined anew (line k=13): the chain and key of before count no more.",
        ),
        (
            "withheld_match",
            "Sheets locked but not published yet: alice in opening 3, bob in opening 3, "
            "carol in opening 3.",
        ),
        ("hidden_match", "2 hidden draws made public, each as it was sealed."),
        ("hidden_match", "All 7 seals follow from the hidden-draw secret."),
        (
            "hidden_match_under_way",
            "2 hidden draws not yet checkable: the hidden-draw secret is published when the match "
            "is over.",
        ),
        ("beacon_match", "2 rolls (6 dice) and 0 shuffles follow from the locked orders and the "
         "opened secrets."),
    ],
)  # fmt: skip
def test_what_is_noticed_is_reported(name: str, said: str) -> None:
    assert said in audits(DEMO_LOGS[name]).reports


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("chained_match", "The referee and the player whose sheet comes last could, together"),
        ("public_match", "Friendly play only: there is no secret"),
        ("mutual_match", "There is no referee: the last to open their pledge sees"),
        ("sealed_match", "After the lock a player may still withhold their pledge"),
        ("beacon_match", "A lock that is mailed after its round came out proves nothing"),
        ("external_match", "The dice were rolled elsewhere"),
    ],
)
def test_each_mode_says_what_it_cannot_prevent(name: str, said: str) -> None:
    assert any(report.startswith(said) for report in audits(DEMO_LOGS[name]).reports)


def test_one_die_and_one_opening_are_said_in_the_singular() -> None:
    match = DemoMatch()
    match.opens()
    match.roll("a", 1)
    match.state()
    assert audits(match.raw).reports[:2] == (
        "5 lines in one unbroken chain, 1 opening: sound.",
        "1 roll (1 die) and 0 shuffles follow from the locked orders and the opened secrets.",
    )


def test_only_published_sheets_countersign() -> None:
    match = DemoMatch()
    audit = audits(match.raw)
    assert audit.last_cited is None
    match.turn(withheld=True)
    assert audits(match.raw).last_cited is None
    match.turn()
    assert audits(match.raw).last_cited == 5


def test_the_mode_follows_from_the_anchors_where_the_offer_names_none() -> None:
    lines = lines_of(DEMO_LOGS["mutual_match"])[:1]
    assert audits(offered(lines[0], mode=None)).mode == "mutual"
    lines = lines_of(DEMO_LOGS["public_match"])[:1]
    assert audits(offered(lines[0], mode=None)).mode == "public"


# --- any bytes, any change ----------------------------------------------------------------------


@given(st.binary(max_size=200))
@example(b"}\r")
def test_any_bytes_are_judged_without_a_traceback(raw: bytes) -> None:
    assert package_judges(raw) == stand_alone_judges(raw)
    assert package_says(raw) != "sound"
    follows = DEMO_LOGS["new_match"] + raw
    assert package_judges(follows) == stand_alone_judges(follows)


@pytest.mark.parametrize("raw", MALFORMED)
def test_malformed_lines_are_failures(raw: bytes) -> None:
    assert not audits(DEMO_LOGS["new_match"] + raw + b"\n").sound
    assert package_says(raw + b"\n") == stand_alone_says(raw + b"\n") == "unreadable"


@pytest.mark.parametrize("raw", NOT_CANONICAL)
def test_what_is_understood_but_not_canonical_is_a_failure_of_its_line(raw: bytes) -> None:
    first, others = DEMO_LOGS["public_match"].split(b"\n", 1)
    note = raw.replace(b"{", b'{"kind":"x","t":"note",', 1)
    log = first + b"\n" + note + b"\n" + others
    judged = package_judges(log)
    assert judged == stand_alone_judges(log)
    assert judged.lines[0] == 1


def test_a_damaged_first_line_is_damaged_for_all_even_when_torn() -> None:
    raw = DEMO_LOGS["new_match"]
    for damaged in (raw[:-1], raw[:-9], b"x" + raw, raw.replace(b'"t":"genesis"', b"")):
        assert package_says(damaged) == stand_alone_says(damaged) == "damaged"


ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 9)
    | st.sampled_from([MAX_INTEGER, 2**32, "", "a", "1", "alice", "two words", "ä", secret()]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("abn"), inner),
    max_leaves=4,
)


@settings(max_examples=300)
@given(st.sampled_from(sorted(DEMO_LOGS)), st.data())
def test_both_verifiers_agree_on_any_change(name: str, data: st.DataObject) -> None:
    lines = lines_of(DEMO_LOGS[name])
    k = data.draw(st.integers(0, len(lines) - 1))
    place = data.draw(st.sampled_from(sorted(leaves(lines[k]), key=_dotted)))
    depth = data.draw(st.integers(1, max(1, len(place))))
    lines[k] = replaced(lines[k], place[:depth], data.draw(ANYTHING))
    raw = chained(lines)
    assert package_judges(raw) == stand_alone_judges(raw)


@settings(max_examples=100)
@given(st.sampled_from(sorted(DEMO_LOGS)), st.data())
def test_both_verifiers_agree_on_any_order_of_the_lines(name: str, data: st.DataObject) -> None:
    first, *others = lines_of(DEMO_LOGS[name])
    raw = chained([first, *data.draw(st.permutations(others))])
    assert package_judges(raw) == stand_alone_judges(raw)
