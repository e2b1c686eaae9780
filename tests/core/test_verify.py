"""The dice audit and the stand-alone verifier: what they prove, and that they agree."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudicator.core import tfd1
from adjudicator.core.dice_audit import DiceAudit
from adjudicator.core.log import (
    Annul,
    BeaconRound,
    Correction,
    End,
    ExternalRoll,
    Lock,
    Note,
    Open,
    Payload,
    Rewind,
    Roll,
    Seat,
    Sheets,
    StateReached,
    Unseal,
    append,
    parse_log,
)
from adjudicator.core.problem import Unusable
from adjudicator.core.values import MAX_INTEGER, FrozenMap
from adjudicator.core.verify import audit_dice
from adjudicator.verifiers import verify_log
from tests.core.bad_lines import MALFORMED, NOT_CANONICAL
from tests.core.demo_logs import DEMO_LOGS, DemoMatch, secret
from tests.core.foreign_log import foreign_log
from tests.core.log_changes import (
    Judged,
    chained,
    leaves,
    lines_of,
    package_judges,
    package_says,
    replaced,
    stand_alone_judges,
    stand_alone_says,
)
from tests.core.mutations import tried, unnoticed

TAIL = ("engine", "sha256")
UNNOTICED: dict[str, dict[int, tuple[str, ...]]] = {
    "new_match": {},
    "referee_match": {17: TAIL},
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
}
"""Of every demo log, the values that can be changed unnoticed: all lie in the uncited tail."""

UNNOTICED_IF_DELETED: dict[str, tuple[int, ...]] = {
    "referee_match": (15, 16),
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
}
"""The lines that can be left out unnoticed: rolls (only the full audit misses them), notes, end."""

every_demo = pytest.mark.parametrize("name", DEMO_LOGS)


def audits(raw: bytes) -> DiceAudit:
    """The audit of a log, on whose soundness the stand-alone verifier agrees."""
    audit = audit_dice(parse_log(raw))
    assert stand_alone_says(raw) == ("sound" if audit.sound else "refuted")
    return audit


def failing(match: DemoMatch) -> list[tuple[str, tuple[str | int, ...]]]:
    """Code and place of each failure."""
    return [(problem.code, problem.path) for problem in audits(match.raw).failures]


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
        if lines[k - 1].get("kind") == "beacon-round":
            assert [problem.code for problem in audit.failures] == ["line-order"]
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
        assert judged.verdict != "sound"


def test_a_torn_last_line_is_reported_and_not_read() -> None:
    raw = DEMO_LOGS["referee_match"] + b'{"k":'
    audit = audits(raw)
    assert audit.sound
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
        "18 lines in one unbroken chain, 3 openings: sound.",
        "5 rolls (23 dice) and 1 shuffle follow from the locked orders and the opened secrets.",
        "This audit does not know the rules: whether a roll was left out or wrongly named, only "
        "the full audit can say, which plays the match again.",
        "The referee corrected the state (line k=11): 'a unit was lost by mistake'",
        "Openings without a sheet of a seat: bob 1. That is usual: a seat sends none while nothing "
        "is awaited from it.",
        "The last line that a published sheet cites is k=12; the lines after it are not yet "
        "countersigned and could still be replaced by the referee.",
        "Mode: referee.",
        "Without a chain of their own: alice, bob, carol. The referee could have chosen the "
        "salts, could try variants of a state line against orders that he expects, and could, "
        "together with one player, foresee dice while orders could still change.",
        "The referee can still say that a mail never arrived, tell somebody the dice before he "
        "publishes them, or refuse to go on.",
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("new_match", "No published sheet cites a line of this log: nothing is countersigned yet."),
        ("chained_match", "bob withheld 1 pledge."),
        (
            "chained_match",
            "Openings without a sheet of a seat: bob 1, carol 2. That is usual: a seat sends none "
            "while nothing is awaited from it.",
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
        ("mutual_match", "There is no referee: the last to open his pledge sees the dice first"),
        ("sealed_match", "After the lock a player may still withhold his pledge"),
        ("beacon_match", "Whether the beacon values are genuine"),
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
    assert audits(_offered(lines[0], mode=None)).mode == "mutual"
    lines = lines_of(DEMO_LOGS["public_match"])[:1]
    assert audits(_offered(lines[0], mode=None)).mode == "public"


def _offered(genesis: dict[str, Any], **fields: Any) -> bytes:
    """A log of one line whose offer has other fields, joins and gid made right."""
    offer = {**genesis["offer"], **fields}
    offer = {key: value for key, value in offer.items() if value is not None or key != "mode"}
    joins = [{**join, "offer": tfd1.json_hash(offer)} for join in genesis["joins"]]
    gid = tfd1.gid(offer, joins)
    return chained([{**genesis, "offer": offer, "joins": joins, "gid": gid}])


# --- failures, one by one -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "fields", "places"),
    [
        ("public_match", {"mode": "referee"}, [("offer", "anchor")]),
        ("public_match", {"mode": "external"}, [("offer", "anchor")]),
        ("referee_match", {"mode": "public"}, [("offer", "anchor")]),
        ("referee_match", {"mode": "mutual"}, [("offer", "anchor")]),
        ("mutual_match", {"mode": "public"}, [("joins",)]),
    ],
)
def test_a_mode_and_its_chains_go_together(
    name: str, fields: dict[str, Any], places: list[tuple[str, ...]]
) -> None:
    failures = audits(_offered(lines_of(DEMO_LOGS[name])[0], **fields)).failures
    assert [(problem.code, problem.path[1:]) for problem in failures] == [
        ("mode-false", place) for place in places
    ]


def test_a_genesis_holds_its_own_joins_in_order() -> None:
    genesis = lines_of(DEMO_LOGS["referee_match"])[0]
    joins = genesis["joins"]
    swapped = {**genesis, "joins": [joins[1], joins[0], joins[2]]}
    assert [(p.code, p.path) for p in audits(chained([swapped])).failures] == [
        ("genesis-false", (0, "joins"))
    ]
    foreign = {**genesis, "joins": [joins[0], {**joins[1], "offer": secret()}, joins[2]]}
    assert [(p.code, p.path) for p in audits(chained([foreign])).failures] == [
        ("genesis-false", (0, "gid")),
        ("genesis-false", (0, "joins", 1, "offer")),
    ]
    doubled = _rejoined(genesis, [joins[0], joins[0]])
    assert [(p.code, p.path) for p in audits(doubled).failures] == [("genesis-false", (0, "joins"))]


def _rejoined(genesis: dict[str, Any], joins: list[dict[str, Any]]) -> bytes:
    return chained([{**genesis, "joins": joins, "gid": tfd1.gid(genesis["offer"], joins)}])


def test_a_genesis_that_is_not_understood_leaves_the_mode_open() -> None:
    raw = chained([{**lines_of(DEMO_LOGS["referee_match"])[0], "gid": 1}])
    audit = audits(raw)
    assert audit.mode is None
    assert audit.reports == (
        "The log is refuted: 1 failure.",
        "No published sheet cites a line of this log: nothing is countersigned yet.",
    )
    assert "Lines: 1. Mode: unknown." in verify_log.report(verify_log.verify(raw))


def test_a_line_that_is_not_understood_ends_the_audit_but_not_the_chain() -> None:
    match = DemoMatch()
    match.turn()
    raw = match.raw + b"[]\n" + match.raw.splitlines()[1] + b"\n"
    assert [(p.code, p.path) for p in audits(raw).failures] == [
        ("line-malformed", (6,)),
        ("line-misnumbered", (7, "k")),
        ("line-unchained", (7, "prev")),
    ]


def test_a_lock_names_every_player() -> None:
    match = DemoMatch()
    match.add(Lock(n=1, orders=FrozenMap({"alice": None}), files=FrozenMap()))
    assert ("lock-false", (1, "orders")) in failing(match)
    match = DemoMatch()
    nobody = FrozenMap(dict.fromkeys([*match.players, "zoe"]))
    match.add(Lock(n=1, orders=nobody, files=FrozenMap()))
    assert ("lock-false", (1, "orders")) in failing(match)


def test_a_lock_shows_all_sheets_or_none() -> None:
    match = DemoMatch()
    match.turn()
    lock = lines_of(match.raw)[1]
    del lock["files"]["bob"]
    raw = chained([lines_of(match.raw)[0], lock, *lines_of(match.raw)[2:]])
    assert [(p.code, p.path) for p in audits(raw).failures] == [("lock-false", (1, "files"))]


def test_openings_are_numbered_one_by_one() -> None:
    match = DemoMatch()
    match.n = 1
    match.opens()
    assert failing(match) == [("wrong-opening", (1, "n"))]


@pytest.mark.parametrize(
    ("field", "value", "code", "place"),
    [
        ("player", "bob", "sheet-false", "player"),
        ("game", secret("other"), "sheet-false", "game"),
        ("n", 2, "sheet-false", "n"),
        ("head", secret("other"), "sheet-false", "head"),
    ],
)
def test_a_sheet_is_for_this_player_match_and_opening(
    field: str, value: object, code: str, place: str
) -> None:
    match = DemoMatch()
    sheet = match.sheet("alice").model_copy(update={field: value})
    match.opens([sheet.model_copy(update={"player": "alice"})])
    lines = lines_of(match.raw)
    lines[1]["files"]["alice"] = sheet.to_json()
    lines[1]["orders"]["alice"] = tfd1.json_hash(sheet.to_json())
    found = [(p.code, p.path) for p in audits(chained(lines)).failures]
    assert (code, (1, "files", "alice", place)) in found


def test_a_sheet_hashes_to_the_entry_of_its_lock() -> None:
    match = DemoMatch()
    match.turn()
    lines = lines_of(match.raw)
    lines[1]["files"]["alice"]["orders"] = {}
    assert [(p.code, p.path) for p in audits(chained(lines)).failures] == [
        ("sheet-false", (1, "files", "alice"))
    ]


def test_a_late_sheet_answers_a_line_before_its_lock() -> None:
    match = DemoMatch()
    lock_head = match.head
    match.opens([])
    match.state()
    cites_itself = match.sheet("alice")
    match.opens([cites_itself], withheld=True)
    match.state()
    match.add(Sheets(n=2, files=FrozenMap({"alice": cites_itself})))
    assert failing(match) == []
    lines = lines_of(match.raw)
    # The same sheet, locked one opening too early: it answers a line that came later.
    lines[1]["orders"]["alice"] = tfd1.json_hash(cites_itself.to_json())
    lines[-1]["n"] = 1
    found = [(p.code, p.path) for p in audits(chained(lines)).failures]
    assert ("sheet-false", (7, "files", "alice", "head")) in found
    assert lock_head.k == 0


def test_a_sheet_is_shown_once_and_for_an_opening_that_was() -> None:
    match = DemoMatch()
    sheets = FrozenMap({"alice": match.sheet("alice")})
    match.opens(sheets.values())
    match.add(Sheets(n=1, files=sheets), Sheets(n=2, files=sheets), Sheets(n=1, files=FrozenMap()))
    match.state()
    assert failing(match) == [
        ("sheet-false", (3, "files", "alice")),
        ("wrong-opening", (4, "n")),
        ("sheet-false", (5, "files")),
    ]


def test_the_pledge_of_a_sheet_is_the_one_opened() -> None:
    match = DemoMatch(chains=True)
    keeps_back = match.sheet("alice")
    match.opens([keeps_back], silent=["alice"])
    match.state()
    assert failing(match) == [("chain-false", (2, "pledges", "alice"))]
    match = DemoMatch(chains=True)
    none = match.sheet("alice").model_copy(update={"pledge": None})
    match.opens([none], withheld=True)
    match.add(Sheets(n=1, files=FrozenMap({"alice": none})))
    match.state()
    assert failing(match) == [("chain-false", (3, "pledges", "alice"))]


def opened(match: DemoMatch, **fields: Any) -> None:
    """Adds lock and open of nobody's sheets, with other fields, under the key that they make."""
    pledges = fields.get("pledges", dict.fromkeys(match.players))
    ref = fields.get("ref", match.ref(match.n + 1))
    match.n += 1
    shares = [tfd1.Share(player, None, pledges.get(player)) for player in match.players]
    key = tfd1.turn_key(ref, match.gid, match.n, beacon=None, shares=shares)
    match.add(
        Lock(n=match.n, orders=FrozenMap(dict.fromkeys(match.players)), files=FrozenMap()),
        Open(n=match.n, ref=ref, pledges=FrozenMap(pledges), beacon=None, key=key),
    )


def test_the_referee_opens_his_chain_value() -> None:
    match = DemoMatch()
    opened(match, ref=None)
    match.state()
    opened(match, ref=match.ref(1))
    match.state()
    opened(match)
    match.state()
    assert failing(match) == [("chain-false", (2, "ref")), ("chain-false", (5, "ref"))]
    match = DemoMatch(mode="public")
    opened(match, ref=secret())
    match.state()
    assert failing(match) == [("chain-false", (2, "ref"))]


def test_a_pledge_is_a_value_of_the_players_chain() -> None:
    match = DemoMatch(chains=True)
    for value in (match.pledge("bob", 3), secret()):
        opened(match, pledges={"alice": None, "bob": value, "carol": None})
        match.state()
    opened(match, pledges={"alice": None, "bob": match.pledge("bob", 3), "carol": None})
    match.state()
    assert failing(match) == [
        ("chain-false", (2, "pledges", "bob")),
        ("chain-false", (5, "pledges", "bob")),
    ]


def test_the_pledges_name_every_player() -> None:
    match = DemoMatch()
    opened(match, pledges={"alice": None})
    match.state()
    assert failing(match) == [("lock-false", (2, "pledges"))]


def test_a_chain_ends_with_its_last_link() -> None:
    match = DemoMatch()
    for _ in range(16):
        match.opens([])
        match.state()
    opened(match, ref=secret())
    match.state()
    assert failing(match) == [("chain-false", (50, "ref"))]


def test_the_key_follows_from_lock_and_open() -> None:
    match = DemoMatch()
    match.turn()
    lines = lines_of(match.raw)
    lines[2]["key"] = secret()
    assert [(p.code, p.path) for p in audits(chained(lines)).failures] == [
        ("key-false", (2, "key"))
    ]


def test_a_line_belongs_to_the_present_opening() -> None:
    match = DemoMatch()
    match.turn()
    lines = lines_of(match.raw)
    for k in range(2, 6):
        lines[k]["n"] = 2
    assert [(p.code, p.path) for p in audits(chained(lines)).failures] == [
        ("wrong-opening", (k, "n")) for k in range(2, 6)
    ]


def test_a_label_is_used_once_among_the_openings_that_stand() -> None:
    match = DemoMatch()
    match.opens()
    match.roll("a")
    match.shuffle("a")
    match.state()
    match.opens()
    match.roll("a")
    match.state()
    assert failing(match) == [("label-reused", (4, "label")), ("label-reused", (8, "label"))]
    match.add(Annul(n=2, reason="label"), Rewind(to=1))
    assert failing(match) == [("label-reused", (4, "label"))]


def test_a_roll_and_a_shuffle_are_what_the_key_makes() -> None:
    match = DemoMatch()
    match.opens()
    match.roll("a")
    match.shuffle("b")
    match.state()
    lines = lines_of(match.raw)
    lines[3]["values"][1] = lines[3]["values"][1] % 6 + 1
    lines[4]["order"].reverse()
    assert [(p.code, p.path) for p in audits(chained(lines)).failures] == [
        ("draw-false", (3, "values")),
        ("draw-false", (4, "order")),
    ]


def test_external_dice_belong_to_external_mode() -> None:
    match = DemoMatch()
    match.opens()
    match.add(ExternalRoll(n=1, label="a", sides=6, values=(1, 7)))
    match.state()
    assert failing(match) == [("mode-false", (3, "kind")), ("draw-false", (3, "values"))]
    match = DemoMatch(mode="external")
    match.opens()
    match.roll("a")
    match.state()
    assert failing(match) == [("mode-false", (3, "t"))]


def test_seals_need_a_hidden_draw_secret() -> None:
    match = DemoMatch()
    match.opens()
    match.sealed_roll("a", 1, 6)
    match.state()
    match.add(End(hidden=match.hidden))
    assert failing(match) == [("seal-false", (3, "t")), ("secret-false", (5, "hidden"))]


def test_a_false_seal_is_found_at_the_end() -> None:
    match = DemoMatch(hidden=True)
    match.opens(withheld=True)
    match.sealed_roll("a", 2, 6)
    match.sealed_deck("b", ("c1", "c2"))
    match.state()
    lines = lines_of(match.raw)
    lines[3]["seals"][1] = secret()
    lines[4]["seals"].append(secret())
    raw = chained(lines)
    assert [(p.code, p.path) for p in audits(raw).failures] == [("seal-false", (4, "seals"))]
    head = parse_log(raw).head
    raw += append(head, End(hidden=match.hidden))[0]
    assert [(p.code, p.path) for p in audits(raw).failures] == [
        ("seal-false", (3, "seals")),
        ("seal-false", (4, "seals")),
        ("seal-false", (4, "seals")),
    ]


def sealed_opening() -> tuple[DemoMatch, tuple[tfd1.Sealed, ...], tuple[tfd1.Sealed, ...]]:
    match = DemoMatch(hidden=True)
    match.opens(withheld=True)
    return match, match.sealed_deck("deck", ("c1", "c2")), match.sealed_roll("dice", 1, 6)


def test_an_unsealed_card_is_the_sealed_one() -> None:
    match, deck, dice = sealed_opening()
    (top, _), (die,) = deck, dice
    number = int(die.value)
    match.add(
        Unseal(n=1, label="deck", i=1, value="c3", salt=top.salt),
        Unseal(n=1, label="deck", i=1, value=top.value, salt=secret()),
        Unseal(n=1, label="deck", i=3, value="c1", salt=top.salt),
        Unseal(n=2, label="deck", i=1, value=top.value, salt=top.salt),
        Unseal(n=1, label="dice", i=1, value=str(number), salt=die.salt),
        Unseal(n=1, label="dice", i=1, value=7, salt=die.salt),
    )
    match.state()
    assert failing(match) == [
        ("unseal-false", (5, "value")),
        ("unseal-false", (6, "value")),
        ("unseal-false", (6, "i")),
        ("unseal-false", (7, "i")),
        ("unseal-false", (8, "i")),
        ("unseal-false", (9, "value")),
        ("unseal-false", (10, "value")),
        ("unseal-false", (10, "i")),
    ]


def test_a_seal_may_be_opened_again_after_a_rewind() -> None:
    match, (top, _), _ = sealed_opening()
    match.state()
    unseal = Unseal(n=1, label="deck", i=1, value=top.value, salt=top.salt)
    for again in (2, 3):
        match.opens(withheld=True)
        match.add(unseal)
        match.state()
        if again == 2:
            match.add(Annul(n=2, reason="wrong map"), Rewind(to=1))
    assert failing(match) == []


def test_openings_are_annulled_newest_first() -> None:
    match = DemoMatch()
    match.turn()
    match.turn()
    match.add(Annul(n=1, reason="older"), Rewind(to=2))
    assert failing(match) == [("rewind-false", (11, "n")), ("rewind-false", (12, "to"))]
    match = DemoMatch()
    match.add(Annul(n=1, reason="nothing to annul"), Rewind(to=0))
    assert failing(match) == [("rewind-false", (1, "n"))]


def test_a_match_may_go_back_to_its_start_and_end_with_an_annulment() -> None:
    match = DemoMatch()
    match.turn()
    match.add(Annul(n=1, reason="the map was wrong"))
    assert failing(match) == []
    match.add(Rewind(to=0))
    match.turn()
    assert failing(match) == []


def test_a_seat_is_taken_over_after_the_last_opening() -> None:
    match = DemoMatch(chains=True)
    match.add(Seat(n=0, join=match.join("bob").model_copy(update={"anchor": None})))
    match.chains.pop("bob")
    match.turn()
    assert failing(match) == []
    foreign = match.join("carol", 1).model_copy(update={"offer": secret(), "player": "zoe"})
    match.add(Seat(n=2, join=foreign))
    assert failing(match) == [
        ("wrong-opening", (7, "n")),
        ("genesis-false", (7, "join", "offer")),
        ("seat-false", (7, "join", "player")),
    ]


def test_sheets_must_have_seen_a_new_join_before_their_lock() -> None:
    match = DemoMatch(chains=True)
    match.turn()
    early = [match.sheet(player) for player in ("alice", "carol")]
    match.chains["bob"] = secret("bob", "again")
    match.add(Seat(n=1, join=match.join("bob", 1)))
    match.opens([early[0], match.sheet("bob"), match.sheet("carol")])
    match.state()
    assert failing(match) == [("sheet-false", (7, "files", "alice", "head"))]
    # Later openings are not concerned: there the head only has to be a line of this log.
    match = DemoMatch(chains=True)
    match.add(Seat(n=0, join=match.join("bob")))
    early_head = match.head
    match.turn()
    match.opens([match.sheet("alice", early_head)])
    match.state()
    assert failing(match) == []


def test_public_mode_has_no_chain_that_comes_later_either() -> None:
    match = DemoMatch(mode="public")
    match.turn()
    match.add(Seat(n=1, join=match.join("bob").model_copy(update={"anchor": secret()})))
    assert failing(match) == [("mode-false", (6, "join", "anchor"))]


STATE = StateReached(n=1, sha256=secret(), engine="demo rules-1")
CORRECTION = Correction(n=1, reason="a mistake", patch=())


@pytest.mark.parametrize(
    "payload",
    [
        STATE,
        Roll(n=1, label="a", sides=6, values=()),
        Rewind(to=1),
        ExternalRoll(n=1, label="a", sides=6, values=()),
        Unseal(n=1, label="a", i=1, value=1, salt=secret()),
        DemoMatch().genesis,
    ],
    ids=lambda payload: str(payload.t),
)
def test_lines_that_may_not_stand_between_openings(payload: Payload) -> None:
    match = DemoMatch()
    match.turn()
    match.add(payload)
    assert failing(match) == [("line-order", (6,))]


@pytest.mark.parametrize(
    "payload",
    [
        Annul(n=1, reason=""),
        Rewind(to=0),
        End(hidden=secret()),
        Seat(n=1, join=DemoMatch().join("bob")),
    ],
    ids=lambda payload: str(payload.t),
)
def test_lines_that_may_not_stand_within_an_opening(payload: Payload) -> None:
    match = DemoMatch()
    match.opens()
    match.add(payload)
    match.state()
    assert failing(match) == [("line-order", (3,))]


def test_nothing_follows_the_end_and_only_sheets_the_last_state() -> None:
    match = DemoMatch(hidden=True)
    match.turn()
    match.add(End(hidden=match.hidden), Note(kind="remark"))
    assert failing(match) == [("line-order", (7,))]
    match = DemoMatch()
    match.turn()
    match.add(CORRECTION)
    assert failing(match) == [("line-order", (6, "kind"))]
    match.turn()
    assert failing(match) == []


def test_no_opening_follows_the_sheets_after_the_last_state() -> None:
    match = DemoMatch()
    sheets = FrozenMap({"alice": match.sheet("alice")})
    match.opens(sheets.values(), withheld=True)
    match.state()
    match.add(Sheets(n=1, files=sheets))
    assert failing(match) == []
    match.opens()
    assert failing(match) == [("line-order", (5,))]


def test_the_failures_name_line_and_paragraph() -> None:
    match = DemoMatch()
    match.opens()
    (problem,) = audits(match.raw).failures
    assert problem.code == "opening-unfinished"
    assert problem.message == "the log ends in the middle of opening 1, without its state line"
    assert (problem.rule, problem.facts) == ("TFD1 3.6", (("line", 3),))
    assert "The log is refuted: 1 failure." in audits(match.raw).reports


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


# --- the stand-alone file -----------------------------------------------------------------------

SCRIPT = Path(verify_log.__file__)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the file as a player would: alone, from another folder, in isolated mode."""
    command = [sys.executable, "-I", str(SCRIPT), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_file_runs_alone_and_its_exit_code_says_the_result(tmp_path: Path) -> None:
    (tmp_path / "sound.jsonl").write_bytes(DEMO_LOGS["referee_match"])
    done = run(tmp_path, "sound.jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("SOUND\nLines: 18. Mode: referee.\n")


def test_the_file_imports_nothing_of_the_package() -> None:
    assert "adjudicator" not in SCRIPT.read_text().replace("adjudicate", "")


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = verify_log.main(arguments)
    streams = capsys.readouterr()
    return code, streams.out, streams.err


Call = Callable[..., tuple[int, str, str]]


def test_a_refuted_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(DEMO_LOGS["referee_match"][:-1].rsplit(b"\n", 1)[0] + b"\n")
    code, out, _ = called(capsys, str(log))
    assert code == 1
    assert out.startswith(
        "REFUTED\nline k=16: the log ends within opening 3, without its state line\n"
    )
    code, _, err = called(capsys, str(log), "--die", "turn-1/attackers")
    assert (code, err) == (1, f"{log}: the log is refuted; run without --die\n")


def test_no_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    assert called(capsys, str(log))[0] == 4
    log.write_bytes(b"no log\n")
    code, _, err = called(capsys, str(log))
    assert (code, err) == (4, f"{log}: a TFD1 log begins with a genesis line\n")
    log.write_bytes(b"")
    assert called(capsys, str(log)) == (4, "", f"{log}: there is no whole line\n")


def test_one_roll_step_by_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = DemoMatch()
    match.opens()
    match.roll("battle/Ligny/r1/att", 1)
    match.state()
    log = tmp_path / "log.jsonl"
    log.write_bytes(match.raw)
    code, out, _ = called(capsys, str(log), "--die", "battle/Ligny/r1/att")
    x = int(tfd1.mac(match.key, tfd1.message("draw", "battle/Ligny/r1/att", 1, 6, 0))[:8], 16)
    value = json.loads(match.raw.splitlines()[3])["values"][0]
    assert code == 0
    assert out == (
        "battle/Ligny/r1/att, a roll line of opening 1.\n"
        f"The key of opening 1: K={match.key}\n"
        "Draw 1, 6 sides; numbers from 4294967292 on are drawn again:\n"
        r"  printf 'tfd1:draw\nbattle/Ligny/r1/att\n1\n6\n0\n' | openssl dgst -sha256 -mac HMAC"
        f" -macopt hexkey:{match.key}\n"
        f"  begins with 0x{x:08x} = {x}\n"
        f"  {x} mod 6 + 1 = {value}\n"
        f"  The log says {value}.\n"
    )


def test_a_rejected_draw_is_shown_too() -> None:
    match = DemoMatch()
    match.opens()
    match.roll("reject", 20, 3221225472)
    match.state()
    said = verify_log.explain(verify_log.verify(match.raw), "reject")
    assert "  too large: again" in said


def test_a_shuffle_step_by_step() -> None:
    match = DemoMatch()
    match.opens()
    match.shuffle("deck", ("c1", "c2"))
    match.state()
    said = verify_log.explain(verify_log.verify(match.raw), "deck")
    order = tfd1.shuffle(match.key, "deck", ("c1", "c2"))
    position = tfd1.draw(match.key, "deck", 2, 2)
    assert said[2] == "Before: c1 c2"
    assert said[-2:] == [f"  Swap positions 2 and {position}.", f"After: {' '.join(order)}"]


def test_what_cannot_be_derived_is_said() -> None:
    found = verify_log.verify(DEMO_LOGS["external_match"])
    assert verify_log.explain(found, "turn-1/att") == [
        "turn-1/att, an external-roll line of opening 1.",
        "It was rolled elsewhere and is taken on trust.",
    ]
    found = verify_log.verify(DEMO_LOGS["hidden_match"])
    assert verify_log.explain(found, "scouts")[-1] == (
        "It is sealed: its values follow from the hidden-draw secret."
    )


def test_a_label_that_is_not_in_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(DEMO_LOGS["referee_match"])
    code, _, err = called(capsys, str(log), "--die", "x")
    assert (code, err) == (1, f"{log}: no roll has the label x\n")


def test_the_shell_prints_the_very_message() -> None:
    label = "it's%d\\n"
    message = tfd1.message("draw", label, 1, 6, 0)
    command = verify_log.printf(message)
    shown = subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=True)
    assert shown.stdout == message


def test_the_report_names_withheld_and_missing_things() -> None:
    said = verify_log.report(verify_log.verify(DEMO_LOGS["chained_match"]))
    assert "bob: openings without a sheet: 1; pledges withheld: 1." in said
    said = verify_log.report(verify_log.verify(DEMO_LOGS["withheld_match"]))
    assert "Sheet of bob for opening 3: not published." in said
    said = verify_log.report(verify_log.verify(DEMO_LOGS["hidden_match"]))
    assert "Hidden draws: 7, made public: 2; all checked." in said
    said = verify_log.report(verify_log.verify(DEMO_LOGS["hidden_match_under_way"]))
    assert "Hidden draws: 3, made public: 1; those still hidden not yet checkable." in said
    assert "No sheet in the log cites a line of it: nothing is countersigned yet." in said
    said = verify_log.report(verify_log.verify(DEMO_LOGS["public_match"]))
    assert said[-2].startswith("Friendly play: there is no secret at all.")


def test_no_log_at_all_is_unusable() -> None:
    with pytest.raises(Unusable):
        parse_log(b"")


def test_the_round_of_a_beacon_is_fixed_once_and_kept() -> None:
    match = DemoMatch(mode="beacon")
    match.add(BeaconRound(n=2, round=7), BeaconRound(n=1, round=8))
    match.opens(beacon=f"drand-quicknet:7:{secret('round')}")
    match.state()
    assert failing(match) == [
        ("wrong-opening", (1, "n")),
        ("beacon-false", (2, "round")),
        ("beacon-false", (4, "beacon")),
    ]


def test_a_round_that_was_not_fixed_and_a_lock_that_waits_are_reported() -> None:
    said = audits(DEMO_LOGS["beacon_match"]).reports
    assert "Opening 3 is locked and not opened yet." in said
    assert any("not fixed before the lock of opening 2" in line for line in said)


def test_what_foreign_logs_may_hold_is_accepted() -> None:
    raw = foreign_log()
    assert package_judges(raw) == stand_alone_judges(raw) == Judged("sound")
    assert audits(raw).corrections == ((4, ""),)
