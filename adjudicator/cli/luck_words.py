"""What `luck` prints: two tables, a sentence for each side, and what chances cannot say."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction

from adjudicator.api.luck_rows import MOST_POINTS, FacesRow, ThrowsRow
from adjudicator.api.texts import visible
from adjudicator.cli.common import WIDTH

__all__ = ["chance_text", "luck_text"]

_WIDEST = 34
"""Columns of what a row is about."""
_READ_BADLY = (
    "so badly, so well: how often as many throws of fair dice bring that or something worse for "
    "the side, that or something better. Both hold what came itself, so that together they are "
    "more than 100 %."
)
_READ_FACES = (
    "so low, so high: the same for the sum of the dice. oddest face: the one farthest from its "
    "share; so odd: how often fair dice show any face as far from it, up or down."
)
_ADAPTED = (
    "How many dice fell depended on earlier dice: who wins a battle throws again. The chances are "
    "those of exactly as many throws; they are a yardstick, no proof that dice were false or fair. "
    "That the dice are those of the log's secrets, `verify` proves."
)


def luck_text(
    heading: str,
    throws: Sequence[ThrowsRow],
    faces: Sequence[FacesRow],
    *,
    side: str | None,
    notes: Sequence[str],
) -> str:
    """Returns all that is told."""
    lines = _wrapped(visible(heading))
    if throws:
        lines += ["", *_throws_table(throws), "", *_verdicts(throws)]
    if faces:
        lines += ["", *_faces_table(faces, side)]
    if not throws and not faces:
        lines += ["", "No dice were thrown."]
    told = [*notes]
    if throws:
        told += [_READ_BADLY]
    if faces:
        told += [_READ_FACES]
        if any(row.luck is None for row in faces):
            told += [f"-: more than {MOST_POINTS} points; such sums are not counted out."]
    if throws or faces:
        told += [_many_looks(throws, faces), _ADAPTED]
    if told:
        lines += [""]
    for text in told:
        lines += _wrapped(visible(text), first="* ", rest="  ")
    return "\n".join(lines) + "\n"


def _wrapped(text: str, first: str = "", rest: str = "") -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    )


# --- throws -------------------------------------------------------------------------------------


def _throws_table(rows: Sequence[ThrowsRow]) -> Iterator[str]:
    yield f"{'':<{_WIDEST}}throws  expected  actual   so badly   so well"
    side = ""
    for row in rows:
        if row.side != side:
            side = row.side
            yield visible(side)
        depth = 3 if row.kind else 2 if row.role else 1
        name = "  " * depth + visible(row.kind or row.role or row.counts)
        luck = row.luck
        numbers = (
            f"{luck.throws:>6}  {_decimal(luck.expected):>8}  {luck.actual:>6}  "
            f"{chance_text(row.so_badly.high):>9} {chance_text(row.so_well.high):>9}"
        )
        yield from _row(name, numbers)


def _row(name: str, numbers: str) -> Iterator[str]:
    """Yields a row in one line, or in two where its name is long."""
    if len(name) < _WIDEST:
        yield f"{name:<{_WIDEST}}{numbers}"
    else:
        yield name
        yield f"{'':<{_WIDEST}}{numbers}"


def _verdicts(rows: Sequence[ThrowsRow]) -> Iterator[str]:
    """Yields a sentence for what a side throws for first, and for what is rare besides."""
    told: set[str] = set()
    for row in rows:
        if row.role or (row.side in told and row.luck.either_way >= _UNUSUAL):
            continue
        told.add(row.side)
        yield from _wrapped(visible(_verdict(row)), rest="  ")


def _verdict(row: ThrowsRow) -> str:
    luck = row.luck
    cold = row.so_badly.high <= row.so_well.high
    chance = row.so_badly.high if cold else row.so_well.high
    so = "badly" if cold else "well"
    expected = _decimal(luck.expected)
    return (
        f"{row.side}, {row.counts}: {luck.actual} where {expected} were to be expected. Fair dice "
        f"do so {so} or {'worse' if cold else 'better'} in {_often(chance)}. "
        f"{_judged(luck.either_way, cold)}"
    )


_UNUSUAL = Fraction(1, 10)
_RARE = Fraction(1, 50)
_VERY_RARE = Fraction(1, 1000)


def _judged(either_way: Fraction, cold: bool) -> str:
    """Judges by how often something as rare comes about on either side."""
    kind = "cold" if cold else "hot"
    if either_way >= _UNUSUAL:
        return "That is ordinary."
    so_far = f"so far to either side comes in at most {_often(either_way)}"
    if either_way >= _RARE:
        return f"A little {kind}: {so_far}."
    if either_way >= _VERY_RARE:
        return f"The dice were {kind}: {so_far}."
    return f"The dice were very {kind}: {so_far}."


def _often(chance: Fraction) -> str:
    """Returns how often something comes about, in words: "36 of 100 times"."""
    if chance * 100 >= 1:
        return f"{_rounded(chance * 100)} of 100 times"
    return f"1 of {_one_in(chance)} times" if chance else "next to none"


# --- faces --------------------------------------------------------------------------------------


def _faces_table(rows: Sequence[FacesRow], side: str | None) -> Iterator[str]:
    whose = f"of {side}" if side else "of all sides, and draws from open piles"
    yield f"The dice themselves, {visible(whose)}:"
    yield (
        f"{'':<11}{'dice':>6}{'expected':>10}{'sum':>9}{'so low':>9}{'so high':>9}"
        "  oddest face       so odd"
    )
    for row in rows:
        name = f"d{row.sides[0]}" if len(row.sides) == 1 else f"{len(row.sides)} kinds"
        text = f"{name:<11}{row.dice:>6}"
        if row.luck is None:
            yield f"{text}{'-':>10}{'-':>9}{'-':>9}{'-':>9}"
            continue
        text += f"{_decimal(row.luck.expected, 1):>10}{row.luck.actual:>9}"
        text += f"{chance_text(row.luck.at_most.high):>9}{chance_text(row.luck.at_least.high):>9}"
        if row.oddest is not None:
            odd = row.oddest
            shown = f"{odd.face}: {odd.times} for {_decimal(odd.expected, 1)}"
            text += f"  {shown:<16}{chance_text(odd.chance.high):>8}"
        yield text


def _many_looks(throws: Sequence[ThrowsRow], faces: Sequence[FacesRow]) -> str:
    """Says what the rarest of many chances is worth."""
    looks = 2 * len(throws) + 2 * sum(row.luck is not None for row in faces)
    looks += sum(row.oddest is not None for row in faces)
    return (
        f"{looks} chances stand here. With fair dice about one of them is 1 in {looks} or rarer, "
        "in every match: who looks at many tables always finds a rare one."
    )


# --- numbers ------------------------------------------------------------------------------------


def chance_text(chance: Fraction) -> str:
    """Returns a chance for a table: "36 %", "3.4 %", "1 in 240".

    >>> chance_text(Fraction(1, 3)), chance_text(Fraction(3, 100)), chance_text(Fraction(1, 1234))
    ('33 %', '3.0 %', '1 in 1200')
    """
    if chance >= 1:
        return "100 %"
    if chance * 1000 > 995:
        return "> 99 %"
    if chance * 100 >= 1:
        return f"{_rounded(chance * 100)} %"
    return f"1 in {_one_in(chance)}" if chance else "never"


def _rounded(number: Fraction) -> str:
    return f"{float(number):.0f}" if number >= 10 else f"{float(number):.1f}"


def _one_in(chance: Fraction) -> str:
    """Returns among how many times there is one such, in two digits that count."""
    number = int(1 / chance)
    digits = len(str(number)) - 2
    rounded = round(number, -digits)
    return str(rounded) if rounded < 10**6 else f"10^{len(str(rounded)) - 1}"


def _decimal(number: Fraction, places: int = 2) -> str:
    return f"{float(number):.{places}f}"
