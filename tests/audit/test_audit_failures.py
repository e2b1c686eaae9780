"""What the dice audit finds wrong, failure by failure; both verifiers find it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.audit import tfd1
from adjudicator.audit.log import (
    Annul,
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
from adjudicator.audit.verifiers import verify_log
from adjudicator.core.values import FrozenMap
from tests.audit.audited import audits, failing, offered
from tests.audit.demo_logs import DEMO_LOGS, DemoMatch, secret
from tests.audit.log_changes import chained, lines_of


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
    failures = audits(offered(lines_of(DEMO_LOGS[name])[0], **fields)).failures
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
    assert failing(match) == [
        ("chain-false", (2, "pledges", "alice")),
        ("chain-false", (2, "pledges", "alice")),
    ]
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
    # Nor is any of them opened where no sheet is locked (3.10 [A3]).
    assert failing(match) == [
        ("chain-false", (2, "pledges", "bob")),
        ("chain-false", (2, "pledges", "bob")),
        ("chain-false", (5, "pledges", "bob")),
        ("chain-false", (5, "pledges", "bob")),
        ("chain-false", (8, "pledges", "bob")),
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


def test_a_match_may_go_back_to_its_start_and_does_not_end_within_the_rewind() -> None:
    match = DemoMatch()
    match.turn()
    match.add(Annul(n=1, reason="the map was wrong"))
    assert failing(match) == [("rewind-false", (6,))]
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
    # What an earlier opening reached, the sheets of the next must have seen too (3.10 [A4]).
    match = DemoMatch(chains=True)
    match.add(Seat(n=0, join=match.join("bob")))
    early_head = match.head
    match.turn()
    match.opens([match.sheet("alice", early_head)])
    match.state()
    assert failing(match) == [("sheet-false", (7, "files", "alice", "head"))]


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
    match.add(Note(kind="remark"))
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
