"""From a start position as it is written down to a state: all defects are told at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.english import amount, joined
from adjudicator.core.game import Scenario
from adjudicator.core.problem import Path, Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.stratix.board import ARMIES, KINDS, Kind
from adjudicator.games.stratix.rules.deck import check_deck, to_deal
from adjudicator.games.stratix.rules.places import unknown_army, unknown_square
from adjudicator.games.stratix.ruleset import COUNTS, FEWEST_ARMIES, ROUNDS_OF_DEAD_END, Ruleset
from adjudicator.games.stratix.state import Made, Phase, Piece, Start, State
from adjudicator.games.stratix.words import count_text

__all__ = ["begin", "check_seats", "check_start"]


def check_seats(scenario: Scenario) -> Iterator[Problem]:
    """Yields what is wrong with the seats: each is an army, and there are two to four."""
    for seat, facts in scenario.seats.items():
        if seat not in ARMIES:
            yield _invalid(
                "no-such-seat",
                f'no seat may be called "{seat}": a seat bears the name of its army',
                ("seats", seat),
                f"Armies are {joined(ARMIES)}.",
            )
        elif facts.sides != (seat,):
            yield _invalid(
                "other-sides",
                f"{seat} leads itself alone, not {joined(facts.sides)}",
                ("seats", seat, "sides"),
                f'Write ["{seat}"].',
            )
    if not FEWEST_ARMIES <= len(scenario.seats) <= len(ARMIES):
        yield _invalid(
            "wrong-number-of-seats",
            f"{amount(len(scenario.seats), 'seat')} cannot play",
            ("seats",),
            f"Name {FEWEST_ARMIES} to {len(ARMIES)} seats.",
        )


def check_start(book: Ruleset, start: Start) -> Iterator[Problem]:
    """Yields every defect of a start position."""
    if not start.pieces:
        if start != Start():
            yield _invalid(
                "setup-not-empty",
                "a match that begins with the set-up begins in turn 1, by lot, with all cards",
                (),
                'Name all pieces in "pieces", or leave the rest out.',
            )
        return
    for check in (_check_pieces, _check_captured, _check_moment, _check_breach, check_deck):
        yield from (problem._replace(kind="invalid") for problem in check(book, start))


def _check_pieces(book: Ruleset, start: Start) -> Iterator[Problem]:
    holders: dict[str, str] = {}
    for side, pieces in start.pieces.items():
        path: Path = ("pieces", side)
        yield from unknown_army(book, side, path)
        for square in pieces:
            here = (*path, square)
            problems = list(unknown_square(book, square, here))
            yield from problems or _check_square(book, side, square, here)
            if square in holders:
                yield _invalid(
                    "square-held-twice",
                    f"{square} holds a piece of {holders[square]} and one of {side}",
                    here,
                    "Put one of them elsewhere.",
                )
            holders[square] = side
        for kind, count in _counted(pieces).items():
            if count > COUNTS[kind]:
                yield _invalid(
                    "too-many-pieces",
                    f"{side} has {count_text(kind, count)}, an army has {COUNTS[kind]}",
                    path,
                    "Take some away.",
                )
    playing = [side for side, pieces in start.pieces.items() if pieces and side in book.seats]
    if len(playing) < FEWEST_ARMIES:
        yield _invalid(
            "match-decided",
            "fewer than two armies have pieces: there is nothing left to play",
            ("pieces",),
            "Give pieces to two armies or more.",
        )


def _check_square(book: Ruleset, side: str, square: str, path: Path) -> Iterator[Problem]:
    number = book.geometry.grid.numbers[square]
    if book.geometry.is_water[number]:
        yield _invalid(
            "piece-on-water",
            f"{square} is water: no piece stands there",
            path,
            "Put it on land or on a bridge.",
        )
    home = ARMIES[book.geometry.quadrant[number]] if book.line_of(square) else side
    if home != side:
        yield _invalid(
            "foreign-red-square",
            f"{square} is a red square of {home}: no other army stands there",
            path,
            f"Put it elsewhere, or give the piece to {home}.",
        )


def _check_captured(book: Ruleset, start: Start) -> Iterator[Problem]:
    for side, counts in start.captured.items():
        path: Path = ("captured", side)
        yield from unknown_army(book, side, path)
        on_board = _counted(start.pieces.get(side, FrozenMap()))
        for kind, count in counts.items():
            if kind not in KINDS:
                yield _invalid(
                    "unknown-kind",
                    f'there is no kind of piece "{kind}"',
                    (*path, kind),
                    f"Kinds are {joined(KINDS)}.",
                )
            elif (held := on_board.get(kind, 0)) <= COUNTS[kind] < held + count:
                yield _invalid(
                    "too-many-pieces",
                    f"{side} has {count_text(kind, held)} on the board and lost {count}; an army "
                    f"has {COUNTS[kind]}",
                    (*path, kind),
                    "Count them again.",
                )


def _check_moment(book: Ruleset, start: Start) -> Iterator[Problem]:
    """Yields what is wrong with whose turn it is, and how long nothing has happened."""
    if start.side is not None:
        problems = list(unknown_army(book, start.side, ("side",)))
        yield from problems
        if not problems and not start.pieces.get(start.side):
            yield _invalid(
                "army-without-pieces",
                f"{start.side} has no pieces and cannot move",
                ("side",),
                "Name an army that has pieces.",
            )
    most = ROUNDS_OF_DEAD_END * len(_playing(book, start)) - 1
    if start.quiet > most > 0:
        yield _invalid(
            "too-long-quiet",
            f"after {start.quiet} turns without an event the match is over: that is a dead end",
            ("quiet",),
            f"Give {most} or fewer.",
            rule="final assault, ruling 27",
        )


def _check_breach(book: Ruleset, start: Start) -> Iterator[Problem]:
    breach = start.breach
    if breach is None:
        return
    path: Path = ("breach",)
    problems = [
        *unknown_army(book, breach.side, (*path, "side")),
        *unknown_square(book, breach.square, (*path, "square")),
    ]
    yield from problems
    if problems:
        return
    reason = _no_breach(book, start, breach.side, breach.square)
    if reason is not None:
        yield _invalid(
            "impossible-breach",
            reason,
            path,
            "Leave the breach out, or mend the position.",
            rule="recon spaces, ruling 21",
        )


def _no_breach(book: Ruleset, start: Start, side: str, square: str) -> str | None:
    """Returns why there can be no such breach; None: there can."""
    playing = _playing(book, start)
    if not book.is_recon(square) or square not in start.pieces.get(side, ()):
        return f"{side} has no piece on a recon space {square}"
    if start.assault:
        return "nobody has to leave a recon space in the final assault"
    if book.options.catch == "strict":
        return "where breaches are refused, there is nothing to catch"
    if start.side is None or start.side not in playing or side not in playing:
        return "a breach is caught by the army that moves next, which is not named"
    if playing[playing.index(start.side) - 1] != side:
        return f"{side} was not the army that moved before {start.side}"
    return None


def begin(book: Ruleset, start: Start) -> State:
    """Returns the state that a start position without defects describes."""
    pieces = start.pieces or FrozenMap({side: FrozenMap(book.set_up(side)) for side in book.seats})
    order = tuple(side for side in book.seats if pieces.get(side))
    phase: Phase = "lot" if start.side is None else "move" if start.assault else "deal"
    side = start.side or order[0]
    place = order.index(side)
    return State(
        turn=start.turn,
        side=side,
        phase=phase,
        ended="lot",
        order=(*order[place:], *order[:place]),
        pieces=FrozenMap(
            {
                square: Piece(side=side, kind=kind)
                for side, own in pieces.items()
                for square, kind in own.items()
            }
        ),
        captured=FrozenMap({side: _captured(start, pieces, side) for side in book.seats}),
        due=(),
        breach=start.breach,
        decks=(),
        pile=(),
        hands=FrozenMap(dict.fromkeys(book.seats, ())),
        removed=(),
        to_deal=to_deal(start),
        ceasefire=None,
        misses=(),
        assault=start.assault,
        quiet=start.quiet,
        is_loud=False,
        made=(Made(side=side),) if phase == "move" else (),
        replies=FrozenMap(),
        fallen=tuple(side for side in book.seats if side not in order),
        result=None,
    )


def _captured(
    start: Start, pieces: Mapping[str, Mapping[str, Kind]], side: str
) -> FrozenMap[str, int]:
    """Returns the pieces of an army that were destroyed before: as written, else all missing."""
    if side in start.captured:
        return FrozenMap({kind: n for kind, n in start.captured[side].items() if n})
    here = _counted(pieces.get(side, {}))
    missing: dict[str, int] = {kind: count - here.get(kind, 0) for kind, count in COUNTS.items()}
    return FrozenMap({kind: n for kind, n in missing.items() if n})


def _counted(pieces: Mapping[str, Kind]) -> dict[Kind, int]:
    kinds = [*pieces.values()]
    return {kind: kinds.count(kind) for kind in KINDS if kind in kinds}


def _playing(book: Ruleset, start: Start) -> list[str]:
    return [side for side in book.seats if start.pieces.get(side)]


def _invalid(code: str, message: str, path: Path, hint: str, *, rule: str = "start") -> Problem:
    return Problem(code, message, path, rule, hint=hint, kind="invalid")
