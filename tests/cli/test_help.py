"""`adjudicator help`: a game in 20 lines, its topics, and what an order may hold."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter
from typer.testing import CliRunner, Result

import adjudicator
from adjudicator import registry
from adjudicator.cli.app import COMMANDS, app
from adjudicator.core.game import Game, Order, StandingOrder
from adjudicator.core.sheet import AskAgain, tag_of, topics_of
from adjudicator.documents.game_help import help_of, help_topics, primer_of
from adjudicator.registry import by_name
from tests.core.toy import TOY
from tests.registered import registered

GAMES = dict(by_name())
TOPICS = [(name, topic) for name, game in GAMES.items() for topic in help_topics(game)]


def call(*words: str, columns: int = 80) -> Result:
    return CliRunner().invoke(app, ["help", *words], env={"COLUMNS": str(columns)})


def models_of(game: Game, topic: str) -> dict[str, Any]:
    """Returns the models that judge what stands in a topic, by tag."""
    models: tuple[type[Order | StandingOrder], ...]
    models = (*game.standing, AskAgain) if topic == "standing" else topics_of(game)[topic]
    return {tag_of(model): model for model in models}


def printed_json(text: str) -> list[Any]:
    """Returns what is printed as JSON, in however many lines."""
    blocks = re.findall(r"^    (\{.*\n(?:     .*\n)*)", text, re.MULTILINE)
    return [json.loads(block) for block in blocks]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_primer_has_its_parts_in_20_lines_that_fit(game: Game) -> None:
    lines = primer_of(game).splitlines()
    assert len(lines) <= 20
    assert max(map(len, lines)) <= 79
    assert all(line == line.rstrip() for line in lines)
    heads = [line[:10].strip() for line in lines if line[0] != " "]
    assert [head for head in heads if head != "PIECES"] == ["AIM", "A TURN", "WINNING", "MISTAKES"]
    after = lines[next(n for n, line in enumerate(lines) if line.startswith("MISTAKES")) :]
    assert [line[10] for line in after if line[11:13] == ". "] == ["1", "2", "3"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_primer_names_what_there_is(game: Game) -> None:
    """Commands, topics and fields in quotes are those of the program and of the game's orders."""
    text = " ".join(primer_of(game).split())
    told = help_of(game)
    fields = {f.name.split(".")[-1] for t in told.topics for o in t.orders for f in o.fields}
    for word in re.findall(r'"([a-z-_]+)"', text):
        assert word in {*fields, *COMMANDS, "all"}, word
    for named, topic in re.findall(r"help ([a-z-]+) ([a-z-]+)", text):
        assert topic in help_topics(by_name()[named])


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("columns", [60, 80])
def test_a_game_begins_with_its_primer_and_shows_every_order(game: Game, columns: int) -> None:
    shown = call(game.name, columns=columns)
    assert shown.exit_code == 0, shown.output
    title, _, rest = shown.stdout.partition("\n\n")
    assert title == f"{game.title} ({game.name})"
    assert rest.startswith(primer_of(game) + "\n\nORDERS by topic")
    assert max(map(len, rest.splitlines())) <= max(columns, 80)
    orders = printed_json(rest)
    tags = [tag for topic in help_topics(game) for tag in models_of(game, topic)]
    assert {one.get("order") or one.get("standing") for one in orders} == {*tags}
    for topic in help_topics(game):
        assert re.search(rf"^{topic}(?: \(|$)", rest, re.MULTILINE)


@pytest.mark.parametrize(("name", "topic"), TOPICS)
def test_every_topic_can_be_asked_and_its_examples_are_orders(name: str, topic: str) -> None:
    shown = call(name, topic)
    assert shown.exit_code == 0, shown.output
    assert max(map(len, shown.stdout.splitlines())) <= 80
    models = models_of(GAMES[name], topic)
    examples = printed_json(shown.stdout)
    assert [one.get("order") or one.get("standing") for one in examples] == [*models]
    for one, model in zip(examples, models.values(), strict=True):
        TypeAdapter(model).validate_json(json.dumps(one))


@pytest.mark.parametrize(("name", "topic"), TOPICS)
def test_every_field_is_told_in_words(name: str, topic: str) -> None:
    (told,) = adjudicator.help_for(name, topic).topics
    for order in told.orders:
        assert order.says.endswith((".", ")")), order.name
        model = models_of(GAMES[name], topic)[order.name]
        written = {field.alias or key for key, field in model.model_fields.items()}
        assert {field.name.split(".")[0] for field in order.fields} == written - {
            "order",
            "standing",
        }
        for field in order.fields:
            assert field.says, f"{order.name}.{field.name}"
            assert field.takes, f"{order.name}.{field.name}"


def test_fields_within_fields_are_named_by_their_way() -> None:
    (told,) = adjudicator.help_for("fortress-america-1986", "battles").topics
    (order,) = told.orders
    fields = {field.name: field for field in order.fields}
    assert fields["guards.*.until.lost"].takes == "1 to 60"
    assert fields["guards"].takes == "by id: {...}"
    assert fields["side"].takes == "western, southern, eastern or usa"
    (told,) = adjudicator.help_for("galactic-conquest", "invade").topics
    (order,) = told.orders
    takes = {field.name: (field.takes, field.is_needed) for field in order.fields}
    assert takes["from"] == ("id", True)
    assert takes["until.captured"] == ("true", False)
    assert takes["move"] == ("1 to 9999 or all", False)
    assert takes["then"] == ("list of {...}", False)


def test_rulings_that_name_a_topic_are_shown_by_their_beginnings() -> None:
    (told,) = adjudicator.help_for("fortress-america-1986", "lasers").topics
    shown = " ".join(call("fortress-america-1986", "lasers").stdout.split())
    assert told.rulings
    for ruling in told.rulings:
        assert "`lasers`" in ruling.text or "`fire`" in ruling.text
        assert f" {ruling.number}. {ruling.text.split()[0]}" in shown
    numbers = " ".join(str(ruling.number) for ruling in told.rulings)
    assert shown.endswith(f"rulings fortress-america-1986 {numbers}")


def test_as_json() -> None:
    shown = json.loads(call("nine-fields", "march", "--json").stdout)
    assert shown["primer"].startswith("AIM")
    (topic,) = shown["topics"]
    (march,) = topic["orders"]
    assert march["fields"][0] == {
        "name": "count", "says": "How many.", "takes": "1 to 999", "is_needed": True,
    }  # fmt: skip
    assert march["example"]["order"] == "march"
    every = json.loads(call("nine-fields", "--json").stdout)
    assert [one["topic"] for one in every["topics"]] == ["march", "fall-back", "match", "standing"]


def test_plain_help_lists_commands_and_games() -> None:
    shown = call()
    assert shown.exit_code == 0
    assert shown.stdout.startswith(CliRunner().invoke(app, ["--help"]).stdout.rstrip("\n"))
    for name, game in GAMES.items():
        assert re.search(rf"^  {name} +{re.escape(game.title)}$", shown.stdout, re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_is_its_own(name: str) -> None:
    shown = call(name)
    assert shown.exit_code == 0, shown.output
    assert shown.stdout == CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "80"}).stdout


def test_what_there_is_not_says_what_there_is() -> None:
    unknown = call("chess")
    assert unknown.exit_code == 2
    assert "no game or command 'chess'; games: fortress-america-1986, " in unknown.output
    no_topic = call("stratix", "relay")
    assert no_topic.exit_code == 2
    assert "no topic 'relay' of stratix; topics: catch, " in no_topic.output
    assert "relay is an order of the topic card" in no_topic.output
    of_command = call("verify", "move")
    assert of_command.exit_code == 2
    assert "verify is a command: it has no topics" in of_command.output
    assert call("verify", "--json").exit_code == 2
    assert "it tells of a game: name one" in call("--json").output
    with pytest.raises(ValueError, match="no topic 'relay' of stratix; topics: catch, "):
        adjudicator.help_for("stratix", "relay")
    with pytest.raises(ValueError, match="no game 'chess'"):
        adjudicator.help_for("chess")


def test_a_game_without_primer_tells_its_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", registered(TOY))
    assert adjudicator.help_for("toy").primer == ""
    shown = call("toy")
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.startswith("Toy (toy)\n\nORDERS by topic")
    assert "\nmatch\n  Gives the match up.\n" in shown.stdout


def test_an_edition_has_a_primer_of_its_own() -> None:
    first, second = (
        primer_of(GAMES[f"fortress-america-{year}"]).splitlines() for year in (1986, 2012)
    )
    assert first != second
    folder = Path(adjudicator.__file__).parent / "games" / "fortress_america"
    assert not (folder / "primer.txt").exists()
