"""Openings: locked sheets meet the secret, the rules run, and the lines of the log come out.

A pure function from a saved match, the sheets and the referee's chain value to bytes: the command
`adjudicate` writes them, the full audit makes them again and compares.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import SerializerFunctionWrapHandler, model_serializer

from adjudicator.audit import log, tfd1
from adjudicator.audit.chains import (
    NO_CHAINS,
    NO_STANDINGS,
    Chains,
    Standings,
    first_chains,
    next_chains,
)
from adjudicator.core.capabilities import player_of
from adjudicator.core.decks import CardUnsealed, DeckSealed, Dice, RefusingDice
from adjudicator.core.game import Rules, Scenario, State
from adjudicator.core.referee import Run, Save, SheetInForce, first_save, run
from adjudicator.core.save import Corrected, Rewound, without_empty
from adjudicator.core.sheet import Sheet
from adjudicator.core.table import Drawn, Rolled, WorkingTable
from adjudicator.core.values import FrozenMap, Hex32, Id, Value

if TYPE_CHECKING:  # no dice fall before an opening is made
    from adjudicator.audit.chance import ExternalDice

__all__ = [
    "LATE_PLEDGES",
    "NO_LOCK_OPTIONS",
    "Files",
    "FixedRound",
    "LockOptions",
    "Locked",
    "Opening",
    "PlayedMode",
    "SavedMatch",
    "Secrets",
    "engine",
    "first_match",
    "fixes_round_first",
    "hashes_of",
    "is_locked_first",
    "locked_in",
    "offer_of",
    "open_next",
    "rules_named",
    "saved_match",
]

S = TypeVar("S", bound=State)
PlayedMode = Literal["referee", "public", "external", "sealed", "mutual", "beacon"]
Files: TypeAlias = Mapping[str, Mapping[str, Any]]
"""By seat, the documents of the sheets of one opening."""
LATE_PLEDGES: tuple[PlayedMode, ...] = ("sealed", "mutual")
"""Modes in which pledges are sent after the lock, and every seat has a chain (3.8)."""


class Locked(Value):
    """What is locked of the next opening, whose secrets are awaited (3.8)."""

    orders: FrozenMap[Id, Hex32 | None]
    """By seat, the hash of its sheet; null: none came."""
    round: int | None
    """The round of the beacon that the opening will take."""


class FixedRound(Value):
    """A round of the beacon that was fixed before the sheets of its opening (3.10 [A2])."""

    n: int
    """The opening for which it was fixed."""
    round: int
    """The round."""


class SavedMatch(Save):
    """save.json: where a match stands, in data only. It can be made again from log and sheets."""

    t: Literal["save"] = "save"
    format: int = 1
    """The format of the file."""
    game: Id
    """The full name of the game."""
    rules_version: int
    """The version of the rules."""
    gid: Hex32
    """The id of the match."""
    n: int
    """The number of the last opening; 0 before the first."""
    head: Hex32
    """The hash of the log line that belongs to this save: the last one."""
    k: int
    """The number of that line."""
    withheld: tuple[int, ...] = ()
    """Openings whose sheets the log does not show yet."""
    chains: Chains = NO_CHAINS
    """By seat, the value of its chain that was opened last."""
    pledges_follow: bool = False
    """Whether pledges are sent after the lock, and not in the sheets."""
    locked: Locked | None = None
    """The next opening, where its lock is the last line of the log."""
    fixed: FixedRound | None = None
    """The newest round fixed before sheets; of openings that were made since, it is spent."""
    corrections: tuple[Corrected, ...] = ()
    """What the referee mended in the openings that stand."""
    rewinds: tuple[Rewound, ...] = ()
    """Every time that openings were taken back."""
    clock: Standings = NO_STANDINGS
    """By seat, how it stands with the clock of the match."""
    kept: tuple[SheetInForce, ...] = ()
    """Sheets of openings taken back that the log does not show: they may be played again, so they
    are shown when the match is over."""

    @property
    def log_head(self) -> log.Head:
        """The head of the log that belongs to this save."""
        return log.Head(self.k, self.head)

    @property
    def round_in_force(self) -> int | None:
        """The round of the beacon that is fixed for the next opening (3.10 [A2]); None: none."""
        is_in_force = self.fixed is not None and self.fixed.n == self.n + 1
        return self.fixed.round if self.fixed is not None and is_in_force else None

    @property
    def annulled(self) -> tuple[int, ...]:
        """The openings that were taken back, in order."""
        return tuple(sorted(n for rewound in self.rewinds for n in rewound.annulled))

    @property
    def reached(self) -> int:
        """The newest opening that stands: it led to the position; 0 is the start."""
        rewound = self.rewinds[-1] if self.rewinds else None
        return rewound.to if rewound is not None and rewound.n == self.n else self.n

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """What most matches do without is not written."""
        return without_empty(
            write(self), "chains", "clock", "corrections", "fixed", "kept", "rewinds", "to_come"
        )


class Secrets(NamedTuple):
    """What meets the locked sheets in an opening; None where the mode does without (3.4, 3.8)."""

    ref: str | None = None
    """The referee's chain value R[n] of the new number."""
    pledges: Mapping[str, str | None] | None = None
    """By seat, the pledges that came after the lock; None: they are in the sheets."""
    beacon: str | None = None
    """The public random value."""
    hidden: str | None = None
    """The hidden-draw secret S of a match with hidden information."""
    signature: str | None = None
    """The source's signature of the beacon's round, whose hash is the value (3.10 [A11])."""


class LockOptions(NamedTuple):
    """What a run is told of a lock or of its opening, in the modes that lock first (3.8)."""

    withheld: tuple[str, ...] = ()
    """Seats whose pledges are given up."""
    round: int | None = None
    """The round of the beacon to fix: before the sheets, or in older matches with the lock."""
    beacon: str | None = None
    """The value of that round."""
    signature: str | None = None
    """The signature of that round, whose hash is the value (3.10 [A11])."""


NO_LOCK_OPTIONS = LockOptions()
"""The usual run, which is told nothing."""


class Opening(NamedTuple, Generic[S]):
    """One opening: its lines, the match after it, and what the rules did."""

    n: int
    lines: bytes
    saved: SavedMatch
    run: Run[S]
    published: Mapping[int, Mapping[str, Any]]
    """By opening and seat, the sheets that the lines show."""


def engine(rules: Rules[Any]) -> str:
    """Returns what the state lines name as the rules that made them."""
    return f"{rules.game.name} rules-{rules.game.rules_version}"


def rules_named(
    rules: Rules[Any],
    scenario: Scenario,
    map_files: Mapping[str, bytes],
    options: Mapping[str, Any],
    *,
    version: int | None = None,
) -> log.Rules:
    """Returns how an offer names the rules of a match: by the hash of all that decides them.

    Args:
        options: as they stand in the offer. One that the game did not have yet when the match
            began is not among them, and has its default.
        version: another rules_version than that of the game.
    """
    manifest = {
        "rules_version": rules.game.rules_version if version is None else version,
        "scenario": scenario.scenario,
        "options": dict(options),
        "files": {name: tfd1.digest(map_files[name]) for name in sorted(rules.game.rule_files)},
    }
    return log.Rules(id=rules.game.name, sha256=tfd1.json_hash(manifest))


def offer_of(
    rules: Rules[Any],
    scenario: Scenario,
    map_files: Mapping[str, bytes],
    *,
    name: str,
    mode: PlayedMode,
    master: str | None,
    penalty: str = "",
    plays: Sequence[str] = (),
    amended: bool = True,
    more: Mapping[str, Any] | None = None,
) -> log.Offer:
    """Returns the offer of a new match (TFD1 3.3).

    Args:
        name: new for each match; part of every chain value.
        master: the referee's master secret; None in the modes without a referee's chain.
        penalty: what a pledge costs that is withheld after a lock, in words.
        plays: the seats whose sheets the built-in player writes (3.10 [A8]).
        amended: whether the amended rules bind, as in every match that is made now (3.10 [A2]).
        more: further fields.

    Raises:
        Refused: the built-in player is to play, and the game has none.
    """
    if plays:
        player_of(rules)
    resolved = scenario.model_copy(update={"options": FrozenMap(rules.options.to_json())})
    anchor = hidden = None
    if master is not None:
        last = tfd1.seed_chain(name, master)
        anchor = tfd1.chain_value(name, "referee", last, links=tfd1.LINKS, n=0)
        hidden = tfd1.hidden_commit(name, tfd1.seed_hidden(name, master))
    return log.Offer.model_validate(
        {
            "game": name,
            "rules": rules_named(rules, scenario, map_files, rules.options.to_json()),
            "anchor": anchor,
            "links": tfd1.LINKS,
            "hidden": hidden,
            "start": tfd1.json_hash(rules.view(rules.start, None).to_json()),
            "mode": mode,
            "scenario": resolved.to_json(),
            **({"amended": 1} if amended else {}),
            **({"plays": sorted(plays)} if plays else {}),
            **({"package": rules.game.package} if rules.game.package else {}),
            **({"withheld_pledge": penalty} if penalty else {}),
            **(more or {}),
        }
    )


def first_match(rules: Rules[S], genesis: log.Genesis, head: log.Head) -> SavedMatch:
    """Returns a match before its first opening, with what it awaits."""
    save = run(rules, first_save(rules), {}, 1, dice=RefusingDice()).save
    saved = saved_match(save, rules, genesis.gid, head, n=0, chains=first_chains(genesis))
    follow, clocks = genesis.offer.mode in LATE_PLEDGES, NO_STANDINGS
    if genesis.offer.has_clock:  # Else nothing of clocks is loaded.
        from adjudicator.audit.clock import fresh_standings

        clocks = fresh_standings(genesis)
    return saved.model_copy(update={"pledges_follow": follow, "clock": clocks})


def open_next(
    rules: Rules[S],
    genesis: log.Genesis,
    saved: SavedMatch,
    sheets: Mapping[str, Sheet],
    *,
    secrets: Secrets,
    external: "ExternalDice | None" = None,
    make_table: Callable[..., WorkingTable[S]] = WorkingTable,
    earlier: Callable[[], Mapping[int, Files]] = dict,
    correction: "log.Correction | None" = None,
    clock: "log.Clock | None" = None,
) -> Opening[S] | Run[S]:
    """Opens the next number with the sheets given; its lock is made too, if it is not made yet.

    Args:
        secrets: what meets the locked sheets.
        external: dice rolled elsewhere (mode external); they take the place of the derived ones.
        make_table: makes the table of each step; another one may listen.
        earlier: gives, when a match with hidden information is over, all sheets of its earlier
            openings by opening and seat: then the log shows them.
        correction: what the referee mends; then there are no sheets, and no dice are rolled.
        clock: what the clock did for this opening: the note behind its open line (3.10 [A8]).

    Returns:
        The opening; or, if nothing was answered or rolled, the run alone: then there is no
        opening, and n does not move.
    """
    n, hashes = saved.n + 1, hashes_of(genesis, sheets)
    opened = _opened(genesis, n, hashes, _pledges(genesis, sheets, secrets), secrets=secrets)
    dice = _dice(rules, genesis, opened, secrets, external=external)
    if correction is not None:
        done = _corrected(rules, saved, correction)
    elif not (done := run(rules, saved, sheets, n, dice=dice, make_table=make_table)).grew:
        return done

    documents = _documents(saved, sheets, n)
    at_once = {} if rules.is_hidden else _carried_out(documents, done)
    withheld = {*(saved.withheld if rules.is_hidden else ()), *documents} - at_once.keys()
    # A sheet may name cards that were never played: what is hidden stays so until the end.
    ends = rules.is_hidden and done.save.is_over
    at_end = {**earlier(), n: documents.get(n, {})} if ends else {}
    at_once |= _kept(saved) if done.save.is_over and not ends else {}
    lines: list[log.Payload] = [
        *([_lock_line(genesis, hashes, at_once, n)] if saved.locked is None else []),
        opened,
        *_notes(n, clock, secrets, correction),
        *_random_lines(genesis.gid, n, done.draws, on_trust=external is not None),
        *(
            log.Sheets(n=number, files=_files_of(files))
            for number, files in sorted(at_once.items())
            if number != n or is_locked_first(genesis)
        ),
        _state_reached(rules, genesis, n, done.state, hidden=secrets.hidden),
        *(_end_lines(at_end, secrets.hidden) if ends else ()),
    ]
    raw, head = log.append(saved.log_head, *lines)
    published = at_end if ends else at_once
    withheld -= published.keys()
    clocks = saved.clock
    if clocks:
        from adjudicator.audit.clock import standings_after

        clocks = standings_after(genesis, clocks, clock, sheets)
    chains = next_chains(saved.chains, n, opened.pledges)
    after = saved_match(
        done.save, rules, genesis.gid, head, n=n, withheld=sorted(withheld), chains=chains
    )
    saved = _with_amendments(after, saved, correction, clocks)
    return Opening(n=n, lines=raw, saved=saved, run=done, published=published)


def _with_amendments(
    after: SavedMatch, saved: SavedMatch, correction: "log.Correction | None", clocks: Standings
) -> SavedMatch:
    """Returns a save that knows what was taken back or mended up to it, and of the clock."""
    corrections = saved.corrections
    if correction is not None:
        mended = Corrected(n=correction.n, reason=correction.reason, patch=correction.patch)
        corrections = (*corrections, mended)
    kept = () if after.is_over else saved.kept
    carried = {name: getattr(saved, name) for name in ("pledges_follow", "fixed")}
    after = after.model_copy(update={**carried, "clock": clocks})
    if not (corrections or saved.rewinds or kept):
        return after
    return after.model_copy(
        update={"corrections": corrections, "rewinds": saved.rewinds, "kept": kept}
    )


def _corrected(rules: Rules[S], saved: SavedMatch, correction: "log.Correction") -> Run[S]:
    from adjudicator.audit.correction import run_corrected

    return run_corrected(rules, saved, correction)


def _notes(
    n: int, clock: "log.Clock | None", secrets: Secrets, correction: "log.Correction | None"
) -> "Iterator[log.Payload]":
    """Yields what stands behind an open line, before the draws (3.10 [A6], [A8], [A11])."""
    if clock is not None:
        yield clock
    if secrets.signature is not None:
        yield log.BeaconSignature(n=n, signature=secrets.signature)
    if correction is not None:
        yield correction


def _kept(saved: SavedMatch) -> dict[int, Files]:
    """Returns the sheets of openings taken back that the log does not show yet."""
    kept: dict[int, dict[str, Mapping[str, Any]]] = {}
    for entry in saved.kept:
        kept.setdefault(entry.n, {})[entry.seat] = entry.document
    return dict(kept)


def _carried_out(documents: Mapping[int, Files], done: Run[Any]) -> dict[int, Files]:
    """Returns the sheets of which nothing is left to carry out, by opening."""
    return {number: files for number, files in documents.items() if number in done.done}


def _dice(
    rules: Rules[Any],
    genesis: log.Genesis,
    opened: "log.Open",
    secrets: Secrets,
    *,
    external: "ExternalDice | None",
) -> Dice:
    """Returns where an opening's dice and, in a match with hidden information, decks come from."""
    from adjudicator.audit.chance import HiddenKey, OpenedDice

    hidden = None
    if rules.is_hidden and secrets.hidden is not None:
        hidden = HiddenKey.opened(secrets.hidden, genesis.gid, opened.n, opened.key)
    if external is None:
        return OpenedDice(opened.key, hidden)
    external.hidden = hidden
    return external


def _state_reached(
    rules: Rules[S], genesis: log.Genesis, n: int, state: S, *, hidden: str | None
) -> "log.StateReached":
    """Returns the state line of an opening; where something is hidden, it vouches for all (3.6)."""
    secret = None
    if rules.is_hidden and hidden is not None:
        secret = tfd1.state_secret(hidden, genesis.gid, n, state.to_json())
    return log.StateReached(
        n=n,
        sha256=tfd1.json_hash(rules.view(state, None).to_json()),
        engine=engine(rules),
        secret=secret,
    )


def is_locked_first(genesis: log.Genesis) -> bool:
    """Whether the lock of an opening is published before its secrets exist (3.8)."""
    return genesis.offer.mode in log.LOCKED_FIRST


def fixes_round_first(genesis: log.Genesis) -> bool:
    """Whether the beacon's round is fixed before the sheets are written (3.10 [A2])."""
    return genesis.offer.mode == "beacon" and genesis.offer.amended is not None


def locked_in(read: log.Log) -> Locked | None:
    """Returns what is locked where a log ends with a lock in a mode that publishes it first."""
    genesis, last = read.lines[0].payload, read.lines[-1].payload
    if not (isinstance(genesis, log.Genesis) and isinstance(last, log.Lock)):
        return None
    if not is_locked_first(genesis):
        return None
    fixed = None
    for line in reversed(read.lines[:-1]):
        if isinstance(line.payload, log.StateReached):
            break
        if isinstance(line.payload, log.BeaconRound):
            fixed = line.payload.round
            break  # The newest: those before it were put off.
    return Locked(orders=last.orders, round=fixed)


def _lock_line(
    genesis: log.Genesis,
    hashes: Mapping[str, str | None],
    published: Mapping[int, Files],
    n: int,
) -> "log.Lock":
    """Returns the lock of an opening (3.4).

    Where it is published first, nobody knows yet what of the sheets will be left to carry out:
    they stand in notes after the open line.
    """
    shown = {} if is_locked_first(genesis) else published.get(n, {})
    return log.Lock(n=n, orders=FrozenMap(hashes), files=_files_of(shown))


def hashes_of(genesis: log.Genesis, sheets: Mapping[str, Sheet]) -> dict[str, str | None]:
    """Returns by seat the hash of its sheet; None where none came."""
    return {
        join.player: tfd1.json_hash(sheets[join.player].document) if join.player in sheets else None
        for join in genesis.joins
    }


def _pledges(
    genesis: log.Genesis, sheets: Mapping[str, Sheet], secrets: Secrets
) -> dict[str, str | None]:
    """Returns by seat the pledge that came after the lock, or that stands in its sheet."""
    given = secrets.pledges
    if given is None:
        given = {seat: sheet.document["pledge"] for seat, sheet in sheets.items()}
    return {join.player: given.get(join.player) for join in genesis.joins}


def _opened(
    genesis: log.Genesis,
    n: int,
    hashes: Mapping[str, str | None],
    pledges: Mapping[str, str | None],
    *,
    secrets: Secrets,
) -> "log.Open":
    """Returns the open line of an opening, with its turn key (3.4)."""
    shares = [tfd1.Share(seat, hashes[seat], pledges[seat]) for seat in hashes]
    key = tfd1.turn_key(secrets.ref, genesis.gid, n, beacon=secrets.beacon, shares=shares)
    return log.Open(
        n=n, ref=secrets.ref, pledges=FrozenMap(pledges), beacon=secrets.beacon, key=key
    )


def _documents(saved: SavedMatch, sheets: Mapping[str, Sheet], n: int) -> dict[int, Files]:
    """Returns by opening and seat the sheets in force that the log does not show yet."""
    documents: dict[int, dict[str, Mapping[str, Any]]] = {}
    for entry in (*saved.sheets, *saved.to_come):
        if entry.n in saved.withheld:
            documents.setdefault(entry.n, {})[entry.seat] = entry.document
    for seat in sorted(sheets):
        documents.setdefault(n, {})[seat] = sheets[seat].document
    return dict(documents)


def saved_match(
    save: Save,
    rules: Rules[Any],
    gid: str,
    head: log.Head,
    *,
    n: int,
    withheld: Sequence[int] = (),
    chains: Chains = NO_CHAINS,
) -> SavedMatch:
    """Returns a save with the match and the place in its log that it belongs to."""
    fields = {name: getattr(save, name) for name in Save.model_fields}
    return SavedMatch(
        **fields,
        game=rules.game.name,
        rules_version=rules.game.rules_version,
        gid=gid,
        n=n,
        head=head.hash,
        k=head.k,
        withheld=tuple(withheld),
        chains=chains,
    )


def _random_lines(
    gid: str, n: int, draws: Iterable[Drawn], *, on_trust: bool
) -> "Iterator[log.Payload]":
    """Yields the line of each roll, sealed deck and unsealed card, in their order (3.5).

    Args:
        on_trust: whether the dice were rolled elsewhere; decks never are.
    """
    for drawn in draws:
        match drawn:
            case Rolled():
                kind = log.ExternalRoll if on_trust else log.Roll
                yield kind(n=n, label=drawn.label, sides=drawn.sides, values=drawn.values)
            case DeckSealed():
                deck = drawn.deck
                from adjudicator.audit.chance import seal_of

                seals = tuple(seal_of(deck, gid, position) for position in range(len(deck)))
                yield log.SealedDeck(n=n, label=drawn.label, cards=deck.cards, seals=seals)
            case CardUnsealed():
                card = drawn.card
                yield log.Unseal(
                    n=drawn.n, label=drawn.label, i=drawn.i, value=card.value, salt=card.salt
                )


def _end_lines(sheets: Mapping[int, Files], hidden: str | None) -> "Iterator[log.Payload]":
    """Yields what stands behind the last state line of a match with hidden information (3.4, 3.5).

    Args:
        sheets: by opening and seat, all the sheets of the match.
        hidden: the hidden-draw secret.
    """
    for n, files in sorted(sheets.items()):
        if files:
            yield log.Sheets(n=n, files=_files_of(files))
    assert hidden is not None, "a match with hidden information has a secret"
    yield log.End(hidden=hidden)


def _files_of(documents: Files) -> "FrozenMap[str, log.Sheet]":
    """Returns sheets as they stand in a lock or a note."""
    return FrozenMap(
        {seat: log.Sheet.model_validate(dict(document)) for seat, document in documents.items()}
    )
