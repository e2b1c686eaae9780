"""What is told and drawn while a turn waits for an answer: what a piece has done, it has done."""

from __future__ import annotations

from adjudicator.core.hearing import heard
from tests.games.stratix import playing


def test_a_piece_that_has_left_its_recon_space_need_not_leave_it_again() -> None:
    """A night march: the first move leaves c8, the second draws a card that asks a question."""
    rules = playing.opened(
        playing.board(
            "A: A c8, H c9, I d3; C: I p17", deck=["r02", "r17", "r22", "r23"],
            kept={"south-west": 1},
        )
    )  # fmt: skip
    orders = {
        "play": [{"order": "play", "card": "r22"}],
        "move": [playing.move("c8", "f8"), playing.move("c9", "f6")],
    }
    save = playing.begun(rules, ["r22", "r02", "r17", "r23"])
    assert rules.standings(playing.state_of(save))[0] == (
        "Turn 1 of South-West is next. Its artillery piece on c8 has to leave its recon space then."
    )
    asked = playing.play(rules, {"south-west": orders}, save, 2)
    assert asked.save.pending[0].label == "turn-1/south-west/move-2/card-1/return"
    state = playing.state_of(asked.save)
    assert state.due == ("c8",)
    assert state.due_left == ()
    report = rules.report(playing.state_of(save), heard(rules, asked.events, None), state)
    assert report.summary[-1] == "Turn 1 of South-West goes on."
    assert rules.standings(state)[0] == "Turn 1 of South-West goes on."


def test_who_comes_to_the_space_that_was_left_need_not_leave_it() -> None:
    rules = playing.opened(
        playing.board(
            "A: A c8, H c9, I d3; C: I p17", deck=["r02", "r17", "r22", "r23"],
            kept={"south-west": 1},
        )
    )  # fmt: skip
    orders = {
        "play": [{"order": "play", "card": "r22"}],
        "move": [playing.move("c8", "f8"), playing.move("c9", "c8")],
    }
    save = playing.begun(rules, ["r22", "r02", "r17", "r23"])
    asked = playing.play(rules, {"south-west": orders}, save, 2)
    state = playing.state_of(asked.save)
    assert state.pieces["c8"].kind == "helicopter"
    picture = rules.picture(rules.view(state, None), heard(rules, asked.events, None))
    assert "has to leave in this turn" not in picture
    assert "South-West&apos;s helicopter, cannot be struck here" in picture.replace("'", "&apos;")
