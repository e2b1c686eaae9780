"""TFD1, the dice protocol: messages, chains, keys, draws and seals as pure functions.

Everything that is hashed here is exact to the byte; the numbers in brackets are the paragraphs of
the specification. Secrets, keys, salts and hashes are 64 lower-case hexadecimal digits.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from adjudicator.core.values import canonical

__all__ = [
    "LINKS",
    "MAX_SIDES",
    "ZERO",
    "Sealed",
    "Share",
    "chain_value",
    "clock_blind",
    "digest",
    "draw",
    "gid",
    "head_text",
    "hidden_commit",
    "hidden_key",
    "json_hash",
    "mac",
    "make_secret",
    "message",
    "own_blind",
    "roll",
    "salt",
    "seal",
    "sealed_deck",
    "sealed_roll",
    "seed_age",
    "seed_blind",
    "seed_chain",
    "seed_hidden",
    "shuffle",
    "state_secret",
    "turn_key",
]

LINKS = 4096
"""The length of a new chain: a campaign has hundreds of openings (3.2)."""
MAX_SIDES = 2**32
"""The most sides a die may have (3.5)."""
ZERO = "0" * 64
"""What stands for a hash or a key that is not there (3.4, 3.6)."""

_FIELD = re.compile(r"[!-~]{1,200}", re.ASCII)


class Share(NamedTuple):
    """What one seat adds to a turn key: the hash of its sheet and its pledge, where given (3.4)."""

    player: str
    orders: str | None = None
    pledge: str | None = None


class Sealed(NamedTuple):
    """One hidden draw: the value and salt for its owner, the seal for the log (3.5)."""

    value: str | int
    salt: str
    seal: str


def message(tag: str, *fields: str | int) -> bytes:
    """Returns `M(tag, f1, ..., fk)`; raises ValueError for what is no field (3.1)."""
    return "".join(f"{part}\n" for part in (f"tfd1:{_field(tag)}", *map(_field, fields))).encode()


def _field(field: str | int) -> str:
    """Returns a field as text: 1-200 characters in `!`..`~`; integers in decimal digits (3.1)."""
    if isinstance(field, bool) or (isinstance(field, int) and field < 0):
        raise ValueError(f"{field!r} is neither text nor a natural number")
    text = str(field)
    if not _FIELD.fullmatch(text):
        raise ValueError(f"a field has 1-200 characters from ! to ~ and no blank, not {field!r}")
    return text


def digest(data: bytes) -> str:
    """Returns `H(data)`, SHA-256 (3.1)."""
    return hashlib.sha256(data).hexdigest()


def mac(key: str, data: bytes) -> str:
    """Returns `MAC(key, data)`, HMAC-SHA-256 with the bytes that `key` spells (3.1)."""
    return hmac.digest(bytes.fromhex(key), data, "sha256").hex()


def json_hash(data: Mapping[str, Any]) -> str:
    """Returns `H(J(data))`: the hash of an offer, a join, an order sheet, a state (3.1)."""
    return digest(canonical(data))


# --- secrets and chains (3.2) -------------------------------------------------------------------


def make_secret() -> str:
    """Returns 32 new random bytes: the one place where chance enters the program."""
    return secrets.token_hex(32)


def seed_chain(game: str, master: str) -> str:
    """Returns the last value of the chain that belongs to a master secret (3.2)."""
    return digest(message("seed-chain", game, master))


def seed_hidden(game: str, master: str) -> str:
    """Returns the hidden-draw secret S that belongs to a master secret (3.2)."""
    return digest(message("seed-hidden", game, master))


def seed_blind(game: str, master: str) -> str:
    """Returns the secret of a seat's blinds that belongs to a master secret (3.10 [A9])."""
    return digest(message("seed-blind", game, master))


def seed_age(game: str, master: str) -> str:
    """Returns the 32 bytes of an age identity that belong to a master secret (repository, 5)."""
    return digest(message("seed-age", game, master))


def own_blind(seed: str, gid: str, n: int) -> str:
    """Returns the blind of a seat's sheets for an opening: the same for every version of them.

    So the same orders are the same bytes, and no second version comes about by chance (3.10 [A9]).
    """
    return mac(seed, message("blind", gid, n))


@lru_cache(maxsize=16)
def chain_value(game: str, who: str, last: str, *, links: int, n: int) -> str:
    """Returns `V[n]` of the chain whose value number `links` is `last` (3.2).

    `V[0]` is the anchor. A verifier calls it with an opened value in place of the last one. One
    command asks for the same value several times.
    """
    if not 0 <= n <= links:
        raise ValueError(f"a chain of {links} links has no value number {n}")
    value = last
    begin = message("link", game, who)
    for number in range(links, n, -1):
        # Thousands of links: M("link", game, who, number, value) without checking each field again.
        value = hashlib.sha256(begin + f"{number}\n{value}\n".encode()).hexdigest()
    return value


# --- start (3.3) --------------------------------------------------------------------------------


def hidden_commit(game: str, hidden: str) -> str:
    """Returns C, the offer's fingerprint of the hidden-draw secret (3.3)."""
    return digest(message("hidden-commit", game, hidden))


def gid(offer: Mapping[str, Any], joins: Iterable[Mapping[str, Any]]) -> str:
    """Returns the match's id: a hash of the offer and the joins alone (3.3)."""
    hashes = sorted((str(join["player"]), json_hash(join)) for join in joins)
    return digest(message("gid", json_hash(offer), *(part for pair in hashes for part in pair)))


# --- the turn key (3.4) -------------------------------------------------------------------------


def turn_key(
    ref: str | None, gid: str, n: int, *, beacon: str | None, shares: Iterable[Share]
) -> str:
    """Returns `K[n]`; `shares` has one entry for each player of the genesis (3.4)."""
    fields: list[str] = []
    for share in sorted(shares, key=lambda share: share.player):
        fields += [share.player, share.orders or "-", share.pledge or "-"]
    return mac(ref or ZERO, message("turn", gid, n, beacon or "-", *fields))


def clock_blind(gid: str, n: int, seat: str, *, hidden: str | None = None) -> str:
    """Returns the blind of a sheet that no player wrote: nobody has a choice in it (3.10 [A8]).

    Args:
        hidden: the hidden-draw secret S, in a match with hidden information: else the hand could
            be found from the hash of the sheet.
    """
    fields = message("clock-blind", gid, n, seat)
    return digest(fields) if hidden is None else mac(hidden, fields)


# --- draws (3.5) --------------------------------------------------------------------------------


def draw(key: str, label: str, i: int, sides: int) -> int:
    """Returns draw number `i` under a label: 1 to `sides`, every value equally likely (3.5)."""
    return _draws(key, label, range(i, i + 1), sides)[0]


def roll(key: str, label: str, count: int, sides: int) -> tuple[int, ...]:
    """Returns a roll of `count` dice: draws 1 to `count` (3.5)."""
    return _draws(key, label, range(1, count + 1), sides)


def _draws(key: str, label: str, numbers: range, sides: int) -> tuple[int, ...]:
    """Returns the draws of these numbers under a label (3.5)."""
    if not 1 <= sides <= MAX_SIDES:
        raise ValueError(f"a die has 1 to {MAX_SIDES} sides, not {sides}")
    if numbers and numbers[0] < 0:
        raise ValueError(f"there is no draw number {numbers[0]}")
    limit, from_bytes = 2**32 // sides * sides, int.from_bytes
    inner, outer = _padded(key)
    inner += f"tfd1:draw\n{_field(label)}\n".encode()
    first = b"\n%d\n0\n" % sides
    values = []
    for i in numbers:
        # MAC(key, M("draw", label, i, sides, attempt)): logs hold tens of thousands of dice.
        inside = sha256(b"%b%d%b" % (inner, i, first)).digest()
        x = from_bytes(sha256(outer + inside).digest()[:4])
        attempt = 1
        while x >= limit:
            inside = sha256(b"%b%d\n%d\n%d\n" % (inner, i, sides, attempt)).digest()
            x = from_bytes(sha256(outer + inside).digest()[:4])
            attempt += 1
        values.append(x % sides + 1)
    return tuple(values)


_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


@lru_cache(maxsize=1)
def _padded(key: str) -> tuple[bytes, bytes]:
    """Returns what HMAC-SHA-256 hashes before the message, and before its inner hash (RFC 2104)."""
    block = bytes.fromhex(key).ljust(64, b"\0")
    return block.translate(_INNER), block.translate(_OUTER)


def shuffle(key: str, label: str, cards: Sequence[str]) -> tuple[str, ...]:
    """Returns the cards shuffled, from the order in which they are stated (3.5)."""
    order = list(cards)
    for i in range(len(order), 1, -1):
        j = draw(key, label, i, i)
        order[i - 1], order[j - 1] = order[j - 1], order[i - 1]
    return tuple(order)


# --- hidden draws (3.5) and states (3.6) --------------------------------------------------------


def hidden_key(hidden: str, gid: str, n: int, key: str) -> str:
    """Returns `KH[n]`: the players' pledges shuffle hidden decks too (3.5)."""
    return mac(hidden, message("hidden", gid, n, key))


def salt(hidden_key: str, label: str, i: int) -> str:
    """Returns the salt of hidden draw number `i` under a label (3.5)."""
    return mac(hidden_key, message("salt", label, i))


def seal(gid: str, n: int, label: str, i: int, *, value: str | int, salt: str) -> str:
    """Returns the published fingerprint of one hidden draw (3.5)."""
    return digest(message("seal", gid, n, label, i, value, salt))


def sealed_roll(
    hidden_key: str, gid: str, n: int, label: str, *, count: int, sides: int
) -> tuple[Sealed, ...]:
    """Returns a hidden roll of `count` dice (3.5)."""
    return _sealed(hidden_key, gid, n, label, values=roll(hidden_key, label, count, sides))


def sealed_deck(
    hidden_key: str, gid: str, n: int, label: str, *, cards: Sequence[str]
) -> tuple[Sealed, ...]:
    """Returns a hidden deck, top card first, from the public starting order of its cards (3.5)."""
    return _sealed(hidden_key, gid, n, label, values=shuffle(hidden_key, label, cards))


def _sealed(
    hidden_key: str, gid: str, n: int, label: str, *, values: Iterable[str | int]
) -> tuple[Sealed, ...]:
    entries = []
    for i, value in enumerate(values, start=1):
        salt_i = salt(hidden_key, label, i)
        entries.append(Sealed(value, salt_i, seal(gid, n, label, i, value=value, salt=salt_i)))
    return tuple(entries)


def state_secret(hidden: str, gid: str, n: int, full_state: Mapping[str, Any]) -> str:
    """Returns the `secret` of a state line: the full state, salted until S is public (3.6)."""
    salt_n = mac(hidden, message("state-salt", gid, n))
    return mac(salt_n, message("state", gid, n, json_hash(full_state)))


def head_text(gid: str, k: int, line_hash: str) -> bytes:
    """Returns the text that is signed to vouch for a published head (3.6)."""
    return f"tfd1 head\n{gid}\n{k}\n{line_hash}\n".encode()
