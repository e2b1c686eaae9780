"""Automatic sheets stay as they are while a game's rules version does (TFD1 3.10 [A8])."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from adjudicator.registry import by_name
from tests.automatic_sheets import KEPT, hashes_of, unraised
from tests.make_match import WHOLE_MATCHES, WholeMatch

NAMED = {whole.game: whole for whole in WHOLE_MATCHES}


def kept() -> dict[str, Any]:
    said: dict[str, Any] = json.loads(KEPT.read_bytes())
    return said


def test_every_game_has_its_sheets_kept() -> None:
    assert sorted(kept()) == sorted(by_name()) == sorted(NAMED)
    for game, said in kept().items():
        assert len(said["sheets"]) >= 5, game


@pytest.mark.parametrize("whole", NAMED.values(), ids=NAMED)
def test_no_automatic_sheet_changes_under_one_rules_version(whole: WholeMatch) -> None:
    now, said = hashes_of(whole), kept()[whole.game]
    assert not unraised({whole.game: now}, {whole.game: said}), (
        f"the built-in player or template writes other sheets: raise the rules_version of "
        f"{whole.game}; else honest matches with such sheets are refuted"
    )
    assert now == said, "python -m tests.automatic_sheets writes them anew"


def test_a_changed_sheet_needs_a_raised_version() -> None:
    before = kept()
    now = copy.deepcopy(before)
    game = "stratix"
    seat = next(iter(now[game]["sheets"]["0"]))
    now[game]["sheets"]["0"][seat]["default"] = "0" * 64
    assert unraised(now, before) == [game]
    now[game]["rules_version"] += 1
    assert unraised(now, before) == []
