"""Names of options that people have in scripts go on working, and are shown no more."""

from __future__ import annotations

import pytest
import typer

from adjudicator.cli.app import command_named
from adjudicator.cli.common import OLDER_OPTIONS

PAIRS = [(name, older) for name, pairs in OLDER_OPTIONS.items() for older in pairs]


@pytest.mark.parametrize(("name", "older"), PAIRS)
def test_an_older_name_stands_for_the_present_one(name: str, older: str) -> None:
    command = command_named(name)
    present = OLDER_OPTIONS[name][older]
    (param,) = (one for one in command.params if present in one.opts)
    assert older not in {one for other in command.params for one in other.opts}
    value = [] if getattr(param, "is_flag", False) else ["500"]
    told = []
    for option in (older, present):
        with typer.Context(command) as context:
            command.parse_args(context, ["x", option, *value])
            told.append(dict(context.params))
    assert told[0] == told[1]
    assert told[0][param.name] not in (None, False, "", [])


def test_what_stands_behind_a_double_dash_is_no_option() -> None:
    command = command_named("odds")
    with typer.Context(command) as context:
        command.parse_args(context, ["x", "--", "--float"])
        assert "--float" in context.params["forces"]
