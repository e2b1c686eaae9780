"""The stand-alone verifier under the amended rules: each attack of TFD1 3.10, and honest logs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit.verifiers import verify_log
from adjudicator.audit.verifiers.verify_log import Verifier, verify
from tests.audit.amended_logs import Lines, Script, name_of, signature, value, written
from tests.audit.demo_logs import secret
from tests.audit.log_changes import package_judges, stand_alone_judges


def blamed(lines: Lines) -> list[str]:
    """The lines that are blamed, by name; the package blames the same ones."""
    raw = written(lines)
    found = verify(raw)
    assert package_judges(raw) == stand_alone_judges(raw)
    return [name_of(lines[k]) for k in sorted({k for k, _ in found.failures})]


def place(lines: Lines, name: str) -> int:
    (found,) = (k for k, line in enumerate(lines) if name_of(line) == name)
    return found


def line(script: Script, name: str) -> Any:
    return script.lines[place(script.lines, name)]


def put(script: Script, before: str, *new: dict[str, Any]) -> None:
    where = place(script.lines, before)
    script.lines[where:where] = new


def remark(n: int = 1) -> dict[str, Any]:
    return {"t": "note", "kind": "remark", "n": n}


def plain(**fields: Any) -> Script:
    """Three openings in referee mode: all chains, carol plays herself, then two silent seats."""
    script = Script(**fields)
    script.turn()
    script.turn("alice")
    script.turn("bob", automatic=("alice", "carol"))
    return script


def beacon(**fields: Any) -> Script:
    script = Script(mode="beacon", **fields)
    for n in (1, 2, 3):
        script.fix_round(10 * n)
        script.turn(beacon=10 * n)
    return script


def hidden(*, ended: bool = True) -> Script:
    script = Script(hidden=True)
    script.opens()
    script.deals()
    script.lines.append({"t": "unseal", "n": 1, "label": "deck", "i": 1, "value": "", "salt": ""})
    script.state()
    script.turn()
    if ended:
        script.ends()
    return script


# --- honest logs --------------------------------------------------------------------------------


def whole(mode: str | None, *, chains: bool, amended: bool) -> Script:
    """Everything that may happen, in a mode without a beacon."""
    script = Script(mode=mode, chains=chains, amended=amended)
    if not amended:
        script.plays = ()
    silent = ("alice", "carol") if amended else ("carol",)
    script.turn()
    script.turn("bob", automatic=silent)
    script.lines.insert(-1, remark())
    script.corrects()
    script.rewinds()
    script.seats("bob")
    script.turn(shows=False)
    script.ends()
    return script


@pytest.mark.parametrize("mode", ["referee", "sealed", "mutual", None])
@pytest.mark.parametrize("chains", [True, False])
def test_an_honest_match_is_sound(mode: str | None, chains: bool) -> None:
    found = verify(whole(mode, chains=chains, amended=True).raw)
    assert (found.verdict, found.failures) == ("sound", [])
    assert found.automatic == {"alice": 1, "bob": 0, "carol": 3}
    assert (found.drawing, found.by_none) == (3, 0)
    assert found.withheld == {"alice": 0, "bob": 0, "carol": 0}


def test_an_honest_match_with_a_beacon_is_sound() -> None:
    script = beacon()
    script.corrects()
    script.fix_round(50)
    script.fix_round(60)
    assert blamed(script.lines) == []
    script.turn(beacon=60)
    assert blamed(script.lines) == []


def test_without_the_field_the_old_rules_bind() -> None:
    script = Script(mode="beacon", amended=False, plays=None)
    for n in (1, 2):
        newest = script.newest
        script.fix_round(n)
        script.newest = newest
        script.turn(automatic=(), beacon=n)
        del script.lines[place(script.lines, f"beacon-signature {n}")]
    script.lines.insert(-1, {"t": "note", "kind": "clock", "any": None})
    script.lines.insert(-1, {**script.clock(), "withheld": None})
    script.lines.insert(-1, {"t": "note", "kind": "beacon-signature"})
    assert blamed(script.lines) == []
    said = verify_log.report(verify(script.raw))
    assert (
        "This match was made before the amended rules: sheets that the built-in player wrote could"
        " be chosen, and the referee chose the round with the sheets in hand." in said
    )


# --- the offer (A7) -----------------------------------------------------------------------------


@pytest.mark.parametrize("amended", [None, True, 0, 2, "1"])
def test_amended_is_one_or_absent(amended: Any) -> None:
    script = plain()
    script.lines[0]["offer"]["amended"] = amended
    found = verify(written(script.lines))
    assert {k for k, _ in found.failures} == {0}
    assert (found.n, found.verdict) == (0, "refuted")


def test_mode_is_not_null() -> None:
    script = plain()
    script.lines[0]["offer"]["mode"] = None
    assert blamed(script.lines) == ["genesis 0"]


def test_no_player_has_the_name_of_the_referees_chain() -> None:
    script = Script(players=("alice", "referee"), plays=())
    script.turn("alice", automatic=())
    assert blamed(script.lines) == ["genesis 0"]


@pytest.mark.parametrize(
    "plays", [None, "carol", {"carol": 1}, ["dora"], ["carol", "bob"], ["carol", "carol"], [["a"]]]
)
def test_plays_lists_players_in_byte_order(plays: Any) -> None:
    script = Script()
    script.lines[0]["offer"]["plays"] = plays
    assert blamed(script.lines) == ["genesis 0"]
    script.turn()  # It counts as empty: carol's sheet has the blind of one that nobody wrote.
    assert blamed(script.lines) == ["genesis 0", "lock 1"]
    del script.lines[0]["offer"]["amended"]
    assert blamed(script.lines) == []


# --- rounds and values (A1, A2) -----------------------------------------------------------------


def changed_value(script: Script, beacon: str | None, n: int = 2) -> list[str]:
    line(script, f"open {n}")["beacon"] = beacon
    return blamed(script.lines)


@pytest.mark.parametrize(
    "said",
    [
        "lottery:20:7",
        value(20).replace("drand-quicknet", "drand"),
        value(20).replace(":20:", ":020:"),
        value(20).replace(":20:", ":" + "2" * 17 + ":"),
        value(20).upper(),
        value(20)[:-1],
        value(20) + ":",
        "-",
    ],
)
def test_a_value_has_its_form(said: str) -> None:
    bare = said == "-"
    assert changed_value(beacon(), said) == ["open 2", *(["roll 2"] * 2 if bare else [])]


def test_a_value_is_of_the_round_that_was_fixed() -> None:
    script = beacon()
    line(script, "beacon-signature 2")["signature"] = signature(25)
    assert changed_value(script, value(25)) == ["open 2"]
    script = beacon()
    line(script, "beacon-signature 2")["signature"] = signature(35)
    # The value of a later round also makes the round fixed next too early.
    assert changed_value(script, value(35)) == ["open 2", "beacon-round 3"]


def test_a_round_is_fixed_before_its_lock() -> None:
    for amended in (True, False):
        script = beacon(amended=amended)
        script.lines[place(script.lines, "beacon-round 2")] = remark(2)
        for sheet in line(script, "lock 2")["files"].values():
            sheet["head"] = "state 1" if amended else "remark 2"
        assert blamed(script.lines) == ["open 2"]


def test_a_value_is_null_only_without_draws() -> None:
    script = beacon()
    del script.lines[place(script.lines, "beacon-signature 2")]
    assert changed_value(script, None) == ["roll 2", "roll 2"]
    script.lines = [one for one in script.lines if name_of(one) != "roll 2"]
    assert blamed(script.lines) == []


@pytest.mark.parametrize("mode", ["referee", "sealed", "mutual", "external", "public"])
def test_other_modes_know_no_beacon(mode: str) -> None:
    for said in (value(7), "-", "lottery"):
        script = Script(mode=mode, chains=mode != "public", amended=False, plays=())
        script.opens(automatic=())
        script.state()
        assert changed_value(script, said, 1) == ["open 1"]
    script = Script(mode=mode, chains=mode != "public", amended=False, plays=())
    script.fix_round(7)
    script.opens(automatic=())
    script.state()
    assert blamed(script.lines) == ["beacon-round 1"]


def test_a_round_is_later_than_all_before_it() -> None:
    for number, wrong in ((20, True), (19, True), (21, False)):
        script = beacon()
        script.fix_round(40)
        script.lines[-1]["round"] = 30 + number - 20
        assert blamed(script.lines) == (["beacon-round 4"] if wrong else [])
    script = beacon()
    script.fix_round(40)
    script.fix_round(39)
    assert {k for k, _ in verify(script.raw).failures} == {len(script.lines) - 1}


def test_the_sheets_cite_the_round_that_was_postponed() -> None:
    script = beacon()
    script.fix_round(40)
    early = script.newest = "state 3"
    script.turn("alice", beacon=40)
    assert early == script.lines[place(script.lines, "lock 4")]["files"]["alice"]["head"]
    assert blamed(script.lines) == ["lock 4"]
    script = beacon()
    script.fix_round(40)
    put(script, "beacon-round 4", remark(4))
    script.newest = "remark 4"
    script.turn("alice", beacon=40)
    assert blamed(script.lines) == ["lock 4"]


def test_a_round_is_of_the_next_opening_and_fixed_once_under_the_old_rules() -> None:
    script = Script(mode="beacon", amended=False, plays=())
    script.fix_round(3)
    script.lines[-1]["n"] = 2
    script.fix_round(4)
    script.newest = "genesis 0"
    script.turn(automatic=(), beacon=4)
    assert blamed(script.lines) == ["beacon-round 2", "beacon-round 1"]
    script.fix_round(9)
    assert blamed(script.lines) == ["beacon-round 2", "beacon-round 1", "beacon-round 2"]


# --- pledges (A3) -------------------------------------------------------------------------------


def test_no_pledge_without_a_sheet() -> None:
    for mode in ("referee", "beacon"):
        script = plain() if mode == "referee" else beacon()
        line(script, "lock 2")["orders"]["bob"] = None
        line(script, "lock 2")["files"].pop("bob", None)
        line(script, "open 2")["pledges"]["bob"] = line(plain_of_two(), "open 2")["pledges"]["bob"]
        assert blamed(script.lines) == ["open 2"]


def plain_of_two() -> Script:
    script = Script()
    script.turn()
    script.turn()
    return script


def test_no_sheet_without_its_pledge() -> None:
    script = plain_of_two()
    line(script, "lock 2")["files"] = {}
    line(script, "open 2")["pledges"]["bob"] = None
    found = verify(written(script.lines))
    assert blamed(script.lines) == ["open 2"]
    assert found.withheld == {"alice": 0, "bob": 0, "carol": 0}


@pytest.mark.parametrize("step", ["wait", "bank", "default", "built-in", "replaced"])
def test_only_a_silent_seat_pledges_nothing(step: str) -> None:
    script = plain()
    line(script, "clock 3")["missed"]["alice"]["step"] = step
    written_for = step in ("default", "built-in")
    assert blamed(script.lines) == ([] if written_for else ["lock 3", "open 3"])


def test_the_built_in_player_with_a_chain_needs_the_note_too() -> None:
    script = plain()
    script.lines[0]["offer"]["plays"] = ["alice", "carol"]
    for n in (1, 2):
        line(script, f"lock {n}")["files"]["alice"].update(pledge=None, blind="plain")
        line(script, f"open {n}")["pledges"]["alice"] = None
    assert blamed(script.lines) == ["open 1", "open 2"]


@pytest.mark.parametrize("mode", ["sealed", "mutual"])
def test_a_pledge_that_comes_late_may_be_withheld_and_is_counted(mode: str) -> None:
    script = whole(mode, chains=True, amended=True)
    line(script, "open 1")["pledges"]["bob"] = None
    found = verify(written(script.lines))
    assert (found.verdict, found.withheld["bob"]) == ("sound", 1)
    assert "bob: openings without a sheet: 1; pledges withheld, or said to be: 1." in (
        verify_log.report(found)
    )


# --- the newest line (A4, A5) -------------------------------------------------------------------


def test_a_sheet_answers_the_newest_state() -> None:
    script = plain()
    line(script, "lock 2")["files"]["alice"]["head"] = "roll 1"
    assert blamed(script.lines) == ["lock 2"]
    line(script, "lock 2")["files"]["alice"]["head"] = "state 2"
    assert blamed(script.lines) == ["lock 2"]


@pytest.mark.parametrize("amended", [True, False])
@pytest.mark.parametrize("happening", ["rewinds", "seats"])
def test_nothing_comes_between_sheet_and_lock(happening: str, amended: bool) -> None:
    script = Script(amended=amended, plays=("carol",) if amended else ())
    for n in (1, 2, 3):
        if n == 3 and happening == "rewinds":
            script.rewinds()
            script.newest = "state 2"
        elif n == 3:
            script.seats("bob")
            script.newest = "state 2"
        script.turn("alice", automatic=())
    assert blamed(script.lines) == ["lock 3"]


def test_a_log_does_not_end_within_a_rewind() -> None:
    script = plain()
    script.rewinds()
    assert blamed(script.lines) == []
    script.lines.pop()
    assert blamed(script.lines) == ["annul 3"]
    script.lines.append(remark())
    assert blamed(script.lines) == ["remark 1"]


# --- corrections (A6) ---------------------------------------------------------------------------


def corrected() -> Script:
    script = plain()
    script.corrects()
    return script


def test_a_correction_stands_alone_in_its_opening() -> None:
    script = corrected()
    assert blamed(script.lines) == []
    line(script, "correction 4")["n"] = 3
    assert blamed(script.lines) == ["correction 3"]


def test_a_correction_swallows_no_sheet() -> None:
    script = plain()
    put(script, "state 3", {**line(corrected(), "correction 4"), "n": 3})
    assert blamed(script.lines) == ["correction 3"]
    script.lines = [one for one in script.lines if name_of(one) != "roll 3"]
    assert blamed(script.lines) == ["correction 3"]


def test_a_correction_stands_beside_no_pledge_or_locked_hash() -> None:
    script = corrected()
    line(script, "lock 4")["orders"]["carol"] = ""
    assert blamed(script.lines) == ["correction 4"]
    script = Script(mode="sealed")
    script.corrects()
    line(script, "open 1")["pledges"]["alice"] = script.join("alice", 1)["anchor"]
    assert blamed(script.lines) == ["correction 1"]
    assert verify(written(script.lines)).withheld == {"alice": 0, "bob": 0, "carol": 0}


@pytest.mark.parametrize("drawn", ["roll", "external-roll", "sealed-deck", "unseal"])
def test_a_correction_comes_with_no_draw(drawn: str) -> None:
    common: dict[str, Any] = {"t": drawn, "n": 3, "label": "x"}
    made = {
        "roll": {**common, "sides": 6, "values": [1]},
        "external-roll": {**common, "t": "note", "kind": drawn, "sides": 6, "values": [1]},
        "sealed-deck": {**common, "cards": ["c1"], "seals": []},
        "unseal": {**common, "n": 1, "label": "deck", "i": 1, "value": "", "salt": ""},
    }[drawn]
    script = hidden(ended=False)
    # The seal is not opened before, so that only the correction is blamed.
    script.lines = [one for one in script.lines if one["t"] != "unseal"]
    if drawn == "external-roll":
        script.lines[0]["offer"]["mode"] = "external"
        script.lines = [one for one in script.lines if one["t"] != "roll"]
    script.corrects()
    late = [*script.lines[:-1], made, script.lines[-1]]
    early = [*script.lines[:-2], made, *script.lines[-2:]]
    assert blamed(late) == ["unseal 1" if drawn == "unseal" else drawn + " 3"]
    assert blamed(early) == ["correction 3"]


def test_one_correction_an_opening_and_none_elsewhere() -> None:
    script = corrected()
    again = line(script, "correction 4")
    put(script, "state 4", dict(again))
    assert {k for k, _ in verify(script.raw).failures} == {len(script.lines) - 2}
    script = corrected()
    script.lines.append(script.lines.pop(-2))
    assert blamed(script.lines) == ["correction 4"]


@pytest.mark.parametrize(
    "fields",
    [{"reason": None}, {"patch": {}}, {"patch": [1]}, {"n": "4"}, {"more": 1}, {"patch": None}],
)
def test_a_correction_has_a_strict_form(fields: dict[str, Any]) -> None:
    script = corrected()
    line(script, "correction 4").update(fields)
    found = verify(script.raw)
    assert [k for k, _ in found.failures] == [len(script.lines) - 2]
    assert found.corrections == []


# --- clock notes and automatic sheets (A8) ------------------------------------------------------

# Without a valid note alice's sheet lacks a pledge, and has a blind that no player may have.
NO_NOTE = ["lock 3", "open 3", "clock 3"]


@pytest.mark.parametrize(
    "fields",
    [
        {"due": {"alice": "2026-11-29T19:00"}},
        {"due": {"alice": "٢٠٢٦-11-29T19:00Z"}},
        {"received": {"a b": "2026-11-29T19:00Z"}},
        {"bank": {"alice": -1}},
        {"bank": {"alice": True}},
        {"leave": []},
        {"moved": {}},
        {"brake": 1},
        {"withheld": None},
        {"withheld": ["a b"]},
        {"withheld": ["dora"]},
        {"withheld": ["bob"]},
        {"due": {"dora": "2026-11-29T19:00Z"}},
        {"due": {"alice": "2026-00-29T19:00Z"}},
        {"leave": {"alice": [1]}},
        {"leave": {"alice": [{"begins": "2026-11-29T19:00Z", "days": 0}]}},
        {"moved": ["x"]},
        {"moved": [{"was": "2026-11-28T19:00Z", "due": "2026-11-29T19:00Z", "why": "rain"}]},
        {"more": 1},
    ],
)
def test_a_clock_note_has_its_form(fields: dict[str, Any]) -> None:
    script = plain()
    line(script, "clock 3").update(fields)
    assert blamed(script.lines) == NO_NOTE


@pytest.mark.parametrize(
    "missed",
    [
        {"alice": {"step": "default"}},
        {"alice": {"step": "default", "count": 0}},
        {"alice": {"step": "sleeps", "count": 1}},
        {"alice": {"step": "default", "count": 1, "why": ""}},
        {"alice": {"step": "default", "count": 1}, "dora": {"step": "wait", "count": 1}},
    ],
)
def test_a_clock_note_names_players_and_steps(missed: dict[str, Any]) -> None:
    script = plain()
    line(script, "clock 3")["missed"] = missed
    assert blamed(script.lines) == NO_NOTE


def test_free_values_of_a_clock_note_are_free() -> None:
    script = plain()
    line(script, "clock 3").update(
        leave={"alice": [{"begins": "2026-11-28T19:00Z", "days": 3}]}, brake=True,
        moved=[{"was": "2026-11-28T19:00Z", "due": "2026-11-29T19:00Z", "why": "gap"}],
        withheld=["alice"], due={"alice": "9999-12-31T23:59Z"},
    )  # fmt: skip
    assert blamed(script.lines) == []


def test_a_clock_note_follows_the_open_line_of_its_opening() -> None:
    script = plain()
    put(script, "clock 3", remark(3))
    assert blamed(script.lines) == NO_NOTE
    script = plain()
    line(script, "clock 3")["n"] = 2
    assert blamed(script.lines) == ["lock 3", "open 3", "clock 2"]
    script = plain()
    again = dict(line(script, "clock 3"))
    put(script, "state 3", again)
    assert {k for k, _ in verify(script.raw).failures} == {len(script.lines) - 2}


def test_a_clock_note_between_openings_is_stray_too() -> None:
    script = plain()
    script.n = 3
    script.lines.append(script.clock())
    texts = [text for _, text in verify(script.raw).failures]
    assert len(texts) == 2
    script = Script()
    script.n = 1
    script.lines.append(script.clock())
    assert blamed(script.lines) == ["clock 1"]


@pytest.mark.parametrize(
    "fields",
    [
        {"$schema": "x"},
        {"$schema": None},
        {"head": "roll 1"},
        {"head": "remark 2"},
        {"blind": secret("x")},
        {"blind": None},
        {"blind": ["plain"]},
    ],
)
def test_an_automatic_sheet_has_no_free_bit(fields: dict[str, Any]) -> None:
    for seat in ("alice", "carol"):
        script = plain()
        put(script, "lock 3", remark(2))
        head = fields.get("head")
        fields = {**fields, "head": "state 1"} if head == "roll 1" else fields
        line(script, "lock 3")["files"][seat].update(fields)
        assert blamed(script.lines) == ["lock 3"]


def test_an_automatic_sheet_holds_no_pledge() -> None:
    script = plain()
    pledge = script.join("alice", 3)["anchor"]
    line(script, "lock 3")["files"]["alice"]["pledge"] = pledge
    line(script, "open 3")["pledges"]["alice"] = pledge
    assert blamed(script.lines) == ["lock 3"]


def test_a_sheet_of_a_players_own_has_its_own_blind() -> None:
    for blind, wrong in (("plain", True), (None, False), ("x", False)):
        script = plain()
        line(script, "lock 2")["files"]["alice"]["blind"] = blind
        assert blamed(script.lines) == (["lock 2"] if wrong else [])


def test_blinds_of_a_hidden_match_are_veiled_until_the_end() -> None:
    assert blamed(hidden().lines) == []
    for blind in ("plain", secret("x"), None):
        script = hidden()
        for one in script.lines:
            if name_of(one) == "sheets 2":
                one["files"]["carol"]["blind"] = blind
        assert blamed(script.lines) == ["sheets 2"]
        script.lines.pop()  # Without the end nobody knows the veiled one.
        assert blamed(script.lines) == []
    for blind in ("plain", "veiled"):
        script = hidden()
        line(script, "sheets 1")["files"]["alice"]["blind"] = blind
        assert blamed(script.lines) == ["sheets 1"]
        script.lines.pop()
        assert blamed(script.lines) == (["sheets 1"] if blind == "plain" else [])


def test_the_false_end_of_a_hidden_match_unveils_nothing() -> None:
    script = hidden()
    line(script, "sheets 1")["files"]["carol"]["blind"] = secret("x")
    line(script, "end 0")["hidden"] = secret("another")
    assert blamed(script.lines) == ["end 0"]


def test_before_the_state_line_no_blind_is_judged_as_the_note_may_come() -> None:
    script = plain()
    line(script, "lock 3")["files"]["carol"].update({"blind": secret("x"), "$schema": 1})
    script.lines.pop()
    assert blamed(script.lines) == ["roll 3"]
    script = Script(mode="sealed")
    script.opens(("bob",), ("alice", "carol"))
    script.lines = script.lines[:2]
    assert verify(script.raw).verdict == "sound"


def test_a_sheet_shown_twice_is_judged_where_it_was_shown_first() -> None:
    script = plain()
    line(script, "lock 2")["files"]["carol"]["blind"] = secret("x")
    script.lines.append(
        {"t": "note", "kind": "sheets", "n": 2, "files": dict(line(script, "lock 2")["files"])}
    )
    assert blamed(script.lines) == ["lock 2", "sheets 2"]


def test_copies_of_a_match_have_the_same_dice() -> None:
    """What made A8: `adjudicate --play` on six copies gave six sets of dice."""
    found: set[str] = set()
    for number in range(6):
        script = Script(chains=False)
        script.turn("alice")
        line(script, "lock 1")["files"]["carol"]["blind"] = secret(str(number))
        raw = written(script.lines)
        found.add(raw.decode().split('"key":"')[1][:64])
        assert verify(raw).verdict == "refuted"
    assert len(found) == 6


# --- the beacon's signature (A11) ---------------------------------------------------------------


def test_a_value_comes_with_its_signature() -> None:
    script = beacon()
    del script.lines[place(script.lines, "beacon-signature 2")]
    assert blamed(script.lines) == ["open 2"]
    script = beacon()
    line(script, "beacon-signature 2")["n"] = 1
    assert blamed(script.lines) == ["open 2", "beacon-signature 1"]


@pytest.mark.parametrize(
    "said", [signature(20)[:-1], signature(20).upper(), None, signature(20) + "\n"]
)
def test_a_signature_has_its_form(said: Any) -> None:
    script = beacon()
    line(script, "beacon-signature 2")["signature"] = said
    assert blamed(script.lines) == ["open 2", "beacon-signature 2"]
    line(script, "beacon-signature 2").update(signature=signature(20), more=1)
    assert blamed(script.lines) == ["open 2", "beacon-signature 2"]


def test_the_value_is_the_hash_of_the_signature() -> None:
    script = beacon()
    line(script, "beacon-signature 2")["signature"] = signature(21)
    assert blamed(script.lines) == ["beacon-signature 2"]
    assert changed_value(beacon(), "drand-quicknet:20:" + secret("any")) == ["beacon-signature 2"]


def test_one_signature_within_an_opening_that_has_a_value() -> None:
    script = beacon()
    signed = line(script, "beacon-signature 2")
    put(script, "state 2", dict(signed))
    assert {k for k, _ in verify(script.raw).failures} == {place(script.lines, "state 2") - 1}
    script = beacon()
    script.lines.append({**script.signed(30), "n": 3})
    assert len(verify(script.raw).failures) == 2
    script = plain()
    put(script, "state 3", {**signed, "n": 3})
    assert blamed(script.lines) == ["beacon-signature 3"]


# --- verdicts and words (A10, A12) --------------------------------------------------------------


def unproven(kept: int = 2) -> Script:
    script = plain()
    line(script, f"lock {kept}")["files"] = {}
    return script


def test_a_sheet_that_was_never_shown_proves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(unproven().raw)
    assert verify_log.main([str(log)]) == 3
    first, why, *_ = capsys.readouterr().out.splitlines()
    assert first == (
        "NOT PROVEN from opening 2 on: its sheet of alice and carol is not in the log; 1 opening"
        " follows it."
    )
    assert why == (
        "Either the player-turn is not over, or the match has hidden information and no end yet,"
        " or the referee has kept a sheet back. Until then nobody can tell whether rolls were left"
        " out."
    )
    assert verify_log.main([str(log), "--die", "turn-2/att"]) == 0


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        (1, "alice and bob and carol is not in the log; 2 openings follow it."),
        (3, "alice and bob and carol is not in the log; no opening follows it."),
    ],
)
def test_the_first_line_says_how_much_follows(kept: int, said: str) -> None:
    found = verify(unproven(kept).raw)
    (first, _) = verify_log.verdict_of(found)
    assert first == f"NOT PROVEN from opening {kept} on: its sheet of {said}"
    assert (found.sound, found.verdict) == (True, "not proven")


def test_a_lock_that_waits_and_annulled_openings_count_too() -> None:
    script = Script(mode="sealed")
    script.turn(shows=False)
    script.rewinds()
    assert verify(script.raw).verdict == "not proven"
    script = Script(mode="sealed")
    script.turn()
    script.opens(shows=False)
    del script.lines[-1:]
    found = verify(script.raw)
    assert (found.waits, found.verdict) == (True, "not proven")
    assert verify_log.verdict_of(found)[0].startswith("NOT PROVEN from opening 2 on: ")


def test_what_is_refuted_is_not_called_unproven() -> None:
    script = unproven()
    line(script, "state 3")["n"] = 2
    found = verify(script.raw)
    assert (found.verdict, verify_log.verdict_of(found)) == ("refuted", ["REFUTED"])


def hands_of(script: Script) -> tuple[int, int, int]:
    found: Verifier = verify(script.raw)
    assert found.sound
    return found.drawing, found.alone, found.by_none


def test_hands_are_counted() -> None:
    script = plain()
    script.opens((), ("alice", "carol"))
    script.roll("last")
    script.state()
    assert hands_of(script) == (4, 2, 1)
    said = verify_log.report(verify(script.raw))
    assert (
        "The dice of 2 of 4 openings depended on one seat alone (the referee and that player "
        "together"
        " could have chosen them), those of 1 on no seat (the referee alone)." in said
    )
    assert "Sheets written by the built-in player or for a silent seat: alice 2, carol 4." in said


def test_openings_without_draws_have_no_hands() -> None:
    script = plain()
    script.corrects()
    script.opens(("bob",))
    script.state()
    assert hands_of(script) == (3, 2, 0)
    assert verify_log.hands(verify(Script().raw)) == []


ONE_HAND: dict[str | None, str] = {
    "mutual": "The dice of 1 of 1 openings depended on one seat alone (that player could have "
    "chosen"
    " them), those of 0 on no seat.",
    "beacon": "Of 1 openings with dice, 1 had a part by one seat alone, 0 by none; the beacon had a"
    " part in them.",
}


@pytest.mark.parametrize("mode", ONE_HAND)
def test_hands_are_told_by_mode(mode: str) -> None:
    script = Script(mode=mode, chains=mode == "beacon", plays=())
    if mode == "beacon":
        script.fix_round(1)
    script.turn("bob", automatic=(), beacon=1 if mode == "beacon" else None)
    assert verify_log.hands(verify(script.raw)) == [ONE_HAND[mode]]


def test_external_dice_hang_on_no_hand() -> None:
    script = Script(mode="external", plays=())
    script.opens(automatic=())
    script.lines.append(
        {"t": "note", "kind": "external-roll", "n": 1, "label": "a", "sides": 6, "values": [1]}
    )
    script.state()
    assert hands_of(script) == (0, 0, 0)
    assert verify_log.hands(verify(script.raw)) == []


def test_the_beacons_signature_was_not_checked() -> None:
    said = verify_log.report(verify(beacon().raw))
    assert any("signature not checked" in one for one in said)
