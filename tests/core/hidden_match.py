"""A match of the hidden hands with its log, opening by opening; its secrets are published here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.audit import log, tfd1
from adjudicator.audit.chance import ExternalDice
from adjudicator.audit.opening import (
    Opening,
    PlayedMode,
    SavedMatch,
    Secrets,
    first_match,
    offer_of,
    open_next,
)
from adjudicator.audit.replay import Replayed, replay
from adjudicator.core.referee import Run
from adjudicator.core.sheet import Sheet, read_sheet
from adjudicator.core.values import canonical
from tests.core.hand import HAND, SEATS, Hand, HandRules, cards_of, hand_scenario

__all__ = ["HiddenMatch", "answer_of", "secret"]

NAME = "hands-2026"


def secret(*words: str) -> str:
    return tfd1.digest(" ".join(("TEST ONLY", *words)).encode())


class HiddenMatch:
    """What the referee has: log, save and all sheets."""

    def __init__(
        self,
        start: Mapping[str, Any] | None = None,
        *,
        mode: PlayedMode = "referee",
        master: str = "5e" * 32,
        ask: Sequence[str] = (),
    ) -> None:
        scenario = hand_scenario(start, **({"ask": list(ask)} if ask else {}))
        self.rules: HandRules = HAND.open(scenario, {})
        self.master = master
        offer = offer_of(self.rules, scenario, {}, name=NAME, mode=mode, master=master)
        offer_hash = tfd1.json_hash(offer.to_json())
        joins = [
            log.Join(offer=offer_hash, player=seat, salt=secret("salt", seat), anchor=None)
            for seat in SEATS
        ]
        self.genesis = log.Genesis.of(offer, joins)
        self.raw, head = log.append(log.START, self.genesis)
        self.saved: SavedMatch = first_match(self.rules, self.genesis, head)
        self.sheets: dict[int, dict[str, Mapping[str, Any]]] = {}
        self.hidden = tfd1.seed_hidden(NAME, master)
        self.last: Opening[Hand] | Run[Hand] | None = None
        self.waiting: dict[str, Sheet] = {}
        self.pending = self.saved.pending

    @property
    def state(self) -> Hand:
        return Hand.model_validate_json(canonical(self.saved.position))

    def hand(self, seat: str) -> list[str]:
        return list(cards_of(self.state, seat))

    def sheet(self, seat: str, parts: Mapping[str, Any]) -> Sheet:
        document = {
            "t": "orders", "game": self.saved.gid, "n": self.saved.n + 1, "head": self.saved.head,
            "player": seat, "pledge": None, "orders": {},
            "blind": secret("blind", seat, str(self.saved.n)), **parts,
        }  # fmt: skip
        sheet, problems = read_sheet(HAND, document)
        assert sheet is not None, problems
        return sheet

    def send(
        self,
        parts: Mapping[str, Mapping[str, Any]] | None = None,
        *,
        dice: Mapping[str, Sequence[int]] | None = None,
    ) -> bytes:
        """Opens the next number; returns its lines, or nothing where nothing was answered.

        Then the sheets wait.
        """
        given = {seat: {} for seat in SEATS} if parts is None else parts
        sheets = {**self.waiting, **{seat: self.sheet(seat, said) for seat, said in given.items()}}
        n = self.saved.n + 1
        last = tfd1.seed_chain(NAME, self.master)
        links = self.genesis.offer.links
        ref = tfd1.chain_value(NAME, "referee", last, links=links, n=n)
        self.last = open_next(
            self.rules, self.genesis, self.saved, sheets,
            secrets=Secrets(ref, hidden=self.hidden),
            external=None if dice is None else ExternalDice(dice),
            earlier=lambda: self.sheets,
        )  # fmt: skip
        if not isinstance(self.last, Opening):
            self.waiting, self.pending = sheets, self.last.save.pending
            return b""
        self.waiting, self.pending = {}, self.last.saved.pending
        self.sheets[n] = {seat: sheet.document for seat, sheet in sheets.items()}
        self.raw += self.last.lines
        self.saved = SavedMatch.model_validate_json(canonical(self.last.saved.to_json()))
        return self.last.lines

    def read(self) -> log.Log:
        read = log.parse_log(self.raw)
        assert not read.problems
        return read

    def replayed(self, *, as_stranger: bool = False) -> Replayed[Hand]:
        if as_stranger:
            return replay(self.rules, self.read())
        return replay(
            self.rules,
            self.read(),
            lambda n, seat, hash_: self.sheets[n][seat],
            hidden=self.hidden,
        )


def answer_of(match: HiddenMatch, seat: str) -> dict[str, Any]:
    """The sheet's part that answers what is asked of a seat with its first legal answer."""
    return {
        "answers": {
            pending.label: pending.options[0]
            for pending in match.pending
            if pending.seat == seat and pending.options
        }
    }
