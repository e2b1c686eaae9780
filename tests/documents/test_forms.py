"""What `template` writes for a seat is made of what that seat may see, with the toy game."""

from __future__ import annotations

from adjudicator.audit.chance import OpenedDice
from adjudicator.audit.opening import SavedMatch
from adjudicator.core.game import Order, StandingOrder
from adjudicator.core.referee import first_save, run
from adjudicator.core.values import FrozenMap
from adjudicator.documents.templates import forms_for, template_for
from tests.core.toy import TOY, Toy, ToyOptions, ToyRules, ToyStart

HASH = "ab" * 32
VEILED: FrozenMap[str, int] = FrozenMap({"blue": 7, "red": 7})
"""What a seat sees instead of the truth."""


class Veiled(ToyRules):
    """The toy, where nobody may know who has fallen."""

    def __init__(self) -> None:
        super().__init__(TOY, ToyStart(), ToyOptions())
        self.asked: list[str] = []

    def view(self, state: Toy, seat: str | None) -> Toy:
        return state.model_copy(update={"fallen": VEILED})

    def draft(self, view: Toy, seat: str, topic: str) -> tuple[Order, ...]:
        assert view.fallen == VEILED
        self.asked.append(topic)
        return ()

    def standing_examples(self, view: Toy, seat: str) -> tuple[StandingOrder, ...]:
        assert view.fallen == VEILED
        self.asked.append("standing")
        return super().standing_examples(view, seat)


def test_drafts_and_examples_are_made_of_a_view() -> None:
    rules = Veiled()
    save = run(rules, first_save(rules), {}, 1, dice=OpenedDice(HASH)).save
    saved = SavedMatch(**dict(save), game="toy", rules_version=1, gid=HASH, n=1, head=HASH, k=1)
    template = template_for(rules, saved, "blue", HASH)
    assert template["orders"] == {"bids": []}
    forms = forms_for(rules, saved, "blue")
    assert [one.topic for one in forms] == ["bids", "match", "standing"]
    assert {"bids", "standing"} == set(rules.asked)
