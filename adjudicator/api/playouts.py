"""A match played on by the built-in player, many times, with dice of a public seed: advice.

It says what two equal machines make of a position, and is no result (tournaments.md 6). The dice
are not those of the match: nobody learns of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.api.begun import BegunMatch
from adjudicator.api.problems import Problem, Refused
from adjudicator.audit import tfd1
from adjudicator.audit.chance import OpenedDice
from adjudicator.core.capabilities import player_of
from adjudicator.core.game import Rules, Seat
from adjudicator.core.referee import run
from adjudicator.core.save import Save, state_of
from adjudicator.core.sheet import Sheet, read_sheet
from adjudicator.core.sheet_writer import awaited_seats, written_sheet
from adjudicator.matches.published.match_result import match_result

__all__ = ["Playouts", "play_out"]


class Playouts(NamedTuple):
    """How often each seat won when the built-in player played a match on."""

    times: int
    """How often it was played."""
    head: str
    """The head of the log from which it was played."""
    seed: str
    """The seed of all dice: the same head and seed give the same matches."""
    wins: Mapping[str, int]
    """By seat, how often it won alone."""
    unfinished: int
    """How many did not end."""


def play_out(match: BegunMatch, *, count: int, seed: str, most: int = 500) -> Playouts:
    """Plays a match on to its end by the built-in player; the match itself is not touched.

    Args:
        count: how often, 1 to 10,000.
        seed: 1 to 200 visible ASCII characters without blanks; the dice are drawn from it.
        most: how many openings are played at most, each time.

    Raises:
        ValueError: the seed or the count cannot be one.
        Refused: `position-hidden`, seats hold what others may not know, so that advice would tell
            of it; `match-over`, it has ended; the game has no built-in player.
    """
    if not 1 <= count <= 10_000 or not 1 <= len(seed) <= 200 or not _is_plain(seed):
        raise ValueError("1 to 10,000 matches, by a seed of visible ASCII characters")
    rules = match.rules
    player_of(rules)
    if rules.is_hidden:
        hint = "A judge decides it by what both sides claim."
        raise Refused([Problem("position-hidden", "seats hold what others may not know: advice"
                               " would tell of it", hint=hint)])  # fmt: skip
    if match.is_over:
        hint = "Its result stands in its log."
        raise Refused([Problem("match-over", "the match has ended", hint=hint)])
    seats = {seat: Seat(sides=sides) for seat, sides in match.sides_by_seat.items()}
    wins = dict.fromkeys(match.sides_by_seat, 0)
    unfinished = 0
    for number in range(count):
        ended = _played(rules, match.saved, match.id, (match.head, seed, number), most=most)
        result = match_result(rules, ended, state_of(rules.game, ended.position), seats)
        if result is None:
            unfinished += 1
        elif result["winner"] is not None:
            wins[result["winner"]] += 1
    return Playouts(count, match.head, seed, wins, unfinished)


def _is_plain(seed: str) -> bool:
    return seed.isascii() and seed.isprintable() and " " not in seed


def _played(
    rules: Rules[Any], save: Save, gid: str, of: tuple[str, str, int], *, most: int
) -> Save:
    """Returns where a match ends that the built-in player plays on with dice of its own."""
    for n in range(1, most + 1):
        if save.is_over:
            break
        key = tfd1.digest(tfd1.message("playout", *of, n))
        sheets = {seat: _sheet(rules, save, (gid, n), seat) for seat in awaited_seats(save.pending)}
        save = run(rules, save, sheets, n, dice=OpenedDice(key)).save
    return save


def _sheet(rules: Rules[Any], save: Save, of: tuple[str, int], seat: str) -> Sheet:
    gid, n = of
    blank = {"t": "orders", "game": gid, "n": n, "head": gid, "player": seat, "pledge": None,
             "orders": {}}  # fmt: skip
    sheet, problems = read_sheet(rules.game, written_sheet(rules, save, blank).document)
    if sheet is None:
        raise Refused(problems)
    return sheet
