"""The pen reads what people have sent, and its forms read whatever the schemas allow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from adjudicator import registry
from adjudicator.compose.pen import forms_of
from adjudicator.core.game import Game, example_of
from adjudicator.core.sheet import standing_types, tag_of, topics_of
from tests.compose.recorded import positions

if TYPE_CHECKING:
    from playwright.sync_api import Page

MATCHES = (
    "nine-fields-match",
    "galactic-conquest-match",
    "stratix-match",
    "fortress-america-1986-match",
    "fortress-america-2012-match",
    "invasion-america-match",
)
SCHEMA = Path(__file__).parents[2] / "schemas" / "choices.json"
GAMES = [*registry.by_name().values()]
FORM = """([defs, todo]) => {
  const el = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, one] of Object.entries(attributes)) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), one);
      else if (one !== undefined && one !== false) made.setAttribute(key, one === true ? "" : one);
    }
    made.append(...children.flat().filter((one) => one !== undefined && one !== null));
    return made;
  };
  const tools = { el, word: (key) => key, list: "ids" };
  return todo.map(([name, value]) =>
    Forms.control({ $ref: `#/$defs/${name}` }, defs, tools, "x", value).get());
}"""


@pytest.mark.parametrize("match", MATCHES)
def test_recorded_sheets_are_understood(match: str, reasoning: Page) -> None:
    read = 0
    for position in positions(match):
        if position.sheet is None:
            continue
        game, orders = position.rules.game.name, position.sheet["orders"]
        told = reasoning.evaluate(
            "([c, g, o]) => misread(c, g, o)", [position.choices, game, orders]
        )
        assert told == [], (position.saved.n, position.seat)
        read += sum(map(len, orders.values()))
    assert read > 20


@pytest.mark.parametrize("match", MATCHES)
def test_choices_follow_their_schema(match: str) -> None:
    """In every position of a whole match."""
    validator = Draft202012Validator(json.loads(SCHEMA.read_bytes()))
    for position in positions(match):
        error = next(validator.iter_errors(position.choices), None)
        assert error is None, (position.seat, position.saved.n, error)


def _examples(game: Game) -> list[tuple[str, Any]]:
    """Every example of the published schemas, with the name of its form."""
    forms = forms_of(game)
    found = [
        (forms["orders"][topic][tag_of(model)], example_of(model))
        for topic, models in topics_of(game).items()
        for model in models
    ]
    found += [
        (forms["standing"][tag], example_of(model)) for tag, model in standing_types(game).items()
    ]
    return [(name, shown) for name, shown in found if shown is not None]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_example_comes_out_of_its_form_unchanged(game: Game, reasoning: Page) -> None:
    todo = _examples(game)
    assert todo
    assert reasoning.evaluate(FORM, [forms_of(game), todo]) == [shown for _, shown in todo]
