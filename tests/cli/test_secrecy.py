"""What a seat may not know leaves no trace in any byte that leaves the referee's desk.

Two matches are played by the same commands and the same dice. Blue's cards and all that is public
agree; red's hand, promise, standing orders and what it puts aside differ. Everything that blue or
everybody gets (files, terminal) must be the same, byte for byte, but for what is random: strings of
exactly 64 hexadecimal digits. Those are the anchors, keys, salts of public cards and of blue's own,
seals, hashes and keyed hashes of TFD1. That no hash among them can be guessed is shown at the end.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

import adjudicator
from adjudicator import registry
from adjudicator.api import outcomes as outcomes_module
from adjudicator.api import position as position_module
from adjudicator.api.letters import Letter
from adjudicator.api.texts import render_report
from adjudicator.audit import log, tfd1
from adjudicator.cli.app import app
from adjudicator.core import dry_run
from adjudicator.core.game import Event, Pending
from adjudicator.core.save import Save
from adjudicator.core.table import WorkingTable
from adjudicator.core.values import canonical
from adjudicator.documents import views
from adjudicator.matches import opening_files, opening_report
from adjudicator.matches.referee.new_match import new_match
from adjudicator.post.letters.way import Letters
from tests.cli.mailed import letters_mailed, mailed
from tests.core.hand import HAND, SEATS, Hand, HandRules, hand_scenario
from tests.core.hidden_match import NAME, HiddenMatch, secret
from tests.registered import registered

START = {"cards": 8, "hand": 3}
ASK = ("asides",)
HEX = re.compile(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
BLUE_KNOWS = (0, 1, 2, 3, 6)
"""Positions whose cards agree: blue's hand, the card that red plays, the one that blue draws."""


class Pair(NamedTuple):
    """Two matches that blue cannot tell from one another."""

    masters: tuple[str, str]
    decks: tuple[Sequence[str], Sequence[str]]


def dealt(master: str) -> list[str]:
    match = HiddenMatch(START, mode="external", master=master, ask=ASK)
    match.send(dice={})
    return [card.value for card in match.state.decks[0].order if card is not None]


@pytest.fixture(scope="module")
def pair() -> Pair:
    """Looks for two secrets whose decks agree where blue may look, and nowhere in red's hand."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tfd1, "LINKS", 16)
        met: dict[tuple[str, ...], list[tuple[str, list[str]]]] = {}
        for number in itertools.count():
            master = secret("master", str(number))
            deck = dealt(master)
            seen = tuple(deck[place] for place in BLUE_KNOWS)
            if max(seen[:3]) < deck[3]:
                continue
            for other, cards in met.setdefault(seen, []):
                if cards[4] != deck[4] and cards[5] != deck[5]:
                    return Pair((other, master), (cards, deck))
            met[seen].append((master, deck))
    raise AssertionError


@pytest.fixture(autouse=True)
def fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", registered(HAND))
    monkeypatch.setattr(tfd1, "LINKS", 16)
    monkeypatch.setattr(tfd1, "make_secret", lambda: "b1" * 32)


class Desk:
    """The referee's desk: a match, and all that was printed, command by command."""

    def __init__(self, master: str, deck: Sequence[str], *, is_brief: bool) -> None:
        self.is_brief = is_brief
        secrets = iter([master, *(secret("salt", seat) for seat in SEATS)])
        self.match = new_match(
            Path("m"), HAND, hand_scenario(START, ask=list(ASK)), name=NAME, mode="external",
            title="Hands", render=render_report, make_secret=lambda: next(secrets),
        )  # fmt: skip
        self.blue, self.red = list(deck[:3]), list(deck[3:6])
        self.printed: dict[str, bytes] = {}

    def call(self, *words: str) -> None:
        done = CliRunner().invoke(app, list(words))
        assert isinstance(done.exception, SystemExit | None), done.exception
        number = len(self.printed)
        text = f"{done.exit_code}\n{done.stdout}\n--\n{done.stderr}"
        self.printed[f"{number:03} {' '.join(words)}"] = text.encode()
        if words[0] == "adjudicate":
            for name, raw in {**mailed(Path("m")), **self.letters()}.items():
                self.printed[f"{number:03} mailed {name}"] = raw

    def letters(self) -> dict[str, bytes]:
        """Returns the parts of all letters."""
        kinds: tuple[Letters, ...] = ("light",) if self.is_brief else ("full", "light", "plain")
        return {
            name: raw for kind in kinds for name, raw in letters_mailed(Path("m"), kind).items()
        }

    def look_by_the_face(self, sheet: str) -> None:
        """Looks at what the library hands out for everybody and for blue."""
        match = adjudicator.open_match("m", read_only=True)
        told: list[Any] = [match.awaited, match.pending, match.standings, match.to_json()]
        told += [one for one in match.letters() if one.seat != "red"]
        if not self.is_brief:
            told += [match.map(seat="blue"), match.report(seat="blue"), match.report()]
            told += [match.forms("blue"), match.template("blue", play=True)["orders"]]
        if sheet:
            told.append(match.check(adjudicator.sheet_file(Path(sheet))).to_json())
        self.printed[f"{len(self.printed):03} the face"] = repr(told).encode()

    def write(self, seat: str, **parts: Any) -> str:
        """Writes a sheet as the seat would, from its own state file."""
        view = json.loads(Path(f"m/referee/now/{seat}/state.json").read_bytes())
        path = Path(f"{seat}.json")
        blind = secret("blind", seat, str(view["header"]["n"] - 1))
        document = {**view["header"], "blind": blind, "orders": {}, **parts}
        path.write_text(json.dumps(document))
        return path.name

    def look(self, *, sheet: str = "") -> None:
        """Looks at all that can be looked at without being red."""
        self.call("status", "m")
        self.look_by_the_face(sheet)
        if self.is_brief:
            return
        self.call("status", "m", "--json")
        self.call("report", "m")
        self.call("report", "m", "--seat", "blue", "--html")
        self.call("map", "m", "--seat", "blue")
        self.call("template", "m", "blue")
        self.call("template", "m", "blue", "--play")
        own = "m/referee/now/blue/state.json"
        for file in ("m/now/state.json", own):
            self.call("status", file, "--json")
            self.call("map", file)
        self.call("template", own, "blue")
        if sheet:
            self.call("check", "m", sheet)
            self.call("check", "m", sheet, "--json")
            self.call("check", "m/referee/now/blue/state.json", sheet, "--json")


def play(desk: Desk, which: int) -> None:
    """Plays until red is asked what to put aside. What red says, and how, differs."""
    desk.call("adjudicate", "m", desk.write("blue"), desk.write("red"))
    desk.look()
    blue = desk.write(
        "blue",
        answers={"turn-1/play/blue": {"order": "play", "card": max(desk.blue)}},
        orders={"promises": [{"order": "promise", "tricks": 2}]},
    )
    first, second, third = ({"order": "play", "card": card} for card in desk.red)
    by_label = {"turn-1/play/red": first} if which == 0 else {}
    red = desk.write(
        "red",
        answers={**by_label, "turn-9/play/red": third},
        orders={
            "promises": [{"order": "promise", "tricks": 3 * which}],
            "plays": [second] if by_label else [first],
        },
        standing=[{"standing": "keep", "cards": ("high", "low")[which]}],
    )
    desk.call("check", "m", blue)
    desk.call("adjudicate", "m", red)
    desk.look()
    desk.call("adjudicate", "m", blue, "--json")
    # Red is asked what to put aside; the question and its answers show red's hand.
    desk.look(sheet=desk.write("blue", standing=[]))


def play_on(desk: Desk) -> None:
    """Plays on into the second turn, where blue tries every card there is."""
    answer = {"turn-1/aside/blue": {"order": "put-aside", "card": desk.blue[0]}}
    desk.call("check", "m", desk.write("blue", answers=answer))
    answer = {"turn-1/aside/red": {"order": "put-aside", "card": desk.red[1]}}
    desk.call("adjudicate", "m", desk.write("red", answers=answer))
    Path("rolls.json").write_text(json.dumps({"turn-1/luck": [2]}))
    desk.look()
    desk.call("adjudicate", "m", "--rolls", "rolls.json")
    desk.look(sheet=desk.write("blue"))
    for card in (f"c{number:02}" for number in range(1, 10)):
        answer = {"turn-2/play/blue": {"order": "play", "card": card}}
        desk.call("check", "m", desk.write("blue", answers=answer))
    codes = [printed[:1] for printed in list(desk.printed.values())[-9:]]
    assert sorted(codes) == [b"0"] * 3 + [b"1"] * 6, "blue holds three cards, and may play those"


def played_at(
    folder: Path, pair: Pair, which: int, patch: pytest.MonkeyPatch, *, briefly: bool = False
) -> Desk:
    folder.mkdir()
    patch.chdir(folder)
    desk = Desk(pair.masters[which], pair.decks[which], is_brief=briefly)
    play(desk, which)
    if not briefly:
        play_on(desk)
    return desk


def leaving(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yields all files of the match that leave the desk, by name."""
    yield from mailed(folder / "m").items()
    for path in sorted((folder / "m").rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith("m/referee/"):
            yield name, path.read_bytes()


def is_of(name: str, seat: str) -> bool:
    return f"-{seat}." in name


def masked(raw: bytes) -> bytes:
    return HEX.sub(b"#", raw)


def told_apart(
    tmp_path: Path, pair: Pair, patch: pytest.MonkeyPatch, *, briefly: bool = False
) -> tuple[list[str], list[str]]:
    """Plays both matches; returns where blue, and where red, can tell them from one another."""
    desks = [
        played_at(tmp_path / str(which), pair, which, patch, briefly=briefly) for which in (0, 1)
    ]
    kept = [{**dict(leaving(tmp_path / str(which))), **desks[which].printed} for which in (0, 1)]
    assert kept[0].keys() == kept[1].keys()
    differing = [name for name in kept[0] if masked(kept[0][name]) != masked(kept[1][name])]
    blues = [name for name in differing if not is_of(name, "red")]
    return blues, [name for name in differing if is_of(name, "red")]


def test_what_a_seat_may_not_know_changes_no_byte_that_it_gets(
    tmp_path: Path, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    for_blue, for_red = told_apart(tmp_path, pair, monkeypatch)
    assert for_blue == []
    # Red gets files of its own, which differ: something was hidden.
    names = {Path(name).name for name in for_red}
    assert {"state-red.json", "report-red.txt", "map-red.svg", "events-red.json"} <= names
    files = {Path(name).name for name, _ in leaving(tmp_path / "0")}
    assert {"state-blue.json", "report-blue.html", "map-blue.svg"} <= files
    letters = {"letter full body-red.plain", "letter full body-red.html", "letter full map-red.png"}
    assert letters <= {name.partition("mailed ")[2] for name in for_red}


def test_a_letter_with_the_files_of_another_seat_is_noticed(
    tmp_path: Path, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = adjudicator.Match.letter_to

    def letter_to(match: adjudicator.Match, seat: str) -> Letter:
        return honest(match, "red")

    monkeypatch.setattr(adjudicator.Match, "letter_to", letter_to)
    for_blue, _ = told_apart(tmp_path, pair, monkeypatch, briefly=True)
    assert for_blue


def everything(rules: HandRules, state: Hand, seat: str | None) -> Hand:
    return state


def all_events(rules: HandRules, event: Event, seat: str | None) -> Event:
    return event


def core_events(rules: Any, events: Sequence[Event], seat: str | None) -> tuple[Event, ...]:
    return tuple(told for event in events if (told := rules.redact(event, seat)) is not None)


def all_questions(rules: Any, pending: Sequence[Pending], seat: str | None) -> tuple[Pending, ...]:
    return tuple(pending)


def whole_save(rules: Any, save: Save, seat: str) -> Save:
    return save


@pytest.mark.parametrize(
    ("owners", "name", "leak"),
    [
        ((HandRules,), "view", everything),
        ((HandRules,), "redact", all_events),
        ((opening_files, opening_report), "redacted", core_events),
        ((views, opening_report), "asked", all_questions),
        ((outcomes_module, position_module), "asked", all_questions),
        ((dry_run,), "known_to", whole_save),
    ],
    ids=["view", "redact", "redacted", "asked in files", "asked in the terminal", "dry run"],
)
def test_a_leak_is_noticed(
    tmp_path: Path,
    pair: Pair,
    monkeypatch: pytest.MonkeyPatch,
    *,
    owners: Sequence[Any],
    name: str,
    leak: Callable[..., Any],
) -> None:
    for owner in owners:
        monkeypatch.setattr(owner, name, leak)
    if name == "known_to":  # what others may choose is not told either: two bars, both taken away
        monkeypatch.setattr(WorkingTable, "_note_unknown", lambda table: None)
    for_blue, _ = told_apart(tmp_path, pair, monkeypatch, briefly=True)
    assert for_blue


# --- what can be searched for and guessed ---------------------------------------------------------


@pytest.fixture
def desk(tmp_path: Path, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return played_at(tmp_path / "m", pair, 0, monkeypatch, briefly=True)


def for_blue(folder: Path) -> bytes:
    return b"\n".join(raw for name, raw in leaving(folder) if not is_of(name, "red"))


def test_no_salt_and_no_secret_of_what_is_hidden_stands_where_blue_can_read(desk: Desk) -> None:
    text = for_blue(Path())
    save = json.loads(Path("m/referee/save.json").read_bytes())
    (deck,) = save["position"]["decks"]
    shown = {position for position in range(8) if deck["order"][position]["salt"].encode() in text}
    assert shown == {0, 1, 2, 3}, "blue's own cards and the one that red played"
    master = json.loads(Path("m/referee/secret.json").read_bytes())["master"]
    hidden = tfd1.seed_hidden(NAME, master)
    for found in (master, hidden, tfd1.seed_chain(NAME, master)):
        assert found.encode() not in text


def guesses(public: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields full states that everybody can make up from what all see: promises are few."""
    for blue, red in itertools.product(range(4), repeat=2):
        yield {**public, "promises": {"blue": blue, "red": red}}


def test_no_hash_that_leaves_is_of_something_that_can_be_guessed(desk: Desk) -> None:
    text = for_blue(Path())
    hashes = set(HEX.findall(text))
    public = json.loads(Path("m/now/state.json").read_bytes())["state"]
    own = json.loads(Path("m/referee/now/blue/state.json").read_bytes())["state"]
    assert tfd1.json_hash(public).encode() in hashes
    gid, n = desk.match.saved.gid, desk.match.saved.n
    rest = sorted({f"c{number:02}" for number in range(1, 9)} - set(desk.blue))
    for base in (public, own):
        for state in guesses(base):
            assert tfd1.json_hash(state).encode() not in hashes
            # Keyed by what everybody knows, the secret of the line is not found either.
            for key in (tfd1.ZERO, gid):
                assert tfd1.state_secret(key, gid, n, state).encode() not in hashes
    for cards in itertools.permutations(rest, 2):
        state = json.loads(json.dumps(own))
        for position, card in zip((4, 5), cards, strict=True):
            state["decks"][0]["order"][position] = {"value": card, "salt": tfd1.ZERO}
        assert tfd1.json_hash(state).encode() not in hashes
    # A seal is the hash of a card and a salt of 32 bytes: cards are few, salts are not.
    lines = log.parse_log(Path("m/log.jsonl").read_bytes()).lines
    (seals,) = (one.payload.seals for one in lines if isinstance(one.payload, log.SealedDeck))
    for position, card in itertools.product((4, 5, 7), rest):
        for salt in (tfd1.ZERO, gid):
            made = tfd1.seal(gid, 1, "deal/deck", position + 1, value=card, salt=salt)
            assert made != seals[position]


def test_a_short_sheet_without_a_blind_is_guessed_from_its_hash_and_warned_about(
    desk: Desk,
) -> None:
    header = json.loads(Path("m/referee/now/red/state.json").read_bytes())["header"]
    hidden = sorted({desk.red[2], "c01", "c02"})

    def sheet(card: str, **blind: str) -> dict[str, Any]:
        order = {"order": "play", "card": card}
        return {**header, **blind, "orders": {}, "answers": {"turn-2/play/red": order}}

    def locked(**blind: str) -> str | None:
        Path("red.json").write_text(json.dumps(sheet(desk.red[2], **blind)))
        checked = CliRunner().invoke(app, ["check", "m", "red.json"])
        assert checked.exit_code == 0, checked.output
        assert ("no-blind" in checked.stderr) == (not blind)
        document = json.loads(Path("red.json").read_bytes())
        hash_ = tfd1.json_hash(document)
        assert hash_ in checked.stdout
        found = [card for card in hidden if tfd1.json_hash(sheet(card)) == hash_]
        return found[0] if found else None

    assert locked() == desk.red[2]
    assert locked(blind=secret("a blind")) is None
    assert canonical(sheet("c01"))
