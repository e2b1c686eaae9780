"""Demo logs, written with the package's own writer; every secret here is published."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import pytest

from adjudicator.audit import tfd1
from adjudicator.audit.log import (
    START,
    Annul,
    BeaconRound,
    BeaconSignature,
    Clock,
    Correction,
    End,
    ExternalRoll,
    Genesis,
    Head,
    Join,
    Lock,
    Missed,
    Mode,
    Note,
    Offer,
    Open,
    Payload,
    Rewind,
    Roll,
    Rules,
    SealedDeck,
    SealedRoll,
    Seat,
    Sheet,
    Sheets,
    Shuffle,
    StateReached,
    Unseal,
    append,
)
from adjudicator.audit.tfd1 import Sealed
from adjudicator.core.values import FrozenMap
from tests.core.hidden_match import HiddenMatch

__all__ = ["DEMO_LOGS", "DemoMatch", "beacon_signature", "beacon_value", "secret"]

LINKS = 16


def secret(*words: str) -> str:
    return tfd1.digest(" ".join(("TEST ONLY", *words)).encode())


class DemoMatch:
    """Writes a log line by line, as a referee would."""

    def __init__(
        self,
        players: Iterable[str] = ("alice", "bob", "carol"),
        *,
        mode: Mode | None = "referee",
        chains: bool = False,
        hidden: bool = False,
        amended: bool = False,
        plays: Iterable[str] = (),
        keeps_secret: bool = True,
    ) -> None:
        self.name = "demo"
        self.players = sorted(players)
        self.mode: Mode | None = mode
        self.chains = {player: secret(player) for player in self.players} if chains else {}
        self.hidden = secret("hidden")
        self.has_referee = mode not in ("public", "mutual") and keeps_secret
        offer = Offer.model_validate(
            {
                "game": self.name,
                "rules": Rules(id="demo-rules", sha256=secret("rules")),
                "anchor": self.ref(0),
                "links": LINKS,
                "hidden": tfd1.hidden_commit(self.name, self.hidden) if hidden else None,
                "start": secret("start"),
                "mode": mode,
                **({"amended": 1} if amended else {}),
                **({"plays": sorted(plays)} if plays else {}),
                "scenario": {"map": "demo", "seats": {"alice": ["red"]}},
            }
        )
        self.offer = offer
        self.genesis = Genesis.of(offer, [self.join(player) for player in self.players])
        self.gid = self.genesis.gid
        self.raw, self.head = append(START, self.genesis)
        self.n = 0
        self.key = ""
        self.since = self.head
        """The newest line that the next sheets must have seen."""
        self.shown: dict[str, Sheet] = {}
        """The sheets of the newest opening."""

    def ref(self, n: int) -> str | None:
        if not self.has_referee or n > LINKS:
            return None
        return tfd1.chain_value(self.name, "referee", secret("referee"), links=LINKS, n=n)

    def pledge(self, player: str, n: int) -> str | None:
        if player not in self.chains:
            return None
        return tfd1.chain_value(self.name, player, self.chains[player], links=LINKS, n=n)

    def join(self, player: str, n: int = 0) -> Join:
        return Join(
            offer=tfd1.json_hash(self.offer.to_json()),
            player=player,
            salt=secret("salt", player),
            anchor=self.pledge(player, n),
        )

    def add(self, *payloads: Payload) -> None:
        more, self.head = append(self.head, *payloads)
        self.raw += more

    def sheet(self, player: str, head: Head | None = None) -> Sheet:
        """The sheet of a player for the next opening."""
        n = self.n + 1
        late = self.mode in ("sealed", "mutual")
        return Sheet.model_validate(
            {
                "t": "orders",
                "game": self.gid,
                "n": n,
                "head": (head or self.head).hash,
                "player": player,
                "pledge": None if late else self.pledge(player, n),
                "orders": {"moves": [{"unit": f"{player}-1", "count": n}]},
                "blind": secret("blind", player, str(n)),
            }
        )

    def written(self, player: str) -> Sheet:
        """The sheet for the next opening that no player wrote."""
        hidden = self.hidden if self.offer.hidden is not None else None
        blind = tfd1.clock_blind(self.gid, self.n + 1, player, hidden=hidden)
        sheet = self.sheet(player, self.since).to_json() | {"pledge": None, "blind": blind}
        return Sheet.model_validate(sheet)

    def clock(self, *missed: str, step: Literal["default", "built-in"] = "default") -> Clock:
        """The note of the clock for the next opening, in which some seats sent nothing."""
        return Clock(
            n=self.n + 1,
            due=FrozenMap(dict.fromkeys(missed, "2026-11-29T19:00Z")),
            received=FrozenMap(),
            missed=FrozenMap({player: Missed(step=step, count=1) for player in missed}),
            bank=FrozenMap(),
            leave=FrozenMap(),
            moved=(),
            brake=False,
        )

    def fix(self, number: int) -> None:
        """Adds the note that fixes the beacon's round for the next opening."""
        self.add(BeaconRound(n=self.n + 1, round=number))
        if self.offer.amended:
            self.since = self.head

    def locks(self) -> None:
        """Adds the lock alone, as in the modes that publish it first."""
        sheets = {player: self.sheet(player) for player in self.players}
        self.n += 1
        orders = {player: tfd1.json_hash(sheet.to_json()) for player, sheet in sheets.items()}
        self.add(Lock(n=self.n, orders=FrozenMap(orders), files=FrozenMap(sheets)))

    def opens(
        self,
        sheets: Iterable[Sheet] | None = None,
        *,
        withheld: bool = False,
        silent: Iterable[str] = (),
        beacon: str | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Adds lock and open; of `silent` players no pledge is opened."""
        chosen = [self.sheet(player) for player in self.players] if sheets is None else sheets
        files = {sheet.player: sheet for sheet in chosen}
        self.n += 1
        self.shown = files
        orders = {
            player: tfd1.json_hash(files[player].to_json()) if player in files else None
            for player in self.players
        }
        late = self.mode in ("sealed", "mutual")
        written = (*silent, *(clock.written_for if clock is not None else ()))
        pledges = {
            player: self.pledge(player, self.n)
            if (late or player in files) and player not in written
            else None
            for player in self.players
        }
        shares = [tfd1.Share(player, orders[player], pledges[player]) for player in self.players]
        self.key = tfd1.turn_key(self.ref(self.n), self.gid, self.n, beacon=beacon, shares=shares)
        self.add(
            Lock(
                n=self.n,
                orders=FrozenMap(orders),
                files=FrozenMap({} if withheld else files),
            ),
            Open(
                n=self.n,
                ref=self.ref(self.n),
                pledges=FrozenMap(pledges),
                beacon=beacon,
                key=self.key,
            ),
            *(() if clock is None else (clock,)),
        )

    def corrects(self, reason: str) -> None:
        """Adds an opening of its own in which the referee mends the state."""
        self.opens(())
        self.add(Correction(n=self.n, reason=reason, patch=(FrozenMap({"op": "test"}),)))
        self.state()

    def signs(self, number: int) -> None:
        """Adds the signature of the beacon's value that was just taken."""
        self.add(BeaconSignature(n=self.n, signature=beacon_signature(number)))

    def roll(self, label: str, count: int = 3, sides: int = 6) -> None:
        values = tfd1.roll(self.key, label, count, sides)
        self.add(Roll(n=self.n, label=label, sides=sides, values=values))

    def shuffle(self, label: str, cards: Iterable[str] = ("c1", "c2", "c3", "c4")) -> None:
        cards = tuple(cards)
        order = tfd1.shuffle(self.key, label, cards)
        self.add(Shuffle(n=self.n, label=label, cards=cards, order=order))

    def hidden_key(self) -> str:
        return tfd1.hidden_key(self.hidden, self.gid, self.n, self.key)

    def sealed_deck(self, label: str, cards: tuple[str, ...]) -> tuple[Sealed, ...]:
        deck = tfd1.sealed_deck(self.hidden_key(), self.gid, self.n, label, cards=cards)
        seals = tuple(card.seal for card in deck)
        self.add(SealedDeck(n=self.n, label=label, cards=cards, seals=seals))
        return deck

    def sealed_roll(self, label: str, count: int, sides: int) -> tuple[Sealed, ...]:
        dice = tfd1.sealed_roll(
            self.hidden_key(), self.gid, self.n, label, count=count, sides=sides
        )
        seals = tuple(die.seal for die in dice)
        self.add(SealedRoll(n=self.n, label=label, sides=sides, seals=seals))
        return dice

    def state(self, state: Mapping[str, object] | None = None) -> None:
        """Adds the state line; the full state is hashed where there is hidden information."""
        hashed = secret("state", str(self.n))
        salted = None
        if self.offer.hidden is not None:
            salted = tfd1.state_secret(self.hidden, self.gid, self.n, state or {"n": self.n})
        self.add(StateReached(n=self.n, sha256=hashed, engine="demo rules-1", secret=salted))
        self.since = self.head

    def turn(self, *, withheld: bool = False) -> None:
        """Adds a plain opening with two rolls."""
        self.opens(withheld=withheld)
        self.roll(f"turn-{self.n}/attackers", 4)
        self.roll(f"turn-{self.n}/defenders", 5, 10)
        self.state()


def referee_match() -> bytes:
    match = DemoMatch()
    match.turn()
    match.opens([match.sheet("alice"), match.sheet("carol")])
    match.roll("battle/Ligny/r1/att", 5)
    match.shuffle("deck/public")
    match.add(Note(kind="remark"))
    match.state()
    match.corrects("a unit was lost by mistake")
    match.turn()
    return match.raw


def chained_match() -> bytes:
    match = DemoMatch(chains=True)
    match.turn()
    match.opens([match.sheet("alice")])
    match.roll("alone", 1, 2**32)
    match.state()
    match.opens([match.sheet("alice"), match.sheet("bob")])
    match.state()
    match.chains["carol"] = secret("carol", "again")
    match.add(Seat(n=3, join=match.join("carol", 3)))
    match.since = match.head
    match.turn()
    return match.raw


def unnamed_mode_match() -> bytes:
    match = DemoMatch(mode=None, chains=True)
    match.turn()
    return match.raw


def public_match() -> bytes:
    match = DemoMatch(mode="public")
    match.turn()
    match.turn()
    return match.raw


def mutual_match() -> bytes:
    match = DemoMatch(("alice", "bob"), mode="mutual", chains=True)
    match.turn()
    match.opens(silent=["bob"])
    match.state()
    return match.raw


def sealed_match() -> bytes:
    match = DemoMatch(mode="sealed", chains=True)
    match.turn()
    match.turn()
    return match.raw


def beacon_signature(number: int) -> str:
    """What stands for the source's signature of a round; no group key made it."""
    return secret("signature", str(number)) + secret("its end", str(number))[:32]


def beacon_value(number: int) -> str:
    """The value of a round: the hash of its signature."""
    return f"drand-quicknet:{number}:{tfd1.digest(bytes.fromhex(beacon_signature(number)))}"


def beacon_match() -> bytes:
    """The rounds are fixed with the locks; the third opening waits for its value."""
    match = DemoMatch(mode="beacon", chains=True)
    for number in (1, 2):
        match.add(BeaconRound(n=number, round=number))
        match.opens(beacon=beacon_value(number))
        match.roll(f"a/{number}")
        match.state()
    match.add(BeaconRound(n=3, round=3))
    match.locks()
    return match.raw


def amended_beacon_match() -> bytes:
    """Rounds are fixed before sheets, once put off; a correction needs none; the next is fixed."""
    match = DemoMatch(mode="beacon", chains=True, amended=True, plays=["bob"])
    match.fix(3)
    match.fix(5)
    sheets = [match.sheet("alice"), match.written("bob"), match.written("carol")]
    match.opens(sheets, beacon=beacon_value(5), clock=match.clock("bob", "carol"))
    match.signs(5)
    match.roll("a")
    match.state()
    match.corrects("a slip")
    match.fix(8)
    return match.raw


def beacon_match_without_secret() -> bytes:
    """Nobody has a secret: whoever opens a round appends the note of the next one."""
    match = DemoMatch(mode="beacon", amended=True, keeps_secret=False)
    match.fix(3)
    for number in (3, 6):
        match.opens(beacon=beacon_value(number))
        match.signs(number)
        match.roll(f"a/{match.n}")
        match.state()
        match.fix(number + 3)
    return match.raw


def amended_match() -> bytes:
    """One seat is played; another is silent once and plays on; two openings are taken back."""
    match = DemoMatch(chains=True, amended=True, plays=["bob"])
    match.opens([match.sheet("alice"), match.written("bob")], clock=match.clock("bob"))
    match.roll("turn-1/attackers", 4)
    match.state()
    match.opens(
        [match.written("carol")], clock=match.clock("carol", step="built-in"), withheld=True
    )
    match.roll("turn-2/attackers", 1)
    match.add(Sheets(n=2, files=FrozenMap({"carol": match.shown["carol"]})))
    match.state()
    match.add(Annul(n=2, reason="carol's mail was found"), Rewind(to=1))
    match.since = match.head
    match.opens([match.sheet("carol")])
    match.roll("turn-2/attackers", 1)
    match.state()
    return match.raw


def amended_sealed_match() -> bytes:
    """A silent seat pledges nothing; nobody else withholds anything."""
    match = DemoMatch(mode="sealed", chains=True, amended=True)
    match.turn()
    match.opens([match.sheet("alice"), match.written("bob")], clock=match.clock("bob"))
    match.roll("a")
    match.state()
    return match.raw


def amended_hidden_match() -> bytes:
    """Blinds of sheets that no player wrote depend on the hidden-draw secret."""
    match = DemoMatch(("alice", "bob"), chains=True, hidden=True, amended=True)
    files = {"alice": match.sheet("alice"), "bob": match.written("bob")}
    match.opens(files.values(), withheld=True, clock=match.clock("bob"))
    match.sealed_deck("deck/events", ("c1", "c2", "c3"))
    match.state()
    match.add(Sheets(n=1, files=FrozenMap(files)), End(hidden=match.hidden))
    return match.raw


def external_match() -> bytes:
    match = DemoMatch(mode="external")
    for n in (1, 2):
        match.opens()
        match.add(ExternalRoll(n=n, label=f"turn-{n}/att", sides=6, values=(1, 6)))
        match.add(ExternalRoll(n=n, label=f"turn-{n}/def", sides=6, values=(3,)))
        match.state()
    return match.raw


def withheld_match() -> bytes:
    """Opening 1 keeps its sheets back, opening 2 publishes them; those of 3 are still kept."""
    match = DemoMatch()
    early = {player: match.sheet(player) for player in match.players}
    match.opens(early.values(), withheld=True)
    match.roll("a")
    match.state()
    match.opens([match.sheet("bob")])
    match.roll("b")
    match.add(Sheets(n=1, files=FrozenMap(early)))
    match.state()
    match.turn(withheld=True)
    return match.raw


def hidden_match() -> bytes:
    """Sealed deck and dice, two of them opened; all sheets and the secret at the end."""
    match = DemoMatch(("alice", "bob"), chains=True, hidden=True)
    first = {player: match.sheet(player) for player in match.players}
    match.opens(first.values(), withheld=True)
    deck = match.sealed_deck("deck/events", ("c1", "c2", "c3", "c4", "c5"))
    dice = match.sealed_roll("scouts", 2, 6)
    match.state()
    second = {"bob": match.sheet("bob")}
    match.opens(second.values(), withheld=True)
    match.roll("a")
    match.add(Unseal(n=1, label="deck/events", i=1, value=deck[0].value, salt=deck[0].salt))
    match.add(Unseal(n=1, label="scouts", i=2, value=dice[1].value, salt=dice[1].salt))
    match.state()
    match.add(Sheets(n=1, files=FrozenMap(first)), Sheets(n=2, files=FrozenMap(second)))
    match.add(End(hidden=match.hidden))
    return match.raw


def hidden_match_under_way() -> bytes:
    match = DemoMatch(hidden=True)
    match.opens(withheld=True)
    deck = match.sealed_deck("deck/events", ("c1", "c2", "c3"))
    match.add(Unseal(n=1, label="deck/events", i=3, value=deck[2].value, salt=deck[2].salt))
    match.state()
    return match.raw


def dealt_match() -> HiddenMatch:
    """A match of the hidden hands, written by the real table; short chains are verified fast."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tfd1, "LINKS", LINKS)
        match = HiddenMatch({"cards": 5, "turns": 1}, ask=["asides"])
        match.send()
        return match


def hands_under_way() -> bytes:
    """Both hands are dealt; what is sealed and withheld cannot be checked yet."""
    return dealt_match().raw


def hands_to_the_end() -> bytes:
    match = dealt_match()
    match.send()
    assert match.saved.is_over
    return match.raw


def rewound_match() -> bytes:
    """Openings 2 and 3 are taken back; opening 4 uses their labels again."""
    match = DemoMatch(chains=True)
    match.turn()
    for _ in (2, 3):
        match.opens()
        match.roll(f"turn-{match.n}/attackers")
        match.state()
    match.add(Annul(n=3, reason="two sheets were mixed up"), Annul(n=2, reason="as above"))
    match.add(Rewind(to=1))
    match.since = match.head
    match.opens()
    match.roll("turn-2/attackers")
    match.state()
    return match.raw


def new_match() -> bytes:
    return DemoMatch().raw


DEMO_LOGS = {
    build.__name__: build()
    for build in (
        new_match,
        referee_match,
        chained_match,
        unnamed_mode_match,
        public_match,
        mutual_match,
        sealed_match,
        beacon_match,
        external_match,
        withheld_match,
        hidden_match,
        hidden_match_under_way,
        hands_under_way,
        hands_to_the_end,
        rewound_match,
        amended_match,
        amended_beacon_match,
        beacon_match_without_secret,
        amended_sealed_match,
        amended_hidden_match,
    )
}
