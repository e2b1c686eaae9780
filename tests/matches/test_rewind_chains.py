"""Openings taken back where seats have chains of their own, and where one is replaced."""

from __future__ import annotations

from pathlib import Path

from adjudicator.audit import log
from adjudicator.matches.referee.amending import correct_match, read_patch, rewind_match
from tests.core.toy_orders import MARCH
from tests.matches.rewound import check_all
from tests.matches.toy_chains import (
    audited,
    begun,
    bids,
    log_of,
    march,
    refused_for,
    reopened,
    replace,
    replacement,
)
from tests.matches.toy_match import sheet


def test_opened_pledges_stay_opened(tmp_path: Path) -> None:
    match, keys = begun(tmp_path / "m")
    match.adjudicate(bids(match, keys))
    early = march(match, keys)
    match.adjudicate([early])
    opened = match.saved.chains
    rewind_match(match, 1, "once more")
    assert match.saved.chains == opened
    assert {chain.n for chain in opened.values()} == {1, 2}
    assert refused_for(match, early) == ["other-opening"]
    patch = read_patch(b'[{"op": "replace", "path": "/hosts/red/gold", "value": 9}]', "p.json")
    correct_match(match, patch, "a slip")
    assert match.saved.chains == opened
    match.adjudicate([march(match, keys)])
    assert audited(match).annulled == 1
    check_all(match)


def test_a_seat_is_replaced_before_and_after_a_rewind(tmp_path: Path) -> None:
    match, keys = begun(tmp_path / "m")
    match.adjudicate(bids(match, keys))
    line, _ = replacement(match, "red", chain=False)
    replace(match, line)
    match.adjudicate([march(match, keys) if match.position().mover == "blue"
                      else sheet(match, "red", orders=MARCH)])  # fmt: skip
    rewind_match(match, 0, "from the start")
    assert set(match.saved.chains) == {"blue"}
    assert audited(match).sound
    assert reopened(match).saved == match.saved
    again, _ = replacement(match, "blue", chain=False)
    replace(match, again)
    assert not match.saved.chains
    kinds = [line.payload.t for line in log.parse_log(log_of(match)).lines]
    assert kinds[-4:] == ["annul", "annul", "note", "seat"]
    match.adjudicate(bids(match, {}))
    assert audited(match).sound
    assert reopened(match).saved == match.saved
