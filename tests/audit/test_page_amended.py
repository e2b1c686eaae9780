"""The page under the amended rules (TFD1 3.10): each attack is blamed on its lines, and told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import tfd1
from adjudicator.audit.log import BeaconSignature
from tests.audit import page_attacks_made
from tests.audit.chromium import Page
from tests.audit.log_changes import Judged, package_judges, stand_alone_judges
from tests.audit.mutations import page_judges
from tests.audit.page_attacks import CASES, AmendedMatch, signature_of, value_of
from tests.audit.test_page import chosen

assert page_attacks_made  # it adds its cases


@pytest.fixture(scope="module")
def judged(page: Page) -> Mapping[str, Judged]:
    """What the page says of every case, all judged at once."""
    raws = [case.raw for case in CASES.values()]
    return dict(zip(CASES, page_judges(page, raws), strict=True))


@pytest.mark.parametrize("name", CASES)
def test_the_page_blames_the_lines_of_an_attack_and_no_others(
    judged: Mapping[str, Judged], name: str
) -> None:
    case = CASES[name]
    assert judged[name] == Judged(case.verdict, tuple(sorted(case.blamed)))
    assert judged[name] == package_judges(case.raw) == stand_alone_judges(case.raw)


# --- what a user sees ---------------------------------------------------------------------------

LOOKS = """(() => {
  const box = document.getElementById("verdict");
  return { title: document.title.split(":")[0], head: box.querySelector("h2").innerText,
           sign: box.querySelector(".sign").innerText, edge: getComputedStyle(box).borderTopStyle,
           says: box.querySelector("p").innerText };
})()"""


def told(page: Page, raw: bytes, tmp_path: Path) -> str:
    """All that the page says of a log when all is unfolded."""
    log = tmp_path / f"{tfd1.digest(raw)[:12]}.jsonl"
    log.write_bytes(raw)
    return chosen(page, log)[1]


def looks(page: Page, raw: bytes, tmp_path: Path) -> dict[str, str]:
    """How the verdict is shown."""
    told(page, raw, tmp_path)
    found: Any = page.evaluate(LOOKS)
    return dict(found)


def test_three_verdicts_differ_in_words_and_signs_and_not_by_colour_alone(
    page: Page, tmp_path: Path
) -> None:
    names = ("nobody_plays_by_itself", "a sheet is kept back", "a_player_called_referee")
    sound, unproven, refuted = (looks(page, CASES[name].raw, tmp_path) for name in names)
    assert (sound["title"], unproven["title"], refuted["title"]) == (
        "sound",
        "not proven",
        "refuted",
    )
    assert (sound["head"], unproven["head"], refuted["head"]) == ("Sound", "Not proven", "Refuted")
    for part in ("sign", "edge"):
        assert len({one[part] for one in (sound, unproven, refuted)}) == 3


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("a sheet is kept back",
         "From opening 2 on: its sheet of bob is not in the log; 3 openings follow it."),
        ("two sheets are kept back",
         "From opening 2 on: its sheets of alice and bob are not in the log; "
         "1 opening follows it."),
        ("the last sheets are kept back",
         "From opening 2 on: its sheet of bob is not in the log; no opening follows it."),
    ],
)  # fmt: skip
def test_what_is_not_proven_is_said_with_the_first_opening(
    page: Page, tmp_path: Path, name: str, says: str
) -> None:
    assert looks(page, CASES[name].raw, tmp_path)["says"] == says
    said: str = page.evaluate("document.getElementById('result').innerText")
    assert "nobody can tell whether rolls were left out" in said
    assert "What was proved so far" in said
    assert "◐ a sheet is not in the log" in said


def test_an_opening_whose_hidden_draws_have_no_secret_yet_is_not_ticked(
    page: Page, tmp_path: Path
) -> None:
    raw = CASES["hidden_sheets_shown_and_no_end_yet"].raw
    says = "From opening 1 on: its hidden-draw secret is not in the log; no opening follows it."
    assert looks(page, raw, tmp_path)["says"] == says
    said: str = page.evaluate("document.getElementById('result').innerText")
    assert "◐ the hidden-draw secret is not in the log" in said


def test_the_clock_is_told_in_words(page: Page, tmp_path: Path) -> None:
    said = told(page, CASES["chains_clock_and_built_in_player"].raw, tmp_path)
    assert "Due: alice 2026-11-29 19:00 UTC" in said
    assert "alice (1 in a row): the default sheet was written for it" in said
    assert "carol (1 in a row): the built-in player wrote its sheet" in said
    assert "Days left in the bank: bob 0" in said
    assert "Pledges that never came: carol" in said
    assert "so many seats sent none that nothing was automatic" in said
    assert "alice: 2 sheets written by the built-in player or for a silent seat" in said
    assert "The built-in player plays: carol" in said
    assert "written for a silent seat" in said
    assert "Of 3 openings with draws, the dice of 2 depended on one seat alone (the referee" in said
    assert "made before the amended rules" not in said


def test_a_clock_note_that_is_not_valid_says_so(page: Page, tmp_path: Path) -> None:
    said = told(page, CASES["notes_of_another_form: of a stranger"].raw, tmp_path)
    assert "A note of the clock that is not valid here." in said
    assert "the clock names no player of this match: zoe" in said


def test_the_beacon_is_told_with_the_command_that_hashes_its_signature(
    page: Page, tmp_path: Path
) -> None:
    said = told(page, CASES["beacon_with_a_postponed_round_and_a_waiting_one"].raw, tmp_path)
    coming = "comes out at 2023-08-23 15:09:45 UTC, is fixed for opening 1"
    assert f"Round 7 of the beacon, which {coming}" in said
    octal = "".join(f"\\{one:03o}" for one in bytes.fromhex(signature_of(7)))
    assert f"printf '{octal}' | openssl dgst -sha256" in said
    assert value_of(7) in said
    assert "Signature not checked" in said


def test_a_round_beyond_all_time_is_shown_without_one(page: Page, tmp_path: Path) -> None:
    match = AmendedMatch(mode="beacon")
    match.fixes(2**53 - 1)
    said = told(page, match.raw, tmp_path)
    assert f"Round {2**53 - 1} of the beacon is fixed for opening 1" in said


def test_hands_are_counted_where_the_beacon_has_a_part(page: Page, tmp_path: Path) -> None:
    match = AmendedMatch(mode="beacon", plays=["bob"])
    for number, player in ((1, "alice"), (2, "bob")):
        match.fixes(number)
        sheet = match.sheet(player) if player == "alice" else match.made(player)
        match.opens([sheet], beacon=value_of(number))
        match.add(BeaconSignature(n=number, signature=signature_of(number)))
        match.ends()
    said = told(page, match.raw, tmp_path)
    assert "the dice of 1 depended on one seat alone, those of 1 on no seat; the beacon had" in said


def test_older_matches_are_told_what_could_be_chosen(page: Page, tmp_path: Path) -> None:
    said = told(page, AmendedMatch(amended="absent").raw, tmp_path)
    older = "made before the amended rules: sheets that the built-in player wrote could be chosen"
    assert f"{older}." in said
    said = told(page, CASES["beacon_before_the_amended_rules"].raw, tmp_path)
    assert f"{older}, and the referee chose the round with the sheets in hand." in said


def test_a_pledge_that_never_came_may_only_be_said_to_be_withheld(
    page: Page, tmp_path: Path
) -> None:
    said = told(page, CASES["sealed_pledges_may_stay_out"].raw, tmp_path)
    assert "bob: openings without a sheet 0 (usual where none was awaited), pledges" in said
    assert "withheld, or said to be, 1." in said


@pytest.mark.parametrize("name", [name for name in CASES if ":" not in name])
def test_every_case_is_shown_without_a_fault(page: Page, tmp_path: Path, name: str) -> None:
    page.events.clear()
    said = told(page, CASES[name].raw, tmp_path)
    assert "undefined" not in said
    assert "[object" not in said
    assert "The page itself failed" not in said
    assert [one for one in page.events if one[0] == "Runtime.exceptionThrown"] == []
