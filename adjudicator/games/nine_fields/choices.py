"""What a side may order, for a page on which sheets are made by clicks."""

from adjudicator.core.choices import Choices, Draw, Kind, Reach, TopicChoices
from adjudicator.core.values import FrozenMap
from adjudicator.games.nine_fields.report import FieldNarrator
from adjudicator.games.nine_fields.state import State

__all__ = ["choices"]


def choices(narrator: FieldNarrator, view: State, seat: str) -> Choices:
    """Companies that may still march go to a field beside theirs. (Chapter 2)"""
    say = narrator.say
    march = Draw(
        by="draw", text=say("pen-march"), say=say("pen-marches"), moves="later",
        make={"order": "march", "count": "$count", "from": "$from", "to": "$to"},
        reach=(Reach(links=("borders",)),),
    )  # fmt: skip
    ready = view.ready if view.side == seat else {}
    return Choices(
        places=FrozenMap(narrator.names),
        kinds=FrozenMap({"company": Kind(one=say("pen-company"), more=say("pen-companies"))}),
        stock=FrozenMap({at: FrozenMap({"company": count}) for at, count in ready.items()}),
        links=FrozenMap({"borders": tuple(narrator.book.map.borders)}),
        topics=(TopicChoices(topic="march", text=say("pen-march"), gestures=(march,)),),
    )
