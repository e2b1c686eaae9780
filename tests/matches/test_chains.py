"""Seats with chains of their own: joins, pledges, replaced seats, with the toy game."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import Opening, Secrets, open_next
from adjudicator.audit.verifiers import verify_log
from adjudicator.audit.verify import audit_dice
from adjudicator.core.problem import Unusable
from adjudicator.core.sheet import read_sheet
from adjudicator.documents.joins import Invitation, joined, read_invitation
from adjudicator.documents.joins import joins_folder as folder_of_joins
from adjudicator.documents.keys.match_notes import Secret
from adjudicator.documents.keys.pledges import key_of_seat, pledged
from adjudicator.documents.keys.seat_keys import find_key, pledge_of, read_key
from adjudicator.documents.problems import RefusedFile, UnusableFile
from adjudicator.matches import moved_head
from adjudicator.matches.match import Match
from adjudicator.matches.match_folder import is_offered
from adjudicator.matches.referee.amending import replace_seat
from adjudicator.matches.referee.beginning import Begun, begin
from tests.audit.log_changes import chained, lines_of, package_says, stand_alone_says
from tests.core.toy import TOY
from tests.matches.toy_chains import (
    SEATS,
    audited,
    begun,
    bids,
    codes,
    log_of,
    march,
    offered,
    pledge,
    refused_for,
    reopened,
    replace,
    replacement,
    secrets_of,
)
from tests.matches.toy_match import GAMES, render, sheet

# -- a whole match ----------------------------------------------------------------------------


def test_a_match_with_chains_from_offer_to_audit(tmp_path: Path) -> None:
    match, keys = begun(tmp_path / "m", name="toy-2028")
    assert {seat: chain.n for seat, chain in match.saved.chains.items()} == {"blue": 0, "red": 0}
    while not match.saved.is_over:
        seats = {pending.seat for pending in match.saved.pending}
        given = bids(match, keys) if len(seats) == 2 else [march(match, keys)]
        played = match.adjudicate(given)
        assert played.opening is not None
        opened = next(
            line.payload for line in log.parse_log(log_of(match)).lines[::-1]
            if isinstance(line.payload, log.Open)
        )  # fmt: skip
        for seat, value in opened.pledges.items():
            expected = pledge_of(keys[seat], opened.n)
            assert value == (expected if f"{seat}.json" in dict(given) else None)
    assert match.saved.n == 4
    audit = audited(match)
    assert audit.players_without_chain == ()
    assert not any(audit.withheld_pledges.values())
    # The save is made again with the values opened last.
    (match.folder / "referee" / "save.json").unlink()
    assert reopened(match).saved == match.saved


def test_a_seat_without_a_chain_plays_beside_one_that_has_one(tmp_path: Path) -> None:
    match, keys = begun(tmp_path / "m", chains=("blue",))
    assert set(match.saved.chains) == {"blue"}
    blue, red = bids(match, keys)
    with_pledge = sheet(match, "red", **pledge(match, keys["blue"]))
    assert refused_for(match, blue, with_pledge) == ["pledge-without-chain"]
    match.adjudicate([blue, red])
    assert audited(match).players_without_chain == ("red",)


def test_old_state_files_are_read_as_those_of_a_match_without_chains(tmp_path: Path) -> None:
    match, _ = begun(tmp_path / "m", chains=())
    state = json.loads((match.folder / "now/state.json").read_bytes())
    assert "chains" not in state
    match, _ = begun(tmp_path / "c")
    state = json.loads((match.folder / "now/state.json").read_bytes())
    assert state["chains"]["red"] == match.saved.chains["red"].to_json()


# -- pledges at intake ------------------------------------------------------------------------


def test_a_pledge_must_be_the_value_of_its_own_chain_and_number(tmp_path: Path) -> None:
    match, keys = begun(tmp_path / "m")
    other = begun(tmp_path / "other", name="toy-2027")[1]
    anchor = match.saved.chains["red"].value
    false = {
        "of another seat": pledge_of(keys["blue"], 1),
        "of another match": pledge_of(other["red"], 1),
        "of the next opening": pledge_of(keys["red"], 2),
        "the anchor": anchor,
        "made up": "c3" * 32,
    }
    for value in false.values():
        assert refused_for(match, sheet(match, "red", pledge=value)) == ["pledge-false"]
    assert refused_for(match, sheet(match, "red")) == ["pledge-missing"]


def test_a_seat_that_passes_an_opening_stays_in_step(tmp_path: Path) -> None:
    match, keys = begun(tmp_path / "m")
    match.adjudicate(bids(match, keys, blue=2))
    match.adjudicate([march(match, keys)])
    assert {seat: chain.n for seat, chain in match.saved.chains.items()} == {"blue": 2, "red": 1}
    match.adjudicate(bids(match, keys))
    assert audited(match).openings == 3


def test_a_locked_sheet_whose_pledge_is_not_opened_refutes_the_log(tmp_path: Path) -> None:
    """Whoever knows all else could choose between the key with the pledge and the one without."""
    match, keys = begun(tmp_path / "m")
    sheets = {}
    for name, raw in [bids(match, keys)[0], bids(match, {})[1]]:
        read, problems = read_sheet(TOY, json.loads(raw))
        assert read is not None, problems
        sheets[name.removesuffix(".json")] = read
    last = tfd1.seed_chain("toy-2026", "5e" * 32)
    ref = tfd1.chain_value("toy-2026", "referee", last, links=tfd1.LINKS, n=1)
    made = open_next(match.rules, match.genesis, match.saved, sheets, secrets=Secrets(ref))
    assert isinstance(made, Opening)
    raw = log_of(match) + made.lines
    audit = audit_dice(log.parse_log(raw))
    assert [problem.code for problem in audit.failures] == ["chain-false"]
    assert verify_log.verify(raw).verdict == audit.verdict == "refuted"
    assert made.saved.chains["red"].n == 0
    assert made.saved.chains["blue"].n == 1


def test_a_chain_at_its_end_pledges_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tfd1, "LINKS", 1)
    match, keys = begun(tmp_path / "m")
    match.adjudicate(bids(match, keys, blue=2))
    with pytest.raises(Unusable, match="the chain of blue ends with opening 1"):
        pledge_of(keys["blue"], 2)
    # A longer chain that was kept back does not help.
    chain = match.saved.chains["blue"]
    longer = tfd1.chain_value("toy-2026", "blue", "aa" * 32, links=2, n=1)
    assert not chain.model_copy(update={"value": longer}).holds("blue", "aa" * 32, 2)
    assert chain.model_copy(update={"value": longer, "links": 2}).holds("blue", "aa" * 32, 2)


# -- key files --------------------------------------------------------------------------------


def write_key(path: Path, key: Secret) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(key.to_json()))
    return path


def test_a_key_is_found_near_and_only_if_it_is_the_right_one(tmp_path: Path) -> None:
    match, keys = begun(tmp_path / "m")
    chain = match.saved.chains["red"]
    near, here = tmp_path / "near", tmp_path / "here"
    near.mkdir()
    write_key(here / "key-a.json", keys["blue"])
    (here / "key-b.json").write_text("{")
    write_key(here / "key-c.json", keys["red"].model_copy(update={"match": "toy-2027"}))
    write_key(here / "key-d.json", keys["red"].model_copy(update={"master": "aa" * 32}))
    write_key(here / "other.json", keys["red"])
    assert find_key("toy-2026", "red", [near, here], chain=chain) is None
    assert find_key("toy-2026", "red", [near, here]) == here / "key-d.json"
    with pytest.raises(UnusableFile) as refused:
        key_of_seat("red", chain, None, [near, here])
    assert codes(refused) == ["no-key"]
    for name in ("key-a", "key-c", "key-d"):
        with pytest.raises(UnusableFile) as refused:
            key_of_seat("red", chain, here / f"{name}.json", [here])
        assert codes(refused) == ["other-key"]
    assert key_of_seat("red", chain, here / "other.json", []) == here / "other.json"
    path = write_key(here / "key-e.json", keys["red"])
    assert find_key("toy-2026", "red", [near, here], chain=chain) == path
    written = pledged(match.saved, {"player": "red", "pledge": None}, None, [here])
    assert written["pledge"] == pledge_of(keys["red"], 1)
    assert read_key(path) == keys["red"]


# -- joins ------------------------------------------------------------------------------------


def join_file(offer: log.Offer, seat: str, number: int = 0, /, **change: Any) -> tuple[str, bytes]:
    made = joined(
        Invitation(offer, None), seat, chain=True, public_key=None,
        make_secret=secrets_of(seat, str(number)),
    )  # fmt: skip
    return f"join-{seat}-{number}.json", json.dumps(made.join.to_json() | change).encode()


def take_in(folder: Path, *given: tuple[str, bytes]) -> Begun:
    return begin(folder, given, GAMES, render)


def test_joins_come_one_by_one_and_the_last_begins_the_match(tmp_path: Path) -> None:
    offer = offered(tmp_path / "m")
    first = take_in(tmp_path / "m")
    assert (first.match, first.awaited) == (None, SEATS)
    second = take_in(tmp_path / "m", join_file(offer, "red"))
    assert (second.match, second.awaited, second.joined) == (None, ("blue",), ("red",))
    again = take_in(tmp_path / "m", join_file(offer, "red", 1))
    assert again.replaced == ("red",)
    assert not (tmp_path / "m" / "log.jsonl").exists()
    last = take_in(tmp_path / "m", join_file(offer, "blue"))
    assert last.match is not None
    assert last.awaited == ()
    salts = {join.player: join.salt for join in last.match.genesis.joins}
    assert salts["red"] == json.loads(join_file(offer, "red", 1)[1])["salt"]
    assert reopened(last.match).saved == last.match.saved
    assert last.match.genesis.offer == read_invitation(tmp_path / "m", GAMES).offer == offer


def test_everything_wrong_with_joins_is_said_at_once(tmp_path: Path) -> None:
    offer = offered(tmp_path / "m")
    red = join_file(offer, "red")
    salt = json.loads(red[1])["salt"]
    with pytest.raises(RefusedFile) as refused:
        take_in(
            tmp_path / "m",
            red,
            join_file(offer, "red", 1),
            join_file(offer, "blue", offer="c3" * 32, salt=salt),
            join_file(offer, "green"),
        )
    places = [(one.source, one.problem.code, one.problem.path[0]) for one in refused.value.located]
    assert places == [
        ("join-red-1.json", "second-join", "player"),
        ("join-blue-0.json", "other-offer", "offer"),
        ("join-blue-0.json", "same-salt", "salt"),
        ("join-green-0.json", "unknown-seat", "player"),
    ]
    assert not folder_of_joins(tmp_path / "m").exists()


def test_a_join_for_another_match_is_refused(tmp_path: Path) -> None:
    offered(tmp_path / "m")
    other = offered(tmp_path / "other", name="toy-2027")
    with pytest.raises(RefusedFile) as refused:
        take_in(tmp_path / "m", join_file(other, "red"))
    assert codes(refused) == ["other-offer"]


def test_joins_that_wait_are_judged_again(tmp_path: Path) -> None:
    offer = offered(tmp_path / "m")
    take_in(tmp_path / "m", join_file(offer, "red"))
    path = folder_of_joins(tmp_path / "m") / "red.json"
    path.write_bytes(join_file(offer, "red", offer="c3" * 32)[1])
    with pytest.raises(RefusedFile) as refused:
        take_in(tmp_path / "m", join_file(offer, "blue"))
    assert codes(refused) == ["other-offer"]
    assert refused.value.located[0].source == str(path)


def test_a_match_does_not_begin_with_another_secret(tmp_path: Path) -> None:
    offer = offered(tmp_path / "m")
    path = tmp_path / "m" / "referee" / "secret.json"
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"master": "00" * 32}))
    with pytest.raises(UnusableFile) as refused:
        take_in(tmp_path / "m", join_file(offer, "red"), join_file(offer, "blue"))
    assert codes(refused) == ["other-secret"]


# -- replaced seats ---------------------------------------------------------------------------


def under_way(tmp_path: Path) -> tuple[Match, dict[str, Secret]]:
    """After the first opening; blue is to march."""
    match, keys = begun(tmp_path / "m")
    match.adjudicate(bids(match, keys, blue=2))
    return match, keys


def test_a_seat_is_replaced_in_the_middle_of_a_match(tmp_path: Path) -> None:
    match, keys = under_way(tmp_path)
    line, new = replacement(match, "blue")
    assert line.n == 1
    assert new is not None
    head = match.saved.head
    early = march(match, keys)
    assert replace(match, line) == ()
    assert match.saved.head != head
    assert match.saved.chains["blue"].n == 1
    assert audited(match).openings == 1
    # The old chain is worth nothing, nor is a sheet that has not seen the new one.
    assert refused_for(match, early) == ["other-head"]
    assert refused_for(match, march(match, keys)) == ["pledge-false"]
    match.adjudicate([march(match, keys | {"blue": new})])
    match.adjudicate(bids(match, keys | {"blue": new}))
    assert audited(match).openings == 3
    (match.folder / "referee" / "save.json").unlink()
    assert reopened(match).saved == match.saved


def test_a_seat_is_replaced_before_the_first_opening_and_by_one_without_a_chain(
    tmp_path: Path,
) -> None:
    match, keys = begun(tmp_path / "m")
    line, key = replacement(match, "red", chain=False)
    assert (line.n, line.join.anchor, key) == (0, None, None)
    replace(match, line)
    assert set(match.saved.chains) == {"blue"}
    blue, _ = bids(match, keys)
    match.adjudicate([blue, bids(match, {})[1]])
    assert audited(match).players_without_chain == ("red",)


def test_what_was_mailed_is_written_again_under_the_new_head(tmp_path: Path) -> None:
    match, _ = under_way(tmp_path)
    folder = match.folder / "now"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    line, _ = replacement(match, "blue")
    replace(match, line)
    state = json.loads((folder / "state.json").read_bytes())
    assert state["header"]["head"] == match.saved.head
    assert state["chains"]["blue"]["value"] == line.join.anchor
    assert (folder / "events.json").read_bytes() == before["events.json"]
    # A view that is lost later is made again with the same head.
    written = {path.name: path.read_bytes() for path in folder.iterdir()}
    shutil.rmtree(folder)
    reopened(match)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == written


def test_sheets_that_wait_are_set_aside(tmp_path: Path) -> None:
    match, keys = begun(tmp_path / "m")
    red = bids(match, keys)[1]
    assert match.adjudicate([red]).opening is None
    line, new = replacement(match, "blue")
    assert new is not None
    assert replace(match, line) == ("red",)
    assert match.waiting_seats() == ()
    aside = match.folder / "referee" / "orders" / "stale-0001" / "red.json"
    assert aside.read_bytes() == red[1]
    assert refused_for(match, red) == ["other-head"]
    match.adjudicate(bids(match, keys | {"blue": new}))
    assert audited(match).openings == 1


def test_killed_after_the_line_the_rest_is_done_when_the_match_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, keys = under_way(tmp_path)
    copy = match.copy_to(tmp_path / "copy")
    line, _ = replacement(match, "blue")
    with monkeypatch.context() as patch:
        patch.setattr(moved_head, "_show", _killed)
        with pytest.raises(KeyboardInterrupt):
            replace(match, line)
    opened = reopened(match)
    replace(copy, line)
    assert opened.saved == copy.saved
    for path in ("now/state.json", "referee/save.json", "log.jsonl"):
        assert (match.folder / path).read_bytes() == (copy.folder / path).read_bytes()
    assert refused_for(opened, march(opened, keys)) == ["pledge-false"]


def _killed(*_: Any) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"n": 0}, "other-opening"),
        ({"n": 2}, "other-opening"),
        ({"join": {"offer": "c3" * 32}}, "other-offer"),
        ({"join": {"player": "green"}}, "unknown-seat"),
    ],
)
def test_a_forged_seat_line_is_refused_and_refuted(
    tmp_path: Path, change: dict[str, Any], code: str
) -> None:
    match, _ = under_way(tmp_path)
    good = replacement(match, "blue")[0].to_json()
    forged = good | change | {"join": good["join"] | change.get("join", {})}
    with pytest.raises(RefusedFile) as refused:
        replace_seat(match, json.dumps(forged).encode(), "seat.json")
    assert codes(refused) == [code]
    raw = chained([*lines_of(log_of(match)), forged])
    assert package_says(raw) == stand_alone_says(raw) == "refuted"
    raw = chained([*lines_of(log_of(match)), good])
    assert package_says(raw) == stand_alone_says(raw) == "sound"


def test_the_first_join_of_a_seat_does_not_come_back(tmp_path: Path) -> None:
    match, _ = under_way(tmp_path)
    old = log.Seat(n=1, join=match.genesis.joins[0])
    with pytest.raises(RefusedFile) as refused:
        replace(match, old)
    assert codes(refused) == ["same-salt"]


def test_no_seat_is_replaced_when_the_match_is_over(tmp_path: Path) -> None:
    match, keys = under_way(tmp_path)
    line, _ = replacement(match, "blue")
    concede = sheet(
        match, "blue", orders={"match": [{"order": "concede"}]}, **pledge(match, keys["blue"])
    )
    match.adjudicate([concede])
    assert match.saved.is_over
    with pytest.raises(UnusableFile) as refused:
        replace(match, line)
    assert codes(refused) == ["match-over"]


def test_an_offer_whose_making_was_broken_off_is_no_match_and_takes_no_joins(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "m"
    offered(folder)
    assert is_offered(folder)
    (folder / ".new-match").touch()
    assert not is_offered(folder)
    with pytest.raises(UnusableFile) as refused:
        begin(folder, [], GAMES, render)
    assert "broken off" in refused.value.problems[0].message
    assert (folder / ".new-match").exists()
