"""The files of an event that everybody may have: they are an event again, which can be audited."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.api.named_files import MAX_LOG, MAX_SIZE, read_bytes
from adjudicator.tournament.event import EVENT
from adjudicator.tournament.folder import MATCHES, OpenEvent
from adjudicator.tournament.players import PLAYERS
from adjudicator.tournament.results import RESULTS
from adjudicator.tournament.rounds import DRAW, INPUT, PAIRING, ROUNDS, TRF, round_folder

__all__ = ["public_files"]

_NOTES = "match.json"


def public_files(event: OpenEvent) -> Iterator[tuple[str, bytes]]:
    """Yields path and bytes of what is public, but for the logs of matches.

    Addresses, bids that have bought nothing yet and the referee's folder are not, nor is a pairing
    that has not started, nor the value of the draw that it is made with.

    Raises:
        UnusableFile: a file cannot be read.
    """
    yield EVENT, read_bytes(event.folder / EVENT, limit=MAX_SIZE)
    yield PLAYERS, event.public_players
    yield f"public/{PLAYERS}", event.public_players
    yield RESULTS, read_bytes(event.folder / RESULTS, limit=MAX_LOG)
    started = {one.round for one in event.started}
    for number, draw in sorted(event.draws.items()):
        inside = f"{ROUNDS}/{round_folder(number)}"
        names = (DRAW, TRF, INPUT, PAIRING) if number in started else (DRAW,)
        if number not in started and draw.value is not None:
            continue
        for name in names:
            path = event.folder / inside / name
            if path.is_file():
                yield f"{inside}/{name}", read_bytes(path, limit=MAX_SIZE)
    for number in sorted(started - {*event.draws}):
        path = event.folder / ROUNDS / round_folder(number) / PAIRING
        yield f"{ROUNDS}/{round_folder(number)}/{PAIRING}", read_bytes(path, limit=MAX_SIZE)
    for match in event.matches:
        path = event.match_folder(match) / _NOTES
        if path.is_file():  # it names players by their ids; addresses stand elsewhere
            yield f"{MATCHES}/{match}/{_NOTES}", read_bytes(path, limit=MAX_SIZE)
