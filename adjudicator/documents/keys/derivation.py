"""A turn key and its rolls derived in numbers, each with the command that gives the same.

Written from the TFD1 specification 3.2, 3.4 and 3.5 for somebody who wants to follow by hand.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from adjudicator.audit import log, tfd1
from adjudicator.core.report import Line

__all__ = [
    "Attempt",
    "Drawn",
    "attempts",
    "command_lines",
    "key_lines",
    "keys_by_opening",
    "roll_line",
]

Drawn: TypeAlias = (
    log.Roll | log.Shuffle | log.SealedRoll | log.SealedDeck | log.Unseal | log.ExternalRoll
)
_STEPS = 12
"""A chain that was not opened for longer is told by its first and last link."""


class Attempt(NamedTuple):
    """One number tried for a draw (3.5)."""

    command: str
    mac: str
    x: int
    limit: int
    """Numbers from here on are drawn again."""
    sides: int

    @property
    def is_taken(self) -> bool:
        """Whether the number decides the draw."""
        return self.x < self.limit

    @property
    def value(self) -> int:
        """What the draw gives by it."""
        return self.x % self.sides + 1


def attempts(key: str, label: str, i: int, sides: int) -> Iterator[Attempt]:
    """Yields every number that is tried for one draw, the last one taken."""
    limit, c = 2**32 // sides * sides, 0
    while True:
        fields = ("draw", label, i, sides, c)
        mac = tfd1.mac(key, tfd1.message(*fields))
        made = Attempt(_hmac_command(key, *fields), mac, int(mac[:8], 16), limit, sides)
        yield made
        if made.is_taken:
            return
        c += 1


def _printf(*fields: str | int) -> str:
    """Returns a shell command that prints a message, whatever its fields hold."""
    lines = tfd1.message(*(str(field) for field in fields)).decode().splitlines()
    return f"printf '%s\\n' {shlex.join(lines)}"


def _hmac_command(key: str, *fields: str | int) -> str:
    return f"{_printf(*fields)} | openssl dgst -sha256 -mac HMAC -macopt hexkey:{key}"


def command_lines(pairs: Sequence[tuple[str, str]], remark: str = "") -> tuple[Line, ...]:
    """Returns commands to copy, each with what it prints under it, and a remark at the end."""
    texts = [text for command, result in pairs for text in (command, f"  -> {result}")]
    if remark:
        texts.append(f"     {remark}")
    return tuple(Line(text=text, verbatim=True) for text in texts)


# -- the turn key (3.2, 3.4) -----------------------------------------------------------------------


def key_lines(lines: Sequence[log.Line], n: int) -> Iterator[Line]:
    """Yields how the turn key of an opening follows from the chains and the locked sheets."""
    genesis = lines[0].payload
    assert isinstance(genesis, log.Genesis)
    lock = next(p for p in _payloads(lines) if isinstance(p, log.Lock) and p.n == n)
    opened = next(p for p in _payloads(lines) if isinstance(p, log.Open) and p.n == n)
    game = genesis.offer.game
    if opened.ref is None:
        yield Line(text="The referee has no chain in this mode: 64 zeros stand for its value.")
    else:
        yield _chain_line(game, "referee", n, opened.ref, before=_before(lines, "referee", n))
    for seat, pledge in opened.pledges.items():
        if pledge is not None:
            yield _chain_line(game, seat, n, pledge, before=_before(lines, seat, n))
    without = [seat for seat, pledge in opened.pledges.items() if pledge is None]
    if without:
        yield Line(text=f"No value of a chain of their own: {', '.join(without)}.")
    fields: list[str | int] = ["turn", genesis.gid, n, opened.beacon or "-"]
    for seat in sorted(lock.orders):
        fields += [seat, lock.orders[seat] or "-", opened.pledges.get(seat) or "-"]
    secret = opened.ref or tfd1.ZERO
    made = tfd1.mac(secret, tfd1.message(*(str(field) for field in fields)))
    agrees = "the key in the open line" if made == opened.key else "NOT the key in the open line"
    yield Line(
        text="The key is the HMAC, with the referee's value as its key, of the match, the opening, "
        "the beacon, and for each seat the hash of its sheet as locked and its pledge:",
        lines=command_lines([(_hmac_command(secret, *fields), made)], agrees),
    )


def _payloads(lines: Sequence[log.Line]) -> Iterator[log.Payload]:
    return (line.payload for line in lines)


def _before(lines: Sequence[log.Line], who: str, n: int) -> tuple[int, str]:
    """Returns number and value of a chain as last opened before an opening; 0: its anchor."""
    last = (0, "")
    for payload in _payloads(lines):
        if isinstance(payload, log.Genesis):
            anchors = {join.player: join.anchor for join in payload.joins}
            anchor = payload.offer.anchor if who == "referee" else anchors.get(who)
            last = (0, anchor or "")
        elif isinstance(payload, log.Seat) and payload.join.player == who:
            last = (payload.n, payload.join.anchor or "")
        elif isinstance(payload, log.Open):
            if payload.n >= n:
                break
            value = payload.ref if who == "referee" else payload.pledges.get(who)
            last = last if value is None else (payload.n, value)
    return last


def _chain_line(game: str, who: str, n: int, value: str, *, before: tuple[int, str]) -> Line:
    """Returns how an opened value of a chain hashes down to the one known before."""
    pairs = []
    for number in range(n, before[0], -1):
        command = f"{_printf('link', game, who, number, value)} | sha256sum"
        value = tfd1.digest(tfd1.message("link", game, who, number, value))
        pairs.append((command, value))
    known = "its anchor in line 0" if before[0] == 0 else f"the one opened in opening {before[0]}"
    agrees = known if value == before[1] else f"NOT {known}, {before[1] or 'for there is none'}"
    whose = "the referee" if who == "referee" else who
    told = f"Value {n} of the chain of {whose} hashes down to {agrees}"
    if len(pairs) > _STEPS:
        told += f", in {len(pairs)} steps, of which the first and the last are shown"
        pairs = [pairs[0], pairs[-1]]
    return Line(text=f"{told}:", lines=command_lines(pairs, agrees))


# -- rolls (3.5) -----------------------------------------------------------------------------------


def roll_line(drawn: Drawn, key: str, gid: str, *, number: str = "") -> Line:
    """Returns a roll or shuffle with its draws in numbers, and the commands folded under it.

    Args:
        key: the turn key of its opening.
        number: under which the report tells of it.
    """
    head = f"{number}{drawn.label}"
    match drawn:
        case log.Roll(sides=sides, values=values):
            draws = [(i, sides, value) for i, value in enumerate(values, start=1)]
            dice = f"{len(values)} d{sides}: {', '.join(map(str, values))}"
            return _derived(f"{head}, {dice}", key, drawn.label, draws)
        case log.Shuffle(cards=cards, order=order):
            given = Line(text=f"Before: {' '.join(cards)}")
            after = Line(text=f"After: {' '.join(order)}")
            draws = [(i, i, 0) for i in range(len(cards), 1, -1)]
            made = _derived(f"{head}, a shuffle", key, drawn.label, draws)
            return made._replace(lines=(given, *made.lines, after))
        case log.ExternalRoll(sides=sides, values=values):
            dice = f"{len(values)} d{sides}: {', '.join(map(str, values))}"
            return Line(
                text=f"{head}, {dice}",
                lines=(Line(text="Rolled elsewhere: nothing shows where the values come from."),),
            )
        case log.Unseal(i=i, value=value, salt=salt):
            fields = ("seal", gid, drawn.n, drawn.label, i, value, salt)
            seal = tfd1.digest(tfd1.message(*(str(field) for field in fields)))
            return Line(
                text=f"{head}: hidden draw {i} of opening {drawn.n} is made public, {value}. "
                "Value and salt make its seal:",
                lines=command_lines([(f"{_printf(*fields)} | sha256sum", seal)]),
            )
        case log.SealedRoll() | log.SealedDeck():
            what = f"{len(drawn.seals)} hidden draws under seals"
            told = "They follow from the hidden-draw secret, which is published at the end."
            return Line(text=f"{head}, {what}", lines=(Line(text=told),))


def _derived(text: str, key: str, label: str, draws: Sequence[tuple[int, int, int]]) -> Line:
    """Returns draws in numbers.

    Args:
        draws: number, sides and logged value of each; 0: the log shows it only by the order.
    """
    told: list[Line] = []
    pairs: list[tuple[str, str]] = []
    for i, sides, logged in draws:
        for made in attempts(key, label, i, sides):
            pairs.append((made.command, made.mac))
            start = f"Draw {i}: the HMAC begins {made.mac[:8]}, x = {made.x}"
            if not made.is_taken:
                told.append(Line(text=f"{start}, not below {made.limit}: drawn again."))
                continue
            swap = f": positions {i} and {made.value} change places" if not logged else ""
            differs = f", but the log says {logged}" if logged not in (0, made.value) else ""
            told.append(
                Line(
                    text=f"{start} < {made.limit}; x mod {sides} + 1 = {made.value}{swap}{differs}."
                )
            )
    commands = Line(
        text="The commands that give these HMACs", lines=command_lines(pairs), folded=True
    )
    return Line(text=text, lines=(*told, commands))


def keys_by_opening(lines: Sequence[log.Line]) -> Mapping[int, str]:
    """Returns by opening its turn key, as it stands in the log."""
    return {p.n: p.key for p in _payloads(lines) if isinstance(p, log.Open)}
