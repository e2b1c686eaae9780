"""The folder of a new match: secret, offer, joins, start position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from adjudicator.core import log, tfd1
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
    public_key: str | None = None,
    seat_keys: Mapping[str, str] | None = None,
    make_secret: Callable[[], str] = tfd1.make_secret,
) -> Match:
    """Makes the folder of a new match: secret, offer, joins, start position.

    Args:
        public_key: the SSH key with which the referee signs heads of the log.
        seat_keys: by seat, the SSH key with which it must sign its sheets.

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
    offer = offer_of(rules, scenario, map_files, name=name, mode=mode, master=master)
    if public_key is not None:
        offer = log.Offer.model_validate({**offer.to_json(), "public_key": public_key})
    keys = seat_keys or {}
    offer_hash = tfd1.json_hash(offer.to_json())
    joins = [
        log.Join(
            offer=offer_hash, player=seat, salt=make_secret(), anchor=None,
            public_key=keys.get(seat),
        )
        for seat in rules.seats
    ]  # fmt: skip
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
