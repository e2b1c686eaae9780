"""state.json: what goes to a player, and all that `check`, `template` and `map` need."""

import re
from collections.abc import Mapping
from typing import Any, Literal

from adjudicator.audit import log
from adjudicator.audit.automatic import header_for
from adjudicator.audit.chains import NO_CHAINS, Chains
from adjudicator.audit.opening import SavedMatch
from adjudicator.core.game import Game, Pending, Rules, Scenario, Seat
from adjudicator.core.problem import Problem
from adjudicator.core.redaction import asked
from adjudicator.core.referee import Standing
from adjudicator.core.save import state_of
from adjudicator.core.values import FileName, FrozenMap, Hex32, Id, Value, canonical
from adjudicator.documents.json_input import Document
from adjudicator.documents.kinds import other_kind
from adjudicator.documents.problems import RefusedFile, UnusableFile, nearest
from adjudicator.documents.rules_versions import other_version
from adjudicator.documents.scenarios import check_written
from adjudicator.documents.schemas import understood

__all__ = [
    "NAME_A_VIEW",
    "Header",
    "View",
    "ViewedScenario",
    "check_position",
    "read_view",
    "saved_of",
    "scenario_of",
    "unknown_game",
    "view_document",
]


class Header(Value):
    """The header block of a sheet for the next opening."""

    t: Literal["orders"]
    game: Hex32
    """The gid of the match."""
    n: int
    """The number of the next opening."""
    head: Hex32
    """The hash of the last line of the log."""
    player: Id | None
    """The seat; null in everybody's view."""
    pledge: Hex32 | None
    """Null: only the seat's key file gives it."""


class ViewedScenario(Value):
    """What a player's tools need to know of the scenario."""

    game: Id
    """The full name of the game."""
    map: Id
    """The map, by its folder under maps/; or the id in a map.json that is not shipped."""
    own_files: FrozenMap[FileName, Hex32] = FrozenMap()
    """By name, the SHA-256 of each file of the map that is not the shipped one."""
    options: FrozenMap[str, Any]
    """The options of the match."""
    seats: FrozenMap[Id, Seat]
    """The seats, each with the sides that it leads."""


class View(Value):
    """state.json: one seat's view of a match, or everybody's."""

    t: Literal["view"]
    format: Literal[1]
    rules_version: int
    """The version of the rules."""
    match: log.Field | None = None
    """The name of the match, by which a seat's key file is found; older files do not say it."""
    header: Header
    """What a sheet for the next opening begins with."""
    seat: Id | None
    """Whose view it is; null: everybody's."""
    scenario: ViewedScenario
    """What the match is played on."""
    state: Any
    """The game's own state, as far as the seat may know it."""
    pending: tuple[Pending, ...]
    """What is awaited, from whom."""
    standing: tuple[Any, ...]
    """The seat's own standing orders."""
    turn: str | None
    """The player-turn in progress or awaited."""
    begun: bool
    """Whether anything of that player-turn was answered or rolled."""
    chains: Chains = NO_CHAINS
    """By seat, the value of its own chain that was opened last; seats without one are left out."""
    pledges_follow: bool = False
    """Whether pledges are sent after the lock, and not in the sheets."""


def read_view(document: Document, games: Mapping[str, Game]) -> tuple[View, Game]:
    """Returns what a state.json says, and its game.

    Raises:
        RefusedFile: it is malformed or invalid; every problem with its place. Of a file of another
            kind just that is said.
        UnusableFile: it is of a game that this program does not know.
    """
    if not isinstance(document.data, dict) or document.data.get("t") != "view":
        problem = other_kind(document.data, "no-view", "mailed state.json", NAME_A_VIEW)
        raise RefusedFile([document.located(problem)])
    view = understood(View, document)
    game = games.get(view.scenario.game)
    if game is None:
        problem = unknown_game(view.scenario.game, games).under("scenario", "game")
        raise UnusableFile([document.located(problem)])
    if view.rules_version != game.rules_version:
        problem = other_version(game, view.rules_version, "this state.json")
        raise UnusableFile([document.located(problem.under("rules_version"))])
    check_written(game, document, "scenario")
    understood(game.state, document, ("state",))
    return view, game


_PACKAGE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}==[A-Za-z0-9.+!]{1,40}")
"""A package with its version, and nothing that a shell could take for more."""
NAME_A_VIEW = "Name the match folder or a mailed state.json."
"""What to say to somebody who named something else."""


def unknown_game(name: str, games: Mapping[str, Game], package: str = "") -> Problem:
    """Returns the problem of a game that the program does not know.

    Args:
        package: what brings it, as an offer says; whoever wrote that may be a stranger.
    """
    hint = nearest(name, list(games))
    if _PACKAGE.fullmatch(package):
        hint = (
            f"The match was made with the package {package}. If you trust its author: "
            f"pip install '{package}'."
        )
    return Problem(
        "unknown-game", f'this program knows no game "{name}"', hint=hint, kind="unusable"
    )


def check_position(rules: Rules[Any], saved: SavedMatch, document: Document) -> None:
    """Raises RefusedFile if the rules never lead to the position in a state.json.

    Whoever wrote the file may have written anything; the rules take their own states as they are.
    """
    for broken in rules.check_state(state_of(rules.game, saved.position)):
        problem = Problem(
            "no-such-position",
            f"the rules never lead to this position: {broken}",
            ("state",),
            hint="Ask the referee for the file as it was mailed.",
            kind="invalid",
        )
        raise RefusedFile([document.located(problem)])


def view_document(
    rules: Rules[Any], genesis: log.Genesis, saved: SavedMatch, *, seat: str | None, state: Any
) -> dict[str, Any]:
    """Returns state.json for one seat, or for everybody."""
    scenario = genesis.offer.to_json()["scenario"]
    standing = saved.standing.get(seat) if seat is not None else None
    return {
        "t": "view",
        "format": 1,
        "rules_version": rules.game.rules_version,
        "match": genesis.offer.game,
        "header": header_for(saved, seat),
        "seat": seat,
        "scenario": {key: scenario[key] for key in ViewedScenario.model_fields if key in scenario},
        "turn": saved.turn,
        "begun": saved.begun,
        **({"chains": _chains_json(saved.chains)} if saved.chains else {}),
        **({"pledges_follow": True} if saved.pledges_follow else {}),
        "pending": [question.to_json() for question in asked(rules, saved.pending, seat)],
        "standing": list(standing.orders) if standing is not None else [],
        "state": state,
    }


def _chains_json(chains: Chains) -> dict[str, Any]:
    return {seat: chain.to_json() for seat, chain in chains.items()}


def scenario_of(view: View) -> Scenario:
    """Returns a scenario without a start, to bind the rules for a view."""
    return Scenario(
        format=1,
        scenario="view",
        game=view.scenario.game,
        map=view.scenario.map,
        own_files=view.scenario.own_files,
        title="view",
        seats=view.scenario.seats,
        options=view.scenario.options,
        start=None,
    )


def saved_of(view: View, game: Game) -> SavedMatch:
    """Returns the match as far as a view shows it; exact where no player-turn has begun."""
    state = canonical(view.state)
    standing: FrozenMap[Id, Standing] = FrozenMap()
    if view.seat is not None and view.standing:
        standing = FrozenMap({view.seat: Standing(n=view.header.n - 1, orders=view.standing)})
    reached = game.state.model_validate_json(state).to_json()
    return SavedMatch(
        checkpoint=reached,
        position=reached,
        turn=view.turn,
        begun=view.begun,
        is_over=view.turn is None and not view.pending,
        pending=view.pending,
        standing=standing,
        game=view.scenario.game,
        rules_version=view.rules_version,
        gid=view.header.game,
        n=view.header.n - 1,
        head=view.header.head,
        k=0,
        chains=view.chains,
        pledges_follow=view.pledges_follow,
    )
