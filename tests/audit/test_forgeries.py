"""The forger's test, in part: what the judges leave unrefuted is what is listed, and no more."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from adjudicator.audit import replay, verify
from adjudicator.audit.log import parse_log
from adjudicator.audit.verifiers.verify_log import Verifier
from adjudicator.documents.keys import beacon_signature
from adjudicator.documents.keys.beacon_signature import Signed
from tests.audit.chromium import Page, browser, find_chromium
from tests.audit.forgeries import __main__ as command
from tests.audit.forgeries import judges
from tests.audit.forgeries.allowed import Allowed, Case, differences, matches_named
from tests.audit.forgeries.drafts import Draft
from tests.audit.forgeries.findings import findings, judged_by_page
from tests.audit.forgeries.forger import forged
from tests.audit.forgeries.matches import HONEST, SIGNED_ROUNDS, honest
from tests.audit.forgeries.stays import OLD, STAYS
from tests.audit.log_changes import lines_of, read_and_judged
from tests.audit.mutations import PAGE

BOUNDED = (
    "referee+chains",
    "referee+built-in",
    "referee+silent-seat",
    "referee+clock+silent-seat",
    "sealed",
    "mutual",
    "beacon+no-referee",
    "public",
    "external",
    "hidden/referee+under-way",
    "hidden/referee",
)
"""Matches of every mode whose forgeries are few; `python -m tests.audit.forgeries` takes all."""
LESS = (
    "mutual", "referee+silent-seat", "beacon+no-referee", "referee+chains", "hidden/referee",
    "external",
)  # fmt: skip
"""Those of which another one has all kinds, or nearly: they are tried exhaustively."""
Patch = pytest.MonkeyPatch


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page | None]:
    """The page in one browser for all matches; None where there is no browser and no CI."""
    program = find_chromium()
    if program is None:
        assert "CI" not in os.environ, "the page is tested in Chromium: install one"
        yield None
        return
    with browser(program, tmp_path_factory.mktemp("profile")) as opened:
        opened.show(PAGE.as_uri())
        yield opened


@pytest.fixture(autouse=True)
def _quick_signatures(monkeypatch: Patch) -> None:
    """Real signatures of the beacon are known by heart here; the command computes them."""

    def false_ones(signed: Sequence[Signed]) -> tuple[int, ...]:
        known = SIGNED_ROUNDS
        return tuple(at for at, one in enumerate(signed) if known.get(one.round) != one.signature)

    monkeypatch.setattr(beacon_signature, "false_ones", false_ones)


def differing(
    title: str, allowed: tuple[Allowed, ...] = STAYS, *, kind: str | None = None
) -> list[str]:
    """What differs from the list in a match, for all judges but the page; of one kind, or all."""
    return differences(allowed, title, findings(title, kind=kind).stays, with_page=False)


@pytest.mark.parametrize(
    "title",
    [pytest.param(one, marks=[pytest.mark.exhaustive] if one in LESS else []) for one in BOUNDED],
)
def test_what_stays_is_what_is_listed(title: str, page: Page | None) -> None:
    by_page = None if page is None else judged_by_page(page, title)
    found = findings(title, by_page)
    assert differences(STAYS, title, found.stays, with_page=page is not None) == []
    assert found.disagreeing == (), "the three judges of the dice say the same of the same lines"
    assert found.tried > 200


# --- the list -----------------------------------------------------------------------------------


def test_no_key_no_die_no_beacon_and_no_pledge_to_a_referee_is_in_the_list() -> None:
    assert {match.known.mode for match in map(honest, BOUNDED)} == {
        "referee", "sealed", "mutual", "beacon", "public", "external",
    }  # fmt: skip
    kinds = {one.kind: one for one in STAYS}
    assert len(kinds) == len(STAYS)
    for kind in kinds:
        assert not kind.startswith(("open: key", "draw: values", "draw: order", "open: ref"))
    for case in kinds["open: beacon changed"].cases:
        assert set(matches_named(case.matches)) <= set(matches_named(OLD))
    pledges = [one for kind, one in kinds.items() if "pledge" in kind]
    for case in (case for one in pledges for case in one.cases if case.verdict == "sound"):
        modes = {honest(title).known.mode for title in matches_named(case.matches)}
        assert modes <= {"sealed", "mutual"}


def test_every_kind_says_why_and_names_matches_that_there_are() -> None:
    for one in STAYS:
        assert one.why.endswith(".")
        assert one.cases
        for case in one.cases:
            assert set(matches_named(case.matches)) <= set(HONEST)
            assert case.verdict in ("sound", "not proven")
            assert case.dice in ("same", "other")


def test_a_kind_that_is_not_listed_fails_and_one_that_does_not_occur_too() -> None:
    less = tuple(one for one in STAYS if one.kind != "draws left out")
    assert differing("referee+built-in", less) == [
        "not listed: draws left out: sound for file, other dice",
        "not listed: draws left out: sound for package, other dice",
    ]
    more = (*STAYS, Allowed.of("open: key changed", "Never.", Case("full", "sound", "same", "*")))
    assert differing("referee+built-in", more) == [
        "listed, and does not occur: open: key changed: sound for full, the same dice"
    ]


# --- planted faults -----------------------------------------------------------------------------


def deaf_package(patch: Patch, code: str, rule: str) -> None:
    """The package no longer hears failures of a code by a rule."""
    heard = verify._Audit._fail_at

    def fail_at(self: Any, k: int, said: str, message: str, by: str, *path: str | int) -> None:
        if (said, by) != (code, rule):
            heard(self, k, said, message, by, *path)

    patch.setattr(verify._Audit, "_fail_at", fail_at)


def deaf_file(patch: Patch, words: str) -> None:
    """The one-file verifier no longer hears failures that hold some words."""
    heard = Verifier.must

    def must(self: Verifier, good: bool, else_say: str) -> None:
        heard(self, good or words in else_say, else_say)

    patch.setattr(Verifier, "must", must)


def deaf_full_audit(patch: Patch) -> None:
    """The full audit no longer writes the sheets of no player again."""
    patch.setattr(replay, "wrong_locks", lambda *_: iter(()))


def never_in_doubt(patch: Patch) -> None:
    """The full audit takes what it could not play again for proven."""
    patch.setattr(judges, "unproven", lambda *_: None)


PLANTED: tuple[tuple[Callable[..., None], tuple[str, ...], str, str], ...] = (
    (deaf_package, ("key-false", "3.7 (5)"), "referee+built-in", "open: key changed"),
    (deaf_package, ("draw-false", "3.7 (6)"), "referee+built-in", "draw: values changed"),
    (deaf_package, ("chain-false", "3.7 (4)"), "referee+built-in", "open: ref changed"),
    (deaf_package, ("beacon-false", "3.10 [A1]"), "referee+built-in", "open: beacon set"),
    (deaf_package, ("chain-false", "3.10 [A3]"), "referee+chains",
     "a sheet dropped, its pledge kept"),
    (deaf_package, ("sheet-false", "3.10 [A4]"), "referee+built-in",
     "seat line inserted before a lock"),
    (deaf_package, ("sheet-false", "3.10 [A4]"), "referee+chains",
     "rewind inserted before a lock"),
    (deaf_package, ("rewind-false", "3.10 [A5]"), "referee+built-in",
     "annul line inserted at the end"),
    (deaf_package, ("correction-false", "3.10 [A6]"), "referee+built-in",
     "the sheets swallowed by a correction"),
    (deaf_package, ("sheet-false", "3.10 [A8]"), "referee+built-in",
     "automatic sheet: blind changed"),
    (deaf_package, ("clock-false", "3.10 [A8]"), "referee+built-in",
     "clock note inserted before a lock"),
    (deaf_package, ("beacon-false", "3.10 [A11]"), "referee+built-in",
     "beacon-signature note inserted in an opening"),
    (deaf_file, ("its blind is chosen",), "referee+built-in", "automatic sheet: blind changed"),
    (deaf_full_audit, (), "referee+built-in", "automatic sheet: orders changed"),
    (never_in_doubt, (), "referee+built-in", "sheets kept back, and a hash chosen"),
)  # fmt: skip


@pytest.mark.parametrize(("plant", "where", "title", "kind"), PLANTED)
def test_a_check_that_is_missing_lets_a_kind_stay_that_is_not_listed(
    plant: Callable[..., None], where: tuple[str, ...], title: str, kind: str, monkeypatch: Patch
) -> None:
    plant(monkeypatch, *where)
    assert any(told.startswith(f"not listed: {kind}: ") for told in differing(title, kind=kind))


# --- the command --------------------------------------------------------------------------------


def test_the_command_prints_both_tables_and_fails_where_the_list_differs(
    monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "HONEST", ("referee+built-in",))
    monkeypatch.setattr(command, "find_chromium", lambda: None)
    assert command.main() == 0
    out = capsys.readouterr().out
    assert "\n| referee | no | no | 1 | 2" in out
    assert "\n| draws left out | 1 | 0 | 0 | 0 | The rules make it" in out
    assert out.endswith("\nWhat stays is what is listed.\n")
    monkeypatch.setattr(command, "STAYS", ())
    assert command.main() == 1
    assert "referee+built-in: not listed: draws left out: sound" in capsys.readouterr().out


# --- what is left -------------------------------------------------------------------------------


def test_the_dice_of_openings_without_a_player_are_the_referees_and_every_report_counts_them() -> (
    None
):
    """Any line that a sheet of no player answers, itself or by its chain, chooses its hash.

    The head of such a sheet has no free bit, but the lines before it do: a note, the minutes of a
    clock note, a reason. Six notes, six sets of dice; with a player's sheet in the opening nobody
    knows the blind of that sheet while the notes can still be chosen.
    """
    match = honest("referee+built-in-alone")
    keys = set()
    for text in "abcdef":
        note = {"t": "note", "kind": "remark", "text": text}
        lines = lines_of(match.raw)
        raw = [*forged(match, Draft("", (lines[0], note, *lines[1:])))][-1]
        audit = verify.audit_dice(parse_log(raw))
        assert audit.verdict == "sound"
        read, said = read_and_judged(raw)
        assert judges.full_judges(match, read, said).verdict == "sound"
        assert (audit.drawing, audit.by_none) == (2, 2)
        assert any("those of 2 on no seat (the referee owns them)" in one for one in audit.reports)
        keys.add([line["key"] for line in lines_of(raw) if line["t"] == "open"][-1])
    assert len(keys) == 6
