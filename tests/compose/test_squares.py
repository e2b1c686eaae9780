"""The script of Four Fronts finds the same moves as the rules, and judges replies as they do."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

import pytest

from adjudicator.core.problem import Refused
from adjudicator.games.stratix import StratixRules
from adjudicator.games.stratix.board import ARMIES, KINDS
from adjudicator.games.stratix.conditions import Reply
from adjudicator.games.stratix.geometry import NOWHERE
from adjudicator.games.stratix.orders import Move
from adjudicator.games.stratix.rules import generate
from adjudicator.games.stratix.rules.generate import (
    EMPTY,
    after,
    kind_at,
    moves,
    side_at,
)
from adjudicator.games.stratix.rules.moving import legal_moves
from adjudicator.games.stratix.rules.places import pieces_of
from adjudicator.games.stratix.rules.projected import projected
from adjudicator.games.stratix.rules.replies import check_said
from tests.compose.allowed import question_of
from tests.compose.recorded import Position
from tests.games.stratix.playing import begun, checked, opened, state_of
from tests.games.stratix.positions import by_chance, dice_of, fast_of, geometry, set_positions

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from adjudicator.audit.opening import SavedMatch
    from adjudicator.core.game import Ask
    from adjudicator.core.referee import Save

BOARD = geometry()
SIZE = len(BOARD.grid)
MOST = 20_000
"""So many sequences of moves are counted for each position of `perft.json`."""
COUNTS = """([facts, todo]) => {
  const { begin, board, reaches, after } = Pen.games.stratix;
  const allOf = (g, p, side) => [...p.b.keys()].filter((at) => (p.b[at] >> 3) - 1 === side)
    .flatMap((from) => reaches(g, p, from).map((to) => [from, to]));
  function perft(g, p, side, depth) {
    const found = allOf(g, p, side), next = g.order[(g.order.indexOf(side) + 1) % g.order.length];
    if (depth === 1) return found.length;
    const behind = ([from, to]) => perft(g, after(g, p, from, to), next, depth - 1);
    return found.reduce((sum, move) => sum + behind(move), 0);
  }
  return todo.map(([own, side, depth]) => {
    const choices = { facts: { ...facts, ...own } };
    return perft(board(choices), begin(choices), side, depth);
  });
}"""
MOVES = """([facts, todo]) => todo.map((own) => {
  const { begin, board, reaches, after } = Pen.games.stratix;
  const choices = { facts: { ...facts, ...own } }, g = board(choices), p = begin(choices);
  const found = [];
  for (let from = 0; from < p.b.length; from++) if (p.b[from]) {
    for (const to of reaches(g, p, from).sort((one, other) => one - other)) {
      const board = found.length % 17 ? [] : after(g, p, from, to).b;
      found.push([from, to, String.fromCharCode(...board)]);
    }
  }
  return found;
})"""


def _facts() -> dict[str, Any]:
    """What `compose.js` knows of the board."""
    marks = {**dict.fromkeys(BOARD.recon, "r"), **dict.fromkeys(BOARD.bridges, "b")}
    return {
        "me": 0,
        "armies": ARMIES,
        "kinds": KINDS,
        "expended": False,
        "red": BOARD.line,
        "quarter": [quadrant + 1 for quadrant in BOARD.quadrant],
        "marks": "".join(
            marks.get(at, "w" if BOARD.is_water[at] else ".") for at in range(SIZE)
        ),
    }  # fmt: skip


def _own(position: generate.Position) -> dict[str, Any]:
    """A position as `compose.js` reads it."""
    return {
        "pieces": "".join("." if one == EMPTY else chr(one + 57) for one in position.board),
        "order": position.alive,
        "assault": position.assault,
        "truce": None if position.truce == NOWHERE else [-1, position.truce + 1],
    }


def test_the_script_counts_as_published(reasoning: Page) -> None:
    """Perft: so many sequences of moves as `tests/games/stratix/perft.json` says."""
    todo = [
        (_own(fast_of(one.position)), ARMIES.index(one.side), depth, count)
        for one in set_positions().values()
        for depth, count in enumerate(one.perft, start=1)
        if count <= MOST
    ]
    found = reasoning.evaluate(COUNTS, [_facts(), [one[:3] for one in todo]])
    assert len(todo) > 20
    assert found == [count for *_, count in todo]


@pytest.mark.parametrize("first", range(0, 50, 25))
def test_the_script_moves_as_the_rules_do(
    first: int, reasoning: Page, request: pytest.FixtureRequest
) -> None:
    """The same moves and the same position behind each, on positions by chance."""
    step = 250 if request.config.getoption("--exhaustive") else 25
    begin = first * step // 25
    positions = [by_chance(f"pen-{one}") for one in range(begin, begin + step)]
    told = reasoning.evaluate(MOVES, [_facts(), [_own(one) for one in positions]])
    tried = 0
    for position, found in zip(positions, told, strict=True):
        wanted = sorted(move for army in position.alive for move in moves(BOARD, position, army))
        assert [(origin, target) for origin, target, _ in found] == wanted
        for origin, target, board in found[::17]:
            assert board.encode() == after(BOARD, position, (origin, target)).board
        tried += len(found)
    assert tried > 5000


MOST_BYTES = 40_000
"""So large choices may be."""
KEPT = ("r01", "r09", "r13", "r16", "r18", "r22")
"""One card of each effect that is kept."""


def _written(seed: int) -> tuple[StratixRules, Save, str] | None:
    """Returns a match by chance, its armies with kept cards; None: such a position cannot be."""
    throw, position = dice_of(f"pen-walk-dice-{seed}"), by_chance(f"pen-walk-{seed}")
    armies = [ARMIES[army] for army in position.alive]
    pieces: dict[str, dict[str, str]] = {army: {} for army in armies}
    for square, name in enumerate(BOARD.grid.names):
        if position.board[square] != EMPTY:
            pieces[ARMIES[side_at(position, square)]][name] = KINDS[kind_at(position, square)]
    start: dict[str, Any] = {"pieces": pieces, "side": armies[0], "assault": position.assault}
    if not position.assault:
        start |= {"kept": {armies[0]: 1 + throw(3)}, "cards": 12}
    options = {"catch": ("manual", "manual", "strict")[throw(3)]}
    cards = sorted(KEPT, key=lambda card: (throw(99), card))
    try:
        rules = opened(start, armies, icbm_expended=throw(3) == 0, **options)
        save = begun(rules, cards)
    except (Refused, AssertionError):
        return None
    state = state_of(save)
    return None if state.phase != "move" or state.side != armies[0] else (rules, save, armies[0])


@pytest.mark.parametrize("first", [0, pytest.param(50, marks=pytest.mark.exhaustive)])
def test_what_is_ready_is_good_at_any_position(
    first: int, reasoning: Page, request: pytest.FixtureRequest
) -> None:
    """Random clicks at positions by chance: cards are played, armies caught, replies nested."""
    step = 500 if request.config.getoption("--exhaustive") else 50
    ready, tags, refused = 0, Counter[str](), list[str]()
    for seed in range(first * step // 50, first * step // 50 + step):
        if (written := _written(seed)) is None:
            continue
        rules, save, seat = written
        choices = _choices(rules, save, seat)
        assert len(json.dumps(choices, separators=(",", ":"))) < MOST_BYTES
        walked = reasoning.evaluate("([c, g, s]) => walk(c, g, s)", [choices, "stratix", seed])
        if not walked["ready"]:
            continue
        ready += 1
        tags.update(order["order"] for listed in walked["orders"].values() for order in listed)
        told = checked(rules, seat, walked["orders"], save).problems
        refused += [f"seed {seed}: {one.message} {one.path}" for one in told if not one.warning]
    assert refused == []
    assert ready > step // 2
    assert tags["move"] > tags["play"] > 0
    assert tags["reply"] > step // 4


OFFERED = """([choices, topic]) => offers(choices, "stratix", {}, topic)
  .filter(([, isOffered]) => isOffered).map(([order]) => order)"""
EXPECTED = """([choices, orders, whens]) => {
  const isAsked = (one) => one.topic.topic === "replies";
  const { before } = Pen.read(choices, orders, "stratix").find(isAsked);
  const expected = Pen.games.stratix.expect(choices, before, whens);
  return Object.keys(choices.places).filter((place) => expected.side(place))
    .flatMap((from) => expected.ends(from).map((to) => [expected.side(from), from, to]));
}"""


def _keys(orders: Iterable[Any]) -> set[str]:
    """Orders as texts, without fields that say nothing."""
    said = ({key: one for key, one in order.items() if one} for order in orders)
    return {json.dumps(one, sort_keys=True) for one in said}


def _choices(rules: StratixRules, save: Save, seat: str) -> dict[str, Any]:
    found = rules.choices(rules.view(state_of(save), seat), seat)
    made: dict[str, Any] = found.model_dump(mode="json", exclude_defaults=True)
    return made


def _question(
    rules: StratixRules, save: Save, seat: str, *, choices: dict[str, Any], topic: str
) -> Ask[Any] | None:
    """The question that the first order of a topic answers; of a save its position is needed."""
    return question_of(Position(rules, cast("SavedMatch", save), seat, choices, None), topic, {})


@pytest.mark.parametrize("seed", range(300, 306))
def test_first_offers_are_what_the_rules_list(seed: int, reasoning: Page) -> None:
    """All moves and all uses of cards, and no other, by the script and by the table."""
    written = _written(seed)
    assert written is not None
    rules, save, seat = written
    choices = _choices(rules, save, seat)
    for topic in ("move", "play"):
        question = _question(rules, save, seat, choices=choices, topic=topic)
        offered = reasoning.evaluate(OFFERED, [choices, topic])
        if question is None or question.options is None:
            assert not offered
            continue
        kinds = {None, *(one.get("kind") for one in offered)}
        listed = [one for one in question.options() if getattr(one, "kind", None) in kinds]
        if topic == "play":  # a night march has nothing to be chosen
            assert _keys(offered) == _keys(one.to_json() for one in listed), seed
            continue
        wanted = {one for one in listed if not any(question.check(one))}
        assert _keys(offered) == _keys(one.to_json() for one in wanted), seed
        (gesture,) = next(one["gestures"] for one in choices["topics"] if one["topic"] == "move")
        table = gesture["reach"][0].get("table", {})
        assert {(a, b) for a, ends in table.items() for b in ends} == {
            (one["from"], one["to"]) for one in offered
        }


@pytest.mark.parametrize("seed", [
    400, 401, 405, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in (402, 403, 404)),
])  # fmt: skip
def test_replies_are_offered_as_the_rules_take_them(seed: int, reasoning: Page) -> None:
    """Behind an own move: what others can do, and what answers it."""
    written = _written(seed)
    assert written is not None
    rules, save, seat = written
    state, book, throw = rules.view(state_of(save), seat), rules.book, dice_of(f"pen-reply-{seed}")
    choices = _choices(rules, save, seat)
    own = legal_moves(book, state, seat)
    if not own:
        return
    origin, target = own[throw(len(own))]
    order = {"order": "move", "from": origin, "to": target}
    orders = {"move": [order]}
    ahead = projected(book, state, seat, Move.model_validate(order))
    offered = reasoning.evaluate(EXPECTED, [choices, orders, []])
    others = [army for army in state.order if army != seat]
    if ahead.is_exact:
        wanted = {(army, *pair) for army in others for pair in legal_moves(book, ahead.state, army)}
        assert {tuple(one) for one in offered if one[0] != seat} == wanted
    theirs = [one for one in offered if one[0] != seat]
    for side, here, there in theirs[throw(7) :: max(1, len(theirs) // 3)]:
        when = {"side": side, "from": here, "to": there}
        answers = {
            (a, b) for army, a, b in reasoning.evaluate(EXPECTED, [choices, orders, [when]])
            if army == seat
        }  # fmt: skip
        # Behind a card that nobody has seen the rules take what any kind of piece could do.
        is_known = ahead.are_own_known and (state.assault or not book.is_recon(there))
        squares = pieces_of(ahead.state, seat)
        some = [one for one in sorted(choices["places"]) if len(one) < 4][throw(29) :: 29]
        for a, b in sorted(answers | {(a, b) for a in squares for b in some}):
            said = {"order": "reply", "if": [when], "move": {"from": a, "to": b}, "confirm": 1}
            reply = Reply.model_validate_json(json.dumps(said))
            is_allowed = not any(check_said(book, ahead, seat, reply, before=()))
            if is_known:
                assert is_allowed == ((a, b) in answers), (when, a, b)
            else:
                assert is_allowed or (a, b) not in answers, (when, a, b)


@pytest.mark.parametrize("fault", [pytest.param("marks", marks=pytest.mark.exhaustive), "pieces"])
def test_a_planted_fault_is_found(fault: str, reasoning: Page) -> None:
    """A script that forgot a bridge, or a piece, offers what the rules do not take."""
    found = 0
    for seed in range(300, 312):
        written = _written(seed)
        assert written is not None
        rules, save, seat = written
        choices = _choices(rules, save, seat)
        question = _question(rules, save, seat, choices=choices, topic="move")
        assert question is not None
        assert question.options is not None
        wanted = _keys(one.to_json() for one in question.options() if not any(question.check(one)))
        facts = choices["facts"]
        if fault == "marks":
            facts["marks"] = facts["marks"].replace("b", "w")
        else:
            others = [at for at in range(SIZE) if facts["pieces"][at] not in ".ABCDEF"]
            lost = others[0]
            facts["pieces"] = facts["pieces"][:lost] + "." + facts["pieces"][lost + 1 :]
        found += _keys(reasoning.evaluate(OFFERED, [choices, "move"])) != wanted
    assert found > 3
