"""Cheapest pairs among many: the one module that knows networkx (extra `tournament`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version

from adjudicator.api.problems import Problem, Refused
from adjudicator.tournament.pairing.values import Apart

__all__ = ["cheapest", "cheapest_of_most", "networkx_used"]


def networkx_used() -> dict[str, str]:
    """Returns `{"networkx": "3.4"}`: the version on which pairs depend; nothing: not installed."""
    try:
        return {"networkx": version("networkx")}
    except PackageNotFoundError:
        return {}


def cheapest(players: Sequence[str], prices: Mapping[Apart, int]) -> tuple[Apart, ...] | None:
    """Returns pairs of least cost that leave nobody over; None: there are none.

    Args:
        prices: what each pair that may meet costs, a natural number.

    Raises:
        Refused: networkx is not installed.
    """
    pairs = cheapest_of_most(players, prices)
    return pairs if 2 * len(pairs) == len(players) else None


def cheapest_of_most(players: Sequence[str], prices: Mapping[Apart, int]) -> tuple[Apart, ...]:
    """Returns as many pairs as there can be, of least cost, in the order of players.

    The same players in the same order with the same prices give the same pairs.

    Raises:
        Refused: networkx is not installed.
    """
    try:
        import networkx
    except ImportError as error:
        hint = 'Install the extra: pip install "wargame-adjudicator[tournament]".'
        problem = Problem("no-engine", "networkx is not installed", hint=hint, kind="unusable")
        raise Refused([problem]) from error
    places = {player: place for place, player in enumerate(players)}
    most = max(prices.values(), default=0) + 1
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(players)))
    graph.add_weighted_edges_from(
        sorted((*sorted((places[one], places[two])), most - cost)
               for (one, two), cost in prices.items())
    )  # fmt: skip
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    ordered = sorted((min(pair), max(pair)) for pair in found)
    return tuple((players[one], players[two]) for one, two in ordered)
