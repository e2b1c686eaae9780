"""From the offer in line 0 of a log to the rules bound to the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from adjudicator.audit import log
from adjudicator.audit.opening import rules_named
from adjudicator.core.game import Game, Rules, Scenario
from adjudicator.core.problem import Problem, Refused, Unusable
from adjudicator.core.pydantic_errors import not_understood
from adjudicator.core.values import canonical
from adjudicator.documents.maps import map_files_of
from adjudicator.documents.problems import UnusableFile

__all__ = ["map_changed", "open_game", "rules_of", "rules_offered", "scenario_offered"]


def open_game(game: Game, scenario: Scenario, map_files: Mapping[str, bytes]) -> Rules[Any]:
    """Binds the rules to a scenario and the files of its map.

    Raises:
        Refused: the scenario has problems; all of them.
        Unusable: the files of the map are not those that the program came with.
    """
    try:
        return game.open(scenario, map_files)
    except (ValidationError, LookupError):
        if scenario.own_files:  # those were checked
            raise
        raise map_changed(scenario.map) from None


def map_changed(map_id: str) -> Unusable:
    """Returns the problem of a shipped map that is not as it was shipped, to be raised."""
    problem = Problem(
        "other-rules",
        f"the files of the map {map_id} are not those that this program came with",
        hint="Install the program again.",
        kind="unusable",
    )
    return Unusable([problem])


def rules_of(
    genesis: log.Genesis, games: Mapping[str, Game], places: Sequence[Path] = ()
) -> Rules[Any]:
    """Returns the rules of a log's game, bound to the match.

    Args:
        places: where files of its map may lie that are not shipped.

    Raises:
        Unusable: the game is unknown, or its rules or map are not those of the offer.
        UnusableFile: files of the map that are not shipped have problems.
    """
    try:
        return rules_offered(genesis.offer, games, places)
    except UnusableFile:
        raise
    except Unusable as error:
        raise Unusable(
            _in_offer(problem) if problem.path else problem for problem in error.problems
        ) from None


def rules_offered(
    offer: log.Offer, games: Mapping[str, Game], places: Sequence[Path] = ()
) -> Rules[Any]:
    """Returns the rules of an offer's game, bound to the match.

    Args:
        places: where files of its map may lie that are not shipped.

    Raises:
        Unusable: the game is unknown, or its rules or map are not those of the offer; paths are
            those in the offer.
        UnusableFile: files of the map that are not shipped have problems.
    """
    game = games.get(offer.rules.id)
    if game is None:
        from adjudicator.documents.views import unknown_game

        raise Unusable([unknown_game(offer.rules.id, games, offer.package)])
    scenario = scenario_offered(offer)
    try:
        map_files = map_files_of(game, scenario, places)
        rules = open_game(game, scenario, map_files)
    except UnusableFile:
        raise
    except Refused as error:
        raise Unusable(
            problem.under("scenario") if problem.path else problem for problem in error.problems
        ) from None
    if rules_named(rules, scenario, map_files, dict(scenario.options)) != offer.rules:
        raise Unusable([_other_rules(rules, scenario, map_files, offer)])
    if offer.has_clock:
        from adjudicator.audit.clock import policy_in

        try:
            policy_in(offer)
        except Refused as error:
            raise Unusable(error.problems) from None
    position = offer.free("position")
    if position is not None:
        from adjudicator.audit.continuing import begin_at

        try:
            begin_at(rules, position)
        except Refused as error:
            raise Unusable(problem.under("position") for problem in error.problems) from None
    return rules


def _other_rules(
    rules: Rules[Any], scenario: Scenario, map_files: Mapping[str, bytes], offer: log.Offer
) -> Problem:
    """Returns why the rules here are not those of an offer: as a rule their version differs."""
    from adjudicator.documents.rules_versions import newest_known, other_version

    game, options = rules.game, dict(scenario.options)
    for version in range(1, newest_known(game) + 1):
        if rules_named(rules, scenario, map_files, options, version=version) == offer.rules:
            return other_version(game, version, "this match")
    return Problem(
        "other-rules",
        f"{game.name} here is not what the match began with: rules version, options, map or "
        "cards differ",
        hint="Use the version of the program that the match was begun with.",
        kind="unusable",
    )


def scenario_offered(offer: log.Offer) -> Scenario:
    """Returns the scenario that stands in an offer; TFD1 leaves such fields free."""
    try:
        return Scenario.model_validate_json(canonical(offer.free("scenario")))
    except ValidationError as error:
        raise Unusable(not_understood(error, ("scenario",))) from None


def _in_offer(problem: Problem) -> Problem:
    return problem.under(0, "offer")._replace(facts=(("line", 1),))
