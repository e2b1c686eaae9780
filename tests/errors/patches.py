"""What no file of a user can bring about: a full disk, a locked match, damage in the match.

A patch acts between the making of the match (in the folder `m`) and the command. What it creates
lasts until the entry is over.
"""

from __future__ import annotations

import copy
import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock, Timeout

import adjudicator
from adjudicator import registry
from adjudicator.audit import log
from adjudicator.audit.automatic import header_for
from adjudicator.audit.tfd1 import gid, json_hash, seed_hidden
from adjudicator.cli import table_dice
from adjudicator.core import dry_run, problem
from adjudicator.core.capabilities import NamesQuestions, Projects
from adjudicator.core.game import Rules, Scenario
from adjudicator.core.values import MAX_INTEGER
from adjudicator.documents import json_scan, library, schemas, storage
from adjudicator.documents.maps import given_map, with_own_files
from adjudicator.documents.printed import pretty
from adjudicator.documents.scenarios import find_scenario
from adjudicator.documents.views import view_document
from adjudicator.games import nine_fields
from adjudicator.games.fortress_america import (
    FORTRESS_AMERICA_1986,
    FortressAmericaRules,
)
from adjudicator.games.fortress_america.state import State
from adjudicator.games.nine_fields import NineFieldsRules
from adjudicator.judge.inside import intake
from adjudicator.matches.match import Match
from adjudicator.matches.referee.amending import rewind_match
from adjudicator.matches.referee.continuing import continued_match
from adjudicator.matches.referee.new_match import new_match
from tests.audit.log_changes import chained, lines_of
from tests.core.hand import HAND, hand_scenario
from tests.core.toy import TOY
from tests.errors.doctored import DOCTORED
from tests.errors.office_patches import OFFICE_PATCHES
from tests.errors.repositories import GIT_PATCHES
from tests.errors.worker_patches import WORKER_PATCHES
from tests.registered import registered

__all__ = ["PATCHES"]

LOG = Path("m") / "log.jsonl"
REFEREE = Path("m") / "referee"
MAP = Path("maps") / "fortress-america"

THREE_AREAS: dict[str, Any] = {
    "format": 1,
    "map": "three",
    "title": "Three areas",
    "regions": {},
    "areas": {
        name.lower(): {"name": name, "kind": "land", "region": None, "traits": [], "side": None}
        for name in ("Iowa", "Kansas", "Maine")
    },
    "borders": [["iowa", "kansas"], ["kansas", "maine"]],
}
"""The map beside which an entry has only its outlines.json."""
NO_OUTLINES: dict[str, Any] = {
    "format": 1, "map": "three", "viewbox": [100, 100], "areas": {}, "points": [], "decor": {},
}  # fmt: skip


def small_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped maps are one small one: the entry's files, on which scenario.json is played."""
    shipped = library.map_folder("fortress-america")
    shutil.copy(shipped / "scenarios" / "ready.json", "scenario.json")
    MAP.mkdir(parents=True)
    (MAP / "map.json").write_text(json.dumps(THREE_AREAS))
    (MAP / "outlines.json").write_text(json.dumps(NO_OUTLINES))
    (MAP / "cards.json").write_text(json.dumps({"format": 1, "map": "three", "cards": {}}))
    for name in ("map.json", "outlines.json"):
        if Path(name).exists():
            Path(name).rename(MAP / name)
    monkeypatch.setattr(library, "data_folder", Path)


def own_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder `board` holds the shipped map as change.json has it changed."""
    changes = json.loads(Path("change.json").read_bytes())
    Path("board").mkdir()
    for name, change in changes.items():
        document = json.loads((library.map_folder("fortress-america") / name).read_bytes())
        for path, value in change.items():
            *steps, last = path.split("/")
            parents = [document]
            for step in steps:
                parents = [
                    child
                    for parent in parents
                    for child in (parent.values() if step == "*" else [parent[step]])
                ]
            for parent in parents:
                parent[last] = value
        Path("board", name).write_text(json.dumps(document, indent=1))


def match_on_its_own_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """The match `m` is played on the board of change.json; another title, and the map differs."""
    own_board(monkeypatch)
    given = given_map(FORTRESS_AMERICA_1986, Path("board"))
    scene = find_scenario(FORTRESS_AMERICA_1986, "ready").scenario
    new_match(
        Path("m"), FORTRESS_AMERICA_1986, with_own_files(FORTRESS_AMERICA_1986, scene, given),
        name="catalogue", mode="referee", title="", render=lambda report: ("", ""),
        places=tuple(given.values()), make_secret=lambda: "5e" * 32,
    )  # fmt: skip


def own_board_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody has edited the map of a match under way."""
    match_on_its_own_board(monkeypatch)
    path = Path("m/map/map.json")
    path.write_text(path.read_text().replace("Mine", "Yours"))


def own_board_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player has the log of a match, and not its map."""
    match_on_its_own_board(monkeypatch)
    Path("m/log.jsonl").rename("log.jsonl")


def large_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of more than a mebibyte."""
    Path("sheet.json").write_bytes(b" " * ((1 << 20) + 1))


def many_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet of more values than any file of a match has."""
    Path("sheet.json").write_text("[" + "0," * 20_000 + "0]")


def long_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet with a text of more characters than any of a match has."""
    Path("sheet.json").write_text(json.dumps({"t": "orders " * 2000}))


def small_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log may have a hundred bytes."""
    monkeypatch.setattr(log, "MAX_LOG", 100)


def long_chain_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The offer names a chain of as many links as there are numbers."""
    _changed_offer(links=MAX_INTEGER)


def link_in_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the openings is a link to a folder elsewhere."""
    shutil.rmtree("m/now")
    Path("elsewhere").mkdir()
    Path("m/now").symlink_to(Path("elsewhere").absolute())


def impossible_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mailed state.json names an area that is not on the map."""
    match = Match.open(Path("m"), registry.by_name(), lambda report: ("", ""))
    state = match.position().to_json()
    state["units"]["atlantis"] = state["units"].pop("w1")
    view = view_document(match.rules, match.genesis, match.saved, seat=None, state=state)
    Path("state.json").write_bytes(pretty(view))


def nonsense_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Something endless that is no dice is typed in."""
    monkeypatch.setattr(table_dice, "read_line", lambda: "no dice\n")


def folder_of_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder where a sheet is named."""
    Path("sheets").mkdir()


def _failing(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, number: int, of: str) -> None:
    """Lets a system call fail for files whose name begins with `of`."""
    called: Callable[..., Any] = getattr(owner, name)

    def fail(path: Any, *rest: Any, **named: Any) -> Any:
        if Path(path).name.startswith(of):
            raise OSError(number, os.strerror(number), str(path))
        return called(path, *rest, **named)

    monkeypatch.setattr(owner, name, fail)


def few_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading stops after three problems instead of a hundred."""
    monkeypatch.setattr(json_scan, "MAX_PROBLEMS", 3)
    monkeypatch.setattr(schemas, "MAX_PROBLEMS", 3)
    monkeypatch.setattr(problem, "MAX_PROBLEMS", 3)


def unreadable_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sheet may not be read."""
    _failing(monkeypatch, Path, "open", errno.EACCES, "sheet.json")


def disk_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no room for new files."""
    _failing(monkeypatch, os, "open", errno.ENOSPC, ".new-")


def match_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another run has the match."""

    def refuse(lock: FileLock, **named: Any) -> None:
        raise Timeout(lock.lock_file)

    monkeypatch.setattr(FileLock, "acquire", refuse)


def other_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """The secret of another match lies in the folder."""
    path = REFEREE / "secret.json"
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"master": "00" * 32}))


def newer_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program has other rules than the match began with."""
    newer = copy.copy(FORTRESS_AMERICA_1986)
    newer.rules_version += 1
    monkeypatch.setattr(registry, "GAMES", registered(newer))


def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program knows another game only."""
    monkeypatch.setattr(registry, "GAMES", registered(TOY))


def folder_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Something lies where a new game is to be written."""
    Path("river-war").mkdir()


def broken_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package is installed whose entry point leads nowhere."""
    found = EntryPoint("no-game", "no_such_module:GAME", registry.GROUP)
    monkeypatch.setattr(registry, "_installed", lambda: {found.name: found})


def no_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tutorial game without its built-in player."""
    said = {name: part for name, part in vars(NineFieldsRules).items() if name != "plan"}
    bases = (Projects, NamesQuestions, Rules)
    monkeypatch.setattr(nine_fields, "NineFieldsRules", type("NineFieldsRules", bases, said))


def nine_fields_without_a_city(monkeypatch: pytest.MonkeyPatch) -> None:
    """A map of the tutorial game on which East has no city."""
    shutil.copytree(library.map_folder("nine-fields"), "fields")
    path = Path("fields/map.json")
    path.write_text(path.read_text().replace('"side": "east"', '"side": null'))


def no_save_no_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The save is lost, and so are the sheets as received."""
    (REFEREE / "save.json").unlink()
    shutil.rmtree(REFEREE / "orders")


def clone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The match was cloned: the referee's folder is elsewhere."""
    shutil.rmtree(REFEREE)


def clone_with_false_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a clone somebody has changed what everybody's newest state.json says."""
    _mailed(_opened(), None, state={"turn": 3})
    clone(monkeypatch)
    newest = Path("m/now")
    Path("state.json").rename(newest / "state.json")


def no_room_for_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is room for the log, but not for what comes after it."""
    written = storage.write_atomically

    def write(path: Path, content: bytes, **named: Any) -> None:
        if path.name == "save.json":
            disk_full(monkeypatch)
        written(path, content, **named)

    monkeypatch.setattr("adjudicator.matches.opened.write_atomically", write)


def sheet_of_another_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the sheet of a seat waits, there is one of another seat."""
    folder = REFEREE / "orders" / "n0001"
    (folder / "usa.json").rename(folder / "southern.json")


def altered_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A save whose journal does not fit the rules, written as a program would write it."""
    path = REFEREE / "save.json"
    save = json.loads(path.read_bytes())
    del save["sha256"]
    next(entry for entry in save["journal"] if entry["t"] == "roll")["label"] += "-2"
    path.write_text(json.dumps(save | {"sha256": json_hash(save)}))


def _changed_log(change: Callable[[list[dict[str, Any]]], None]) -> None:
    lines = lines_of(LOG.read_bytes())
    change(lines)
    LOG.write_bytes(chained(lines))


def other_state_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last line of the log names another state, and the chain of hashes is made right."""
    _changed_log(lambda lines: lines[-1].update(sha256="c3" * 32))


def state_before_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """The state line of the opening stands before its open line, and the chain is made right."""

    def swapped(lines: list[dict[str, Any]]) -> None:
        places = {line["t"]: place for place, line in enumerate(lines)}
        lines.insert(places["open"], lines.pop(places["state"]))

    _changed_log(swapped)


def other_start_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The offer names another start position, and all that follows from the offer is made right."""

    _changed_offer(start="c3" * 32)


def _changed_offer(**fields: Any) -> None:
    """Changes the offer, and makes right all that follows from it."""

    def change(lines: list[dict[str, Any]]) -> None:
        genesis = lines[0]
        genesis["offer"] |= fields
        for join in genesis["joins"]:
            join["offer"] = json_hash(genesis["offer"])
        genesis["gid"] = gid(genesis["offer"], genesis["joins"])

    _changed_log(change)


def blank_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor put a blank into the log."""
    LOG.write_bytes(LOG.read_bytes().replace(b'{"gid":', b'{"gid": ', 1))


def match_went_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another run makes an opening between the opening of the match and its lock."""
    opened = Match.open.__func__  # type: ignore[attr-defined] # the function of a class method

    def open_and_go_on(*arguments: Any, **named: Any) -> Match:
        match: Match = opened(*arguments, **named)
        LOG.write_bytes(LOG.read_bytes() + b"{}\n")
        return match

    monkeypatch.setattr(Match, "open", classmethod(open_and_go_on))
    # Later than the look at the end of the log, before the lock.
    monkeypatch.setattr(adjudicator.Match, "refresh", lambda match: False)


def _changed_offer_file(**fields: Any) -> None:
    path = Path("m") / "offer.json"
    path.write_text(json.dumps(json.loads(path.read_bytes()) | fields, indent=1))


def long_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The offer wants chains of a billion values."""
    _changed_offer_file(links=10**9)


def other_start_in_the_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The offer names another start position than its scenario has."""
    _changed_offer_file(start="c3" * 32)


def scenario_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The scenario in the log is none; the protocol of the dice leaves that field free."""
    (genesis, *_) = lines_of(Path("m/log.jsonl").read_bytes())
    _changed_offer(scenario=genesis["offer"]["scenario"] | {"title": 5})


def rewound(monkeypatch: pytest.MonkeyPatch) -> None:
    """The match was rewound to its start."""
    rewind_match(_opened(), 0, "mistake")


def ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The match has ended: its hidden-draw secret stands in the log."""
    match = _opened()
    head = log.Head(match.saved.k, match.saved.head)
    added, last = log.append(head, log.End(hidden=seed_hidden("catalogue", "5e" * 32)))
    LOG.write_bytes(LOG.read_bytes() + added)
    match.saved = match.saved.model_copy(update={"k": last.k, "head": last.hash})
    match.write_save()


def hidden_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in which nobody knows the number of the turn."""

    def view(rules: FortressAmericaRules, state: State, seat: str | None) -> State:
        return state.model_copy(update={"turn": 9})

    start = _opened().rules.start
    monkeypatch.setattr(FortressAmericaRules, "view", view)
    _changed_offer(start=json_hash(start.model_copy(update={"turn": 9}).to_json()))


def continued_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match goes on from this one, which has gone on too since."""
    match = _opened()
    continued_match(match, Path("next"), name="next", render=lambda report: ("", ""))
    document = {**header_for(match.saved, "western"), "orders": {}, "blind": "b1" * 32}
    match.adjudicate([("western.json", json.dumps(document).encode())])


def copy_and_other_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of the secret was made; then that of another match came into its place."""
    shutil.copy(REFEREE / "secret.json", "copy.json")
    other_secret(monkeypatch)


def no_pyrage(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library for encrypted copies is not installed."""
    monkeypatch.setitem(sys.modules, "pyrage", None)


def no_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library for pictures of few colours is not installed."""
    monkeypatch.setitem(sys.modules, "PIL", None)


def no_resvg(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library for pictures as PNG is not installed."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)


def _opened() -> Match:
    return Match.open(Path("m"), registry.by_name(), lambda report: ("", ""))


def no_ssh_keygen(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenSSH is not installed."""
    monkeypatch.setattr(shutil, "which", lambda name: None)


def slow_ssh_keygen(monkeypatch: pytest.MonkeyPatch) -> None:
    """ssh-keygen does not come to an end."""

    def never(*words: Any, **named: Any) -> None:
        raise subprocess.TimeoutExpired("ssh-keygen", named["timeout"])

    monkeypatch.setattr(subprocess, "run", never)


def hidden_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program knows a game with hidden information; hands.json is its scenario."""
    monkeypatch.setattr(registry, "GAMES", registered(HAND))
    scenario = hand_scenario({"cards": 8, "hand": 3, "turns": 1}, ask=["asides"])
    Path("hands.json").write_text(json.dumps(scenario.to_json()))


def hidden_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a match with hidden information a seat is asked; sheet.json answers with another card."""
    match = _hidden_match(monkeypatch)
    (question,) = match.saved.pending
    held = {option["card"] for option in question.options or ()}
    card = min({f"c{number:02}" for number in range(1, 9)} - held)
    answers = {question.label: {"order": "put-aside", "card": card}}
    assert question.seat is not None
    ((_, raw),) = _hidden_sheets(match, (question.seat,), answers)
    Path("sheet.json").write_bytes(raw)


def hidden_secret_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The secret of a match with hidden information is not there."""
    _hidden_match(monkeypatch)
    (REFEREE / "secret.json").unlink()


def secret_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee's secret is not there."""
    (REFEREE / "secret.json").unlink()


def sheet_lost_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match with hidden information ends with sheet.json, and an early sheet is lost."""
    match = _hidden_match(monkeypatch)
    (question,) = match.saved.pending
    assert question.options is not None
    assert question.seat is not None
    answers = {question.label: question.options[0]}
    ((_, raw),) = _hidden_sheets(match, (question.seat,), answers)
    Path("sheet.json").write_bytes(raw)
    (REFEREE / "orders" / "n0001" / "blue.json").unlink()
    (REFEREE / "orders" / "n0001" / "received.jsonl").unlink()


def _hidden_match(monkeypatch: pytest.MonkeyPatch) -> Match:
    """Makes the match `m` with hidden information, up to a question in its only trick."""
    hidden_hands(monkeypatch)
    scenario = Scenario.model_validate_json(Path("hands.json").read_bytes())
    match = new_match(
        Path("m"), HAND, scenario, name="hands", mode="referee", title="",
        render=lambda report: ("", ""), make_secret=lambda: "5e" * 32,
    )  # fmt: skip
    for _ in range(2):
        match.adjudicate(_hidden_sheets(match, match.rules.seats, {}))
    return match


def _hidden_sheets(
    match: Match, seats: Sequence[str], answers: dict[str, Any]
) -> list[tuple[str, bytes]]:
    documents = [
        {**header_for(match.saved, seat), "blind": "b1" * 32, "orders": {}, "answers": answers}
        for seat in seats
    ]
    return [(f"{one['player']}.json", json.dumps(one, indent=2).encode()) for one in documents]


def locked_sheet_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody has changed a sheet in the referee's folder after it was locked."""
    path = REFEREE / "orders" / "n0001" / "western.json"
    path.write_bytes(path.read_bytes().replace(b"portland", b"seattle"))


def locked_sheet_lacking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A locked sheet is not in this folder: the lock came by git, and its sheets with nobody."""
    (REFEREE / "orders" / "n0001" / "western.json").unlink()


def windows_line_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Git or a mail program has changed the ends of the log's lines."""
    LOG.write_bytes(LOG.read_bytes().replace(b"\n", b"\r\n"))


def _mailed(match: Match, seat: str | None, **parts: Any) -> None:
    """Writes a state.json as it would be mailed, with parts of it changed."""
    state = match.rules.view(match.position(), seat).to_json()
    document = view_document(match.rules, match.genesis, match.saved, seat=seat, state=state)
    for name, value in parts.items():
        document[name] = document[name] | value if isinstance(value, dict) else value
    Path("state.json").write_text(json.dumps(document, indent=2))


def mailed_state(**parts: Any) -> Callable[[pytest.MonkeyPatch], None]:
    """Everybody's state.json was mailed with something changed."""
    return lambda monkeypatch: _mailed(_opened(), None, **parts)


def mailed_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat was mailed a card that was not sealed."""
    match = _hidden_match(monkeypatch)
    _mailed(match, "blue")
    document = json.loads(Path("state.json").read_bytes())
    order = document["state"]["decks"][0]["order"]
    shown = next(card for card in order if card is not None)
    shown["value"] = next(one for one in ("c01", "c02") if one != shown["value"])
    Path("state.json").write_text(json.dumps(document, indent=2))


def tight_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge's page takes little."""
    monkeypatch.setattr(intake, "MAX_DROPPED", 500)
    monkeypatch.setattr(intake, "MAX_UNPACKED", 500)
    monkeypatch.setattr(intake, "MAX_FILES", 3)


def tight_page_for_mails(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes little out of a mail, and no mail in a mail."""
    monkeypatch.setattr(intake, "MAX_UNPACKED", 1000)
    monkeypatch.setattr(intake, "MAX_MAILS", 0)


def stratix_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shows the deck to a check: what is wrong with an answer that nobody can give beforehand."""
    monkeypatch.setattr(dry_run, "known_to", lambda rules, save, seat: save)


PATCHES: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "altered-journal": altered_journal,
    "blank-in-the-log": blank_in_the_log,
    "broken-package": broken_package,
    "clone": clone,
    "clone-with-false-view": clone_with_false_view,
    "continued-elsewhere": continued_elsewhere,
    "copy-and-other-secret": copy_and_other_secret,
    "disk-full": disk_full,
    "ended": ended,
    "everybodys-view": mailed_state(),
    "few-problems": few_problems,
    "folder-of-sheets": folder_of_sheets,
    "folder-there": folder_there,
    "hidden-hands": hidden_hands,
    "hidden-question": hidden_question,
    "hidden-secret-lost": hidden_secret_lost,
    "hidden-turn": hidden_turn,
    "impossible-view": impossible_view,
    "large-sheet": large_sheet,
    "link-in-the-match": link_in_the_match,
    "locked-sheet-changed": locked_sheet_changed,
    "locked-sheet-lacking": locked_sheet_lacking,
    "long-chain": long_chain,
    "long-chain-in-the-log": long_chain_in_the_log,
    "long-text": long_text,
    "mailed-card": mailed_card,
    "mailed-state-changed": mailed_state(state={"turn": 3}),
    "mailed-state-of-another-head": mailed_state(header={"head": "00" * 32}),
    "mailed-state-of-another-match": mailed_state(header={"game": "11" * 32}),
    "mailed-state-with-pledges": mailed_state(pledges_follow=True),
    "many-values": many_values,
    "match-locked": match_locked,
    "match-went-on": match_went_on,
    "newer-rules": newer_rules,
    "no-games": no_games,
    "no-pillow": no_pillow,
    "no-player": no_player,
    "no-pyrage": no_pyrage,
    "no-resvg": no_resvg,
    "no-room-for-pictures": no_room_for_pictures,
    "no-save-no-sheets": no_save_no_sheets,
    "no-ssh-keygen": no_ssh_keygen,
    "nine-fields-without-a-city": nine_fields_without_a_city,
    "nonsense-typed": nonsense_typed,
    "other-secret": other_secret,
    "other-start-in-the-log": other_start_in_the_log,
    "other-start-in-the-offer": other_start_in_the_offer,
    "other-state-in-the-log": other_state_in_the_log,
    "own-board": own_board,
    "own-board-changed": own_board_changed,
    "own-board-lost": own_board_lost,
    "rewound": rewound,
    "scenario-in-the-log": scenario_in_the_log,
    "secret-lost": secret_lost,
    "sheet-lost-at-the-end": sheet_lost_at_the_end,
    "sheet-of-another-waits": sheet_of_another_waits,
    "slow-ssh-keygen": slow_ssh_keygen,
    "small-logs": small_logs,
    "small-map": small_map,
    "state-before-open": state_before_open,
    "stratix-seen": stratix_seen,
    "tight-page": tight_page,
    "tight-page-for-mails": tight_page_for_mails,
    "unreadable-sheet": unreadable_sheet,
    "windows-line-ends": windows_line_ends,
    **DOCTORED,
    **GIT_PATCHES,
    **WORKER_PATCHES,
    **OFFICE_PATCHES,
}
