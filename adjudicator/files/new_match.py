"""The folder of a new match: secret, offer, joins, start position."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from adjudicator.core import log, tfd1
from adjudicator.core.continuing import Continuation, begin_at
from adjudicator.core.game import Game, Scenario
from adjudicator.core.opening import PlayedMode, first_match, offer_of
from adjudicator.core.values import FrozenMap, canonical
from adjudicator.files.match import Match
from adjudicator.files.match_notes import MatchNotes, SeatNotes, Secret
from adjudicator.files.offers import map_files_of
from adjudicator.files.opening_files import Render
from adjudicator.files.pretty import pretty
from adjudicator.files.problems import unusable_file
from adjudicator.files.storage import write_atomically

__all__ = ["new_match"]


def new_match(
    folder: Path,
    game: Game,
    scenario: Scenario,
    *,
    name: str,
    mode: PlayedMode,
    title: str,
    render: Render,
    make_secret: Callable[[], str] = tfd1.make_secret,
    continuation: Continuation | None = None,
) -> Match:
    """Makes the folder of a new match: secret, offer, joins, start position.

    Args:
        continuation: where it goes on from another match, whose scenario it has.

    Raises:
        Refused: the scenario has problems.
        Unusable: the folder holds something already.
    """
    if folder.exists() and any(folder.iterdir()):
        raise unusable_file(
            folder, "folder-not-empty", "the folder is not empty", "Name a new folder."
        )
    map_files = map_files_of(game, scenario.map)
    rules = game.open(scenario, map_files)
    master = None if mode == "public" else make_secret()
    more = continuation.fields() if continuation is not None else {}
    if continuation is not None:
        begin_at(rules, continuation.position)
    offer = offer_of(rules, scenario, map_files, name=name, mode=mode, master=master, more=more)
    offer_hash = tfd1.json_hash(offer.to_json())
    joins = [
        log.Join(offer=offer_hash, player=seat, salt=make_secret(), anchor=None)
        for seat in rules.seats
    ]
    raw, head = log.append(log.START, log.Genesis.of(offer, joins))
    genesis = log.parse_log(raw).lines[0].payload
    assert isinstance(genesis, log.Genesis)

    (folder / "referee").mkdir(parents=True, exist_ok=True)
    write_atomically(folder / ".gitignore", b"/referee/\n.lock\n.new-*\n")
    if master is not None:
        secret = Secret(match=name, links=offer.links, master=master)
        write_atomically(
            folder / "referee" / "secret.json", canonical(secret.to_json()) + b"\n", mode=0o600
        )
    notes = MatchNotes(title=title, seats=FrozenMap({seat: SeatNotes() for seat in rules.seats}))
    write_atomically(folder / "match.json", pretty(notes.to_json()))
    saved = first_match(rules, genesis, head)
    write_atomically(folder / "log.jsonl", raw)
    match = Match(folder, rules, genesis, saved, render=render)
    match.write_save()
    match.files.write_start(saved)
    return match
