"""What is told and drawn while a turn waits for an answer: what a piece has done, it has done."""

from __future__ import annotations

from adjudicator.core.redaction import redacted
from adjudicator.core.referee import Run
from adjudicator.games.stratix import StratixRules
from adjudicator.games.stratix.state import State
from tests.games.stratix import playing
from tests.games.stratix.told import texts


def marched(target: str) -> tuple[StratixRules, State, Run[State]]:
    """Returns a night march that waits: c8 is left, then the helicopter of c9 ends on a target.

    With the rules and the state before; there it draws a card that asks a question.
    """
    rules = playing.opened(
        playing.board(
            "A: A c8, H c9, I d3; C: I p17", deck=["r02", "r17", "r22", "r23"],
            kept={"south-west": 1},
        )
    )  # fmt: skip
    orders = {
        "play": [{"order": "play", "card": "r22"}],
        "move": [playing.move("c8", "f8"), playing.move("c9", target)],
    }
    save = playing.begun(rules, ["r22", "r02", "r17", "r23"])
    asked = playing.play(rules, {"south-west": orders}, save, 2)
    assert asked.save.pending[0].label == "turn-1/south-west/move-2/card-1/return"
    return rules, playing.state_of(save), asked


def test_a_piece_that_has_left_its_recon_space_need_not_leave_it_again() -> None:
    rules, before, asked = marched("f6")
    assert rules.standings(before)[0] == (
        "Turn 1 of South-West is next. Its artillery piece on c8 has to leave its recon space then."
    )
    state = playing.state_of(asked.save)
    assert state.due == ("c8",)
    assert state.due_left == ()
    report = rules.report(before, redacted(rules, asked.events, None), state)
    assert report.summary[-1] == "Turn 1 of South-West goes on."
    assert rules.standings(state)[0] == "Turn 1 of South-West goes on."


def test_who_comes_to_the_space_that_was_left_need_not_leave_it() -> None:
    rules, _, asked = marched("c8")
    state = playing.state_of(asked.save)
    assert state.pieces["c8"].kind == "helicopter"
    picture = rules.picture(rules.view(state, None), redacted(rules, asked.events, None))
    assert "has to leave in this turn" not in picture
    assert "South-West's helicopter, cannot be struck here" in picture.replace("&apos;", "'")


def test_an_answer_of_which_nothing_is_to_be_seen_is_told_all_the_same() -> None:
    """What was looked at is put back: its own seat reads how, the others that it was done."""
    rules = playing.opened(playing.board("A: H e5, I d3; C: I p17", deck=["r03", "r17", "r12"]))
    save = playing.begun(rules, ["r03", "r17", "r12"])
    save = playing.play(rules, {"south-west": {"move": [playing.move("e5", "f6")]}}, save, 2).save
    label = "turn-1/south-west/move-1/card-1/arrange"
    answer = {"orders": {}, "answers": {label: {"order": "arrange", "cards": ["r12", "r17"]}}}
    before = playing.state_of(save)
    done = playing.play(rules, {"south-west": answer}, save, 3)
    told = {}
    for seat in ("south-west", "north-east", None):
        view, events = rules.view(done.state, seat), redacted(rules, done.events, seat)
        report = rules.report(rules.view(before, seat), events, view)
        told[seat] = texts(report.paragraphs[0].lines)
    assert told["south-west"] == [
        "South-West puts them back, the next one to be drawn first: 12 All quiet and 17 Second "
        "pack."
    ]
    assert told["north-east"] == told[None] == ["What was answered changes nothing on the board."]
