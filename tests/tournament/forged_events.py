"""Falsified events: what a referee could do to files, by name, and the code that an audit gives."""

from __future__ import annotations

import copy
import hashlib
import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from adjudicator.api.amending import rewind
from adjudicator.api.clock import clock_named
from adjudicator.api.match import open_match
from adjudicator.tournament.deciding import claim
from adjudicator.tournament.folder import open_event
from tests.tournament.audited_events import (
    edit,
    lines,
    match_of,
    other_key,
    remake,
    rewrite,
    write_chained,
)
from tests.tournament.cup import after

__all__ = ["FORGERIES"]

Forge = Callable[[Path], object]


def _pairing(number: int, change: Callable[[Any], object]) -> Forge:
    return lambda folder: edit(folder / f"rounds/{number:02d}/pairing.json", change)


def _line(kind: str, change: Callable[[Any], object], place: int = 0) -> Forge:
    """Changes the first line of a kind: of results its kind, else that of the line."""

    def forge(folder: Path) -> None:
        def found(told: list[dict[str, Any]]) -> None:
            change([one for one in told if kind in (one["line"], one.get("kind"))][place])

        rewrite(folder, found)

    return forge


def _exchange(folder: Path, choose: Callable[[Any], tuple[str, str]]) -> None:
    """Exchanges two players of round 2 in all files, as if they had been paired so."""
    path = folder / "rounds/02/pairing.json"
    one, two = choose(json.loads(path.read_text()))
    told = (folder / "results.jsonl").read_text().splitlines()
    write_chained(folder, [
        json.loads(_other(line, one, two) if '"match":"02-' in line else line) for line in told
    ])  # fmt: skip
    for file in (path, *folder.glob("matches/02-*/match.json")):
        file.write_text(_other(file.read_text(), one, two))


def _other(text: str, one: str, two: str) -> str:
    return text.replace(one, "*").replace(two, one).replace("*", two)


def _exchanged(choose: Callable[[Any], tuple[str, str]]) -> Forge:
    return lambda folder: _exchange(folder, choose)


def _across(told: Any) -> tuple[str, str]:
    """Returns the second players of two matches."""
    one, two = (match["seats"]["west"] for match in told["matches"][:2])
    return one, two


def _seats(told: Any) -> tuple[str, str]:
    """Returns both players of a match."""
    one, two = told["matches"][0]["seats"].values()
    return one, two


def _with_bye(told: Any) -> tuple[str, str]:
    """Returns a player of a match, and who has the bye."""
    return told["matches"][-1]["seats"]["west"], told["byes"][0]["player"]


def _other_version(folder: Path) -> None:
    _exchange(folder, _across)
    edit(folder / "rounds/02/pairing.json", lambda told: told["engine"].update(version="9"))


def _match_json(folder: Path) -> None:
    edit(folder / "matches/01-01/match.json",
         lambda told: told["seats"]["east"].update(name="p007"))  # fmt: skip


def _added(folder: Path) -> None:
    """Gives the match that a judge decided a result by its log."""

    def change(told: list[dict[str, Any]]) -> None:
        last = told[-1]
        with open_match(folder / "matches" / last["match"], read_only=True) as opened:
            last["source"] = {"by": "head", "head": opened.head, "opening": opened.n}
        last["kind"] = "played"

    rewrite(folder, change)


def _rewound(folder: Path) -> None:
    """Takes a match back behind its result."""
    event = open_event(folder)
    with open_match(event.match_folder(_by_head(folder))) as opened:
        rewind(opened, 1, "a sheet was lost")


def _by_head(folder: Path) -> str:
    """Returns the match of the last result by a log."""
    told = [one for one in lines(folder) if one.get("source", {}).get("by") == "head"]
    return str(told[-1]["match"])


def _played_on(folder: Path) -> None:
    """Takes a match back behind its result, and plays it to the end again."""
    _rewound(folder)
    with open_match(folder / "matches" / _by_head(folder)) as opened:
        while not opened.is_over:
            opened.adjudicate(play="all")


def _older_head(folder: Path) -> None:
    """Cites the head of a log from before its end, with that opening."""
    match = _by_head(folder)
    read = (folder / "matches" / match / "log.jsonl").read_text().splitlines()
    told = next(json.loads(one)["prev"] for one in reversed(read) if '"t":"lock"' in one)

    def change(all_: list[dict[str, Any]]) -> None:
        next(one for one in reversed(all_) if one.get("match") == match)["source"]["head"] = told

    rewrite(folder, change)


def _own_match(folder: Path) -> None:
    """Makes the judge of the last match somebody who plays there."""
    event = open_event(folder)
    judged = next(one for one in reversed(event.lines) if getattr(one, "kind", "") == "adjudicated")
    rewrite(folder, lambda told: told[judged.n - 1]["source"].update(referee="r1"))
    match = match_of(event, 2, without="p001")
    edit(folder / "tournament.json", lambda told: told.update(amendments=[{
        "n": 1, "day": "2027-01-20", "by": "r2", "reason": "so", "changes": {"referees": [
            {"id": "r1", "name": "A", "player": next(iter(event.matches[match].seats.values()))},
            {"id": "r2", "name": "B"}, {"id": "r3", "name": "C"}]},
    }]))  # fmt: skip


def _amend(changes: Mapping[str, Any], **more: Any) -> Forge:
    amendment = {"n": 1, "day": "2027-01-20", "by": "r2", "reason": "so", "changes": changes}
    return lambda folder: edit(folder / "tournament.json",
                               lambda told: told.update(amendments=[amendment | more]))  # fmt: skip


def _without_correction(folder: Path) -> None:
    """Takes the correction of round 1 out, as if it had never been, and numbers lines anew."""

    def change(told: list[dict[str, Any]]) -> None:
        _take_out(told, next(one for one in told if one.get("corrects")))

    rewrite(folder, change)


def _swapped_folders(folder: Path) -> None:
    shutil.rmtree(folder / "matches/01-01")
    shutil.copytree(folder / "matches/01-02", folder / "matches/01-01")


def _log(folder: Path) -> None:
    path = folder / "matches/01-01/log.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"values":[', b'"values":[6,', 1))


def _trf(folder: Path) -> None:
    """Writes a wish of the referee into what the engine got: two may not meet."""
    path = folder / "rounds/02/input.trf"
    path.write_text(path.read_text() + "260   1  99    1    2\n")


def _earlier_players(folder: Path) -> None:
    edit(folder / "players.json", lambda told: told["players"][5].update(rating=2500))


def _left_out(folder: Path) -> None:
    """Says that somebody who played in round 2 had left before it."""
    paired = json.loads((folder / "rounds/02/pairing.json").read_text())
    player = next(iter(paired["matches"][0]["seats"].values()))
    gone = {"day": "2027-01-16", "reason": "moved"}
    edit(folder / "players.json",
         lambda told: told["players"][int(player[1:]) - 1].update(withdrawn=gone))  # fmt: skip


def _bye(told: Any) -> None:
    bye = next(one for one in told if one.get("kind") == "bye-given")
    bye["kind"] = "bye-asked"


def _twice(told: Any) -> None:
    """Decides an appeal a second time, at the end of the file."""
    again = copy.deepcopy(next(one for one in told if one["line"] == "appeal-decided"))
    told.append(again | {"n": len(told) + 1, "at": told[-1]["at"], "upheld": False})


def _by_nobody(folder: Path) -> None:
    """Gives a seat of a match to somebody who was never entered."""
    event = open_event(folder)

    def change(told: Any) -> None:
        _stand_by(told)
        told[-1] |= {"former": event.seated("01-02")["east"], "player": "p099"}

    rewrite(folder, change)


def _stand_by(told: Any) -> None:
    """Gives a seat of a match that has its result to somebody else."""
    told.append({
        "n": len(told) + 1, "at": told[-1]["at"], "line": "replacement", "match": "01-02",
        "seat": "east", "former": "", "player": "p007", "referee": "r2", "reason": "so",
    })  # fmt: skip


def _replaced(folder: Path) -> None:
    event = open_event(folder)
    seats = event.seated("01-02")
    others = {one.id for one in event.players.players} - {*seats.values()}

    def change(told: Any) -> None:
        _stand_by(told)
        told[-1] |= {"former": seats["east"], "player": max(others)}

    rewrite(folder, change)
    edit(folder / "matches/01-02/match.json",
         lambda told: told["seats"]["east"].update(name=max(others)))  # fmt: skip


def _remade(**how: Any) -> Forge:
    return lambda folder: remake(folder, "01-02", **how)


def _draw(folder: Path) -> None:
    told = json.loads((folder / "rounds/02/draw.json").read_text()) | {"round": 1}
    (folder / "rounds/01/draw.json").write_text(json.dumps(told))


def _known_before(folder: Path) -> None:
    """Draws round 2 by a round of the beacon that had come before anybody named it."""
    number, signature = 1000, "ab" * 48
    edit(folder / "rounds/02/draw.json", lambda told: told.update(
        commitment=None, beacon=number, signature=signature,
        value=hashlib.sha256(bytes.fromhex(signature)).hexdigest()))  # fmt: skip


def _half_offer(folder: Path) -> None:
    place = folder / "matches/01-02"
    (place / "log.jsonl").unlink()
    (place / "offer.json").write_text('{"t":"offer"')


def _unopened(folder: Path) -> None:
    edit(folder / "rounds/02/draw.json", lambda told: told.update(value=None))


def _key(folder: Path) -> None:
    (folder / "referee/draw.key").write_text("ab" * 32)


def _swap_own(told: Any) -> None:
    told["swaps"][0]["by"] = "r1"
    told["swaps"][0]["players"] = ["p001", "p002"]


def _ruled_by(told: Any) -> None:
    """Makes who decided an appeal the referee of the result that it was against."""
    appeal = next(one for one in told if one["line"] == "appeal")
    decided = next(one for one in told if one["line"] == "appeal-decided")
    result = told[appeal["against"] - 1]
    result["source"] = {"by": "referee", "referee": decided["referee"], "reason": "so"}
    result["kind"] = "adjudicated"


def _without_last_played(told: Any) -> None:
    gone = [one for one in told if one.get("source", {}).get("by") == "head"][-1]
    _take_out(told, gone)


def _without_last_bye(told: Any) -> None:
    _take_out(told, [one for one in told if one.get("kind") == "bye-given"][-1])


def _take_out(told: Any, gone: Any) -> None:
    told.remove(gone)
    for number, one in enumerate(told, 1):
        one["n"] = number
        if one.get("source", {}).get("claims"):
            one["source"]["claims"] = [n - 1 for n in one["source"]["claims"]]


def _unchained(change: Callable[[Any], object]) -> Forge:
    """Changes lines of results.jsonl, and no line behind them."""

    def forge(folder: Path) -> None:
        told = lines(folder)
        change(told)
        text = "".join(json.dumps(one, separators=(",", ":")) + "\n" for one in told)
        (folder / "results.jsonl").write_text(text)

    return forge


def _claimed(told: Any) -> Any:
    return next(one for one in told if one["line"] == "claim")


def _amended(day: str, changed: Mapping[str, Any]) -> Forge:
    """Makes an amendment, has the next command note it, and then rewrites it."""

    def forge(folder: Path) -> None:
        _amend({"best": 2}, day=day)(folder)
        event = open_event(folder)
        match, seats = next(iter(event.matches)), event.matches
        claim(folder, match, next(iter(seats[match].seats.values())), "still here", now=after(30))
        edit(folder / "tournament.json", lambda told: told["amendments"][0].update(changed))

    return forge


def _round_line(told: Any) -> None:
    _take_out(told, [one for one in told if one["line"] == "round"][-1])


def _round_to_come(told: Any) -> None:
    line = next(one for one in told if one["line"] == "round")
    told.append({**line, "n": len(told) + 1, "at": told[-1]["at"], "round": 3})


FORGERIES: Mapping[str, tuple[str, Forge]] = {
    "a changed pairing": ("pairing-differs", _exchanged(_across)),
    "a changed pairing alone": ("results-contradict", _pairing(
        2, lambda told: told["matches"][0]["seats"].update(
            east=told["byes"][0]["player"]))),
    "swapped seats": ("pairing-differs", _exchanged(_seats)),
    "a bye for somebody else": ("pairing-differs", _exchanged(_with_bye)),
    "a cost": ("cost-differs", _pairing(2, lambda told: told.update(cost="-1"))),
    "a bound": ("bound-differs", _pairing(2, lambda told: told.update(bound="7"))),
    "a swap without its cost": ("swap-cost-differs", _pairing(
        1, lambda told: told["swaps"][0].update(before="5", after="5"))),
    "a swap that is not told": ("pairing-differs", _pairing(
        1, lambda told: told.update(swaps=[]))),
    "a swap by who sits there": ("own-match", _pairing(
        1, _swap_own)),
    "rules that were given up": ("relaxed-differs", _pairing(
        2, lambda told: told.update(relaxed=["wishes"]))),
    "another engine": ("engine-lacking", _pairing(
        2, lambda told: told["engine"].update(name="mine"))),
    "another version, other pairs": ("engine-other-version", _other_version),
    "an engine that was none": ("engine-differs", _pairing(
        2, lambda told: told["engine"].update(name="adjudicator", version=""))),
    "what the engine got": ("input-differs", _trf),
    "no file of what it got": ("input-missing",
                               lambda folder: (folder / "rounds/02/input.trf").unlink()),
    "another seeding": ("input-differs", _earlier_players),
    "somebody who had left": ("pairing-differs", _left_out),
    "a round before the one before": ("rounds-out-of-order", _pairing(
        2, lambda told: told.update(started="2027-01-10"))),
    "a commitment replaced": ("draw-other-commitment",
                              lambda folder: other_key(folder / "rounds/02/draw.json", 2)),
    "a draw of another round": ("wrong-draw", _draw),
    "a draw that was known before": ("draw-known-before", _known_before),
    "a draw that nobody opened": ("draw-not-opened", _unopened),
    "another key of the draws": ("draw-key-other", _key),
    "another player's id": ("match-other-player", _match_json),
    "a name in match.json": ("match-other-player", lambda folder: edit(
        folder / "matches/01-01/match.json",
        lambda told: told["seats"]["east"].update(name="Anna"))),
    "an address in match.json": ("match-other-notes", lambda folder: edit(
        folder / "matches/01-01/match.json",
        lambda told: told["seats"]["east"].update(address="a@x.test"))),
    "another clock": ("match-other-clock", _remade(clock=clock_named("week"))),
    "other options": ("match-other-scenario", _remade(options={"turns": 3})),
    "other dice": ("match-other-dice", _remade(mode="referee")),
    "another game": ("match-other-game", _remade(
        game="galactic-conquest", scenario="two", mode="referee")),
    "seats of another game": ("match-other-seats", _remade(
        game="galactic-conquest", scenario="two", mode="referee")),
    "half an offer": ("offer-damaged", _half_offer),
    "a seat of the built-in player": ("match-other-players", _remade(play=["east"])),
    "a match rolled again": ("head-unknown", _remade()),
    "a removed match": ("match-missing",
                        lambda folder: shutil.rmtree(folder / "matches/01-02")),
    "a match of another event": ("match-of-another", _remade(name="cop-01-02")),
    "a match in place of another": ("match-of-another", _swapped_folders),
    "a match that nobody paired": ("match-unknown", lambda folder: shutil.copytree(
        folder / "matches/01-01", folder / "matches/01-09")),
    "a log": ("draw-false", _log),
    "a result of such a log": ("result-of-refuted", _log),
    "a result of a match that is gone": ("head-not-here", lambda folder: shutil.rmtree(
        folder / "matches" / _by_head(folder))),
    "an added result": ("result-not-ended", _added),
    "a changed winner": ("result-differs", _line(
        "played", lambda one: [seat.update(place=3 - seat["place"]) for seat in one["players"]],
        -1)),
    "a changed score": ("result-differs", _line(
        "played", lambda one: one["players"][0].update(points="7"), -1)),
    "an award in a played match": ("result-differs", _line(
        "played", lambda one: one["players"][0].update(awarded="7"), -1)),
    "a seat that does not count": ("result-differs", _line(
        "played", lambda one: one["players"][1].update(scores=False), -1)),
    "a played match that was agreed": ("result-differs", _line(
        "played", lambda one: one.update(kind="agreed"), -1)),
    "a head that never was": ("head-unknown", _line(
        "played", lambda one: one["source"].update(head="ab" * 32), -1)),
    "another opening": ("opening-differs", _line(
        "played", lambda one: one["source"].update(opening=3), -1)),
    "a head from before the end": ("opening-differs", _older_head),
    "a result before a rewind": ("result-taken-back", _rewound),
    "a rewind, and another end": ("result-taken-back", _played_on),
    "a line that is older": ("line-backdated", _line(
        "claim", lambda one: one.update(at="2027-01-16T12:00:00Z"))),
    "a referee in their own match": ("own-match", _own_match),
    "a referee who is none": ("no-such-referee", _line(
        "adjudicated", lambda one: one["source"].update(referee="r9"), -1)),
    "an appeal decided by who ruled": ("own-ruling", lambda folder: rewrite(
        folder, _ruled_by)),
    "an appeal decided twice": ("appeal-decided-twice",
                                lambda folder: rewrite(folder, _twice)),
    "a claim that nobody made": ("claims-differ", _line(
        "adjudicated", lambda one: one["source"].update(claims=[1]), -1)),
    "a claim by who is not there": ("not-in-match", _line(
        "claim", lambda one: one.update(player="p001"))),
    "a claim in other words": ("results-changed", _unchained(
        lambda told: _claimed(told).update(text="I was behind"))),
    "a ruling in other words": ("results-changed", _unchained(
        lambda told: next(one for one in told if one.get("kind") == "adjudicated")[
            "source"].update(reason="another"))),
    "a claim taken out": ("results-changed", _unchained(
        lambda told: _take_out(told, _claimed(told)))),
    "a line that cites nothing": ("results-changed", _unchained(
        lambda told: told[-1].update(prev=None))),
    "the first line taken out": ("results-changed", _unchained(
        lambda told: _take_out(told, told[0]))),
    "an amendment that was another": ("rules-changed", _amended(
        "2027-02-12", {"changes": {"best": 1}})),
    "an amendment for another reason": ("rules-changed", _amended(
        "2027-02-12", {"reason": "they asked"})),
    "an amendment dated back, and noted": ("rules-backdated", _amended("2027-01-16", {})),
    "an amendment dated back": ("rules-backdated", _amend({"best": 1}, day="2027-01-16")),
    "an amendment of which no line knows": ("rules-not-noted", _amend(
        {"best": 1}, day="2027-03-30")),
    "other words about the event": ("rules-not-noted", lambda folder: edit(
        folder / "tournament.json", lambda told: told.update(about="Draws count as losses."))),
    "a ruling dated back": ("rules-backdated", lambda folder: edit(
        folder / "tournament.json", lambda told: told.update(rulings=[
            {"n": 1, "day": "2027-01-16", "by": "r2", "text": "so"}]))),
    "another file of a round": ("round-changed", lambda folder: (
        folder / "rounds/01/input.trf").write_text("012 cup\n")),
    "a round that no line notes": ("round-not-noted", lambda folder: rewrite(
        folder, _round_line)),
    "a round that was noted before it": ("round-not-started", lambda folder: rewrite(
        folder, _round_to_come)),
    "a deleted correction": ("input-differs", _without_correction),
    "an appeal that nothing follows": ("appeal-without-effect", _without_correction),
    "a deleted result": ("result-lacking", lambda folder: rewrite(
        folder, _without_last_played)),
    "a deleted bye": ("bye-lacking", lambda folder: rewrite(
        folder, _without_last_bye)),
    "another kind of bye": ("bye-differs", lambda folder: rewrite(folder, _bye)),
    "a seat that changed hands afterwards": ("seat-too-late", _replaced),
    "a seat for nobody": ("cannot-replace", _by_nobody),
    "an amendment to what is fixed": ("event-contradicts", _amend({"scenario": "other"})),
    "an amendment by nobody": ("event-contradicts", _amend({"best": 1}, by="r7")),
    "rules changed without one": ("event-changed", lambda folder: edit(
        folder / "tournament.json", lambda told: told.update(best=1))),
    "a rule that ends no match so": ("kind-not-foreseen", _amend(
        {"unfinished": ["agreed"]})),
    "a judge before the date": ("too-early", _amend({"dates": [
        {"starts": "2027-01-01", "ends": "2027-01-20"},
        {"starts": "2027-01-21", "ends": "2027-03-20"}]})),
    "somebody forfeits a match that was judged": ("forfeits-unclear", _line(
        "adjudicated", lambda one: one["players"][0].update(forfeits=True), -1)),
    "a bye that a referee rules": ("source-unfit", _line(
        "bye-given", lambda one: one.update(
            source={"by": "referee", "referee": "r1", "reason": "why not"}))),
    "nobody is named in a match": ("match-unnamed", lambda folder: (
        folder / "matches/01-01/match.json").unlink()),
    "an older public copy": ("public-differs", lambda folder: edit(
        folder / "public/players.json", lambda told: told["players"].pop())),
}  # fmt: skip
"""By name, the code that the audit must give, and what is done to the folder of a sound event."""
