"""schemas/: in step with the models, valid, true of real files, and as strict as the program."""

from __future__ import annotations

import copy
import functools
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import adjudicator
from adjudicator.api.clock import CLOCKS
from adjudicator.audit.lock_first import Pledge
from adjudicator.documents.problems import RefusedFile
from adjudicator.documents.sheets import read_order_sheet
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986 as GAME
from adjudicator.games.fortress_america import FORTRESS_AMERICA_2012
from adjudicator.matches.published_schemas import published_schemas
from adjudicator.registry import by_name
from adjudicator.repository.settings import RepositorySettings, settings_schema
from adjudicator.tournament.deciding import Decision, appeal, claim, decide_appeal, rule
from adjudicator.tournament.leaving import replace_player
from adjudicator.tournament.schemas import tournament_schemas
from tests.games.fortress_america.playing import opened as fortress
from tests.games.fortress_america.playing import sheet as fortress_sheet
from tests.games.galactic_conquest.playing import opened
from tests.games.galactic_conquest.playing import sheet as sheet_of
from tests.games.invasion_america.playing import opened as invasion
from tests.games.invasion_america.playing import sheet as invasion_sheet
from tests.games.stratix.playing import begun, state_of
from tests.games.stratix.playing import move as four_fronts_move
from tests.games.stratix.playing import opened as four_fronts
from tests.games.stratix.playing import sheet as four_fronts_sheet
from tests.tournament.cup import NOW, cup, started

ROOT = Path(__file__).resolve().parents[1]
SCHEMAS = ROOT / "schemas"
EXAMPLE = ROOT / "examples" / "fortress-america-1986"
MAPS = ROOT / "maps"
MATCHES = (EXAMPLE / "before", EXAMPLE / "after")


@functools.cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(load(SCHEMAS / f"{name}.json"))


def load(path: Path) -> Any:
    return json.loads(path.read_bytes())


def checked_in() -> list[Path]:
    return sorted(SCHEMAS.rglob("*.json"))


every_schema = pytest.mark.parametrize(
    "path", checked_in(), ids=lambda path: str(path.relative_to(SCHEMAS))
)


def test_schemas_are_in_step_with_the_models() -> None:
    """If this fails: `python -m adjudicator schemas --out schemas`, and look at the difference."""
    written = {str(path.relative_to(SCHEMAS)): path.read_bytes() for path in checked_in()}
    made = published_schemas(by_name().values()) | {"repository.json": settings_schema()}
    made |= {name: make() for name, make in tournament_schemas().items()}
    assert written == made


@every_schema
def test_schemas_are_valid_and_say_what_they_describe(path: Path) -> None:
    schema = load(path)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    name = str(path.relative_to(SCHEMAS)).removesuffix(".json")
    assert schema["$id"] == f"urn:adjudicator:{name.replace('/', ':')}"
    assert schema["title"]


@every_schema
def test_every_property_has_a_description(path: Path) -> None:
    assert not list(undescribed(load(path), "#"))


def undescribed(schema: Any, where: str) -> Iterator[str]:
    if isinstance(schema, dict):
        properties = schema.get("properties")
        for name, field in properties.items() if isinstance(properties, dict) else ():
            if not field.get("description"):
                yield f"{where}/properties/{name}"
        for key, inner in schema.items():
            yield from undescribed(inner, f"{where}/{key}")
    elif isinstance(schema, list):
        for index, inner in enumerate(schema):
            yield from undescribed(inner, f"{where}/{index}")


# --- real files ---------------------------------------------------------------------------------


def a_pledge(gid: str) -> dict[str, Any]:
    """What `adjudicator pledge` writes."""
    made = Pledge(t="pledge", game=gid, n=1, player="western", lock="1" * 64, pledge="2" * 64)
    written: dict[str, Any] = made.to_json()
    return written


def event_files() -> Iterator[tuple[str, str, Any]]:
    """The files of an event with each kind of line of results."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "cup"
        cup(folder, ["Anna", "Bert", "Cleo"], format={"kind": "groups", "size": 4}, people=True)
        one, two = started(folder).matches["01-01"].seats.values()
        (three,) = {"p001", "p002", "p003"} - {one, two}
        claim(folder, "01-01", one, "mine", now=NOW)
        replace_player(folder, "01-01", one, three, by="r1", reason="ill", now=NOW)
        rule(folder, "01-01", Decision(kind="agreed", by="r1", reason="both"), now=NOW)
        line = appeal(folder, "01-01", two, "no", now=NOW)
        decide_appeal(folder, line.n, by="r2", upheld=False, reason="so", now=NOW)
        yield "tournament/event", "tournament.json", load(folder / "tournament.json")
        yield "tournament/players", "players.json", load(folder / "players.json")
        yield "tournament/players", "public", load(folder / "public" / "players.json")
        for name in ("draw", "pairing"):
            yield f"tournament/{name}", name, load(folder / "rounds" / "01" / f"{name}.json")
        for raw in (folder / "results.jsonl").read_bytes().splitlines():
            yield "tournament/result", str(raw[:40]), json.loads(raw)


def real_files() -> Iterator[tuple[str, str, Any]]:
    """Every kind of file of the example and of the shipped maps: its schema, its place, its data"""
    game = GAME.name
    sheets = [EXAMPLE / "western.json", *EXAMPLE.rglob("orders/n*/*.json")]
    yield from ((f"{game}/sheet", str(path), load(path)) for path in sheets)
    yield from (("clock", name, one.to_json()) for name, one in CLOCKS.items())
    yield "rolls", "rolls.json", load(EXAMPLE / "rolls.json")
    yield "repository", "of accounts", RepositorySettings(accounts={"usa": ["anna"]}).model_dump()
    yield from event_files()
    for match in MATCHES:
        notes = load(match / "match.json")
        yield "match", str(match), notes
        yield "people", str(match), {"format": 1, "addresses": dict.fromkeys(notes["seats"], "a@b")}
        yield "save", str(match), load(match / "referee" / "save.json")
        genesis, *_ = map(json.loads, (match / "log.jsonl").read_bytes().splitlines())
        yield "offer", str(match), genesis["offer"]
        yield from (("join", str(match), join) for join in genesis["joins"])
        yield "seat", str(match), {"t": "seat", "n": 0, "join": genesis["joins"][0]}
        yield "pledge", str(match), a_pledge(genesis["gid"])
        yield "secret", str(match), load(match / "referee" / "secret.json")
        for line in (match / "log.jsonl").read_bytes().splitlines():
            yield "log-line", f"{match}: {line[:40]!r}", json.loads(line)
        for path in match.rglob("state.json"):
            yield "view", str(path), load(path)
            yield f"{game}/state", str(path), load(path)["state"]
            yield f"{game}/options", str(path), load(path)["scenario"]["options"]
    for path in MAPS.rglob("scenarios/*.json"):
        yield "scenario", str(path), load(path)
        yield f"{load(path)['game']}/start", str(path), load(path)["start"]
    yield from played_files()
    for one in by_name().values():
        for path in (MAPS / map_id / name for map_id in one.maps for name in one.files):
            yield f"{one.name}/{path.stem}", str(path), load(path)
    for path in (ROOT / "tests" / "cases").rglob("*.json"):
        yield "case", str(path), load(path)


def played_files() -> Iterator[tuple[str, str, Any]]:
    """What players and referee of a game without an example write: a sheet, a state, options."""
    rules = opened("two")
    orders = {"place": [{"order": "place", "count": 3, "in": "aldine"}]}
    name = rules.game.name
    yield f"{name}/sheet", name, dict(sheet_of("amber", orders=orders).document)
    yield f"{name}/state", name, rules.start.to_json()
    yield f"{name}/options", name, rules.options.to_json()
    fronts = four_fronts("two", catch="strict")
    name = fronts.game.name
    answers = {"order": "reply", "if": "any", "move": {"from": "f6", "to": "f9"}, "confirm": 1}
    moves = {"move": [four_fronts_move("d3", "f6", "e4", "f5")], "replies": [answers]}
    yield f"{name}/sheet", name, dict(four_fronts_sheet("south-west", orders=moves).document)
    yield f"{name}/state", name, state_of(begun(fronts)).to_json()
    yield f"{name}/options", name, fronts.options.to_json()
    yield from tutorial_files()
    yield from choices_of_examples()
    second = fortress("ready", game=FORTRESS_AMERICA_2012)
    name = second.game.name
    planned = {"declare": [{"order": "declare", "area": "portland"}]}
    yield f"{name}/sheet", name, dict(fortress_sheet("western", orders=planned).document)
    yield f"{name}/state", name, second.start.to_json()
    yield f"{name}/options", name, second.options.to_json()
    third = invasion("inland-campaign")
    name = third.game.name
    moves = {"movement": [{"order": "move", "units": ["us-armour-01"], "path": ["s2437"]}]}
    yield f"{name}/sheet", name, dict(invasion_sheet("us", orders=moves).document)
    yield f"{name}/state", name, third.start.to_json()
    yield f"{name}/options", name, third.options.to_json()


def choices_of_examples() -> Iterator[tuple[str, str, Any]]:
    """What seats could order, as `template --choices` says; `compose/test_reading.py` has more."""
    for path in sorted(ROOT.glob("examples/*/*/now/state.json")):
        state = adjudicator.read_state(path)
        for seat in dict.fromkeys(one.seat for one in state.awaited if one.seat):
            yield "choices", str(path), state.choices(seat)


def tutorial_files() -> Iterator[tuple[str, str, Any]]:
    """The same of the tutorial game, from its example."""
    match = ROOT / "examples" / "nine-fields-match"
    for path in match.glob("orders/*/*.json"):
        yield "nine-fields/sheet", str(path), load(path)
    path = match / "now" / "state.json"
    yield "nine-fields/state", str(path), load(path)["state"]
    yield "nine-fields/options", str(path), load(path)["scenario"]["options"]


def test_real_files_follow_their_schemas() -> None:
    seen = set()
    for name, place, data in real_files():
        error = next(validator(name).iter_errors(data), None)
        assert error is None, (place, error)
        seen.add(name)
    names = {str(path.relative_to(SCHEMAS)).removesuffix(".json") for path in checked_in()}
    assert names - seen <= {"case", "case-answer", "case-question"}


def test_log_lines_are_held_to_their_fields() -> None:
    for raw in (EXAMPLE / "after" / "log.jsonl").read_bytes().splitlines():
        line = json.loads(raw)
        for name in line:
            less = {key: value for key, value in line.items() if key != name}
            # Any kind of note may be written, with any fields.
            if line["t"] != "note" or name in ("t", "kind", "k", "prev"):
                assert not validator("log-line").is_valid(less), (line["t"], name)
        assert line["t"] == "note" or not validator("log-line").is_valid({**line, "more": 1})


# --- sheets: the schema accepts exactly what the program accepts --------------------------------

PLACE = {"order": "place", "unit": "hovertank", "count": 2, "in": "w3"}
CARD_UNITS = {"unit": "infantry", "count": 1, "in": "denver"}
MOVE = {"order": "move", "unit": "bomber", "count": 1, "path": ["w2", "portland"]}

GOOD: dict[str, list[dict[str, Any]]] = {
    "setup": [PLACE, {**PLACE, "count": 60}],
    "reinforcements": [PLACE, {"order": "laser", "in": "denver"}],
    "cards": [
        {"order": "card", "card": "p86-01"},
        {"order": "card", "card": "p86-01", "place": [CARD_UNITS, CARD_UNITS]},
        {"order": "card", "card": "c", "destroy": [CARD_UNITS], "from": "a", "to": None},
        {"order": "card", "card": "c", "retreat": ["central-colorado"], "from": None},
    ],
    "declare": [{"order": "declare", "area": "portland"}],
    "maneuvers": [MOVE, {**MOVE, "with": "infantry"}, {**MOVE, "with": None}],
    "attacks": [
        {"order": "attack", "area": "portland", "with": {}},
        {"order": "attack", "area": "portland", "with": {"w2": {"infantry": 3, "bomber": 1}}},
    ],
    "battles": [{"order": "battles", "areas": ["portland"]},
                {"order": "battles", "guards": {"portland": {"at_least": {"mobile-unit": 2},
                                                             "until": {"won": 3}}}}],
    "lasers": [{"order": "fire", "at": "portland", "unit": "bomber"}],
    "invasion": [{**MOVE, "at_least": 1}, {**MOVE, "path": list("abcdefghi")}],
    "targets": [{"order": "target", "unit": "bomber"},
                {"order": "target", "unit": "bomber", "from": "w2"}],
    "disengage": [{"order": "disengage", "unit": "bomber", "from": None}],
    "retreat": [{"order": "retreat", "unit": "infantry", "to": "denver"}],
}  # fmt: skip
STANDING: list[dict[str, Any]] = [
    {"standing": "ask", "topics": ["targets", "retreat"]},
    {"standing": "targets", "first": ["bomber"]},
    {"standing": "disengage", "first": ["bomber", "infantry"]},
    {"standing": "retreat", "prefer": ["city", "denver"], "first": ["infantry"]},
    {"standing": "retreat"},
    {"standing": "targets", "first": ["bomber"], "in": ["city"], "from": ["w2"], "as": "attacker"},
    {"standing": "retreat", "never": ["mountain"], "in": ["portland"], "as": "defender"},
    {
        "standing": "lasers",
        "at": [{"in": "w5", "unit": "bomber"}, {"near": "city"}, {"side": "western"}, {}],
    },
    {
        "standing": "battles",
        "first": ["city"],
        "in": ["portland"],
        "at_least": {"units": 2, "ratio": "3/2", "chance": "1/2"},
        "until": {"lost": 6},
    },
]
OTHERS: tuple[Any, ...] = (
    None, True, -1, 0, 61, 2**53 - 1, "", "Portland", "a" * 41, "bomber\n", "w2", [], [[]], ["w2"],
    ["w2"] * 10, {}, {"w2": 1}, {"W2": {}}, {"w2": {"infantry": 0}}, {"w2": {"spy": 1}},
)  # fmt: skip


def test_every_topic_and_standing_order_has_good_variants() -> None:
    assert list(GOOD) == list(GAME.topics)
    tags = {"ask", "targets", "disengage", "retreat", "lasers", "battles"}
    assert {one["standing"] for one in STANDING} == tags
    for topic, orders in GOOD.items():
        tags = {order["order"] for order in orders}
        assert len(tags) == len(GAME.topics[topic])


def variants(item: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The item; without each field; with each field changed, at any depth; with one more."""
    yield item
    yield {**item, "more": 1}
    for place in places(item):
        yield changed(item, place, None, drop=True)
        for value in OTHERS:
            yield changed(item, place, value)


def places(data: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if place:
        yield place
    inner = dict(enumerate(data)) if isinstance(data, list) else data
    for key, value in inner.items() if isinstance(inner, dict) else ():
        yield from places(value, (*place, key))


def changed(data: Any, place: tuple[Any, ...], value: Any, *, drop: bool = False) -> Any:
    made = copy.deepcopy(data)
    parent = made
    for step in place[:-1]:
        parent = parent[step]
    if drop:
        del parent[place[-1]]
    else:
        parent[place[-1]] = value
    return made


def sheet(**parts: Any) -> dict[str, Any]:
    header = {"t": "orders", "game": "ab" * 32, "n": 1, "head": "cd" * 32, "player": "western"}
    return {**header, "pledge": None, "blind": "ef" * 32, "orders": {}, **parts}


def accepted(document: dict[str, Any]) -> bool:
    """Whether the program understands a sheet; the published schema must say the same."""
    try:
        read_order_sheet(GAME, json.dumps(document).encode(), "sheet.json")
        codes = set()
    except RefusedFile as refused:
        codes = {one.problem.code for one in refused.located}
    understood = not codes
    assert "not-understood" not in codes, document
    assert validator(f"{GAME.name}/sheet").is_valid(document) == understood, document
    return understood


@pytest.mark.parametrize("topic", GOOD)
def test_orders_are_valid_exactly_when_the_program_accepts_them(topic: str) -> None:
    for order in GOOD[topic]:
        assert accepted(sheet(orders={topic: [order]}))
        assert accepted(sheet(answers={"turn-1/western/battle/portland": order}))
        for variant in variants(order):
            accepted(sheet(orders={topic: [variant]}))
    for other in GOOD.values():
        accepted(sheet(orders={topic: other}))


def test_standing_orders_are_valid_exactly_when_the_program_accepts_them() -> None:
    for order in STANDING:
        assert accepted(sheet(standing=[order]))
        for variant in variants(order):
            accepted(sheet(standing=[variant]))
    assert not accepted(sheet(standing=[{"standing": "ask", "topics": ["battle"]}]))


def test_the_topic_match_is_valid_exactly_when_the_program_accepts_it() -> None:
    """It is every game's, no answer to a question, and cannot be held back."""
    words = [{"order": "concede"}, {"order": "offer-draw"}, {"order": "accept-draw"}]
    for word in words:
        assert accepted(sheet(orders={"match": [word]}))
        assert not accepted(sheet(orders={"invasion": [word]}))
        assert not accepted(sheet(answers={"turn-1/western": word}))
        for variant in variants(word):
            accepted(sheet(orders={"match": [variant]}))
    assert accepted(sheet(orders={"match": []}))
    assert not accepted(sheet(orders={"match": [MOVE]}))
    assert not accepted(sheet(hold=["match"]))


def test_envelopes_are_valid_exactly_when_the_program_accepts_them() -> None:
    whole = sheet(
        **{"$schema": f"urn:adjudicator:{GAME.name}:sheet"},
        answers={"turn-1/western": GOOD["targets"][0]}, standing=[STANDING[0]], hold=["targets"],
    )  # fmt: skip
    assert accepted(whole)
    assert accepted({**whole, "standing": None, "hold": None, "blind": None})
    for variant in variants(whole):
        accepted(variant)
    for topic in ("targets", "battle"):
        assert accepted(sheet(orders={topic: []})) == (topic in GAME.topics)
        assert accepted(sheet(hold=[topic])) == (topic in GAME.topics)
