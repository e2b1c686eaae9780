"""Attacks on players' chains: pledges used twice or guessed, chains brought in late."""

from __future__ import annotations

import json
from pathlib import Path

from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import Opening, Secrets, open_next
from adjudicator.audit.verify import audit_dice
from adjudicator.core.sheet import read_sheet
from adjudicator.documents.keys.seat_keys import pledge_of
from tests.audit.log_changes import chained, lines_of, package_says, stand_alone_says
from tests.core.toy import TOY
from tests.core.toy_orders import MARCH
from tests.matches.toy_chains import (
    SEATS,
    begun,
    bids,
    log_of,
    march,
    refused_for,
    replace,
    replacement,
)
from tests.matches.toy_match import sheet


def test_a_pledge_is_not_used_a_second_time(tmp_path: Path) -> None:
    match, keys = begun(tmp_path / "m")
    match.adjudicate(bids(match, keys, blue=2))
    used = pledge_of(keys["blue"], 1)
    assert refused_for(match, sheet(match, "blue", orders=MARCH, pledge=used)) == ["pledge-false"]
    # In a log both verifiers say so.
    match.adjudicate([march(match, keys)])
    lines = lines_of(log_of(match))
    second = next(k for k, line in enumerate(lines) if line["t"] == "open" and line["n"] == 2)
    lines[second]["pledges"]["blue"] = used
    assert package_says(chained(lines)) == stand_alone_says(chained(lines)) == "refuted"


def test_the_referee_who_holds_all_sheets_but_no_pledge_cannot_compute_the_key(
    tmp_path: Path,
) -> None:
    """Sheets cannot be had without their pledges here; so he could only guess the chain's value."""
    match, keys = begun(tmp_path / "m")
    given = bids(match, keys)
    match.adjudicate(given)
    opened = log.parse_log(log_of(match)).lines[2].payload
    assert isinstance(opened, log.Open)
    sheets = {name.removesuffix(".json"): json.loads(raw) for name, raw in given}
    hashes = {seat: tfd1.json_hash(document) for seat, document in sheets.items()}

    def key(**pledges: str | None) -> str:
        shares = [tfd1.Share(seat, hashes[seat], pledges[seat]) for seat in SEATS]
        return tfd1.turn_key(opened.ref, match.saved.gid, 1, beacon=None, shares=shares)

    assert key(**opened.pledges) == opened.key
    anchors = {join.player: join.anchor for join in match.genesis.joins}
    guesses = [None, anchors["red"], anchors["blue"], pledge_of(keys["red"], 2), opened.ref]
    found = {key(blue=opened.pledges["blue"], red=guess) for guess in guesses}
    assert len(found) == len(guesses)
    assert opened.key not in found


def test_nobody_who_holds_all_sheets_brings_in_a_new_chain(tmp_path: Path) -> None:
    """The referee invents that blue lost his chain, and tries anchors until the dice suit him.

    Red's sheet, which he has, answers the log before that line: both verifiers refuse it.
    """
    match, keys = begun(tmp_path / "m")
    early = bids(match, keys)[1]
    line, ground = replacement(match, "blue")
    assert ground is not None
    replace(match, line)
    assert refused_for(match, early) == ["other-head"]
    blue = bids(match, keys | {"blue": ground})[0]
    sheets = {}
    for name, raw in (blue, early):
        read, problems = read_sheet(TOY, json.loads(raw))
        assert read is not None, problems
        sheets[name.removesuffix(".json")] = read
    last = tfd1.seed_chain("toy-2026", "5e" * 32)
    ref = tfd1.chain_value("toy-2026", "referee", last, links=tfd1.LINKS, n=1)
    forced = open_next(match.rules, match.genesis, match.saved, sheets, secrets=Secrets(ref))
    assert isinstance(forced, Opening)
    raw = log_of(match) + forced.lines
    failures = audit_dice(log.parse_log(raw)).failures
    assert [(problem.code, problem.path) for problem in failures] == [
        ("sheet-false", (2, "files", "red", "head"))
    ]
    assert stand_alone_says(raw) == "refuted"
