"""age keys: of whoever keeps a master secret, to read by what is sealed to them alone.

An identity is made of the master that is backed up anyway, so there is nothing more to keep
(repository.md, section 5). Both halves are spelled in Bech32 (BIP 173), as age itself spells them:
`AGE-SECRET-KEY-1...` and `age1...`; the second one, the recipient, stands in an offer or a join.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudicator.audit import log, tfd1
from adjudicator.core.problem import Problem
from adjudicator.documents.keys.match_notes import Secret
from adjudicator.documents.keys.signatures import REFEREE

__all__ = [
    "AGE",
    "bech32",
    "identity_of",
    "no_recipient",
    "recipient_fault",
    "recipients_in",
    "unspelled",
]

AGE = "age"
"""The field of an offer or a join that holds a recipient; absent where nothing is sealed."""
_RECIPIENT = "age"
_IDENTITY = "age-secret-key-"
_LENGTH = len("age1") + 52 + 6
"""How long a recipient of 32 bytes is."""
_PRIME = 2**255 - 19
_SMALL = frozenset(
    {
        0,
        1,
        325606250916557431795983626356110631294008115727848805560023387167927233504,
        39382357235489614581723060781553021112529911719440698176882885853963445705823,
        _PRIME - 1,
    }
)
"""The points of Curve25519 with which every secret agrees on nothing, by their coordinate
(cr.yp.to/ecdh.html#validate). age ends in a panic at one: a seat that joined with it would end the
match."""
_LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_GENERATORS = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)


def identity_of(key: Secret) -> str:
    """Returns the age identity that belongs to a key file, of a seat or of the referee."""
    seed = tfd1.seed_age(key.match, key.master)
    return bech32(_IDENTITY, bytes.fromhex(seed)).upper()


def recipients_in(genesis: log.Genesis, joins: Iterable[log.Join] = ()) -> dict[str, str]:
    """Returns by seat, and by "referee", the recipients that offer and joins name last.

    A new join takes the place of the one before, and without a recipient takes it away.

    Args:
        joins: those that came later, in their order.
    """
    found = {REFEREE: genesis.offer.free(AGE)}
    for join in (*genesis.joins, *joins):
        found[join.player] = (join.model_extra or {}).get(AGE)
    return {
        who: said
        for who, said in found.items()
        if isinstance(said, str) and not recipient_fault(said)
    }


def no_recipient(said: Mapping[str, Any]) -> Iterator[Problem]:
    """Yields why what an offer or a join names as its recipient is none."""
    if AGE not in said:
        return
    fault = recipient_fault(said[AGE]) if isinstance(said[AGE], str) else "it is no text"
    if fault:
        yield Problem(
            "no-age-recipient",
            f"this is no recipient of age: {fault}",
            (AGE,),
            hint="Leave it to `adjudicator new --age` and `adjudicator join`, which make it of "
            "the key that is kept anyway.",
            kind="invalid",
        )


def recipient_fault(text: str) -> str:
    """Returns why a text is no recipient of age for X25519; empty if it is one.

    Only one spelling is taken, in lower case: what is compared is the text.
    """
    if len(text) != _LENGTH:
        return f"it has {len(text)} characters, not {_LENGTH}"
    raw = unspelled(_RECIPIENT, text)
    if raw is None:
        return "it is not spelled in Bech32 as age1..., in lower case, or a letter of it is wrong"
    if int.from_bytes(raw, "little") % 2**255 % _PRIME in _SMALL:
        return "it is a point of small order, to which nothing can be sealed"
    return ""


# -- Bech32 ---------------------------------------------------------------------------------------


def bech32(name: str, raw: bytes) -> str:
    """Returns bytes in Bech32 under a name in lower case (BIP 173, without its limit of length)."""
    fives = list(_regrouped(raw, 8, 5))
    if left := len(raw) * 8 % 5:
        fives.append((raw[-1] << (5 - left)) & 31)
    whole = (*_spread(name), *fives, 0, 0, 0, 0, 0, 0)
    check = _polymod(whole) ^ 1
    fives += [(check >> 5 * (5 - place)) & 31 for place in range(6)]
    return f"{name}1{''.join(_LETTERS[five] for five in fives)}"


def unspelled(name: str, text: str) -> bytes | None:
    """Returns the bytes that a text in lower case spells under a name; None: it spells none."""
    begin, _, rest = text.rpartition("1")
    if begin != name or len(rest) < 6 or any(letter not in _LETTERS for letter in rest):
        return None
    fives = [_LETTERS.index(letter) for letter in rest]
    if _polymod((*_spread(name), *fives)) != 1:
        return None
    fives = fives[:-6]
    raw = bytes(_regrouped(fives, 5, 8))
    return raw if bech32(name, raw) == text else None


def _regrouped(groups: Iterable[int], width: int, wanted: int) -> Iterator[int]:
    """Yields the bits of groups in groups of another width; what does not fill one is left out."""
    bits = count = 0
    for group in groups:
        bits, count = (bits << width | group) & 0xFFF, count + width
        while count >= wanted:
            count -= wanted
            yield bits >> count & ((1 << wanted) - 1)


def _spread(name: str) -> tuple[int, ...]:
    return (*(ord(letter) >> 5 for letter in name), 0, *(ord(letter) & 31 for letter in name))


def _polymod(fives: Iterable[int]) -> int:
    check = 1
    for five in fives:
        top, check = check >> 25, (check & 0x1FFFFFF) << 5 ^ five
        for place, generator in enumerate(_GENERATORS):
            check ^= generator if top >> place & 1 else 0
    return check
