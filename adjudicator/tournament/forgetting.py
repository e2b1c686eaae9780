"""Somebody is forgotten: name and address go, ids and what hangs on them stay (issue 25)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from adjudicator.api.beginning import addresses_in, names_in, register_address
from adjudicator.api.problems import Problem, Refused
from adjudicator.tournament.entering import known_player
from adjudicator.tournament.folder import OpenEvent, held
from adjudicator.tournament.players import Player, Players
from adjudicator.tournament.results import Replacement

__all__ = ["Forgotten", "forget_player", "still_named"]


@dataclass(frozen=True, kw_only=True)
class Forgotten:
    """What came of it."""

    player: str
    """Who was forgotten: their id, which is also what they are called now."""
    matches: tuple[str, ...]
    """The matches out of whose referee's folder their address went."""
    named: tuple[str, ...]
    """Files of the event that still hold the name or the address: what people wrote in texts, which
    hashes or other people's trust hang on; they stay as they are."""


def forget_player(folder: Path, player: str, *, playing: bool = False) -> Forgotten:
    """Takes name, address and reason of leaving of a player out of the event's files.

    Id, rating, team, public key, pairings, results and logs stay byte for byte: all that follows
    from them can be audited as before. A run that is killed can be done again; so can one that is
    not.

    Args:
        playing: whether also somebody is forgotten who still plays: no letter reaches them then.

    Raises:
        Refused: there is no such player; or `still-playing`, they are there or have open matches.
        TryAgain: another run holds the event or a match, or the disk is full.
    """
    with held(folder) as event:
        known = known_player(event, player)
        open_ = [one for one in event.open_matches if player in event.seated(one).values()]
        if (known.is_there or open_) and not playing:
            where = f": {', '.join(open_)}" if open_ else ""
            raise Refused([Problem(
                "still-playing", f"{player} still plays{where}", (), "tournaments 6",
                hint="`tournament withdraw` first; --also-playing forgets them all the same.",
                kind="invalid",
            )])  # fmt: skip
        # The address is needed to find it in matches: players.json is written last.
        changed = tuple(_clear(event, known))
        left = known.withdrawn
        bare = known.model_copy(update={
            "name": player, "address": "",
            "withdrawn": None if left is None else left.model_copy(update={"reason": None}),
        })  # fmt: skip
        event.write_players(Players(
            players=[bare if one.id == player else one for one in event.players.players]
        ))  # fmt: skip
        return Forgotten(player=player, matches=changed, named=tuple(still_named(folder, known)))


def _clear(event: OpenEvent, known: Player) -> Iterator[str]:
    """Takes the player's address and name out of all matches where they have or had a seat."""
    had = {
        (one.match, one.seat)
        for one in event.lines
        if isinstance(one, Replacement) and known.id in (one.player, one.former)
    }
    rounds = (one for paired in event.rounds for one in paired.matches)
    had |= {(one.match, seat) for one in rounds for seat, sits in one.seats.items()
            if sits == known.id}  # fmt: skip
    for match, seat in sorted(had):
        folder = event.match_folder(match)
        if not folder.is_dir():
            continue
        address, name = addresses_in(folder).get(seat, ""), names_in(folder).get(seat, "")
        holder = event.seated(match).get(seat, "") if match in event.matches else known.id
        other = None if holder == known.id else event.players.named(holder)
        new = (
            (other.address if other else "") if address == known.address else address,
            (other.name if other else "") if name == known.name else name,
        )
        if new != (address, name):
            register_address(folder, seat, new[0], name=new[1])
            yield match


def still_named(folder: Path, known: Player) -> Iterator[str]:
    """Yields the files below a folder that hold a name or an address, plainly or escaped.

    Args:
        known: the player as they were; a name that is their id is not looked for.
    """
    words = [one for one in (known.name, known.address) if one and one != known.id]
    forms = {form for one in words for form in _forms(one)}
    if not forms:
        return
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            raw = path.read_bytes()
            if any(form in raw for form in forms):
                yield path.relative_to(folder).as_posix()


def _forms(word: str) -> Iterator[bytes]:
    yield word.encode()
    for ascii_only in (True, False):
        yield json.dumps(word, ensure_ascii=ascii_only)[1:-1].encode()
