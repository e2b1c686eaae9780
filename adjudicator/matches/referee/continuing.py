"""A new match that goes on from where another one stands, its secret being lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import get_args

from adjudicator.audit import tfd1
from adjudicator.audit.clock import policy_in
from adjudicator.audit.continuing import continuation_of
from adjudicator.audit.opening import PlayedMode
from adjudicator.core.game import Scenario
from adjudicator.core.problem import Unusable
from adjudicator.core.values import canonical
from adjudicator.documents.keys.age_keys import AGE
from adjudicator.documents.maps import places_in
from adjudicator.documents.problems import Located, UnusableFile, unusable_file
from adjudicator.matches.match import Match
from adjudicator.matches.opening_files import Render
from adjudicator.matches.people import notes_in, people_in
from adjudicator.matches.referee.new_match import Notes, new_match

__all__ = ["continued_match"]


def continued_match(
    old: Match,
    folder: Path,
    *,
    name: str,
    render: Render,
    make_secret: Callable[[], str] = tfd1.make_secret,
) -> Match:
    """Makes a match with a new secret that starts at the position of another one.

    Nothing is written to the old one, whose log stays as it is and proves the past dice. Game,
    scenario, options, mode and people are the same; sheets and standing orders are sent anew.

    Raises:
        RefusedFile: who sits where in the old match cannot be read.
        Unusable: the old match is over, in the middle of a step, or its position is not public;
            the name is the old one; or the folder holds something already.
    """
    offer = old.genesis.offer
    if name == offer.game:
        raise unusable_file(
            folder,
            "name-used",
            f"the old match has the name {name} too: the new one would have its dice",
            "Give another with --name.",
        )
    scenario = Scenario.model_validate_json(canonical(offer.to_json()["scenario"]))
    mode: PlayedMode = next(one for one in get_args(PlayedMode) if one == old.mode)
    try:
        continuation = continuation_of(old.rules, old.saved)
    except Unusable as error:
        where = str(old.folder)
        raise UnusableFile(Located(problem, where) for problem in error.problems) from None
    notes = notes_in(old.folder)
    return new_match(
        folder, old.rules.game, scenario, name=name, mode=mode, title=scenario.title,
        render=render, make_secret=make_secret, continuation=continuation,
        places=places_in(old.folder), plays=offer.plays, clock=policy_in(offer),
        notes=Notes(notes.without_addresses(), people_in(old.folder)) if notes else None,
        keeps_secret=offer.anchor is not None, seals=offer.free(AGE) is not None,
    )  # fmt: skip
